"""All sensible ways to play a turn of The Game, over a desk (`thegame_desk`).

For each pile: which sets of held cards can all be played there, and with which card on top at the end. Of these the
cheapest few of each size are kept (cheap: few unseen cards shut out), then those of the two ascending piles are put
together, and those of the two descending ones. A whole turn is one of each.

A way is one number, so that the cheaper is the smaller: its price (plus DEAR), its set of cards, and the places where its
one or two piles end up.
"""

from stichwerk.bots import thegame_desk as desk
from stichwerk.rules import cards
from stichwerk.rules import thegame as rules

INLINE = False

DEAR = 200  # keeps prices above zero
PRICE, SET, FIRST, SECOND = 18, 10, 5, 0  # where in a way its parts begin


def price(way: int) -> int:
    return (way >> PRICE) - DEAR


def cards_of(way: int) -> int:
    return way >> SET & 255


def place(way: int, second: int) -> int:
    return way >> (SECOND if second else FIRST) & 31


def find(d: list[int], keep: int) -> None:
    """Fills the lists of a desk with the best ways, at most `keep` of each size and pile."""
    for pile in range(rules.PILES):
        find_last(d, pile)
        list_pile(d, pile, keep)
    for side in range(2):
        pair(d, side, 2 * keep)


def find_last(d: list[int], pile: int) -> None:
    """Which card can lie on top after a set was played on a pile: none after no cards."""
    d[desk.LAST + desk.SETS * pile] = 0
    if has_way_back(d, 0 if rules.ascends(pile) else desk.MOST):
        find_last_of_any(d, pile)
    elif rules.ascends(pile):
        for chosen in range(1, 1 << d[desk.HELD]):
            fits = d[desk.FITTING + desk.HERE + pile] >> cards.lowest(chosen) & 1
            d[desk.LAST + desk.SETS * pile + chosen] = fits << cards.highest(chosen)
    else:
        for chosen in range(1, 1 << d[desk.HELD]):
            fits = d[desk.FITTING + desk.HERE + pile] >> cards.highest(chosen) & 1
            d[desk.LAST + desk.SETS * pile + chosen] = fits << cards.lowest(chosen)


def has_way_back(d: list[int], first: int) -> bool:
    """Whether any held card fits on another that should follow it: else there is but one order to play cards in."""
    for i in range(d[desk.HELD]):
        before = (1 << i) - 1
        if d[desk.FITTING + first + i] & (before if first == 0 else ~before):
            return True
    return False


def find_last_of_any(d: list[int], pile: int) -> None:
    """A card can be last if it fits after one that can be last of the set without it."""
    at, first = desk.LAST + desk.SETS * pile, 0 if rules.ascends(pile) else desk.MOST
    start = d[desk.FITTING + desk.HERE + pile]
    for chosen in range(1, 1 << d[desk.HELD]):
        found, left = 0, chosen
        while left:
            i = cards.lowest(left)
            left &= left - 1
            rest = chosen ^ 1 << i
            if rest == 0:
                found |= start & chosen
            elif d[at + rest] & d[desk.AFTER + first + i]:
                found |= 1 << i
        d[at + chosen] = found


def list_pile(d: list[int], pile: int, keep: int) -> None:
    for size in range(desk.MOST + 1):
        d[desk.LISTS + (pile * 9 + size) * desk.LIST] = 0
    for chosen in range(1 << d[desk.HELD]):
        way = way_of(d, pile, chosen)
        if way:
            insert(d, desk.LISTS + (pile * 9 + cards.popcount(chosen)) * desk.LIST, way, keep)


def insert(d: list[int], at: int, way: int, room: int) -> None:
    """Into a list in order, which keeps the best."""
    n = d[at]
    if n == room:
        if way >= d[at + n]:
            return
        n -= 1
    k = at + n
    while k > at and d[k] > way:
        d[k + 1] = d[k]
        k -= 1
    d[k + 1] = way
    d[at] = n + 1


def pair(d: list[int], side: int, keep: int) -> None:
    """The ways of two piles of a kind together."""
    for size in range(desk.MOST + 1):
        d[desk.PAIRS + (side * 9 + size) * desk.PAIR] = 0
    for one in range(d[desk.HELD] + 1):
        for two in range(d[desk.HELD] + 1 - one):
            pair_sizes(d, side, one, two, keep)


def pair_sizes(d: list[int], side: int, one: int, two: int, keep: int) -> None:
    first = desk.LISTS + (2 * side * 9 + one) * desk.LIST
    second = desk.LISTS + ((2 * side + 1) * 9 + two) * desk.LIST
    out = desk.PAIRS + (side * 9 + one + two) * desk.PAIR
    for a in range(first + 1, first + 1 + d[first]):
        for b in range(second + 1, second + 1 + d[second]):
            way = joined(d[a], d[b])
            if d[out] == keep and way > d[out + keep]:
                break  # those that follow are dearer still
            if cards_of(d[a]) & cards_of(d[b]) == 0:
                insert(d, out, way, keep)


def joined(a: int, b: int) -> int:
    together = (price(a) + price(b) + DEAR) << PRICE
    return together | (cards_of(a) | cards_of(b)) << SET | place(a, 0) << FIRST | place(b, 0)


def split(d: list[int], way: int, side: int) -> int:
    """Which cards of a pair's way are for the first of its two piles."""
    whole, part = cards_of(way), cards_of(way)
    while True:
        if ends(d, 2 * side, part, place(way, 0)) and ends(d, 2 * side + 1, whole ^ part, place(way, 1)):
            return part
        part = part - 1 & whole


def ends(d: list[int], pile: int, chosen: int, at: int) -> bool:
    """Whether a set can be played on a pile so that it ends at a place."""
    if at >= desk.HERE:
        return chosen == 0
    return d[desk.LAST + desk.SETS * pile + chosen] >> at % desk.MOST & 1 == 1


def write(d: list[int], way: int, side: int, out: list[int], n: int) -> int:
    """The moves of a pair's way to out[n:], in an order in which they can be made; where it stopped."""
    part = split(d, way, side)
    n = write_pile(d, 2 * side, part, place(way, 0), out, n)
    return write_pile(d, 2 * side + 1, cards_of(way) ^ part, place(way, 1), out, n)


def write_pile(d: list[int], pile: int, chosen: int, at: int, out: list[int], n: int) -> int:
    """Backwards from the last card."""
    end = n + cards.popcount(chosen)
    first = 0 if rules.ascends(pile) else desk.MOST
    for k in range(end - 1, n - 1, -1):
        i = at - first
        out[k] = d[desk.CARD + i] * rules.PILES + pile
        chosen ^= 1 << i
        if chosen:
            at = first + cards.lowest(d[desk.LAST + desk.SETS * pile + chosen] & d[desk.AFTER + first + i])
    return end


def way_of(d: list[int], pile: int, chosen: int) -> int:
    """The way to play exactly this set on a pile; 0 if there is none."""
    if chosen == 0:
        return DEAR << PRICE | (desk.HERE + pile) << FIRST
    tops = d[desk.LAST + desk.SETS * pile + chosen]
    if tops == 0:
        return 0
    upward = rules.ascends(pile)
    i = cards.lowest(tops) if upward else cards.highest(tops)
    cost = desk.price(d, d[desk.TOP + desk.HERE + pile], d[desk.CARD + i], upward)
    return (cost + DEAR) << PRICE | chosen << SET | ((0 if upward else desk.MOST) + i) << FIRST
