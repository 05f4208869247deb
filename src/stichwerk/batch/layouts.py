"""What the layouts of the three games share. A layout is how a seat sees the table, as small integers (see `layout_*`).

`ROWS` of a layout say what its numbers mean, `write` writes them. How much a seat remembers is asked for by name: "none"
is what lies open before it now, as on a real table; "cards" where every card of the round has gone; "perfect" also when
each was played, and by whom.
"""

from collections.abc import Iterable
from typing import NamedTuple

from stichwerk.rules import rounds
from stichwerk.rules.machine import weave as weave

MOST = 32767
MEMORIES = ("none", "cards", "perfect")
NONE, CARDS, PERFECT = 0, 1, 2


class Row(NamedTuple):
    """Some numbers of a layout: so many, their bounds (several, taken in turn, where each seat has several), their meaning."""

    size: int
    low: int | tuple[int, ...]
    high: int | tuple[int, ...]
    meaning: str
    remembered: bool = False  # only with a perfect memory


def small(value: int) -> int:
    """A number that may grow beyond 16 bits (rounds, totals), cut off there: observations are arrays of such."""
    return min(max(value, -MOST), MOST)


def digit(word: int, value: int, place: int) -> int:
    """A set of cards if the value they are to have has this binary digit, else none."""
    return word & -(value >> place & 1)


def write_moves(moves: list[int], count: int, size: int, out: list[int]) -> None:
    """A mask of `size` moves, of which some are listed."""
    for move in range(size):
        out[move] = 0
    for k in range(count):
        out[moves[k]] = 1


def note_play(past: list[int], card: int, size: int, seat: int) -> None:
    """One of `size` cards is played now: `past` has how many were, then for each when (0: not yet), then 1 + by whom."""
    past[0] += 1
    past[1 + card] = past[0]
    past[1 + size + card] = 1 + seat


def remember_plays(past: list[int], players: int, seat: int, at: int, size: int, out: list[int]) -> None:
    """When each of `size` cards was played, from `at` on, and behind that by whom."""
    for i in range(size):
        out[at + i] = past[1 + i]
    turned = 0  # 1 + a seat as it is told, for each 1 + seat as it is noted, in four bits each; 0 stays 0
    for other in range(players):
        turned |= (1 + rounds.left_of(other, players - seat, players)) << 4 * (1 + other)
    for i in range(size):
        out[at + size + i] = turned >> 4 * past[1 + size + i] & 15


def width(rows: Iterable[Row], memory: str) -> int:
    """How many numbers an observation has."""
    return sum(row.size for row in rows if memory == "perfect" or not row.remembered)


def bounds(rows: Iterable[Row], memory: str) -> tuple[list[int], list[int]]:
    """The least and the greatest value of each number."""
    asked = [row for row in rows if memory == "perfect" or not row.remembered]
    return [n for row in asked for n in _each(row.low, row.size)], [n for row in asked for n in _each(row.high, row.size)]


def _each(bound: int | tuple[int, ...], size: int) -> list[int]:
    """A row's bound for each of its numbers."""
    taken = bound if isinstance(bound, tuple) else (bound,)
    return [taken[k % len(taken)] for k in range(size)]


def _text(bound: int | tuple[int, ...]) -> str:
    return ", ".join(str(n) for n in dict.fromkeys(bound)) if isinstance(bound, tuple) else str(bound)


def table(rows: Iterable[Row]) -> str:
    """The layout for people: from which number to which, between which bounds, and what they mean."""
    lines, at = ["| numbers | least | most | meaning |", "|---|---|---|---|"], 0
    for row in rows:
        place = str(at) if row.size == 1 else f"{at} … {at + row.size - 1}"
        lines.append(f"| {place} | {_text(row.low)} | {_text(row.high)} | {row.meaning}{' (perfect memory)' * row.remembered} |")
        at += row.size
    return "\n".join(lines)
