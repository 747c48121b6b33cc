"""A new game by any rules: choosing it, its variants, what its table agrees on, and playing it again."""

import re
from html import unescape

import pytest

from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.services.games import rulesets
from scorekeeper.services.games.queries.head import head_of
from tests.support.phones import form_of, shown, text_of, values_of

THREE = ("Ana", "Ben", "Cem")


def pressed(scorer, move, **fields):
    return scorer.post("/games/new", {"player": THREE, "move": move, **fields})


def started(scorer, **fields):
    """The id of the game that the form starts."""
    answer = scorer.post("/games/new", {"player": THREE, "dealer": 0, "start": "1", **fields})
    assert answer.status_code == 303, text_of(answer)
    return answer.location.rpartition("/")[2]


def hidden(page, name):
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page.text)
    return unescape(found[1]) if found else None


@pytest.fixture
def rules_of(app):
    def of(game_id):
        with app.app_context():
            return head_of(game_id).rules

    return of


@pytest.fixture
def saved(app, clock):
    def save(name, ruleset, **told):
        with app.app_context():
            told = {"variants": (), "changes": {}, **told}
            return rulesets.save(name, rulesets.base_of(ruleset), now=clock.at, **told)

    return save


def test_continental_stands_chosen_and_no_other_game_is_shown(scorer):
    page = scorer.get("/games/new")

    assert hidden(page, "ruleset") == "continental"
    assert "Continental Rummy Change" in text_of(page)
    assert "Rummikub" not in page.text


def test_every_game_is_a_card_with_what_people_know_it_by(scorer):
    page = pressed(scorer, "game")

    shown = text_of(page)
    assert all(rules.name in shown for rules in RULESETS.values())
    assert (
        "Basic Rummy 2 to 6 players. 6 to 10 cards each. You choose when it ends. The highest total" in shown
    )
    assert (
        "Sabra way 2 to 4 players. 14 tiles each. You can finish after any hand. The highest total wins."
        in shown
    )
    assert "Seven Hand Rummy 2 to 12 players. 11 cards each. 7 hands. The lowest total wins." in shown
    assert "15 cards each. Until someone has 1000 points. The lowest total wins." in shown


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_chosen_game_follows_in_the_preview(scorer, ruleset):
    page, rules = pressed(scorer, f"game-{ruleset}"), RULESETS[ruleset]

    assert hidden(page, "ruleset") == ruleset
    assert ('name="dealer"' in page.text) == rules.deal.dealer
    assert ('id="draw"' in page.text) == (rules.deal.first in ("high-card", "random"))
    assert all(variant.name in text_of(page) for variant in rules.variants.values() if not rules.is_law)


def test_the_preview_says_what_follows_from_the_rules(scorer):
    assert "3 players, 106 tiles, 2 jokers, 14 tiles each" in text_of(pressed(scorer, "game-rummikub"))
    assert "3 players, 1 deck, 7 cards each" in text_of(pressed(scorer, "game-basic"))
    wrotham = text_of(pressed(scorer, "game-wrotham"))
    assert "Chance decides who deals first. Tap their name." in wrotham
    assert "The player who goes first gets 1 more card." in wrotham
    assert "Agree on someone. Tap their name." in text_of(pressed(scorer, "game-seven-hand"))
    assert "In hands 3, 5 and 6, nobody can go down with just the cards" in text_of(
        pressed(scorer, "game-six-hand")
    )


def test_nobody_is_told_to_play_on_where_the_cards_are_not_enough(scorer):
    shown = {
        number: text_of(pressed(scorer, "preview", ruleset="basic", player=list("ABCDEFGHIJ")[:number]))
        for number in (7, 10)
    }

    assert "The rules are for 2 to 6 players. You can still play." in shown[7]
    assert "52 cards aren’t enough" in shown[10]
    assert "You can still play" not in shown[10]


def test_where_chance_decides_one_tap_picks_the_dealer(app, scorer):
    class Last:
        def sample(self, players, *, k):
            return players[::-1]

    assert "Pick a dealer" in text_of(pressed(scorer, "game-wrotham"))
    app.extensions["chance"] = Last()

    page = pressed(scorer, "draw", ruleset="wrotham")

    assert re.search(r'name="dealer" value="2"[^>]* checked', page.text)
    assert "Pick again" in text_of(page)


def test_variants_are_switches(scorer, rules_of):
    page = pressed(scorer, "preview", ruleset="basic", variant=("ace-11", "nonsense"))
    game = started(scorer, ruleset="basic", variant=("ace-11", "penalty"))

    assert re.findall(r'name="variant" value="([^"]+)" checked', page.text) == ["ace-11"]
    assert rules_of(game).points["A"] == 11
    assert rules_of(game).ends.target == 100


