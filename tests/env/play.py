"""What the tests of the environments share: settings, and games played in step."""

from __future__ import annotations

import random
from collections.abc import Iterator

from stichwerk import Game
from stichwerk.env.one import OneGame
from tests.games import Setting

SOME = [
    Setting("sticheln", 3, "classic"),
    Setting("sticheln", 4, "aggravated"),
    Setting("sticheln", 5, "delayed"),
    Setting("hattrick", 4, "standard"),
    Setting("thegame", 1, "standard"),
    Setting("thegame", 3, "expert"),
]
FIRST_PRIZE = {"sticheln": "points", "hattrick": "points", "thegame": "cards"}


def one_game(setting: Setting, memory: str = "perfect", prize: str | None = None) -> OneGame:
    reward = FIRST_PRIZE[setting.game] if prize is None else prize
    return OneGame(setting.game, setting.players, setting.variant, setting.options, memory, reward)


def in_step(setting: Setting, seed: int, *games: OneGame) -> Iterator[tuple[Game, int]]:
    """The same random game in `Game` and in others; yields before each move whose it is, and once after the end."""
    game, dice = setting.start(seed), random.Random(seed)
    for other in games:
        other.reset(seed)
    while not game.over:
        seat = game.to_act[0]
        yield game, seat
        move = dice.choice(game.legal(seat))
        game.play(seat, move)
        for other in games:
            other.step(game._kind.moves[move])
    yield game, -1
