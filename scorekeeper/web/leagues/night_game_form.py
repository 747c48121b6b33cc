"""The form of a new game on a league night, with the players of the league to be tapped."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.rules import names
from scorekeeper.services.leagues.queries.head import LeagueHead
from scorekeeper.services.leagues.queries.players import MemberLine
from scorekeeper.web.games import new_game_form
from scorekeeper.web.games.new_game_form import NewGame, Suggestion
from scorekeeper.web.http.fields import cut

# So many fit a screen or two. In a larger league, those with the most games are shown until one searches.
MOST_AT_ONCE: Final = 24


def read(form: MultiDict[str, str], *, league: LeagueHead) -> NewGame:
    """The form as sent: house rules and clock are those of the league."""
    return replace(
        new_game_form.read(form),
        house=league.house_rules,
        started_at="",
        time_zone=league.time_zone,
        find=cut(form.get("find")),
    )


def pressed(game: NewGame, *, form: MultiDict[str, str]) -> NewGame:
    """The form after the button that was pressed; who was found and tapped need not be found again."""
    after = new_game_form.pressed(game, form=form)
    return replace(after, find="") if form.get("toggle") else after


def with_people(game: NewGame, *, people: Sequence[MemberLine]) -> NewGame:
    """The form with everybody who can be tapped, and who of them is shown at once or was searched for."""
    standing = [person for person in people if not person.retired]
    first = sorted(standing, key=lambda person: -person.games)[:MOST_AT_ONCE]
    playing = {names.key(player) for player in game.players}
    usual = {person.number for person in first} | {
        person.number for person in standing if person.name_key in playing
    }
    sought = names.folded(game.find)
    suggestions = tuple(
        Suggestion(
            person.name,
            chosen=person.name_key in playing,
            usual=person.number in usual,
            shown=sought in names.folded(person.name) if sought else person.number in usual,
        )
        for person in standing
    )
    return replace(game, suggestions=suggestions)


def elsewhere(game: NewGame, *, playing: Container[str]) -> tuple[str, ...]:
    """Who of the table plays at another one: `playing` are those names as `names.key` knows them."""
    return tuple(player for player in game.players if names.key(player) in playing)
