"""A beginner at Sticheln and Hat Trick: plays by the simple bot's rules of thumb, with the slips people make.

It does not keep in mind what has been played: of the cards that are gone it forgets many, and reckons with them (in Hat Trick,
where they lie open, it overlooks many in the piles of others). Now and then it is not thinking at all and plays what comes to
hand; choosing, it then takes some low card of whatever colour. It never takes long.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from stichwerk.bots.policy_bot import simple

FORGOTTEN = 0.6  # how many of the cards taken it no longer remembers
ABSENT = 0.25  # how often it is not thinking
LOW = 4  # of so many lowest cards it then chooses one


class BeginnerBot:
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._simple = simple(None)

    def act(self, view: Mapping[str, Any]) -> str:
        if view["phase"] == "name":
            return self._simple.act(view)
        if self._random.random() < ABSENT:
            cards = sorted(view["legal"], key=_number)
            return str(self._random.choice(cards[:LOW] if view["phase"] == "choose" else cards))
        return self._simple.act({**view, **self._remembered(view)})

    def _remembered(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The cards taken so far, as far as it remembers or has noticed them."""
        if view["game"] == "sticheln":
            return {"taken": [self._some(cards) for cards in view["taken"]]}
        piles = [self._glance(pile) if seat != view["seat"] else pile for seat, pile in enumerate(view["piles"])]
        return {"piles": piles, "passes": [self._some(cards) for cards in view["passes"]]}

    def _glance(self, pile: Mapping[str, list[str]]) -> dict[str, list[str]]:
        return {colour: self._some(cards) for colour, cards in pile.items()}

    def _some(self, cards: list[str]) -> list[str]:
        return [card for card in cards if self._random.random() >= FORGOTTEN]

    def signal(self, view: Mapping[str, Any]) -> list[str]:
        return []


def _number(card: str) -> int:
    return int(card[1:])
