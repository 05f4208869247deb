"""The games as Gymnasium's vector environments: thousands of games a step, on `Batch`, on the CPU or on CUDA.

In every game one seat learns, and the others play by the compiled policy of a bot, inside the step; or all seats learn
(self-play), and a step is one decision of whoever's turn it is. Arrays are the batch's own and change with the next step unless
`copy` is asked for. With device="cuda" they stay there and have `__cuda_array_interface__`, so that torch takes them
without a copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from stichwerk import bots
from stichwerk.batch import Batch
from stichwerk.batch.setup import check_value
from stichwerk.env import spaces
from stichwerk.env.one import seed_of
from stichwerk.env.single import PLAYERS, REWARDS
from stichwerk.game.kind import is_whole
from stichwerk.game.options import kind_of
from stichwerk.game.refusals import BadOption

EVERYBODY = "all"


class StichwerkVector(VectorEnv[Any, Any, Any]):
    """`num_envs` games. `bot`: who plays the other seats (None: `simple`); `learner`: the seat that learns, None for seat i in
    game i, counted round the table, or "all". `autoreset_mode`: Gymnasium's NEXT_STEP, SAME_STEP or DISABLED.

    With learner="all" a reward is what the step was worth to the seat that made it. What it was worth to each is in the info,
    `rewards[i, seat]`: a round's end pays all of them. In every mode `seat` in the info is who sees the observation.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        variant: str | None = None,
        *,
        bot: str | None = None,
        learner: int | str | None = None,
        memory: str = "perfect",
        reward: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        device: str = "cpu",
        threads: int | None = 1,
        copy: bool = True,
        check: bool = True,
        **options: Any,
    ) -> None:
        name = kind_of(game).name
        self.num_envs, self._mode, self._copy = num_envs, AutoresetMode(autoreset_mode), copy and device == "cpu"
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        count = PLAYERS[name] if players is None else players
        self._everybody = learner == EVERYBODY
        seats = _everybody(bot, device) if self._everybody else _others(bot or "simple", name, device) | {"learner": learner}
        more: dict[str, Any] = {"memory": memory, "threads": threads, "check": check}
        self.batch = Batch(name, count, num_envs, device, 0, variant, **seats, **more, **options)
        self._reward = check_value("reward", REWARDS[name] if reward is None else reward, self.batch.possible_prizes)
        self.single_observation_space = spaces.observation_space(*self.batch.bounds, self.batch.moves)
        self.single_action_space = spaces.action_space(self.batch.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._going = np.zeros(num_envs, np.bool_)  # no game was cut off, ever
        self._every = np.arange(num_envs)
        if device == "cuda" and self._mode != AutoresetMode.SAME_STEP:
            raise BadOption("env.device", mode=self._mode.name)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Game 0 of a seed is the game of `stichwerk.Game(…, seed=seed)`, the others are its further ones.

        options={"reset_mask": flags} begins the next game only where the flags say so.
        """
        if seed is not None and not is_whole(seed):
            raise BadOption("env.seeds", given=repr(seed))
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        if mask is None:
            self.batch.reset(seed_of(seed, self.np_random))
            self._over[:] = False
        else:
            self._begin(self._flags(mask))
        return self._seen(), self._info()

    def _flags(self, mask: Any) -> Any:
        flags = np.asarray(mask)
        if flags.shape != (self.num_envs,) or flags.dtype != np.bool_:
            raise BadOption("env.mask", given=f"{flags.dtype}{list(flags.shape)}", n=self.num_envs)
        return flags

    def _begin(self, which: Any) -> None:
        self.batch.restart(which)
        self._over &= ~which

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision of every learner, and all that the others do until its next.

        NEXT_STEP: a finished game is followed by a new one in the next step, which ignores its action and brings nothing.
        SAME_STEP: … in this step; `final_obs` in the info has what its learner saw last. (Not on CUDA, where nobody looks.)
        DISABLED: a finished game waits for `reset(options={"reset_mask": …})`.
        """
        if self.batch.device == "cuda":
            return self._step_on_device(actions)
        finished = self._over.copy()
        if self._mode == AutoresetMode.DISABLED and finished.any():
            raise BadOption("env.finished", game=int(finished.argmax()))
        movers = self.batch.to_act.copy()
        self.batch.step(actions)
        rewards, shared = self._rewards(movers)
        self._over[:] = self.batch.done
        if self._mode == AutoresetMode.NEXT_STEP and finished.any():
            self._begin(finished)
        over, final = self._over.copy(), {}
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            final = self._last_words(over)
            self._begin(over)
        return self._seen(), rewards, over, self._going.copy(), {**self._info(), **shared, **final}

    def _rewards(self, movers: Any) -> tuple[Any, dict[str, Any]]:
        """What the step was worth to each learner; if all learn, to who made it, and for the info to every seat."""
        if not self.batch.rewards.any():  # so it is most of the time
            return np.zeros(self.num_envs), {"rewards": np.zeros(self.batch.rewards.shape)} if self._everybody else {}
        prizes = self.batch.prizes(self._reward).astype(np.float64)
        return (prizes[self._every, movers], {"rewards": prizes}) if self._everybody else (prizes, {})

    def _step_on_device(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Nothing leaves the device: only SAME_STEP is played there."""
        self.batch.step(actions)
        rewards = self.batch.prizes(self._reward)
        self.batch.restart(self.batch.done)
        return self._seen(), rewards, self.batch.done, self._going, {}

    def _last_words(self, over: Any) -> dict[str, Any]:
        """What the learners of finished games saw last, as Gymnasium tells it; nobody may move then."""
        found = np.full(self.num_envs, None, object)
        nothing = np.zeros(self.batch.moves, np.int8)
        for i, seen in zip(np.flatnonzero(over), self.batch.observe(over)[over], strict=True):
            found[i] = {"observation": seen, "action_mask": nothing}
        seats = {**self._info(), "_seat": over}
        return {"final_obs": found, "_final_obs": over, "final_info": seats, "_final_info": over}

    def _info(self) -> dict[str, Any]:
        """Who sees the observation (-1 in a finished game in which all learn)."""
        return {"seat": self.batch.to_act.copy() if self._everybody else self.batch.learners}

    def _seen(self) -> dict[str, Any]:
        seen, mask = self.batch.observe(), self.batch.mask()
        if self.batch.device == "cuda":
            return {"observation": seen, "action_mask": mask}
        return {
            "observation": seen.copy() if self._copy else seen,
            "action_mask": (mask.copy() if self._copy else mask).view(np.int8),
        }


def _everybody(bot: str | None, device: str) -> dict[str, Any]:
    """All seats learn: nobody is left for a bot, and whose reward a step brings is known on the CPU only."""
    for option, given, wanted in (("bot", bot, None), ("device", device, "cpu")):
        if given != wanted:
            raise BadOption("env.everybody", option=option, given=repr(given), wanted=repr(wanted))
    return {}


def _others(name: str, game: str, device: str) -> dict[str, Any]:
    """A bot's compiled policy has all seats but one."""
    bots.check_name(name, game, files=True)
    runs = bots.on_cuda if device == "cuda" else bots.policy
    if not runs(name, game):
        possible = [other for other in bots.names(game) if runs(other, game)]
        raise BadOption("env.policy", bot=name, device=device, possible=possible)
    return {"others": bots.policy(name, game)}
