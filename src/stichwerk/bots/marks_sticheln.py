"""Which colours count against (Reverse: for) which seat: known where they lie open, guessed where they do not.

The guess is learned: a softmax over the colours of a few numbers each, with other weights for oneself (Delayed: which colour
will I name?) than for others. Hazy: who takes a lot of a colour has hardly chosen it. Delayed: who has taken little of one
will name it.
"""

import math

from stichwerk.rules import cards, machine, rounds
from stichwerk.rules import sticheln as rules

SUITS = 6
SIGNS = 8  # numbers for a colour
WEIGHTS = 4 * SIGNS  # for others and for oneself, each early and late in the round


def guess(o: list[int], seen: list[int], seat: int, w: list[float], at: int, likely: list[float]) -> None:
    """How likely each colour is a marked one, for every seat and colour."""
    low, high = rules.unseen(o, seen, 0), rules.unseen(o, seen, 1)
    for other in range(o[rules.PLAYERS]):
        if is_known(o, seen, other):
            for colour in range(SUITS):
                likely[other * SUITS + colour] = seen[rules.CHOSEN + other] >> colour & 1
        else:
            shares = likely[other * SUITS : other * SUITS + SUITS]
            guess_one(o, seen, seat, other, low, high, w, at, shares)
            for colour in range(SUITS):
                likely[other * SUITS + colour] = min(o[rules.COLOURS] * shares[colour], 1.0)


def is_known(o: list[int], seen: list[int], other: int) -> bool:
    return o[rules.REVEAL] != rules.AFTER and seen[rules.CHOSEN + other] & rules.HIDDEN == 0


def guess_one(
    o: list[int], seen: list[int], seat: int, other: int, low: int, high: int, w: list[float], at: int, shares: list[float]
) -> None:
    """What share of one seat's marks each colour has, all together one; `low` and `high` are the unseen cards."""
    signs = machine.floats(SIGNS)
    most = -1e9
    for colour in range(o[rules.SUITS]):
        read_signs(o, seen, seat, other, colour, low, high, signs)
        shares[colour] = tilt(o, seen, seat, other, w, at, signs)
        most = max(most, shares[colour])
    total = 0.0
    for colour in range(SUITS):
        shares[colour] = math.exp(shares[colour] - most) if colour < o[rules.SUITS] else 0.0
        total += shares[colour]
    for colour in range(SUITS):
        shares[colour] /= total


def row(seat: int, other: int) -> int:
    """Where the weights for oneself, or for others, begin."""
    return 2 * SIGNS if other == seat else 0


def progress(o: list[int], seen: list[int]) -> float:
    return seen[rules.TRICKS] / o[rules.LENGTH]


def tilt(o: list[int], seen: list[int], seat: int, other: int, w: list[float], at: int, signs: list[float]) -> float:
    start = at + row(seat, other)
    late = progress(o, seen)
    found = 0.0
    for i in range(SIGNS):
        found += signs[i] * (w[start + i] + late * w[start + SIGNS + i])
    return found


def read_signs(
    o: list[int], seen: list[int], seat: int, other: int, colour: int, low: int, high: int, signs: list[float]
) -> None:
    """What speaks for a colour: what the seat took of it, what it may still hold, what it plays now."""
    top = o[rules.TOP]
    taken = cards.of_colour(seen, rules.TAKEN + 2 * other, colour)
    hidden = cards.in_word(low if colour < 3 else high, colour)
    if other == seat:
        hidden = cards.of_colour(seen, rules.HANDS + 2 * seat, colour)
    signs[0] = cards.popcount(taken) / 4
    signs[1] = rules.cost(o, taken) / (2 * top)
    signs[2] = cards.popcount(hidden) / top
    signs[3] = rules.cost(o, hidden) / (4 * top)
    signs[4] = 1.0 if taken == 0 else 0.0
    signs[5] = cards.popcount(hidden & 15) / 4
    signs[6] = signs[7] = 0.0
    place = rounds.left_of(other, o[rules.PLAYERS] - seen[rules.LEADER], o[rules.PLAYERS])
    if place < seen[rules.PLAYED]:
        card = cards.slot(seen[rules.TRICK], place)
        if cards.colour(card) == colour:
            signs[6] = 1.0
            signs[7] = cards.number(card) / top
