"""Hat Trick (RULES 3). The verbs are explained in the package's docstring.

Only red, blue and green are in play, so a set of cards is one word.

    PHASE, ROUND, DEALER, LEADER, TRICKS, PLAYED     as in `sticheln`
    TRICK                    packed list: the cards of this trick in playing order, passes among them
    LYING                    the colours that lie on the table, a bit each: at most two (RULES 3)
    HANDS + seat             set: the hand (at the round's end the one card that is not played)
    TAKEN + seat             set: cards taken this round
    PASSED + seat            set: cards passed this round
    TOTALS + seat            points of the finished rounds

Moves: a card (0–62); whether it is a pass follows from the table.
"""

from stichwerk.rules import cards, chance, phases, rounds

PLAYERS, LEAD_TIE, ROUNDS = 0, 1, 2
LOWEST, HAND, LENGTH, OPTIONS = 3, 4, 5, 6

NEXT, COMPARE, BY_COLOUR = 0, 1, 2  # values of LEAD_TIE

PHASE, ROUND, DEALER, LEADER, TRICKS, PLAYED, TRICK, LYING = 0, 1, 2, 3, 4, 5, 6, 7
HANDS, TAKEN, PASSED, TOTALS, WORDS = 8, 15, 22, 29, 36

MOST_PLAYERS = 7
SUITS = 3
TOP = 20
MOVES = 63
LONGEST = 15
LARGEST = 63
PASS_WORTH = -2


def configure(o: list[int]) -> None:
    """RULES 3: 1–20 in three colours, with 7 players 0–20; all are dealt and the last card is not played."""
    o[LOWEST] = 0 if o[PLAYERS] == 7 else 1
    o[HAND] = SUITS * (TOP + 1 - o[LOWEST]) // o[PLAYERS]
    o[LENGTH] = o[HAND] - 1


def deck(o: list[int], out: list[int]) -> int:
    n = 0
    for suit in range(SUITS):
        for number in range(o[LOWEST], TOP + 1):
            out[n] = suit * cards.NUMBERS + number
            n += 1
    return n


def start(o: list[int], s: list[int], dealer: int) -> None:
    for i in range(WORDS):
        s[i] = 0
    s[DEALER] = dealer
    s[PHASE] = phases.DEAL


def deal(o: list[int], s: list[int], pile: list[int]) -> None:
    for i in range(TRICKS, TOTALS):
        s[i] = 0
    for seat in range(o[PLAYERS]):
        for k in range(o[HAND]):
            s[HANDS + seat] |= 1 << pile[seat * o[HAND] + k]
    s[LEADER] = rounds.left_of(s[DEALER], 1, o[PLAYERS])
    s[PHASE] = phases.PLAY


def acting(o: list[int], s: list[int]) -> int:
    if s[PHASE] != phases.PLAY:
        return 0
    return 1 << rounds.left_of(s[LEADER], s[PLAYED], o[PLAYERS])


def may_act(o: list[int], s: list[int], seat: int) -> bool:
    return acting(o, s) >> seat & 1 == 1


def count(o: list[int], s: list[int], seat: int) -> int:
    return cards.popcount(s[HANDS + seat]) if may_act(o, s, seat) else 0


def pick(o: list[int], s: list[int], seat: int, k: int) -> int:
    return cards.nth_bit(s[HANDS + seat], k)


def legal(o: list[int], s: list[int], seat: int, out: list[int]) -> int:
    """Every held card: of the table's colours, opening the second, or of the third as a pass."""
    return cards.spread(s[HANDS + seat], 0, out, 0) if may_act(o, s, seat) else 0


def allowed(o: list[int], s: list[int], seat: int, move: int) -> bool:
    return 0 <= move < MOVES and may_act(o, s, seat) and s[HANDS + seat] >> move & 1 == 1


def apply(o: list[int], s: list[int], seat: int, move: int) -> None:
    s[HANDS + seat] &= ~(1 << move)
    if is_pass(s, move):
        s[PASSED + seat] |= 1 << move
    else:
        s[LYING] |= 1 << cards.colour(move)
    s[TRICK] |= move << cards.SLOT * s[PLAYED]
    s[PLAYED] += 1
    if s[PLAYED] == o[PLAYERS]:
        finish_trick(o, s)


def is_pass(s: list[int], card: int) -> bool:
    """Whether a card, played to this trick, is (or would be) a pass: of the third colour."""
    return cards.popcount(s[LYING]) == 2 and s[LYING] >> cards.colour(card) & 1 == 0


def on_table(s: list[int], colour: int) -> int:
    """The numbers of one colour on the table, as bits; none for passed cards."""
    found = 0
    if s[LYING] >> colour & 1:
        for k in range(s[PLAYED]):
            card = cards.slot(s[TRICK], k)
            if cards.colour(card) == colour:
                found |= 1 << cards.number(card)
    return found


def player_of(o: list[int], s: list[int], card: int) -> int:
    """Who played a card of this trick."""
    for k in range(s[PLAYED]):
        if cards.slot(s[TRICK], k) == card:
            return rounds.left_of(s[LEADER], k, o[PLAYERS])
    return -1


def winner_of(o: list[int], s: list[int], colour: int) -> int:
    """The seat with the highest card of a colour on the table, -1 if none lies there."""
    numbers = on_table(s, colour)
    return player_of(o, s, colour * cards.NUMBERS + cards.highest(numbers)) if numbers else -1


