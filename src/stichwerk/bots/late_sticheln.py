"""What cards bring where colours are named at the end (RULES 2.4, Delayed): as many points as if a seat named its best ones now.

What each seat took lies in `heaps`, ROW numbers a seat: what its cards would bring with no colour named, and then for each
colour how much would be lost by naming it. (With a lucky aim that is less than nothing.) A colour of which nothing was taken
loses nothing, and nothing else does, so that a colour can be named just when its number is not 0.
"""

from stichwerk.bots import worth_sticheln as worth
from stichwerk.rules import cards
from stichwerk.rules import sticheln as rules

INLINE = False  # long functions: inlined they would compile for minutes

SUITS = 6
ROW = 1 + SUITS
HEAPS = 8 * ROW


def gather(o: list[int], seen: list[int], heaps: list[float]) -> None:
    """Sorts what every seat has taken."""
    for seat in range(o[rules.PLAYERS]):
        at = seat * ROW
        for i in range(ROW):
            heaps[at + i] = 0.0
        for colour in range(o[rules.SUITS]):
            numbers = cards.of_colour(seen, rules.TAKEN + 2 * seat, colour)
            heaps[at] += worth.of_numbers(o, 0.0, numbers)
            heaps[at + 1 + colour] = worth.of_numbers(o, 0.0, numbers) - worth.of_numbers(o, 1.0, numbers)


def put(o: list[int], heaps: list[float], seat: int, card: int, sign: float) -> None:
    """Adds a card to a seat's heap (sign 1), or takes it away again (-1)."""
    plain = worth.of(o, 0.0, cards.number(card))
    heaps[seat * ROW] += sign * plain
    heaps[seat * ROW + 1 + cards.colour(card)] += sign * (plain - worth.of(o, 1.0, cards.number(card)))


def put_trick(o: list[int], seen: list[int], heaps: list[float], seat: int, sign: float) -> None:
    """… all cards that lie in the trick."""
    for k in range(seen[rules.PLAYED]):
        put(o, heaps, seat, cards.slot(seen[rules.TRICK], k), sign)


def points(o: list[int], heaps: list[float], seat: int) -> float:
    """What a seat's heap is worth with its best colours named."""
    found, named = heaps[seat * ROW], 0
    for _ in range(o[rules.COLOURS]):
        colour = cheapest(o, heaps, seat, named)
        if colour >= 0:
            found -= heaps[seat * ROW + 1 + colour]
            named |= 1 << colour
    return found


def cheapest(o: list[int], heaps: list[float], seat: int, named: int) -> int:
    """The colour of a heap, but for those already named, that it is best to name; -1 for none."""
    found, least = -1, 0.0
    for colour in range(o[rules.SUITS]):
        loss = heaps[seat * ROW + 1 + colour]
        if loss != 0.0 and not named >> colour & 1 and (found < 0 or loss < least):
            found, least = colour, loss
    return found


def gain(o: list[int], seen: list[int], heaps: list[float], seat: int, card: int) -> float:
    """What the trick as it lies, with one more card (-1: without), would bring a seat."""
    before = points(o, heaps, seat)
    put_trick(o, seen, heaps, seat, 1.0)
    if card >= 0:
        put(o, heaps, seat, card, 1.0)
    after = points(o, heaps, seat)
    put_trick(o, seen, heaps, seat, -1.0)
    if card >= 0:
        put(o, heaps, seat, card, -1.0)
    return after - before
