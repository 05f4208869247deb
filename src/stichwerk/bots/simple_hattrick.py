"""How the simple bot plays Hat Trick: it gathers one colour, keeps out of the others' way, and would rather not pass.

Written like the rules (see `simple_sticheln`): whole numbers only, nothing random, of equal moves the first.
"""

from stichwerk.rules import cards
from stichwerk.rules import hattrick as rules

LOOKS = True

CERTAIN = 1 << 12  # probabilities count in parts of this
PARTS = 8  # … and weights in parts of this

KEENNESS = 4  # how much of the share of higher cards those still to play use
PASS = 24  # the price of a pass
RELIEF = 1  # what it is worth to be rid of a card of an unwanted colour, for each step of its number
THRIFT = 1  # what it costs to give up one of the wanted colour, likewise
TAKEN, HELD = 160, 12  # what a taken card says of the colour to gather, and each step of a held one's number


def act(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    hidden = rules.unseen(o, seen, 0)
    wanted = best_colour(seen, seat)
    best, most = -1, 0
    for k in range(rules.count(o, seen, seat)):
        card = rules.pick(o, seen, seat, k)
        value = weigh(o, seen, card, wanted, hidden)
        if best < 0 or value > most:
            best, most = card, value
    return best


def best_colour(seen: list[int], seat: int) -> int:
    """The colour to gather: of which it has taken most, and holds many and high cards."""
    best, most = 0, -1
    for colour in range(rules.SUITS):
        value = TAKEN * cards.popcount(cards.in_word(seen[rules.TAKEN + seat], colour))
        value += HELD * total(cards.in_word(seen[rules.HANDS + seat], colour))
        if value > most:
            best, most = colour, value
    return best


def total(word: int) -> int:
    """The sum of some numbers."""
    found = 0
    while word:
        found += cards.lowest(word)
        word &= word - 1
    return found


def weigh(o: list[int], seen: list[int], card: int, wanted: int, hidden: int) -> int:
    """What playing a card promises: what lies of its colour if it takes that, to be rid of it if it does not.

    It counts only what lies there: guessing what those still to play will add was measured to play worse.
    """
    is_wanted = cards.colour(card) == wanted
    release = -THRIFT * cards.number(card) if is_wanted else RELIEF * cards.number(card)
    if rules.is_pass(seen, card):
        return CERTAIN * (release - PASS)
    taking = likelihood(o, seen, card, hidden)
    lying = cards.popcount(rules.on_table(seen, cards.colour(card)))
    trick = PARTS * (1 + lying)
    return taking * (trick if is_wanted else -trick) + (CERTAIN - taking) * release


def likelihood(o: list[int], seen: list[int], card: int, hidden: int) -> int:
    """How likely a card takes its colour: it is the highest on the table, and none of those still to play goes higher."""
    if rules.on_table(seen, cards.colour(card)) >> cards.number(card):
        return 0
    higher = cards.popcount(cards.in_word(hidden, cards.colour(card)) >> cards.number(card))
    whole = PARTS * max(cards.popcount(hidden), 1)
    left = max(whole - KEENNESS * higher, 0)
    found = CERTAIN
    for _ in range(o[rules.PLAYERS] - 1 - seen[rules.PLAYED]):
        found = found * left // whole
    return found
