"""A game is started: seats in order by drag and by button, the high card, house rules, games from paper."""

from playwright.sync_api import Page, expect

from tests.support.browser.games import begin


def seat(page: Page, *names: str) -> None:
    """Type these names on the new game page."""
    page.goto("/games/new")
    # Sooner, the browser posts the form by itself, and goes back to what was answered.
    expect(page.locator("#seating[data-kept]")).to_be_attached()
    for count, name in enumerate(names, start=1):
        page.get_by_label("Who’s playing?").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.locator("[name=player]")).to_have_count(count)
    is_answered(page)


def is_answered(page: Page) -> None:
    """What the form says follows from the seats as they are."""
    expect(page.locator(".laid .felt")).to_be_visible()
    expect(page.locator(".is-old")).to_have_count(0)


def are_seated(page: Page, *names: str) -> None:
    for place, name in enumerate(names):
        expect(page.locator("[name=player]").nth(place)).to_have_value(name)


def deals(page: Page, name: str) -> None:
    page.get_by_role("radio", name=f"Dealer is {name}").locator("..").tap()


def test_tap_on_a_name_makes_that_player_the_dealer(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem", "Dee")
    page.locator(".seat").get_by_text("Ben", exact=True).tap(force=True)
    expect(page.get_by_role("radio", name="Dealer is Ben")).to_be_checked()
    expect(page.locator(".preview")).to_contain_text("Ben deals. Cem goes first")
    expect(page.locator(".seat").nth(1).get_by_text("Dealer", exact=True)).to_be_visible()
    expect(page.locator(".seat").nth(0).get_by_text("Dealer", exact=True)).to_be_hidden()


def test_drawn_cards_move_with_their_player_and_go_with_another_dealer(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    page.get_by_role("button", name="Draw for dealer").tap()
    expect(page.locator(".draw > li")).to_have_count(3)
    cards = page.locator(".draw > li").all_inner_texts()
    page.get_by_role("button", name="Move Ana by one seat").tap()
    expect(page.locator(".draw > li bdi")).to_have_text(["Ben", "Ana", "Cem"])
    assert page.locator(".draw > li").all_inner_texts() == [cards[1], cards[0], cards[2]]
    other = next(name for name in ("Ana", "Ben") if name != page.locator(".is-highest bdi").inner_text())
    deals(page, other)
    expect(page.locator(".preview")).to_contain_text(f"{other} deals.")
    expect(page.locator(".draw")).to_have_count(0)


def test_names_outlive_a_look_at_the_rules_and_a_reload_until_the_game_starts(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem", "Dee")
    deals(page, "Cem")
    expect(page.locator(".preview")).to_contain_text("Cem deals")
    page.get_by_label("Who’s playing?").fill("Ev")
    page.goto("/rules")
    page.go_back()
    are_seated(page, "Ana", "Ben", "Cem", "Dee")
    page.reload()
    are_seated(page, "Ana", "Ben", "Cem", "Dee")
    expect(page.locator(".preview")).to_contain_text("Cem deals")
    expect(page.get_by_label("Who’s playing?")).to_have_value("Ev")
    page.get_by_label("Who’s playing?").fill("")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Ana", exact=True)).to_be_visible()
    expect(page.locator("[name=player]")).to_have_count(0)


def test_dealer_of_a_rematch_outlives_a_reload(page: Page) -> None:
    game = begin(page)
    page.goto(f"/games/new?again={game.path.rpartition('/')[2]}")
    deals(page, "Cem")
    expect(page.locator(".preview")).to_contain_text("Cem deals")
    page.reload()
    expect(page.locator(".preview")).to_contain_text("Cem deals")
    expect(page.get_by_role("radio", name="Dealer is Cem")).to_be_checked()
