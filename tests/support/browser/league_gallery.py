"""The pages of leagues that everybody reads, in their states: endpoint, states, path."""

from __future__ import annotations

from tests.support.browser.leagues import SEASON

EMPTY, ALL = "empty", "running suspended finished"
WHATEVER = f"{EMPTY} {ALL}"
NOWHERE = "/leagues/nowhere"
TABLE = f"/seasons/{SEASON['name']}"

READ = (
    ("leagues.home", EMPTY, "/leagues/{quiet}"),
    ("leagues.home", ALL, "/leagues/{slug}"),
    ("leagues.home", "refused", NOWHERE),
    ("leagues.games", EMPTY, "/leagues/{quiet}/games"),
    ("leagues.games", ALL, "/leagues/{slug}/games"),
    ("leagues.games", "refused", f"{NOWHERE}/games"),
    ("leagues.records", EMPTY, "/leagues/{quiet}/records"),
    ("leagues.records", ALL, "/leagues/{slug}/records?least=1"),
    ("leagues.records", "refused", f"{NOWHERE}/records"),
    ("leagues.history", EMPTY, "/leagues/{quiet}/history"),
    ("leagues.history", ALL, "/leagues/{slug}/history"),
    ("leagues.history", "refused", f"{NOWHERE}/history"),
    ("seasons.season", EMPTY, f"/leagues/{{quiet}}{TABLE}"),
    ("seasons.season", ALL, f"/leagues/{{slug}}{TABLE}"),
    ("seasons.season", "looking-back", f"/leagues/{{slug}}{TABLE}?on=2999-12-31&sort=won&q=e"),
    ("seasons.season", "refused", f"/leagues/{{slug}}{TABLE}?on=someday"),
    ("seasons.print", EMPTY, f"/leagues/{{quiet}}{TABLE}/print"),
    ("seasons.print", ALL, f"/leagues/{{slug}}{TABLE}/print"),
    ("seasons.print", "refused", f"{NOWHERE}{TABLE}/print"),
    ("players.players", EMPTY, "/leagues/{quiet}/players"),
    ("players.players", ALL, "/leagues/{slug}/players"),
    ("players.players", "refused", f"{NOWHERE}/players"),
    ("players.player", EMPTY, "/leagues/{slug}/players/10"),
    ("players.player", ALL, f"/leagues/{{slug}}/players/1?season={SEASON['name']}"),
    ("players.player", "won", "/leagues/{slug}/players/1?only=won"),
    ("players.player", "refused", "/leagues/{slug}/players/99"),
)
ORGANISED = (
    ("season_settings.new", f"{WHATEVER} organised", "/leagues/{slug}/seasons/new"),
    ("season_settings.settings", f"{WHATEVER} organised", f"/leagues/{{slug}}{TABLE}/settings"),
    ("season_settings.settings", "refused", "/leagues/{slug}/seasons/1999/settings"),
)
