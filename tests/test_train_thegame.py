"""What tunes The Game's weights: the search finds a hidden best in noise, and the same seed gives the same weights.

No test can reach the bots' own weight file: what would go into it goes into the folder `shipped`.
"""

from __future__ import annotations

import itertools
import json
import os
import shlex
import subprocess
import sys
import threading
from argparse import Namespace
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stichwerk.batch.setup import set_up
from stichwerk.bots import careful, weights
from stichwerk.rules import jit
from stichwerk.train import thegame, thegame_odds
from stichwerk.train.cma import Cma

SHORT = "--generations 2 --offspring 4 --games 10 --measure 50 --seed 3"


def options(text: str, *more: object) -> list[str]:
    return [*text.split(), *map(str, more)]


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(weights, "_home", lambda: tmp_path / "shipped")
    return tmp_path / "shipped"


def made(folder: Path, part: str, players: int, minimum: int) -> tuple[Any, dict[str, Any]]:
    """The weights of a run, and what it says of them."""
    path = folder / f"thegame-{part}-players-{players}-minimum-{minimum}"
    with np.load(f"{path}.npz") as arrays:
        return arrays["w"], json.loads(Path(f"{path}.json").read_text("utf-8"))


def test_the_search_finds_the_best_of_badly_scaled_and_noisy_numbers() -> None:
    dice = np.random.default_rng(1)
    best, scale = np.array([3.0, -200.0, 0.5, 40.0]), np.array([1.0, 100.0, 0.1, 30.0])
    search = Cma(np.zeros(4), scale, seed=1)
    for _ in range(120):
        tried = search.ask()
        search.tell(-(((tried - best) / scale) ** 2).sum(axis=1) + 0.01 * dice.standard_normal(len(tried)))
    assert np.abs((search.mean - best) / scale).max() < 0.2


def test_the_same_seed_gives_the_same_weights_and_says_where_they_come_from(tmp_path: Path) -> None:
    """… and so does the command that is told."""
    given = options(f"--players 3 --minimum 2 {SHORT} --out", tmp_path / "a folder")
    thegame.main(given)
    first, about = made(tmp_path / "a folder", "table", 3, 2)
    assert (about["seed"], about["strength"]["games"], about["digest"]) == (3, 50, weights.digest(first))
    assert about["command"].startswith("python -m stichwerk.train.thegame ")
    thegame.main([*shlex.split(about["command"])[3:], *options("--threads 2 --out", tmp_path / "again")])
    assert np.array_equal(made(tmp_path / "again", "table", 3, 2)[0], first)
    assert not np.array_equal(first, thegame.START)
    assert [row.split(" generations")[0] for row in about["log"]] == ["    1", "    2"]
    won = 100 * about["strength"]["won"]
    assert f" won {won:.1f} ± " in about["log"][-1], "measured on the same deals"


def test_experts_go_on_from_the_usual_weights_of_the_folder_or_else_the_bots(tmp_path: Path) -> None:
    thegame.main(options(f"--players 4 --minimum 3 {SHORT} --out", tmp_path / "alone"))
    there = weights.load("thegame")["table"][0, 3]
    assert made(tmp_path / "alone", "table", 4, 3)[1]["start"] == weights.digest(there)
    thegame.main(options(f"--players 4 {SHORT} --out", tmp_path / "both"))
    usual, about = made(tmp_path / "both", "table", 4, 2)
    assert about["start"] == weights.digest(thegame.START)
    assert made(tmp_path / "both", "table", 4, 3)[1]["start"] == weights.digest(usual)


def leave(folder: Path, part: str, players: int, minimum: int, w: Any, **more: Any) -> dict[str, Any]:
    """A run's files, and what is told in them."""
    about = {"digest": weights.digest(w), **more}
    weights.save(thegame.run_name(part, players, minimum), {"w": w}, about, folder)
    return about


def test_training_reads_no_more_of_the_folder_than_it_goes_on_from(tmp_path: Path) -> None:
    """Odds of another layout, and a table that is tuned anew, stand in nobody's way."""
    leave(tmp_path, "odds", 2, 2, np.zeros(1))
    leave(tmp_path, "table", 2, 2, np.zeros(1))
    leave(tmp_path, "table", 4, 3, np.zeros(1))
    thegame.main(options(f"--players 2 {SHORT} --out", tmp_path))
    assert made(tmp_path, "table", 2, 3)[1]["start"] == weights.digest(made(tmp_path, "table", 2, 2)[0])
    thegame_odds.main(options("--players 2 --minimum 2 --games 20 --out", tmp_path))
    assert made(tmp_path, "odds", 2, 2)[0].shape == (thegame.SIZES["odds"],)


