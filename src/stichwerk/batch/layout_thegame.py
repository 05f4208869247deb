"""How a seat of The Game sees the table, as small integers: `ROWS`. Seats are relative to the one who looks: 0 is oneself."""

from stichwerk.batch.layouts import Row, note_play, remember_plays, weave, write_moves
from stichwerk.rules import cards, rounds
from stichwerk.rules import thegame as rules

CARDS = 100
UNSEEN, HAND, LAID = 1, 2, 3
SCALARS = CARDS
TOPS = SCALARS + 7
SEATS = TOPS + rules.PILES
WIDTH = SEATS + 6 * rules.MOST_PLAYERS
PAST = 1 + 3 * CARDS  # what a perfect memory takes

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


def note(past: list[int], seat: int, move: int) -> None:
    """A move in the phase of play lays a card open, or ends the turn. Behind when and by whom stands 1 + where."""
    if move != rules.END:
        note_play(past, move // rules.PILES, CARDS, seat)
        past[1 + 2 * CARDS + move // rules.PILES] = 1 + move % rules.PILES


def remember(o: list[int], past: list[int], seat: int, out: list[int]) -> None:
    """When each card was played, by whom and where, behind all else."""
    remember_plays(past, o[rules.PLAYERS], seat, WIDTH, CARDS, out)
    for i in range(CARDS):
        out[WIDTH + 2 * CARDS + i] = past[1 + 2 * CARDS + i]


def forget(out: list[int]) -> None:
    """Only the top of a pile is seen."""
    for card in range(rules.FIRST, rules.LAST + 1):
        if out[card] == LAID:
            out[card] = UNSEEN


def write(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    write_word(o, seen, seat, 0, out)
    write_word(o, seen, seat, 1, out)  # which goes beyond the cards, into what is written next
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


def write_mask(o: list[int], s: list[int], seat: int, moves: list[int], out: list[int]) -> None:
    """A 1 for every move of a seat whose turn it is."""
    write_moves(moves, rules.legal(o, s, seat, moves), rules.MOVES, out)


def write_word(o: list[int], seen: list[int], seat: int, word: int, out: list[int]) -> None:
    """Where the cards of one word of every set are: UNSEEN is 1, HAND 2, LAID 3."""
    hand, laid = seen[rules.HANDS + 2 * seat + word], seen[rules.LAID + word]
    weave(out, cards.WORD * word, rules.unseen(o, seen, word) | laid, hand | laid, 0, 0, 0)


def write_seats(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    for i in range(SEATS, WIDTH):
        out[i] = 0
    for step in range(o[rules.PLAYERS]):
        other = rounds.left_of(seat, step, o[rules.PLAYERS])
        at = SEATS + 6 * step
        out[at] = rules.held(o, seen, other)
        out[at + 1] = rules.eager(seen, other)
        for pile in range(rules.PILES):
            out[at + 2 + pile] = rules.signalled(seen, other, pile)
