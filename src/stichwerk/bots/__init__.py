"""Players. A bot sees a view, never a game.

`make(name)` gives one; `NAMES` lists them, from the weakest to the strongest. A bot has `act(view) -> move` and, in The
Game, `signal(view) -> signals to give now` (asked once of every seat after every move). What a bot compiles it compiles
in the background and plays on meanwhile; `prepare(name, game)` waits for it, where `compiles(name, game)`.
`policy(name, game)` says by which policy it plays (`on_cuda(name, game)`: whether that runs on a GPU), and `series(name, game)`
what plays whole games of it, for simulations.
`file:model.safetensors` is a bot that somebody has trained (see `from_file`).
"""

from __future__ import annotations

import importlib

from stichwerk.bots.registry import ENTRIES, Entry, View, check_name, compiles, is_file, names, player, prepare, series
from stichwerk.bots.registry import Player as Bot
from stichwerk.game.options import check_seed, kind_of
from stichwerk.game.refusals import IllegalMove

__all__ = [
    "NAMES",
    "Bot",
    "Entry",
    "View",
    "about",
    "check_name",
    "compiles",
    "is_file",
    "make",
    "names",
    "on_cuda",
    "policy",
    "prepare",
    "series",
]

NAMES = tuple(ENTRIES)


class _Seated:
    """A bot by its name. Its player of a game is made when it first sees one."""

    def __init__(self, name: str, seed: int | None) -> None:
        self._name, self._seed = name, seed
        self._players: dict[str, Bot] = {}

    def act(self, view: View) -> str:
        if not view["legal"]:
            raise IllegalMove("bot.idle", seat=view["seat"])
        return self._player(view["game"]).act(view)

    def signal(self, view: View) -> list[str]:
        return self._player(view["game"]).signal(view)

    def _player(self, game: str) -> Bot:
        if game not in self._players:
            self._players[game] = player(self._name, game, self._seed)
        return self._players[game]


def make(name: str, seed: int | None = None) -> Bot:
    """A new bot by its name; with a seed it plays the same again."""
    check_name(name, files=True)
    return _Seated(name, None if seed is None else check_seed(seed))


def about(name: str) -> Entry:
    """A bot's level, speed and games."""
    check_name(name)
    return ENTRIES[name]


def policy(name: str, game: str) -> str | None:
    """The module of the policy by which a bot plays a game, for `batch.playouts`; None for one that has none."""
    check_name(name, files=True)
    return None if is_file(name) else ENTRIES[name].policies.get(kind_of(game).name)


def on_cuda(name: str, game: str) -> bool:
    """Whether a bot plays a game by a policy that runs on a GPU too."""
    module = policy(name, game)
    return module is not None and getattr(importlib.import_module(module), "ON_CUDA", True)
