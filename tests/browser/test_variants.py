"""What is special in each variant (RULES 2.4), as people meet it on the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Guests
from tests.browser.lines import Line
from tests.browser.visitors import Visitor, new_table


def sit(visit: Guests, game: str = "sticheln", players: int = 3, **more: Any) -> tuple[Visitor, Line]:
    """Somebody at a table against bots, and their line."""
    guest = visit()
    line = Line(guest.page)
    guest.sit_down(new_table(guest.url, game, players, bots=players - 1, **more))
    return guest, line


def play_out(guest: Visitor, cards: int, last: int = 0) -> None:
    for left in range(cards, last, -1):
        guest.wait_for_turn(left)
        guest.card(guest.playable[0]).click()


def prompt(guest: Visitor) -> Locator:
    return guest.page.get_by_test_id("prompt")


def round_told(guest: Visitor) -> Locator:
    return guest.page.get_by_role("dialog", name="Round 1 is over")


def test_reverse_calls_the_colour_lucky_and_counts_it_up(visit: Guests) -> None:
    guest, line = sit(visit, variant="reverse")
    expect(prompt(guest)).to_have_text(guest.say("table.choose.lucky"))
    guest.wait_for_turn(15)
    guest.choose(guest.hand[-1])
    play_out(guest, 14)
    round_told(guest).wait_for()
    own = line.views[-1]["last_round"][0]
    assert own["counted"][-1]["each"] == -1
    assert all(part["each"] >= 0 for part in own["counted"][:-1])


def test_mild_counts_five_for_each(visit: Guests) -> None:
    guest, _ = sit(visit, variant="mild")
    guest.wait_for_turn(15)
    guest.choose(guest.hand[0])
    play_out(guest, 14)
    expect(round_told(guest)).to_contain_text("−5")


def test_aggravated_asks_for_two_cards_of_two_colours(visit: Guests) -> None:
    guest, _ = sit(visit, variant="aggravated")
    guest.wait_for_turn(15)
    first = guest.hand[0]
    guest.choose(first)
    expect(prompt(guest)).to_have_text(guest.say("table.choose.second"))
    assert all(card[0] != first[0] for card in guest.playable)
    guest.choose(guest.playable[0])
    guest.wait_for_turn(13)


def test_hazy_keeps_the_cards_face_down_until_the_round_ends(visit: Guests) -> None:
    guest, line = sit(visit, variant="hazy")
    guest.wait_for_turn(15)
    guest.choose(guest.hand[0])
    guest.wait_for_turn(14)
    face_down = guest.page.get_by_text(guest.say("table.facedown"), exact=False)
    assert face_down.count() >= 2
    assert [bool(cards and cards[0]) for cards in line.views[-1]["chosen"]][1:] == [False, False]
    play_out(guest, 14)
    round_told(guest).wait_for()


def test_delayed_has_a_colour_named_at_the_end_and_proposes_the_best(visit: Guests) -> None:
    guest, line = sit(visit, variant="delayed")
    play_out(guest, 15)
    guest.until(lambda: line.views[-1]["phase"] == "name" or line.views[-1]["round"] == 2, "the tricks are done")
    view = next(view for view in reversed(line.views) if view["phase"] == "name")
    if view["legal"]:
        proposed = view["proposed"]
        button = guest.page.get_by_role("button", name=guest.say(f"colour.{proposed}"))
        expect(button).to_contain_text(guest.say("table.naming.proposed"))
        taken = [card for card in view["taken"][view["seat"]] if card[0] == proposed]
        expect(button.locator(".card")).to_have_count(len(taken))
        button.click()
    round_told(guest).wait_for()


def test_the_first_edition_has_ten_rounds(visit: Guests) -> None:
    guest, _ = sit(visit, variant="first")
    expect(guest.page.get_by_role("banner")).to_contain_text("Round 1 of 10")


def test_hat_trick_sorts_what_is_taken_and_leaves_the_last_card(visit: Guests) -> None:
    guest, line = sit(visit, "hattrick", players=4)
    play_out(guest, 15, last=1)
    round_told(guest).wait_for()
    told = line.views[-1]["last_round"]
    assert sum(len(part["cards"]) for seat in told for part in seat["counted"]) == 4 * 14
    assert len(guest.hand) <= 1
