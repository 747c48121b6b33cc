"""Pages of those who run a league, in every state: endpoint, state, path, event, whether by a blank phone."""

from __future__ import annotations

from tests.support.browser.actions import closed_long_ago, emptied, send
from tests.support.browser.stage import GAME_STATES

UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA"
LEAGUE = "/leagues/{slug}"
# Not the same on a phone that is not signed in.
PLAYED_IN = f"{' '.join(GAME_STATES)} league"
LEAGUE_PAGES = (
    ("leagues.index", PLAYED_IN, "/leagues"),
    ("leagues.new", PLAYED_IN, "/leagues/new"),
    ("leagues.new", "refused", "/leagues/new", send()),
    ("league_settings.settings", PLAYED_IN, f"{LEAGUE}/settings?said=league-saved"),
    ("league_settings.settings", "refused", f"{LEAGUE}/settings", emptied("name")),
    ("league_organisers.organisers", PLAYED_IN, f"{LEAGUE}/organisers"),
    ("league_organisers.organisers", "refused", f"{LEAGUE}/organisers", send()),
    ("league_organisers.offer", PLAYED_IN, "/organisers/{offer}"),
    ("league_organisers.offer", "signed-out", "/organisers/{offer}", None, True),
    ("league_organisers.offer", "refused", "/organisers/{offer}", send(), True),
    ("league_organisers.offer", "refused", f"/organisers/{UNKNOWN}"),
    ("player_admin.new", PLAYED_IN, f"{LEAGUE}/players/new"),
    ("player_admin.new", "refused", f"{LEAGUE}/players/new", send()),
    ("player_admin.edit", PLAYED_IN, f"{LEAGUE}/players/1/edit"),
    ("player_admin.edit", "merged", f"{LEAGUE}/players/9/edit"),
    ("player_admin.edit", "erased", f"{LEAGUE}/players/10/edit"),
    ("player_admin.edit", "refused", f"{LEAGUE}/players/1/edit", emptied("name")),
    ("player_admin.merge", PLAYED_IN, f"{LEAGUE}/players/1/merge"),
    ("player_admin.merge", "refused", f"{LEAGUE}/players/1/merge", send()),
    ("player_admin.erasure", PLAYED_IN, f"{LEAGUE}/players/1/erasure"),
    ("player_admin.erasure", "refused", f"{LEAGUE}/players/1/erasure", send()),
    ("night_admin.nights", PLAYED_IN, f"{LEAGUE}/nights"),
    ("night_admin.nights", "none-open", "/leagues/{quiet}/nights"),
    ("night_admin.nights", "refused", "/leagues/{quiet}/nights", closed_long_ago),
    ("night_admin.night", PLAYED_IN, f"{LEAGUE}/nights/{{night}}?said=night-opened"),
    ("night_admin.night", "planned", "/leagues/{quiet}/nights/{planned}?said=night-planned"),
    ("night_admin.night", "cancelled", "/leagues/{quiet}/nights/{cancelled}?said=night-cancelled"),
    ("night_admin.night", "refused", f"{LEAGUE}/nights/{UNKNOWN}"),
    ("game_admin.join", PLAYED_IN, f"{LEAGUE}/games/join"),
    ("game_admin.join", "who", f"{LEAGUE}/games/join?game={{running}}"),
    ("game_admin.join", "refused", f"{LEAGUE}/games/join?game=x"),
    ("game_admin.strike", PLAYED_IN, f"{LEAGUE}/games/{{table}}/strike"),
    ("game_admin.strike", "refused", f"{LEAGUE}/games/{{table}}/strike", send("#counts ~ form")),
    ("nights.night", PLAYED_IN, "/nights/{token}"),
    ("nights.night", "over", "/nights/{over}"),
    ("nights.night", "planned", "/nights/{early}"),
    ("nights.night", "cancelled", "/nights/{off}"),
    ("nights.night", "refused", f"/nights/{UNKNOWN}"),
    ("nights.new", PLAYED_IN, "/nights/{token}/games/new"),
    ("nights.new", "again", "/nights/{token}/games/new?again={table}"),
    ("nights.new", "refused", "/nights/{over}/games/new?again={table}"),
    ("games.table", "league", "/games/{table}"),
    ("games.deletion", "league", "/games/{table}/deletion"),
)
