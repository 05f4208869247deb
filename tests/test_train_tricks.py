"""Training of the learned players: repeatable, whatever the threads, and it learns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk.bots import net, weights
from stichwerk.rules import chance, jit
from stichwerk.train import lessons, slopes, tricks
from stichwerk.train.run import Lesson, Room, Trainer, examine, prepare


def test_slopes_are_those_of_the_network() -> None:
    """Against differences, weight by weight."""
    dice = np.random.default_rng(1)
    shared, own, n = 3, 2, 2
    w = dice.normal(size=net.size(shared, own))
    situation, moves, pull = dice.normal(size=shared), dice.normal(size=own * n), dice.normal(size=n)

    def value(weights: Any) -> float:
        out = np.zeros(n)
        net.weigh(weights, 0, situation, shared, moves, own, n, out)  # type: ignore[arg-type]
        return float(out @ pull)

    found = np.zeros_like(w)
    slopes.add(w, 0, situation, shared, moves, own, n, pull, found)  # type: ignore[arg-type]
    for i in dice.choice(len(w), 60, replace=False):
        step = np.zeros_like(w)
        step[i] = 1e-6
        assert found[i] == pytest.approx((value(w + step) - value(w - step)) / 2e-6, abs=1e-5)


def test_training_is_repeatable_and_learns() -> None:
    lesson = Lesson("hattrick", [{"players": 4}], seed=3, batch=64)
    trainers = [Trainer(lesson, threads) for threads in (1, 3)]
    before = examine(lesson, trainers[0].w, {"players": 4}, 100, "stichwerk.batch.random_policy")[0]
    for trainer in trainers:
        for _ in range(60):
            trainer.step(0.004, 0.01)
    assert np.array_equal(trainers[0].w, trainers[1].w)
    after, error = examine(lesson, trainers[0].w, {"players": 4}, 100, "stichwerk.batch.random_policy")
    assert after > before + 3 * error


def test_strangers_fill_every_other_table_and_learn_nothing() -> None:
    lesson = Lesson("hattrick", [{"players": 4}], strangers="stichwerk.bots.simple_{game}")
    rounds = jit.load("stichwerk.train.rounds", "none", **lesson.modules(), **lesson.company())
    o = prepare("hattrick", {"players": 4}).o.tolist()
    assert [rounds.company(o, turn) for turn in range(4)] == [0b1110, 0, 0b1101, 0]
    trainer = Trainer(lesson)
    room = Room(rounds.rules, rounds.mind, len(trainer.w), len(trainer.critic))
    (s, rng, dice, pile), diary = ([array.tolist() for array in arrays] for arrays in (room.table, room.diary))
    for generator in (rng, dice):
        chance.seed(generator, 1, 1)
    rounds.begin(o, s, rng, pile)
    lines = rounds.play(o, s, 0b1101, trainer.w.tolist(), trainer.critic.tolist(), dice, *diary)
    assert lines > 10
    assert {diary[1][line][rounds.SEAT] for line in range(lines)} == {1}


def test_going_on_starts_from_the_bots_own_weights_where_no_run_is_left(tmp_path: Path) -> None:
    arrays, about = tricks._former("sticheln", 1, tmp_path / "sticheln-1")
    assert np.array_equal(arrays["w"].astype(np.float32), weights.load("sticheln")["w"][1])
    assert about == weights.provenance("sticheln")["runs"][1]
    late = Trainer(Lesson("hattrick", [{"players": 4}]), former={"w": weights.load("hattrick")["w"][0].astype(float)})
    before = late.w.copy(), late.critic.copy()
    late.step(0.01, 0.01, only_critic=late.critic_is_late)
    assert np.array_equal(late.w, before[0])
    assert not np.array_equal(late.critic, before[1])


def test_a_run_leaves_weights_and_where_they_come_from(tmp_path: Path) -> None:
    for more in ([], ["--go-on"]):
        tricks.main(["hattrick", "--rounds", "128", "--folder", str(tmp_path), *more])
    about = json.loads((tmp_path / "hattrick-0.json").read_text("utf-8"))
    assert about["rounds"] == 128
    assert "--go-on" in about["command"]
    assert about["after"]["seed"] == 1
    assert np.load(tmp_path / "hattrick-0.npz")["w"].ndim == 1


def test_every_lesson_can_be_set_up() -> None:
    for game in ("sticheln", "hattrick"):
        for number in range(lessons.sets(game)):
            assert {setting["players"] for setting in lessons.lesson(game, number, 1).settings} >= set(range(4, 8))
