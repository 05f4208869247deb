"""Pictures of the running program: small ones that the tests compare with, and those of the README.

    python -m tests.browser.pictures        # after a change of how things look; then look at them

The server's secrets and its bots are the same every time, so that the cards are.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from stichwerk import bots
from stichwerk.table import secret
from tests.browser import scenes
from tests.browser.scenes import SCENES, Scene
from tests.browser.visitors import PHONE, WIDE, Visitor, launch
from tests.server.inside import Inside, inside

FOLDER = Path(__file__).parent / "pictures"
README = Path(__file__).parents[2] / "docs" / "pictures"
SMALLER = 4
FONT = "* { font-family: 'DejaVu Sans' !important; }"  # which every Debian with Chromium has

COMPARED: dict[str, tuple[Scene, dict[str, Any]]] = {
    "front": (SCENES["front"], {"size": WIDE}),
    "play": (scenes.play, {"size": WIDE}),
    "play-phone-dark": (scenes.play_with_eight, {"size": PHONE, "dark": True}),
    "hat-trick": (scenes.hattrick, {"size": WIDE, "dark": True}),
    "the-game-phone": (scenes.thegame, {"size": PHONE}),
    "round-over": (scenes.round_over, {"size": WIDE}),
}
SHOWN: dict[str, tuple[Scene, dict[str, Any]]] = {
    "sticheln": (scenes.play_last, {"size": (1280, 760), "scale": 1.5}),
    "the-game": (scenes.thegame, {"size": (1280, 760), "scale": 1.5}),
    "phone": (scenes.play_last, {"size": PHONE, "scale": 2, "dark": True}),
}


@contextlib.contextmanager
def still_house(folder: Path) -> Iterator[Inside]:
    """A server at which the same cards are always dealt and the bots always play the same."""
    make = bots.make
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secret, "draw", lambda: bytes(range(secret.BYTES)))
        patch.setattr(bots, "make", lambda name: make(name, seed=1))
        with inside(folder) as running:
            yield running


def take(browser: Browser, url: str, scene: Scene, look: dict[str, Any], font: bool = False) -> Image.Image:
    guest = Visitor(browser, url, **look)
    try:
        scene(guest)
        if font:
            guest.page.add_style_tag(content=FONT)
        guest.page.mouse.move(1, 1)
        guest.page.wait_for_timeout(300)
        return Image.open(io.BytesIO(guest.page.screenshot())).convert("RGB")
    finally:
        guest.leave()


def small(picture: Image.Image) -> Image.Image:
    return picture.resize((picture.width // SMALLER, picture.height // SMALLER), Image.Resampling.BOX)


def main() -> None:
    with tempfile.TemporaryDirectory() as name, still_house(Path(name)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        for file, (scene, look) in COMPARED.items():
            small(take(browser, house.url, scene, look, font=True)).save(FOLDER / f"{file}.png", optimize=True)
        for file, (scene, look) in SHOWN.items():
            take(browser, house.url, scene, look).save(README / f"{file}.webp", quality=80, method=6)
        browser.close()


if __name__ == "__main__":
    main()
