"""The CUDA kernels: a thread a game, each with its own arrays, over the functions of `kernels`.

`jit` gives this module's twin the name `cuda`; interpreted it has none and nothing here is called.
"""

from typing import Any

import numpy as np

from stichwerk.batch import kernels
from stichwerk.rules import chance
from stichwerk.rules import sticheln as rules

cuda: Any = None
BLOCK = 128  # threads of kernel_play_sharing
GENERATOR = chance.WORDS
STATE, PILE, MOVES, OPTIONS = rules.WORDS, rules.LARGEST, rules.LONGEST, rules.OPTIONS  # each game's own: arrays need constants


def kernel_play(o: Any, first: int, last: int, seed: int, out: Any, scores: Any) -> None:
    """Whole games: counted in `out`, and each seat's final score in `scores` if that has room."""
    play_stride(o, first, last, seed, cuda.local.array(STATE, np.int64), cuda.local.array(PILE, np.int16), out, scores)


def kernel_play_sharing(o: Any, first: int, last: int, seed: int, out: Any, scores: Any) -> None:
    """The same with the states in the block's shared memory, where threads may each look at another place at no cost."""
    states = cuda.shared.array((STATE, BLOCK), np.int64)
    play_stride(o, first, last, seed, states[:, cuda.threadIdx.x], cuda.local.array(PILE, np.int8), out, scores)


def play_stride(options: Any, first: int, last: int, seed: int, s: Any, pile: Any, out: Any, scores: Any) -> None:
    """A thread's games. Blocks count in rows of their own, as far as there are some, so as not to wait for each other."""
    o = cuda.local.array(OPTIONS, np.int64)  # which the compiler keeps in registers, since nobody else can change them
    for i in range(OPTIONS):
        o[i] = options[i]
    seen = cuda.local.array(STATE, np.int64)
    rng = cuda.local.array(GENERATOR, np.int64)
    dice = cuda.local.array(GENERATOR, np.int64)
    counters = out[cuda.blockIdx.x % len(out)]
    for i in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        kernels.play_number(o, i, seed, s, rng, dice, pile, seen, counters)
        if len(scores) > 0:
            kernels.write_scores(o, s, scores[i - first])


def kernel_seed(seed: int, rngs: Any, dice: Any) -> None:
    for i in range(cuda.grid(1), len(rngs), cuda.gridsize(1)):
        kernels.seed_one(i, seed, rngs[i], dice[i])


def kernel_restart(o: Any, which: Any, states: Any, rngs: Any, dice: Any, pasts: Any, learners: Any) -> None:
    pile = cuda.local.array(PILE, np.int16)
    seen = cuda.local.array(STATE, np.int64)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if which[i]:
            kernels.restart_one(o, states[i], rngs[i], dice[i], pasts[i], learners[i], pile, seen)


def kernel_refused(o: Any, states: Any, moves: Any, out: Any) -> None:
    """Writes the number of a game that cannot make its move, if there is one."""
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if kernels.is_refused(o, states[i], moves[i]):
            out[0] = i


def kernel_step(
    o: Any, states: Any, rngs: Any, dice: Any, pasts: Any, learners: Any, moves: Any, rewards: Any, done: Any
) -> None:
    pile = cuda.local.array(PILE, np.int16)
    seen = cuda.local.array(STATE, np.int64)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        done[i] = kernels.step_one(o, states[i], rngs[i], dice[i], pasts[i], learners[i], moves[i], pile, seen, rewards[i])


def kernel_seats(o: Any, states: Any, out: Any) -> None:
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        out[i] = kernels.next_seat(o, states[i])


def kernel_mask(o: Any, states: Any, out: Any) -> None:
    moves = cuda.local.array(MOVES, np.int16)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        kernels.mask_one(o, states[i], moves, out[i])


def kernel_observe(o: Any, states: Any, pasts: Any, learners: Any, memory: int, which: Any, out: Any) -> None:
    seen = cuda.local.array(STATE, np.int64)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if which[i]:
            kernels.observe_one(o, states[i], pasts[i], learners[i], memory, seen, out[i])


def kernel_prizes(o: Any, kind: int, states: Any, learners: Any, rewards: Any, out: Any) -> None:
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        kernels.prizes_one(o, kind, states[i], learners[i], rewards[i], out[i])
