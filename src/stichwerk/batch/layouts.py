"""What the layouts of the three games share. A layout is how a seat sees the table, as small integers (see `layout_*`)."""

from stichwerk.rules import cards


def mark(out: list[int], low: int, high: int, value: int) -> None:
    """Notes where the cards of a set are."""
    while low:
        out[cards.lowest(low)] = value
        low &= low - 1
    while high:
        out[cards.WORD + cards.lowest(high)] = value
        high &= high - 1