@pytest.mark.parametrize(("program", "minimum"), [(thegame, 3), (thegame_odds, 2)])
@pytest.mark.parametrize(
    ("left", "sentence"),
    [
        (np.zeros(1), "holds 1 weights where the code has 28: train it anew"),
        (np.full(28, np.nan), "holds weights that are no numbers"),
    ],
    ids=["another layout", "no numbers"],
)
def test_what_cannot_be_gone_on_from_is_refused_before_anything_is_played(
    program: ModuleType, minimum: int, left: Any, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leave(tmp_path, "table", 4, 2, left)
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit) as error:
        program.main(options(f"--players 3 4 --minimum {minimum} --games 10 --out", tmp_path))
    assert error.value.code == 2
    assert sentence in capsys.readouterr().err
    assert set(tmp_path.iterdir()) == before


def test_compiling_is_no_work_for_threads_which_ctrl_c_would_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[bool, int]] = []

    class Series:
        def play_range(self, o: Any, first: int, last: int, *more: Any) -> None:
            calls.append((threading.current_thread() is threading.main_thread(), last - first))

    monkeypatch.setattr(jit, "load", lambda name: Series())
    asked = thegame._parser().parse_args(options("--generations 1 --offspring 3 --games 50 --threads 2"))
    search = thegame.search_from(thegame.START, asked, 2)
    thegame.tune(lambda *which: thegame.games(None, 1, thegame_odds.unwatched, *which), search, asked, lambda *told: None)
    assert calls == [(True, 0), *[(False, 10)] * 3], "the compiled call, with no game"


def test_later_generations_play_more_games() -> None:
    asked = Namespace(generations=5, games=100, offspring=3, measure=7)
    counts = [thegame._games_of(asked, generation) for generation in range(5)]
    assert counts == [20, 40, 60, 80, 100]
    assert thegame._games_asked(asked) == 3 * sum(counts) + 5 * 7 + 7


@pytest.mark.parametrize(("minimum", "players"), [*itertools.product((2, 3), range(1, 6))])
def test_left_alone_tuning_does_what_made_the_shipped_weights(minimum: int, players: int) -> None:
    """… by the same command, from the same start, and (tried for two) its first generation leads where it led then."""
    arrays, about = weights.load("thegame"), weights.provenance("thegame")
    run = about["settings"][f"players {players}, minimum {minimum}"]
    asked = thegame.settled(thegame._parser().parse_args(options("--out nowhere")), players)
    assert run["command"] == thegame._command(asked, players, minimum)
    start = thegame.start_of(asked, players, minimum)
    assert (run["start"], run["digest"]) == (weights.digest(start), weights.digest(arrays["table"][minimum - 2, players - 1]))
    if players in (1, 5):
        assert thegame.early(asked, players, minimum, start) == pytest.approx(run["early"], rel=1e-3)
    learned = about["odds"][f"players {players}, minimum {minimum}"]
    choice = f"--players {players} --minimum {minimum} --seed 1 --games 8000"
    assert learned["command"] == f"python -m stichwerk.train.thegame_odds {choice}"
    assert (learned["watched"], learned["digest"]) == (run["digest"], weights.digest(arrays["odds"][minimum - 2, players - 1]))


