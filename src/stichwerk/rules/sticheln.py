"""Sticheln with all its switches (RULES 2). The verbs are explained in the package's docstring.

Options `o`: what people choose, then what follows from it.
State `s`: `WORDS` integers. Sets of cards take two words, packed lists one (see `cards`).

    PHASE                    one of `phases`
    ROUND                    rounds finished so far
    DEALER, LEADER           seats
    TRICKS                   tricks finished this round
    PLAYED, TRICK            how many cards lie in the trick; the cards, a packed list in playing order
    ASIDE                    set: the left-over cards
    HANDS + 2 * seat         set: the hand
    TAKEN + 2 * seat         set: cards taken in tricks this round (without the chosen ones)
    CHOSEN + seat            misery (or lucky) colours in bits 0–5, chosen cards + 1 in bits 6–12 and 13–19, bit 20:
                             "all chosen, but you may not see what" (only in observations)
    TOTALS + seat            points of the finished rounds

Moves: a card (0–125) to choose or play it; `NAMING + colour` to name a colour at the end.
"""

from stichwerk.rules import cards, chance, phases, rounds

PLAYERS, LUCKY, FLAT, COLOURS, REVEAL, ZEROS, ROTATE, ROUNDS, TARGET = 0, 1, 2, 3, 4, 5, 6, 7, 8
TOP, SUITS, HAND, LENGTH, OPTIONS = 9, 10, 11, 12, 13

AT_START, AT_END, AFTER = 0, 1, 2  # values of REVEAL: the chosen cards are shown at once, after the tricks, or named then

PHASE, ROUND, DEALER, LEADER, TRICKS, PLAYED, TRICK, ASIDE, HANDS = 0, 1, 2, 3, 4, 5, 6, 7, 9
TAKEN, CHOSEN, TOTALS, WORDS = 25, 41, 49, 57

MOST_PLAYERS = 8
LAST_ROUND = 100  # of a game with a target (RULES 2.3)
FLAT_COST = 5
NAMING = 126
MOVES = 132
LONGEST = 15  # as many moves as a seat can have at once
LARGEST = 114  # deck

COLOUR_BITS = 63
FIRST, SECOND = 6, 13
HIDDEN = 1 << 20
TRIES = 1000


def configure(o: list[int]) -> None:
    """RULES 2.1: numbers, colours and hand by the number of players; 2.2 and 2.4: the number of tricks."""
    players = o[PLAYERS]
    o[TOP] = 8 if players == 3 else 11 if players == 4 else 14 if players <= 6 else 10 + players
    o[SUITS] = 5 if players <= 5 else 6
    o[HAND] = 15 if players <= 7 else 14
    o[LENGTH] = o[HAND] if o[REVEAL] == AFTER else o[HAND] - o[COLOURS]


def deck(o: list[int], out: list[int]) -> int:
    n = 0
    for suit in range(o[SUITS]):
        for number in range(o[TOP] + 1):
            out[n] = suit * cards.NUMBERS + number
            n += 1
    return n


def start(o: list[int], s: list[int], dealer: int) -> None:
    for i in range(WORDS):
        s[i] = 0
    s[DEALER] = dealer
    s[PHASE] = phases.DEAL


def deal(o: list[int], s: list[int], pile: list[int]) -> None:
    """RULES 2.1, 2.2: a whole hand to each, what is left over aside; the player left of the dealer leads."""
    for i in range(TRICKS, TOTALS):
        s[i] = 0
    n = 0
    for seat in range(o[PLAYERS]):
        for _ in range(o[HAND]):
            cards.add(s, HANDS + 2 * seat, pile[n])
            n += 1
    for i in range(n, o[SUITS] * (o[TOP] + 1)):
        cards.add(s, ASIDE, pile[i])
    s[LEADER] = rounds.left_of(s[DEALER], 1, o[PLAYERS])
    s[PHASE] = phases.PLAY if o[REVEAL] == AFTER else phases.CHOOSE


