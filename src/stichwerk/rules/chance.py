"""Randomness, as an argument: a counter-based generator whose stream is the same at all three speeds.

A generator is an array of three words: a start and an odd stride (a stream's own) and a counter. The n-th number is a hash
of start + n · stride, so a stream needs no other state. It is for simulation: a live table's decks never come from here.

The hash multiplies 32-bit values by constants below 2³¹, so that no product leaves a signed 64-bit integer.
"""

from stichwerk.rules import machine

START, STRIDE, COUNTER, WORDS = 0, 1, 2, 3
BITS32 = 0xFFFFFFFF


def mix(x: int) -> int:
    """A bijection of 32 bits in which every input bit changes every output bit with probability close to a half."""
    x ^= x >> 16
    x = x * 0x21F0AAAD & BITS32
    x ^= x >> 15
    x = x * 0x735A2D97 & BITS32
    return x ^ x >> 15


def seed(rng: list[int], number: int, stream: int) -> None:
    """Sets the generator to the start of one of a seed's many streams (both 0 … 2⁶³−1)."""
    low = mix(number & BITS32 ^ 0x53746963)
    high = mix((number >> 32) ^ low)
    rng[START] = mix((stream & BITS32) ^ high)
    rng[STRIDE] = mix((stream >> 32) ^ mix(rng[START] ^ low)) >> 1 | 1
    rng[COUNTER] = 0


def bits(rng: list[int]) -> int:
    """The next 32 random bits."""
    rng[COUNTER] = (rng[COUNTER] + 1) & BITS32
    return mix(rng[START] + rng[COUNTER] * rng[STRIDE] & BITS32)


def below(rng: list[int], n: int) -> int:
    """A random whole number from 0 to n-1 (n well below 2³¹; uniform to within n/2³²)."""
    return bits(rng) * n >> 32


def shuffle(rng: list[int], cards: list[int], n: int) -> None:
    """Puts the first n cards (below 128) into random order: each changes places with one at or before its own.

    Where a machine can take several steps at once, every card first notes in its upper bits the place it will change with,
    since no such step waits for another.
    """
    start, stride = rng[START] + rng[COUNTER] * rng[STRIDE], rng[STRIDE]
    rng[COUNTER] = (rng[COUNTER] + n) & BITS32
    if machine.VECTORS:
        for i in range(1, n):
            cards[i] |= place(start + i * stride, i) << 7
        for i in range(1, n):
            exchange(cards, i, cards[i] >> 7)
    else:
        for i in range(1, n):
            exchange(cards, i, place(start + i * stride, i))


def place(x: int, i: int) -> int:
    """A random place from 0 to i."""
    return mix(x & BITS32) * (i + 1) >> 32


def exchange(cards: list[int], i: int, other: int) -> None:
    """Two cards change places; a note on the first is gone then."""
    card = cards[i] & 127
    cards[i] = cards[other]
    cards[other] = card
