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
    n = choice.turn(o, s, seat, weights, keep, plan)
    return make(o, s, seat, plan, n)


def speak(o: list[int], s: list[int]) -> None:
    """All say what they hold. (At a table after every move; it is heard at the beginning of a turn.)"""
    for seat in range(o[rules.PLAYERS]):
        for pile in range(rules.PILES):
            rules.signal(s, seat, pile, choice.wish(o, s, seat, pile))


def make(o: list[int], s: list[int], seat: int, plan: list[int], n: int) -> int:
    """Makes the moves of a turn and ends it, if the game has not ended."""
    moves = 0
    for k in range(n):
        if s[rules.PHASE] == phases.PLAY:
            rules.apply(o, s, seat, plan[k])
            moves += 1
    if s[rules.PHASE] == phases.PLAY:
        rules.apply(o, s, seat, rules.END)
        moves += 1
    return moves
