"""How the simple bot plays Sticheln: a beginner's rules of thumb (RULES 6) over the seat's observation.

Written like the rules, so that it runs interpreted in a bot and compiled in simulations: whole numbers only, nothing
random, of equal moves the first. Where it tries something out in `seen` it puts back what was there.

Each card it may play is weighed by how likely it takes the trick, what the trick would then bring, and what it is worth
to be rid of the card otherwise. What cards bring is always asked of `rules.score`, who takes a trick of `rules.beats`.
"""

from stichwerk.rules import cards, phases
from stichwerk.rules import sticheln as rules

LOOKS = True

CERTAIN = 1 << 12  # probabilities count in parts of this
PARTS = 8  # … and weights in parts of this

# The weights were measured in simulations, against random players and against the bot as it was before.
# What to expect of those still to play: how much of the share of beating cards they use, in a trick worth taking or not.
EAGER, WARY = 11, 4
# What it is worth, beside the points of the trick: not to keep a card, to give it to its taker, not to waste a strong one.
RELIEF, SPITE, THRIFT = 4, 5, 2
# How to choose: the certain cost of the card, how far the colour's length is from the best one (longer than RULES 6 sounds),
# the colour's other cards.
COST, LENGTH, COMPANY, MIDDLE = 32, 32, 1, 6
# … and a lucky one: its number, its colour's length, the colour's other cards.
PRIZE, LONG, RICHES = 32, 8, 1


