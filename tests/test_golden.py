"""Golden playthroughs: one short game for each variant, readable by a person, that must never change.

They are records (`Game.record`). After a deliberate change of the rules or of the record's form, write them anew with
`python -m tests.test_golden` and read the difference.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stichwerk import Game
from stichwerk.game.options import KINDS
from tests.games import Setting, step

FOLDER = Path(__file__).parent / "golden"
PLAYERS = {"sticheln": 3, "hattrick": 4, "thegame": 2}
VARIANTS = [Setting(kind.name, PLAYERS[kind.name], variant) for kind in KINDS.values() for variant in kind.presets]


def path_of(setting: Setting) -> Path:
    return FOLDER / f"{setting.game}-{setting.variant}.txt"


@pytest.mark.parametrize("setting", VARIANTS, ids=str)
def test_every_variant_has_a_golden_playthrough_and_it_plays_the_same(setting: Setting) -> None:
    assert path_of(setting).exists(), f"{path_of(setting).name} is missing: run python -m tests.test_golden"
    text = path_of(setting).read_text("utf-8")
    game = Game.from_record(text)
    assert (game.name, game.variant, game.over) == (setting.game, setting.variant, True)
    assert game.record() == text


def test_every_golden_playthrough_is_of_a_variant() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(setting).name for setting in VARIANTS}


def write() -> None:
    for setting in VARIANTS:
        game = setting.start(11, **({} if setting.game == "thegame" else {"rounds": 1}))
        chance = random.Random(11)
        while not game.over:
            step(game, chance)
        path_of(setting).write_text(game.record(), "utf-8")


if __name__ == "__main__":
    write()
