"""A player that decides by a policy of its own, where a pupil could sit. `rules` and `quick` are passed on to it."""

from stichwerk.batch import random_policy as guest
from stichwerk.bots import quick_sticheln as quick
from stichwerk.rules import sticheln as rules

__all__ = ["decide", "guest", "quick", "rules"]


def decide(o: list[int], seen: list[int], seat: int, dice: list[int], w: list[float]) -> int:
    return guest.act(o, seen, seat, dice)
