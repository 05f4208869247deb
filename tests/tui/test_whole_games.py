"""Whole games by keys alone: every variant, every preset, from the start screen to the result."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from stichwerk.table.offers import offers
from tests.tui.people import at, house, play, run, table

GAMES = [(game.name, variant.name, number) for game in offers().games for number, variant in enumerate(game.variants)]


@pytest.mark.parametrize(("game", "variant", "number"), GAMES, ids=lambda part: str(part))
def test_every_variant_can_be_played_to_its_end_by_keys_alone(game: str, variant: str, number: int, tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await pilot.press("down")
        while pilot.app.screen.wish.game != game:  # type: ignore[attr-defined]
            await pilot.press("right")
        await pilot.press("down", *["right"] * number)
        if game != "thegame":
            await pilot.press("end", "up", "up", "up", "up", "up", "up")
            while not pilot.app.screen.form.current.key.endswith(":rounds"):  # type: ignore[attr-defined]
                await pilot.press("up")
            await pilot.press("1")
        await pilot.press("enter")
        await play(pilot)
        scene = table(pilot).scene
        assert at(pilot) == "EndWindow"
        assert scene is not None
        assert (scene.view["game"], scene.view["variant"], scene.view["over"]) == (game, variant, True)
        assert not list((tmp_path / "games").iterdir())

    run(house(tmp_path), person)
