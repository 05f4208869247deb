"""The Game (RULES 4). The verbs are explained in the package's docstring.

Cards are their numbers, 2–99. Piles are 0–3: A and B ascend, C and D descend.

    PHASE                    START, PLAY or OVER (DEAL before the deal)
    TURN, PLAYED             whose turn; how many cards it has played so far
    DRAWN                    how many cards have left the draw pile, the hands dealt at the start among them
    TOPS                     the card on top of each pile, 7 bits each
    LAID                     set: the cards on the piles
    EAGER                    how much each seat wants to begin, 7 bits each, 1–4 (0: has not spoken; 5: has spoken, but you may
                             not know what)
    SIGNALS                  two bits for each seat and pile: 0 none, SLOWLY, NOT_THERE
    HELD                     how many cards each seat holds, 7 bits each
    HANDS + 2 * seat         set: the hand
    OPEN + 2 * pile          set: the cards that fit there now
    PILE                     the whole deck in drawing order, eight cards a word (blank in observations)

A GPU's fast memory holds the states of more games, the fewer words a state has: small numbers share one.

Moves: `card * 4 + pile` plays a card; END ends the turn; `STARTING + 0…3` says how much one wants to begin.
"""

from stichwerk.rules import cards, chance, phases, rounds

PLAYERS, MINIMUM, FEWER = 0, 1, 2
HAND, OPTIONS = 3, 4

PHASE, TURN, PLAYED, DRAWN, TOPS, LAID = 0, 1, 2, 3, 4, 5
EAGER, SIGNALS, HELD, HANDS, OPEN, PILE, WORDS = 7, 8, 9, 10, 20, 28, 41

MOST_PLAYERS = 5
PILES = 4
FIRST, LAST = 2, 99
CARDS = 98
LARGEST = CARDS
IN_A_WORD = 8
BACK = 10
EXCELLENT = 10  # fewer cards left than this (RULES 4)

END = 400
STARTING = 401
MOVES = 405
LONGEST = 33
SPOKEN = 5
SLOWLY, NOT_THERE = 1, 2  # signals: "go slowly", "please do not play there"
TRIES = 100_000


def configure(o: list[int]) -> None:
    """RULES 4: hands of 8 alone, 7 with two, 6 with more; one fewer for experts."""
    players = o[PLAYERS]
    o[HAND] = (8 if players == 1 else 7 if players == 2 else 6) - o[FEWER]


def deck(o: list[int], out: list[int]) -> int:
    for i in range(CARDS):
        out[i] = FIRST + i
    return CARDS


def start(o: list[int], s: list[int], dealer: int) -> None:
    for i in range(WORDS):
        s[i] = 0
    s[PHASE] = phases.DEAL


def deal(o: list[int], s: list[int], pile: list[int]) -> None:
    for p in range(PILES):
        put(s, p, 1 if ascends(p) else 100)
    for word in range(WORDS - PILE):
        packed = 0
        for k in range(min(IN_A_WORD, CARDS - word * IN_A_WORD)):
            packed |= pile[word * IN_A_WORD + k] << cards.SLOT * k
        s[PILE + word] = packed
    for seat in range(o[PLAYERS]):
        refill(o, s, seat)
    s[PHASE] = phases.PLAY if o[PLAYERS] == 1 else phases.START


def ascends(pile: int) -> bool:
    return pile < 2


