"""The data of the account page, and the file of everything that is stored about an account."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, LargeBinary, Row, Table, or_, select
from sqlalchemy.orm import Session

from scorekeeper.models import AccountRow, LeagueRow, PasskeyRow, SignInRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading

_ACCOUNT: Final = Base.metadata.tables[AccountRow.__tablename__]
_HIDDEN: Final = "(not shown)"


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The ways into an account: the browsers that are signed in, its passkeys.

    A sign-in has `id`, `label`, `created_at`, `seen_at` and `mine`; first comes this browser's, then the
    latest used. A passkey has `id`, `label`, `created_at`, `used_at` (or None), and its host name `site`.
    """

    sign_ins: Sequence[Row[int, str, datetime, datetime, bool]]
    passkeys: Sequence[Row[int, str, str, datetime, datetime | None]]


def account_page(account_id: int, *, sign_in: int, now: datetime) -> AccountPage:
    """Read the page of an account for the browser with this sign-in."""
    mine = (SignInRow.id == sign_in).label("mine")
    sign_ins = (
        select(SignInRow.id, SignInRow.label, SignInRow.created_at, SignInRow.seen_at, mine)
        .where(SignInRow.account_id == account_id, SignInRow.expires_at > now)
        .order_by(mine.desc(), SignInRow.seen_at.desc(), SignInRow.id.desc())
    )
    passkeys = (
        select(PasskeyRow.id, PasskeyRow.label, PasskeyRow.site, PasskeyRow.created_at, PasskeyRow.used_at)
        .where(PasskeyRow.account_id == account_id)
        .order_by(PasskeyRow.id)
    )
    with reading() as session:
        return AccountPage(session.execute(sign_ins).all(), session.execute(passkeys).all())


def account_file(account_id: int) -> str:
    """Each row that refers to an account, by table, with the names of their leagues, as JSON.

    Tables without such a row are left out. Secrets are named but not shown: hashes, keys, files of uploads.
    """
    with reading() as session:
        tables = {
            name: _rows(session, table, account_id) for name, table in sorted(Base.metadata.tables.items())
        }
        numbers = {row["league_id"] for rows in tables.values() for row in rows if row.get("league_id")}
        leagues = select(LeagueRow.id, LeagueRow.name).where(LeagueRow.id.in_(numbers)).order_by(LeagueRow.id)
        tables["league"] = [dict(row._mapping) for row in session.execute(leagues)]
    filled = {name: rows for name, rows in tables.items() if rows}
    return json.dumps(filled, default=datetime.isoformat, ensure_ascii=False, indent=1) + "\n"


def _rows(session: Session, table: Table, account_id: int) -> list[dict[str, Any]]:
    id_column = _ACCOUNT.c.id
    references = [column for column in table.columns if column is id_column or column.references(id_column)]
    if not references:
        return []
    query = select(table).where(or_(*(column == account_id for column in references)))
    rows = session.execute(query.order_by(*table.primary_key.columns)).mappings()
    return [{column.name: _shown(column, row[column]) for column in table.columns} for row in rows]


def _shown(column: Column[Any], value: Any) -> Any:
    is_secret = column.name.endswith("_hash") or isinstance(column.type, LargeBinary)
    return _HIDDEN if is_secret and value is not None else value
