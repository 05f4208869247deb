"""A whole round of classic Sticheln against bots, from the front page on: by mouse, and by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.visitors import Visitor

TRICKS = 14
MOST_TABS = 40  # that anything on a page may be away


def test_by_mouse(visit: Guests) -> None:
    guest = visit()
    guest.go("/")
    guest.button("Play now").click()
    guest.wait_for_turn(TRICKS + 1)
    guest.choose(guest.hand[0])
    for left in range(TRICKS, 0, -1):
        guest.wait_for_turn(left)
        guest.card(guest.playable[-1]).click()
    told = guest.page.get_by_role("dialog", name="Round 1 is over")
    expect(told.get_by_role("listitem")).to_have_count(4)
    told.get_by_role("button", name="Next round").click()
    guest.wait_for_turn(TRICKS + 1)


def test_by_keyboard_alone(visit: Guests) -> None:
    guest = visit()
    guest.go("/")
    tab_to(guest, "button.now")
    guest.page.keyboard.press("Enter")
    guest.wait_for_turn(TRICKS + 1)
    tab_to(guest, "[data-card]")
    press(guest, "End", "ArrowLeft", "Enter", "Enter")
    for left in range(TRICKS, 0, -1):
        guest.wait_for_turn(left)
        tab_to(guest, "[data-card]")
        press(guest, "ArrowRight" if left % 2 else "Home", "Enter")
        guest.until(lambda left=left: len(guest.hand) < left, "the card has left the hand")  # type: ignore[misc]
    guest.page.get_by_role("dialog", name="Round 1 is over").wait_for()
    press(guest, "Enter")
    guest.wait_for_turn(TRICKS + 1)


def press(guest: Visitor, *keys: str) -> None:
    for key in keys:
        guest.page.keyboard.press(key)


def tab_to(guest: Visitor, selector: str) -> None:
    for _ in range(MOST_TABS):
        if guest.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            break
        guest.page.keyboard.press("Tab")
    expect(guest.page.locator(f"{selector}:focus-visible")).to_have_count(1)


def test_what_has_the_focus_can_be_seen(visit: Guests) -> None:
    guest = visit()
    guest.go("/")
    tab_to(guest, "button.now")
    assert looks_focused(guest)
    tab_to(guest, "button.now")
    press(guest, "Enter")
    guest.wait_for_turn(TRICKS + 1)
    tab_to(guest, "[data-card]")
    assert looks_focused(guest)


def looks_focused(guest: Visitor) -> bool:
    """Whether the page looks different without the focus."""
    before = guest.page.screenshot()
    guest.page.evaluate("document.activeElement.blur()")
    return guest.page.screenshot() != before
