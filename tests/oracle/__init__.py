"""The oracle: the rulebook once more, written naively and only to be compared with.

It shares no code with `src/stichwerk`. Cards are text ("r4"), hands are sets, nothing is fast. Every clause cited is one of
`RULES.md`. Moves given to an oracle are taken to be legal.
"""

from typing import Any

Options = dict[str, Any]
Deck = list[str]
Trick = list[tuple[int, str]]
Counted = list[tuple[set[str], int]]  # cards, and what each of them counts


class OutOfDecks(Exception):
    """A round would begin for which no deck was given."""


def colour(card: str) -> str:
    """The colour letter of a card (RULES 1)."""
    return card[0]


def number(card: str) -> int:
    """The number of a card (RULES 1)."""
    return int(card[1:])


def split(deck: Deck, players: int, size: int) -> tuple[list[set[str]], list[str]]:
    """A whole hand for seat 0, then for seat 1, ...; what remains comes second."""
    hands = [set(deck[seat * size : (seat + 1) * size]) for seat in range(players)]
    return hands, list(deck[players * size :])


def best(totals: list[int]) -> list[int]:
    """The seats with the most points; ties share the win (RULES 2.3, 3)."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
