"""The contracts of PettingZoo and Gymnasium, by their own tests."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import stichwerk.env
from stichwerk import IllegalMove
from stichwerk.bots import registry
from stichwerk.env import hattrick_v0, sticheln_v0, thegame_v0
from stichwerk.env.single import SingleEnv
from stichwerk.env.vector import StichwerkVector
from stichwerk.game.refusals import BadOption
from tests.games import ALL, Setting

with warnings.catch_warnings():  # their tests import an environment of their own in a way they have given up
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

AEC = [
    (sticheln_v0, {"players": 3}),
    (sticheln_v0, {"players": 8, "variant": "delayed", "reward": "win", "rounds": 1}),
    (hattrick_v0, {"players": 7, "reward": "rank", "memory": "none"}),
    (thegame_v0, {"players": 1}),
    (thegame_v0, {"players": 5, "reward": "win", "memory": "cards"}),
]
MODULES: dict[str, Any] = {"sticheln": sticheln_v0, "hattrick": hattrick_v0, "thegame": thegame_v0}
MODES = [mode.value for mode in AutoresetMode]


@pytest.mark.filterwarnings("ignore:Observation")  # it would rather have arrays than dicts with a mask
@pytest.mark.parametrize(("module", "options"), AEC)
def test_pettingzoos_own_tests(module: Any, options: dict[str, Any]) -> None:
    api_test(module.env(**options), num_cycles=200)
    api_test(module.raw_env(**options), num_cycles=200)
    seed_test(lambda: module.env(**options), num_cycles=50)


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("setting", ALL, ids=str)
def test_pettingzoos_own_tests_on_every_game_variant_and_number_of_players(setting: Setting) -> None:
    def make(**more: Any) -> Any:
        return MODULES[setting.game].env(players=setting.players, variant=setting.variant, **setting.options, **more)

    api_test(make(), num_cycles=30)
    seed_test(make, num_cycles=10)
    for mode in ("ansi", "rgb_array"):
        pictured = make(render_mode=mode)
        pictured.reset(seed=1)
        assert pictured.render() is not None


@pytest.mark.parametrize("module", [sticheln_v0, hattrick_v0, thegame_v0])
def test_pettingzoos_test_of_rendering(module: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    assert "▸ player_" in capsys.readouterr().out


@pytest.mark.parametrize(
    "options",
    [
        {"game": "thegame"},
        {"game": "sticheln", "bots": "simple", "learner": None, "reward": "rank"},
        {"game": "hattrick", "bots": ["random", "beginner", "simple"], "learner": 3},
        {"game": "thegame", "players": 3, "bots": ["careful", "random"]},
    ],
    ids=str,
)
def test_gymnasiums_own_check(options: dict[str, Any]) -> None:
    check_env(SingleEnv(**options), skip_render_check=True)
    check_env(SingleEnv(**options, render_mode="rgb_array"), skip_render_check=True)


prepared: list[str] = []


def prepare_late(game: str) -> None:
    prepared.append(game)


def test_an_environment_waits_for_what_its_bots_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they answer before depends on the clock: a seed would give another episode each time."""
    players, waits = {"thegame": "stichwerk.bots.random:RandomBot"}, {"thegame": f"{__name__}:prepare_late"}
    monkeypatch.setitem(registry.ENTRIES, "late", registry.Entry(0, "instant", players, prepare=waits))
    prepared.clear()
    SingleEnv("thegame", 3, bots=["late", "simple"]).reset(seed=1)
    assert prepared == ["thegame"]


def test_the_names_are_registered() -> None:
    for name in stichwerk.env.NAMES.values():
        assert isinstance(gymnasium.make(f"stichwerk/{name}-v0").unwrapped, SingleEnv)
        assert isinstance(gymnasium.make_vec(f"stichwerk/{name}-v0", num_envs=2), StichwerkVector)


