"""Players. A bot sees a view, never a game.

`make(name)` gives one; `NAMES` lists them. A bot has `act(view) -> move` and, in The Game, `signal(view) -> signals to give
now` (asked once of every seat after every move). `policy(name, game)` says by which policy it plays, for simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from stichwerk.bots.policy_bot import PolicyBot
from stichwerk.bots.random import RandomBot
from stichwerk.game.options import KINDS, check_seed, kind_of
from stichwerk.game.refusals import BadOption

View = Mapping[str, Any]


class Bot(Protocol):
    def act(self, view: View) -> str:
        """A legal move for the view's seat."""

    def signal(self, view: View) -> list[str]:
        """The signals to give now (The Game)."""


SIMPLE = {game: f"stichwerk.bots.simple_{game}" for game in KINDS}

_BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot, "simple": lambda seed: PolicyBot(SIMPLE, seed)}
_POLICIES: dict[str, Mapping[str, str]] = {"random": dict.fromkeys(KINDS, "stichwerk.batch.random_policy"), "simple": SIMPLE}
NAMES = tuple(_BOTS)


def make(name: str, seed: int | None = None) -> Bot:
    """A new bot by its name; with a seed it plays the same again."""
    check_name(name)
    return _BOTS[name](None if seed is None else check_seed(seed))


def policy(name: str, game: str) -> str | None:
    """The module of the policy by which a bot plays a game, for `batch.playouts`; None for one that does not compile."""
    check_name(name)
    return _POLICIES.get(name, {}).get(kind_of(game).name)


def check_name(name: Any) -> None:
    """Raises BadOption for a name that no bot has."""
    if not isinstance(name, str) or name not in _BOTS:
        raise BadOption("bot.unknown", given=repr(name), possible=list(NAMES))
