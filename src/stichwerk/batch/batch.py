"""Games stepped together: `Batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stichwerk.batch import layouts
from stichwerk.batch.cpu import CpuGames
from stichwerk.batch.cuda import CudaGames
from stichwerk.batch.setup import (
    RANDOM,
    check_count,
    check_device,
    check_learner,
    check_policy,
    check_seed,
    check_threads,
    check_value,
    set_up,
)
from stichwerk.game.refusals import BadOption
from stichwerk.rules import jit


class Batch:
    """n games stepped together, one move of each at a time.

    In every game the seat in `to_act` decides next (where several may choose at once, one after the other; what they chose
    stays hidden). Arrays are NumPy's on the CPU; on CUDA they have `__cuda_array_interface__`, so that torch, CuPy and JAX
    take them without a copy. They are the batch's own and change with the next call.

    >>> from stichwerk.batch import Batch
    >>> games = Batch("sticheln", players=4, n=1000, seed=7, threads=1)
    >>> games.observe().shape, games.mask().shape
    ((1000, 166), (1000, 132))
    >>> games.step(games.mask().argmax(axis=1))
    >>> int(games.to_act.max()), bool(games.done.any())
    (1, False)

    Attributes: `to_act` the seat that decides next (-1 in a finished game); `rewards[i, seat]` what the last step brought
    (points when a round ends; in The Game one for each card laid); `done` which games it ended; `moves` and `width` the sizes
    of a mask and of an observation, whose meaning `layout` explains. With `others` one seat of each game (`learners`) decides
    in `step`, and the others play by a policy inside it.
    """

    def __init__(
        self,
        game: str,
        players: int,
        n: int,
        device: str = "cpu",
        seed: int | None = None,
        variant: str | None = None,
        *,
        autoreset: bool = False,
        check: bool = True,
        threads: int | None = None,
        memory: str = "cards",
        others: str | Callable[..., int] | None = None,
        learner: int | None = None,
        **options: Any,
    ) -> None:
        """`autoreset`: a finished game is followed at once by a new one. `check=False`: moves are known to be legal.

        `memory`: what a seat remembers (see `layouts`). `others`: a policy, as for `playouts`, of all seats but the `learner`;
        if that is None game i has seat i (counted round the table).
        """
        check_device(device)
        check_count("n", n)
        self._setup = set_up(game, players, variant, options)
        self._seed = check_seed(seed)
        self._autoreset = autoreset
        self._check = check
        self.device = device
        self.n = n
        self.players = players
        self.options = self._setup.options
        self._learns = others is not None
        self.memory = check_value("memory", memory, layouts.MEMORIES)
        parts = (RANDOM if others is None else check_policy(others), self._seats(learner), self.memory)
        workers = check_threads(threads)
        self._games: CpuGames | CudaGames = (
            CudaGames(self._setup, n, *parts) if device == "cuda" else CpuGames(self._setup, n, workers, *parts)
        )
        self.moves: int = self._games.moves
        self.width: int = self._games.width
        self.reset()

    def _seats(self, learner: int | None) -> Any:
        """The seat of each game that learns; -1 where all decide in `step`."""
        seat = check_learner(learner, self.players)
        if not self._learns:
            return np.full(self.n, -1)
        return np.arange(self.n) % self.players if seat is None else np.full(self.n, seat)

    @property
    def learners(self) -> Any:
        """The seat of each game that learns, where others play by a policy; else -1."""
        return self._games.learners

    @property
    def to_act(self) -> Any:
        return self._games.to_act

    @property
    def rewards(self) -> Any:
        return self._games.rewards

    @property
    def done(self) -> Any:
        return self._games.done

    @property
    def layout(self) -> str:
        """What the numbers of an observation mean: a table."""
        return layouts.table(row for row in self._setup.layout.ROWS if self.memory == "perfect" or not row.remembered)

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The least and the greatest value of each number of an observation."""
        low, high = layouts.bounds(self._setup.layout.ROWS, self.memory)
        return np.array(low, np.int16), np.array(high, np.int16)

    @property
    def bytes_per_game(self) -> int:
        """What a game takes beside the masks and observations asked for."""
        return self._games.bytes_per_game

    def reset(self, seed: int | None = None) -> None:
        """Starts all games anew: with another seed, or with the same games as before."""
        if seed is not None:
            self._seed = check_seed(seed)
        with jit.compiling():
            self._games.reset(self._seed)
        self._check_others()

    def step(self, actions: Any) -> None:
        """Makes one move in every game: the number of a move for each (a finished game ignores its).

        An illegal one raises ValueError, names the game, and no game has moved.
        """
        moves = self._games.read_actions(actions)
        if self._check:
            refused = self._games.refused(moves)
            if refused >= 0:
                raise BadOption("batch.move", game=refused, move=int(moves[refused]))
        self._games.step(moves)
        if self._autoreset:
            self._games.restart(self._games.done)
        self._check_others()

    def restart(self, which: Any) -> None:
        """Begins the next game wherever `which` (a flag for each) says so; `done` and `rewards` stay those of the last step."""
        self._games.restart(which)
        self._check_others()

    def _check_others(self) -> None:
        """Refuses a policy that has made an illegal move: its game waits for somebody else than the learner."""
        if self._learns and self._check:
            to_act, learners = (_on_host(array) for array in (self._games.to_act, self._games.learners))
            stuck = int(np.count_nonzero((to_act >= 0) & (to_act != learners)))
            if stuck:
                raise BadOption("batch.illegal", count=stuck, games=self.n)

    def prizes(self, prize: str) -> Any:
        """prizes[i] is what the last step was worth to the learner of game i: one of `possible_prizes`.

        Without a learner, where all decide in `step`, prizes[i, seat] is what it was worth to each.
        """
        kinds = self.possible_prizes
        return self._games.prizes(kinds.index(check_value("prize", prize, kinds)))

    @property
    def possible_prizes(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self._setup.prize.PRIZES
        return found

    def mask(self) -> Any:
        """mask[i, move] is 1 where the seat to act in game i may make that move."""
        return self._games.mask()

    def observe(self, which: Any = None) -> Any:
        """observation[i] is what the seat to act in game i sees, as small integers (see `layout`).

        `which`: only the rows with such a flag are made anew, the others stay as they were.
        """
        return self._games.observe(which)


def _on_host(array: Any) -> Any:
    return array if isinstance(array, np.ndarray) else array.copy_to_host()