def first_chosen(chosen: int) -> int:
    """The first chosen card, -1 for none (or none that may be seen)."""
    return cards.slot(chosen >> FIRST, 0) - 1


def second_chosen(chosen: int) -> int:
    return cards.slot(chosen >> FIRST, 1) - 1


def has_chosen(o: list[int], s: list[int], seat: int) -> bool:
    """Whether the seat has chosen all its cards (RULES 2.2.1; two in Aggravated)."""
    chosen = s[CHOSEN + seat]
    return chosen & HIDDEN != 0 or (second_chosen(chosen) if o[COLOURS] == 2 else first_chosen(chosen)) >= 0


def has_named(o: list[int], s: list[int], seat: int) -> bool:
    """Whether the seat has named all it must (RULES 2.4, Delayed): as many colours as it can, and none if it took none."""
    chosen = s[CHOSEN + seat]
    if chosen & HIDDEN:
        return True
    taken = cards.popcount(cards.colours(s, TAKEN + 2 * seat, o[SUITS]))
    return cards.popcount(chosen & COLOUR_BITS) >= min(o[COLOURS], taken)


def is_done(o: list[int], s: list[int], seat: int) -> bool:
    """In a phase in which all decide at once: whether this seat has."""
    return has_chosen(o, s, seat) if s[PHASE] == phases.CHOOSE else has_named(o, s, seat)


def acting(o: list[int], s: list[int]) -> int:
    if s[PHASE] == phases.PLAY:
        return 1 << rounds.left_of(s[LEADER], s[PLAYED], o[PLAYERS])
    found = 0
    if s[PHASE] == phases.CHOOSE or s[PHASE] == phases.NAME:
        for seat in range(o[PLAYERS]):
            if not is_done(o, s, seat):
                found |= 1 << seat
    return found


def barred(o: list[int], s: list[int], seat: int) -> int:
    """The colour that the second chosen card may not have, if the hand has another (RULES 2.4); -1 for none."""
    first = first_chosen(s[CHOSEN + seat])
    if s[PHASE] != phases.CHOOSE or first < 0:
        return -1
    others = cards.colours(s, HANDS + 2 * seat, o[SUITS]) & ~(1 << cards.colour(first))
    return cards.colour(first) if others else -1


def playable(o: list[int], s: list[int], seat: int, word: int) -> int:
    """One word of the set of cards the seat may choose or play: its hand, without the barred colour."""
    hand = s[HANDS + 2 * seat + word]
    bar = barred(o, s, seat) if s[PHASE] == phases.CHOOSE else -1
    if bar // 3 == word and bar >= 0:
        hand &= ~(cards.COLOUR << bar % 3 * cards.NUMBERS)
    return hand


def nameable(o: list[int], s: list[int], seat: int) -> int:
    """The colours the seat may still name, a bit each (RULES 2.4, Delayed)."""
    return cards.colours(s, TAKEN + 2 * seat, o[SUITS]) & ~s[CHOSEN + seat]


def may_act(o: list[int], s: list[int], seat: int) -> bool:
    return acting(o, s) >> seat & 1 == 1


def count(o: list[int], s: list[int], seat: int) -> int:
    if not may_act(o, s, seat):
        return 0
    if s[PHASE] == phases.NAME:
        return cards.popcount(nameable(o, s, seat))
    return cards.popcount(playable(o, s, seat, 0)) + cards.popcount(playable(o, s, seat, 1))


def pick(o: list[int], s: list[int], seat: int, k: int) -> int:
    if s[PHASE] == phases.NAME:
        return NAMING + cards.nth_bit(nameable(o, s, seat), k)
    low = playable(o, s, seat, 0)
    below = cards.popcount(low)
    if k < below:
        return cards.nth_bit(low, k)
    return cards.WORD + cards.nth_bit(playable(o, s, seat, 1), k - below)


