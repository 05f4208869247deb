"""The policy that makes any legal move. It looks at nothing but its own moves, so nothing need be blanked for it."""

from stichwerk.rules import chance
from stichwerk.rules import sticheln as rules

LOOKS = False


def act(o: list[int], s: list[int], seat: int, dice: list[int]) -> int:
    return rules.pick(o, s, seat, chance.below(dice, rules.count(o, s, seat)))
