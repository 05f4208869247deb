"""Learning to guess everybody's longest colour (see `bots.marks_hattrick`): after the round it is known."""

import math

from stichwerk.bots import marks_hattrick as guesses
from stichwerk.bots import mind_hattrick as mind
from stichwerk.bots.marks_hattrick import SIGNS, SUITS
from stichwerk.rules import hattrick as rules
from stichwerk.rules import machine

LOUD = 0.2  # how much a guess counts beside a card


def learn(o: list[int], s: list[int], seen: list[int], seat: int, w: list[float], slope: list[float], told: list[float]) -> None:
    """Adds the slopes of all guesses a seat had to make."""
    unseen = rules.unseen(o, seen, 0)
    for other in range(o[rules.PLAYERS]):
        told[2] += learn_one(o, seen, seat, other, rules.longest(s, other), unseen, w, slope)
        told[3] += 1.0


def learn_one(
    o: list[int], seen: list[int], seat: int, other: int, truth: int, unseen: int, w: list[float], slope: list[float]
) -> float:
    signs = machine.floats(SIGNS)
    likely = machine.floats(SUITS)
    guesses.guess_one(o, seen, seat, other, unseen, w, mind.MARKS, likely)
    start = mind.MARKS + guesses.row(seat, other)
    late = guesses.progress(o, seen)
    for colour in range(SUITS):
        guesses.read_signs(o, seen, seat, other, colour, unseen, signs)
        error = (1.0 if colour == truth else 0.0) - likely[colour]
        for i in range(SIGNS):
            slope[start + i] += LOUD * error * signs[i]
            slope[start + SIGNS + i] += LOUD * error * signs[i] * late
    return math.log(likely[truth] + 1e-12)
