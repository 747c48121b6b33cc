"""The games of an old score book against a league: which are new, and whether its rules accept them.

Each game is played by the league's rules. Points become a sheet by the form of their scores; where the rules
would make other points of it, the book does not say enough, and the game keeps its totals alone. A game that
the rules would go on with ends with its last hand.
"""

import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import chain, count, groupby
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Raw
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueGameRow, SeatRow
from scorekeeper.rules import history, names
from scorekeeper.rules.entries import Departed, Ended, Entry, Event, GivenScore, HandScored, Started
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.fold import Replay, fold
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.rules.rulesets.ruleset import ScoreForm
from scorekeeper.rules.score_forms import bonus_of
from scorekeeper.rules.scoring import scored
from scorekeeper.rules.sheets import SheetRules, sheet_faults
from scorekeeper.scorebooks import games
from scorekeeper.scorebooks.book import BookGame, Evening, ScoreCell
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, ImportRefused, Line, grouped
from scorekeeper.scorebooks.games import NAME
from scorekeeper.scorebooks.people import LEAVE_OUT, NEW
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.games import log
from scorekeeper.services.games.codec import decode_chosen, encode
from scorekeeper.services.leagues.players import last_number
from scorekeeper.services.leagues.transfer.document import GameEntry, GamePart, PlayerPart
from scorekeeper.services.leagues.transfer.plan import Plan, PlannedGame

# The answer that takes a book without the games that have a fault.
WITHOUT: Final = "without"
# A score book has days, no hours: its games begin at noon, those of one day a minute apart.
_NOON: Final = time(12)
_APART: Final = timedelta(minutes=1)
_ID_LENGTH: Final = 22
_KEY_BYTES: Final = 16
# The scores in a hand by seat.
_Hand = Mapping[int, ScoreCell]
_Sheets = Sequence[tuple[HandScored, _Hand]]
# The ids of games by their day and people.
_Stored = dict[tuple[date, frozenset[str]], list[str]]


