"""The first-game lessons, played through on the page: an unwise card gets its reason, what is asked for is shown on demand."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.visitors import PHONE, WIDE, Visitor
from web import build

MOST_PRESSES = 4  # that one move may take: lift a card, lay it


def unwise(game: str) -> str:
    """A card that may be played first in a lesson, but should not."""
    steps = json.loads((build.WEB / "src" / "learn" / f"{game}.json").read_text("utf-8"))["steps"]
    step = next(step for step in steps if "move" in step and not step["move"].startswith("start"))
    return str(next(iter(step["why"])))


@pytest.mark.parametrize(("game", "size"), [("sticheln", WIDE), ("thegame", PHONE)])
def test_a_lesson_is_played_to_its_end(visit: Guests, game: str, size: tuple[int, int]) -> None:
    guest = visit(size=size)
    guest.go(f"/learn/{game}")
    steps = 0
    while not guest.button(guest.say("learn.again")).is_visible():
        advance(guest)
        steps += 1
        assert steps < 60, "the lesson does not end"
    assert steps > 10
    guest.button(guest.say("learn.play")).click()
    guest.page.wait_for_url("**/t/*")


def advance(guest: Visitor) -> None:
    """Turns the page, or does what is asked for."""
    before = count(guest)
    if guest.button(guest.say("learn.next")).is_visible():
        guest.button(guest.say("learn.next")).click()
    else:
        guest.button(guest.say("learn.show")).click()
        for press in range(MOST_PRESSES):
            hints = guest.page.locator("[data-hint]")
            hints.nth(press % hints.count()).click()
            guest.page.wait_for_timeout(50)
            if count(guest) != before or guest.button(guest.say("learn.next")).is_visible():
                break
    guest.until(lambda: count(guest) != before or guest.button(guest.say("learn.next")).is_visible(), "the lesson goes on")


def count(guest: Visitor) -> str:
    return guest.page.locator(".guide .count").inner_text()


def test_an_unwise_card_is_not_played_but_explained(visit: Guests) -> None:
    guest = visit()
    guest.go("/learn/sticheln")
    card = unwise("sticheln")
    while card not in guest.playable:
        advance(guest)
    guest.choose(card)
    expect(guest.page.get_by_test_id("reason")).to_be_visible()
    assert card in guest.hand


def test_the_rules_are_read_without_leaving_a_lesson(visit: Guests) -> None:
    guest = visit()
    guest.go("/learn/thegame")
    advance(guest)
    step = count(guest)
    guest.button(guest.say("browser.rules.here")).click()
    expect(guest.page.get_by_role("dialog")).to_contain_text(guest.say("rules.section.idea"))
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    assert count(guest) == step
