"""DESIGN, Secrets: no bot's move or signal changes when what its seat cannot see is permuted.

Every bot, in every game, variant, mixture and phase: asked in a game and in its twin (`test_secrets.twin`, made from outside),
where all hidden cards and choices are others, it does the same with the same seed, and leaves its view as it was.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from stichwerk import Game, bots
from stichwerk.game.options import KINDS
from tests.games import ALL, Setting, step
from tests.test_secrets import shuffled, twin

SEED = 5
SELDOM = 25  # moves between two moments of one phase, about


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    for game in KINDS:
        for name in bots.names(game):
            bots.prepare(name, game)


def moments(setting: Setting, decks: list[list[str]], dice: random.Random) -> Iterator[Game]:
    """A random round: each phase when some have moved in it already, and a few moments between."""
    game, met = setting.start(SEED, decks=decks), set[str]()
    while not game.over and game.view(None)["round"] == 1:
        fewer = game.phase == "play" or len(game.to_act) < game.players
        if (game.phase not in met and fewer) or dice.randrange(SELDOM) == 0:
            met.add(game.phase)
            yield game
        step(game, dice)
    assert met == {"play", *(["start"] if setting.game == "thegame" and setting.players > 1 else []), *_picks(game)}


def _picks(game: Game) -> list[str]:
    """The phase in which colours are picked, where there is one."""
    return [] if game.name != "sticheln" else ["name" if game.options["reveal"] == "after" else "choose"]


def told_by(name: str, view: dict[str, Any]) -> tuple[str, list[str]]:
    """What a new bot does and says."""
    bot = bots.make(name, 3)
    kept = copy.deepcopy(view)
    found = bot.act(view), bot.signal(view)
    assert view == kept, "a bot leaves its view as it was"
    assert found[0] in view["legal"]
    return found


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_no_bot_decides_by_what_it_may_not_see(setting: Setting) -> None:
    dice = random.Random(f"bots {setting}")
    decks = [shuffled(setting.start(SEED), dice) for _ in range(2)]
    for game in moments(setting, decks, dice):
        seat = dice.choice(game.to_act)
        pair = next((found for _ in range(50) if (found := twin(setting, SEED, game, seat, decks, dice))), None)
        assert pair, "no permutation could be played"
        view, other = (each.view(seat) for each in pair)
        for name in bots.names(setting.game):
            assert told_by(name, view) == told_by(name, json.loads(json.dumps(other))), name


def test_the_test_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is somehow handed the other hands is caught."""
    monkeypatch.setattr(Game, "view", lambda self, seat, view=Game.view: {**view(self, seat), "oops": sum(self._s)})
    monkeypatch.setattr(
        "stichwerk.bots.random.RandomBot.act", lambda self, view: view["legal"][view["oops"] % len(view["legal"])]
    )
    monkeypatch.setattr("tests.test_secrets.told", lambda game, seat: "")
    with pytest.raises(AssertionError, match="random"):
        test_no_bot_decides_by_what_it_may_not_see(Setting("sticheln", 5, "classic"))
