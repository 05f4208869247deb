"""What each kind of machine does in its own way. `jit` puts one instruction in the place of each of these functions."""


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The place of the lowest set bit; not asked of 0."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The place of the highest set bit, -1 for none."""
    return word.bit_length() - 1


def bump(counters: list[int], at: int, by: int) -> None:
    """Adds to a counter; on a GPU one that thousands of threads share."""
    counters[at] += by
