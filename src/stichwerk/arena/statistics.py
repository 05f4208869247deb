"""Counts turned into figures with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

NORMAL_95 = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Mean:
    """A mean with its standard error and the deviation of a single value."""

    value: float
    error: float
    deviation: float
    count: int


def mean(count: int, total: int, squares: int) -> Mean:
    """From how many values, their sum and the sum of their squares."""
    if count == 0:
        return Mean(math.nan, math.nan, math.nan, 0)
    average = total / count
    if count == 1:
        return Mean(average, math.nan, math.nan, 1)
    variance = max(squares / count - average**2, 0.0) * count / (count - 1)
    return Mean(average, math.sqrt(variance / count), math.sqrt(variance), count)


def mean_of(histogram: Mapping[int, int]) -> Mean:
    total = sum(value * times for value, times in histogram.items())
    squares = sum(value * value * times for value, times in histogram.items())
    return mean(sum(histogram.values()), total, squares)


def quantile(histogram: Mapping[int, int], share: float) -> int:
    """The smallest value that at least this share of all do not exceed."""
    wanted, seen = share * sum(histogram.values()), 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= wanted:
            return value
    raise ValueError("an empty histogram has no quantiles")


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share: right for rare and for certain events too."""
    if trials == 0:
        return 0.0, 1.0
    share, spread = successes / trials, NORMAL_95**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL_95 / (1 + spread) * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return min(max(0.0, middle - half), share), max(min(1.0, middle + half), share)


def merged(histograms: list[dict[int, int]]) -> dict[int, int]:
    """Several histograms as one, in the order of values."""
    together: dict[int, int] = {}
    for histogram in histograms:
        for value, times in histogram.items():
            together[value] = together.get(value, 0) + times
    return dict(sorted(together.items()))
