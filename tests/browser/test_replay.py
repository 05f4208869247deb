"""A finished game is stepped through, seen by anybody, shared by link, and kept as a file that can be verified."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from stichwerk.table import replays
from tests.browser.conftest import Guests
from tests.browser.scenes import finished
from tests.browser.visitors import Visitor


def open_replay(visit: Guests, game: str, players: int, query: str = "", **more: object) -> Visitor:
    guest = visit()
    guest.go(f"/r/{finished(guest.url, game, players, **more)}{query}")
    guest.page.get_by_role("slider").wait_for()
    return guest


def test_step_by_step_from_any_seat_and_with_all_cards_open(visit: Guests) -> None:
    guest = open_replay(visit, "sticheln", 3, options={"rounds": 1})
    slider = guest.page.get_by_role("slider")
    at = int(slider.input_value())
    guest.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value(str(at + 1))
    guest.page.keyboard.press("End")
    assert int(slider.input_value()) > 40
    guest.page.keyboard.press("Home")
    seen_by = guest.page.get_by_label(guest.say("replay.seen"))
    for seat in range(3):
        seen_by.select_option(index=seat + 1)
        guest.until(lambda: len(guest.hand) == 15, "a hand is shown")


def test_a_link_leads_to_the_same_moment(visit: Guests) -> None:
    guest = open_replay(visit, "hattrick", 4, options={"rounds": 1})
    for _ in range(5):
        guest.page.keyboard.press("ArrowRight")
    told = guest.page.get_by_role("slider").input_value()
    guest.page.wait_for_url(f"**step={int(told) + 1}&**")  # the address follows a little later
    other = visit()
    other.page.goto(guest.page.url)
    expect(other.page.get_by_role("slider")).to_have_value(told)


@pytest.mark.parametrize(("game", "players"), [("sticheln", 4), ("thegame", 2)])
def test_the_file_can_be_verified(visit: Guests, tmp_path: Path, game: str, players: int) -> None:
    guest = open_replay(visit, game, players)
    guest.button(guest.say("replay.keep")).click()
    with guest.page.expect_download() as loading:
        guest.page.get_by_role("link", name=guest.say("replay.download")).click()
    file = tmp_path / "replay.json"
    loading.value.save_as(file)
    assert replays.verify(file.read_bytes()).over
