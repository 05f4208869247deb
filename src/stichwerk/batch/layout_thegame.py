"""How a seat of The Game sees the table, as small integers: `ROWS`. Seats are relative to the one who looks: 0 is oneself."""

from stichwerk.batch.layouts import SEAT, Row, mark
from stichwerk.rules import rounds
from stichwerk.rules import thegame as rules

CARDS = 100
UNSEEN, HAND, LAID = 1, 2, 3
SCALARS = CARDS
TOPS = SCALARS + 7
SEATS = TOPS + rules.PILES
WIDTH = SEATS + 6 * rules.MOST_PLAYERS

ROWS = (
    Row(CARDS, 0, 3, "where each number is: 0 no such card, 1 not seen, 2 in my hand, 3 on a pile"),
    Row(1, 1, 5, "phase: 1 play, 3 start, 5 over"),
    Row(1, 1, 5, "players"),
    Row(1, 1, 3, "minimum now"),
    Row(1, 5, 8, "full hand"),
    Row(1, 0, 98, "cards to draw"),
    Row(1, 0, 8, "cards played this turn"),
    Row(1, 0, 4, "the seat whose turn it is"),
    Row(rules.PILES, 1, 100, "tops of the piles A, B, C, D"),
    Row(
        6 * rules.MOST_PLAYERS,
        (0, 0, 0, 0, 0, 0),
        (8, 5, 2, 2, 2, 2),
        "for each of 5 seats: cards held, eagerness (0 not spoken, 1–4, 5 hidden), its signals for A, B, C, D",
    ),
    Row(CARDS, 0, 98, "for each number when it was played: 0 not yet, else 1, 2, …", True),
    Row(CARDS, 0, 5, "for each number who played it: 0 nobody yet, else 1 + seat", True),
    Row(CARDS, 0, 4, "for each number onto which pile: 0 none yet, else 1 + pile", True),
)


def card_of(move: int) -> int:
    """The card that a move in the phase of play lays open; -1 for the end of a turn."""
    return -1 if move == rules.END else move // rules.PILES


def remember(o: list[int], past: list[int], seat: int, out: list[int]) -> None:
    """When each card was played, by whom and where, behind all else."""
    for i in range(WIDTH, WIDTH + 3 * CARDS):
        out[i] = 0
    for k in range(past[0]):
        move = past[1 + k] // SEAT
        at = WIDTH + move // rules.PILES
        out[at] = k + 1
        out[at + CARDS] = 1 + rounds.left_of(past[1 + k] % SEAT, o[rules.PLAYERS] - seat, o[rules.PLAYERS])
        out[at + 2 * CARDS] = 1 + move % rules.PILES


def forget(out: list[int]) -> None:
    """Only the top of a pile is seen."""
    for card in range(rules.FIRST, rules.LAST + 1):
        if out[card] == LAID:
            out[card] = UNSEEN


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
        out[TOPS + pile] = rules.top(seen, pile)
    write_seats(o, seen, seat, out)


def write_seats(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for step in range(o[rules.PLAYERS]):
        other = rounds.left_of(seat, step, o[rules.PLAYERS])
        at = SEATS + 6 * step
        out[at] = rules.held(o, seen, other)
        out[at + 1] = rules.eager(seen, other)
        for pile in range(rules.PILES):
            out[at + 2 + pile] = rules.signalled(seen, other, pile)
