"""A bot whose policy is compiled in the background; until that is done it plays by one that runs interpreted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from stichwerk.bots.background import InBackground
from stichwerk.game import observation
from stichwerk.game.game import Game
from stichwerk.game.options import MOST_SEEDS, kind_of
from stichwerk.rules import chance, jit

GAMES = ("sticheln", "hattrick")
Policy = Callable[[Any, Any, int, Any], int]


def in_background(module: str) -> dict[str, InBackground[Policy]]:
    """A policy's module compiled for each game, once somebody asks."""
    return {game: InBackground(partial(_compile, module, game)) for game in GAMES}


def _compile(module: str, game: str) -> Policy:
    policy: Policy = load(module, game, "cpu").act
    start = Game(game, 4, seed=1)
    seat = start.to_act[0]
    o, seen = (np.array(words, np.int64) for words in observation.read(start.view(seat)))
    policy(o, seen, seat, np.ones(chance.WORDS, np.int64))
    return policy


def load(module: str, game: str, target: str, **numbers: int) -> Any:
    """A policy's module for a game, compiled or (target "none") not."""
    parts = {"rules": f"stichwerk.rules.{game}", "quick": f"stichwerk.bots.quick_{game}"}
    return jit.load(module.format(game=game), target, **parts, **numbers)


class CompiledBot:
    def __init__(
        self, compiled: Mapping[str, InBackground[Policy]], meanwhile: Callable[[str], Policy], seed: int | None = None
    ) -> None:
        """`meanwhile(game)` gives the policy to play by until the compiled one is there."""
        self._compiled, self._meanwhile = compiled, meanwhile
        self._dice = [0] * chance.WORDS
        chance.seed(self._dice, secrets.randbelow(MOST_SEEDS) if seed is None else seed, 0)

    def act(self, view: Mapping[str, Any]) -> str:
        kind = kind_of(view["game"])
        o, seen = observation.read(view)
        policy = self._compiled[kind.name].get()
        if policy is None:
            return kind.texts[self._meanwhile(kind.name)(o, seen, view["seat"], self._dice)]
        dice = np.array(self._dice, np.int64)
        move = policy(np.array(o, np.int64), np.array(seen, np.int64), view["seat"], dice)
        self._dice = dice.tolist()
        return kind.texts[int(move)]

    def signal(self, view: Mapping[str, Any]) -> list[str]:
        return []
