"""People with browsers of their own: real Chromium pages on a real server.

Whatever goes wrong on a page (an error in the console, a request that fails) fails the test, when the visitor goes.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright

from stichwerk import words
from tests.server.processes import Missing, wait_until

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
]
WIDE, PHONE, SMALL = (1280, 800), (390, 844), (320, 640)
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}
PATIENCE = 20_000  # milliseconds for anything on a page
# Every line of the live region, as it comes.
KEEP_LINES = """
window.told = [];
const keep = (changes) => changes.forEach((change) => change.addedNodes.forEach((node) => window.told.push(node.textContent)));
addEventListener("DOMContentLoaded", function look() {
  const region = document.querySelector("[data-testid=announcer]");
  if (region) new MutationObserver(keep).observe(region, { childList: true });
  else setTimeout(look, 20);
});
"""
QUICK = {"speed": "none", "twoSteps": False, "lastCard": False}


def launch(playwright: Playwright) -> Browser:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if not found:
        raise Missing("The tests in a real browser need Chromium. On Debian and Ubuntu: apt install chromium")
    return playwright.chromium.launch(executable_path=found, args=FLAGS)


def new_table(url: str, game: str, players: int, bots: int = 0, **more: Any) -> str:
    """A table that somebody has made, with open seats first; its id."""
    seats = [{"kind": "open"}] * (players - bots) + [{"kind": "bot", "bot": "simple"}] * bots
    made = httpx.post(f"{url}/api/tables", json={"game": game, "players": players, "seats": seats, **more}, trust_env=False)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def wait_for_end(url: str, table: str) -> None:
    def over() -> bool:
        return bool(httpx.get(f"{url}/api/tables/{table}", trust_env=False).json()["over"])

    wait_until(over, "the game is over")


class Visitor:
    """One browser, one page."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: tuple[int, int] = WIDE,
        language: str = "en",
        dark: bool = False,
        moving: bool = False,
        scale: float = 1,
        **settings: Any,
    ) -> None:
        self.url, self.language = url, language
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=LOCALES[language],
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if moving else "reduce",
            device_scale_factor=scale,
            has_touch=size[0] < 700,
            is_mobile=size[0] < 700,
        )
        self.context.set_default_timeout(PATIENCE)
        kept = json.dumps({**QUICK, **settings})
        self.context.add_init_script(
            f"localStorage.getItem('stichwerk.settings') ?? localStorage.setItem('stichwerk.settings', '{kept}')"
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.expected: str | None = None  # what complaints hold that are no fault
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        is_expected = self.expected is not None and self.expected in message.text
        if message.type in ("error", "warning") and not is_expected:
            self.complaints.append(message.text)

    def leave(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.locator("#main").wait_for()

    def say(self, code: str) -> str:
        """What the page says, in the visitor's language."""
        return words.say(code, self.language)

    def switch_to(self, language: str) -> None:
        self.page.get_by_role("combobox", name=self.say("settings.language")).select_option(language)
        self.language = language

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def sit_down(self, table: str, name: str = "Ada") -> None:
        """By the link that people are sent."""
        self.go(f"/join/{table}")
        self.page.get_by_label(self.say("settings.name")).fill(name)
        self.button(self.say("front.join.sit")).click()
        self.page.wait_for_url(f"**/t/{table}")

    # ---- at a table

    @property
    def table(self) -> str:
        """The id of the table that is shown."""
        return self.page.url.split("/t/")[1].split("?")[0]

    def card(self, name: str) -> Locator:
        return self.page.locator(f"[data-card='{name}']")

    @property
    def hand(self) -> list[str]:
        return self._names("[data-card]")

    @property
    def playable(self) -> list[str]:
        """The cards that may be played now, as the page shows it."""
        return self._names("[data-card]:not([aria-disabled='true'])")

    def _names(self, selector: str) -> list[str]:
        found: list[str] = self.page.locator(selector).evaluate_all("cards => cards.map(card => card.dataset.card)")
        return found

    def wait_for_turn(self, cards: int) -> None:
        """Until so many cards may be played."""
        self.until(lambda: len(self.playable) == cards, f"{cards} cards may be played")

    def choose(self, name: str) -> None:
        """A choice is asked for twice, since it is not taken back."""
        self.card(name).click()
        self.card(name).click()

    def until(self, happened: Callable[[], bool], what: str) -> None:
        """Waits without holding up the page."""

        def look() -> bool:
            self.page.wait_for_timeout(10)
            return happened()

        wait_until(look, what, PATIENCE / 1000)

    @property
    def announced(self) -> str:
        """What a screen reader has been told of late."""
        return self.page.get_by_test_id("announcer").inner_text()

    def listen(self) -> Callable[[], str]:
        """Before the page is opened; then: all that a screen reader has been told on it."""
        self.page.add_init_script(KEEP_LINES)
        return lambda: str(self.page.evaluate("window.told.join(' ')"))
