"""Everything that is stored about an account, as one JSON file: each row of each table that refers to it.

Secrets are named but not shown: hashes, keys, and the files of uploads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, Connection, LargeBinary, Table, or_, select

from scorekeeper.models import AccountRow, LeagueRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading

_ACCOUNT: Final = Base.metadata.tables[AccountRow.__tablename__]
_HIDDEN: Final = "(not shown)"


def account_file(account_id: int) -> str:
    """The rows by table, as JSON, with the names of their leagues; empty tables are left out."""
    with reading() as connection:
        tables = {
            table.name: _rows(connection, table, account_id)
            for table in sorted(Base.metadata.tables.values(), key=lambda table: table.name)
        }
        numbers = {row["league_id"] for rows in tables.values() for row in rows if row.get("league_id")}
        leagues = select(LeagueRow.id, LeagueRow.name).where(LeagueRow.id.in_(numbers)).order_by(LeagueRow.id)
        tables["league"] = [dict(row._mapping) for row in connection.execute(leagues)]
    filled = {name: rows for name, rows in tables.items() if rows}
    return json.dumps(filled, default=_moment, ensure_ascii=False, indent=1) + "\n"


def _rows(connection: Connection, table: Table, account_id: int) -> list[dict[str, Any]]:
    whose = list(_columns_of_accounts(table))
    if not whose:
        return []
    query = select(table).where(or_(*(column == account_id for column in whose)))
    found = connection.execute(query.order_by(*table.primary_key.columns)).mappings()
    return [{column.name: _shown(column, row[column]) for column in table.columns} for row in found]


def _columns_of_accounts(table: Table) -> Iterable[Column[Any]]:
    if table is _ACCOUNT:
        return [table.c.id]
    return [column for column in table.columns if column.references(_ACCOUNT.c.id)]


def _moment(value: datetime) -> str:
    return value.isoformat()


def _shown(column: Column[Any], value: Any) -> Any:
    is_secret = column.name.endswith("_hash") or isinstance(column.type, LargeBinary)
    return _HIDDEN if is_secret and value is not None else value
