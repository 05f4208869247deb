"""How far ahead a seat is in a round, over the verbs that the games of tricks share."""

from stichwerk.rules import sticheln as rules


def lead(o: list[int], s: list[int], seat: int) -> float:
    """A seat's points less the mean of the others'."""
    others = 0.0
    for other in range(o[rules.PLAYERS]):
        if other != seat:
            others += rules.score(o, s, other)
    return rules.score(o, s, seat) - others / (o[rules.PLAYERS] - 1)
