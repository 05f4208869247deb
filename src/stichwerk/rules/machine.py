"""What each kind of machine does in its own way. `jit` puts one instruction, or what suits a GPU, in the place of these."""

VECTORS = True  # whether one thread can take several steps at once that do not wait for each other


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The place of the lowest set bit; not asked of 0."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The place of the highest set bit, -1 for none."""
    return word.bit_length() - 1


def nth_bit(word: int, k: int) -> int:
    """The place of the k-th set bit, counted from the lowest."""
    for _ in range(k):
        word &= word - 1
    return lowest(word)


def copy(s: list[int], out: list[int]) -> None:
    """All of s to the front of out."""
    out[: len(s)] = s


def weave(out: list[int], at: int, ones: int, twos: int, fours: int, eights: int, sixteens: int) -> None:
    """Writes 63 numbers from `at` on, given as words: which of them have which binary digit."""
    for i in range(63):
        low = ones >> i & 1 | (twos >> i & 1) << 1 | (fours >> i & 1) << 2
        out[at + i] = low | (eights >> i & 1) << 3 | (sixteens >> i & 1) << 4


def bump(counters: list[int], at: int, by: int) -> None:
    """Adds to a counter; on a GPU one that thousands of threads share."""
    counters[at] += by


def floats(n: int) -> list[float]:
    """Room for n floating-point numbers, until the caller returns; n is a constant, and nobody knows what lies there.

    A part of it (`room[2:5]`) is that part, not a copy, at every speed.
    """
    return memoryview(bytearray(8 * n)).cast("d")  # type: ignore[return-value]


def words(n: int) -> list[int]:
    """Room for n whole numbers, likewise."""
    return [0] * n
