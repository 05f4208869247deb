"""How likely a game of The Game is won after a turn, by the marks of the position (`thegame_worth`): a logistic regression.

The weights in `value`, with one for how it stands anyway, are given for KNOTS points of the deck's progress and are
interpolated between them.
"""

import math

from stichwerk.bots import thegame_worth as worth

INLINE = False

KNOTS = 3
ROW = worth.MARKS + 1
WEIGHTS = KNOTS * ROW
SURE = 30.0  # a logit beyond which nothing changes


def weigh_in(d: list[int], value: list[float], f: list[float]) -> None:
    """The weights as they are now."""
    at = worth.progress(d) * (KNOTS - 1)
    knot = min(int(at), KNOTS - 2)
    share = at - knot
    for mark in range(ROW):
        f[mark] = (1.0 - share) * value[knot * ROW + mark] + share * value[(knot + 1) * ROW + mark]


def likelihood(d: list[int], f: list[float], up: int, down: int) -> float:
    """How likely the game is won after a turn."""
    logit = f[worth.MARKS] + worth.worth(d, f, up, down)
    return 1.0 / (1.0 + math.exp(-min(max(logit, -SURE), SURE)))
