"""A local game is saved with every move and offered again: quitting, crashing and broken disks lose nothing."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from stichwerk.tui import saved, wish
from stichwerk.tui.files import Files
from tests.tui.people import at, house, play, run, shown, table, tap, until

GAMES = [
    ("sticheln", "classic"),
    ("sticheln", "aggravated"),
    ("sticheln", "delayed"),
    ("hattrick", "standard"),
    ("thegame", "standard"),
]


def wished(game: str, variant: str) -> dict[str, Any]:
    options = {} if game == "thegame" else {"rounds": 2}
    return {"game": game, "wishes": {game: {"game": game, "variant": variant, "options": options}}}


@pytest.mark.parametrize(("game", "variant"), GAMES)
@pytest.mark.parametrize("way", ["q", "ctrl+q"])
def test_a_game_goes_on_where_it_was(game: str, variant: str, way: str, tmp_path: Path) -> None:
    views = []

    async def first(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await play(pilot, 4)
        await until(pilot, lambda: table(pilot).may_move and table(pilot).scene.view["legal"])  # type: ignore[union-attr]
        views.append(table(pilot).scene.view)  # type: ignore[union-attr]
        await pilot.press(way)

    async def second(pilot: Pilot[None]) -> None:
        assert pilot.app.screen.form.current.key == "resume:0"  # type: ignore[attr-defined]
        assert "Go on:" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene)
        views.append(table(pilot).scene.view)  # type: ignore[union-attr]

    run(house(tmp_path, kept=wished(game, variant)), first)
    run(house(tmp_path), second)
    without_log = [{key: value for key, value in view.items() if key != "log"} for view in views]
    assert without_log[0] == without_log[1]


def test_every_move_is_in_the_file_before_it_is_seen(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        for _ in range(5):
            await play(pilot, 1)
            ((kept,), _) = saved.unfinished(Files(tmp_path))
            assert kept.table.version >= table(pilot).version

    run(house(tmp_path), person)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: table(pilot).may_move and len(table(pilot).scene.view["to_act"]) == 1)  # type: ignore[union-attr]
        screen = table(pilot)
        hand = screen.scene.view["hand"]  # type: ignore[union-attr]

        def full(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(os, "replace", full)
            await tap(pilot, "home", "enter")
            await until(pilot, lambda: "could not be stored" in shown(pilot), "it is said")
        assert screen.scene.view["hand"] == hand  # type: ignore[union-attr]
        assert [path.name for path in (tmp_path / "games").iterdir() if path.name.startswith(".")] == []
        await tap(pilot, "enter")
        await until(pilot, lambda: len(screen.scene.view["hand"]) == len(hand) - 1, "now it is")  # type: ignore[union-attr]

    run(house(tmp_path), person)


def test_without_a_folder_to_write_to_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")

    async def person(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await asyncio.sleep(0.1)
        assert "cannot be saved here" in shown(pilot)

    run(house(tmp_path), person)


def test_several_games_are_offered_the_newest_first(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        for game in range(2):
            await pilot.press("home", *["down"] * game, "enter")
            await play(pilot, 1)
            await pilot.press("q")
            await until(pilot, lambda: at(pilot) == "StartScreen")
        keys = [row.key for row in pilot.app.screen.form.rows]  # type: ignore[attr-defined]
        assert keys[:3] == ["resume:0", "resume:1", "play"]

    run(house(tmp_path), person)


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    files = Files(tmp_path)
    files.write("games/x.json", b"{}")
    assert (tmp_path / "games" / "x.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("players", [-1, 0, 2, 9, 10**9])
def test_a_file_that_says_what_cannot_be_is_told_and_left_alone(players: int, tmp_path: Path) -> None:
    """Also one whose table would never be dealt."""
    files = Files(tmp_path)
    begun = saved.begin(files, wish.setup_of(wish.fitted({"game": "sticheln"})), "Ada")
    path = tmp_path / begun.name
    path.write_text(path.read_text().replace('"players":4', f'"players":{players}'))
    (tmp_path / "games" / "away.json").symlink_to(tmp_path / "nowhere")
    assert saved.unfinished(files) == ([], [path])

    async def person(pilot: Pilot[None]) -> None:
        assert "cannot be read any more" in shown(pilot)
        assert path.name in "".join(shown(pilot).split())
        await pilot.press("enter")
        await until(pilot, lambda: at(pilot) == "TableScreen", "a new game can be played all the same")

    run(house(tmp_path), person)
    assert path.exists()