def test_each_variant_says_what_it_changes_and_the_chosen_ones_are_named_above(scorer):
    page = pressed(scorer, "preview", ruleset="basic", variant=("ace-11", "out-ten"))

    assert "House rules and date Ten for going out, Ace 11 Penalty points" in text_of(page)
    assert re.search(r'<details id="house-rules"[^>]*>', page.text)[0].endswith('"rules-basic">')


def test_the_end_of_a_game_without_one_is_asked_for_and_agreed(scorer, rules_of):
    asked = pressed(scorer, "game-basic")
    refused = scorer.post("/games/new", {"player": THREE, "dealer": 0, "start": "1", "ruleset": "basic"})

    assert 'name="hands"' in asked.text
    assert 'id="ends-faults"' not in asked.text
    assert 'id="ends-faults"' in refused.text
    ends = rules_of(started(scorer, ruleset="basic", hands="5", target="200")).ends
    assert (ends.hands, ends.target, ends.session) == (5, 200, False)
    assert rules_of(started(scorer, ruleset="basic", session="1")).ends.session
    assert 'name="hands"' not in pressed(scorer, "game-six-hand").text


@pytest.mark.parametrize(("name", "text"), [("hands", "x"), ("target", "0")])
def test_an_end_that_cannot_be_read_is_told_beside_its_field(scorer, name, text):
    fields = {"player": THREE, "dealer": 0, "start": "1", "ruleset": "basic", name: text}
    page = scorer.post("/games/new", fields)

    assert page.status_code == 422
    assert f'id="{name}-faults"' in page.text


def test_values_that_the_rules_do_not_tell_are_those_of_another_game_or_typed(scorer, rules_of):
    page = text_of(pressed(scorer, "game-international"))

    assert "We’ll count the points ourselves" in page
    told = page.replace("\u00a0", " ").replace("\u2060", "").lower()
    assert "six hands 2–9: 5, 10–k: 10, a: 15, joker: 25" in told
    assert "Rummikub" not in page
    assert "Basic Rummy" not in page
    game = started(scorer, ruleset="international", values="six-hand")
    assert rules_of(game).points == RULESETS["six-hand"].points
    assert rules_of(started(scorer, ruleset="international", values="rummikub")).points is None


def test_a_set_of_the_table_is_called_by_its_name(scorer, saved, rules_of):
    key = saved("Aunt May’s", "basic", variants=("ace-15",), changes={"ends": {"hands": 4}})

    page = scorer.get(f"/games/new?ruleset={key}")
    listed = pressed(scorer, "game", ruleset=key)

    assert hidden(page, "ruleset") == key
    assert "Aunt May’s Change" in text_of(page)
    assert 'value="ace-15"' not in page.text
    assert "Aunt May’s Your own rules for Basic Rummy." in text_of(listed)
    rules = rules_of(started(scorer, ruleset=key, variant="out-ten"))
    assert (rules.points["A"], rules.ends.hands, rules.score.out_bonus) == (15, 4, 10)


def test_own_rules_are_made_from_the_game_that_is_chosen(scorer):
    page = pressed(scorer, "preview", ruleset="basic", variant="ace-11")

    assert 'href="/rulesets/continental/changes"' in scorer.get("/games/new").text
    players = "".join(f"player={name}&amp;" for name in THREE)
    assert f'href="/rulesets/basic/changes?{players}variant=ace-11"' in page.text
    assert 'href="/rules/basic"' in page.text


def test_for_rules_that_nobody_knows_continental_stands_chosen(scorer):
    page = scorer.get("/games/new?ruleset=nowhere")

    assert hidden(page, "ruleset") == "continental"


def test_another_game_forgets_what_was_agreed_for_the_former(scorer):
    page = pressed(scorer, "game-basic", ruleset="basic", variant="ace-11", hands="7", changes='{"jokers":1}')

    assert hidden(page, "changes") is None
    assert " checked" not in page.text
    assert values_of(page)["hands"] == ""


def test_a_game_is_played_again_by_its_rules(scorer, rules_of):
    first = started(scorer, ruleset="basic", variant="ace-11", hands="5")

    page = scorer.get(f"/games/new?again={first}")
    fields = {"ruleset": hidden(page, "ruleset"), "changes": hidden(page, "changes"), "variant": "ace-11"}

    assert re.findall(r'name="variant" value="([^"]+)" checked', page.text) == ["ace-11"]
    assert "5 hands." in text_of(page)
    assert rules_of(started(scorer, **fields)) == rules_of(first)


def test_continental_is_played_again_with_its_switches(scorer, rules_of):
    first = started(scorer, variant=("eleven", "last-card-laid"))

    page = scorer.get(f"/games/new?again={first}")

    assert hidden(page, "changes") is None
    ticked = re.findall(r'name="variant" value="([^"]+)" checked', page.text)
    assert ticked == ["eleven", "last-card-laid"]


