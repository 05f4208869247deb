"""What a learned player of Hat Trick looks at: a situation and each possible card as rows of numbers, mostly between -1 and 1.

Everything comes from the observation. `likely` says how likely each colour will be a seat's longest (`marks_hattrick`).
"""

from stichwerk.bots import marks_hattrick as marks
from stichwerk.rules import cards, rounds
from stichwerk.rules import hattrick as rules

INLINE = False  # long functions: inlined they would compile for minutes

SITUATION, CARD = 40, 28
SUITS = marks.SUITS


def look(o: list[int], seen: list[int], seat: int, likely: list[float], out: list[float], moves: list[float]) -> int:
    """Writes the situation and the cards one may play; how many these are."""
    unseen = rules.unseen(o, seen, 0)
    hidden = max(cards.popcount(unseen), 1)
    for i in range(SITUATION):
        out[i] = 0.0
    see_place(o, seen, out)
    see_table(o, seen, seat, likely, out)
    see_own(seen, seat, likely, unseen, hidden, out)
    hand, n = seen[rules.HANDS + seat], 0
    while hand:
        see_card(o, seen, seat, cards.lowest(hand), likely, unseen, hidden, moves[n * CARD : n * CARD + CARD])
        hand &= hand - 1
        n += 1
    compare(moves, n, out)
    return n


def worth(likely: list[float], seat: int, colour: int) -> float:
    """What a card of a colour brings a seat: +1 if the colour will be its longest, else -1 (RULES 3)."""
    mine = likely[seat * SUITS + colour]
    return mine * rules.worth(colour, colour) + (1.0 - mine) * rules.worth(colour, -1)


def see_place(o: list[int], seen: list[int], out: list[float]) -> None:
    """0–13, 34–39: how many play after oneself, how many colours lie, how far the round is; players and switch."""
    left = o[rules.LENGTH] - seen[rules.TRICKS]
    out[o[rules.PLAYERS] - 1 - seen[rules.PLAYED]] = 1.0
    out[7 + cards.popcount(seen[rules.LYING])] = 1.0
    out[10] = left / o[rules.LENGTH]
    out[11] = out[10] * out[10]
    out[12] = 1.0 if left <= 2 else 0.0
    out[13] = 1.0 if left <= 4 else 0.0
    out[34 + o[rules.PLAYERS] - 4] = 1.0
    out[38] = 1.0 if o[rules.LEAD_TIE] == rules.COMPARE else 0.0
    out[39] = 1.0 if o[rules.LEAD_TIE] == rules.BY_COLOUR else 0.0


def see_table(o: list[int], seen: list[int], seat: int, likely: list[float], out: list[float]) -> None:
    """14–21: of the best and the worst colour that lies: its worth to oneself, cards, highest, and worth to its winner."""
    first = True
    for colour in range(SUITS):
        lying = rules.on_table(seen, colour)
        if lying:
            value = worth(likely, seat, colour)
            if first or value > out[14]:
                write_pile(o, seen, likely, colour, lying, value, out[14:18])
            if first or value < out[18]:
                write_pile(o, seen, likely, colour, lying, value, out[18:22])
            first = False


def write_pile(
    o: list[int], seen: list[int], likely: list[float], colour: int, lying: int, value: float, out: list[float]
) -> None:
    out[0] = value
    out[1] = cards.popcount(lying) / o[rules.PLAYERS]
    out[2] = cards.highest(lying) / 20
    out[3] = worth(likely, rules.winner_of(o, seen, colour), colour)


def see_own(seen: list[int], seat: int, likely: list[float], unseen: int, hidden: int, out: list[float]) -> None:
    """22–30: what one has taken and holds, by how wanted it is."""
    total, size = 0, 0
    for colour in range(SUITS):
        held, value = cards.in_word(seen[rules.HANDS + seat], colour), worth(likely, seat, colour)
        out[22] = max(out[22], value)
        out[23] += value * cards.popcount(held) / 8
        out[24] += value * cards.popcount(cards.in_word(unseen, colour)) / hidden
        out[25] += value * cards.popcount(held & marks.HIGH) / 4
        out[26] += 1.0 / 3 if held else 0.0
        if seen[rules.LYING] >> colour & 1 == 0:
            out[27] += cards.popcount(held) / 8
        out[28] = max(out[28], rules.length(seen, seat, colour) / 8)
        size += cards.popcount(held)
        while held:
            total += cards.lowest(held)
            held &= held - 1
    out[29] = total / (20 * max(size, 1))
    out[30] = cards.popcount(seen[rules.PASSED + seat]) / 4