class BookPlanner:
    """Plans the games of a score book for the league `into`."""

    def __init__(
        self, session: Session, plan: Plan, *, into: int, now: datetime, answers: Mapping[str, str]
    ) -> None:
        self._league = plan.load(session, into)
        self._session, self._plan, self._answers, self._now = session, plan, answers, now
        self._chosen = decode_chosen(self._league.ruleset)
        self._by_name = {player.name_key: player for player in plan.stored_players.values()}
        self._persons = {player.id: player.person for player in plan.stored_players.values()}
        self._zone = ZoneInfo(self._league.time_zone)
        self._last = last_number(session, into)
        self._new: dict[str, PlayerPart] = {}
        self._met: set[str] = set()
        self._matched: set[str] = set()
        self._closed: dict[str, list[Line]] = defaultdict(list)

    def add(self, content: bytes) -> None:
        """Plan the games in a file."""
        plan = self._plan
        known = [(player.name, player.shown) for player in plan.stored_players.values()]
        plan.book = book = games.read(content, answers=self._answers, known=known)
        faults = list(book.faults)
        bad = {line for fault in faults for line in fault.lines}
        of_day: Counter[date] = Counter()
        stored, new = self._stored(), []
        for game in book.games:
            of_day[game.evening.day] += 1
            if not game.evening.counts or bad & {*game.evening.rows, *game.evening.beside}:
                plan.left_out += 1
            elif not self._is_here(game, stored):
                new.append((game, of_day[game.evening.day]))
        for game, nth in new:
            try:
                self._add(game, nth=nth)
            except ImportRefused as refused:
                # Whose game it is is not known before it is known who played.
                others = (fault for fault in refused.faults if fault.code is not FileFaultCode.GAME_DIFFERS)
                faults += others if book.asks else refused.faults
                plan.left_out += 1
        self._add_spellings()
        if WITHOUT not in self._answers:
            # Which games are new is not known before it is known who played.
            plan.faults += [*grouped(faults), *(() if book.asks else self._closed_faults())]
        plan.players = list(self._new.values())
        plan.existing_players = len(self._met)

    def _stored(self) -> _Stored:
        """The games of the league by their day and people."""
        query = (
            select(GameRow.id, GameRow.started_at, SeatRow.player_id)
            .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
            .join(SeatRow, SeatRow.game_id == GameRow.id)
            .where(LeagueGameRow.league_id == self._league.id)
            .order_by(GameRow.started_at, GameRow.id)
        )
        stored: _Stored = defaultdict(list)
        for (game_id, moment), seats in groupby(self._session.execute(query), key=lambda row: row[:2]):
            day = local_day(moment, time_zone=self._league.time_zone)
            stored[day, frozenset(self._persons.get(seat.player_id, "") for seat in seats)].append(game_id)
        return stored

    def _is_here(self, game: BookGame, stored: _Stored) -> bool:
        """Whether a stored game has the same day, people and scores, whatever number its table got.

        Tables are numbered anew where a game of the evening is left out. An own game is known by its id.
        """
        players = [self._by_name.get(names.key(name)) for name in game.players]
        people = [player.person if player else "" for player in players]
        alike = stored.get((game.evening.day, frozenset(people)), ())
        if not alike or self._has(game.evening.table):
            return False
        sheets = self._sheets(game, is_own=False)
        scores = {people[seat]: its for seat, its in _book_scores(game, sheets).items()}
        for game_id in alike:
            state = self._imported(game, sheets, game_id)
            seats = _stored_scores(state, has_hands=bool(sheets))
            theirs = {self._persons.get(state.seats[seat].player_id, ""): its for seat, its in seats.items()}
            if theirs == scores and game_id not in self._matched:
                self._matched.add(game_id)
                self._plan.existing_games += 1
                return True
        return False

    def _imported(self, game: BookGame, sheets: _Sheets, stored_id: str) -> Game:
        """A stored game as far as it would be this one, without what was corrected since."""
        return fold(log.load_any(self._session, stored_id)[: 1 + len([*_events(game, sheets)])])

    def _add(self, game: BookGame, *, nth: int) -> None:
        evening = game.evening
        # A label is the id of a game in the tables that we export.
        is_own = self._has(evening.table)
        sheets = self._sheets(game, is_own=is_own)
        for game_id in [evening.table] if is_own else self._ids_of(evening):
            if not self._has(game_id):
                break
            if self._is_same(game, sheets, stored_id=game_id):
                self._matched.add(game_id)
                self._plan.existing_games += 1
                return
        if season := self._plan.closed_on(evening.day):
            self._closed[season].append(evening.rows[0])
            self._plan.left_out += 1
            return
        parts = [*self._part_faults(game, has_hands=bool(sheets))]
        if faults := parts or [*self._sheet_faults(game, sheets), *_late_faults(game, sheets)]:
            raise ImportRefused(*faults)
        players = [self._player(name) for name in game.players]
        totals = () if sheets else tuple(map(int, game.totals))
        start = self._start(game, [name for _, name in players], totals=totals, nth=nth)
        state, entries = self._played(game, start, _events(game, sheets))
        part = GamePart(
            id=game_id,
            season="",
            night=None,
            previous=None,
            joined_at=self._now,
            struck_at=None,
            struck_reason=None,
            players=[key for key, _ in players],
            entries=[_part(entry) for entry in entries],
        )
        planned = PlannedGame(part, state, start.started_at, evening.table)
        self._plan.new_games.append(planned)
        if game.hands and not sheets:
            self._plan.without_hands.append(planned)

    def _closed_faults(self) -> Iterator[FileFault]:
        """A fault for each closed season that new games would be in, at the first row of each game."""
        for season, rows in self._closed.items():
            values: dict[str, str | int] = {"name": season, "games": len(rows)}
            yield FileFault(FileFaultCode.SEASON_CLOSED, rows[0], values=values, others=tuple(rows[1:]))

    def _sheets(self, game: BookGame, *, is_own: bool) -> _Sheets:
        """Each hand as a sheet; none if the rules would make other points, but for our own games.

        Where winners get what others hold, a book may say only what everybody held.
        """
        sheets = [(self._sheet(number, hand), hand) for number, hand in enumerate(game.hands, start=1)]
        is_held = self._chosen.rules.score.form is ScoreForm.HELD
        are_right = is_own or is_held or all(_is_of_held(hand) for _, hand in sheets)
        return sheets if are_right or all(self._gives(sheet, hand) for sheet, hand in sheets) else []

    def _gives(self, sheet: HandScored, hand: _Hand) -> bool:
        scores = scored(sheet.normalised(), rules=self._chosen.rules) or ()
        points = {seat: score.points for seat, score in hand.items()}
        return {score.seat: score.points for score in scores} == points

    def _sheet(self, number: int, hand: _Hand) -> HandScored:
        """The sheet that gives these points, or else the likeliest one.

        Who went out is told, or has the points of a winner; else nobody did.
        """
        scoring = self._chosen.rules.score
        is_held = scoring.form is ScoreForm.HELD
        won = [-bonus_of(scoring, rummy=rummy) for rummy in (False, True)]
        marked = [seat for seat, score in hand.items() if score.out]
        wins = won if is_held else [0] if _is_of_held(hand) else []
        best = [seat for seat, score in hand.items() if (score.points in wins if wins else score.points > 0)]
        sheets = []
        likely: Sequence[int | None] = marked[:1] or [*best[:1], None]
        for out in likely:
            lines = tuple(
                GivenScore(seat, 0)
                if seat == out and (score.points in won or not is_held)
                else _given(seat, score, is_held=is_held)
                for seat, score in hand.items()
            )
            sheets += [HandScored(number, out, lines, rummy=rummy) for rummy in (False, is_held)]
        return next((sheet for sheet in sheets if self._gives(sheet, hand)), sheets[0])

    def _part_faults(self, game: BookGame, *, has_hands: bool) -> Iterator[FileFault]:
        """A fault for each part of a point, at its row, where no rules can make one."""
        is_held = self._chosen.rules.score.form is ScoreForm.HELD
        hands = (hand.values() for hand in game.hands if is_held)
        scores = [(score.row, score.points) for score in chain.from_iterable(hands)]
        scores += [(game.evening.rows[0], total) for total in game.totals if not has_hands]
        for row, points in scores:
            if points.denominator > 1:
                yield FileFault(FileFaultCode.POINTS, row, values={"cell": points})

    def _sheet_faults(self, game: BookGame, sheets: _Sheets) -> Iterator[FileFault]:
        """The faults of every hand, at the row of the player whom the pointer names, else at the first."""
        by = SheetRules(self._chosen.rules, players=len(game.players))
        for sheet, hand in sheets:
            seats = {score.seat: game.players[score.seat] for score in sheet.scores}
            for fault in sheet_faults(sheet, by=by, names=seats):
                path = fault.pointer.split("/")
                index = int(path[2]) if len(path) > 2 and path[1] == "scores" else 0
                score = hand[sheet.scores[min(index, len(sheet.scores) - 1)].seat]
                yield FileFault(FileFaultCode.RULES, score.row, rule=fault)

    def _start(self, game: BookGame, players: Sequence[str], *, totals: tuple[int, ...], nth: int) -> Started:
        evening = game.evening
        noon = datetime.combine(evening.day, _NOON, self._zone) + _APART * nth
        midnight = datetime.combine(evening.day, time(), self._zone)
        keys = [names.key(name) for name in game.players]
        dealer = names.key(evening.dealer)
        if evening.dealer and dealer not in keys:
            raise ImportRefused.because(FileFaultCode.DEALER, line=evening.rows[0], name=evening.dealer)
        return Started(
            players=tuple(players),
            player_ids=tuple(range(len(players))),
            first_dealer=keys.index(dealer) if evening.dealer else 0,
            started_at=noon if noon <= self._now else midnight,
            time_zone=self._league.time_zone,
            rules=self._chosen.rules,
            variants=self._chosen.variants,
            changes=dict(self._chosen.changes),
            totals=totals,
        )

    def _played(self, game: BookGame, start: Started, events: Iterable[Event]) -> tuple[Game, list[Entry]]:
        """Play a game by the rules to its end; ImportRefused with what they refuse, at its rows."""
        try:
            entry, state = history.start(start, now=self._now)
            entries = [entry]
            replay = Replay(entries)
            for event in events:
                if isinstance(event, HandScored) or state.status is not Status.FINISHED:
                    entry, state = history.go_on(replay, event, at=start.started_at, game=state)
                    entries.append(entry)
            if state.status is not Status.FINISHED:
                is_session = self._chosen.rules.ends.session
                event = Ended(agreed=True) if is_session else Departed(state.playing)
                entry, state = history.go_on(replay, event, at=start.started_at, game=state)
                entries.append(entry)
        except Violation as refused:
            raise ImportRefused.by_rules(refused.faults, line=game.evening.rows[0]) from None
        return state, entries

    def _player(self, name: str) -> tuple[str, str]:
        """The key of a player, who may be new, and the name that is shown."""
        stored = self._by_name.get(names.key(name))
        if stored is not None:
            self._met.add(stored.person)
            return stored.key, stored.shown
        player = self._new.get(names.key(name)) or self._add_player(name)
        return player.key, player.name

    def _add_player(self, name: str, *, person: str | None = None) -> PlayerPart:
        number = self._last + len(self._new) + 1
        key = secrets.token_urlsafe(_KEY_BYTES)
        player = PlayerPart(key, number, names.clean(name), person or key, False, None, None, self._now)
        self._new[names.key(name)] = player
        return player

    def _add_spellings(self) -> None:
        """Keep who is who for later files: an other spelling is a player who is one person with theirs."""
        for name, person in self._answers.items():
            spelling = name.removeprefix(NAME)
            taken = names.key(spelling) in self._by_name or names.key(spelling) in self._new
            if name.startswith(NAME) and person not in (NEW, LEAVE_OUT) and not taken:
                key, _ = self._player(person)
                stored = self._plan.stored_players.get(key)
                self._add_player(spelling, person=stored.person if stored else key)

    def _ids_of(self, evening: Evening) -> Iterator[str]:
        """The id of a game by its day and table, and those if another one was played then and there."""
        for others in count():
            key = (*evening.key, str(others)) if others else evening.key
            game_id = keyed_text("score book", self._league.key, *key)[:_ID_LENGTH]
            if game_id not in self._matched:
                yield game_id

    def _has(self, game_id: str) -> bool:
        query = select(LeagueGameRow.game_id).where(
            LeagueGameRow.game_id == game_id, LeagueGameRow.league_id == self._league.id
        )
        return self._session.scalar(query) is not None

    def _is_same(self, game: BookGame, sheets: _Sheets, *, stored_id: str) -> bool:
        """Whether the stored game is this one, or one of other people: at most half of them sat there.

        Refused are other scores of the same people, and a known player who did not sit there. What was
        corrected since an import differs from the book, and stays. Who has another name by now is known by
        the scores.
        """
        evening = game.evening
        is_own = stored_id == evening.table
        if is_own:
            state = fold(log.load_any(self._session, stored_id))
        else:
            state = self._imported(game, sheets, stored_id)
        ids = {player for seat in state.seats for player in (seat.player_id, seat.starter_id)}
        sat = {person for player, person in self._persons.items() if player in ids}
        players = [self._by_name.get(names.key(name)) for name in game.players]
        known = {player.person for player in players if player}
        # They may sit elsewhere in the book.
        scores, stored = _book_scores(game, sheets), _stored_scores(state, has_hands=bool(sheets))
        if Counter(scores.values()) == Counter(stored.values()) and known <= sat:
            return True
        if not is_own and len(known & sat) * 2 <= len(players):
            return False
        values = {"game": evening.table, "day": evening.day.isoformat()}
        raise ImportRefused.because(FileFaultCode.GAME_DIFFERS, line=evening.rows[0], **values)