def legal(o: list[int], s: list[int], seat: int, out: list[int]) -> int:
    if not may_act(o, s, seat):
        return 0
    if s[PHASE] != phases.NAME:
        return cards.spread(playable(o, s, seat, 0), playable(o, s, seat, 1), out, 0)
    n = cards.spread(nameable(o, s, seat), 0, out, 0)
    for i in range(n):
        out[i] += NAMING
    return n


def allowed(o: list[int], s: list[int], seat: int, move: int) -> bool:
    if not may_act(o, s, seat):
        return False
    if s[PHASE] == phases.NAME:
        return move >= NAMING and nameable(o, s, seat) >> (move - NAMING) & 1 == 1
    return 0 <= move < NAMING and playable(o, s, seat, move // cards.WORD) >> move % cards.WORD & 1 == 1


def apply(o: list[int], s: list[int], seat: int, move: int) -> None:
    if s[PHASE] == phases.PLAY:
        play(o, s, seat, move)
    elif s[PHASE] == phases.CHOOSE:
        choose(o, s, seat, move)
    else:
        s[CHOSEN + seat] |= 1 << (move - NAMING)
        if acting(o, s) == 0:
            finish_round(o, s)


def choose(o: list[int], s: list[int], seat: int, card: int) -> None:
    cards.remove(s, HANDS + 2 * seat, card)
    place = FIRST if first_chosen(s[CHOSEN + seat]) < 0 else SECOND
    s[CHOSEN + seat] |= (card + 1) << place | 1 << cards.colour(card)
    if acting(o, s) == 0:
        s[PHASE] = phases.PLAY


def play(o: list[int], s: list[int], seat: int, card: int) -> None:
    cards.remove(s, HANDS + 2 * seat, card)
    s[TRICK] |= card << cards.SLOT * s[PLAYED]
    s[PLAYED] += 1
    if s[PLAYED] == o[PLAYERS]:
        finish_trick(o, s)


def finish_trick(o: list[int], s: list[int]) -> None:
    """RULES 2.2.2: the winner takes the cards and leads the next trick."""
    winner = winning(o, s)
    for k in range(o[PLAYERS]):
        cards.add(s, TAKEN + 2 * winner, cards.slot(s[TRICK], k))
    s[LEADER] = winner
    s[TRICK] = 0
    s[PLAYED] = 0
    s[TRICKS] += 1
    if s[TRICKS] == o[LENGTH]:
        if o[REVEAL] == AFTER:
            s[PHASE] = phases.NAME
        else:
            finish_round(o, s)


def is_trump(o: list[int], card: int, lead: int) -> bool:
    """RULES 2.2.2: any card of another colour than the lead's, except a 0 (2.4: unless zeros="trump")."""
    return cards.colour(card) != lead and (cards.number(card) > 0 or o[ZEROS] == 1)


def beats(o: list[int], card: int, best: int, lead: int) -> bool:
    """Whether a card beats the best one played before it."""
    if is_trump(o, card, lead):
        if not is_trump(o, best, lead):
            return True
        if o[LUCKY] == 1:
            return cards.number(card) < cards.number(best)
        return cards.number(card) > cards.number(best)
    return cards.colour(card) == lead and not is_trump(o, best, lead) and card > best


def winning_place(o: list[int], trick: int, played: int) -> int:
    """The place, in playing order, of the card that wins a trick as it lies: a packed list of at least one card."""
    lead = cards.colour(cards.slot(trick, 0))
    best = 0
    for k in range(1, played):
        if beats(o, cards.slot(trick, k), cards.slot(trick, best), lead):
            best = k
    return best


def winning(o: list[int], s: list[int]) -> int:
    """The seat that wins the trick on the table as it lies."""
    return rounds.left_of(s[LEADER], winning_place(o, s[TRICK], s[PLAYED]), o[PLAYERS])


def cost(o: list[int], numbers: int) -> int:
    """What cards of the chosen colour count, their numbers given as bits (RULES 2.2.3; 2.4: flat)."""
    if o[FLAT] == 1:
        return FLAT_COST * cards.popcount(numbers)
    total = 0
    while numbers:
        total += cards.lowest(numbers)
        numbers &= numbers - 1
    return total


def card_word(card: int, word: int) -> int:
    """One word of the set of a single card (-1: of none)."""
    return 1 << card % cards.WORD if card >= 0 and card // cards.WORD == word else 0


def chosen_word(s: list[int], seat: int, word: int) -> int:
    """One word of the set of cards a seat chose."""
    chosen = s[CHOSEN + seat]
    return card_word(first_chosen(chosen), word) | card_word(second_chosen(chosen), word)


def owned(s: list[int], seat: int, word: int) -> int:
    """One word of the set of cards that count for a seat: those it took and those it chose."""
    return s[TAKEN + 2 * seat + word] | chosen_word(s, seat, word)


def worth(o: list[int], numbers: int, chosen: int) -> int:
    """RULES 2.2.3: cards of the misery colour (`chosen`) cost their number, others are +1; 2.4: the other way round for lucky."""
    points = -cost(o, numbers) if chosen == 1 else cards.popcount(numbers)
    return -points if o[LUCKY] == 1 else points


def score(o: list[int], s: list[int], seat: int) -> int:
    low, high, found = owned(s, seat, 0), owned(s, seat, 1), 0
    for suit in range(o[SUITS]):
        found += worth(o, cards.in_word(low if suit < 3 else high, suit), s[CHOSEN + seat] >> suit & 1)
    return found


def finish_round(o: list[int], s: list[int]) -> None:
    for seat in range(o[PLAYERS]):
        s[TOTALS + seat] += score(o, s, seat)
    s[ROUND] += 1
    if is_last_round(o, s):
        s[PHASE] = phases.OVER
    else:
        s[DEALER] = next_dealer(o, s)
        s[PHASE] = phases.DEAL


def is_last_round(o: list[int], s: list[int]) -> bool:
    """RULES 2.3: a fixed number of rounds, or a target looked at after each round, within 100 rounds."""
    if o[TARGET] == 0:
        return s[ROUND] >= o[ROUNDS]
    for seat in range(o[PLAYERS]):
        if s[TOTALS + seat] >= o[TARGET]:
            return True
    return s[ROUND] >= LAST_ROUND


def next_dealer(o: list[int], s: list[int]) -> int:
    """RULES 2.3: the player to the left, or the lowest total; of those the lowest round; of those the first going left."""
    lowest = rounds.left_of(s[DEALER], 1, o[PLAYERS])
    if o[ROTATE] == 1:
        return lowest
    for step in range(2, o[PLAYERS] + 1):
        seat = rounds.left_of(s[DEALER], step, o[PLAYERS])
        total, least = s[TOTALS + seat], s[TOTALS + lowest]
        if total < least or (total == least and score(o, s, seat) < score(o, s, lowest)):
            lowest = seat
    return lowest


def total(o: list[int], s: list[int], seat: int) -> int:
    return s[TOTALS + seat]


def winners(o: list[int], s: list[int]) -> int:
    return rounds.winners(s, TOTALS, o[PLAYERS])


def over(s: list[int]) -> bool:
    return s[PHASE] == phases.OVER


def held(o: list[int], s: list[int], seat: int) -> int:
    """How many cards a seat holds, as far as all may know: a first of two choices does not show (RULES 2.4)."""
    if s[PHASE] == phases.CHOOSE:
        return o[HAND] - (o[COLOURS] if has_chosen(o, s, seat) else 0)
    if s[PHASE] != phases.PLAY:
        return 0
    return o[LENGTH] - s[TRICKS] - (1 if rounds.has_played(s[LEADER], s[PLAYED], o[PLAYERS], seat) else 0)


def is_open(o: list[int], s: list[int]) -> bool:
    """Whether what was chosen or named lies open (RULES 2.2.1; 2.4: Hazy, Delayed)."""
    if s[PHASE] == phases.PLAY:
        return o[REVEAL] == AT_START
    return s[PHASE] == phases.DEAL or s[PHASE] == phases.OVER


def observe(o: list[int], s: list[int], seat: int, out: list[int]) -> None:
    cards.copy(s, out)
    lies_open = is_open(o, s)
    for other in range(o[PLAYERS]):
        if other != seat:
            out[HANDS + 2 * other] = 0
            out[HANDS + 2 * other + 1] = 0
            if not lies_open:
                out[CHOSEN + other] = face_down(o, s, other)


def face_down(o: list[int], s: list[int], seat: int) -> int:
    """What others see of a choice that is not open: that it has been made."""
    if s[PHASE] == phases.PLAY:
        return HIDDEN if o[REVEAL] == AT_END else 0
    return HIDDEN if is_done(o, s, seat) and s[CHOSEN + seat] != 0 else 0


def deck_word(o: list[int], word: int) -> int:
    """One word of the set of all cards of the deck."""
    found = 0
    for suit in range(3 * word, min(3 * word + 3, o[SUITS])):
        found |= ((1 << (o[TOP] + 1)) - 1) << suit % 3 * cards.NUMBERS
    return found


def seen_word(o: list[int], s: list[int], word: int) -> int:
    """One word of the set of all cards that an observation shows."""
    found = s[ASIDE + word]
    for seat in range(o[PLAYERS]):
        found |= s[HANDS + 2 * seat + word] | owned(s, seat, word)
    for k in range(s[PLAYED]):
        found |= card_word(cards.slot(s[TRICK], k), word)
    return found


def unseen(o: list[int], s: list[int], word: int) -> int:
    return deck_word(o, word) & ~seen_word(o, s, word)


def resample(o: list[int], s: list[int], seat: int, rng: list[int], scratch: list[int], out: list[int]) -> bool:
    """Uniform over the unseen cards. A rival's first of two choices does not show, so nobody is taken to be half way.

    Two hidden cards of one seat have different colours; that a hand may have had one colour only is passed over.
    """
    n = cards.spread(unseen(o, s, 0), unseen(o, s, 1), scratch, 0)
    for _ in range(TRIES):
        chance.shuffle(rng, scratch, n)
        if hand_out(o, s, seat, rng, scratch, out):
            return True
    return False


def hand_out(o: list[int], s: list[int], seat: int, rng: list[int], pile: list[int], out: list[int]) -> bool:
    """Gives the others their unseen cards in the pile's order; whether all hidden pairs have two colours."""
    cards.copy(s, out)
    fits = True
    n = 0
    for other in range(o[PLAYERS]):
        if other == seat:
            continue
        if s[CHOSEN + other] & HIDDEN:
            if s[PHASE] == phases.NAME:
                out[CHOSEN + other] = random_naming(o, s, other, rng)
            else:
                out[CHOSEN + other] = lay_down(o, pile, n)
                fits = fits and cards.popcount(out[CHOSEN + other] & COLOUR_BITS) == o[COLOURS]
                n += o[COLOURS]
        for _ in range(held(o, s, other)):
            cards.add(out, HANDS + 2 * other, pile[n])
            n += 1
    return fits


def lay_down(o: list[int], pile: list[int], n: int) -> int:
    """The word of a seat that has chosen the next card or cards of the pile."""
    chosen = (pile[n] + 1) << FIRST | 1 << cards.colour(pile[n])
    if o[COLOURS] == 2:
        chosen |= (pile[n + 1] + 1) << SECOND | 1 << cards.colour(pile[n + 1])
    return chosen


def random_naming(o: list[int], s: list[int], seat: int, rng: list[int]) -> int:
    """As many colours as the seat must name, at random among those it took."""
    left = cards.colours(s, TAKEN + 2 * seat, o[SUITS])
    named = 0
    for _ in range(min(o[COLOURS], cards.popcount(left))):
        colour = cards.nth_bit(left, chance.below(rng, cards.popcount(left)))
        named |= 1 << colour
        left &= ~(1 << colour)
    return named


def copy(s: list[int], out: list[int]) -> None:
    cards.copy(s, out)