def act(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    if seen[rules.PHASE] == phases.CHOOSE:
        return choose(o, seen, seat)
    if seen[rules.PHASE] == phases.NAME:
        return rules.NAMING + best_colour(o, seen, seat, rules.nameable(o, seen, seat))
    return play(o, seen, seat)


def choose(o: list[int], seen: list[int], seat: int) -> int:
    best = rules.pick(o, seen, seat, 0)
    for k in range(1, rules.count(o, seen, seat)):
        card = rules.pick(o, seen, seat, k)
        if promise(o, seen, seat, card) > promise(o, seen, seat, best):
            best = card
    return best


def promise(o: list[int], seen: list[int], seat: int, card: int) -> int:
    """How good a choice a card is: low, of a colour held in middle number; for luck high, of a long and rich colour."""
    numbers = cards.of_colour(seen, rules.HANDS + 2 * seat, cards.colour(card))
    length = cards.popcount(numbers)
    own = rules.cost(o, 1 << cards.number(card))
    rest = rules.cost(o, numbers) - own
    if o[rules.LUCKY] == 1:
        return PRIZE * own + LONG * length + RICHES * rest
    return -COST * own - LENGTH * abs(length - MIDDLE) - COMPANY * rest


def best_colour(o: list[int], seen: list[int], seat: int, colours: int) -> int:
    """Which of some colours would give the seat most if it named it now."""
    best, most = -1, 0
    before = seen[rules.CHOSEN + seat]
    while colours:
        colour = cards.lowest(colours)
        colours &= colours - 1
        seen[rules.CHOSEN + seat] = before | 1 << colour
        points = rules.score(o, seen, seat)
        if best < 0 or points > most:
            best, most = colour, points
    seen[rules.CHOSEN + seat] = before
    return best


def intended(o: list[int], seen: list[int], seat: int) -> int:
    """Delayed: the colours it would name if the tricks ended now. Before it has taken any it does not mind; but lucky
    colours it goes for from the start, by what it holds, or it would never want a trick."""
    before, at = seen[rules.CHOSEN + seat], rules.TAKEN + 2 * seat
    had_low, had_high = seen[at], seen[at + 1]
    if o[rules.LUCKY] == 1:
        seen[at] |= seen[rules.HANDS + 2 * seat]
        seen[at + 1] |= seen[rules.HANDS + 2 * seat + 1]
    for _ in range(o[rules.COLOURS]):
        colours = rules.nameable(o, seen, seat)
        if colours:
            seen[rules.CHOSEN + seat] |= 1 << best_colour(o, seen, seat, colours)
    found = seen[rules.CHOSEN + seat]
    seen[rules.CHOSEN + seat], seen[at], seen[at + 1] = before, had_low, had_high
    return found


def play(o: list[int], seen: list[int], seat: int) -> int:
    chosen = seen[rules.CHOSEN + seat]
    if o[rules.REVEAL] == rules.AFTER:
        seen[rules.CHOSEN + seat] = intended(o, seen, seat)
    low, high = rules.unseen(o, seen, 0), rules.unseen(o, seen, 1)
    prospect = expected(o, seen, seat, low, high)
    best, most = -1, 0
    for k in range(rules.count(o, seen, seat)):
        card = rules.pick(o, seen, seat, k)
        value = weigh(o, seen, seat, card, low, high, prospect)
        if best < 0 or value > most:
            best, most = card, value
    seen[rules.CHOSEN + seat] = chosen
    return best


def gain(o: list[int], seen: list[int], seat: int, low: int, high: int) -> int:
    """What a set of cards would bring a seat that took it, as far as its colours are known."""
    at = rules.TAKEN + 2 * seat
    had_low, had_high = seen[at], seen[at + 1]
    before = rules.score(o, seen, seat)
    seen[at] |= low
    seen[at + 1] |= high
    after = rules.score(o, seen, seat)
    seen[at], seen[at + 1] = had_low, had_high
    return after - before


def gain_of(o: list[int], seen: list[int], seat: int, card: int) -> int:
    return gain(o, seen, seat, rules.card_word(card, 0), rules.card_word(card, 1))


def expected(o: list[int], seen: list[int], seat: int, low: int, high: int) -> int:
    """What the trick will bring its taker, without the card to be played now: what lies there, and for those still to come
    as many average cards of those not seen. In parts."""
    table_low, table_high = 0, 0
    for k in range(seen[rules.PLAYED]):
        table_low |= rules.card_word(cards.slot(seen[rules.TRICK], k), 0)
        table_high |= rules.card_word(cards.slot(seen[rules.TRICK], k), 1)
    there = PARTS * gain(o, seen, seat, table_low, table_high)
    unseen = cards.popcount(low) + cards.popcount(high)
    to_come = o[rules.PLAYERS] - 1 - seen[rules.PLAYED]
    return there + PARTS * to_come * gain(o, seen, seat, low, high) // max(unseen, 1)


def weigh(o: list[int], seen: list[int], seat: int, card: int, low: int, high: int, prospect: int) -> int:
    """What playing a card promises."""
    own = gain_of(o, seen, seat, card)
    if_taken = prospect + PARTS * own
    taking = likelihood(o, seen, card, low, high, EAGER if if_taken > 0 else WARY)
    if_lost = -RELIEF * own
    if seen[rules.PLAYED] > 0:
        if_lost -= SPITE * gain_of(o, seen, rules.winning(o, seen), card)
    return taking * if_taken + (CERTAIN - taking) * if_lost - CERTAIN * THRIFT * strength(o, card) // PARTS


def strength(o: list[int], card: int) -> int:
    """How useful a card is for taking later tricks."""
    return o[rules.TOP] - cards.number(card) if o[rules.LUCKY] == 1 else cards.number(card)


def likelihood(o: list[int], seen: list[int], card: int, low: int, high: int, keenness: int) -> int:
    """How likely a card takes the trick: nothing that lies there beats it, and none of those still to play will."""
    lead = cards.colour(cards.slot(seen[rules.TRICK], 0) if seen[rules.PLAYED] else card)
    if seen[rules.PLAYED] > 0:
        best = cards.slot(seen[rules.TRICK], rules.winning_place(o, seen[rules.TRICK], seen[rules.PLAYED]))
        if not rules.beats(o, card, best, lead):
            return 0
    whole = PARTS * max(cards.popcount(low) + cards.popcount(high), 1)
    left = max(whole - keenness * (beaters(o, card, lead, low, 0) + beaters(o, card, lead, high, cards.WORD)), 0)
    found = CERTAIN
    for _ in range(o[rules.PLAYERS] - 1 - seen[rules.PLAYED]):
        found = found * left // whole
    return found


def beaters(o: list[int], card: int, lead: int, word: int, first: int) -> int:
    """How many cards of one word of a set, whose lowest card is `first`, would beat a card."""
    found = 0
    while word:
        if rules.beats(o, first + cards.lowest(word), card, lead):
            found += 1
        word &= word - 1
    return found
