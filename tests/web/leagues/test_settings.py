"""What organisers set for a league; and a second tap finds what the first one did."""

import json
import re

import pytest

from tests.support.accounts import sign_in
from tests.support.phones import Phone, text_of, values_of


@pytest.fixture
def olga(cast) -> Phone:
    return cast.phones["organiser"]


def _leagues(db):
    return [name for (name,) in db.execute("SELECT name FROM league ORDER BY id")]


def test_the_settings_of_a_league_stand_in_their_fields(olga, cast):
    fields = values_of(olga.get(f"/leagues/{cast.slug}/settings"))

    assert (fields["name"], fields["time_zone"]) == ("Thursday Club", "UTC")


@pytest.mark.parametrize("visibility", ["public", "link", "private"])
def test_a_form_sent_twice_creates_one_league(db, olga, visibility):
    before = _leagues(db)
    form = {"name": "Friday Club", "visibility": visibility, "csrf_token": olga.fresh_token()}

    first, second = (olga.post("/leagues/new", form) for _ in range(2))

    assert (first.status_code, second.status_code) == (303, 303)
    assert second.location == first.location
    assert _leagues(db) == [*before, "Friday Club"]
    slug = first.location.split("/")[2]
    assert slug not in str(db.execute("SELECT response, headers FROM idempotency").fetchall())
    olga.post("/leagues/new", {**form, "csrf_token": olga.fresh_token()})
    assert _leagues(db) == [*before, "Friday Club", "Friday Club"]


def test_two_accounts_on_one_phone_create_a_league_each(cast, olga):
    form = {"name": "Friday Club", "visibility": "public"}
    hers = olga.post("/leagues/new", form).location
    sign_in(olga, cast.co)

    assert olga.post("/leagues/new", form).location != hers


@pytest.mark.parametrize(
    ("rest", "form", "field", "row"),
    [
        ("time-zone", {"time_zone": "Nowhere/City"}, "time_zone", "clock"),
        ("name", {"name": " "}, "name", "named"),
    ],
)
def test_what_is_refused_is_told_at_the_top_of_the_page_and_open_below(cast, olga, rest, form, field, row):
    page = olga.post(f"/leagues/{cast.slug}/settings/{rest}", form)

    assert page.status_code == 422
    top = page.text.index("<h2 id=")
    assert (
        0 < page.text.index(f'Nothing is saved yet. <a href="#{field}-faults">See what to change</a>') < top
    )
    assert page.text.index(f'id="{field}-faults"') > top
    assert re.findall('id="([^"]+)" open', page.text) == [row]


def test_ticked_house_rules_are_the_variants_of_the_league(cast, olga, db):
    form = {"variant": ("eleven", "none", "no-late-may-i")}

    assert olga.post(f"/leagues/{cast.slug}/settings/house-rules", form).status_code == 303
    (kept,) = db.execute("SELECT ruleset FROM league WHERE slug = ?", [cast.slug]).fetchone()
    assert json.loads(kept) == {
        "ruleset": "continental",
        "variants": ["eleven", "no-late-may-i"],
        "changes": {},
    }
    page = olga.get(f"/leagues/{cast.slug}/settings").text
    assert "Limit on discards out of turn: never in hands 5, 6 and 7" in page
    assert re.findall(r'name="variant" value="([^"]+)" checked', page) == ["eleven", "no-late-may-i"]


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("players/1/merge", {"into": "2"}, "player-merged"),
        ("players/1/retirement", {}, "player-retired"),
        ("players/1/retirement", {"back": "1"}, "player-back"),
        ("players/1/parting", {}, "player-parted"),
        ("players/{new}/removal", {}, "player-removed"),
        ("games/{game}/strike", {"reason": "Played twice"}, "game-struck"),
        ("games/{game}/return", {}, "game-back"),
        ("nights/{night}/end", {}, "night-ended"),
    ],
)
def test_a_second_tap_shows_the_same_page_and_changes_nothing(db, cast, olga, path, form, said):
    address = f"/leagues/{cast.slug}/{path.format(game=cast.game, night=cast.night, new=9)}"
    if said == "player-removed":
        olga.post(f"/leagues/{cast.slug}/players/new", {"names": "Zoe"})
        assert "Remove from the league" in text_of(olga.get(address.replace("removal", "edit")))
    if said == "player-merged":
        olga.post(f"/leagues/{cast.slug}/players/new", {"names": "Zoe\nYan"})
        numbers = [number for (number,) in db.execute("SELECT max(number) FROM player")]
        address, form = address.replace("/1/", f"/{numbers[0]}/"), {"into": str(numbers[0] - 1)}
    first = olga.post(address, form)
    kept = [line for line in db.iterdump() if "sign_in" not in line]

    second = olga.post(address, form)

    assert (first.status_code, second.status_code) == (303, 303), text_of(second)
    assert second.location == first.location
    assert first.location.endswith(f"?said={said}")
    assert [line for line in db.iterdump() if "sign_in" not in line] == kept


