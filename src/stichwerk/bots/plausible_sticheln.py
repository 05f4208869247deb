"""Deals that could be, for the search: where choices lie face down (Hazy), such as players do choose.

The rules deal the unseen cards out evenly. Then every seat with a hidden choice chooses anew from what it was dealt: a colour
as likely as `marks_sticheln` takes it to be, and rather a low card of it (Reverse: a high one).
"""

from stichwerk.bots import marks_sticheln as marks
from stichwerk.bots.marks_sticheln import SUITS
from stichwerk.rules import cards, chance, machine, phases
from stichwerk.rules import sticheln as rules

TASTE = 0.7  # how much less likely a card is chosen than the next better one
SELDOM = 0.001  # no colour is impossible
WHOLE = 4294967296.0  # one more than the most of `chance.bits`
LONGEST = 16  # room for a hand
INLINE = False


def deal(
    o: list[int], seen: list[int], seat: int, w: list[float], at: int, dice: list[int], pile: list[int], out: list[int]
) -> None:
    rules.resample(o, seen, seat, dice, pile, out)
    if seen[rules.PHASE] != phases.PLAY or o[rules.REVEAL] != rules.AT_END:
        return
    likely = machine.floats(SUITS)
    low, high = rules.unseen(o, seen, 0), rules.unseen(o, seen, 1)
    for other in range(o[rules.PLAYERS]):
        if seen[rules.CHOSEN + other] & rules.HIDDEN:
            marks.guess_one(o, seen, seat, other, low, high, w, at, likely)
            choose_again(o, out, other, likely, dice)


def choose_again(o: list[int], s: list[int], seat: int, likely: list[float], dice: list[int]) -> None:
    """Takes the chosen cards back into the hand and chooses from it."""
    for word in range(2):
        s[rules.HANDS + 2 * seat + word] |= rules.chosen_word(s, seat, word)
    s[rules.CHOSEN + seat] = 0
    s[rules.PHASE] = phases.CHOOSE
    for _ in range(o[rules.COLOURS]):
        rules.choose(o, s, seat, draw(o, s, seat, likely, dice))


def draw(o: list[int], s: list[int], seat: int, likely: list[float], dice: list[int]) -> int:
    """One of the cards it may choose."""
    held = machine.words(LONGEST)
    found, total = -1, 0.0
    for k in range(rules.legal(o, s, seat, held)):
        weight = appeal(o, held[k], likely)
        total += weight
        if chance.bits(dice) * total < weight * WHOLE:
            found = held[k]
    return found


def appeal(o: list[int], card: int, likely: list[float]) -> float:
    """How readily a card is chosen."""
    steps = o[rules.TOP] - cards.number(card) if o[rules.LUCKY] == 1 else cards.number(card)
    return (likely[cards.colour(card)] + SELDOM) * TASTE**steps
