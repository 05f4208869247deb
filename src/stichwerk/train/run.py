"""Trains one set of weights: batches of self-played rounds, Adam, a line in the log every now and then."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stichwerk.batch.setup import Setup, parts, set_up
from stichwerk.bots import net
from stichwerk.rules import chance, jit

SHARES = 8  # a batch is always cut so, that the number of threads changes nothing
MOST_LINES = 8 * 18
LARGEST = float(np.finfo(np.float32).max)  # weight that can be kept
EVERY = 4  # one table in so many is the strangers', where there are any


class Diverged(ArithmeticError):
    """Training went nowhere."""


@dataclass(frozen=True)
class Lesson:
    """What to train: a game, the settings it is played in, in turn, and how."""

    game: str
    settings: Sequence[dict[str, Any]]  # players, variant and switches
    seed: int = 1
    rounds: int = 100_000
    batch: int = 64  # rounds between two steps
    rate: float = 0.01
    curiosity: float = 0.05
    rivals: str = "stichwerk.bots.simple_{game}"
    strangers: str | None = None  # the policy of those who fill some tables but for one seat; None: nobody does
    exam: Sequence[dict[str, Any]] = field(default_factory=lambda: [{"players": 4}])

    def modules(self) -> dict[str, str]:
        return {
            "rules": f"stichwerk.rules.{self.game}",
            "mind": f"stichwerk.bots.mind_{self.game}",
            "hindsight": f"stichwerk.train.hindsight_{self.game}",
        }

    def company(self) -> dict[str, str | int]:
        """Who the strangers are, and how often they come."""
        who = (self.strangers or self.rivals).format(game=self.game)
        return {"strangers": who, "AMONG": EVERY if self.strangers else 0}


def prepare(game: str, setting: dict[str, Any]) -> Setup:
    setting = dict(setting)
    return set_up(game, setting.pop("players"), setting.pop("variant", None), {"rounds": 1, **setting})


class Room:
    """The arrays one thread plays in."""

    def __init__(self, kernel: Any, weights: int, critic: int) -> None:
        rules = kernel.rules
        whole = (rules.WORDS, chance.WORDS, chance.WORDS, 126)
        self.table = [np.zeros(n, np.int64) for n in whole]
        self.diary = [
            np.zeros((MOST_LINES, rules.WORDS), np.int64),
            np.zeros((MOST_LINES, kernel.FACTS), np.int64),
            np.zeros((MOST_LINES, kernel.READINGS)),
            np.zeros((MOST_LINES, net.SHARED)),
            np.zeros((MOST_LINES, net.ROOM)),
            np.zeros((MOST_LINES, net.MOVES)),
        ]
        self.slope, self.critic_slope, self.told = np.zeros(weights), np.zeros(critic), np.zeros(4)


class Adam:
    """Steps along the slopes, each weight at its own pace."""

    def __init__(self, size: int) -> None:
        self._mean, self._square, self._steps = np.zeros(size), np.zeros(size), 0

    def step(self, w: Any, slope: Any, rate: float) -> None:
        self._steps += 1
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        mean = self._mean / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.999**self._steps)
        w += rate * mean / (np.sqrt(square) + 1e-8)


class Trainer:
    def __init__(self, lesson: Lesson, threads: int = 1) -> None:
        self.lesson = lesson
        self._kernel = jit.load("stichwerk.train.rounds", **lesson.modules(), **lesson.company())
        mind = self._kernel.mind
        self._options = np.array([prepare(lesson.game, setting).o for setting in lesson.settings])
        chance_of_start = np.random.default_rng(lesson.seed)
        critic = 2 * int(self._kernel.critic_size())
        self.w = chance_of_start.normal(0, 0.1, mind.SIZE)
        self.critic = chance_of_start.normal(0, 0.1, critic)
        self._pool = ThreadPoolExecutor(threads)
        self._rooms = [Room(self._kernel, mind.SIZE, critic) for _ in range(SHARES)]
        self._adam, self._critic_adam = Adam(mind.SIZE), Adam(critic)
        self.rounds = 0
        self._play(self._rooms[0], (0, 0), 0.0)  # no round: it only compiles, here where Ctrl-C ends it, as it does not in a pool

    def step(self, rate: float, curiosity: float) -> Any:
        """One batch; what was told."""
        last = min(self.rounds + self.lesson.batch, self.lesson.rounds)
        shares = list(parts(self.rounds, last, SHARES))
        rooms = self._rooms[: len(shares)]
        list(self._pool.map(lambda room, share: self._play(room, share, curiosity), rooms, shares))
        slope, critic_slope, told = (sum(getattr(room, name) for room in rooms) for name in ("slope", "critic_slope", "told"))
        self._adam.step(self.w, slope / told[0], rate)
        self._critic_adam.step(self.critic, critic_slope / told[0], rate)
        self.rounds = last
        if not np.abs(self.w).max() <= LARGEST:  # nor where there are no numbers any more
            raise Diverged(f"training diverged within {last} rounds: a smaller --rate is needed")
        return told

    def _play(self, room: Room, share: tuple[int, int], curiosity: float) -> None:
        for array in (room.slope, room.critic_slope, room.told):
            array[:] = 0.0
        s, rng, dice, pile = room.table
        self._kernel.play_and_learn(
            self._options, *share, self.lesson.seed, self.w, self.critic, curiosity, s, rng, dice, pile, *room.diary,
            room.slope, room.critic_slope, room.told,
        )  # fmt: skip


def examine(lesson: Lesson, w: Any, setting: dict[str, Any], deals: int, rivals: str) -> tuple[float, float]:
    """The mean lead a round among rivals, and its standard error."""
    setup = prepare(lesson.game, setting)
    kernel = jit.load("stichwerk.train.duel", policy=rivals, **lesson.modules())
    words = setup.rules.WORDS
    arrays = [np.zeros(n, np.int64) for n in (words, words, chance.WORDS, chance.WORDS, 126)]
    leads = np.zeros(deals)
    kernel.play_deals(setup.o, 0, deals, 99, w, *arrays, leads)
    return summed_up(leads)


def summed_up(leads: Any) -> tuple[float, float]:
    """The mean, and its standard error: none (nan) where one deal alone tells none."""
    return float(leads.mean()), float(leads.std(ddof=1) / len(leads) ** 0.5) if len(leads) > 1 else math.nan


def plus_minus(lead: float, error: float) -> str:
    return f"{lead:+z.2f} ± {'?' if math.isnan(error) else f'{error:.2f}'}"


def train(lesson: Lesson, say: Callable[[str], None], threads: int = 1, show: Callable[[int], None] = lambda rounds: None) -> Any:
    """The weights after a whole lesson; the pace falls to nearly nothing towards the end."""
    trainer = Trainer(lesson, threads)
    told, spoke, start = np.zeros(4), 0.0, time.monotonic()
    while trainer.rounds < lesson.rounds:
        pace = 1.0 - trainer.rounds / lesson.rounds
        told += trainer.step(lesson.rate * (0.02 + 0.98 * pace), lesson.curiosity * pace)
        show(trainer.rounds)
        done = trainer.rounds / lesson.rounds
        if done - spoke > 0.1 or done >= 1.0:
            spoke = done
            say(f"{done:4.0%} {time.monotonic() - start:5.0f} s {report(trainer, told)}")
            told[:] = 0
    return trainer.w


def report(trainer: Trainer, told: Any) -> str:
    """How far it is and how well it plays among the rivals."""
    lesson = trainer.lesson
    rivals = lesson.rivals.format(game=lesson.game)
    strength = [examine(lesson, trainer.w, exam, 1000, rivals) for exam in lesson.exam]
    leads = " ".join(f"{lead:+z.2f}±{error:.2f}" for lead, error in strength)
    guess = f" guesses {np.exp(told[2] / told[3]):.3f}" if told[3] else ""
    return f"{trainer.rounds:9d} rounds doubt {told[1] / told[0]:.3f}{guess} lead {leads}"
