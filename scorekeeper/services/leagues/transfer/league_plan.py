"""A league's JSON against this database: which parts of it are new, which exist, and which are refused."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueGameRow, LeagueRow, NightRow
from scorekeeper.rules import names
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.ranking import ranking_faults
from scorekeeper.rules.leagues.seasons import local_day, season_faults
from scorekeeper.rules.rulesets.files import Chosen, faults_in, naming_faults
from scorekeeper.rules.rulesets.in_force import NotOfShape
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, ImportRefused
from scorekeeper.services.games.codec import GameName, dumps, encode_chosen
from scorekeeper.services.leagues.leagues import TAKEN_SLUGS, zone_faults
from scorekeeper.services.leagues.organisers import account_ids
from scorekeeper.services.leagues.players import last_number
from scorekeeper.services.leagues.transfer import document
from scorekeeper.services.leagues.transfer.document import (
    A_DAY,
    PAYLOADS,
    Document,
    GamePart,
    LeagueEntry,
    LeaguePart,
    NightPart,
    PlayerPart,
    SeasonPart,
    require_times,
    shape_refused,
)
from scorekeeper.services.leagues.transfer.export import game_entries, game_names
from scorekeeper.services.leagues.transfer.league_games import is_same, read_entry, replay_entries
from scorekeeper.services.leagues.transfer.plan import Plan, PlannedGame

_NIGHTS_AHEAD: Final = timedelta(days=2 * 366)


class LeaguePlanner:
    """Plans a file part by part, each of which relies on the parts before it.

    The file is for the league of its key, or for a new one.
    """

    def __init__(self, session: Session, plan: Plan, file: Document, *, now: datetime) -> None:
        self._session, self._plan, self._file, self._now = session, plan, file, now
        self._players = {player.key: player for player in file.players}
        self._seasons = {season.key for season in file.seasons}
        self._nights = {night.key for night in file.nights}
        self._games = {game.id: index for index, game in enumerate(file.games)}
        self._closed: Counter[str] = Counter()

    def add(self, *, into: int | None, account_id: int | None, trusted: bool) -> None:
        """Plan the file; ImportRefused at the first part on which no other can rely.

        `into`: the file must be that league's. `trusted`: the command line may write to every league.
        """
        self._add_league(self._file.league, into=into, account_id=account_id, trusted=trusted)
        self._require_unique(self._file.players, "/players")
        self._add_players(self._file.players)
        self._require_unique(self._file.seasons, "/seasons")
        self._add_seasons(self._file.seasons)
        self._require_unique(self._file.nights, "/nights", ahead=_NIGHTS_AHEAD)
        self._add_nights(self._file.nights)
        for index, game in enumerate(self._file.games):
            try:
                self._add_game(game, index)
            except ImportRefused as refused:
                self._plan.faults += refused.faults
        for season, games in self._closed.items():
            values: dict[str, str | int] = {"name": season, "games": games}
            self._plan.faults.append(FileFault(FileFaultCode.SEASON_CLOSED, pointer="/games", values=values))
        self._add_history(self._file.history)

    def _add_league(
        self, league: LeaguePart, *, into: int | None, account_id: int | None, trusted: bool
    ) -> None:
        league = self._checked_league(league)
        stored = self._session.scalar(select(LeagueRow.id).where(LeagueRow.key == league.key))
        if into is not None and stored != into:
            raise ImportRefused.because(FileFaultCode.OTHER_LEAGUE, pointer="/league/key")
        if stored is not None:
            if not trusted and account_id not in account_ids(self._session, stored):
                raise ImportRefused.because(FileFaultCode.OTHERS_LEAGUE, pointer="/league/key")
            self._plan.load(self._session, stored)
        elif self._session.scalar(select(LeagueRow.id).where(LeagueRow.slug == league.slug)):
            raise ImportRefused.because(FileFaultCode.SLUG_TAKEN, pointer="/league/slug", slug=league.slug)
        else:
            self._plan.league = league

    def _checked_league(self, league: LeaguePart) -> LeaguePart:
        """The league of the file with its rules as canonical JSON in `ruleset`."""
        require_times(league, pointer="/league", now=self._now)
        _require(league.slug not in TAKEN_SLUGS, "/league/slug")
        _require_name(league, "/league")
        chosen = _chosen(league)
        if faults := tuple(zone_faults(league.time_zone)):
            raise ImportRefused.by_rules(faults, pointer="/league")
        return msgspec.structs.replace(league, ruleset=msgspec.Raw(encode_chosen(chosen).encode()))

    def _require_unique(
        self, parts: Iterable[PlayerPart | SeasonPart | NightPart], pointer: str, *, ahead: timedelta = A_DAY
    ) -> None:
        """Refuse parts with the same key or something else that is unique, and odd times and names."""
        taken: set[object] = set()
        for index, part in enumerate(parts):
            at = f"{pointer}/{index}"
            require_times(part, pointer=at, now=self._now, ahead=ahead)
            _require(not part.unique & taken, at)
            if not isinstance(part, NightPart):
                _require_name(part, at)
            taken |= part.unique

    def _add_players(self, players: Sequence[PlayerPart]) -> None:
        stored = self._plan.stored_players
        name_keys = {player.name_key for player in stored.values()}
        last = last_number(self._session, self._plan.stored.id) if self._plan.stored else 0
        for index, player in enumerate(players):
            person = self._players.get(player.person)
            # A merged player leads straight to the player whose name is shown, never over a third one.
            _require(person is not None and person.person == person.key, f"/players/{index}/person")
            if player.key in stored:
                self._plan.existing_players += 1
                continue
            if player.erased_at is None and player.name_key in name_keys:
                code, values = FileFaultCode.PLAYER_DIFFERS, {"name": player.name}
                self._plan.faults.append(FileFault(code, pointer=f"/players/{index}", values=values))
            last += 1
            number = player.number if self._plan.stored is None else last
            self._plan.players.append(msgspec.structs.replace(player, number=number))

    def _add_seasons(self, seasons: Sequence[SeasonPart]) -> None:
        """Add the seasons of a new league to the plan; the days of no two overlap."""
        for index, season in enumerate(seasons):
            others = (other.days for other in seasons[:index])
            _require(not any(ranking_faults(season.rules)), f"/seasons/{index}/ranking")
            is_right = not any(season_faults(season.days, others=others)) if season.own else _is_year(season)
            _require(is_right, f"/seasons/{index}/ends_on")
        if self._plan.stored is None:
            self._plan.seasons = [*seasons]

    def _add_nights(self, nights: Sequence[NightPart]) -> None:
        of_league = NightRow.league_id == (self._plan.stored.id if self._plan.stored else None)
        stored = {*self._session.scalars(select(NightRow.key).where(of_league))}
        self._plan.nights = [night for night in nights if night.key not in stored]

    def _add_game(self, game: GamePart, index: int) -> None:
        """Add one game to the plan; ImportRefused with its faults."""
        pointer = f"/games/{index}"
        _require(self._games[game.id] == index, pointer)
        require_times(game, pointer=pointer, now=self._now)
        _require({*game.players} <= self._players.keys(), f"{pointer}/players")
        # Within the file a player's number stands for the id.
        names = {number: GameName(self._players[key].name, number) for number, key in enumerate(game.players)}
        entries = [
            read_entry(entry, names=names, pointer=f"{pointer}/entries/{place}", now=self._now)
            for place, entry in enumerate(game.entries)
        ]
        game = msgspec.structs.replace(game, entries=[entry for entry, _ in entries])
        if self._is_stored(game, pointer):
            self._plan.existing_games += 1
            return
        state, finished_at = replay_entries(entries, pointer=pointer)
        if stored := self._plan.stored:
            day = local_day(state.setup.started_at, time_zone=stored.time_zone)
            if season := self._plan.closed_on(day):
                self._closed[season] += 1
                return
        self._plan.new_games.append(self._new(game, state, finished_at, pointer))

    def _is_stored(self, game: GamePart, pointer: str) -> bool:
        """Whether this league has the game with these entries, and maybe more; no other may have it."""
        if self._session.get(GameRow, game.id) is None:
            return False
        row = self._session.get(LeagueGameRow, game.id)
        if self._plan.stored is None or row is None or row.league_id != self._plan.stored.id:
            raise ImportRefused.because(FileFaultCode.GAME_ELSEWHERE, pointer=pointer, game=game.id)
        stored = game_entries(self._session, [game.id])[game.id]
        same = len(game.entries) <= len(stored) and all(map(is_same, game.entries, stored))
        names = game_names(self._session, [game.id])[game.id]
        if not same or names[: len(game.players)] != game.players:
            raise ImportRefused.because(FileFaultCode.GAME_DIFFERS, pointer=pointer, game=game.id)
        return True

    def _new(self, game: GamePart, state: Game, finished_at: datetime | None, pointer: str) -> PlannedGame:
        people = [self._person(game.players[number]) for number in state.player_ids]
        if len({person for person, _ in people}) < len(people):
            raise ImportRefused.because(FileFaultCode.MET_THEMSELVES, pointer=f"{pointer}/players")
        _require(game.season in self._seasons, f"{pointer}/season")
        _require((game.struck_at is None) == (game.struck_reason is None), f"{pointer}/struck_reason")
        _require(game.night is None or game.night in self._nights, f"{pointer}/night")
        _require(game.previous is None or game.previous in self._games, f"{pointer}/previous")
        seats = tuple(replace(seat, name=name) for seat, (_, name) in zip(state.seats, people, strict=True))
        return PlannedGame(game, replace(state, seats=seats), finished_at, label=game.id)

    def _person(self, key: str) -> tuple[str, str]:
        """The key of the person who is a player, and the name that is shown: here, if the league has them."""
        stored = self._plan.stored_players
        person = stored[key].person if key in stored else self._players[key].person
        return person, (stored[person].shown if person in stored else self._players[person].name)

    def _add_history(self, history: Sequence[LeagueEntry]) -> None:
        """Check the history; a new league takes it over."""
        rows = []
        for number, entry in enumerate(history, start=1):
            pointer = f"/history/{number - 1}"
            require_times(entry, pointer=pointer, now=self._now)
            _require(entry.number == number, pointer)
            payload = document.decoded(entry.payload, PAYLOADS[entry.kind], pointer=f"{pointer}/payload")
            payload_text = dumps(msgspec.to_builtins(payload))
            rows.append({"number": number, "at": entry.at, "kind": entry.kind.value, "payload": payload_text})
        if self._plan.stored is None:
            self._plan.history = rows


def _require(is_right: bool, pointer: str) -> None:
    if not is_right:
        raise shape_refused(pointer)


def _require_name(part: LeaguePart | PlayerPart | SeasonPart, pointer: str) -> None:
    is_clean = names.clean(part.name) == part.name
    _require(is_clean and not any(names.faults_in([part.name], pointer="")), f"{pointer}/name")


def _is_year(season: SeasonPart) -> bool:
    """Whether a season that nobody set has the days of a calendar year."""
    year = season.starts_on.year
    days = (season.starts_on.isoformat(), season.ends_on.isoformat())
    return days == (f"{year}-01-01", f"{year + 1}-01-01")


def _chosen(league: LeaguePart) -> Chosen:
    """The rules of a league in a file."""
    pointer = "/league/ruleset"
    if strangers := sorted(document.members_of(league.ruleset, pointer=pointer).keys() - {*Chosen.__slots__}):
        raise shape_refused(pointer, field=strangers[0])
    chosen = document.decoded(league.ruleset, Chosen, pointer=pointer)
    try:
        faults = naming_faults(chosen) or tuple(faults_in(chosen))
    except NotOfShape as unfit:
        raise shape_refused(f"{pointer}/changes{unfit.pointer}", field=unfit.stranger) from None
    if faults:
        raise ImportRefused.by_rules(faults, pointer=pointer)
    return chosen
