"""Whole games of The Game with what every position after a turn looked like: what `thegame_odds` learns from.

Compiled like the bots it watches.
"""

from stichwerk.bots import thegame_choice as choice
from stichwerk.bots import thegame_desk as desk
from stichwerk.bots import thegame_series as series
from stichwerk.bots import thegame_value as value
from stichwerk.bots import thegame_worth as worth
from stichwerk.rules import machine, phases
from stichwerk.rules import thegame as rules

INLINE = False
WORDS, DESK, MARKS = rules.WORDS, desk.SIZE, worth.MARKS
COLUMNS = MARKS + 3  # the marks, progress, the number of the game, whether it was won


def record_range(o: list[int], first: int, last: int, seed: int, weights: list[float], out: list[list[float]]) -> int:
    """Plays games first … last-1, a row for each turn; how many rows (no more than there is room for)."""
    n = 0
    for i in range(first, last):
        s, start = machine.words(WORDS), n
        series.deal(o, s, seed, i)
        series.begin(o, s)
        while s[rules.PHASE] == phases.PLAY and n < len(out):
            record_turn(o, s, weights, out[n])
            out[n][MARKS + 1] = i
            n += 1
        for row in range(start, n):
            out[row][MARKS + 2] = 1.0 if rules.left(s) == 0 else 0.0
    return n


def record_turn(o: list[int], s: list[int], weights: list[float], row: list[float]) -> None:
    d, found, values, plan, f = machine.words(DESK), machine.words(2), machine.floats(1), machine.words(8), machine.floats(MARKS)
    seat, n = s[rules.TURN], 0
    series.speak(o, s)
    for mark in range(MARKS + 1):
        row[mark] = 0.0
    if choice.best(o, s, seat, weights, d, found, values, 1, choice.KEEP):
        n = choice.write(d, found, 0, plan)
        row[MARKS] = value.progress(d)
        for mark in range(MARKS):
            for other in range(MARKS):
                f[other] = 1.0 if other == mark else 0.0
            row[mark] = worth.worth(d, f, found[0], found[1])
    series.make(o, s, seat, plan, n)
