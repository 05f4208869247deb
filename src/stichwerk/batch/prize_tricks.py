"""What a step of Sticheln or Hat Trick is worth to a seat. Points come when a round ends; until then all of these are 0.

points      its own points
margin      its own points less the mean of the others'
rank        the share of the others it has beaten less the share of those who beat it: from -1 to 1
win         1 for the best of the round, shared by equals; a round in which all are equal is nobody's
"""

from stichwerk.rules import sticheln as rules

PRIZES = ("points", "margin", "rank", "win")
POINTS, MARGIN, RANK, WIN = 0, 1, 2, 3


def worth(kind: int, o: list[int], s: list[int], gains: list[int], seat: int) -> float:
    players, own = o[rules.PLAYERS], gains[seat]
    if kind == POINTS:
        return float(own)
    total, below, above = 0, 0, 0
    for other in range(players):
        total += gains[other]
        below += 1 if gains[other] < own else 0
        above += 1 if gains[other] > own else 0
    if kind == MARGIN:
        return own - (total - own) / (players - 1)
    if kind == RANK:
        return (below - above) / (players - 1)
    return 1.0 / (players - below) if above == 0 and below > 0 else 0.0
