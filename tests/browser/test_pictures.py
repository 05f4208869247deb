"""The main screens look as they did: small pictures, compared with room for another version of the browser or of a font."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from tests.browser import pictures
from tests.server.inside import Inside

MOST_IN_ALL = 5.0  # of 255, on average over all points
FAR_OFF = 70  # of 255: a point that shows something else …
MOST_FAR_OFF = 0.03  # … and the share of such points that may be


@pytest.fixture(scope="module")
def still_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with pictures.still_house(tmp_path_factory.mktemp("still")) as running:
        yield running


@pytest.mark.parametrize("name", pictures.COMPARED)
def test_a_screen_looks_as_it_did(browser: Browser, still_house: Inside, name: str) -> None:
    scene, look = pictures.COMPARED[name]
    now = pictures.small(pictures.take(browser, still_house.url, scene, look, font=True))
    before = Image.open(pictures.FOLDER / f"{name}.png").convert("RGB")
    off, far = difference(before, now)
    assert (off < MOST_IN_ALL, far < MOST_FAR_OFF) == (True, True), f"{name}: {off:.1f} off, {far:.1%} of it far"


def test_other_cards_are_noticed() -> None:
    """The comparison can fail: without its hand a table is another picture."""
    before = Image.open(pictures.FOLDER / "play.png").convert("RGB")
    without = before.copy()
    without.paste("darkgreen", (50, 160, 280, 200))
    assert difference(before, without)[1] > MOST_FAR_OFF


def difference(before: Image.Image, now: Image.Image) -> tuple[float, float]:
    """On average, and the share of points that are far off."""
    assert before.size == now.size
    apart = ImageChops.difference(before, now)
    grey = apart.convert("L")
    far = sum(grey.histogram()[FAR_OFF:])
    return sum(ImageStat.Stat(apart).mean) / 3, far / (grey.width * grey.height)
