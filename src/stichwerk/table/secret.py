"""A table's secret: 32 random bytes, published as a SHA-256 commitment at the start and opened at the end.

Every deck and the first dealer come from it by SHA-256 in counter mode, so that whoever has it can deal them again.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterator

BYTES = 32


def draw() -> bytes:
    return secrets.token_bytes(BYTES)


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def shuffled(secret: bytes, number: int, cards: list[str]) -> list[str]:
    """The cards of round `number` in the order this secret gives them."""
    words = _words(secret, f"deck {number}")
    deck = cards[:]
    for i in range(len(deck) - 1, 0, -1):
        j = _below(words, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def first_dealer(secret: bytes, players: int) -> int:
    return _below(_words(secret, "dealer"), players)


def name_of_rematch(secret: bytes) -> str:
    """The one name that a rematch of the table can have, whoever asks for it; nobody can tell it before the secret is opened."""
    return base64.urlsafe_b64encode(hashlib.sha256(secret + b" rematch").digest()[:9]).decode()


def _words(secret: bytes, purpose: str) -> Iterator[int]:
    """An endless stream of 32-bit numbers for one purpose: the hashes of secret, purpose and a counter."""
    counter = 0
    while True:
        block = hashlib.sha256(secret + f" {purpose} {counter}".encode()).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4))
        counter += 1


def _below(words: Iterator[int], n: int) -> int:
    """Exactly uniform: numbers from the last, incomplete run of n are thrown away."""
    limit = (1 << 32) // n * n
    return next(word for word in words if word < limit) % n
