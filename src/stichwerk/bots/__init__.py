"""Players. A bot sees a view, never a game.

`make(name)` gives one; `NAMES` lists them. A bot has `act(view) -> move` and, in The Game, `signal(view) -> signals to give
now` (asked once of every seat after every move).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from stichwerk.bots.random import RandomBot
from stichwerk.game.options import check_seed
from stichwerk.game.refusals import BadOption

View = Mapping[str, Any]


class Bot(Protocol):
    def act(self, view: View) -> str:
        """A legal move for the view's seat."""

    def signal(self, view: View) -> list[str]:
        """The signals to give now (The Game)."""


_BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot}
NAMES = tuple(_BOTS)


def make(name: str, seed: int | None = None) -> Bot:
    """A new bot by its name; with a seed it plays the same again."""
    if not isinstance(name, str) or name not in _BOTS:
        raise BadOption("bot.unknown", given=repr(name), possible=list(NAMES))
    return _BOTS[name](None if seed is None else check_seed(seed))
