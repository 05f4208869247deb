"""The tables on the smallest phone, in the language with the longest words: nothing lies over what one must read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute

from tests.browser import scenes
from tests.browser.conftest import Guests
from tests.browser.lines import LIVE
from tests.browser.visitors import SMALL, Visitor, new_table

BOX = "found => found.map(one => one.getBoundingClientRect().toJSON())"


def told_otherwise(guest: Visitor, what: str, instead: str) -> None:
    """Changes what the page hears: points and passes that it would take many rounds to get."""

    def hear(route: WebSocketRoute, message: str | bytes) -> None:
        told = message if isinstance(message, str) else message.decode()
        route.send(re.sub(what, instead, told))

    def opened(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda message: hear(route, message))

    guest.page.route_web_socket(LIVE, opened)


def boxes(found: Locator) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = found.evaluate_all(BOX)
    return shown


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    sideways = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return bool(sideways > 0.5 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5)


@pytest.mark.parametrize(("variant", "players"), [("classic", 8), ("aggravated", 6)])
def test_points_of_three_figures_have_room_beside_the_chosen_cards(visit: Guests, variant: str, players: int) -> None:
    guest = visit(size=SMALL, language="de")
    told_otherwise(guest, r'"scores":\s*\[[^\]]*\]', f'"scores":{[-105] * players}')
    scenes.choose(guest, players=players, variant=variant)
    plates = guest.page.locator(".plate:not(.own)")
    for at in range(players - 1):
        plate = plates.nth(at)
        (total,) = boxes(plate.locator(".total"))
        assert plate.locator(".total").inner_text().startswith("−105")
        assert not any(overlap(total, cards) for cards in boxes(plate.locator(".chosen > *")))
        (whole,) = boxes(plate)
        assert whole["left"] <= total["left"]
        assert total["right"] <= whole["right"]


def test_the_word_of_the_table_has_room_in_hat_trick(visit: Guests) -> None:
    guest = visit(size=SMALL, language="de")
    told_otherwise(guest, r'"passes":\s*\[\[[^\]]*\]', '"passes":[["r3"]')
    scenes.hattrick(guest)
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page must be scrolled to the side"
    (prompt,) = boxes(guest.page.get_by_test_id("prompt"))
    assert not any(overlap(prompt, other) for other in boxes(guest.page.locator(".plate.own, .tools button")))


def test_a_pile_takes_a_card_wherever_it_is_touched(visit: Guests) -> None:
    guest = visit(size=SMALL)
    guest.sit_down(new_table(guest.url, "thegame", 1))
    guest.until(lambda: len(guest.playable) == 8, "the cards are dealt")
    for touched in (".hint", ".target"):  # the number of steps, and the middle of the pile
        held = len(guest.hand)
        guest.card(guest.playable[0]).click()
        (box,) = boxes(guest.page.locator(f".pile.lit {touched}").first)
        guest.page.touchscreen.tap(box["left"] + box["width"] / 2, box["top"] + box["height"] / 2)
        guest.until(lambda held=held: len(guest.hand) < held, "the card lies")  # type: ignore[misc]
