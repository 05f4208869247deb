"""What the layouts of the three games share. A layout is how a seat sees the table, as small integers (see `layout_*`).

`ROWS` of a layout say what its numbers mean, `write` writes them. How much a seat remembers is asked for by name: "none"
is what lies open before it now, as on a real table; "cards" where every card of the round has gone; "perfect" also when
each was played, and by whom.
"""

from collections.abc import Iterable
from typing import NamedTuple

from stichwerk.rules import cards, rounds

MOST = 32767
SEAT = 8  # a remembered play is its move times this, and who made it
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


def mark(out: list[int], low: int, high: int, value: int) -> None:
    """Notes where the cards of a set are."""
    while low:
        out[cards.lowest(low)] = value
        low &= low - 1
    while high:
        out[cards.WORD + cards.lowest(high)] = value
        high &= high - 1


def remember_tricks(past: list[int], players: int, seat: int, at: int, size: int, out: list[int]) -> None:
    """When each of `size` cards was played this round, from `at` on, and behind that by whom."""
    for i in range(at, at + 2 * size):
        out[i] = 0
    for k in range(past[0]):
        card = past[1 + k] // SEAT
        out[at + card] = k + 1
        out[at + size + card] = 1 + rounds.left_of(past[1 + k] % SEAT, players - seat, players)


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
