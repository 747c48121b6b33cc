"""Pages of those who run a league, in every state: endpoint, state, path, event, whether by a blank phone."""

from __future__ import annotations

from tests.support.browser.actions import closed_long_ago, emptied, send
from tests.support.browser.stage import GAME_STATES

UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA"
LEAGUE = "/leagues/{slug}"
# Not the same on a phone that is not signed in.
PLAYED_IN = f"{' '.join(GAME_STATES)} league"
LEAGUE_PAGES = (
    ("league_making.index", PLAYED_IN, "/leagues"),
    ("league_making.new", PLAYED_IN, "/leagues/new"),
    ("league_making.new", "refused", "/leagues/new", send()),
    ("league_settings.settings", PLAYED_IN, f"{LEAGUE}/settings?said=league-saved"),
    ("league_settings.settings", "refused", f"{LEAGUE}/settings", emptied("name")),
    ("league_organisers.organisers", PLAYED_IN, f"{LEAGUE}/organisers"),
    ("league_organisers.organisers", "refused", f"{LEAGUE}/organisers", send()),
    ("league_organisers.offer", PLAYED_IN, "/organisers/{offer}"),
    ("league_organisers.offer", "signed-out", "/organisers/{offer}", None, True),
    ("league_organisers.offer", "refused", "/organisers/{offer}", send(), True),
    ("league_organisers.offer", "refused", f"/organisers/{UNKNOWN}"),
    ("league_people.new", PLAYED_IN, f"{LEAGUE}/players/new"),
    ("league_people.new", "refused", f"{LEAGUE}/players/new", send()),
    ("league_people.edit", PLAYED_IN, f"{LEAGUE}/players/1/edit"),
    ("league_people.edit", "merged", f"{LEAGUE}/players/9/edit"),
    ("league_people.edit", "erased", f"{LEAGUE}/players/10/edit"),
    ("league_people.edit", "refused", f"{LEAGUE}/players/1/edit", emptied("name")),
    ("league_people.merge", PLAYED_IN, f"{LEAGUE}/players/1/merge"),
    ("league_people.merge", "refused", f"{LEAGUE}/players/1/merge", send()),
    ("league_people.erasure", PLAYED_IN, f"{LEAGUE}/players/1/erasure"),
    ("league_people.erasure", "refused", f"{LEAGUE}/players/1/erasure", send()),
    ("league_nights.nights", PLAYED_IN, f"{LEAGUE}/nights"),
    ("league_nights.nights", "none-open", "/leagues/{quiet}/nights"),
    ("league_nights.nights", "refused", "/leagues/{quiet}/nights", closed_long_ago),
    ("league_nights.night", PLAYED_IN, f"{LEAGUE}/nights/{{night}}?said=night-opened"),
    ("league_nights.night", "planned", "/leagues/{quiet}/nights/{planned}?said=night-planned"),
    ("league_nights.night", "cancelled", "/leagues/{quiet}/nights/{cancelled}?said=night-cancelled"),
    ("league_nights.night", "refused", f"{LEAGUE}/nights/{UNKNOWN}"),
    ("league_events.join", PLAYED_IN, f"{LEAGUE}/games/join"),
    ("league_events.join", "who", f"{LEAGUE}/games/join?game={{running}}"),
    ("league_events.join", "refused", f"{LEAGUE}/games/join?game=x"),
    ("league_events.strike", PLAYED_IN, f"{LEAGUE}/games/{{table}}/strike"),
    ("league_events.strike", "refused", f"{LEAGUE}/games/{{table}}/strike", send()),
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
