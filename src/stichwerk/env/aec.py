"""The games as PettingZoo's AEC environments: one agent after the other, each with its own view.

Where several decide at once (choosing, naming, saying how eager one is) they are asked one after the other, and what they
said stays hidden as the rules have it. Only the agent whose turn it is gets a mask: a mask is a hand here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from stichwerk.env import picture, spaces
from stichwerk.env.one import OneGame, seed_of

MODES = ["human", "ansi", "rgb_array"]


class StichwerkAEC(AECEnv):  # type: ignore[misc]
    """One game, seat i as agent player_i."""

    metadata: dict[str, Any] = {"render_modes": MODES, "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int,
        variant: str | None = None,
        *,
        memory: str = "perfect",
        reward: str,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._game = OneGame(game, players, variant, options, memory, reward)
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self.render_mode = picture.check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.observation_space(*self._game.bounds, self._game.moves) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.action_space(self._game.moves) for agent in self.possible_agents}
        self._no_move = np.zeros(self._game.moves, np.int8)
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """With a seed: the game of `stichwerk.Game(…, seed=seed)`; without: the next of the last seed's games."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._game.reset(seed_of(seed, self._chance))
        self.agents = self.possible_agents[:]
        self.rewards, self._paid = dict.fromkeys(self.agents, 0.0), False
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._game.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        if seat == self._game.seat:
            return {"observation": self._game.observation, "action_mask": self._game.mask}
        return {"observation": self._game.observe(seat), "action_mask": self._no_move.copy()}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._game.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._pay()
        if self._game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._game.seat]
        if self.render_mode == "human":
            self.render()

    def _pay(self) -> None:
        """What the step was worth to each. Most steps bring nobody anything, and then there is nothing to do."""
        if self._game.gained:
            self.rewards = dict(zip(self.agents, self._game.prizes, strict=True))
            self._accumulate_rewards()
            self._paid = True
        elif self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False

    def render(self) -> Any:
        return picture.render(self._game, self.possible_agents, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def wrapped(env: StichwerkAEC) -> Any:
    """With PettingZoo's usual guards: an illegal move ends the game for who made it, calls out of order are told."""
    guarded = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
