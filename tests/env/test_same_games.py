"""The environments play the games of `Game`, episode for episode, and a seat sees what its view tells, and no more."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest

import stichwerk.env
from stichwerk import Game
from stichwerk.bots.from_file import observe
from stichwerk.env import hattrick_v0, sticheln_v0, thegame_v0
from stichwerk.env.vector import StichwerkVector
from stichwerk.rules import chance, jit
from tests.env.play import FIRST_PRIZE, SOME, in_step, one_game
from tests.games import ALL, Setting

MODULES: dict[str, Any] = {"sticheln": sticheln_v0, "hattrick": hattrick_v0, "thegame": thegame_v0}


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_every_seat_sees_what_its_view_tells_and_nothing_else(setting: Setting) -> None:
    """With every memory, for those who act and those who do not, after every move and at the end."""
    games = {memory: one_game(setting, memory) for memory in ("none", "cards", "perfect")}
    for number, (game, seat) in enumerate(in_step(setting, 5, *games.values())):
        assert {one.seat for one in games.values()} == {seat}
        assert games["none"].legal() == sorted(game._kind.moves[text] for text in (game.legal(seat) if seat >= 0 else []))
        for looking in range(setting.players) if number % 7 == 0 or game.over else [seat]:
            view = game.view(looking)
            for memory, one in games.items():
                assert one.observe(looking).tolist() == observe(view, memory), (memory, looking, number)


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_an_observation_stays_within_its_bounds(setting: Setting) -> None:
    one = one_game(setting)
    low, high = one.bounds
    for _ in in_step(setting, 8, one):
        assert (low <= one.observation).all()
        assert (one.observation <= high).all()


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_an_aec_episode_is_the_game_of_its_seed(setting: Setting) -> None:
    env = MODULES[setting.game].env(players=setting.players, variant=setting.variant, **setting.options)
    env.reset(seed=11)
    game, dice = setting.start(11), random.Random(3)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        sums[agent] += reward
        if over:
            env.step(None)
            continue
        seat = int(agent.removeprefix("player_"))
        assert not cut
        assert seat == game.to_act[0]
        assert seen["observation"].tolist() == observe(game.view(seat), "perfect")
        move = dice.choice(game.legal(seat))
        game.play(seat, move)
        env.step(game._kind.moves[move])
    assert game.over
    points = [98 - game.left] * game.players if game.name == "thegame" else game.scores
    assert list(sums.values()) == points


@pytest.mark.parametrize(
    ("setting", "memory"), [*((setting, "perfect") for setting in ALL), *((setting, "none") for setting in SOME)], ids=str
)
def test_what_an_agent_gets_does_not_change_with_what_it_cannot_see(setting: Setting, memory: str) -> None:
    """DESIGN, Secrets: all that is hidden from an agent is dealt anew; its observation and mask stay byte for byte."""
    env = MODULES[setting.game].raw_env(players=setting.players, variant=setting.variant, memory=memory, **setting.options)
    env.reset(seed=4)
    dice, changed = random.Random(4), 0
    while not env._game.over and changed < 400:
        for agent in env.agents:
            changed += keeps_its_secrets(env, agent)
        env.step(dice.choice(env._game.legal()))
    assert changed or setting.players == 1


def keeps_its_secrets(env: Any, agent: str) -> bool:
    """Compares what the agent gets in this state and in a resampled one; whether they differed at all."""
    one, seat = env._game, env.possible_agents.index(agent)
    rules = jit.load(f"stichwerk.rules.{one.kind.name}", "none")
    o, kept = one.o.tolist(), one.state
    seen, scratch, other, dice = kept[:], [0] * 126, kept[:], [0] * chance.WORDS
    chance.seed(dice, sum(kept) % (1 << 30), seat)
    rules.observe(o, kept, seat, seen)
    if not rules.resample(o, seen, seat, dice, scratch, other):
        return False
    before = look_anew(env, agent)
    one._desk[: len(other)] = other
    after = look_anew(env, agent)
    one._desk[: len(kept)] = kept
    look_anew(env, agent)
    for name, array in before.items():
        assert np.array_equal(array, after[name]), (agent, name)
    return bool(other != kept)


def look_anew(env: Any, agent: str) -> dict[str, Any]:
    """What an agent gets of the state as it lies on the desk now."""
    one = env._game
    moves = np.zeros(64, np.int64)
    one._compiled.kernels.mask_one(one.o, one._desk[: one._words], moves, one.mask)
    if one.seat >= 0:
        one._compiled.look(one.o, one._desk, one._past, one.seat, one._memory, one.observation)
    return {name: array.copy() for name, array in env.observe(agent).items()}


def test_the_test_of_secrets_can_fail() -> None:
    """An environment that hands any agent the mover's mask, as others do, is caught."""
    env = sticheln_v0.raw_env(players=3)
    whole = env.observe
    env.observe = lambda agent: {**whole(agent), "action_mask": env._game.mask}  # type: ignore[method-assign]
    env.reset(seed=4)
    env.step(env._game.legal()[0])
    with pytest.raises(AssertionError, match="action_mask"):
        keeps_its_secrets(env, "player_0")


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_only_the_agent_to_act_gets_a_mask(setting: Setting) -> None:
    env = MODULES[setting.game].raw_env(players=setting.players, variant=setting.variant, **setting.options)
    env.reset(seed=2)
    for _ in range(8):
        shown = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
        assert {agent for agent, count in shown.items() if count} == {env.agent_selection}
        env.step(env._game.legal()[0])