def _book_scores(game: BookGame, sheets: _Sheets) -> dict[int, tuple[object, ...]]:
    """What each seat scored: its total alone, or each hand and who won it."""
    if not sheets:
        return {seat: (total,) for seat, total in enumerate(game.totals)}
    scores: dict[int, list[object]] = defaultdict(list)
    for number, (sheet, hand) in enumerate(sheets, start=1):
        for line in sheet.scores:
            points = hand[line.seat].points
            scores[line.seat].append((number, points, line.not_given, line.seat == sheet.went_out))
    return {seat: tuple(its) for seat, its in scores.items()}


def _stored_scores(state: Game, *, has_hands: bool) -> dict[int, tuple[object, ...]]:
    """What each seat scored in a stored game, as in `_book_scores`."""
    if not has_hands:
        return {line.seat: (line.total,) for line in state.standings}
    scores: dict[int, list[object]] = defaultdict(list)
    for number, played in enumerate(state.hands, start=1):
        for score in played.scores:
            is_out = score.seat == played.went_out
            scores[score.seat].append((number, score.points, score.posted, is_out))
    return {seat: tuple(its) for seat, its in scores.items()}


def _events(game: BookGame, sheets: _Sheets) -> Iterator[Event]:
    """The events of a game hand by hand."""
    sat = {*range(len(game.players))}
    for sheet, _ in sheets:
        here = sat & {score.seat for score in sheet.scores}
        if gone := sat - here:
            yield Departed(tuple(sorted(gone)))
        sat = here
        yield sheet


