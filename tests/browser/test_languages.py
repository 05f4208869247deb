"""English, German, French: taken from the browser at first, switched at the table, remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stichwerk import words
from tests.browser import scenes
from tests.browser.conftest import Guests
from tests.browser.scenes import SCENES

GAP = re.compile(r"\{\w+\}|\b(?:undefined|NaN)\b")
CODE = re.compile(rf"\b(?:{'|'.join(sorted({code.split('.')[0] for code in words.catalogue('en')}))})\.[a-z]+(?:\.[a-z]+)*\b")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_language_is_the_browsers_at_first(visit: Guests, language: str) -> None:
    guest = visit(language=language)
    guest.go("/")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(guest.say("front.headline"))
    assert guest.page.locator("html").get_attribute("lang") == language


def test_the_language_is_switched_at_the_table_and_kept(visit: Guests) -> None:
    guest = visit()
    scenes.choose(guest)
    expect(guest.page.get_by_test_id("prompt")).to_have_text(words.say("table.choose", "en"))
    for language in ("de", "fr"):
        guest.switch_to(language)
        expect(guest.page.get_by_test_id("prompt")).to_have_text(guest.say("table.choose"))
    card = guest.page.locator("[data-card]").first
    name = card.get_attribute("aria-label") or ""
    colour = words.say(f"colour.{(card.get_attribute('data-card') or '')[0]}", "fr")
    assert colour in name
    guest.page.reload()
    expect(guest.page.get_by_test_id("prompt")).to_have_text(guest.say("table.choose"))


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("scene", ["front", "new", "waiting", "round over", "The Game", "replay", "lesson in Sticheln"])
def test_no_sentence_is_missing_and_no_gap_is_left(visit: Guests, language: str, scene: str) -> None:
    guest = visit(language=language)
    SCENES[scene](guest)
    text = guest.page.locator("body").inner_text()
    assert not GAP.search(text)
    assert not CODE.search(text)
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page must be scrolled to the side"
