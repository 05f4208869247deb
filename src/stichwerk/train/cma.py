"""Covariance matrix adaptation: finds the best of some numbers when trying them out is all one can do, and noisy.

The plain (μ/μ_w, λ) strategy of N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv:1604.00772), for what is to be as
large as possible, with Cholesky's root of the covariance in place of the symmetric one (O. Krause, D. R. Arbonès, C. Igel,
"CMA-ES with optimal covariance update and storage complexity", 2016). `ask` gives points to try, `tell` takes what they brought,
`mean` is where it stands.

A search is chaotic: one that differs in its last bit soon goes elsewhere. So that every machine finds the same, nothing is added
up in an order that is the machine's to choose (as in a product of matrices), and what a library may round as it likes is
rounded here.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

DIGITS = 12  # of a logarithm or an exponential, whose last may be another on another machine


class Cma:
    def __init__(self, start: Any, scale: Any, seed: int, step: float = 0.5, offspring: int | None = None) -> None:
        """`scale`: how far it makes sense to go in each direction, at first `step` times that."""
        self._start, self._scale = np.asarray(start, float), np.asarray(scale, float)
        self._random = np.random.default_rng(seed)
        self.n = len(self._start)
        self.offspring = offspring or 4 + int(3 * math.log(self.n))
        self.step = step
        self._set_rates()
        self._at = np.zeros(self.n)
        self._path_step, self._path = np.zeros(self.n), np.zeros(self.n)
        self._covariance = np.eye(self.n)
        self._root = root(self._covariance)
        self.generation = 0

    def _set_rates(self) -> None:
        """Recombination weights and learning rates as the tutorial has them (table 1, without negative weights)."""
        n, parents = self.n, self.offspring // 2
        weights = [round(math.log((self.offspring + 1) / 2) - math.log(place), DIGITS) for place in range(1, parents + 1)]
        self._weights = np.array(weights) / math.fsum(weights)
        mass = 1 / dot(self._weights, self._weights)
        self._mass = mass
        self._rate_path_step = (mass + 2) / (n + mass + 5)
        self._damping = 1 + 2 * max(0.0, math.sqrt((mass - 1) / (n + 1)) - 1) + self._rate_path_step
        self._rate_path = (4 + mass / n) / (n + 4 + 2 * mass / n)
        self._rate_one = 2 / ((n + 1.3) ** 2 + mass)
        self._rate_many = min(1 - self._rate_one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass))
        self._expected = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))

    @property
    def mean(self) -> Any:
        return self._start + self._scale * self._at

    def ask(self) -> Any:
        """One point a row."""
        self._drawn = self._random.standard_normal((self.offspring, self.n))
        self._tried = np.array([[dot(row, drawn) for row in self._root] for drawn in self._drawn])
        return self._start + self._scale * (self._at + self.step * self._tried)

    def tell(self, values: Any) -> None:
        """What the points of the last `ask` were worth: more is better, of equals the first."""
        best = np.argsort(-np.asarray(values), kind="stable")[: len(self._weights)]
        middle = self._mean_of(self._tried[best])
        self._at = self._at + self.step * middle
        self._follow(middle, self._mean_of(self._drawn[best]), self._tried[best])
        self.generation += 1

    def _mean_of(self, rows: Any) -> Any:
        """… as much of each as it weighs."""
        return np.array([dot(self._weights, column) for column in rows.T])

    def _follow(self, middle: Any, whitened: Any, steps: Any) -> None:
        """The paths, then the covariance, then the step."""
        rate = self._rate_path_step
        self._path_step = (1 - rate) * self._path_step + math.sqrt(rate * (2 - rate) * self._mass) * whitened
        norm = math.sqrt(dot(self._path_step, self._path_step))
        length = norm / math.sqrt(1 - (1 - rate) ** (2 * (self.generation + 1)))
        moving = 1.0 if length < (1.4 + 2 / (self.n + 1)) * self._expected else 0.0
        rate = self._rate_path
        self._path = (1 - rate) * self._path + moving * math.sqrt(rate * (2 - rate) * self._mass) * middle
        one, many = self._rate_one, self._rate_many
        kept = 1 - one - many + (1 - moving) * one * self._rate_path * (2 - self._rate_path)
        self._covariance = kept * self._covariance + one * np.outer(self._path, self._path)
        for weight, step in zip(self._weights, steps, strict=True):
            self._covariance = self._covariance + many * weight * np.outer(step, step)
        self._root = root(self._covariance)
        self.step *= round(math.exp(min(1.0, self._rate_path_step / self._damping * (norm / self._expected - 1))), DIGITS)


def dot(some: Any, others: Any) -> float:
    """The sum of the products, rounded once: the same in every order."""
    return math.fsum(some * others)


def root(covariance: Any) -> Any:
    """Cholesky's: the lower triangle that gives it, times itself turned over."""
    found = np.zeros_like(covariance)
    for i in range(len(found)):
        for j in range(i):
            found[i, j] = (covariance[i, j] - dot(found[i, :j], found[j, :j])) / found[j, j]
        found[i, i] = math.sqrt(covariance[i, i] - dot(found[i, :i], found[i, :i]))
    return found
