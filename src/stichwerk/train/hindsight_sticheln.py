"""Learning to guess hidden colours (see `bots.marks_sticheln`): after the round all is known, and every guess is judged."""

import math

from stichwerk.bots import marks_sticheln as guesses
from stichwerk.bots import mind_sticheln as mind
from stichwerk.bots.marks_sticheln import SIGNS, SUITS
from stichwerk.rules import cards, machine, phases
from stichwerk.rules import sticheln as rules

LOUD = 0.2  # how much a guess counts beside a move


def learn(o: list[int], s: list[int], seen: list[int], seat: int, w: list[float], slope: list[float], told: list[float]) -> None:
    """Adds the slopes of all guesses a seat had to make."""
    if seen[rules.PHASE] != phases.PLAY or o[rules.REVEAL] == rules.AT_START:
        return
    low, high = rules.unseen(o, seen, 0), rules.unseen(o, seen, 1)
    for other in range(o[rules.PLAYERS]):
        marked = s[rules.CHOSEN + other] & rules.COLOUR_BITS
        if not guesses.is_known(o, seen, other) and marked:
            told[2] += learn_one(o, seen, seat, other, marked, low, high, w, slope)
            told[3] += 1.0


def learn_one(
    o: list[int],
    seen: list[int],
    seat: int,
    other: int,
    marked: int,
    low: int,
    high: int,
    w: list[float],
    slope: list[float],
) -> float:
    signs = machine.floats(SIGNS)
    shares = machine.floats(SUITS)
    guesses.guess_one(o, seen, seat, other, low, high, w, mind.MARKS, shares)
    start = mind.MARKS + guesses.row(seat, other)
    late = guesses.progress(o, seen)
    found = 0.0
    for colour in range(o[rules.SUITS]):
        guesses.read_signs(o, seen, seat, other, colour, low, high, signs)
        truth = (marked >> colour & 1) / cards.popcount(marked)
        found += truth * math.log(shares[colour] + 1e-12)
        for i in range(SIGNS):
            slope[start + i] += LOUD * (truth - shares[colour]) * signs[i]
            slope[start + SIGNS + i] += LOUD * (truth - shares[colour]) * signs[i] * late
    return found
