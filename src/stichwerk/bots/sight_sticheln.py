"""What a learned player of Sticheln looks at: a situation and each possible move as rows of numbers, mostly between -1 and 1.

Everything comes from the observation. `likely` says how likely each colour counts against (Reverse: for) each seat: certain
where the choice lies open, otherwise a guess by `marks_sticheln`. With it one way of looking serves every variant. Where
colours are named late, what was taken so far counts too (`late_sticheln`); in all other games those numbers are 0.
"""

from stichwerk.bots import late_sticheln as late
from stichwerk.bots import marks_sticheln as marks
from stichwerk.bots import worth_sticheln as worth
from stichwerk.bots.late_sticheln import HEAPS
from stichwerk.rules import cards, machine, rounds
from stichwerk.rules import sticheln as rules

INLINE = False  # long functions: inlined they would compile for minutes

SITUATION, CARD = 57, 34  # numbers while playing
CHOICE, CHOSEN_CARD = 20, 14  # … and while choosing
LATE_CARD = 28  # the first number of a card that only counts where colours are named late
SUITS = marks.SUITS


def worth_of(o: list[int], likely: list[float], seat: int, card: int) -> float:
    return worth.of(o, likely[seat * SUITS + cards.colour(card)], cards.number(card))


def add_table(o: list[int], seen: list[int], likely: list[float], table: list[float]) -> None:
    """What the trick, as it lies, would bring each seat."""
    for seat in range(o[rules.PLAYERS]):
        table[seat] = 0.0
        for k in range(seen[rules.PLAYED]):
            table[seat] += worth_of(o, likely, seat, cards.slot(seen[rules.TRICK], k))


def above(number: int) -> int:
    """The bits of all greater numbers."""
    return cards.COLOUR & ~((2 << number) - 1)


def below(number: int) -> int:
    """The bits of all smaller numbers."""
    return (1 << number) - 1


def numbers(low: int, high: int, colour: int) -> int:
    """The numbers of one colour in a set, a bit each."""
    return cards.in_word(low if colour < 3 else high, colour)


def count_beaters(o: list[int], card: int, lead: int, low: int, high: int) -> int:
    """How many cards of a set would beat a card."""
    found = 0
    while low:
        if rules.beats(o, cards.lowest(low), card, lead):
            found += 1
        low &= low - 1
    while high:
        if rules.beats(o, cards.WORD + cards.lowest(high), card, lead):
            found += 1
        high &= high - 1
    return found


def look(
    o: list[int], seen: list[int], seat: int, likely: list[float], table: list[float], out: list[float], moves: list[float]
) -> int:
    """Writes the situation and the cards one may play; how many these are."""
    low, high = rules.unseen(o, seen, 0), rules.unseen(o, seen, 1)
    hidden = max(cards.popcount(low) + cards.popcount(high), 1)
    add_table(o, seen, likely, table)
    for i in range(SITUATION):
        out[i] = 0.0
    see_place(o, seen, out)
    see_table(o, seen, seat, likely, table, low, high, hidden, out)
    see_colours(o, seen, seat, likely, low, high, hidden, out)
    see_setting(o, out)
    n = 0
    hand_low, hand_high = rules.playable(o, seen, seat, 0), rules.playable(o, seen, seat, 1)
    while hand_low:
        see_card(o, seen, seat, cards.lowest(hand_low), likely, table, low, high, hidden, moves[n * CARD : n * CARD + CARD])
        hand_low &= hand_low - 1
        n += 1
    while hand_high:
        card = cards.WORD + cards.lowest(hand_high)
        see_card(o, seen, seat, card, likely, table, low, high, hidden, moves[n * CARD : n * CARD + CARD])
        hand_high &= hand_high - 1
        n += 1
    compare(moves, n, out)
    if o[rules.REVEAL] == rules.AFTER:
        see_late(o, seen, seat, out, moves)
    return n


def see_place(o: list[int], seen: list[int], out: list[float]) -> None:
    """0–13: how many play after oneself, how far the round is."""
    played, players = seen[rules.PLAYED], o[rules.PLAYERS]
    left = o[rules.LENGTH] - seen[rules.TRICKS]
    out[players - 1 - played] = 1.0
    out[8] = 1.0 if played == 0 else 0.0
    out[9] = played / players
    out[10] = left / o[rules.LENGTH]
    out[11] = out[10] * out[10]
    out[12] = 1.0 if left <= 2 else 0.0
    out[13] = 1.0 if left <= 5 else 0.0


