"""The games as Gymnasium environments for a single learner: given bots play the other seats, between its decisions.

A bot that has a compiled policy decides by that over what its seat sees; any other is shown a view of the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from stichwerk import bots
from stichwerk.batch.kernels import DICE
from stichwerk.batch.setup import check_learner, check_value
from stichwerk.env import picture, spaces
from stichwerk.env.one import OneGame, check_bots, seed_of
from stichwerk.game import Game, IllegalMove
from stichwerk.game.options import kind_of
from stichwerk.rules import chance, jit

PLAYERS = {"sticheln": 3, "hattrick": 4, "thegame": 1}
ILLEGAL, PENALTY = ("end", "refuse"), -1.0
REWARDS = {"sticheln": "margin", "hattrick": "margin", "thegame": "cards"}


class SingleEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat learns. `bots`: a name for all other seats, or one for each in their order; `learner`: the seat that
    learns, None for one drawn for each episode; `illegal`: whether an illegal move ends the episode (with reward -1, and why
    in the info, as PettingZoo's guard does), or is refused by IllegalMove."""

    metadata: dict[str, Any] = {"render_modes": list(picture.MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        *,
        bots: str | Sequence[str] = "simple",
        learner: int | None = 0,
        memory: str = "perfect",
        reward: str | None = None,
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        name = kind_of(game).name
        count = PLAYERS[name] if players is None else players
        self._game = OneGame(name, count, variant, options, memory, REWARDS[name] if reward is None else reward)
        self._others = Others(self._game, check_bots(bots, count - 1), variant, options)
        self._fixed = check_learner(learner, count)
        self._strict = check_value("illegal", illegal, ILLEGAL) == "refuse"
        self.render_mode = picture.check_mode(render_mode)
        self.observation_space = spaces.observation_space(*self._game.bounds, self._game.moves)
        self.action_space = spaces.action_space(self._game.moves)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """With a seed: the game of `stichwerk.Game(…, seed=seed)`; without: the next of the last seed's games."""
        super().reset(seed=seed)
        number = seed_of(seed, self.np_random)
        self._seat = int(self.np_random.integers(self._game.players)) if self._fixed is None else self._fixed
        self._game.reset(number)
        self._others.sit_down(number, self._seat)
        self._others.play()
        if self.render_mode == "human":
            self.render()
        return self._observation(), {"seat": self._seat}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            self._others.tell(int(action))
        except IllegalMove as refusal:
            if self._strict:
                raise
            nothing = np.zeros(self._game.moves, np.int8)
            seen = {"observation": self._game.observe(self._seat).copy(), "action_mask": nothing}
            return seen, PENALTY, True, False, {"seat": self._seat, "illegal": str(refusal)}
        reward = self._game.prizes[self._seat] + self._others.play()
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._game.over, False, {"seat": self._seat}

    def _observation(self) -> dict[str, Any]:
        return {"observation": self._game.observe(self._seat), "action_mask": self._game.mask}

    def render(self) -> Any:
        return picture.render(self._game, [f"player_{seat}" for seat in range(self._game.players)], self.render_mode)


class Others:
    """The bots in the other seats of a game, whatever they compile compiled: so that a seed gives the same episode again."""

    def __init__(self, game: OneGame, names: list[str], variant: str | None, options: dict[str, Any]) -> None:
        self._game, self._names = game, names
        self._setting = (game.kind.name, game.players, variant, options)
        for name in names:
            bots.check_name(name, game.kind.name, files=True)
        self._policies = {name: self._policy(name) for name in names}
        self._mirror: Game | None = None
        self._dice: Any = np.zeros(chance.WORDS, np.int64)
        self._seen: Any = np.zeros(game.setup.rules.WORDS, np.int64)

    def _policy(self, name: str) -> Any:
        """The compiled policy of a bot; None for one that wants a view."""
        game = self._game.kind.name
        module = bots.policy(name, game)
        if module is None:
            bots.prepare(name, game)
            return None
        return jit.load(module, rules=f"stichwerk.rules.{game}").act

    def sit_down(self, seed: int, learner: int) -> None:
        """For a new game: bots that want views get one of the same game, played along."""
        self._learner = learner
        chance.seed(self._dice, seed, DICE)
        name, players, variant, options = self._setting
        wanting = any(policy is None for policy in self._policies.values())
        self._mirror = Game(name, players, variant, seed=seed, **options) if wanting else None
        seats = [seat for seat in range(players) if seat != learner]
        self._bots = {seat: (who, bots.make(who, (seed + seat) % DICE)) for seat, who in zip(seats, self._names, strict=True)}

    def tell(self, move: int) -> None:
        """Makes a move of the next seat, here and in the game that the bots see."""
        seat = self._game.seat
        self._game.step(move)
        if self._mirror is not None:
            self._mirror.play(seat, self._game.kind.texts[move])

    def play(self) -> float:
        """Plays until the learner is to decide; what that was worth to it."""
        worth = 0.0
        while not self._game.over and self._game.seat != self._learner:
            self.tell(self._decide(*self._bots[self._game.seat]))
            worth += self._game.prizes[self._learner]
        return worth

    def _decide(self, name: str, bot: Any) -> int:
        policy = self._policies[name]
        if policy is not None:
            self._game.look(self._seen)
            return int(policy(self._game.o, self._seen, self._game.seat, self._dice))
        assert self._mirror is not None
        return self._game.kind.moves[bot.act(self._mirror.view(self._game.seat))]
