"""What a playout counts, in one array of counters that threads can share. `tally_*` say what each game adds.

GAMES, MOVES, ROUNDS           how many
WINS + seat                    games won (shared wins count for each)
REFUSED                        games broken off because the policy made an illegal move
TABLE_SUM, TABLE_SQUARES       of the points of all seats of a round together
SCORES + place * SPAN + p      rounds in which the seat `place` after the first leader scored p - OFFSET points
CARD_COUNT, CARD_SUM, CARD_SQUARES + card     Sticheln: rounds in which a card was chosen, the points they brought
"""

from stichwerk.rules.machine import bump

GAMES, MOVES, ROUNDS, WINS = 0, 1, 2, 3
REFUSED, TABLE_SUM, TABLE_SQUARES = 11, 12, 13
SCORES = 16
SPAN, OFFSET = 800, 400  # more than any round can bring: two lucky colours of 171 points each
PLACES = 8
CARD_COUNT = SCORES + PLACES * SPAN
CARD_SUM = CARD_COUNT + 126
CARD_SQUARES = CARD_SUM + 126
SIZE = CARD_SQUARES + 126


def count_score(out: list[int], place: int, points: int) -> None:
    bump(out, SCORES + place * SPAN + points + OFFSET, 1)


def count_table(out: list[int], points: int) -> None:
    bump(out, TABLE_SUM, points)
    bump(out, TABLE_SQUARES, points * points)


def count_card(out: list[int], card: int, points: int) -> None:
    bump(out, CARD_COUNT + card, 1)
    bump(out, CARD_SUM + card, points)
    bump(out, CARD_SQUARES + card, points * points)


def count_game(out: list[int], moves: int, rounds: int, winners: int) -> None:
    bump(out, GAMES, 1)
    bump(out, MOVES, moves)
    bump(out, ROUNDS, rounds)
    for seat in range(PLACES):
        if winners >> seat & 1:
            bump(out, WINS + seat, 1)
