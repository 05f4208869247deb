"""One game over the compiled rules, as numbers: what the environments of single games drive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stichwerk.batch import layouts
from stichwerk.batch.setup import check_value, set_up
from stichwerk.env import desk as source
from stichwerk.game.options import KINDS, check_seed
from stichwerk.game.refusals import BadOption, IllegalMove
from stichwerk.rules import chance, jit


class OneGame:
    """A game of a seed: `reset(seed)` deals that of `Game(…, seed=seed)`.

    `seat` decides next (-1 after the end); `mask` and `observation` are what it may do and sees, arrays of their own for every
    decision; `prizes` what the last step was worth to each seat.
    """

    def __init__(self, game: str, players: int, variant: str | None, options: dict[str, Any], memory: str, prize: str) -> None:
        self.setup = set_up(game, players, variant, options)
        self.kind, self.players, self.o = KINDS[game], players, self.setup.o
        self.moves: int = self.setup.rules.MOVES
        self._memory = layouts.MEMORIES.index(check_value("memory", memory, layouts.MEMORIES))
        self._prize = self.setup.prize.PRIZES.index(check_value("reward", prize, self.setup.prize.PRIZES))
        low, high = layouts.bounds(self.setup.layout.ROWS, memory)
        self.bounds = np.array(low, np.int16), np.array(high, np.int16)
        parts = {"rules": self.setup.rules.__name__, "layout": self.setup.layout.__name__, "prize": self.setup.prize.__name__}
        self._compiled: Any = jit.load(source.__name__, **parts)
        self._words, self._width = self.setup.rules.WORDS, len(low)
        room = chance.WORDS + self._words + self.setup.rules.LARGEST + self.setup.rules.LONGEST + players
        self._desk = np.zeros(self._words + room, np.int64)
        self._past = np.zeros(self.setup.layout.PAST if memory == "perfect" else 1, np.int8)
        self._worth = np.zeros(players, np.float64)
        self._nothing = [0.0] * players

    def reset(self, seed: int) -> None:
        rng = [0] * chance.WORDS
        chance.seed(rng, check_seed(seed), 0)
        self._desk[self._words : self._words + chance.WORDS] = rng
        self._go(source.BEGIN)

    def step(self, move: int) -> None:
        """The next seat's move; an illegal one raises IllegalMove and changes nothing."""
        if not (0 <= move < self.moves and self._go(move)):
            raise IllegalMove("env.move", seat=self.seat, move=move, possible=self.legal())

    def _go(self, move: int) -> bool:
        seen, mask = np.empty(self._width, np.int16), np.empty(self.moves, np.int8)
        found = self._compiled.advance(self.o, self._desk, self._past, move, self._memory, self._prize, self._worth, seen, mask)
        if found == source.REFUSED:
            return False
        self.gained = found >= source.GAINED
        self.prizes: list[float] = self._worth.tolist() if self.gained else self._nothing
        self.seat: int = found % source.GAINED - 1
        self.observation, self.mask = seen, mask
        return True

    @property
    def over(self) -> bool:
        return self.seat < 0

    def legal(self) -> list[int]:
        """The moves of the next seat."""
        return [] if self.over else [int(move) for move in np.flatnonzero(self.mask)]

    def observe(self, seat: int) -> Any:
        """What any seat sees and remembers."""
        if seat == self.seat:
            return self.observation
        found = np.empty(self._width, np.int16)
        self._compiled.look(self.o, self._desk, self._past, seat, self._memory, found)
        return found

    def look(self, seen: Any) -> None:
        """Writes the next seat's observation as the rules lay it out, for policies."""
        self._compiled.rules.observe(self.o, self._desk[: self._words], self.seat, seen)

    @property
    def state(self) -> list[int]:
        """The whole state, as the rules lay it out: for whoever runs the game."""
        found: list[int] = self._desk[: self._words].tolist()
        return found


def seed_of(seed: int | None, chance: np.random.Generator) -> int:
    """The seed of a game: the one given, else the generator's next."""
    return int(chance.integers(1 << 63, dtype=np.uint64)) if seed is None else seed


def check_bots(given: str | Sequence[str], others: int) -> list[str]:
    """A name for each of the other seats; a single one is for all of them."""
    names = [given] * others if isinstance(given, str) else list(given)
    if len(names) != others:
        raise BadOption("env.bots", given=len(names), others=others)
    return names
