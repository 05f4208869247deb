"""A beginner at The Game: looks for the smallest step, sees most ways back but not all, cannot resist a bargain.

Pleasant company: it never plays where somebody asks it not to while it can help it, and says so itself where it would mind.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]

OVERLOOKED = 0.3  # how often it does not notice a way to play a card
BACK, BARGAIN = -8, 2  # what a way back is worth to it; a step so small that it is taken though enough has been played
ASKED = {"?": 6, "!": 60}  # how much of a detour it makes for what others ask
NEAR = 2  # a card so near that it would mind


class BeginnerBot:
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def act(self, view: View) -> str:
        if view["phase"] == "start":
            return self._eagerness(view)
        plays = [move for move in view["legal"] if move != "end"]
        noticed = [move for move in plays if self._random.random() >= OVERLOOKED] or plays
        best = min(noticed, key=lambda move: _price(view, move), default="end")
        if "end" in view["legal"] and (best == "end" or _price(view, best) > BARGAIN):
            return "end"
        return str(best)

    def signal(self, view: View) -> list[str]:
        """Where it holds a card ten back, or one close by."""
        if view["seat"] is None or view["over"] or view["players"] == 1:
            return []
        said = view["signals"][view["seat"]]
        wanted = {pile: self._wish(view, pile) for pile in view["piles"]}
        return [f"{pile}{wish}" for pile, wish in wanted.items() if wish != said.get(pile, ".")]

    def _wish(self, view: View, pile: str) -> str:
        steps = [_step(view, int(card), pile) for card in view["hand"]]
        if -10 in steps:
            return "!"
        return "?" if any(0 < step <= NEAR for step in steps) else "."

    def _eagerness(self, view: View) -> str:
        nearest = sorted(min(int(card) - 1, 100 - int(card)) for card in view["hand"])
        both = sum(nearest[: view["minimum"]])
        return "start3" if both <= 8 else "start2" if both <= 14 else "start1" if both <= 24 else "start0"


def _step(view: View, card: int, pile: str) -> int:
    """How far a card moves a pile; ten fewer than none for a way back, and fewer than none for what does not fit."""
    ahead = card - view["piles"][pile]
    return int(ahead if pile in "AB" else -ahead)


def _price(view: View, move: str) -> int:
    """How dear a play is, by what others have asked too."""
    step, pile = _step(view, int(move[:-1]), move[-1]), move[-1]
    asked = [said.get(pile) for seat, said in enumerate(view["signals"]) if seat != view["seat"]]
    return (BACK if step < 0 else step) + max((ASKED.get(sign, 0) for sign in asked if sign), default=0)
