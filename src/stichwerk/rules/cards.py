"""Cards as small integers, and sets and lists of them inside a state.

A Sticheln or Hat Trick card is `colour * 21 + number`, colours in the order red, blue, green, brown, yellow, violet;
a card of The Game is its number. All lie in 0…125, so that
- a set of cards is two words of 63 bits (`s[at]` and `s[at + 1]`; Hat Trick's three colours fit the first), and
- a short list of cards is one word of 7 bits a card.
"""

from stichwerk.rules.machine import copy as copy
from stichwerk.rules.machine import highest as highest
from stichwerk.rules.machine import lowest as lowest
from stichwerk.rules.machine import nth_bit as nth_bit
from stichwerk.rules.machine import popcount as popcount

NUMBERS = 21
WORD = 63
FULL = (1 << WORD) - 1
COLOUR = (1 << NUMBERS) - 1
SLOT = 7
MASK = (1 << SLOT) - 1


def colour(card: int) -> int:
    return card // NUMBERS


def number(card: int) -> int:
    return card % NUMBERS


def upper(card: int) -> int:
    """Which of a set's two words a card is in. (A comparison: divisions are slow on a GPU.)"""
    return 1 if card >= WORD else 0


def bit(card: int) -> int:
    """A card's bit in its word."""
    return 1 << card - WORD * upper(card)


def add(s: list[int], at: int, card: int) -> None:
    s[at + upper(card)] |= bit(card)


def remove(s: list[int], at: int, card: int) -> None:
    s[at + upper(card)] &= ~bit(card)


def has(s: list[int], at: int, card: int) -> bool:
    return s[at + upper(card)] & bit(card) != 0


def size(s: list[int], at: int) -> int:
    return popcount(s[at]) + popcount(s[at + 1])


def of_colour(s: list[int], at: int, which: int) -> int:
    """The numbers of one colour in a set, a bit each."""
    return in_word(s[at + which // 3], which)


def in_word(word: int, which: int) -> int:
    """The same in the word of a set in which that colour lies."""
    return word >> which % 3 * NUMBERS & COLOUR


def colours(s: list[int], at: int, suits: int) -> int:
    """The colours that occur in a set, a bit each."""
    found = 0
    for which in range(suits):
        if of_colour(s, at, which):
            found |= 1 << which
    return found


def spread(low: int, high: int, out: list[int], n: int) -> int:
    """Writes the cards of a set to out[n:], in card order, and gives back where it stopped."""
    while low:
        out[n] = lowest(low)
        low &= low - 1
        n += 1
    while high:
        out[n] = WORD + lowest(high)
        high &= high - 1
        n += 1
    return n


def slot(word: int, k: int) -> int:
    """The k-th card (or other small number) of a packed list."""
    return word >> SLOT * k & MASK


def set_slot(s: list[int], at: int, k: int, value: int) -> None:
    s[at] = s[at] & ~(MASK << SLOT * k) | value << SLOT * k
