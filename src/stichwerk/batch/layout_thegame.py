"""How a seat of The Game sees the table, as small integers. Seats are told relative to the one who looks: 0 is oneself.

0 … 99      where each number is: 0 no such card, 1 not seen, 2 in my hand, 3 on a pile
100 …       phase, players, minimum now, full hand, cards to draw, cards played this turn, whose turn
107 …       tops of the piles A, B, C, D
111 …       for each of 5 seats: cards held, eagerness (0 not spoken, 1–4, 5 hidden), its signals for A, B, C, D
"""

from stichwerk.batch.layouts import mark
from stichwerk.rules import rounds
from stichwerk.rules import thegame as rules

CARDS = 100
UNSEEN, HAND, LAID = 1, 2, 3
SCALARS = CARDS
TOPS = SCALARS + 7
SEATS = TOPS + rules.PILES
WIDTH = SEATS + 6 * rules.MOST_PLAYERS


def write(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for i in range(WIDTH):
        out[i] = 0
    for card in range(rules.FIRST, rules.LAST + 1):
        out[card] = UNSEEN
    mark(out, seen[rules.LAID], seen[rules.LAID + 1], LAID)
    mark(out, seen[rules.HANDS + 2 * seat], seen[rules.HANDS + 2 * seat + 1], HAND)
    players = o[rules.PLAYERS]
    out[SCALARS] = seen[rules.PHASE]
    out[SCALARS + 1] = players
    out[SCALARS + 2] = rules.minimum(o, seen)
    out[SCALARS + 3] = o[rules.HAND]
    out[SCALARS + 4] = rules.CARDS - seen[rules.DRAWN]
    out[SCALARS + 5] = seen[rules.PLAYED]
    out[SCALARS + 6] = rounds.left_of(seen[rules.TURN], players - seat, players)
    for pile in range(rules.PILES):
        out[TOPS + pile] = seen[rules.TOPS + pile]
    write_seats(o, seen, seat, out)


def write_seats(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for step in range(o[rules.PLAYERS]):
        other = rounds.left_of(seat, step, o[rules.PLAYERS])
        at = SEATS + 6 * step
        out[at] = seen[rules.HELD + other]
        out[at + 1] = seen[rules.EAGER + other]
        for pile in range(rules.PILES):
            out[at + 2 + pile] = rules.signalled(seen, other, pile)