def compare(moves: list[float], n: int, out: list[float]) -> None:
    """31–33: how many cards would win nothing without being a pass, and how surely the surest would win."""
    for k in range(n):
        if moves[k * CARD + 1] == 0.0 and moves[k * CARD + 6] == 0.0:
            out[31] += 1.0 / 8
        out[32] = max(out[32], moves[k * CARD + 9])
        out[33] = max(out[33], moves[k * CARD + 12])


def see_card(
    o: list[int], seen: list[int], seat: int, card: int, likely: list[float], unseen: int, hidden: int, out: list[float]
) -> None:
    """The numbers of one card."""
    colour, number = cards.colour(card), cards.number(card)
    lying = seen[rules.LYING] >> colour & 1 == 1
    for i in range(CARD):
        out[i] = 0.0
    out[0] = number / 20
    out[1] = 1.0 if rules.is_pass(seen, card) else 0.0
    out[2] = 1.0 if not lying and cards.popcount(seen[rules.LYING]) == 1 else 0.0
    out[3] = 1.0 if lying else 0.0
    out[4] = likely[seat * SUITS + colour]
    out[5] = worth(likely, seat, colour)
    out[22] = out[0] * out[5]
    out[25] = rules.length(seen, seat, colour) / 8
    if out[1] == 0.0:
        see_taking(o, seen, card, likely, unseen, hidden, out)
    else:
        out[26] = out[0]
        out[27] = out[5]
    see_others(o, seen, seat, colour, likely, out)
    see_company(seen, seat, card, unseen, hidden, out)


def see_taking(o: list[int], seen: list[int], card: int, likely: list[float], unseen: int, hidden: int, out: list[float]) -> None:
    """6–13, 24: whether the card takes its colour as it lies, how surely it keeps it, and what that brings."""
    colour, number = cards.colour(card), cards.number(card)
    lying = rules.on_table(seen, colour)
    after = o[rules.PLAYERS] - 1 - seen[rules.PLAYED]
    out[10] = cards.popcount(lying) / o[rules.PLAYERS]
    out[11] = out[5] * (cards.popcount(lying) + 1) / o[rules.PLAYERS]
    if cards.highest(lying) < number:
        beaters = cards.popcount(cards.in_word(unseen, colour) >> number)
        out[6] = 1.0
        out[7] = beaters / hidden
        out[8] = (1.0 - out[7]) ** after
        out[9] = max(1.0 - after * (o[rules.HAND] - seen[rules.TRICKS]) / hidden, 0.0) ** beaters
        out[12] = out[9] * out[11]
        out[24] = 1.0 if is_highest(seen, number) else 0.0
    else:
        out[13] = worth(likely, rules.winner_of(o, seen, colour), colour)


def is_highest(seen: list[int], number: int) -> bool:
    """Whether no higher number lies on the table."""
    highest = -1
    for colour in range(SUITS):
        highest = max(highest, cards.highest(rules.on_table(seen, colour)))
    return highest <= number


def see_others(o: list[int], seen: list[int], seat: int, colour: int, likely: list[float], out: list[float]) -> None:
    """14, 15: how much those still to play, and all others, want the colour."""
    players = o[rules.PLAYERS]
    after = players - 1 - seen[rules.PLAYED]
    for step in range(1, players):
        value = worth(likely, rounds.left_of(seat, step, players), colour)
        out[15] += value / (players - 1)
        if step <= after:
            out[14] += value / after


def see_company(seen: list[int], seat: int, card: int, unseen: int, hidden: int, out: list[float]) -> None:
    """16–21, 23: the card among those of its colour, and among all, in hand and unseen."""
    colour, number = cards.colour(card), cards.number(card)
    held, rest = cards.in_word(seen[rules.HANDS + seat], colour), cards.in_word(unseen, colour)
    below = (1 << number) - 1
    out[16] = cards.popcount(held) / 8
    out[17] = cards.popcount(held & below) / 4
    out[18] = cards.popcount(held >> (number + 1)) / 4
    out[19] = cards.popcount(rest & below) / 10
    out[20] = cards.popcount(rest >> number) / 10
    out[21] = cards.popcount(rest) / hidden
    higher = 0
    for suit in range(SUITS):
        higher += cards.popcount(cards.in_word(seen[rules.HANDS + seat], suit) >> (number + 1))
    out[23] = higher / max(cards.popcount(seen[rules.HANDS + seat]), 1)
