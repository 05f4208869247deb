"""The games of a batch on the CPU: NumPy arrays, compiled kernels, as many threads as asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from stichwerk.batch.setup import Setup, parts
from stichwerk.game.refusals import BadOption
from stichwerk.rules import chance

FEWEST = 256  # games that make another thread worth its start


class CpuGames:
    def __init__(self, setup: Setup, n: int, threads: int) -> None:
        self._o = setup.o
        self._kernels = setup.kernels()
        self._words, self._pile, self._longest = setup.rules.WORDS, setup.rules.LARGEST, setup.rules.LONGEST
        self._workers = max(1, min(threads, n // FEWEST))
        self._pool = ThreadPoolExecutor(self._workers) if self._workers > 1 else None
        self.moves: int = setup.rules.MOVES
        self.width: int = self._kernels.layout.WIDTH
        self.layout: str = str(self._kernels.layout.__doc__)
        self._states = np.zeros((n, self._words), np.int64)
        self._rngs = np.zeros((n, chance.WORDS), np.int64)
        self.rewards = np.zeros((n, setup.players), np.int16)
        self.done = np.zeros(n, np.bool_)
        self.to_act = np.zeros(n, np.int8)
        self._mask: Any = None
        self._observation: Any = None

    @property
    def bytes_per_game(self) -> int:
        arrays = (self._states, self._rngs, self.rewards, self.done, self.to_act)
        return sum(array.nbytes for array in arrays) // len(self.done)

    def _all(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Does work on all games, a part of them in each thread."""
        ranges = list(parts(0, len(self.done), self._workers))
        if self._pool is None:
            return [work(*part) for part in ranges]
        return list(self._pool.map(lambda part: work(*part), ranges))

    def _scratch(self, size: int) -> Any:
        return np.zeros(size, np.int64)

    def reset(self, seed: int) -> None:
        run = self._kernels.reset_range
        self._all(lambda a, b: run(self._o, a, b, seed, self._states, self._rngs, self._scratch(self._pile)))
        self.rewards[:] = 0
        self.done[:] = False
        self._find_seats()

    def _find_seats(self) -> None:
        self._all(lambda a, b: self._kernels.seats_range(self._o, a, b, self._states, self.to_act))

    def read_actions(self, actions: Any) -> Any:
        try:
            moves = np.asarray(actions)
        except ValueError:
            moves = np.zeros((0, 0))
        if moves.shape != self.done.shape or moves.dtype.kind not in "iu":
            raise BadOption("batch.actions", given=f"{moves.dtype}{list(moves.shape)}", n=len(self.done))
        return np.ascontiguousarray(moves, np.int64)

    def refused(self, moves: Any) -> int:
        """The number of a game that cannot make its move, -1 for none."""
        found = self._all(lambda a, b: int(self._kernels.refused_range(self._o, a, b, self._states, moves)))
        return next((game for game in found if game >= 0), -1)

    def step(self, moves: Any, again: bool) -> None:
        run = self._kernels.step_range

        def work(first: int, last: int) -> None:
            pile = self._scratch(self._pile)
            run(self._o, first, last, self._states, self._rngs, moves, pile, self.rewards, self.done, again)

        self._all(work)
        self._find_seats()

    def mask(self) -> Any:
        if self._mask is None:
            self._mask = np.zeros((len(self.done), self.moves), np.uint8)
        run = self._kernels.mask_range
        self._all(lambda a, b: run(self._o, a, b, self._states, self._scratch(self._longest), self._mask))
        return self._mask

    def observe(self) -> Any:
        if self._observation is None:
            self._observation = np.zeros((len(self.done), self.width), np.int16)
        run = self._kernels.observe_range
        self._all(lambda a, b: run(self._o, a, b, self._states, self._scratch(self._words), self._observation))
        return self._observation
