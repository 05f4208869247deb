"""How a seat of Hat Trick sees the table, as small integers. Seats are told relative to the one who looks: 0 is oneself.

0 … 62      where each card is: 0 not in this deck, 1 not seen, 2 in my hand, 3 + seat: taken, 10 + seat: in the trick,
            17 + seat: passed
63 …        players, lead_tie, rounds played, rounds, tricks played, tricks, leader, cards played to the trick, colours
            on the table as bits
72 …        for each of 7 seats: its total
"""

from stichwerk.batch.layouts import mark, small
from stichwerk.rules import cards, rounds
from stichwerk.rules import hattrick as rules

CARDS = 63
UNSEEN, HAND, TAKEN, TRICK, PASSED = 1, 2, 3, 10, 17
SCALARS = CARDS
SEATS = SCALARS + 9
WIDTH = SEATS + rules.MOST_PLAYERS


def write(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for i in range(WIDTH):
        out[i] = 0
    write_cards(o, seen, seat, out)
    players = o[rules.PLAYERS]
    out[SCALARS] = players
    out[SCALARS + 1] = o[rules.LEAD_TIE]
    out[SCALARS + 2] = small(seen[rules.ROUND])
    out[SCALARS + 3] = small(o[rules.ROUNDS])
    out[SCALARS + 4] = seen[rules.TRICKS]
    out[SCALARS + 5] = o[rules.LENGTH]
    out[SCALARS + 6] = rounds.left_of(seen[rules.LEADER], players - seat, players)
    out[SCALARS + 7] = seen[rules.PLAYED]
    out[SCALARS + 8] = seen[rules.LYING]
    for step in range(players):
        out[SEATS + step] = small(seen[rules.TOTALS + rounds.left_of(seat, step, players)])


def write_cards(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    players = o[rules.PLAYERS]
    mark(out, rules.deck_word(o), 0, UNSEEN)
    mark(out, seen[rules.HANDS + seat], 0, HAND)
    place = rounds.left_of(seen[rules.LEADER], players - seat, players)
    for k in range(seen[rules.PLAYED]):
        out[cards.slot(seen[rules.TRICK], k)] = TRICK + rounds.left_of(place, k, players)
    for step in range(players):
        other = rounds.left_of(seat, step, players)
        mark(out, seen[rules.TAKEN + other], 0, TAKEN + step)
        mark(out, seen[rules.PASSED + other], 0, PASSED + step)
