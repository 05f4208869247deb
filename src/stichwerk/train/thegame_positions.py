"""Whole games of The Game with what every position after a turn looked like: what `thegame_odds` learns from.

Compiled like the bots it watches.
"""

from stichwerk.bots import thegame_choice as choice
from stichwerk.bots import thegame_desk as desk
from stichwerk.bots import thegame_series as series
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
    """A turn, and the position after it: as it was planned when nobody objected any more."""
    d, found, values, plan = machine.words(DESK), machine.words(2), machine.floats(1), machine.words(8)
    seat, going = s[rules.TURN], True
    series.speak(o, s)
    while going:
        choice.best(o, s, seat, weights, d, found, values, 1, choice.KEEP)
        n = choice.write(d, found, 0, plan)
        record(d, found, row)
        going = series.goes_on(o, s, series.follow(o, s, seat, plan, n), n)
    series.end(o, s, seat)


def record(d: list[int], found: list[int], row: list[float]) -> None:
    """The marks, one by one, and progress."""
    f = machine.floats(MARKS)
    row[MARKS] = worth.progress(d)
    for mark in range(MARKS):
        for other in range(MARKS):
            f[other] = 1.0 if other == mark else 0.0
        row[mark] = worth.worth(d, f, found[0], found[1])