def finish_trick(o: list[int], s: list[int]) -> None:
    """RULES 3: the highest card of each colour takes all of that colour."""
    leader = next_leader(o, s)
    for colour in range(SUITS):
        if s[LYING] >> colour & 1:
            s[TAKEN + winner_of(o, s, colour)] |= on_table(s, colour) << colour * cards.NUMBERS
    s[LEADER] = leader
    s[TRICK] = 0
    s[LYING] = 0
    s[PLAYED] = 0
    s[TRICKS] += 1
    if s[TRICKS] == o[LENGTH]:
        finish_round(o, s)


def next_leader(o: list[int], s: list[int]) -> int:
    """RULES 3: the winner; of two the one with the higher card; if they are equal as LEAD_TIE says."""
    first, second = cards.lowest(s[LYING]), cards.highest(s[LYING])
    if first == second:
        return winner_of(o, s, first)
    ahead, behind = on_table(s, first), on_table(s, second)
    if o[LEAD_TIE] == NEXT:
        return leader_by_next_card(o, s, first, second)
    if o[LEAD_TIE] == BY_COLOUR:
        ahead, behind = 1 << cards.highest(ahead), 1 << cards.highest(behind)
    return winner_of(o, s, first if ahead >= behind else second)


def leader_by_next_card(o: list[int], s: list[int], first: int, second: int) -> int:
    """lead_tie="next": the player of the highest number that lies there once; none: the winner in colour order."""
    once = cards.highest(on_table(s, first) ^ on_table(s, second))
    if once < 0:
        return winner_of(o, s, first)
    colour = first if on_table(s, first) >> once & 1 else second
    return player_of(o, s, colour * cards.NUMBERS + once)


def length(s: list[int], seat: int, colour: int) -> int:
    """How many cards of a colour a seat took."""
    return cards.popcount(cards.in_word(s[TAKEN + seat], colour))


def longest(s: list[int], seat: int) -> int:
    """The colour a seat took most of: the first of equals, since the points are the same."""
    best = 0
    for colour in range(1, SUITS):
        if length(s, seat, colour) > length(s, seat, best):
            best = colour
    return best


def worth(colour: int, best: int) -> int:
    """RULES 3: what a card of a colour counts for whose longest is `best`."""
    return 1 if colour == best else -1


def score(o: list[int], s: list[int], seat: int) -> int:
    """RULES 3: the longest colour +1 a card, the others -1, each pass -2."""
    best = longest(s, seat)
    points = PASS_WORTH * cards.popcount(s[PASSED + seat])
    for colour in range(SUITS):
        points += worth(colour, best) * length(s, seat, colour)
    return points


def finish_round(o: list[int], s: list[int]) -> None:
    """RULES 3: the deal rotates."""
    for seat in range(o[PLAYERS]):
        s[TOTALS + seat] += score(o, s, seat)
    s[ROUND] += 1
    if s[ROUND] >= o[ROUNDS]:
        s[PHASE] = phases.OVER
    else:
        s[DEALER] = rounds.left_of(s[DEALER], 1, o[PLAYERS])
        s[PHASE] = phases.DEAL


def total(o: list[int], s: list[int], seat: int) -> int:
    return s[TOTALS + seat]


def winners(o: list[int], s: list[int]) -> int:
    return rounds.winners(s, TOTALS, o[PLAYERS])


def over(s: list[int]) -> bool:
    return s[PHASE] == phases.OVER


def held(o: list[int], s: list[int], seat: int) -> int:
    """How many cards a seat holds, from what all may know."""
    return o[HAND] - s[TRICKS] - (1 if rounds.has_played(s[LEADER], s[PLAYED], o[PLAYERS], seat) else 0)


def observe(o: list[int], s: list[int], seat: int, out: list[int]) -> None:
    cards.copy(s, out)
    for other in range(o[PLAYERS]):
        if other != seat:
            out[HANDS + other] = 0


def deck_word(o: list[int]) -> int:
    """The set of all cards of the deck."""
    found = 0
    for suit in range(SUITS):
        found |= (cards.COLOUR ^ ((1 << o[LOWEST]) - 1)) << suit * cards.NUMBERS
    return found


def unseen(o: list[int], s: list[int], word: int) -> int:
    if word == 1:
        return 0
    hidden = deck_word(o)
    for seat in range(o[PLAYERS]):
        hidden &= ~(s[HANDS + seat] | s[TAKEN + seat] | s[PASSED + seat])
    for k in range(s[PLAYED]):
        hidden &= ~(1 << cards.slot(s[TRICK], k))
    return hidden


def resample(o: list[int], s: list[int], seat: int, rng: list[int], scratch: list[int], out: list[int]) -> bool:
    """Uniform over the unseen cards: nothing that was played tells more of a hand than that it was in it."""
    chance.shuffle(rng, scratch, cards.spread(unseen(o, s, 0), 0, scratch, 0))
    cards.copy(s, out)
    n = 0
    for other in range(o[PLAYERS]):
        if other != seat:
            for _ in range(held(o, s, other)):
                out[HANDS + other] |= 1 << scratch[n]
                n += 1
    return True


def copy(s: list[int], out: list[int]) -> None:
    cards.copy(s, out)
