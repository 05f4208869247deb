"""What tunes The Game's weights: the search finds a hidden best in noise, and the same seed gives the same weights.

No test can reach the bots' own weight file: what would go into it goes into the folder `shipped`.
"""

from __future__ import annotations

import csv
import itertools
import json
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stichwerk.batch.setup import set_up
from stichwerk.bots import careful, weights
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
    assert about["command"] == shlex.join(["python", "-m", "stichwerk.train.thegame", *given])
    assert (about["seed"], about["strength"]["games"], about["before"]) == (3, 50, [])
    thegame.main([*shlex.split(about["command"])[3:], *options("--out", tmp_path / "again")])
    assert np.array_equal(made(tmp_path / "again", "table", 3, 2)[0], first)
    assert not np.array_equal(first, thegame.START)
    rows = list(csv.reader((tmp_path / "again" / "thegame.csv").read_text("utf-8").splitlines()))
    assert [row[:3] for row in rows] == [["3", "2", "1"], ["3", "2", "2"]]


def test_tuning_can_start_between_others_weights_and_remembers_what_was_run_before(tmp_path: Path) -> None:
    how = "--start --players 4 --minimum 3 --like 2 --between 3 5 --generations 0 --measure 20"
    thegame.main(options(f"{how} --out", tmp_path))
    there, (found, about) = weights.load("thegame")["table"], made(tmp_path, "table", 4, 3)
    assert np.allclose(found, (there[0, 2] + there[0, 4]) / 2)
    before = weights.provenance("thegame")["settings"]["players 4, minimum 3"]
    assert about["before"] == [*before["before"], before["command"]]


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


def test_odds_are_learned_from_games_by_the_weights_in_the_folder(tmp_path: Path) -> None:
    given = options("--players 2 --minimum 2 --games 20 --seed 4 --out", tmp_path)
    thegame_odds.main(given)
    by_the_bots, about = made(tmp_path, "odds", 2, 2)
    assert about["command"] == shlex.join(["python", "-m", "stichwerk.train.thegame_odds", *given])
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
    *("--measure 0", "--generations -1", "--offspring 1", "--step 0", "--step nan", "--step far"),
    *("--start --like 4", "--start --between 6", "--like 2", "--between 3 5"),
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
def test_a_folder_that_cannot_be_one_is_refused(program: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        program.main(options("--out", tmp_path / "file"))
    assert "cannot be a folder" in capsys.readouterr().err


def test_a_log_that_cannot_be_written_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        thegame.main(options("--out", tmp_path, "--log", tmp_path))
    assert "cannot be written" in capsys.readouterr().err


def test_the_regression_finds_the_odds_that_made_the_games() -> None:
    dice = np.random.default_rng(2)
    given, true = dice.normal(size=(20_000, 3)) * [1, 100, 0.01], np.array([1.0, -0.02, 50.0])
    won = (dice.random(20_000) < 1 / (1 + np.exp(-given @ true))).astype(float)
    assert np.abs(thegame_odds.fit(given, won) / true - 1).max() < 0.1


def test_positions_tell_how_games_end() -> None:
    """A row for each turn, and the odds learned from some games say more about others than their share of wins does."""
    o = set_up("thegame", 2, None, {}).o
    rows = thegame_odds.positions(o, careful.weights_for(o), 300, 5)
    left, _ = careful.careful_games(o, 0, 300, 5)
    for number in (0, 7, 299):
        own = rows[rows[:, -2] == number]
        assert set(own[:, -1]) == {float(left[number] == 0)}
        assert (np.diff(own[:, -3]) <= 0).all(), "there are ever fewer unseen cards"
    _, losses = thegame_odds.learn(o, careful.weights_for(o), 300, 5)
    assert losses["loss"] < 0.9 * losses["loss_of_a_constant"]


def test_a_long_game_is_seen_to_its_end() -> None:
    """A turn may play a single card when nothing is left to draw (RULES 4): 52 turns here, and the game is won."""
    o = set_up("thegame", 5, None, {}).o
    rows = thegame_odds.positions(o, careful.weights_for(o), 1, 9)
    assert (len(rows), set(rows[:, -1])) == (52, {1.0})


def test_a_surprise_costs_much_but_not_everything() -> None:
    assert 10 < thegame_odds.loss(0.0, np.ones(1)) < 100