def see_table(
    o: list[int],
    seen: list[int],
    seat: int,
    likely: list[float],
    table: list[float],
    low: int,
    high: int,
    hidden: int,
    out: list[float],
) -> None:
    """14–21, 36: what the trick would bring oneself, who takes it as it lies, and those still to play; the best card."""
    played, players, top = seen[rules.PLAYED], o[rules.PLAYERS], o[rules.TOP]
    out[14] = table[seat] / top
    if played == 0:
        return
    place = rules.winning_place(o, seen[rules.TRICK], played)
    best, lead = cards.slot(seen[rules.TRICK], place), cards.colour(cards.slot(seen[rules.TRICK], 0))
    out[15] = table[rounds.left_of(seen[rules.LEADER], place, players)] / top
    out[18] = cards.number(best) / top
    out[19] = 1.0 if rules.is_trump(o, best, lead) else 0.0
    out[20] = likely[seat * SUITS + lead]
    for step in range(1, players - played):
        later = rounds.left_of(seat, step, players)
        out[16] += table[later] / top / (players - 1)
        out[17] += (1.0 if table[later] > 0.0 else 0.0) / (players - 1)
        out[21] += likely[later * SUITS + lead] / (players - 1)
    out[36] = count_beaters(o, best, lead, low, high) / hidden


def see_colours(
    o: list[int], seen: list[int], seat: int, likely: list[float], low: int, high: int, hidden: int, out: list[float]
) -> None:
    """22–30, 35, 37, 47: one's own marked colours in hand and among the unseen cards; what an unseen card would bring."""
    players, top = o[rules.PLAYERS], o[rules.TOP]
    size, total, expected = 0, 0, 0.0
    for colour in range(o[rules.SUITS]):
        mark = likely[seat * SUITS + colour]
        held, rest = cards.of_colour(seen, rules.HANDS + 2 * seat, colour), numbers(low, high, colour)
        size += cards.popcount(held)
        total += plain_sum(held)
        out[30] += held & 1
        out[37] += 1.0 / 6 if held else 0.0
        expected += rules.worth(o, rest, 0)
        if mark > 0.0:
            expected += mark * (rules.worth(o, rest, 1) - rules.worth(o, rest, 0))
            out[24] += mark * cards.popcount(rest) / hidden
            out[25] += mark * rules.cost(o, rest) / (4 * top)
            out[26] += mark * cards.popcount(held) / 8
            out[27] += mark * rules.cost(o, held) / (3 * top)
            out[28] += mark * (1.0 if cards.popcount(held) == 0 else 0.0)
            out[47] = max(out[47], mark)
            for other in range(players):
                if other != seat:
                    out[35] += mark * likely[other * SUITS + colour] / (players - 1)
    out[22] = expected / hidden / 4
    out[23] = out[22] * (players - 1 - seen[rules.PLAYED])
    out[29] = total / (max(size, 1) * top)


def plain_sum(bits: int) -> int:
    """The sum of the numbers in a set of bits."""
    found = 0
    while bits:
        found += cards.lowest(bits)
        bits &= bits - 1
    return found


def see_setting(o: list[int], out: list[float]) -> None:
    """38–46: how many play, and by which switches."""
    out[35 + o[rules.PLAYERS]] = 1.0
    out[44] = o[rules.FLAT]
    out[45] = o[rules.COLOURS] - 1
    out[46] = o[rules.ZEROS]


def compare(moves: list[float], n: int, out: list[float]) -> None:
    """31–34: how many of the own cards do not win as things stand, and how surely the safest and the weakest would."""
    out[33] = 1.0
    for k in range(n):
        out[31] += (1.0 - moves[k * CARD + 4]) / 8
        out[32] = max(out[32], moves[k * CARD + 7])
        out[33] = min(out[33], moves[k * CARD + 7])
    out[34] = 1.0 if out[31] == 0.0 else 0.0


def see_card(
    o: list[int],
    seen: list[int],
    seat: int,
    card: int,
    likely: list[float],
    table: list[float],
    low: int,
    high: int,
    hidden: int,
    out: list[float],
) -> None:
    """The numbers of one card."""
    number, top = cards.number(card), o[rules.TOP]
    own = worth_of(o, likely, seat, card)
    mark = likely[seat * SUITS + cards.colour(card)]
    out[0] = number / top
    out[1] = 1.0 if number == 0 else 0.0
    out[2] = mark
    out[3] = own / top
    out[25] = mark * number / top
    out[8] = (table[seat] + own) / top
    see_taking(o, seen, card, likely, table, low, high, hidden, out)
    out[9] = out[7] * out[8]
    see_others(o, seen, seat, card, likely, table, out)
    see_company(o, seen, seat, card, low, high, hidden, out)
    for i in range(LATE_CARD, CARD):
        out[i] = 0.0


