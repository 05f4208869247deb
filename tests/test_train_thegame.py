"""What tunes The Game's weights: the search finds a hidden best in noise, and the same seed gives the same weights."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np

from stichwerk.batch.setup import set_up
from stichwerk.bots import careful, weights
from stichwerk.train import thegame, thegame_odds
from stichwerk.train.cma import Cma


def test_the_search_finds_the_best_of_badly_scaled_and_noisy_numbers() -> None:
    dice = np.random.default_rng(1)
    best, scale = np.array([3.0, -200.0, 0.5, 40.0]), np.array([1.0, 100.0, 0.1, 30.0])
    search = Cma(np.zeros(4), scale, seed=1)
    for _ in range(120):
        tried = search.ask()
        search.tell(-(((tried - best) / scale) ** 2).sum(axis=1) + 0.01 * dice.standard_normal(len(tried)))
    assert np.abs((search.mean - best) / scale).max() < 0.2


def test_the_same_seed_gives_the_same_weights_and_says_where_they_come_from(tmp_path: Path) -> None:
    found = []
    for name in ("first", "second"):
        folder = tmp_path / name
        options = "--players 3 --minimum 2 --generations 2 --offspring 4 --games 10 --measure 50 --seed 3"
        thegame.main([*options.split(), "--out", str(folder), "--log", str(tmp_path / f"{name}.csv")])
        found.append(np.load(folder / "thegame.npz")["table"])
        about = json.loads((folder / "thegame.json").read_text())["settings"]["players 3, minimum 2"]
        assert (about["seed"], about["strength"]["games"], about["before"]) == (3, 50, [])
        rows = list(csv.reader((tmp_path / f"{name}.csv").read_text("utf-8").splitlines()))
        assert [row[:3] for row in rows] == [["3", "2", "1"], ["3", "2", "2"]]
    assert np.array_equal(*found)
    assert not np.array_equal(found[0][0, 2], thegame.START)


def test_tuning_can_start_between_others_weights_and_remembers_what_was_run_before(tmp_path: Path) -> None:
    options = "--start --players 4 --minimum 3 --like 2 --between 3 5 --generations 0 --measure 20"
    thegame.main([*options.split(), "--out", str(tmp_path), "--log", str(tmp_path / "log.csv")])
    there, made = weights.load("thegame")["table"], np.load(tmp_path / "thegame.npz")
    assert np.allclose(made["table"][1, 3], (there[0, 2] + there[0, 4]) / 2)
    made_before = weights.provenance("thegame")["settings"]["players 4, minimum 3"]
    about = json.loads((tmp_path / "thegame.json").read_text("utf-8"))["settings"]["players 4, minimum 3"]
    assert about["before"] == [*made_before["before"], made_before["command"]]
    assert "odds" in made


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
