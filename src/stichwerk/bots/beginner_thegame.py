"""A beginner at The Game: looks for the smallest step, sees most ways back but not all, cannot resist a bargain.

Pleasant company: it never plays where somebody asks it not to while it can help it, and says so itself where it would mind.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from stichwerk.game import observation
from stichwerk.game.notation import PILES, SIGNALS, THEGAME_MOVES, THEGAME_TEXTS
from stichwerk.rules import thegame as rules

View = Mapping[str, Any]

OVERLOOKED = 0.3  # how often it does not notice a way to play a card
BACK, BARGAIN = -8, 2  # what a way back is worth to it; a step so small that it is taken though enough has been played
DETOUR = 6  # how much farther it steps elsewhere where others ask it to go slowly
NEAR = 2  # a card so near that it would mind
EAGER, WILLING, READY = 8, 14, 24  # steps of its nearest first cards, for start3, start2 and start1


class BeginnerBot:
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def act(self, view: View) -> str:
        o, seen = observation.read(view)
        if view["phase"] == "start":
            return f"start{_eagerness(o, seen, _hand(view))}"
        return THEGAME_TEXTS[self._move(o, seen, view["seat"], [THEGAME_MOVES[move] for move in view["legal"]])]

    def _move(self, o: list[int], seen: list[int], seat: int, legal: list[int]) -> int:
        prices = {move: _price(o, seen, seat, move) for move in legal if move != rules.END}
        free = [move for move in prices if rules.asked(o, seen, seat, move % rules.PILES) < rules.NOT_THERE]
        if rules.END in legal and not free:
            return rules.END
        plays = free or list(prices)
        noticed = [move for move in plays if self._random.random() >= OVERLOOKED] or plays
        best = min(noticed, key=prices.__getitem__)
        return rules.END if rules.END in legal and prices[best] > BARGAIN else best

    def signal(self, view: View) -> list[str]:
        """Where it holds a card ten back, or one close by; in its own turn it has other things to think of."""
        if view["seat"] is None or view["over"] or view["players"] == 1 or view["turn"] == view["seat"]:
            return []
        seen = observation.read(view)[1]
        wanted = [_wish(seen, _hand(view), pile) for pile in range(rules.PILES)]
        given = [rules.signalled(seen, view["seat"], pile) for pile in range(rules.PILES)]
        return [f"{PILES[pile]}{SIGNALS[wanted[pile]]}" for pile in range(rules.PILES) if wanted[pile] != given[pile]]


def _hand(view: View) -> list[int]:
    return [int(card) for card in view["hand"]]


def _step(seen: list[int], card: int, pile: int) -> int:
    """How far a card moves a pile: less than nothing for a way back."""
    ahead = card - rules.top(seen, pile)
    return ahead if rules.ascends(pile) else -ahead


def _price(o: list[int], seen: list[int], seat: int, move: int) -> int:
    """How dear a play is, by what others have asked too."""
    card, pile = move // rules.PILES, move % rules.PILES
    step = BACK if rules.is_back(seen, card, pile) else _step(seen, card, pile)
    return step + (DETOUR if rules.asked(o, seen, seat, pile) == rules.SLOWLY else 0)


def _wish(seen: list[int], hand: list[int], pile: int) -> int:
    """The signal for a pile."""
    if rules.ten_back(pile, rules.top(seen, pile)) in hand:
        return rules.NOT_THERE
    near = any(rules.fits(seen, card, pile) and _step(seen, card, pile) <= NEAR for card in hand)
    return rules.SLOWLY if near else 0


def _eagerness(o: list[int], seen: list[int], hand: list[int]) -> int:
    nearest = sorted(min(_step(seen, card, pile) for pile in range(rules.PILES)) for card in hand)
    first = sum(nearest[: rules.minimum(o, seen)])
    return 3 if first <= EAGER else 2 if first <= WILLING else 1 if first <= READY else 0