def see_taking(
    o: list[int],
    seen: list[int],
    card: int,
    likely: list[float],
    table: list[float],
    low: int,
    high: int,
    hidden: int,
    out: list[float],
) -> None:
    """4–7, 10–13: whether the card takes the trick as it lies, how surely it keeps it; who gets it otherwise."""
    played, players, top = seen[rules.PLAYED], o[rules.PLAYERS], o[rules.TOP]
    lead = cards.colour(card)
    out[10] = out[11] = out[12] = out[13] = 0.0
    wins = True
    if played > 0:
        lead = cards.colour(cards.slot(seen[rules.TRICK], 0))
        place = rules.winning_place(o, seen[rules.TRICK], played)
        wins = rules.beats(o, card, cards.slot(seen[rules.TRICK], place), lead)
        out[12] = 1.0 if cards.colour(card) == lead else 0.0
        out[13] = 1.0 if rules.is_trump(o, card, lead) else 0.0
        if not wins:
            taker = rounds.left_of(seen[rules.LEADER], place, players)
            out[10] = worth_of(o, likely, taker, card) / top
            out[11] = out[10] + table[taker] / top
    out[4] = out[5] = out[6] = out[7] = 0.0
    if wins:
        beaters = count_beaters(o, card, lead, low, high)
        after = players - 1 - played
        share = beaters / hidden
        out[4] = 1.0
        out[5] = share
        out[6] = (1.0 - share) ** after
        out[7] = max(1.0 - after * (o[rules.LENGTH] - seen[rules.TRICKS]) / hidden, 0.0) ** beaters


def see_others(
    o: list[int], seen: list[int], seat: int, card: int, likely: list[float], table: list[float], out: list[float]
) -> None:
    """14–16, 26, 27: what the card would bring those still to play, whether they want the trick with it, and all others."""
    players, top = o[rules.PLAYERS], o[rules.TOP]
    after = players - 1 - seen[rules.PLAYED]
    out[14] = out[15] = out[16] = out[26] = out[27] = 0.0
    for step in range(1, players):
        other = rounds.left_of(seat, step, players)
        gain = worth_of(o, likely, other, card)
        out[16] += gain / top / (players - 1)
        if step <= after:
            out[14] += gain / top / after
            out[15] += (1.0 if table[other] + gain > 0.0 else 0.0) / after
            out[26] += likely[other * SUITS + cards.colour(card)] / (players - 1)
        else:
            out[27] += likely[other * SUITS + cards.colour(card)] / (players - 1)


def see_company(o: list[int], seen: list[int], seat: int, card: int, low: int, high: int, hidden: int, out: list[float]) -> None:
    """17–24: the card among those of its colour, and among all, in hand and unseen."""
    colour, number = cards.colour(card), cards.number(card)
    held, rest = cards.of_colour(seen, rules.HANDS + 2 * seat, colour), numbers(low, high, colour)
    out[17] = cards.popcount(held) / 8
    out[18] = cards.popcount(held & below(number)) / 4
    out[19] = cards.popcount(held & above(number)) / 4
    out[20] = cards.popcount(rest & below(number)) / 8
    out[21] = cards.popcount(rest & above(number)) / 8
    out[23] = cards.popcount(rest) / hidden
    higher, better, size = 0, 0, 0
    for suit in range(o[rules.SUITS]):
        mine = cards.of_colour(seen, rules.HANDS + 2 * seat, suit)
        higher += cards.popcount(numbers(low, high, suit) & above(number))
        better += cards.popcount(mine & above(number))
        size += cards.popcount(mine)
    out[22] = higher / hidden
    out[24] = better / max(size, 1)


def see_late(o: list[int], seen: list[int], seat: int, out: list[float], moves: list[float]) -> None:
    """Colours named late: what everybody has taken, and what the trick would bring whom."""
    heaps = machine.floats(HEAPS)
    late.gather(o, seen, heaps)
    see_heap(o, heaps, seat, out)
    taker = rules.winning(o, seen) if seen[rules.PLAYED] > 0 else -1
    see_late_table(o, seen, seat, taker, heaps, out)
    for k in range(rules.count(o, seen, seat)):
        see_late_card(o, seen, seat, taker, out[55], rules.pick(o, seen, seat, k), heaps, moves[k * CARD : k * CARD + CARD])


def see_heap(o: list[int], heaps: list[float], seat: int, out: list[float]) -> None:
    """48–53: how many colours one has taken, what the three cheapest cost to name, what one would get now, and unnamed."""
    named = 0
    for i in range(SUITS):
        colour = late.cheapest(o, heaps, seat, named)
        if colour >= 0:
            named |= 1 << colour
            out[48] += 1.0 / SUITS
            if i < 3:
                out[49 + i] = heaps[seat * late.ROW + 1 + colour] / (2 * o[rules.TOP])
    out[52] = late.points(o, heaps, seat) / (2 * o[rules.TOP])
    out[53] = heaps[seat * late.ROW] / 20


