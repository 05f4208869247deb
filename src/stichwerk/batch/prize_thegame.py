"""What a step of The Game is worth to a seat; all play together, so to each the same.

cards       one for each card laid
win         1 when the last card lies
"""

from stichwerk.rules import thegame as rules

PRIZES = ("cards", "win")
EACH, WIN = 0, 1


def worth(kind: int, o: list[int], s: list[int], gains: list[int], seat: int) -> float:
    if kind == EACH:
        return float(gains[seat])
    return 1.0 if rules.left(s) == 0 and gains[seat] > 0 else 0.0
