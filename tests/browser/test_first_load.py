"""What a first visit costs, what may move, and what makes the page installable."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Route, WebSocket

from stichwerk.server import web
from tests.browser import scenes
from tests.browser.conftest import Guests
from tests.browser.visitors import new_table
from tests.server.inside import Inside

MOST_BYTES = 150_000
MAY_MOVE = {"transform", "opacity", "translate", "scale", "rotate"}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_first_table_is_under_150_kilobytes(visit: Guests, language: str) -> None:
    """Everything from an empty cache to the first card, as it goes over the wire."""
    guest = visit(language=language)
    files: set[str] = set()
    guest.page.on("response", lambda response: files.add(response.url.removeprefix(guest.url)))
    scenes.choose(guest)
    ours = web.load()
    sent = [file.packed or file.body for path, file in ours.items() if path in files or (path == web.PAGE)]
    assert len(sent) > 5
    assert sum(map(len, sent)) < MOST_BYTES


@pytest.mark.parametrize("address", ["", "new", "join/none", "tables", "t/none", "r/none", "rules", "learn/thegame"])
def test_a_page_comes_with_all_its_files(visit: Guests, address: str) -> None:
    """The head names each page's own script and styles, so that nothing is found out about late."""
    guest = visit()
    guest.expected = "404"  # there is no such table
    guest.page.goto(f"{guest.url}/{address}")
    guest.page.wait_for_selector("main h1, main p")
    head = web.load()[address.split("/")[0]].body.decode()
    source = web.SOURCES[address.split("/")[0]].rsplit("/", 1)[-1].removesuffix(".svelte")
    loaded: list[str] = guest.page.evaluate(
        "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"
    )
    own = [path for path in loaded if path.startswith((f"/assets/{source}-", "/assets/house-"))]
    assert len(own) > 2
    assert all(path in head for path in own)


def test_a_table_is_asked_for_before_the_scripts_that_show_it(visit: Guests, house: Inside) -> None:
    """Its socket and its words travel beside them: they have come when the last script does."""
    table = new_table(house.url, "sticheln", 4, bots=3)
    guest = visit()
    guest.sit_down(table)
    guest.wait_for_turn(15)
    held: list[Route] = []
    views: list[WebSocket] = []
    guest.page.on("websocket", lambda socket: socket.on("framereceived", lambda _: views.append(socket)))
    guest.page.route("**/assets/house-*.js", lambda route: held.append(route))
    with guest.page.expect_response("**/assets/en-*.js"):
        guest.page.reload(wait_until="commit")
    guest.until(lambda: bool(views), "the first view has come")
    assert (len(held), guest.hand) == (1, [])
    held[0].continue_()
    guest.wait_for_turn(15)
    assert len(set(views)) == 1


def test_what_is_around_a_table_comes_after_it_and_is_asked_for_until_it_comes(visit: Guests, house: Inside) -> None:
    table = new_table(house.url, "sticheln", 4, bots=3)
    assert "/assets/beside-" not in web.load()["t"].body.decode()
    guest = visit()
    tries: list[Route] = []
    guest.page.route("**/assets/beside-*.js", lambda route: tries.append(route))
    guest.sit_down(table)
    guest.wait_for_turn(15)
    guest.until(lambda: len(tries) == 1, "it is asked for")
    tries[0].abort()
    guest.page.keyboard.press("m")
    guest.until(lambda: len(tries) == 2, "it is asked for again")
    guest.complaints.clear()  # the first one did not come
    tries[1].continue_()
    guest.page.get_by_role("dialog", name="Sticheln").wait_for()


def test_cards_move_only_in_ways_that_cost_nothing(visit: Guests) -> None:
    """Flights and turns animate transform and opacity: no picture is laid out or painted anew for them."""
    guest = visit(moving=True, speed="fast")
    guest.page.add_init_script(WATCH_ANIMATIONS)
    scenes.play(guest, tricks=2)
    moved = set(guest.page.evaluate("[...window.moved]"))
    assert "transform" in moved
    assert moved <= MAY_MOVE


# Every property of every animation that is running, looked at in every frame.
WATCH_ANIMATIONS = """
window.moved = new Set();
const meta = new Set(["offset", "computedOffset", "easing", "composite"]);
(function look() {
  for (const animation of document.getAnimations())
    for (const frame of animation.effect?.getKeyframes() ?? [])
      for (const name of Object.keys(frame)) if (!meta.has(name)) window.moved.add(name);
  requestAnimationFrame(look);
})();
"""


def test_the_page_can_be_installed(house: Inside) -> None:
    with httpx.Client(base_url=house.url, trust_env=False) as http:
        page = http.get("/").text
        assert 'rel="manifest"' in page
        manifest: dict[str, Any] = json.loads(http.get("/manifest.webmanifest").text)
        assert {"name", "short_name", "start_url", "display", "icons", "background_color", "theme_color"} <= set(manifest)
        for icon in manifest["icons"]:
            answer = http.get(icon["src"])
            assert answer.status_code == 200
            if icon["type"] == "image/png":
                picture = Image.open(io.BytesIO(answer.content))
                assert f"{picture.width}x{picture.height}" == icon["sizes"]
        assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
        assert any("maskable" in icon.get("purpose", "") for icon in manifest["icons"])


def test_files_are_kept_packed() -> None:
    """What the bundle's figure counts is what is sent."""
    for path, file in web.load().items():
        if file.packed:
            assert gzip.decompress(file.packed) == file.body, path