@pytest.mark.parametrize("setting", SOME, ids=str)
@pytest.mark.parametrize("reward", ["first", "win"])
def test_where_all_seats_learn_the_first_game_is_the_game_of_its_seed(setting: Setting, reward: str) -> None:
    """Whose turn it is, what that seat sees and may do, and what each step is worth to it and to each."""
    prize = FIRST_PRIZE[setting.game] if reward == "first" else reward
    kept: dict[str, Any] = {"variant": setting.variant, "reward": prize, **setting.options}
    many = StichwerkVector(setting.game, 3, setting.players, learner="all", autoreset_mode="SameStep", **kept)
    seen, info = many.reset(seed=12)
    game, one, dice = setting.start(12), one_game(setting, prize=prize), random.Random(12)
    one.reset(12)
    while not game.over:
        seat = game.to_act[0]
        assert info["seat"][0] == seat
        assert seen["observation"][0].tolist() == observe(game.view(seat), "perfect")
        assert {game._kind.texts[int(move)] for move in np.flatnonzero(seen["action_mask"][0])} == set(game.legal(seat))
        moves, text = seen["action_mask"].argmax(axis=1), dice.choice(game.legal(seat))
        moves[0] = game._kind.moves[text]
        game.play(seat, text)
        one.step(moves[0])
        seen, rewards, ended, _, info = many.step(moves)
        assert info["rewards"][0].tolist() == pytest.approx(one.prizes)
        assert rewards[0] == pytest.approx(one.prizes[seat])
        assert bool(ended[0]) == game.over


@pytest.mark.parametrize(("game", "players"), [("sticheln", 3), ("hattrick", 4), ("thegame", 2)])
def test_a_single_learner_the_first_of_many_and_game_agree(game: str, players: int) -> None:
    """The same seed and bot: alone and as game 0 of a batch the learner sees and gains the same, and so do bots by views."""
    many = StichwerkVector(game, 3, players, bot="simple", learner=0, autoreset_mode="Disabled")
    alone = gymnasium.make(f"stichwerk/{stichwerk.env.NAMES[game]}-v0", players=players, bots="simple")
    seen, _ = many.reset(seed=9)
    first, _ = alone.reset(seed=9)
    table, simple = Game(game, players, seed=9), stichwerk.bots.make("simple", 1)
    dice, over = random.Random(9), False
    while not over:
        while table.to_act[0] != 0:
            table.play(table.to_act[0], simple.act(table.view(table.to_act[0])))
        assert np.array_equal(first["observation"], observe(table.view(0), "perfect"))
        assert np.array_equal(seen["observation"][0], first["observation"])
        assert np.array_equal(seen["action_mask"][0], first["action_mask"])
        moves = [int(dice.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in seen["action_mask"]]
        table.play(0, table._kind.texts[moves[0]])
        first, reward, over, _, _ = alone.step(moves[0])
        seen, rewards, ended, _, _ = many.step(np.array(moves))
        assert rewards[0] == pytest.approx(reward)
        assert bool(ended[0]) == over
        if ended[1:].any() and not over:
            seen, _ = many.reset(options={"reset_mask": ended})
    while not table.over:
        table.play(table.to_act[0], simple.act(table.view(table.to_act[0])))