@pytest.mark.parametrize(
    "changes",
    ["{", "[]", '{"id": "x"}', '{"decks": 99}', '{"deal": {"cards": "x"}}', "{}", '{"points":' + "[" * 2000],
)
def test_changes_that_are_none_are_left_out(scorer, changes):
    page = pressed(scorer, "preview", ruleset="six-hand", changes=changes)

    assert page.status_code == 200
    assert hidden(page, "changes") is None


def names_of_cards(page):
    cards = re.findall(r'class="game-card".*?<bdi>(.*?)</bdi>', page.text, re.DOTALL)
    return [unescape(name) for name in cards]


def test_rules_that_a_phone_saved_are_offered_again(scorer):
    made = {"name": "Vera’s Basic", "ends-target": "100", "save": "1"}
    scorer.change_rules("/rulesets/basic/changes", **made)

    assert names_of_cards(pressed(scorer, "game"))[len(RULESETS) :] == ["Vera’s Basic"]


def test_rules_of_a_friend_are_offered_again_once_they_were_played(scorer, saved, laptop):
    key = saved("Vera’s Basic", "basic", changes={"ends": {"target": 100}})
    assert len(names_of_cards(pressed(laptop, "game"))) == len(RULESETS)

    started(laptop, ruleset=key)

    assert names_of_cards(pressed(laptop, "game"))[len(RULESETS) :] == ["Vera’s Basic"]
    assert len(names_of_cards(pressed(scorer, "game"))) == len(RULESETS)


def test_the_latest_rules_come_first_and_no_more_than_eight(scorer, saved):
    keys = [saved(f"Rules {number}", "basic", changes={"ends": {"hands": 9}}) for number in range(9)]
    for key in (*keys, keys[4]):
        started(scorer, ruleset=key)

    offered = names_of_cards(pressed(scorer, "game"))[len(RULESETS) :]
    assert offered == [f"Rules {number}" for number in (4, 8, 7, 6, 5, 3, 2, 1)]


def test_a_cookie_of_nonsense_offers_nothing(scorer):
    scorer.client.set_cookie("rules", "..%00.x" * 40)

    assert len(names_of_cards(pressed(scorer, "game"))) == len(RULESETS)


def test_playing_again_calls_saved_rules_by_their_name(scorer, saved):
    key = saved("Vera’s Basic", "basic", changes={"ends": {"target": 100}})
    game = started(scorer, ruleset=key)

    page = scorer.get(f"/games/new?again={game}")

    assert hidden(page, "ruleset") == key
    assert "Vera’s Basic" in text_of(page)


def test_names_wait_while_rules_are_written(scorer):
    page = pressed(scorer, "game")
    form = scorer.get(unescape(re.search(r'href="(/rulesets/[^"]*)"', page.text)[1]))
    action = unescape(re.search(r'method="post"[^>]*action="(/rulesets/[^"]*)"', form.text)[1])
    saved_page = scorer.post(action, {"name": "Ours", "save": "1"})
    page = scorer.get(saved_page.location)
    back = scorer.get(unescape(re.search(r'href="(/games/new[^"]*)"', page.text)[1]))

    assert re.findall(r'name="player" value="([^"]*)"', shown(back.text)) == list(THREE)


def test_playing_again_leads_to_the_tables_own_rules(scorer, laptop, saved):
    known = {key: value for key, value in RULESETS["basic"].points.items() if key != "10-K"}
    points = {**known, "10-Q": 10, "K": 12}
    game = started(scorer, ruleset=saved("Ours", "basic", changes={"points": points}), hands="3")

    page = scorer.get(f"/games/new?again={game}")
    form = form_of(scorer.get(unescape(re.search(r'href="(/rulesets/basic/changes[^"]*)"', page.text)[1])))

    assert (form["points-K"], form["ends-hands"]) == ("12", "3")


@pytest.mark.parametrize(
    ("words", "group", "field"),
    [
        ("Limit how often you can say “May I”", "may-i", "may_i-most"),
        ("Forbid discarding the card you just took", "turns", "turn-taken_card"),
    ],
)
def test_one_tap_leads_to_house_rules_without_a_switch_with_what_is_ticked(scorer, words, group, field):
    page = pressed(scorer, "preview", variant=("eleven", "last-card-laid")).text
    assert "In hand 7, nobody can go down with just the cards" in page

    (address,) = re.findall(rf'href="([^"]*)">{words}<', page)
    form = scorer.get(unescape(address)).text

    assert address.endswith(f"#group-{group}")
    (opened,) = re.findall(rf'id="group-{group}" open>(.*?)</details>', form, re.DOTALL)
    assert f'name="{field}"' in opened
    assert 'value="eleven" checked' in form
    assert "player=Ana&amp;player=Ben" in form
    assert 'value="last-card-laid" checked' in form