def _is_of_held(hand: _Hand) -> bool:
    """Whether one of at least three has 0, and all others more: the points are of what they held."""
    lowest, *more = sorted(score.points for score in hand.values())
    return lowest == 0 and len(more) > 1 and more[0] > 0


def _given(seat: int, score: ScoreCell, *, is_held: bool) -> GivenScore:
    """What a seat gave that did not go out: no score, what it held, or its points as they are or below 0."""
    if score.posted:
        return GivenScore(seat, not_given=True)
    points = int(score.points) if is_held else abs(int(score.points))
    return GivenScore(seat, points if score.held is None else score.held)


def _late_faults(game: BookGame, sheets: _Sheets) -> Iterator[FileFault]:
    """A fault for each player who scores in a hand, but not in one before it."""
    sat = {*range(len(game.players))}
    for sheet, hand in sheets:
        for seat in sorted(hand.keys() - sat):
            name = game.players[seat]
            yield FileFault(
                FileFaultCode.JOINED_LATE, hand[seat].row, values={"name": name, "hand": sheet.hand}
            )
        sat &= hand.keys()


def _part(entry: Entry) -> GameEntry:
    event = encode(entry.event, {})
    return GameEntry(entry.number, entry.at, event.kind, Raw(event.payload.encode()), dict(event.notes), None)