def test_only_a_player_of_no_game_is_removed(db, cast, olga):
    olga.post(f"/leagues/{cast.slug}/players/new", {"names": "Zoe\nYan"})
    olga.post(f"/leagues/{cast.slug}/players/9/merge", {"into": "10"})

    for number, why in ((1, "Retire or merge"), (9, "Undo the merge first"), (10, "Retire or merge")):
        refused = olga.post(f"/leagues/{cast.slug}/players/{number}/removal")
        assert refused.status_code == 422
        assert why in text_of(refused)
        assert "Remove from the league" not in text_of(refused)
    olga.post(f"/leagues/{cast.slug}/players/9/parting")
    olga.post(f"/leagues/{cast.slug}/players/9/removal")
    assert db.execute("SELECT name FROM player WHERE number > 8").fetchall() == [("Yan",)]
    history = text_of(olga.get(f"/leagues/{cast.slug}/history"))
    assert "A player who was added by mistake was removed" in history


def test_guests_are_guests_from_the_beginning(cast, olga):
    address = f"/leagues/{cast.slug}/players/new"
    preview = olga.post(address, {"names": "1, Zoe, 0170", "guests": "1"})
    assert 'checked name="guests"' in preview.text

    olga.post(address, {"names": "Zoe", "guests": "1"})

    assert "This player is a guest" in text_of(olga.get(f"/leagues/{cast.slug}/players/9/edit"))
    assert "Zoe is now a guest" in text_of(olga.get(f"/leagues/{cast.slug}/history"))


def test_a_planned_night_stays_cancelled_for_a_second_tap(cast, olga):
    nights = f"/leagues/{cast.slug}/nights"
    place = olga.post(nights, {"plan": "1", "opens_at": "2026-11-26T19:00"}).location.partition("?")[0]

    first, second = (olga.post(f"{place}/end") for _ in range(2))

    assert (first.location, second.location) == (f"{place}?said=night-cancelled",) * 2


def test_the_rules_of_a_league_are_a_game_or_saved_ones(db, cast, olga):
    settings = f"/leagues/{cast.slug}/settings"
    saved = {"name": "Ours", "save": "1", "ends-target": "100"}
    made = olga.change_rules("/rulesets/basic/changes", **saved)
    key = made.location.partition("?")[0].rpartition("/")[2]

    olga.post(f"{settings}/ruleset", {"saved_rules": f"http://table.example/rulesets/{key}?said=rules-saved"})
    page = text_of(olga.get(settings))
    assert "Game Basic Rummy" in page
    assert "Total that ends the game: 100" in page
    assert "Twos are wild" not in page

    olga.post(f"{settings}/ruleset", {"ruleset": "continental", "saved_rules": ""})
    page = text_of(olga.get(settings))
    assert "Game Continental Rummy" in page
    assert "Twos are wild" in page


def test_rules_that_nobody_saved_are_no_default(cast, olga):
    page = olga.post(f"/leagues/{cast.slug}/settings/ruleset", {"saved_rules": "AAAAAAAAAAAAAAAAAAAAAA"})

    assert page.status_code == 422
    assert "There are no rules with that name." in page.text.partition('id="saved_rules-faults"')[2]


@pytest.mark.parametrize(
    ("page", "form", "typed"),
    [("players/1/erasure", {"name": "Anna"}, 'value="Anna"'), ("games/{game}/strike", {"reason": ""}, "")],
)
def test_what_is_refused_far_below_is_told_at_the_top(cast, olga, page, form, typed):
    path = page.format(game=cast.game)
    answer = olga.post(f"/leagues/{cast.slug}/{path}", form)

    assert answer.status_code == 422
    assert f'<a href="#{next(iter(form))}-faults">' in answer.text
    assert typed in answer.text
