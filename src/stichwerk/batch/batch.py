"""Games stepped together: `Batch`."""

from __future__ import annotations

from typing import Any

from stichwerk.batch.cpu import CpuGames
from stichwerk.batch.cuda import CudaGames
from stichwerk.batch.setup import check_count, check_device, check_seed, check_threads, set_up
from stichwerk.game.refusals import BadOption


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
    of a mask and of an observation, whose meaning `layout` explains.
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
        **options: Any,
    ) -> None:
        """`autoreset`: a finished game is followed at once by a new one. `check=False`: moves are known to be legal."""
        check_device(device)
        check_count("n", n)
        self._setup = set_up(game, players, variant, options)
        self._seed = check_seed(seed)
        self._autoreset = autoreset
        self._check = check
        self.n = n
        self.players = players
        self.options = self._setup.options
        workers = check_threads(threads)
        self._games: CpuGames | CudaGames = CudaGames(self._setup, n) if device == "cuda" else CpuGames(self._setup, n, workers)
        self.moves: int = self._games.moves
        self.width: int = self._games.width
        self.reset()

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
        """What the numbers of an observation mean."""
        return self._games.layout

    @property
    def bytes_per_game(self) -> int:
        """What a game takes beside the masks and observations asked for."""
        return self._games.bytes_per_game

    def reset(self, seed: int | None = None) -> None:
        """Starts all games anew: with another seed, or with the same games as before."""
        if seed is not None:
            self._seed = check_seed(seed)
        self._games.reset(self._seed)

    def step(self, actions: Any) -> None:
        """Makes one move in every game: the number of a move for each (a finished game ignores its).

        An illegal one raises ValueError, names the game, and no game has moved.
        """
        moves = self._games.read_actions(actions)
        if self._check:
            refused = self._games.refused(moves)
            if refused >= 0:
                raise BadOption("batch.move", game=refused, move=int(moves[refused]))
        self._games.step(moves, self._autoreset)

    def mask(self) -> Any:
        """mask[i, move] is 1 where the seat to act in game i may make that move."""
        return self._games.mask()

    def observe(self) -> Any:
        """observation[i] is what the seat to act in game i sees, as small integers (see `layout`)."""
        return self._games.observe()
