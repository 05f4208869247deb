"""A few screens as pictures. They change only on purpose: `python -m tests.tui.test_snapshots`, then look at the difference."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from textual.pilot import Pilot

from stichwerk.table import secret
from tests.tui.people import at, house, keys_for, run, table, tap, until

FOLDER = Path(__file__).parent / "snapshots"


def view(pilot: Pilot[None]) -> Any:
    scene = table(pilot).scene
    return scene and scene.view


def is_my_turn(pilot: Pilot[None]) -> bool:
    return bool(view(pilot) and table(pilot).may_move and view(pilot)["to_act"] == [view(pilot)["seat"]])


async def play_to(pilot: Pilot[None], moves: int) -> None:
    """So many moves, and then until it is one's turn again."""
    await tap(pilot, "enter")
    for left in range(moves, -1, -1):
        await until(pilot, lambda: at(pilot) == "RoundWindow" or is_my_turn(pilot))
        if at(pilot) == "RoundWindow":
            return
        if left:
            version = table(pilot).version
            await tap(pilot, *keys_for(view(pilot)))
            await until(pilot, lambda version=version: table(pilot).version > version)  # type: ignore[misc]


async def start(pilot: Pilot[None]) -> None:
    await pilot.pause()


async def trick(pilot: Pilot[None]) -> None:
    await play_to(pilot, 3)


async def piles(pilot: Pilot[None]) -> None:
    await play_to(pilot, 2)


async def rules(pilot: Pilot[None]) -> None:
    await play_to(pilot, 0)
    await pilot.press("question_mark")


async def scoring(pilot: Pilot[None]) -> None:
    await play_to(pilot, 100)


async def tiny(pilot: Pilot[None]) -> None:
    await tap(pilot, "enter")
    await until(pilot, lambda: view(pilot))


def wished(game: str, variant: str, players: int, **options: Any) -> dict[str, Any]:
    return {"game": game, "wishes": {game: {"game": game, "variant": variant, "players": players, "options": options}}}


SCREENS: dict[str, tuple[Any, dict[str, Any], str, str, tuple[int, int]]] = {
    "start": (start, wished("sticheln", "hazy", 4), "en", "dark", (80, 24)),
    "sticheln": (trick, wished("sticheln", "classic", 4), "en", "dark", (80, 24)),
    "sticheln-eight-light": (trick, wished("sticheln", "aggravated", 8), "de", "light", (80, 24)),
    "hattrick-large": (trick, wished("hattrick", "standard", 5), "fr", "dark", (130, 42)),
    "thegame-ansi": (piles, wished("thegame", "standard", 1), "en", "ansi-dark", (80, 24)),
    "rules": (rules, wished("sticheln", "reverse", 5), "fr", "dark", (80, 24)),
    "scoring": (scoring, wished("sticheln", "classic", 3, rounds=2), "de", "dark", (100, 40)),
    "tiny": (tiny, wished("sticheln", "classic", 4), "en", "dark", (40, 10)),
}


def draws() -> Iterator[bytes]:
    """Secrets that are none, so that the cards are always the same."""
    number = 0
    while True:
        yield bytes([number % 256] * secret.BYTES)
        number += 1


def picture(name: str, folder: Path) -> str:
    act, kept, language, theme, size = SCREENS[name]
    found: list[str] = []

    async def person(pilot: Pilot[None]) -> None:
        pilot.app.theme = theme
        await act(pilot)
        await asyncio.sleep(0.1)
        await pilot.pause()
        found.append(pilot.app.export_screenshot(simplify=True))

    with mock.patch.object(secret, "draw", side_effect=draws()):
        run(house(folder, language=language, kept=kept), person, size)
    return re.sub(r"terminal-\d+", "terminal", found[0])


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_looks_as_it_did(name: str, tmp_path: Path) -> None:
    expected = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert words(picture(name, tmp_path)) == words(expected), "run python -m tests.tui.test_snapshots and look"


def words(svg: str) -> list[str]:
    """What is drawn, with its places and styles, a line each: easier to compare than one long text."""
    return [line.strip() for line in svg.replace("><", ">\n<").splitlines()]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for screen in SCREENS:
        with tempfile.TemporaryDirectory() as scratch:
            (FOLDER / f"{screen}.svg").write_text(picture(screen, Path(scratch)), "utf-8")
