"""The games of a batch on the CPU: NumPy arrays, compiled kernels, as many threads as asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from stichwerk.batch import layouts
from stichwerk.batch.setup import Policy, Setup, parts
from stichwerk.game.refusals import BadOption
from stichwerk.rules import chance

FEWEST = 256  # games that make another thread worth its start


class CpuGames:
    def __init__(self, setup: Setup, n: int, threads: int, others: Policy, learners: Any, memory: str) -> None:
        self._o = setup.o
        self._learns = bool(learners[0] >= 0)
        self._kernels = setup.kernels(others, self._learns)
        self._memory = layouts.MEMORIES.index(memory)
        self._words, self._pile, self._longest = setup.rules.WORDS, setup.rules.LARGEST, setup.rules.LONGEST
        self._workers = max(1, min(threads, n // FEWEST))
        self._pool = ThreadPoolExecutor(self._workers) if self._workers > 1 else None
        self.moves: int = setup.rules.MOVES
        self.width: int = layouts.width(setup.layout.ROWS, memory)
        self._states = np.zeros((n, self._words), np.int64)
        self.learners = np.array(learners, np.int8)
        self._rngs = np.zeros((n, chance.WORDS), np.int64)
        # of the others, and what is remembered: one word, and not looked at, where there are none
        self._dice = np.zeros((n, chance.WORDS if self._learns else 1), np.int64)
        self._pasts = np.zeros((n, setup.layout.PAST if memory == "perfect" else 1), np.int8)
        self.rewards = np.zeros((n, setup.players), np.int16)
        self.done = np.zeros(n, np.bool_)
        self.to_act = np.zeros(n, np.int8)
        self._mask: Any = None
        self._observation: Any = None
        self._every = np.ones(n, np.bool_)
        self._prizes: Any = None

    @property
    def bytes_per_game(self) -> int:
        arrays = (self._states, self._rngs, self._dice, self._pasts, self.learners, self.rewards, self.done, self.to_act)
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
        run = self._kernels.seed_range
        self._all(lambda a, b: run(a, b, seed, self._rngs, self._dice))
        self.restart(self._every)
        self.rewards[:] = 0
        self.done[:] = False

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

    def step(self, moves: Any) -> None:
        run = self._kernels.step_range
        self._all(lambda a, b: run(self._o, a, b, *self._games, moves, *self._room(), self.rewards, self.done, self.to_act))

    def restart(self, which: Any) -> None:
        run = self._kernels.restart_range
        self._all(lambda a, b: run(self._o, a, b, which, *self._games, *self._room(), self.to_act))

    @property
    def _games(self) -> tuple[Any, ...]:
        return self._states, self._rngs, self._dice, self._pasts, self.learners

    def _room(self) -> tuple[Any, Any]:
        """A place to shuffle and one to look at the table, a thread's own."""
        return self._scratch(self._pile), self._scratch(self._words)

    def mask(self) -> Any:
        if self._mask is None:
            self._mask = np.zeros((len(self.done), self.moves), np.uint8)
        run = self._kernels.mask_range
        self._all(lambda a, b: run(self._o, a, b, self._states, self._scratch(self._longest), self._mask))
        return self._mask

    def observe(self, which: Any = None) -> Any:
        if self._observation is None:
            self._observation = np.zeros((len(self.done), self.width), np.int16)
        run, eyes = (
            self._kernels.observe_range,
            (self._states, self._pasts, self.learners, self._memory, self._every if which is None else which),
        )
        self._all(lambda a, b: run(self._o, a, b, *eyes, self._scratch(self._words), self._observation))
        return self._observation

    def prizes(self, kind: int) -> Any:
        if self._prizes is None:
            self._prizes = np.zeros((len(self.done), 1 if self._learns else self.rewards.shape[1]), np.float32)
        run, games = self._kernels.prizes_range, (self._states, self.learners, self.rewards)
        self._all(lambda a, b: run(self._o, a, b, kind, *games, self._prizes))
        return self._prizes[:, 0] if self._learns else self._prizes
