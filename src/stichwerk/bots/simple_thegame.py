"""How the simple bot plays The Game: the smallest step, backwards if it can, and no more cards than it must.

Written like the rules (see `simple_sticheln`): whole numbers only, nothing random, of equal moves the first.
"""

from stichwerk.rules import cards, phases
from stichwerk.rules import thegame as rules

LOOKS = True

FAR = 1000  # more than any step
CHEAP = 0  # a step so small that it is taken though the minimum has been played: one that shuts out no card
HASTE, PLEA = 5, 20  # how many cards' worth of detour it makes where others ask to go slowly, or not to play there
EAGER, WILLING, READY = 6, 9, 15  # steps of the two best first cards, for start3, start2 and start1


def act(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    if seen[rules.PHASE] == phases.START:
        return rules.STARTING + eagerness(o, seen, seat)
    best, least = rules.END, FAR if not rules.may_end(o, seen) else CHEAP + 1
    for k in range(rules.count(o, seen, seat)):
        move = rules.pick(o, seen, seat, k)
        if move != rules.END:
            step = price(o, seen, seat, move // rules.PILES, move % rules.PILES)
            if step < least:
                best, least = move, step
    return best


def eagerness(o: list[int], seen: list[int], seat: int) -> int:
    """How much it wants to begin: by the steps of the two cards that fit best."""
    first, second = FAR, FAR
    for card in range(rules.FIRST, rules.LAST + 1):
        if cards.has(seen, rules.HANDS + 2 * seat, card):
            step = cheapest(seen, card)
            first, second = min(first, step), min(max(first, step), second)
    both = first + second
    return 3 if both <= EAGER else 2 if both <= WILLING else 1 if both <= READY else 0


def cheapest(seen: list[int], card: int) -> int:
    """The smallest step with which a card goes anywhere."""
    found = FAR
    for pile in range(rules.PILES):
        if rules.fits(seen, card, pile):
            found = min(found, skipped(seen, card, pile))
    return found


def price(o: list[int], seen: list[int], seat: int, card: int, pile: int) -> int:
    """What playing a card costs: the cards it shuts out, less if the next one can go back by ten, more where others ask."""
    step = skipped(seen, card, pile)
    back = rules.ten_back(pile, card)
    if rules.FIRST <= back <= rules.LAST and cards.has(seen, rules.HANDS + 2 * seat, back):
        step -= rules.BACK
    return step + regard(o, seen, seat, pile)


def skipped(seen: list[int], card: int, pile: int) -> int:
    """How many cards that are still to be played no longer fit a pile once this one lies there; fewer than none for a way
    back."""
    top = rules.top(seen, pile)
    if rules.is_back(seen, card, pile):
        return -missing(seen, min(card, top) + 1, max(card, top))
    return missing(seen, min(card, top) + 1, max(card, top))


def missing(seen: list[int], first: int, last: int) -> int:
    """How many of the cards first … last - 1 have not been played."""
    found = 0
    for word in range(2):
        between = rules.from_number(first, word) & ~rules.from_number(last, word)
        found += cards.popcount(between & ~seen[rules.LAID + word])
    return found


def regard(o: list[int], seen: list[int], seat: int, pile: int) -> int:
    """What the others' signals add to the price of a pile (RULES 4, Talk)."""
    asked = rules.asked(o, seen, seat, pile)
    return PLEA if asked == rules.NOT_THERE else HASTE if asked == rules.SLOWLY else 0
