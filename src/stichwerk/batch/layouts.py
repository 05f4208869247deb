"""What the layouts of the three games share. A layout is how a seat sees the table, as small integers (see `layout_*`)."""

from stichwerk.rules import cards

MOST = 32767


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
