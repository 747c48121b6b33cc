"""The plays in a file of BG Stats (`.json`, `.bgsplay`): those of the one game that is meant."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from scorekeeper.scorebooks import cells
from scorekeeper.scorebooks.book import BookReading, ReadBook, ScoreCell
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, ImportRefused

_KIND: Final = "rummy"
_Name = Annotated[str, Meta(max_length=400)]


class _Named(Struct, frozen=True):
    id: int
    name: _Name


class _PlayerScore(Struct, frozen=True):
    playerRefId: int  # noqa: N815
    score: _Name | int | float | None = None
    winner: bool | None = False
    seatOrder: int | None = 0  # noqa: N815
    startPlayer: bool | None = False  # noqa: N815


class _Play(Struct, frozen=True):
    gameRefId: int  # noqa: N815
    playDate: _Name  # noqa: N815
    playerScores: list[_PlayerScore]  # noqa: N815
    uuid: _Name = ""
    ignored: bool | None = False


class _File(Struct, frozen=True):
    games: list[_Named]
    plays: list[_Play]
    players: list[_Named]


def read(content: bytes, *, answers: Mapping[str, str]) -> ReadBook:
    """The plays of the game that an answer names, or else of the only one that is a kind of rummy."""
    try:
        file = msgspec.json.decode(content, type=_File)
    except (msgspec.DecodeError, RecursionError):
        raise ImportRefused.because(FileFaultCode.NOT_A_LEAGUE) from None
    names = {game.id: game.name for game in file.games}
    played = {name: None for play in file.plays if (name := names.get(play.gameRefId)) is not None}
    meant = answers.get("game") or _meant([*played])
    players = {player.id: player.name for player in file.players}
    book = ReadBook(BookReading({}, game=meant, games=tuple(played)))
    for number, play in enumerate(file.plays, start=1):
        if names.get(play.gameRefId) == meant and not play.ignored:
            _add(book, play, number=number, players=players)
    if not played:
        raise ImportRefused.because(FileFaultCode.EMPTY)
    return book


def _meant(names: list[str]) -> str:
    kind = [name for name in names if _KIND in name.casefold()] or names
    return kind[0] if len(kind) == 1 else ""


def _add(book: ReadBook, play: _Play, *, number: int, players: Mapping[int, str]) -> None:
    day = next(iter(cells.dates_of(play.playDate).values()), None)
    if day is None:
        book.faults.append(FileFault(FileFaultCode.DATE, number, values={"cell": play.playDate}))
        return
    game = book.evening(day, key=("bg stats", play.uuid))
    # Whoever has no score did not play to the end, unless that is how the winner has none.
    scores = [line for line in play.playerScores if line.winner or line.score not in (None, "")]
    seated = sorted(scores, key=lambda score: score.seatOrder or 0)
    parts = [str(line.score or 0).split("+") for line in seated]
    # A sum with a part for each hand, if it has as many for everyone.
    has_hands = len({*map(len, parts)}) == 1 and len(parts[0]) > 1
    for line, texts in zip(seated, parts, strict=True):
        name = players.get(line.playerRefId, "")
        game.dealer = game.dealer or (name if line.startPlayer else "")
        try:
            points = [cells.points_of(part.strip()) or 0 for part in texts]
        except ValueError:
            book.faults.append(FileFault(FileFaultCode.POINTS, number, values={"cell": str(line.score)}))
            continue
        for hand, score in enumerate(points, start=1) if has_hands else [(0, sum(points))]:
            game.hands[hand][name] = ScoreCell(number, name, hand, score)
