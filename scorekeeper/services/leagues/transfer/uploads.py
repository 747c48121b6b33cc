"""Uploaded files between preview and import: compressed, kept for a day with the answers to what they ask."""

import json
import secrets
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.models import OrganiserRow, UploadRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.leagues.log import Actor

UPLOAD_LASTS: Final = timedelta(days=1)
_KEY_BYTES: Final = 16
_LEVEL: Final = 1
_AT_ONCE_OF_ACCOUNT: Final = 5


@dataclass(frozen=True, slots=True)
class Upload:
    """A file, and what somebody has answered so far."""

    content: bytes
    answers: Mapping[str, str]


def keep(content: bytes, *, league_id: int | None, actor: Actor) -> str:
    """Keep a file and return its key. An account has at most five: older ones are removed."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    with writing() as session:
        older = (
            select(UploadRow.key)
            .where(UploadRow.account_id == actor.account_id)
            .order_by(UploadRow.created_at.desc(), UploadRow.key)
            .offset(_AT_ONCE_OF_ACCOUNT - 1)
        )
        session.execute(delete(UploadRow).where(UploadRow.key.in_(older)))
        upload = UploadRow(key=key, league_id=league_id, account_id=actor.account_id, kind="file")
        upload.content, upload.created_at = _packed(content, {}), actor.now
        session.add(upload)
    return key


def _packed(content: bytes, answers: Mapping[str, str]) -> bytes:
    """The answers as the first line of what is stored."""
    return zlib.compress(json.dumps(dict(answers)).encode() + b"\n" + content, _LEVEL)


def answer(key: str, upload: Upload, answers: Mapping[str, str]) -> None:
    """Keep these answers with a file that was found."""
    packed = _packed(upload.content, answers)
    with writing() as session:
        session.execute(update(UploadRow).where(UploadRow.key == key).values(content=packed))


def find(key: str, *, league_id: int | None, actor: Actor) -> Upload | None:
    """A file, or None if it is gone.

    Every organiser of the league finds a file for it; a file for no league only the account that sent it.
    """
    theirs = (UploadRow.league_id.is_(None)) & (UploadRow.account_id == actor.account_id)
    query = select(UploadRow.content).where(
        UploadRow.key == key,
        theirs if league_id is None else UploadRow.league_id == league_id,
        UploadRow.created_at > actor.now - UPLOAD_LASTS,
        UploadRow.created_at < actor.now + UPLOAD_LASTS,
    )
    with reading() as session:
        packed = session.scalar(query)
    if packed is None:
        return None
    answers, _, content = zlib.decompress(packed).partition(b"\n")
    return Upload(content, json.loads(answers))


def forget_all(session: Session, league_id: int) -> None:
    """Remove every file for a league, and every file for no league that its organisers sent."""
    organisers = select(OrganiserRow.account_id).where(OrganiserRow.league_id == league_id)
    theirs = UploadRow.league_id.is_(None) & UploadRow.account_id.in_(organisers)
    session.execute(delete(UploadRow).where(or_(UploadRow.league_id == league_id, theirs)))
