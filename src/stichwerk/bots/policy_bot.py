"""A bot that decides by a policy: a module with `act(o, seen, seat, dice) -> move` over the rules' arrays, one for each game.

The same policy runs compiled in simulations (`batch.playouts`); here it runs interpreted, on what the view alone tells.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from stichwerk.game import observation
from stichwerk.game.options import KINDS, MOST_SEEDS, kind_of
from stichwerk.rules import chance, jit


class PolicyBot:
    def __init__(self, policies: Mapping[str, str], seed: int | None = None) -> None:
        """`policies`: the name of the policy's module for each game; `seed` is for those that throw dice."""
        self._policies = policies
        self._dice = [0] * chance.WORDS
        chance.seed(self._dice, secrets.randbelow(MOST_SEEDS) if seed is None else seed, 0)

    def act(self, view: Mapping[str, Any]) -> str:
        kind = kind_of(view["game"])
        policy = jit.load(self._policies[kind.name], "none", rules=f"stichwerk.rules.{kind.name}")
        o, seen = observation.read(view)
        return kind.texts[policy.act(o, seen, view["seat"], self._dice)]

    def signal(self, view: Mapping[str, Any]) -> list[str]:
        return []


def simple(seed: int | None) -> PolicyBot:
    """The simple bot: the rules of thumb of a beginner who makes no slips."""
    return PolicyBot({game: f"stichwerk.bots.simple_{game}" for game in KINDS}, seed)
