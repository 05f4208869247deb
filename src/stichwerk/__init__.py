"""Stichwerk: Sticheln with all its variants, Hat Trick and The Game.

>>> import stichwerk
>>> g = stichwerk.Game("thegame", players=1, seed=7)
>>> g.play(0, g.legal(0)[0])
>>> g.left
97
"""

from importlib import import_module
from types import ModuleType

from stichwerk.game import BadOption, BadReplay, Game, IllegalMove, Refusal

__all__ = ["BadOption", "BadReplay", "Game", "IllegalMove", "Refusal"]


def __getattr__(name: str) -> ModuleType:
    """`stichwerk.bots` and `stichwerk.batch` without importing them by name, loaded when first used."""
    if name in ("bots", "batch"):
        return import_module(f"stichwerk.{name}")
    raise AttributeError(f"module 'stichwerk' has no attribute {name!r}")
