"""How a seat of Sticheln sees the table, as small integers: `ROWS`. Seats are relative to the one who looks: 0 is oneself."""

from stichwerk.batch.layouts import MOST, Row, digit, note_play, remember_plays, small, weave, write_moves
from stichwerk.rules import cards, phases, rounds
from stichwerk.rules import sticheln as rules

CARDS = 126
UNSEEN, HAND, ASIDE, TAKEN, TRICK, CHOSEN = 1, 2, 3, 4, 12, 20
SCALARS = CARDS
SEATS = SCALARS + 16
WIDTH = SEATS + 3 * rules.MOST_PLAYERS
PAST = 1 + 2 * CARDS  # what a perfect memory takes

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


def note(past: list[int], seat: int, move: int) -> None:
    """A move in the phase of play lays a card open."""
    note_play(past, move, CARDS, seat)


def remember(o: list[int], past: list[int], seat: int, out: list[int]) -> None:
    """When each card was played, and by whom, behind all else."""
    remember_plays(past, o[rules.PLAYERS], seat, WIDTH, CARDS, out)


def forget(out: list[int]) -> None:
    """Taken tricks lie face down (RULES 2.2.2)."""
    for card in range(CARDS):
        if TAKEN <= out[card] < TRICK:
            out[card] = UNSEEN


def write(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    write_cards(o, seen, seat, out)
    write_table(o, seen, seat, out)
    write_seats(o, seen, seat, out)


def write_cards(o: list[int], seen: list[int], seat: int, out: list[int]) -> None:
    players = o[rules.PLAYERS]
    write_word(o, seen, seat, 0, out)
    write_word(o, seen, seat, 1, out)
    for step in range(players):
        other = rounds.left_of(seat, step, players)
        first, second = rules.first_chosen(seen[rules.CHOSEN + other]), rules.second_chosen(seen[rules.CHOSEN + other])
        if first >= 0:
            out[first] = CHOSEN + step
        if second >= 0:
            out[second] = CHOSEN + step
    place = rounds.left_of(seen[rules.LEADER], players - seat, players)
    for k in range(seen[rules.PLAYED]):
        out[cards.slot(seen[rules.TRICK], k)] = TRICK + rounds.left_of(place, k, players)


def write_mask(o: list[int], s: list[int], seat: int, moves: list[int], out: list[int]) -> None:
    """A 1 for every move of a seat whose turn it is: cards a word at a time, named colours one by one."""
    if s[rules.PHASE] == phases.NAME:
        write_moves(moves, rules.legal(o, s, seat, moves), rules.MOVES, out)
        return
    weave(out, 0, rules.playable(o, s, seat, 0), 0, 0, 0, 0)
    weave(out, cards.WORD, rules.playable(o, s, seat, 1), 0, 0, 0, 0)
    for move in range(rules.NAMING, rules.MOVES):
        out[move] = 0


def write_word(o: list[int], seen: list[int], seat: int, word: int, out: list[int]) -> None:
    """Where the cards of one word of every set are, but for those that were chosen or lie in the trick."""
    hand, aside = seen[rules.HANDS + 2 * seat + word], seen[rules.ASIDE + word]
    ones, twos, fours, eights = digit(aside, ASIDE, 0), hand | digit(aside, ASIDE, 1), 0, 0
    known = hand | aside
    for step in range(o[rules.PLAYERS]):
        taken = seen[rules.TAKEN + 2 * rounds.left_of(seat, step, o[rules.PLAYERS]) + word]
        known |= taken
        ones |= digit(taken, TAKEN + step, 0)
        twos |= digit(taken, TAKEN + step, 1)
        fours |= digit(taken, TAKEN + step, 2)
        eights |= digit(taken, TAKEN + step, 3)
    weave(out, cards.WORD * word, ones | rules.deck_word(o, word) & ~known, twos, fours, eights, 0)


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
    acting = rules.acting(o, seen)
    for i in range(SEATS, WIDTH):
        out[i] = 0
    for step in range(o[rules.PLAYERS]):
        other = rounds.left_of(seat, step, o[rules.PLAYERS])
        chosen = seen[rules.CHOSEN + other]
        out[SEATS + 3 * step] = -1 if chosen & rules.HIDDEN else chosen & rules.COLOUR_BITS
        out[SEATS + 3 * step + 1] = acting >> other & 1
        out[SEATS + 3 * step + 2] = small(seen[rules.TOTALS + other])
