"""Which colour will be a seat's longest: a learned guess, a softmax over the colours of a few numbers each.

It has other weights for oneself, whose hand is known, than for others.
"""

import math

from stichwerk.rules import cards, machine, rounds
from stichwerk.rules import hattrick as rules

SUITS = 3
SIGNS = 8  # numbers for a colour
WEIGHTS = 4 * SIGNS  # for others and for oneself, each early and late in the round
HIGH = cards.COLOUR & ~0x7FFF  # the numbers from 15 on


def guess(o: list[int], seen: list[int], seat: int, w: list[float], at: int, likely: list[float]) -> None:
    """How likely each colour will be the longest, for every seat and colour."""
    unseen = rules.unseen(o, seen, 0)
    for other in range(o[rules.PLAYERS]):
        guess_one(o, seen, seat, other, unseen, w, at, likely[other * SUITS : other * SUITS + SUITS])


def guess_one(
    o: list[int], seen: list[int], seat: int, other: int, unseen: int, w: list[float], at: int, likely: list[float]
) -> None:
    signs = machine.floats(SIGNS)
    start = at + row(seat, other)
    late = progress(o, seen)
    total = 0.0
    for colour in range(SUITS):
        read_signs(o, seen, seat, other, colour, unseen, signs)
        found = 0.0
        for i in range(SIGNS):
            found += signs[i] * (w[start + i] + late * w[start + SIGNS + i])
        likely[colour] = math.exp(min(max(found, -30.0), 30.0))
        total += likely[colour]
    for colour in range(SUITS):
        likely[colour] /= total


def row(seat: int, other: int) -> int:
    """Where the weights for oneself, or for others, begin."""
    return 2 * SIGNS if other == seat else 0


def progress(o: list[int], seen: list[int]) -> float:
    return seen[rules.TRICKS] / o[rules.LENGTH]


def read_signs(o: list[int], seen: list[int], seat: int, other: int, colour: int, unseen: int, signs: list[float]) -> None:
    """What speaks for a colour: what the seat took of it, and beyond the others; what it may hold; what it plays now."""
    most = 0
    for suit in range(SUITS):
        if suit != colour:
            most = max(most, rules.length(seen, other, suit))
    own = rules.length(seen, other, colour)
    hidden = cards.in_word(seen[rules.HANDS + seat] if other == seat else unseen, colour)
    signs[0] = own / 6
    signs[1] = (own - most) / 4
    signs[2] = cards.popcount(hidden) / (8 if other == seat else 20)
    signs[3] = cards.popcount(hidden & HIGH) / 4
    signs[4] = 1.0 if own == 0 else 0.0
    signs[5] = 1.0 if own > most else 0.0
    signs[6] = signs[7] = 0.0
    place = rounds.left_of(other, o[rules.PLAYERS] - seen[rules.LEADER], o[rules.PLAYERS])
    if place < seen[rules.PLAYED]:
        card = cards.slot(seen[rules.TRICK], place)
        if cards.colour(card) == colour:
            signs[6] = 1.0
            signs[7] = cards.number(card) / 20