def refill(o: list[int], s: list[int], seat: int) -> None:
    """RULES 4: draw back to the full hand, as far as the pile reaches."""
    low, high, drawn = s[HANDS + 2 * seat], s[HANDS + 2 * seat + 1], s[DRAWN]
    last = min(drawn + o[HAND] - held(o, s, seat), CARDS)
    cards.set_slot(s, HELD, seat, held(o, s, seat) + last - drawn)
    s[DRAWN] = last
    while drawn < last:
        card = cards.slot(s[PILE + drawn // IN_A_WORD], drawn % IN_A_WORD)
        if card < cards.WORD:
            low |= 1 << card
        else:
            high |= 1 << card - cards.WORD
        drawn += 1
    s[HANDS + 2 * seat], s[HANDS + 2 * seat + 1] = low, high


def minimum(o: list[int], s: list[int]) -> int:
    """RULES 4: how many cards a turn must play; 1 once the draw pile is empty."""
    return 1 if s[DRAWN] == CARDS else o[MINIMUM]


def from_number(number: int, word: int) -> int:
    """One word of the set of all cards from a number up."""
    place = min(max(number - cards.WORD * word, 0), cards.WORD)
    return cards.FULL >> place << place


def put(s: list[int], pile: int, card: int) -> None:
    """A card onto a pile. RULES 4: upward (downward) or exactly ten back from it fits next."""
    cards.set_slot(s, TOPS, pile, card)
    for word in range(2):
        there = from_number(card + 1, word) if ascends(pile) else cards.FULL ^ from_number(card, word)
        back = ten_back(pile, card) - cards.WORD * word
        s[OPEN + 2 * pile + word] = there | 1 << back if 0 <= back < cards.WORD else there


def ten_back(pile: int, card: int) -> int:
    """What lies ten back from a card on a pile (which may be no card at all)."""
    return card - BACK if ascends(pile) else card + BACK


def top(s: list[int], pile: int) -> int:
    return cards.slot(s[TOPS], pile)


def fits(s: list[int], card: int, pile: int) -> bool:
    return cards.has(s, OPEN + 2 * pile, card)


def fitting(s: list[int], seat: int, pile: int, word: int) -> int:
    """One word of the set of held cards that fit a pile."""
    return s[HANDS + 2 * seat + word] & s[OPEN + 2 * pile + word]


def is_back(s: list[int], card: int, pile: int) -> bool:
    """Whether a card that fits goes back by ten."""
    return card < top(s, pile) if ascends(pile) else card > top(s, pile)


def may_play(s: list[int], seat: int) -> bool:
    """Whether any card fits anywhere. (All piles are looked at: the threads of a GPU wait for each other anyway.)"""
    found = 0
    for pile in range(PILES):
        found |= fitting(s, seat, pile, 0) | fitting(s, seat, pile, 1)
    return found != 0


def may_end(o: list[int], s: list[int]) -> bool:
    return s[PLAYED] >= minimum(o, s)


def acting(o: list[int], s: list[int]) -> int:
    if s[PHASE] == phases.PLAY:
        return 1 << s[TURN]
    found = 0
    if s[PHASE] == phases.START:
        for seat in range(o[PLAYERS]):
            if eager(s, seat) == 0:
                found |= 1 << seat
    return found


def may_act(o: list[int], s: list[int], seat: int) -> bool:
    return acting(o, s) >> seat & 1 == 1


def count(o: list[int], s: list[int], seat: int) -> int:
    if not may_act(o, s, seat):
        return 0
    if s[PHASE] == phases.START:
        return 4
    n = 1 if may_end(o, s) else 0
    for pile in range(PILES):
        n += cards.popcount(fitting(s, seat, pile, 0)) + cards.popcount(fitting(s, seat, pile, 1))
    return n


def pick(o: list[int], s: list[int], seat: int, k: int) -> int:
    """In the order of piles, then cards; END last."""
    if s[PHASE] == phases.START:
        return STARTING + k
    found, rank, place = 0, 0, 0
    for at in range(2 * PILES):
        here = fitting(s, seat, at // 2, at % 2)
        n = cards.popcount(here)
        if 0 <= k < n:
            found, rank, place = here, k, at
        k -= n
    if found == 0:
        return END
    return (cards.WORD * (place % 2) + cards.nth_bit(found, rank)) * PILES + place // 2


def legal(o: list[int], s: list[int], seat: int, out: list[int]) -> int:
    if not may_act(o, s, seat):
        return 0
    if s[PHASE] == phases.START:
        for k in range(4):
            out[k] = STARTING + k
        return 4
    n = 0
    for pile in range(PILES):
        first = n
        n = cards.spread(fitting(s, seat, pile, 0), fitting(s, seat, pile, 1), out, n)
        for k in range(first, n):
            out[k] = out[k] * PILES + pile
    if may_end(o, s):
        out[n] = END
        n += 1
    return n


def allowed(o: list[int], s: list[int], seat: int, move: int) -> bool:
    if not may_act(o, s, seat):
        return False
    if s[PHASE] == phases.START:
        return STARTING <= move < MOVES
    if move == END:
        return may_end(o, s)
    return FIRST * PILES <= move < END and cards.has(s, HANDS + 2 * seat, move // PILES) and fits(s, move // PILES, move % PILES)


def apply(o: list[int], s: list[int], seat: int, move: int) -> None:
    if s[PHASE] == phases.START:
        speak(o, s, seat, move - STARTING)
    elif move == END:
        end_turn(o, s, seat)
    else:
        play(o, s, seat, move // PILES, move % PILES)
    if s[PHASE] == phases.PLAY and is_finished(o, s):
        s[PHASE] = phases.OVER


def speak(o: list[int], s: list[int], seat: int, eagerness: int) -> None:
    """RULES 4, Start: when all have spoken the most eager begins, the lowest seat on a tie."""
    cards.set_slot(s, EAGER, seat, eagerness + 1)
    if acting(o, s) == 0:
        s[PHASE] = phases.PLAY
        for other in range(1, o[PLAYERS]):
            if eager(s, other) > eager(s, s[TURN]):
                s[TURN] = other


def eager(s: list[int], seat: int) -> int:
    return cards.slot(s[EAGER], seat)


def play(o: list[int], s: list[int], seat: int, card: int, pile: int) -> None:
    cards.remove(s, HANDS + 2 * seat, card)
    cards.add(s, LAID, card)
    cards.set_slot(s, HELD, seat, held(o, s, seat) - 1)
    put(s, pile, card)
    s[PLAYED] += 1


def end_turn(o: list[int], s: list[int], seat: int) -> None:
    """RULES 4: refill, then the next seat that has cards."""
    refill(o, s, seat)
    s[PLAYED] = 0
    for step in range(1, o[PLAYERS] + 1):
        following = rounds.left_of(seat, step, o[PLAYERS])
        if held(o, s, following) > 0:
            s[TURN] = following
            return


def is_finished(o: list[int], s: list[int]) -> bool:
    """RULES 4: with the last card, or when the minimum is not yet played and nothing fits."""
    return (s[DRAWN] == CARDS and left(s) == 0) or (s[PLAYED] < minimum(o, s) and not may_play(s, s[TURN]))


def left(s: list[int]) -> int:
    return CARDS - cards.size(s, LAID)


def score(o: list[int], s: list[int], seat: int) -> int:
    """All play together: the same for every seat, 0 for a win, one less for each card left."""
    return -left(s)


def total(o: list[int], s: list[int], seat: int) -> int:
    return -left(s)


def over(s: list[int]) -> bool:
    return s[PHASE] == phases.OVER


def signal(s: list[int], seat: int, pile: int, value: int) -> None:
    """RULES 4, Talk: one signal for each seat and pile, the newest replaces."""
    place = 2 * (seat * PILES + pile)
    s[SIGNALS] = s[SIGNALS] & ~(3 << place) | value << place


def signalled(s: list[int], seat: int, pile: int) -> int:
    return s[SIGNALS] >> 2 * (seat * PILES + pile) & 3


def asked(o: list[int], s: list[int], seat: int, pile: int) -> int:
    """The strongest signal that others than a seat have given for a pile."""
    found = 0
    for other in range(o[PLAYERS]):
        if other != seat:
            found = max(found, signalled(s, other, pile))
    return found


def held(o: list[int], s: list[int], seat: int) -> int:
    return cards.slot(s[HELD], seat)


def observe(o: list[int], s: list[int], seat: int, out: list[int]) -> None:
    cards.copy(s, out)
    for i in range(PILE, WORDS):
        out[i] = 0
    for other in range(o[PLAYERS]):
        if other != seat:
            out[HANDS + 2 * other] = 0
            out[HANDS + 2 * other + 1] = 0
            if s[PHASE] == phases.START and eager(s, other) > 0:
                cards.set_slot(out, EAGER, other, SPOKEN)


def unseen(o: list[int], s: list[int], word: int) -> int:
    seen = s[LAID + word]
    for seat in range(o[PLAYERS]):
        seen |= s[HANDS + 2 * seat + word]
    return from_number(FIRST, word) & ~from_number(LAST + 1, word) & ~seen


def resample(o: list[int], s: list[int], seat: int, rng: list[int], scratch: list[int], out: list[int]) -> bool:
    """Uniform over the unseen cards among all states in which the seat to act is not stuck (else the game were over)."""
    n = cards.spread(unseen(o, s, 0), unseen(o, s, 1), scratch, 0)
    for _ in range(TRIES):
        chance.shuffle(rng, scratch, n)
        hand_out(o, s, seat, rng, scratch, n, out)
        if out[PHASE] != phases.PLAY or not is_finished(o, out):
            return True
    return False


def hand_out(o: list[int], s: list[int], seat: int, rng: list[int], pile: list[int], n: int, out: list[int]) -> None:
    """Gives the others their unseen cards in the pile's order; the rest is the draw pile."""
    cards.copy(s, out)
    k = 0
    for other in range(o[PLAYERS]):
        if other != seat:
            if eager(s, other) == SPOKEN:
                cards.set_slot(out, EAGER, other, 1 + chance.below(rng, 4))
            for _ in range(held(o, s, other)):
                cards.add(out, HANDS + 2 * other, pile[k])
                k += 1
    for i in range(s[DRAWN], CARDS):
        out[PILE + i // IN_A_WORD] |= pile[k] << cards.SLOT * (i % IN_A_WORD)
        k += 1


def copy(s: list[int], out: list[int]) -> None:
    cards.copy(s, out)
