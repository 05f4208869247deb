"""From a game's name and options to the rules' array of options and the compiled kernels for it."""

from __future__ import annotations

import importlib
import itertools
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from stichwerk.game import options as choices
from stichwerk.game.kind import is_whole
from stichwerk.game.refusals import BadOption
from stichwerk.rules import jit

DEVICES = ("cpu", "cuda")
RANDOM = "stichwerk.batch.random_policy"
MOST_ROUNDS = 10**9  # and points of a target: more than anybody can wait for, and safely inside 64 bits
MOST_THREADS = 1024
MOST_GAMES = 1 << 61  # numbers of games beyond this are kept for the policies' dice

Policy = str | FunctionType


@dataclass(frozen=True)
class Setup:
    """A game ready for the kernels."""

    game: str
    players: int
    options: dict[str, Any]
    o: Any
    rules: ModuleType
    layout: ModuleType
    prize: ModuleType

    def kernels(self, policy: Policy = RANDOM, learns: bool = False) -> ModuleType:
        """The kernels compiled for the CPU; `learns`: for games in which all but one seat play by the policy."""
        return jit.load("stichwerk.batch.kernels", **self._parts(policy), LEARNS=int(learns))

    def cuda_kernels(self, policy: Policy = RANDOM, learns: bool = False) -> ModuleType:
        """The kernels compiled for CUDA."""
        sizes = {
            "STATE": self.rules.WORDS,
            "PILE": self.rules.LARGEST,
            "MOVES": self.rules.LONGEST,
            "OPTIONS": self.rules.OPTIONS,
        }
        return jit.load("stichwerk.batch.cuda_kernels", "cuda", **self._parts(policy), **sizes, LEARNS=int(learns))

    def _parts(self, policy: Policy) -> dict[str, Policy]:
        return {
            "rules": f"stichwerk.rules.{self.game}",
            "tally": f"stichwerk.batch.tally_{self.game}",
            "layout": self.layout.__name__,
            "prize": self.prize.__name__,
            "policy": policy,
        }


def set_up(game: str, players: int, variant: str | None, options: dict[str, Any]) -> Setup:
    """Checks everything as `Game` does."""
    kind = choices.kind_of(game)
    resolved = choices.resolve(kind, players, choices.default_variant(kind) if variant is None else variant, options)
    for name in ("rounds", "target"):
        if (resolved.get(name) or 0) > MOST_ROUNDS:
            raise BadOption("option.range", option=name, given=resolved[name], least=1, most=MOST_ROUNDS)
    o = np.array(kind.encode(players, resolved), np.int64)
    prize = importlib.import_module(f"stichwerk.batch.prize_{'thegame' if game == 'thegame' else 'tricks'}")
    return Setup(game, players, resolved, o, importlib.import_module(f"stichwerk.rules.{game}"), layout_of(game), prize)


def layout_of(game: str) -> ModuleType:
    """How a seat of a game sees the table, as numbers."""
    return importlib.import_module(f"stichwerk.batch.layout_{game}")


def check_count(option: str, given: Any) -> None:
    if not is_whole(given) or given < 1:
        raise BadOption("option.whole", option=option, given=repr(given), least=1)


def check_device(device: Any) -> None:
    check_value("device", device, DEVICES)


def check_policy(policy: Any) -> Policy:
    """A policy's module, or the function it is."""
    if isinstance(policy, str):
        return RANDOM if policy == "random" else _check_module(policy)
    function = getattr(policy, "py_func", policy)  # of a function that numba has compiled already
    if isinstance(function, FunctionType) and function.__closure__ is None:
        return function
    raise BadOption("batch.policy", given=repr(policy))


def _check_module(name: str) -> str:
    try:
        if hasattr(importlib.import_module(name), "act"):
            return name
    except (ImportError, ValueError, TypeError):
        pass
    raise BadOption("batch.policy", given=repr(name))


def check_value(option: str, given: Any, possible: Sequence[str]) -> str:
    """One of some names, or a sentence that says which there are."""
    if given not in possible:
        raise BadOption("option.value", option=option, given=repr(given), possible=[repr(name) for name in possible])
    return str(given)


def check_learner(given: Any, players: int) -> int | None:
    """A seat; None for another one in every game."""
    if given is not None and not (is_whole(given) and 0 <= given < players):
        raise BadOption("option.range", option="learner", given=repr(given), least=0, most=players - 1)
    return None if given is None else int(given)


def check_first(first: Any) -> None:
    if not is_whole(first) or not 0 <= first < MOST_GAMES:
        raise BadOption("option.range", option="first", given=repr(first), least=0, most=MOST_GAMES - 1)


def check_threads(threads: Any) -> int:
    """How many threads to use: those asked for, or one for every core."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not is_whole(threads) or not 1 <= threads <= MOST_THREADS:
        raise BadOption("option.range", option="threads", given=repr(threads), least=1, most=MOST_THREADS)
    return int(threads)


def check_seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(63)
    return choices.check_seed(seed)


def parts(first: int, last: int, count: int) -> Iterator[tuple[int, int]]:
    """A range cut into so many nearly equal ones."""
    edges = [first + (last - first) * k // count for k in range(count + 1)]
    return ((low, high) for low, high in itertools.pairwise(edges) if low < high)