def test_only_collecting_changes_the_weights_of_the_bots_and_only_of_what_was_trained(
    tmp_path: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    thegame.main(options(f"--players 3 --minimum 2 {SHORT}"))
    thegame.main(options(f"--players 4 --minimum 3 {SHORT}"))
    thegame_odds.main(options("--players 3 --minimum 2 --games 20"))
    assert {path.name for path in tmp_path.iterdir()} == {"trained"}
    thegame.main(options("--collect --players 3"))
    with np.load(shipped / "thegame.npz") as arrays:
        now = dict(arrays)
    told = json.loads((shipped / "thegame.json").read_text("utf-8"))
    before, told_before = weights.load("thegame"), weights.provenance("thegame")
    assert (set(now), told["what"]) == (set(before), told_before["what"])
    for (part, where), minimum, players in itertools.product(thegame.MADE.items(), (2, 3), range(1, 6)):
        name = f"players {players}, minimum {minimum}"
        expected = before[part][minimum - 2, players - 1], told_before[where][name]
        if (players, minimum) == (3, 2):
            expected = made(tmp_path / "trained", part, 3, 2)
        assert np.array_equal(now[part][minimum - 2, players - 1], expected[0])
        assert told[where][name] == expected[1]


@pytest.mark.parametrize(
    ("left", "sentence"),
    [
        (thegame.START, "come from games by other weights"),
        (np.zeros(1), "holds 1 weights where the code has 28: train it anew"),
        (np.full(28, np.inf), "holds weights that are no numbers: train it anew"),
    ],
    ids=["weights without their odds", "weights of another layout", "no numbers"],
)
def test_collecting_what_does_not_belong_together_is_refused(
    left: Any, sentence: str, tmp_path: Path, shipped: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leave(tmp_path, "table", 3, 2, left)
    with pytest.raises(SystemExit):
        thegame.main(options("--collect --out", tmp_path))
    assert sentence in capsys.readouterr().err
    assert not shipped.exists()


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ("--players 3 4", "players 4, minimum 2 3"),
        ("--minimum 2 3", "players 1 2 3 4 5, minimum 3"),
        ("--players 3 --minimum 3", "players 3, minimum 3"),
    ],
)
def test_whatever_is_named_must_be_there_to_be_collected(
    asked: str, missing: str, tmp_path: Path, shipped: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = leave(tmp_path, "table", 3, 2, thegame.START)
    leave(tmp_path, "odds", 3, 2, np.zeros(thegame.SIZES["odds"]), watched=table["digest"])
    with pytest.raises(SystemExit):
        thegame.main(options(f"--collect {asked} --out", tmp_path))
    assert capsys.readouterr().err.endswith(f"{tmp_path} has nothing for {missing}\n")
    assert not shipped.exists()
    thegame.main(options("--collect --players 3 --out", tmp_path))
    assert shipped.exists()


def test_in_a_folder_that_cannot_be_looked_into_is_nothing_to_collect(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        thegame.main(options("--collect --out", "x" * 300))
    assert "has nothing for players 1 2 3 4 5, minimum 2 3" in capsys.readouterr().err


def test_when_the_code_has_another_layout_all_settings_are_collected_together(
    tmp_path: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is shipped is of the old one, and nobody goes on from it."""
    monkeypatch.setattr(weights, "load", lambda name: {part: np.zeros((2, 5, 7)) for part in thegame.MADE})
    with pytest.raises(SystemExit):
        thegame.main(options(f"--minimum 3 {SHORT} --out", tmp_path))
    assert "the bots' weight file for players 1, minimum 2 holds 7 weights where the code has 28" in capsys.readouterr().err
    dice, rows = np.random.default_rng(1), {part: np.zeros((2, 5, size)) for part, size in thegame.SIZES.items()}
    for minimum, players in itertools.product((2, 3), range(1, 6)):
        told: dict[str, Any] = {}
        for part, size in thegame.SIZES.items():
            row = rows[part][minimum - 2, players - 1] = dice.normal(size=size)
            told = leave(tmp_path, part, players, minimum, row, watched=told.get("digest"))
        if (players, minimum) == (4, 3):
            with pytest.raises(SystemExit):
                thegame.main(options("--collect --out", tmp_path))
            assert "all 10 runs of 28 weights each must be collected together" in capsys.readouterr().err
    thegame.main(options("--collect --out", tmp_path))
    with np.load(shipped / "thegame.npz") as arrays:
        for part, expected in rows.items():
            assert np.array_equal(arrays[part], expected)


def test_odds_are_learned_from_games_by_the_weights_in_the_folder(tmp_path: Path) -> None:
    given = options("--players 2 --minimum 2 --games 20 --seed 4 --out", tmp_path)
    thegame_odds.main(given)
    by_the_bots, about = made(tmp_path, "odds", 2, 2)
    assert about["watched"] == weights.digest(weights.load("thegame")["table"][0, 1])
    thegame_odds.main([*shlex.split(about["command"])[3:], *options("--out", tmp_path / "again")])
    assert np.array_equal(made(tmp_path / "again", "odds", 2, 2)[0], by_the_bots)
    thegame.main(options(f"--players 2 --minimum 2 {SHORT} --out", tmp_path))
    thegame_odds.main(given)
    o = set_up("thegame", 2, None, {}).o
    by_the_folder = made(tmp_path, "odds", 2, 2)[0]
    assert np.array_equal(by_the_folder, thegame_odds.learn(o, made(tmp_path, "table", 2, 2)[0], 20, 4)[0])
    assert not np.array_equal(by_the_folder, by_the_bots)


NONSENSE = [
    *("--players 9", "--players 0", "--minimum 5", "--games 0", "--games many"),
    *("--seed -1", f"--seed {1 << 63}", "--seed lucky", "--collect"),
]
OF_TUNING = [
    *("--measure 0", "--generations 0", "--offspring 1", "--threads 0"),
]


@pytest.mark.parametrize(
    ("program", "nonsense"), [*itertools.product((thegame, thegame_odds), NONSENSE), *((thegame, each) for each in OF_TUNING)]
)
def test_nonsense_is_refused_before_anything_is_done(program: ModuleType, nonsense: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as error:
        program.main(options(f"{nonsense} --out", tmp_path / "none"))
    assert error.value.code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("program", [thegame, thegame_odds])
@pytest.mark.parametrize("folder", ["file", "/proc"], ids=["a file", "not to be written"])
def test_a_folder_that_cannot_be_one_is_refused(
    program: ModuleType, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        program.main(options("--players 2 --minimum 2 --games 10 --out", tmp_path / folder))
    assert "cannot be a folder" in capsys.readouterr().err


def test_the_regression_finds_the_odds_that_made_the_games() -> None:
    dice = np.random.default_rng(2)
    given, true = dice.normal(size=(20_000, 3)) * [1, 100, 0.01], np.array([1.0, -0.02, 50.0])
    won = (dice.random(20_000) < 1 / (1 + np.exp(-given @ true))).astype(float)
    assert np.abs(thegame_odds.fit(given, won) / true - 1).max() < 0.1


def test_positions_tell_how_games_end() -> None:
    """A row for each turn, and the odds learned from some games say more about others than their share of wins does."""
    o = set_up("thegame", 2, None, {}).o
    rows = thegame_odds.positions(o, careful.weights_for(o), 300, 5)
    first = thegame_odds.FIRST
    left, _ = careful.careful_games(o, first, first + 300, 5)
    for number in (0, 7, 299):
        own = rows[rows[:, -2] == first + number]
        assert set(own[:, -1]) == {float(left[number] == 0)}
        assert (np.diff(own[:, -3]) <= 0).all(), "there are ever fewer unseen cards"
    _, losses = thegame_odds.learn(o, careful.weights_for(o), 300, 5)
    assert losses["loss"] < 0.9 * losses["loss_of_a_constant"]


def test_a_long_game_is_seen_to_its_end() -> None:
    """A turn may play a single card when nothing is left to draw (RULES 4): so there are more turns than pairs of cards."""
    o = set_up("thegame", 5, None, {}).o
    rows = thegame_odds.positions(o, careful.weights_for(o), 200, 9)
    first = thegame_odds.FIRST
    left, _ = careful.careful_games(o, first, first + 200, 9)
    for number in range(200):
        assert set(rows[rows[:, -2] == first + number][:, -1]) == {float(left[number] == 0)}
    assert max(Counter(rows[:, -2]).values()) > 49


def test_a_surprise_costs_much_but_not_everything() -> None:
    assert 10 < thegame_odds.loss(0.0, np.ones(1)) < 100


LEARN = """
import numpy as np
from stichwerk.bots import weights
from stichwerk.train import thegame_odds
from stichwerk.train.cma import Cma

search = Cma(np.arange(28.0), np.full(28, 3.0), seed=5, step=0.5, offspring=16)
for _ in range(60):
    search.tell([-round(sum(k * x * x for k, x in enumerate(tried.tolist()))) for tried in search.ask()])
dice = np.random.default_rng(4)
given = dice.normal(size=(5000, 45))
won = (dice.random(5000) < thegame_odds.likelihoods(given, dice.normal(size=45))).astype(float)
print(weights.digest(search.mean), weights.digest(thegame_odds.fit(given, won)))
"""
MACHINES: list[dict[str, str]] = [
    {},
    {"OPENBLAS_NUM_THREADS": "1"},
    {"OPENBLAS_CORETYPE": "Prescott"},
    {"OPENBLAS_CORETYPE": "Haswell", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F"},
]


def test_the_same_seed_learns_the_same_on_every_machine() -> None:
    """Processors add up in different orders, and libraries round in different ways: here they are asked to do as others would."""
    found = set()
    for machine in MACHINES:
        given = os.environ | machine
        found.add(subprocess.run([sys.executable, "-c", LEARN], env=given, capture_output=True, text=True, check=True).stdout)
    assert len(found) == 1
