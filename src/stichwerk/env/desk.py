"""One decision in one compiled call: the move, all that follows from it, and what the next seat then sees and may do.

A call from Python costs more for each array than a move costs, so a game lies in one array, the desk: the state of the
rules, the generator, and room to look, to shuffle, to list moves and to count what was gained. `jit` compiles this for each
game, as it does `kernels`.
"""

from stichwerk.batch import kernels
from stichwerk.batch import prize_tricks as prize
from stichwerk.rules import chance
from stichwerk.rules import sticheln as rules

BEGIN = -1  # in place of a move: a new game
REFUSED = -1
GAINED = 16  # added to what `advance` gives back if somebody has gained something


def advance(
    o: list[int],
    desk: list[int],
    past: list[int],
    move: int,
    memory: int,
    kind: int,
    prizes: list[float],
    sight: list[int],
    mask: list[int],
) -> int:
    """Makes the next seat's move (or begins a game); writes what it was worth to each seat, and what the next one sees and may
    do. Gives back 1 + that seat, 0 at the end; REFUSED for an illegal move, and then nothing has changed."""
    players, at = o[rules.PLAYERS], rules.WORDS + chance.WORDS
    s, rng, seen = desk[: rules.WORDS], desk[rules.WORDS : at], desk[at : at + rules.WORDS]
    pile = desk[at + rules.WORDS : at + rules.WORDS + rules.LARGEST]
    moves = desk[at + rules.WORDS + rules.LARGEST : at + rules.WORDS + rules.LARGEST + rules.LONGEST]
    gains = desk[at + rules.WORDS + rules.LARGEST + rules.LONGEST :]
    gained = False
    if move == BEGIN:
        kernels.begin(o, s, rng, pile)
        kernels.forget(past)
    else:
        if rules.over(s) or not rules.allowed(o, s, kernels.next_seat(o, s), move):
            return REFUSED
        for seat in range(players):
            gains[seat] = -rules.total(o, s, seat)
        kernels.make(o, s, rng, past, kernels.next_seat(o, s), move, pile)
        for seat in range(players):
            gains[seat] += rules.total(o, s, seat)
            gained = gained or gains[seat] != 0
    for seat in range(players):
        prizes[seat] = prize.worth(kind, o, s, gains, seat) if gained else 0.0
    kernels.mask_one(o, s, moves, mask)
    kernels.observe_one(o, s, past, -1, memory, seen, sight)
    return kernels.next_seat(o, s) + 1 + (GAINED if gained else 0)


def look(o: list[int], desk: list[int], past: list[int], seat: int, memory: int, out: list[int]) -> None:
    """What any seat sees and remembers now."""
    at = rules.WORDS + chance.WORDS
    kernels.observe_seat(o, desk[: rules.WORDS], past, seat, memory, desk[at : at + rules.WORDS], out)
