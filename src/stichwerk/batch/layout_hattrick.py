"""How a seat of Hat Trick sees the table, as small integers: `ROWS`. Seats are relative to the one who looks: 0 is oneself."""

from stichwerk.batch.layouts import MOST, Row, digit, note_play, remember_plays, small, weave, write_moves
from stichwerk.rules import cards, rounds
from stichwerk.rules import hattrick as rules

CARDS = 63
UNSEEN, HAND, TAKEN, TRICK, PASSED = 1, 2, 3, 10, 17
SCALARS = CARDS
SEATS = SCALARS + 9
WIDTH = SEATS + rules.MOST_PLAYERS
PAST = 1 + 2 * CARDS  # what a perfect memory takes

ROWS = (
    Row(
        CARDS,
        0,
        23,
        "where each card is: 0 not in this deck, 1 not seen, 2 in my hand, 3 + seat: taken, 10 + seat: in the trick, "
        "17 + seat: passed",
    ),
    Row(1, 4, 7, "players"),
    Row(1, 0, 2, "lead_tie: 0 next, 1 compare, 2 colour"),
    Row(1, 0, MOST, "rounds played"),
    Row(1, 0, MOST, "rounds"),
    Row(1, 0, 14, "tricks played"),
    Row(1, 8, 14, "tricks"),
    Row(1, 0, 6, "the seat that leads"),
    Row(1, 0, 6, "cards played to the trick"),
    Row(1, 0, 7, "colours on the table as bits"),
    Row(rules.MOST_PLAYERS, -MOST, MOST, "for each of 7 seats: its total"),
    Row(CARDS, 0, 63, "for each card when it was played or passed this round: 0 not yet, else 1, 2, …", True),
    Row(CARDS, 0, 7, "for each card who played it: 0 nobody yet, else 1 + seat", True),
)


def note(past: list[int], seat: int, move: int) -> None:
    """Every move lays a card open."""
    note_play(past, move, CARDS, seat)


def remember(o: list[int], past: list[int], seat: int, out: list[int]) -> None:
    """When each card was played, and by whom, behind all else."""
    remember_plays(past, o[rules.PLAYERS], seat, WIDTH, CARDS, out)


def forget(out: list[int]) -> None:
    """Passed cards lie face down, taken ones face up (RULES 3)."""
    for card in range(CARDS):
        if out[card] >= PASSED:
            out[card] = UNSEEN


def write(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
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
    for i in range(SEATS, WIDTH):
        out[i] = 0
    for step in range(players):
        out[SEATS + step] = small(seen[rules.TOTALS + rounds.left_of(seat, step, players)])


def write_cards(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    players = o[rules.PLAYERS]
    write_sets(o, seen, seat, out)
    place = rounds.left_of(seen[rules.LEADER], players - seat, players)
    for k in range(seen[rules.PLAYED]):
        card = cards.slot(seen[rules.TRICK], k)
        if out[card] < PASSED:
            out[card] = TRICK + rounds.left_of(place, k, players)


def write_mask(o: list[int], s: list[int], seat: int, moves: list[int], out: list[int]) -> None:
    """A 1 for every move of a seat whose turn it is."""
    write_moves(moves, rules.legal(o, s, seat, moves), rules.MOVES, out)


def write_sets(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    """Where the cards are, but for those in the trick (of which those passed are here)."""
    hand = seen[rules.HANDS + seat]
    ones, twos, fours, eights, sixteens = 0, hand, 0, 0, 0
    known = hand
    for step in range(o[rules.PLAYERS]):
        other = rounds.left_of(seat, step, o[rules.PLAYERS])
        taken, passed = seen[rules.TAKEN + other], seen[rules.PASSED + other]
        known |= taken | passed
        ones |= digit(taken, TAKEN + step, 0) | digit(passed, PASSED + step, 0)
        twos |= digit(taken, TAKEN + step, 1) | digit(passed, PASSED + step, 1)
        fours |= digit(taken, TAKEN + step, 2) | digit(passed, PASSED + step, 2)
        eights |= digit(taken, TAKEN + step, 3)
        sixteens |= passed
    weave(out, 0, ones | rules.deck_word(o) & ~known, twos, fours, eights, sixteens)
