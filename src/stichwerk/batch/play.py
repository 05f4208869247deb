"""Whole games inside one compiled call, with a policy; what comes back are totals, not states."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stichwerk.batch import cuda, tallies
from stichwerk.batch.setup import (
    Policy,
    Setup,
    check_count,
    check_device,
    check_first,
    check_policy,
    check_seed,
    check_threads,
    parts,
    set_up,
)
from stichwerk.game.refusals import BadOption
from stichwerk.rules import chance, jit


@dataclass(frozen=True)
class Totals:
    """What was counted over many games (see `tallies`); two can be added."""

    counters: Any
    scores: Any = None  # final score of every seat in every game, where asked for

    @property
    def games(self) -> int:
        return int(self.counters[tallies.GAMES])

    @property
    def moves(self) -> int:
        return int(self.counters[tallies.MOVES])

    @property
    def rounds(self) -> int:
        return int(self.counters[tallies.ROUNDS])

    def wins(self, seat: int = 0) -> int:
        """Games won by a seat; in The Game by all together."""
        return int(self.counters[tallies.WINS + seat])

    def histogram(self, place: int) -> dict[int, int]:
        """How often the seat `place` after the first leader scored so many points in a round (The Game: minus cards left)."""
        start = tallies.SCORES + place * tallies.SPAN
        counts = self.counters[start : start + tallies.SPAN]
        return {int(at) - tallies.OFFSET: int(counts[at]) for at in np.nonzero(counts)[0]}

    def card(self, card: int) -> tuple[int, int, int]:
        """In how many rounds a card was chosen, the sum of the points those brought, and of their squares."""
        at = (tallies.CARD_COUNT, tallies.CARD_SUM, tallies.CARD_SQUARES)
        count, total, squares = (int(self.counters[start + card]) for start in at)
        return count, total, squares

    def table(self) -> tuple[int, int, int]:
        """Rounds, the sum of the points all seats of a round had together, and of their squares."""
        return self.rounds, int(self.counters[tallies.TABLE_SUM]), int(self.counters[tallies.TABLE_SQUARES])

    def __add__(self, other: Totals) -> Totals:
        """Totals of games of the same kind together (with their scores, if both have them)."""
        both = self.scores is not None and other.scores is not None
        return Totals(self.counters + other.counters, np.concatenate([self.scores, other.scores]) if both else None)


def nothing() -> Totals:
    return Totals(np.zeros(tallies.SIZE, np.int64))


def playouts(
    policy: str | Callable[..., int],
    game: str,
    players: int,
    games: int,
    device: str = "cpu",
    seed: int | None = None,
    variant: str | None = None,
    *,
    first: int = 0,
    threads: int | None = None,
    scores: bool = False,
    **options: Any,
) -> Totals:
    """Plays games number first … first + games - 1 of a seed and counts them.

    `policy`: "random", the name of a policy's module, or a function `act(o, seen, seat, dice) -> move` over the rules'
    arrays, written like the rules (`seen` is the seat's observation) and compiled here. `scores=True` also gives the final
    score of every seat in every game. The same seed gives the same games whatever the threads and the device.

    >>> from stichwerk.batch import playouts
    >>> playouts("random", "thegame", players=1, games=1000, seed=7).games
    1000
    """
    check_device(device)
    check_count("games", games)
    check_first(first)
    workers = min(check_threads(threads), games)
    setup = set_up(game, players, variant, options)
    chosen = check_policy(policy)
    table = np.zeros((games if scores else 0, players), np.int64)
    job = (setup, chosen, first, first + games, check_seed(seed), table)
    with jit.compiling():
        counters = cuda.play(*job) if device == "cuda" else _on_cpu(*job, workers)
    if counters[tallies.REFUSED]:
        raise BadOption("batch.illegal", count=int(counters[tallies.REFUSED]), games=games)
    return Totals(counters, table if scores else None)


def _on_cpu(setup: Setup, policy: Policy, first: int, last: int, seed: int, table: Any, workers: int) -> Any:
    kernels = setup.kernels(policy)
    if workers == 1 or last - first == 1:
        return _play_part(setup, kernels, first, first, last, seed, table)
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(_play_part, setup, kernels, first, a, b, seed, table) for a, b in parts(first, last, workers)]
    return sum((job.result() for job in jobs), np.zeros(tallies.SIZE, np.int64))


def _play_part(setup: Setup, kernels: ModuleType, start: int, first: int, last: int, seed: int, table: Any) -> Any:
    """One thread's share, with arrays of its own. The table's rows count from `start`."""
    words, counters = setup.rules.WORDS, np.zeros(tallies.SIZE, np.int64)
    s, seen, rng, dice, pile = (np.zeros(n, np.int64) for n in (words, words, chance.WORDS, chance.WORDS, setup.rules.LARGEST))
    kernels.play_range(setup.o, first, last, start, seed, s, rng, dice, pile, seen, counters, table)
    return counters