def legal(seen: Any) -> Any:
    """The last legal move of each game."""
    return seen["action_mask"].shape[1] - 1 - seen["action_mask"][:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("who", [{"bot": "random"}, {"learner": "all"}], ids=str)
@pytest.mark.parametrize("game", ["thegame", "sticheln"])
def test_a_vector_keeps_gymnasiums_contract(game: str, who: dict[str, Any], mode: str) -> None:
    """Spaces, shapes and types as Gymnasium's own vector of single environments gives them; episodes end as its mode says."""
    kept: dict[str, Any] = {"rounds": 1} if game == "sticheln" else {}
    ours = StichwerkVector(game, 5, autoreset_mode=mode, **who, **kept)
    theirs = SyncVectorEnv([lambda: SingleEnv(game, bots="random", **kept)] * 5, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    for name in ("single_observation_space", "observation_space", "single_action_space", "action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert ends_as_the_mode_says(theirs, mode) == ends_as_the_mode_says(ours, mode)


def ends_as_the_mode_says(env: Any, mode: str) -> list[Any]:
    """Plays on past the end of several games; the shapes and types of all that came."""
    seen, info = env.reset(seed=3)
    found = shapes((seen, info))
    before = np.zeros(5, np.bool_)
    ended = 0
    for _ in range(200):
        seen, reward, over, cut, info = env.step(legal(seen))
        assert seen in env.observation_space
        assert not cut.any()
        found_now = [*shapes(seen), reward.dtype, reward.shape, over.dtype, over.shape, cut.dtype]
        still = seen["action_mask"].any(axis=1)
        if mode == "NextStep":
            assert not over[before].any(), "the step after the end begins a new game,"
            assert not reward[before].any(), "and brings nothing"
            assert (still == ~over).all()
            before = over.copy()
        elif mode == "SameStep":
            assert still.all(), "a new game has begun in the same step"
            if over.any():
                assert info["_final_obs"].tolist() == info["_final_info"].tolist() == over.tolist()
                assert all((last is not None) == ended for last, ended in zip(info["final_obs"], over, strict=True))
                for last in info["final_obs"][over]:
                    assert last in env.single_observation_space
                    assert not last["action_mask"].any()
        elif over.any():
            assert (still == ~over).all()
            seen, _ = env.reset(options={"reset_mask": over.copy()})
            assert seen["action_mask"].any(axis=1).all()
        ended += int(over.sum())
    assert ended >= 10
    return [*found, *found_now]


def shapes(given: Any) -> list[Any]:
    if isinstance(given, tuple):
        given = given[0]
    return [(name, array.shape, array.dtype) for name, array in sorted(given.items())]


def test_the_same_seed_gives_the_same_vector_and_another_another() -> None:
    env = StichwerkVector("sticheln", 4, bot="random", memory="cards")
    one, two, other = (env.reset(seed=seed)[0]["observation"] for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)
    following = env.reset()[0]["observation"]
    assert not np.array_equal(following, other), "without a seed other games follow"
    env.reset(seed=2)
    assert np.array_equal(env.reset()[0]["observation"], following)


def test_rewards_are_what_they_are_called() -> None:
    """The same round, its points known."""
    found = {}
    for reward in ("points", "margin", "rank", "win"):
        env = sticheln_v0.raw_env(players=4, rounds=1, reward=reward)
        env.reset(seed=6)
        while not env._game.over:
            assert not any(env.rewards.values()), "only the end of a round brings something"
            env.step(env._game.legal()[0])
        found[reward] = list(env.rewards.values())
    points = found["points"]
    best = max(points)
    assert found["margin"] == pytest.approx([own - (sum(points) - own) / 3 for own in points])
    assert found["rank"] == pytest.approx([sum((own > p) - (own < p) for p in points) / 3 for own in points])
    assert found["win"] == pytest.approx([(own == best) / points.count(best) for own in points])


def test_the_win_of_the_game_is_paid_once_and_only_for_a_win() -> None:
    from stichwerk.batch import prize_thegame
    from stichwerk.rules import cards, thegame

    s = [0] * thegame.WORDS
    for card in range(thegame.FIRST, thegame.LAST + 1):
        assert prize_thegame.worth(prize_thegame.WIN, [1], s, [1], 0) == 0
        cards.add(s, thegame.LAID, card)
    assert prize_thegame.worth(prize_thegame.WIN, [1], s, [1], 0) == 1
    assert prize_thegame.worth(prize_thegame.WIN, [1], s, [0], 0) == 0


def test_an_illegal_move_is_refused_or_ends_the_episode() -> None:
    raw = sticheln_v0.raw_env(players=3)
    raw.reset(seed=1)
    illegal = int(raw.observe("player_0")["action_mask"].argmin())
    before = raw._game.state
    with pytest.raises(IllegalMove, match=f"Seat 0 cannot make move {illegal} now"):
        raw.step(illegal)
    assert raw._game.state == before
    with pytest.raises(IllegalMove):
        raw.step(500)
    strict, lenient = (SingleEnv("sticheln", illegal=how) for how in ("refuse", "end"))
    for env in (strict, lenient):
        env.reset(seed=1)
    with pytest.raises(IllegalMove):
        strict.step(131)
    _, reward, over, _, info = lenient.step(131)
    assert (reward, over) == (-1.0, True)
    assert "cannot make move 131" in info["illegal"]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: sticheln_v0.env(players=9), "players cannot be 9"),
        (lambda: sticheln_v0.env(memory="some"), "memory cannot be 'some'"),
        (lambda: thegame_v0.env(reward="rank"), "reward cannot be 'rank'; possible: 'cards', 'win'"),
        (lambda: hattrick_v0.env(render_mode="film"), "render_mode cannot be 'film'"),
        (lambda: SingleEnv("sticheln", bots=["simple"]), "1 bots were named for 2 other seats"),
        (lambda: SingleEnv("sticheln", bots="nobody"), "There is no bot 'nobody'"),
        (lambda: SingleEnv("sticheln", learner=3), "learner cannot be 3"),
        (
            lambda: StichwerkVector("thegame", 2, 2, bot="careful"),
            "careful has no policy compiled for cpu; possible here: random, simple",
        ),
        (
            lambda: StichwerkVector("hattrick", 2, 4, bot="quick", device="cuda"),
            "quick has no policy compiled for cuda; possible here: random, simple",
        ),
        (lambda: StichwerkVector("thegame", 2, 2, bot="simple", learner="all"), "bot cannot be 'simple' where all seats learn"),
        (lambda: StichwerkVector("thegame", 2, 2, device="cuda", learner="all"), "device cannot be 'cuda' where all seats learn"),
        (lambda: StichwerkVector("thegame", 2, 2, learner="both"), "learner cannot be 'both'"),
        (lambda: StichwerkVector("thegame", 2).reset(seed=[1, 2]), "seed cannot be"),
        (lambda: StichwerkVector("thegame", 2).reset(options={"reset_mask": np.zeros(3)}), "reset_mask cannot be"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        make()


def test_a_finished_game_that_nobody_resets_is_named() -> None:
    env = StichwerkVector("thegame", 3, autoreset_mode="Disabled")
    seen, _ = env.reset(seed=1)
    over = np.zeros(3, np.bool_)
    while not over.any():
        seen, _, over, _, _ = env.step(legal(seen))
    with pytest.raises(BadOption, match=f"Game {int(over.argmax())} is over"):
        env.step(legal(seen))


def test_a_picture_shows_every_hand(capsys: pytest.CaptureFixture[str]) -> None:
    env = thegame_v0.env(players=2, render_mode="human")
    env.reset(seed=1)
    assert "▸ player_0" in capsys.readouterr().out, "the deal is shown, not only what follows"
    env.step(int(env.last()[0]["action_mask"].argmax()))
    shown = capsys.readouterr().out
    assert "▸ player_1" in shown
    assert "A↑ 1   B↑ 1   C↓ 100   D↓ 100   (84)" in shown
    pixels = thegame_v0.raw_env(players=2, render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert (picture.ndim, picture.shape[2], picture.dtype) == (3, 3, np.uint8)
    assert len(np.unique(picture)) > 2
