"""The network by which the learned bots weigh their moves: what all moves share once, then each move.

One layer of HIDDEN units. Its weights lie in one array `w` from `at` on, a block after the other:

    a row of HIDDEN for each number of the situation (`shared`), a row of biases,
    a row for each number of a move (`own`), a row for the way out, and one weight straight through for each number of a move

Nothing is summed in another order when compiled, so that the same moves come out at every speed.
"""

from stichwerk.rules import machine

HIDDEN = 64
SHARED, OWN = 57, 34  # the most numbers of a situation, and of a move, in any game
MOVES = 15  # the most moves
ROOM = MOVES * OWN


def size(shared: int, own: int) -> int:
    """How many weights a network has."""
    return (shared + 1 + own + 1) * HIDDEN + own


def weigh(
    w: list[float], at: int, situation: list[float], shared: int, moves: list[float], own: int, n: int, out: list[float]
) -> None:
    """What each of n moves is worth, whose numbers stand in `moves` one after the other."""
    base = machine.floats(HIDDEN)
    units = machine.floats(HIDDEN)
    start(w, at, situation, shared, base)
    for k in range(n):
        spread(w, at, shared, moves[k * own : k * own + own], own, base, units)
        out[k] = gather(w, at, shared, moves[k * own : k * own + own], own, units)


def start(w: list[float], at: int, situation: list[float], shared: int, base: list[float]) -> None:
    """What the situation alone makes of the hidden units."""
    row = w[at + shared * HIDDEN : at + (shared + 1) * HIDDEN]
    for h in range(HIDDEN):
        base[h] = row[h]
    for i in range(shared):
        add_row(base, situation[i], w[at + i * HIDDEN : at + (i + 1) * HIDDEN])


def spread(w: list[float], at: int, shared: int, move: list[float], own: int, base: list[float], units: list[float]) -> None:
    """The hidden units for one move."""
    for h in range(HIDDEN):
        units[h] = base[h]
    rows = at + (shared + 1) * HIDDEN
    for i in range(own):
        add_row(units, move[i], w[rows + i * HIDDEN : rows + (i + 1) * HIDDEN])


def add_row(units: list[float], number: float, row: list[float]) -> None:
    if number != 0.0:
        for h in range(HIDDEN):
            units[h] += number * row[h]


def gather(w: list[float], at: int, shared: int, move: list[float], own: int, units: list[float]) -> float:
    """The worth of one move from its hidden units."""
    out = at + (shared + 1 + own) * HIDDEN
    row = w[out : out + HIDDEN]
    straight = w[out + HIDDEN : out + HIDDEN + own]
    found = 0.0
    for h in range(HIDDEN):
        if units[h] > 0.0:
            found += units[h] * row[h]
    for i in range(own):
        found += move[i] * straight[i]
    return found


def best(worth: list[float], n: int) -> int:
    """The number of the move worth most, of equals the first."""
    found = 0
    for k in range(1, n):
        if worth[k] > worth[found]:
            found = k
    return found
