"""What a position of The Game after a whole turn is worth: marks of it, each times a weight that changes with progress.

Over a desk (`thegame_desk`); a turn is two ways (`thegame_turns`), one for the ascending piles and one for the descending.
"""

from stichwerk.bots import thegame_desk as desk
from stichwerk.bots import thegame_turns as turns
from stichwerk.rules import cards
from stichwerk.rules import thegame as rules

INLINE = False

# Marks: unseen cards that no pile accepts any more, that one does, two, three; the same of the own cards left;
UNSEEN, OWN = 0, 4
# own cards: the sum of their smallest steps, of these up to NEAR, the two smallest ones;
STEPS, NEAR_STEPS, NEXT_STEPS = 8, 9, 10
# piles where the card ten back is in the own hand, unseen, in a hand that has said so.
BACK_OWN, BACK_UNSEEN, BACK_TOLD = 11, 12, 13
MARKS = 14
NEAR = 4
WEIGHTS = 2 * MARKS  # at the end of the deck, and what is added to them at its beginning

# What it costs to disregard what people ask for, for whatever reason, in cards that nobody can play any more: not to play
# there, and to go slowly (for each card shut out there).
PLEA, HASTE = 1.0, 0.05


def weigh_in(d: list[int], weights: list[float], f: list[float]) -> None:
    """The weights as they are now: between those of the end and those of the beginning."""
    left = progress(d)
    for mark in range(MARKS):
        f[mark] = weights[mark] + left * weights[MARKS + mark]


def progress(d: list[int]) -> float:
    """1 before the first card is seen, 0 when all are."""
    return (cards.popcount(d[desk.UNSEEN]) + cards.popcount(d[desk.UNSEEN + 1])) / rules.CARDS


def worth(d: list[int], f: list[float], up: int, down: int) -> float:
    """The worth of the position after a turn."""
    a, b, c, e = turns.place(up, 0), turns.place(up, 1), turns.place(down, 0), turns.place(down, 1)
    kept = (1 << d[desk.HELD]) - 1 & ~(turns.cards_of(up) | turns.cards_of(down))
    found = room(d, f, a, b, c, e, kept) + reach(d, f, a, b, c, e, kept)
    found += back(d, f, a, kept) + back(d, f, b, kept) + back(d, f, c, kept) + back(d, f, e, kept)
    return found


def room(d: list[int], f: list[float], a: int, b: int, c: int, e: int, kept: int) -> float:
    """How many piles accept each card: counted for all cards at once, bit by bit."""
    found = 0.0
    low, high = kept_words(d, kept)
    for word in range(2):
        at = desk.HIGH if word else desk.LOW
        w, x, y, z = d[at + a], d[at + b], d[at + c], d[at + e]
        one, both, other, others = w ^ x, w & x, y ^ z, y & z
        none_up, none_down = ~(w | x), ~(y | z)
        none = none_up & none_down
        single = one & none_down | other & none_up
        double = both & none_down | others & none_up | one & other
        triple = both & other | others & one
        hidden, own = d[desk.UNSEEN + word], high if word else low
        found += f[UNSEEN] * cards.popcount(hidden & none) + f[UNSEEN + 1] * cards.popcount(hidden & single)
        found += f[UNSEEN + 2] * cards.popcount(hidden & double) + f[UNSEEN + 3] * cards.popcount(hidden & triple)
        found += f[OWN] * cards.popcount(own & none) + f[OWN + 1] * cards.popcount(own & single)
        found += f[OWN + 2] * cards.popcount(own & double) + f[OWN + 3] * cards.popcount(own & triple)
    return found


def kept_words(d: list[int], kept: int) -> tuple[int, int]:
    """The set of the cards kept in hand."""
    low, high = 0, 0
    while kept:
        card = d[desk.CARD + cards.lowest(kept)]
        kept &= kept - 1
        if cards.upper(card):
            high |= cards.bit(card)
        else:
            low |= cards.bit(card)
    return low, high


def reach(d: list[int], f: list[float], a: int, b: int, c: int, e: int, kept: int) -> float:
    """How far the own cards are from the piles."""
    total, near, first, second = 0, 0, desk.FAR, desk.FAR
    while kept:
        i = desk.STEP + cards.lowest(kept)
        kept &= kept - 1
        step = min(min(d[i + 8 * a], d[i + 8 * b]), min(d[i + 8 * c], d[i + 8 * e]))
        if step < desk.FAR:
            total += step
            near += min(step, NEAR)
            second = min(second, max(first, step))
            first = min(first, step)
    soon = (first if first < desk.FAR else 0) + (second if second < desk.FAR else 0)
    return f[STEPS] * total + f[NEAR_STEPS] * near + f[NEXT_STEPS] * soon


def back(d: list[int], f: list[float], place: int, kept: int) -> float:
    """The card ten back from a top: in the own hand, told of, or unseen."""
    if d[desk.OWN + place] & kept:
        return f[BACK_OWN]
    partner = d[desk.PARTNER + place]
    return f[BACK_TOLD] if partner == desk.TOLD else f[BACK_UNSEEN] if partner == desk.UNSEEN_PARTNER else 0.0


def disregard(d: list[int], up: int, down: int) -> float:
    """How far a turn goes against what others have asked for, all piles together."""
    found = 0.0
    for pile in range(rules.PILES):
        if d[desk.ASKED + pile]:
            found += disregard_of(d, pile, turns.place(up if rules.ascends(pile) else down, pile & 1))
    return found


def disregard_of(d: list[int], pile: int, place: int) -> float:
    """… on one pile. Who asks not to play there and may hold the card ten back has been understood: see `back`."""
    if place == desk.HERE + pile:
        return 0.0
    if d[desk.ASKED + pile] == rules.NOT_THERE:
        return 0.0 if d[desk.PARTNER + desk.HERE + pile] == desk.TOLD else PLEA
    moved = desk.price(d, d[desk.TOP + desk.HERE + pile], d[desk.TOP + place], rules.ascends(pile))
    return HASTE * max(moved, 0)
