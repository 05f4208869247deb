"""Whole games of The Game inside one compiled call: every seat plays, signals and listens as the careful bot does.

Game number i of a seed has the deal that `batch` gives it. Used by training and by simulations.
"""

from stichwerk.bots import thegame_choice as choice
from stichwerk.rules import chance, machine, phases
from stichwerk.rules import thegame as rules

INLINE = False

# Room must be asked for by a number of the own module.
WORDS, DICE, DECK = rules.WORDS, chance.WORDS, rules.LARGEST


def play_range(o: list[int], first: int, last: int, seed: int, weights: list[float], left: list[int], moves: list[int]) -> None:
    """Plays games first … last-1: how many cards were left in each, and how many moves it took."""
    for i in range(first, last):
        s = machine.words(WORDS)
        deal(o, s, seed, i)
        moves[i - first] = play_on(o, s, weights, choice.KEEP)
        left[i - first] = rules.left(s)


def deal(o: list[int], s: list[int], seed: int, i: int) -> None:
    rng, pile = machine.words(DICE), machine.words(DECK)
    chance.seed(rng, seed, i)
    rules.start(o, s, chance.below(rng, o[rules.PLAYERS]))
    chance.shuffle(rng, pile, rules.deck(o, pile))
    rules.deal(o, s, pile)


def play_on(o: list[int], s: list[int], weights: list[float], keep: int) -> int:
    """To the end; how many moves."""
    moves = begin(o, s)
    while s[rules.PHASE] == phases.PLAY:
        moves += play_turn(o, s, weights, keep)
    return moves


def begin(o: list[int], s: list[int]) -> int:
    """All say how much they want to begin, if that is asked."""
    if s[rules.PHASE] != phases.START:
        return 0
    for seat in range(o[rules.PLAYERS]):
        rules.apply(o, s, seat, rules.STARTING + choice.eagerness(o, s, seat))
    return o[rules.PLAYERS]


def play_turn(o: list[int], s: list[int], weights: list[float], keep: int) -> int:
    plan = machine.words(8)
    seat = s[rules.TURN]
    speak(o, s)
    return carry_out(o, s, seat, plan, choice.turn(o, s, seat, weights, keep, plan), weights, keep)


def speak(o: list[int], s: list[int]) -> None:
    """All but who plays say what they hold: for oneself one asks nothing, and after the turn it may be otherwise."""
    for seat in range(o[rules.PLAYERS]):
        if seat != s[rules.TURN]:
            for pile in range(rules.PILES):
                rules.signal(s, seat, pile, choice.wish(o, s, seat, pile))


def carry_out(o: list[int], s: list[int], seat: int, plan: list[int], n: int, weights: list[float], keep: int) -> int:
    """Plays a turn as planned, but thinks again whenever the others have said something new; how many moves."""
    made = follow(o, s, seat, plan, n)
    moves = made
    while goes_on(o, s, made, n):
        n = choice.turn(o, s, seat, weights, keep, plan)
        made = follow(o, s, seat, plan, n)
        moves += made
    return moves + end(o, s, seat)


def follow(o: list[int], s: list[int], seat: int, plan: list[int], n: int) -> int:
    """Plays the n cards of a plan until the others ask for something else than before; how many."""
    before = choice.heard(o, s, seat)
    for made in range(n):
        if choice.heard(o, s, seat) != before:
            return made
        rules.apply(o, s, seat, plan[made])
        speak(o, s)
    return n


def goes_on(o: list[int], s: list[int], made: int, n: int) -> bool:
    """Whether a turn is to be thought about again: it was broken off for news, or too few cards were planned."""
    return made < n or (s[rules.PHASE] == phases.PLAY and not rules.may_end(o, s))


def end(o: list[int], s: list[int], seat: int) -> int:
    """Ends a turn, if the game has not ended; how many moves that is."""
    if s[rules.PHASE] != phases.PLAY:
        return 0
    rules.apply(o, s, seat, rules.END)
    return 1
