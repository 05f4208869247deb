"""Where the careful bot lays out a situation of The Game before it thinks: everything that is asked often, looked up once.

A *place* is a card on top of a pile as far as it matters: a held card on an ascending pile (its index), on a descending one
(8 + its index), or the present top of a pile (16 + the pile). A set of held cards is a mask of their indices. Which card
fits where is asked of the rules, once for each place.

Written like the rules; the desk is an array `d`:

    HELD, NEED               how many cards are held; how many more must be played
    CARD + i                 the held cards, in order
    BELOW + n                how many of the unseen cards are smaller than n
    LOW + place, HIGH + …    set: the cards that fit on that place
    TOP + place              its card
    FITTING + place          mask: the held cards that fit there
    AFTER + place            mask: the held cards on which that place's card (a held one) fits, on a pile of its kind
    STEP + 8 * place + i     how many unseen cards playing card i there shuts out (FAR: it does not fit; 0 for a way back)
    PARTNER + place          who has the card ten back: NOBODY, UNSEEN, TOLD (another seat has said so)
    OWN + place              mask: the held card ten back
    ASKED + pile             what others have asked for that pile: a signal
    UNSEEN, HAND             sets
    LAST + 256 * pile + S    mask: which cards of a set S can lie on top after all of S were played there (0: it cannot be)
    LISTS, PAIRS             the best ways to play on each pile, on the two ascending and on the two descending ones
"""

from stichwerk.rules import cards, machine
from stichwerk.rules import thegame as rules

INLINE = False

MOST = 8  # cards in a hand
PLACES, HERE = 20, 16
SETS = 256
FAR = 99
NOBODY, UNSEEN_PARTNER, TOLD = 0, 1, 2

ROOM, PAIR_ROOM = 8, 16  # ways kept for each number of cards
LIST, PAIR = ROOM + 1, PAIR_ROOM + 1  # … after how many there are

HELD, NEED = 0, 1
UNSEEN, HAND = 2, 4
CARD = 6
ASKED = CARD + MOST
LOW = ASKED + 4
HIGH = LOW + PLACES
TOP = HIGH + PLACES
FITTING = TOP + PLACES
AFTER = FITTING + PLACES
PARTNER = AFTER + HERE
OWN = PARTNER + PLACES
STEP = OWN + PLACES
BELOW = STEP + 8 * PLACES
LAST = BELOW + 104
LISTS = LAST + 4 * SETS
PAIRS = LISTS + 4 * 9 * LIST
SIZE = PAIRS + 2 * 9 * PAIR
WORDS = rules.WORDS


def lay_out(o: list[int], seen: list[int], seat: int, d: list[int]) -> None:
    """Everything about a situation that `seat` may know."""
    for word in range(2):
        d[HAND + word] = seen[rules.HANDS + 2 * seat + word]
        d[UNSEEN + word] = rules.from_number(rules.FIRST, word) & ~rules.from_number(rules.LAST + 1, word)
        d[UNSEEN + word] &= ~(seen[rules.LAID + word] | d[HAND + word])
    d[HELD] = cards.spread(d[HAND], d[HAND + 1], d, CARD) - CARD
    d[NEED] = max(rules.minimum(o, seen) - seen[rules.PLAYED], 0)
    count_below(d)
    hear(o, seen, seat, d)
    for pile in range(rules.PILES):
        lay_place(seen, pile, HERE + pile, d)
    piles = machine.words(WORDS)  # nothing but piles, to ask the rules
    for i in range(d[HELD]):
        for pile in (0, 2):
            rules.put(piles, pile, d[CARD + i])
            lay_place(piles, pile, 4 * pile + i, d)
    for i in range(d[HELD]):
        d[AFTER + i] = after(d, i, 0)
        d[AFTER + MOST + i] = after(d, i, MOST)


def after(d: list[int], i: int, first: int) -> int:
    found = 0
    for other in range(d[HELD]):
        found |= (d[FITTING + first + other] >> i & 1) << other
    return found


def count_below(d: list[int]) -> None:
    found = 0
    for number in range(102):
        d[BELOW + number] = found
        if cards.has(d, UNSEEN, number):
            found += 1


def hear(o: list[int], seen: list[int], seat: int, d: list[int]) -> None:
    for pile in range(rules.PILES):
        d[ASKED + pile] = rules.asked(o, seen, seat, pile)


def lay_place(s: list[int], pile: int, place: int, d: list[int]) -> None:
    """A place whose top is that of a pile of `s`."""
    top = rules.top(s, pile)
    d[TOP + place] = top
    d[LOW + place] = s[rules.OPEN + 2 * pile]
    d[HIGH + place] = s[rules.OPEN + 2 * pile + 1]
    back = rules.ten_back(pile, top)
    d[PARTNER + place] = NOBODY
    d[OWN + place] = 0
    if rules.FIRST <= back <= rules.LAST and cards.has(d, UNSEEN, back):
        d[PARTNER + place] = TOLD if place >= HERE and d[ASKED + pile] == rules.NOT_THERE else UNSEEN_PARTNER
    d[FITTING + place] = 0
    for i in range(d[HELD]):
        card = d[CARD + i]
        step = FAR
        if rules.fits(s, card, pile):
            d[FITTING + place] |= 1 << i
            step = max(price(d, top, card, rules.ascends(pile)), 0)
            if card == back:
                d[OWN + place] = 1 << i
        d[STEP + 8 * place + i] = step


def price(d: list[int], top: int, card: int, upward: bool) -> int:
    """How many unseen cards no longer fit after a step from one top to another; fewer than none for one back."""
    ahead = d[BELOW + card] - d[BELOW + top]
    return ahead if upward else -ahead