def see_late_table(o: list[int], seen: list[int], seat: int, taker: int, heaps: list[float], out: list[float]) -> None:
    """54–56: what the trick as it lies would bring oneself, who takes it as it lies, and those still to play."""
    players, top = o[rules.PLAYERS], o[rules.TOP]
    if taker < 0:
        return
    out[54] = late.gain(o, seen, heaps, seat, -1) / top
    out[55] = late.gain(o, seen, heaps, taker, -1) / top
    for step in range(1, players - seen[rules.PLAYED]):
        out[56] += late.gain(o, seen, heaps, rounds.left_of(seat, step, players), -1) / top / (players - 1)


def see_late_card(
    o: list[int], seen: list[int], seat: int, taker: int, before: float, card: int, heaps: list[float], out: list[float]
) -> None:
    """28–33: what the trick with this card would bring oneself, or who takes it (and did `before`), or those still to play;
    a new colour."""
    players, top = o[rules.PLAYERS], o[rules.TOP]
    out[28] = late.gain(o, seen, heaps, seat, card) / top
    out[29] = out[7] * out[28]
    if taker >= 0 and out[4] == 0.0:
        out[30] = late.gain(o, seen, heaps, taker, card) / top
        out[31] = out[30] - before
    out[32] = 1.0 if heaps[seat * late.ROW + 1 + cards.colour(card)] == 0.0 else 0.0
    after = players - 1 - seen[rules.PLAYED]
    for step in range(1, after + 1):
        out[33] += late.gain(o, seen, heaps, rounds.left_of(seat, step, players), card) / top / after


def look_to_choose(o: list[int], seen: list[int], seat: int, out: list[float], moves: list[float]) -> int:
    """Writes the hand as a whole and the cards one may choose; how many these are."""
    see_hand(o, seen, seat, out)
    n = rules.count(o, seen, seat)
    for k in range(n):
        card = rules.pick(o, seen, seat, k)
        see_choice(o, seen, seat, card, moves[k * CHOSEN_CARD : (k + 1) * CHOSEN_CARD])
    return n


def see_hand(o: list[int], seen: list[int], seat: int, out: list[float]) -> None:
    for i in range(CHOICE):
        out[i] = 0.0
    top = o[rules.TOP]
    for colour in range(o[rules.SUITS]):
        held = cards.of_colour(seen, rules.HANDS + 2 * seat, colour)
        out[0] += plain_sum(held) / (15 * top)
        out[1] += (held & 1) / 3
        out[2] += cards.popcount(held & above(top - 3)) / 8
        out[3] += cards.popcount(held & below(3)) / 8
        out[4] = max(out[4], cards.popcount(held) / 8)
        out[5] += 1.0 / 6 if held else 0.0
    first = rules.first_chosen(seen[rules.CHOSEN + seat])
    if first >= 0:
        out[6] = 1.0
        out[7] = cards.number(first) / top
        out[8] = cards.popcount(cards.of_colour(seen, rules.HANDS + 2 * seat, cards.colour(first))) / 8
    out[9 + o[rules.PLAYERS] - 3] = 1.0
    out[15] = o[rules.FLAT]
    out[16] = o[rules.COLOURS] - 1
    out[17] = o[rules.ZEROS]
    out[18] = rounds.left_of(seat, o[rules.PLAYERS] - seen[rules.LEADER], o[rules.PLAYERS]) / o[rules.PLAYERS]
    out[19] = 1.0 if seat == seen[rules.LEADER] else 0.0


def see_choice(o: list[int], seen: list[int], seat: int, card: int, out: list[float]) -> None:
    """One card as a choice: its price, and what one holds of its colour."""
    colour, number, top = cards.colour(card), cards.number(card), o[rules.TOP]
    held = cards.of_colour(seen, rules.HANDS + 2 * seat, colour)
    length = cards.popcount(held)
    price = rules.cost(o, held)
    out[0] = number / top
    out[1] = 1.0 if number == 0 else 0.0
    out[2] = length / 8
    out[3] = length * length / 32
    out[4] = (price - rules.cost(o, 1 << number)) / (4 * top)
    out[5] = plain_sum(held) / (length * top)
    out[6] = cards.popcount(held & below(number)) / 4
    out[7] = cards.popcount(held & above(top - 3)) / 4
    out[8] = cards.popcount(held & below(3)) / 4
    out[9] = 1.0 if length <= 2 else 0.0
    out[10] = 1.0 if length >= 6 else 0.0
    out[11] = cards.highest(held) / top
    out[12] = (cards.lowest(held & ~(1 << number)) if length > 1 else top + 1) / top
    out[13] = cards.popcount(cards.of_colour(seen, rules.ASIDE, colour)) / 2
