"""How cards and moves are written (RULES 1): `r4`, `37A`, `end`, `r`, `start2`, `A!`. Tables from text to number and back."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from stichwerk.rules import cards, hattrick, sticheln, thegame

COLOURS = "rbgnyv"
PILES = "ABCD"
SIGNALS = ".?!"

CARD_TEXTS = [f"{colour}{number}" for colour in COLOURS for number in range(cards.NUMBERS)]
NUMBER_TEXTS = [str(number) for number in range(thegame.LAST + 1)]

Names = tuple[dict[int, str], dict[int, str]]  # the text of each card by its bit, for each word of a set


def _by_bit(names: Sequence[str]) -> Names:
    low, high = names[: cards.WORD], names[cards.WORD :]
    return {1 << place: name for place, name in enumerate(low)}, {1 << place: name for place, name in enumerate(high)}


CARD_NAMES = _by_bit(CARD_TEXTS)
NUMBER_NAMES = _by_bit(NUMBER_TEXTS)

STICHELN_MOVES = {text: move for move, text in enumerate([*CARD_TEXTS, *COLOURS])}
HATTRICK_MOVES = {text: move for move, text in enumerate(CARD_TEXTS[: hattrick.MOVES])}
THEGAME_MOVES = {
    **{
        f"{card}{pile}": card * thegame.PILES + i
        for card in range(thegame.FIRST, thegame.LAST + 1)
        for i, pile in enumerate(PILES)
    },
    "end": thegame.END,
    **{f"start{eager}": thegame.STARTING + eager for eager in range(4)},
}

STICHELN_TEXTS = list(STICHELN_MOVES)
HATTRICK_TEXTS = list(HATTRICK_MOVES)
THEGAME_TEXTS = {move: text for text, move in THEGAME_MOVES.items()}

assert STICHELN_MOVES["r"] == sticheln.NAMING


def seats(bits: int) -> list[int]:
    """The seats whose bits are set."""
    found = []
    while bits:
        found.append(cards.lowest(bits))
        bits &= bits - 1
    return found


def texts(low: int, high: int, names: Names) -> list[str]:
    """The texts of a set of cards."""
    return _texts(low, names[0]) + _texts(high, names[1])


def _texts(word: int, names: dict[int, str]) -> list[str]:
    found = []
    while word:
        lowest = word & -word
        found.append(names[lowest])
        word ^= lowest
    return found


def card_set(s: list[int], at: int) -> list[str]:
    """The texts of a set of Sticheln cards inside a state."""
    return list(_card_set(s[at], s[at + 1]))


@functools.lru_cache(maxsize=4096)  # of the sets that a view tells most are as they were in the last one
def _card_set(low: int, high: int) -> tuple[str, ...]:
    return tuple(texts(low, high, CARD_NAMES))


def is_signal(text: Any) -> bool:
    """Whether something looks like a signal of The Game rather than a move."""
    return isinstance(text, str) and len(text) == 2 and text[1] in SIGNALS
