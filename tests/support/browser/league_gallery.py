"""Pages of leagues in every state: endpoint, state, path, event, whether by a blank phone."""

import json
from collections.abc import Callable

from playwright.sync_api import FilePayload, Page

from scorekeeper.language import _
from tests.support.browser.actions import closed_long_ago, emptied, send
from tests.support.browser.leagues import SEASON

EMPTY, ANY = "empty", "any"
LEAGUE = "/leagues/{slug}"
NOWHERE = "/leagues/nowhere"
UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA"
TABLE = f"/seasons/{SEASON['name']}"

BOOK = "date,hand,player,points\n2019-03-07,1,Ana,25\n2019-03-07,1,Ben,0\n2019-03-07,1,Edda,45\n"
ASKS = "date,player,total\n3/4/2019,Edda Berg,5\n3/4/2019,Ben,0\n5/4/2019,E. Berg,5\n5/4/2019,Ben,0\n"
BAD = f"{BOOK}yesterday,9,Ana,12.5\n"
ELSEWHERE = json.dumps(
    {
        "format": "scorekeeper-league",
        "version": 1,
        "league": {
            "key": "K" * 22,
            "slug": "monday-club",
            "name": "Monday Club",
            "visibility": "public",
            "time_zone": "UTC",
            "ruleset": {"ruleset": "continental"},
            "created_at": "2019-01-01T12:00:00+00:00",
        },
        **{name: [] for name in ("players", "seasons", "nights", "games", "history")},
    }
)


def brought(text: str) -> Callable[[Page], object]:
    """Send a file with this in it."""
    file = FilePayload(name="file.txt", mimeType="text/plain", buffer=text.encode())

    def act(page: Page) -> None:
        page.set_input_files("#file", file)
        with page.expect_navigation():
            page.get_by_role("button", name=_("Show preview")).click()

    return act


def close_name(page: Page) -> None:
    """Add a player whose name is close to a known one."""
    page.fill("#names", "Gus Berg")
    send()(page)


