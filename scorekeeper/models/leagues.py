"""Leagues: who runs them, their seasons and nights, the games in them, and their history."""

from datetime import date, datetime
from fractions import Fraction

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, ExactPoints, UtcDateTime


class LeagueRow(Base):
    """A league. `slug` is its part of the address; `version` rises with every entry of its history.

    `ruleset` is what its games are played by, unless a table says otherwise: a ruleset with variants and
    changes, as canonical JSON.
    """

    __tablename__ = "league"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(22), unique=True)
    slug: Mapped[str] = mapped_column(String(80), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    visibility: Mapped[str] = mapped_column(String(16))
    time_zone: Mapped[str] = mapped_column(String(64))
    ruleset: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        CheckConstraint("visibility IN ('public', 'link', 'private')", name="visibility"),
        CheckConstraint("version >= 0", name="version"),
    )


class OrganiserRow(Base):
    """An account that runs a league, one of several."""

    __tablename__ = "organiser"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    since: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "account_id"),)


class OrganiserInvitationRow(Base):
    """An offer to run a league, used once. Only the hash of its token is kept."""

    __tablename__ = "organiser_invitation"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class PlayerRow(Base):
    """A person of a league. Only this row holds the name.

    `person` is the player whose name is shown: its own id, or that of the player it was merged into.
    `number` counts from 1 in the league and stands in addresses. `name_key` is equal for names that
    read alike; an erased player has a key that no name has. A `guest` is no member: the season says whether
    guests count.
    """

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(22), unique=True)
    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"))
    number: Mapped[int]
    name: Mapped[str] = mapped_column(String(200))
    name_key: Mapped[str] = mapped_column(String(400))
    person: Mapped[int] = mapped_column(ForeignKey("player.id", deferrable=True, initially="DEFERRED"))
    guest: Mapped[bool] = mapped_column(default=False)
    retired_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    erased_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        UniqueConstraint("league_id", "number"),
        UniqueConstraint("league_id", "name_key"),
        Index(None, "person"),
        CheckConstraint("number >= 1", name="number"),
    )


class SeasonRow(Base):
    """A stretch of days and its ranking, which is JSON. `ends_on` is the first day after it.

    `own`: an organiser set it; else it is a calendar year, made when its first game begins. Games that
    finished or joined after `closed_at` are not in its table.
    """

    __tablename__ = "season"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(22), unique=True)
    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"))
    name: Mapped[str] = mapped_column(String(80))
    own: Mapped[bool]
    starts_on: Mapped[date]
    ends_on: Mapped[date]
    ranking: Mapped[str] = mapped_column(Text)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        UniqueConstraint("league_id", "name"),
        CheckConstraint("starts_on < ends_on", name="days"),
    )


class NightRow(Base):
    """A league night: while it is open, everybody who scans its code may start games of the league.

    `renewed_at` is when it got its current address, None for its first one.
    """

    __tablename__ = "night"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(22), unique=True)
    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), index=True)
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closes_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    opened_by: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    renewed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class LeagueGameRow(Base):
    """A game of a league, and whether an organiser has struck it."""

    __tablename__ = "league_game"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"))
    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"))
    night_id: Mapped[int | None] = mapped_column(ForeignKey("night.id"))
    joined_at: Mapped[datetime] = mapped_column(UtcDateTime)
    struck_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    struck_reason: Mapped[str | None] = mapped_column(String(400))

    __table_args__ = (
        Index(None, "league_id"),
        Index(None, "season_id"),
        Index(None, "night_id"),
        CheckConstraint("(struck_at IS NULL) = (struck_reason IS NULL)", name="struck"),
    )


class ResultRow(Base):
    """The result of one seat in a counted game of a league: a projection, like the score sheet.

    `player_id` is the person. `points` are those of the `hands` that this seat played; `won` and `beaten` are
    fractions with the denominator `rules.results.PARTS`. Totals and points of results with the same `measure`
    compare: their games were scored alike.
    """

    __tablename__ = "result"

    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"), primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("league_game.game_id"), primary_key=True)
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seat: Mapped[int]
    total: Mapped[int | Fraction] = mapped_column(ExactPoints)
    posted: Mapped[bool]
    rank: Mapped[int]
    sharers: Mapped[int]
    seats: Mapped[int]
    points: Mapped[int | Fraction] = mapped_column(ExactPoints)
    hands: Mapped[int]
    outs: Mapped[int]
    won: Mapped[int]
    beaten: Mapped[int]
    measure: Mapped[str] = mapped_column(String(16))

    __table_args__ = (
        Index(None, "game_id"),
        Index(None, "player_id"),
        CheckConstraint("rank BETWEEN 1 AND seats", name="rank"),
        {"sqlite_with_rowid": False},
    )


class LeagueEntryRow(Base):
    """One entry of a league's history. Triggers refuse every change. `payload` is JSON without names."""

    __tablename__ = "league_entry"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    kind: Mapped[str] = mapped_column(String(32))
    payload: Mapped[str] = mapped_column(Text)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))

    __table_args__ = (CheckConstraint("number >= 1", name="number"),)


class UploadRow(Base):
    """An uploaded file between its preview and its acceptance, kept for a day."""

    __tablename__ = "upload"

    key: Mapped[str] = mapped_column(String(22), primary_key=True)
    league_id: Mapped[int | None] = mapped_column(ForeignKey("league.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    kind: Mapped[str] = mapped_column(String(16))
    content: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
