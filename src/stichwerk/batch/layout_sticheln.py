"""How a seat of Sticheln sees the table, as small integers: `ROWS`. Seats are relative to the one who looks: 0 is oneself."""

from stichwerk.batch.layouts import MOST, Row, mark, remember_tricks, small
from stichwerk.rules import cards, rounds
from stichwerk.rules import sticheln as rules

CARDS = 126
UNSEEN, HAND, ASIDE, TAKEN, TRICK, CHOSEN = 1, 2, 3, 4, 12, 20
SCALARS = CARDS
SEATS = SCALARS + 16
WIDTH = SEATS + 3 * rules.MOST_PLAYERS

ROWS = (
    Row(
        CARDS,
        0,
        27,
        "where each card is: 0 not in this deck, 1 not seen, 2 in my hand, 3 aside, 4 + seat: taken, 12 + seat: in the trick, "
        "20 + seat: chosen and known to me",
    ),
    Row(1, 0, 5, "phase: 0 choose, 1 play, 2 name, 5 over"),
    Row(1, 3, 8, "players"),
    Row(1, 0, 1, "lucky"),
    Row(1, 0, 1, "flat"),
    Row(1, 1, 2, "colours to choose"),
    Row(1, 0, 2, "reveal: 0 start, 1 end, 2 after"),
    Row(1, 0, 1, "zeros are trumps"),
    Row(1, 0, MOST, "rounds played"),
    Row(1, 0, MOST, "rounds"),
    Row(1, 0, MOST, "target"),
    Row(1, 0, 15, "tricks played"),
    Row(1, 12, 15, "tricks"),
    Row(1, 0, 7, "the seat that leads"),
    Row(1, 0, 7, "cards in the trick"),
    Row(1, -1, 5, "lead colour (-1 none)"),
    Row(1, -1, 7, "the seat that wins the trick now (-1 nobody)"),
    Row(
        3 * rules.MOST_PLAYERS,
        (-1, 0, -MOST),
        (63, 1, MOST),
        "for each of 8 seats: its colours as bits (0 none, -1 not known to me), whether it has to choose or name now, its total",
    ),
    Row(CARDS, 0, 120, "for each card when it was played this round: 0 not yet, else 1, 2, …", True),
    Row(CARDS, 0, 8, "for each card who played it: 0 nobody yet, else 1 + seat", True),
)


def card_of(move: int) -> int:
    """The card that a move in the phase of play lays open."""
    return move


def remember(o: list[int], past: list[int], seat: int, out: list[int]) -> None:
    """When each card was played, and by whom, behind all else."""
    remember_tricks(past, o[rules.PLAYERS], seat, WIDTH, CARDS, out)


def forget(out: list[int]) -> None:
    """Taken tricks lie face down (RULES 2.2.2)."""
    for card in range(CARDS):
        if TAKEN <= out[card] < TRICK:
            out[card] = UNSEEN


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