LEAGUE_PAGES = (
    # What everybody reads.
    ("leagues.home", EMPTY, "/leagues/{quiet}"),
    ("leagues.home", ANY, "/leagues/{slug}"),
    ("leagues.home", "refused", NOWHERE),
    ("leagues.games", EMPTY, "/leagues/{quiet}/games"),
    ("leagues.games", ANY, "/leagues/{slug}/games"),
    ("leagues.records", EMPTY, "/leagues/{quiet}/records"),
    ("leagues.records", ANY, "/leagues/{slug}/records?least=1"),
    ("leagues.history", EMPTY, "/leagues/{quiet}/history"),
    ("leagues.history", ANY, "/leagues/{slug}/history"),
    ("leagues.honours", EMPTY, "/leagues/{quiet}/honours"),
    ("leagues.honours", ANY, "/leagues/{slug}/honours"),
    ("seasons.season", EMPTY, f"/leagues/{{quiet}}{TABLE}"),
    ("seasons.season", ANY, f"/leagues/{{slug}}{TABLE}"),
    ("seasons.season", "looking-back", f"/leagues/{{slug}}{TABLE}?on=2999-12-31&sort=won&q=a"),
    ("seasons.season", "refused", f"/leagues/{{slug}}{TABLE}?on=someday"),
    ("seasons.print", EMPTY, f"/leagues/{{quiet}}{TABLE}/print"),
    ("seasons.print", ANY, f"/leagues/{{slug}}{TABLE}/print"),
    ("players.players", EMPTY, "/leagues/{quiet}/players"),
    ("players.players", ANY, "/leagues/{slug}/players"),
    ("players.player", EMPTY, "/leagues/{slug}/players/10"),
    ("players.player", ANY, f"/leagues/{{slug}}/players/1?season={SEASON['name']}"),
    ("players.player", "won", "/leagues/{slug}/players/1?only=won"),
    ("season_settings.new", ANY, "/leagues/{slug}/seasons/new"),
    ("season_settings.settings", ANY, f"/leagues/{{slug}}{TABLE}/settings"),
    # Pages of those who run a league.
    ("leagues.index", ANY, "/leagues"),
    ("leagues.new", ANY, "/leagues/new"),
    ("leagues.new", "refused", "/leagues/new", send()),
    ("league_settings.settings", ANY, f"{LEAGUE}/settings?said=league-saved"),
    ("league_settings.settings", "refused", f"{LEAGUE}/settings", emptied("name")),
    ("league_organisers.organisers", ANY, f"{LEAGUE}/organisers"),
    ("league_organisers.organisers", "refused", f"{LEAGUE}/organisers", send()),
    ("league_organisers.offer", ANY, "/organisers/{offer}"),
    ("league_organisers.offer", "signed-out", "/organisers/{offer}", None, True),
    ("league_organisers.offer", "refused", "/organisers/{offer}", send(), True),
    ("league_organisers.offer", "refused", f"/organisers/{UNKNOWN}"),
    ("player_admin.new", ANY, f"{LEAGUE}/players/new"),
    ("player_admin.new", "refused", f"{LEAGUE}/players/new", send()),
    ("player_admin.new", "asks", f"{LEAGUE}/players/new", close_name),
    ("player_admin.edit", ANY, f"{LEAGUE}/players/1/edit"),
    ("player_admin.edit", "merged", f"{LEAGUE}/players/9/edit"),
    ("player_admin.edit", "erased", f"{LEAGUE}/players/10/edit"),
    ("player_admin.edit", "refused", f"{LEAGUE}/players/1/edit", emptied("name")),
    ("player_admin.merge", ANY, f"{LEAGUE}/players/1/merge"),
    ("player_admin.merge", "refused", f"{LEAGUE}/players/1/merge", send()),
    ("player_admin.erasure", ANY, f"{LEAGUE}/players/1/erasure"),
    ("player_admin.erasure", "refused", f"{LEAGUE}/players/1/erasure", send()),
    ("night_admin.nights", ANY, f"{LEAGUE}/nights"),
    ("night_admin.nights", "none-open", "/leagues/{quiet}/nights"),
    ("night_admin.nights", "refused", "/leagues/{quiet}/nights", closed_long_ago),
    ("night_admin.night", ANY, f"{LEAGUE}/nights/{{night}}?said=night-opened"),
    ("night_admin.night", "planned", "/leagues/{quiet}/nights/{planned}?said=night-planned"),
    ("night_admin.night", "cancelled", "/leagues/{quiet}/nights/{cancelled}?said=night-cancelled"),
    ("game_admin.join", ANY, f"{LEAGUE}/games/join"),
    ("game_admin.join", "who", f"{LEAGUE}/games/join?game={{running}}"),
    ("game_admin.join", "refused", f"{LEAGUE}/games/join?game=x"),
    ("game_admin.strike", ANY, f"{LEAGUE}/games/{{table}}/strike"),
    ("game_admin.strike", "refused", f"{LEAGUE}/games/{{table}}/strike", send("#counts ~ form")),
    ("nights.night", ANY, "/nights/{token}"),
    ("nights.night", "over", "/nights/{over}"),
    ("nights.night", "planned", "/nights/{early}"),
    ("nights.night", "cancelled", "/nights/{off}"),
    ("nights.night", "refused", f"/nights/{UNKNOWN}"),
    ("nights.new", ANY, "/nights/{token}/games/new"),
    ("nights.new", "again", "/nights/{token}/games/new?again={table}"),
    ("nights.new", "refused", "/nights/{over}/games/new?again={table}"),
    ("games.table", "league", "/games/{table}"),
    ("games.deletion", "league", "/games/{table}/deletion"),
    # A league is taken away, or brought in.
    ("league_exports.exports", EMPTY, "/leagues/{quiet}/exports"),
    ("league_exports.exports", ANY, f"{LEAGUE}/exports"),
    ("league_imports.file", ANY, f"{LEAGUE}/imports"),
    ("league_imports.file", "refused", f"{LEAGUE}/imports", send()),
    ("league_imports.whole_file", ANY, "/leagues/imports"),
    ("league_imports.whole_file", "refused", "/leagues/imports", send()),
    ("league_imports.preview", ANY, f"{LEAGUE}/imports", brought(BOOK)),
    ("league_imports.preview", "refused", f"{LEAGUE}/imports", brought(BAD)),
    ("league_imports.preview", "asks", f"{LEAGUE}/imports", brought(ASKS)),
    ("league_imports.whole_preview", ANY, "/leagues/imports", brought(ELSEWHERE)),
    ("league_imports.whole_preview", "refused", "/leagues/imports", brought(BAD)),
)
