"""Covariance matrix adaptation: finds the best of some numbers when trying them out is all one can do, and noisy.

The plain (μ/μ_w, λ) strategy of N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv:1604.00772), for what is to be as
large as possible. `ask` gives points to try, `tell` takes what they brought, `mean` is where it stands.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np


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
        self._decompose()
        self.generation = 0

    def _set_rates(self) -> None:
        """Recombination weights and learning rates as the tutorial has them (table 1, without negative weights)."""
        n, parents = self.n, self.offspring // 2
        weights = math.log((self.offspring + 1) / 2) - np.log(np.arange(1, parents + 1))
        self._weights = weights / weights.sum()
        mass = 1 / (self._weights**2).sum()
        self._mass = mass
        self._rate_path_step = (mass + 2) / (n + mass + 5)
        self._damping = 1 + 2 * max(0.0, math.sqrt((mass - 1) / (n + 1)) - 1) + self._rate_path_step
        self._rate_path = (4 + mass / n) / (n + 4 + 2 * mass / n)
        self._rate_one = 2 / ((n + 1.3) ** 2 + mass)
        self._rate_many = min(1 - self._rate_one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass))
        self._expected = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))

    def _decompose(self) -> None:
        values, self._axes = np.linalg.eigh(self._covariance)
        self._lengths = np.sqrt(np.maximum(values, 1e-20))

    @property
    def mean(self) -> Any:
        return self._start + self._scale * self._at

    def ask(self) -> Any:
        """One point a row."""
        steps = self._random.standard_normal((self.offspring, self.n)) * self._lengths @ self._axes.T
        self._tried = steps
        return self._start + self._scale * (self._at + self.step * steps)

    def tell(self, values: Any) -> None:
        """What the points of the last `ask` were worth: more is better."""
        best = np.argsort(-np.asarray(values))[: len(self._weights)]
        steps = self._tried[best]
        middle = self._weights @ steps
        self._at = self._at + self.step * middle
        self._follow(middle, steps)
        self.generation += 1

    def _follow(self, middle: Any, steps: Any) -> None:
        """The paths, then the covariance, then the step."""
        whitened = self._axes @ ((self._axes.T @ middle) / self._lengths)
        rate = self._rate_path_step
        self._path_step = (1 - rate) * self._path_step + math.sqrt(rate * (2 - rate) * self._mass) * whitened
        length = float(np.linalg.norm(self._path_step)) / math.sqrt(1 - (1 - rate) ** (2 * (self.generation + 1)))
        moving = 1.0 if length < (1.4 + 2 / (self.n + 1)) * self._expected else 0.0
        rate = self._rate_path
        self._path = (1 - rate) * self._path + moving * math.sqrt(rate * (2 - rate) * self._mass) * middle
        one, many = self._rate_one, self._rate_many
        kept = 1 - one - many + (1 - moving) * one * self._rate_path * (2 - self._rate_path)
        spread = (steps.T * self._weights) @ steps
        self._covariance = kept * self._covariance + one * np.outer(self._path, self._path) + many * spread
        self._decompose()
        norm = float(np.linalg.norm(self._path_step))
        self.step *= math.exp(min(1.0, self._rate_path_step / self._damping * (norm / self._expected - 1)))
