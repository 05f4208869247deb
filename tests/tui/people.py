"""People of the tests: they look at the screen's scene and press keys, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.pilot import Pilot

from stichwerk.tui.app import House
from stichwerk.tui.files import Files, Settings
from stichwerk.tui.table_screen import TableScreen

PATIENCE = 100.0  # seconds


def house(folder: Path, language: str = "en", **more: Any) -> House:
    """The program, with its files in a folder and without pauses."""
    files = Files(folder)
    if not (folder / "person.json").exists():
        files.keep_settings(
            Settings(name="Ada", language=language, theme="dark", pace=more.pop("pace", "none"), **more.pop("kept", {}))
        )
    return House(files, **more)


def run(app: House, act: Callable[[Pilot[None]], Any], size: tuple[int, int] = (80, 24)) -> None:
    async def within() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await asyncio.wait_for(act(pilot), PATIENCE)

    asyncio.run(within())


async def until(pilot: Pilot[None], wanted: Callable[[], Any], what: str = "") -> None:
    for _ in range(2_000):
        if wanted():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"did not happen: {what or wanted}")


def at(pilot: Pilot[None]) -> str:
    """The name of the screen on top."""
    return type(pilot.app.screen).__name__


def table(pilot: Pilot[None]) -> TableScreen:
    found = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
    return found[-1]


def shown(pilot: Pilot[None]) -> str:
    """What stands on the screen."""
    screen = pilot.app.screen
    lines = [["".join(segment.text for segment in strip)] for strip in screen._compositor.render_strips()]
    return "\n".join("".join(line).rstrip() for line in lines)


def keys_for(view: Any) -> list[str]:
    """Some keys that make a legal move: the first one that there is, the highest of The Game."""
    if view["phase"] == "start":
        return ["2"]
    if view["game"] == "thegame":
        plays = sorted((move for move in view["legal"] if move != "end"), key=lambda move: _cost(view, move))
        if "end" in view["legal"] and (not plays or len(view["played"]) >= view["minimum"]):
            return ["e"]
        return [*plays[0][:-1], plays[0][-1].lower()]
    return [*view["legal"][0], "enter"]


def _cost(view: Any, move: str) -> int:
    return -1 if move in view["backwards"] else abs(int(move[:-1]) - view["piles"][move[-1]])


async def tap(pilot: Pilot[None], *keys: str) -> None:
    """Presses keys without waiting for more than that they have been dealt with: whole games have many."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot._wait_for_screen()


async def play(pilot: Pilot[None], moves: int = 10_000) -> None:
    """Plays by keys until the result is shown, or so many moves."""
    while moves and at(pilot) != "EndWindow":
        if at(pilot) == "RoundWindow":
            await tap(pilot, "enter")
        elif at(pilot) == "TableScreen" and table(pilot).may_move and table(pilot).scene.view["legal"]:  # type: ignore[union-attr]
            before = table(pilot).version
            await tap(pilot, *keys_for(table(pilot).scene.view))  # type: ignore[union-attr]
            await until(pilot, lambda before=before: table(pilot).version > before, "a move")  # type: ignore[misc]
            moves -= 1
        else:
            await asyncio.sleep(0.01)
