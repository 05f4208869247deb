"""How a seat of Sticheln sees the table, as small integers. Seats are told relative to the one who looks: 0 is oneself.

0 … 125     where each card is: 0 not in this deck, 1 not seen, 2 in my hand, 3 aside, 4 + seat: taken,
            12 + seat: in the trick, 20 + seat: chosen and known to me
126 …       phase, players, lucky, flat, colours, reveal, zeros, rounds played, rounds, target, tricks played, tricks,
            leader, cards in the trick, lead colour (-1: none), who wins the trick now (-1: nobody)
142 …       for each of 8 seats: its colours as bits (0 none, -1 not known to me), whether it still has to choose or
            name, its total
"""

from stichwerk.batch.layouts import mark, small
from stichwerk.rules import cards, rounds
from stichwerk.rules import sticheln as rules

CARDS = 126
UNSEEN, HAND, ASIDE, TAKEN, TRICK, CHOSEN = 1, 2, 3, 4, 12, 20
SCALARS = CARDS
SEATS = SCALARS + 16
WIDTH = SEATS + 3 * rules.MOST_PLAYERS


def write(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for i in range(WIDTH):
        out[i] = 0
    write_cards(o, seen, seat, out)
    write_table(o, seen, seat, out)
    write_seats(o, seen, seat, out)


def write_cards(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    players = o[rules.PLAYERS]
    mark(out, rules.deck_word(o, 0), rules.deck_word(o, 1), UNSEEN)
    mark(out, seen[rules.HANDS + 2 * seat], seen[rules.HANDS + 2 * seat + 1], HAND)
    mark(out, seen[rules.ASIDE], seen[rules.ASIDE + 1], ASIDE)
    for step in range(players):
        other = rounds.left_of(seat, step, players)
        mark(out, seen[rules.TAKEN + 2 * other], seen[rules.TAKEN + 2 * other + 1], TAKEN + step)
        first, second = rules.first_chosen(seen[rules.CHOSEN + other]), rules.second_chosen(seen[rules.CHOSEN + other])
        if first >= 0:
            out[first] = CHOSEN + step
        if second >= 0:
            out[second] = CHOSEN + step
    place = rounds.left_of(seen[rules.LEADER], players - seat, players)
    for k in range(seen[rules.PLAYED]):
        out[cards.slot(seen[rules.TRICK], k)] = TRICK + rounds.left_of(place, k, players)


def write_table(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    players, lying = o[rules.PLAYERS], seen[rules.PLAYED] > 0
    out[SCALARS] = seen[rules.PHASE]
    out[SCALARS + 1] = players
    for k in range(5):
        out[SCALARS + 2 + k] = o[rules.LUCKY + k]
    out[SCALARS + 7] = small(seen[rules.ROUND])
    out[SCALARS + 8] = small(o[rules.ROUNDS])
    out[SCALARS + 9] = small(o[rules.TARGET])
    out[SCALARS + 10] = seen[rules.TRICKS]
    out[SCALARS + 11] = o[rules.LENGTH]
    out[SCALARS + 12] = rounds.left_of(seen[rules.LEADER], players - seat, players)
    out[SCALARS + 13] = seen[rules.PLAYED]
    out[SCALARS + 14] = cards.colour(cards.slot(seen[rules.TRICK], 0)) if lying else -1
    out[SCALARS + 15] = rounds.left_of(rules.winning(o, seen), players - seat, players) if lying else -1


def write_seats(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for step in range(o[rules.PLAYERS]):
        other = rounds.left_of(seat, step, o[rules.PLAYERS])
        chosen = seen[rules.CHOSEN + other]
        out[SEATS + 3 * step] = -1 if chosen & rules.HIDDEN else chosen & rules.COLOUR_BITS
        out[SEATS + 3 * step + 1] = rules.acting(o, seen) >> other & 1
        out[SEATS + 3 * step + 2] = small(seen[rules.TOTALS + other])
