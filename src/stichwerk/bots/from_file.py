"""A bot from a file, `file:model.safetensors`: a policy that somebody has trained (see `train.ppo`), run on NumPy alone.

The file says in its metadata which game it plays and how much it remembers (`game`, `memory`), and has these arrays:

    columns     the numbers of the observation that it looks at (docs/env.md)
    low, high   between which they are taken: each value of each of them has its own row in
    rows        the first layer; the rows of all values are added up
    b0, w1, b1, w2, b2, …   biases and further layers, with ReLU between them; the last gives a number for every move
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stichwerk.batch import layouts
from stichwerk.batch.setup import layout_of
from stichwerk.bots import tensors
from stichwerk.bots.registry import FILE
from stichwerk.game import observation
from stichwerk.game.options import KINDS
from stichwerk.game.refusals import BadOption

FORMAT = "stichwerk policy 1"
KEPT = 16  # files read


@dataclass(frozen=True)
class Net:
    """A trained policy."""

    game: str
    memory: str
    arrays: dict[str, Any]

    def weigh(self, seen: Any) -> Any:
        """How much it likes each move, for one observation or many."""
        asked = np.clip(seen[..., self.arrays["columns"]], self.arrays["low"], self.arrays["high"]) - self.arrays["low"]
        sizes = self.arrays["high"] - self.arrays["low"] + 1
        units = self.arrays["rows"][asked + np.cumsum(sizes) - sizes].sum(axis=-2) + self.arrays["b0"]
        for k in range(1, sum(name[0] == "w" for name in self.arrays) + 1):
            units = np.maximum(units, 0) @ self.arrays[f"w{k}"] + self.arrays[f"b{k}"]
        return units


def load(name: str) -> Net:
    """The policy in a file as it is now, or a sentence that says what is wrong with it."""
    path = Path(os.path.expanduser(name.removeprefix(FILE)))  # whose ~ leads nowhere: there is no such file
    try:
        about = path.stat()
        return _read(path, path.resolve(), about.st_mtime_ns, about.st_size)
    except OSError as error:
        raise BadOption("bot.file", file=str(path), reason=error.strerror) from error


@functools.lru_cache(maxsize=KEPT)
def _read(path: Path, *_stamp: Path | int) -> Net:
    """Read once for each bot that plays it, and again when it has been written anew."""
    try:
        arrays, about = tensors.load(path)
    except ValueError as error:
        raise BadOption("bot.file", file=str(path), reason=str(error)) from error
    known = about.get("format") == FORMAT and about.get("game") in KINDS and about.get("memory") in layouts.MEMORIES
    net = Net(about.get("game", ""), about.get("memory", ""), arrays)
    if not (known and _is_whole(net)):
        raise BadOption("bot.format", file=str(path), format=FORMAT)
    return net


def _is_whole(net: Net) -> bool:
    """Whether all its arrays are there, hold numbers and fit each other: asked once here, not in the middle of a game."""
    highest = np.full(layouts.width(layout_of(net.game).ROWS, net.memory), layouts.MOST)
    try:
        liked = net.weigh(highest)
        return len(liked) > max(KINDS[net.game].moves.values()) and all(np.isfinite(array).all() for array in net.arrays.values())
    except (IndexError, KeyError, TypeError, ValueError):
        return False


class FileBot:
    """Plays what the policy likes best of what is legal."""

    def __init__(self, net: Net) -> None:
        self._net = net

    def act(self, view: Mapping[str, Any]) -> str:
        kind = KINDS[view["game"]]
        liked = self._net.weigh(np.array(observe(view, self._net.memory)))
        legal: list[str] = view["legal"]
        return max(legal, key=lambda text: float(liked[kind.moves[text]]))

    def signal(self, view: Mapping[str, Any]) -> list[str]:
        return []


def observe(view: Mapping[str, Any], memory: str) -> list[int]:
    """The observation that an environment with this memory gives a seat, from its view."""
    layout = layout_of(view["game"])
    o, seen = observation.read(view)
    out = [0] * layouts.width(layout.ROWS, memory)
    layout.write(o, seen, view["seat"], out)
    if memory == "none":
        layout.forget(out)
    elif memory == "perfect":
        layout.remember(o, plays(view), view["seat"], out)
    return out


def plays(view: Mapping[str, Any]) -> list[int]:
    """The plays of this round as the layout notes them."""
    kind, layout = KINDS[view["game"]], layout_of(view["game"])
    past = [0] * layout.PAST
    for event in view["log"]:
        if event["event"] == "deal":
            past = [0] * layout.PAST
        elif event["event"] in ("play", "pass"):
            layout.note(past, event["seat"], kind.moves[event["card"] + event.get("pile", "")])
    return past
