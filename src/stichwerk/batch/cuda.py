"""The games of a batch on CUDA: device arrays and kernels, a thread a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from stichwerk.batch import layouts, tallies
from stichwerk.batch.setup import Policy, Setup
from stichwerk.game.refusals import BadOption
from stichwerk.rules import chance
from stichwerk.rules.jit import NoCuda, load_cuda

BLOCK = 512  # threads: of 64 to 1024 the fastest on an H200
SHARING = ("thegame",)  # games in which a thread often looks at another seat than its neighbour: twice as fast (others slower)
COUNTERS = 32  # rows of counters


def device() -> Any:
    """numba.cuda where a GPU answers; a sentence where none does."""
    cuda = load_cuda()
    if not cuda.is_available():
        raise NoCuda("device='cuda' needs an NVIDIA GPU with its driver, and none answers here; device='cpu' works everywhere.")
    return cuda


def grid(n: int, block: int = BLOCK) -> tuple[int, int]:
    """Blocks and threads for n games."""
    return (n + block - 1) // block, block


def play(setup: Setup, policy: Policy, first: int, last: int, seed: int, scores: Any) -> Any:
    """Plays whole games; gives back their counters and fills in the scores, if those have room."""
    cuda, kernels = device(), setup.cuda_kernels(policy)
    counters = cuda.to_device(np.zeros((COUNTERS, tallies.SIZE), np.int64))
    table = cuda.to_device(scores if len(scores) else np.zeros((1, 0), np.int64)[:0])
    if setup.game in SHARING:
        kernel, shape = kernels.kernel_play_sharing, grid(last - first, kernels.BLOCK)
    else:
        kernel, shape = kernels.kernel_play, grid(last - first)
    kernel[shape](cuda.to_device(setup.o), first, last, seed, counters, table)
    if len(scores):
        table.copy_to_host(scores)
    return counters.copy_to_host().sum(axis=0)


class CudaGames:
    def __init__(self, setup: Setup, n: int, others: Policy, learners: Any, memory: str) -> None:
        self._cuda = device()
        self._learns = bool(learners[0] >= 0)
        self._kernels = setup.cuda_kernels(others, self._learns)
        self._memory = layouts.MEMORIES.index(memory)
        self._grid = grid(n)
        self._o = self._cuda.to_device(setup.o)
        self.moves: int = setup.rules.MOVES
        self.width: int = layouts.width(setup.layout.ROWS, memory)
        self._states = self._array((n, setup.rules.WORDS), np.int64)
        self.learners = self._cuda.to_device(np.array(learners, np.int8))
        self._rngs = self._array((n, chance.WORDS), np.int64)
        self._dice = self._array((n, chance.WORDS if self._learns else 1), np.int64)  # CUDA has no arrays of nothing
        self._pasts = self._array((n, setup.layout.PAST if memory == "perfect" else 1), np.int8)
        self.rewards = self._array((n, setup.players), np.int16)
        self.done = self._array(n, np.bool_)
        self.to_act = self._array(n, np.int8)
        self._refused = self._array(1, np.int64)
        self._mask: Any = None
        self._observation: Any = None
        self._every = self._cuda.to_device(np.ones(n, np.bool_))
        self._prizes: Any = None

    def _array(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, kind))

    @property
    def bytes_per_game(self) -> int:
        arrays = (self._states, self._rngs, self._dice, self._pasts, self.learners, self.rewards, self.done, self.to_act)
        return int(sum(array.nbytes for array in arrays) // len(self.done))

    def reset(self, seed: int) -> None:
        self._kernels.kernel_seed[self._grid](seed, self._rngs, self._dice)
        self.restart(self._every)
        self._cuda.to_device(np.zeros(self.rewards.shape, np.int16), to=self.rewards)
        self._cuda.to_device(np.zeros(self.done.shape, np.bool_), to=self.done)

    @property
    def _games(self) -> tuple[Any, ...]:
        return self._states, self._rngs, self._dice, self._pasts, self.learners

    def _find_seats(self) -> None:
        self._kernels.kernel_seats[self._grid](self._o, self._states, self.to_act)

    def read_actions(self, actions: Any) -> Any:
        """Any array on the device as it is, others are copied there."""
        if hasattr(actions, "__cuda_array_interface__"):
            moves = self._cuda.as_cuda_array(actions)
        else:
            moves = np.ascontiguousarray(actions)
        if moves.shape != self.done.shape or moves.dtype.kind not in "iu":
            raise BadOption("batch.actions", given=f"{moves.dtype}{list(moves.shape)}", n=len(self.done))
        return self._cuda.to_device(moves)

    def refused(self, moves: Any) -> int:
        """The number of a game that cannot make its move, -1 for none."""
        self._cuda.to_device(np.array([-1], np.int64), to=self._refused)
        self._kernels.kernel_refused[self._grid](self._o, self._states, moves, self._refused)
        return int(self._refused.copy_to_host()[0])

    def step(self, moves: Any) -> None:
        self._kernels.kernel_step[self._grid](self._o, *self._games, moves, self.rewards, self.done)
        self._find_seats()

    def restart(self, which: Any) -> None:
        self._kernels.kernel_restart[self._grid](self._o, self._cuda.as_cuda_array(which), *self._games)
        self._find_seats()

    def mask(self) -> Any:
        if self._mask is None:
            self._mask = self._array((len(self.done), self.moves), np.uint8)
        self._kernels.kernel_mask[self._grid](self._o, self._states, self._mask)
        return self._mask

    def observe(self, which: Any = None) -> Any:
        if self._observation is None:
            self._observation = self._array((len(self.done), self.width), np.int16)
        eyes = (
            self._states,
            self._pasts,
            self.learners,
            self._memory,
            self._every if which is None else self._cuda.as_cuda_array(which),
        )
        self._kernels.kernel_observe[self._grid](self._o, *eyes, self._observation)
        return self._observation

    def prizes(self, kind: int) -> Any:
        if self._prizes is None:
            self._prizes = self._array((len(self.done), 1 if self._learns else self.rewards.shape[1]), np.float32)
        self._kernels.kernel_prizes[self._grid](self._o, kind, self._states, self.learners, self.rewards, self._prizes)
        return self._prizes.reshape(len(self.done)) if self._learns else self._prizes
