"""Training of the learned players: repeatable, whatever the threads, and it learns."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk import Game
from stichwerk.bots import marks_sticheln, mind_hattrick, mind_sticheln, net, weights
from stichwerk.game import observation
from stichwerk.rules import chance, jit, sticheln
from stichwerk.train import hindsight_sticheln, lessons, slopes, tricks
from stichwerk.train.measure import mixtures
from stichwerk.train.run import EVERY, Lesson, Room, Trainer, examine, prepare
from tests.games import play_on

SETS = [(game, number) for game in ("sticheln", "hattrick") for number in range(lessons.sets(game))]


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


@pytest.mark.parametrize("colours", [1, 2])
def test_slopes_of_a_guess_are_those_of_how_likely_the_truth_was(colours: int) -> None:
    """RULES 2.4, Delayed: also where one of two colours is taken to be nearly certain."""
    dice = np.random.default_rng(colours)
    game = Game("sticheln", 4, reveal="after", colours=colours, seed=3)
    play_on(game, random.Random(3), 25)
    o, seen = observation.read(game.view(game.to_act[0]))
    low, high = (sticheln.unseen(o, seen, word) for word in range(2))
    surest = 0.0
    for other, marked in itertools.product(range(4), (0b11, 0b11000) if colours == 2 else (0b1, 0b10000)):
        w, seat = dice.normal(0, 3, mind_sticheln.SIZE), game.to_act[0]
        marks: Any = np.zeros(6)
        marks_sticheln.guess_one(o, seen, seat, other, low, high, w, mind_sticheln.MARKS, marks)  # type: ignore[arg-type]
        surest = max(surest, marks.max())

        def likelihood(weights: Any, out: Any, other: int = other, seat: int = seat, marked: int = marked) -> float:
            return hindsight_sticheln.learn_one(o, seen, seat, other, marked, low, high, weights, out)

        slope = np.zeros_like(w)
        likelihood(w, slope)
        for i in range(mind_sticheln.MARKS, mind_sticheln.SIZE):
            step = np.zeros_like(w)
            step[i] = 1e-6
            change = (likelihood(w + step, np.zeros_like(w)) - likelihood(w - step, np.zeros_like(w))) / 2e-6
            assert slope[i] == pytest.approx(hindsight_sticheln.LOUD * change, abs=1e-5)
    assert surest > 0.6


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


def test_strangers_fill_some_tables_and_learn_nothing() -> None:
    lesson = Lesson("hattrick", [{"players": 4}], strangers="stichwerk.bots.simple_{game}")
    rounds = jit.load("stichwerk.train.rounds", "none", **lesson.modules(), **lesson.company())
    o = prepare("hattrick", {"players": 4}).o.tolist()
    assert [rounds.company(o, turn) for turn in range(0, 4 * EVERY, EVERY)] == [0b1110, 0b1101, 0b1011, 0b0111]
    assert not any(rounds.company(o, turn) for turn in range(4 * EVERY) if turn % EVERY)
    trainer = Trainer(lesson)
    room = Room(rounds, len(trainer.w), len(trainer.critic))
    (s, rng, dice, pile), diary = ([array.tolist() for array in arrays] for arrays in (room.table, room.diary))
    for generator in (rng, dice):
        chance.seed(generator, 1, 1)
    rounds.begin(o, s, rng, pile)
    lines = rounds.play(o, s, 0b1101, trainer.w.tolist(), trainer.critic.tolist(), dice, *diary)
    assert lines > 10
    assert {diary[1][line][rounds.SEAT] for line in range(lines)} == {1}


def test_a_run_leaves_weights_and_where_they_come_from(tmp_path: Path) -> None:
    """… and the command that it tells gives the same weights again."""
    tricks.main(["hattrick", "--rounds", "200", "--threads", "2", "--among", "nobody", "--folder", str(tmp_path / "first")])
    about = json.loads((tmp_path / "first" / "hattrick-0.json").read_text("utf-8"))
    assert about["rounds"] == 200
    w = np.load(tmp_path / "first" / "hattrick-0.npz")["w"]
    assert about["digest"] == weights.digest(w)
    tricks.main([*about["command"].split()[3:], "--folder", str(tmp_path / "again")])
    assert np.array_equal(np.load(tmp_path / "again" / "hattrick-0.npz")["w"], w)


def test_a_last_batch_that_is_small_counts_its_own_rounds_only() -> None:
    lesson = Lesson("hattrick", [{"players": 4}], rounds=67, batch=64)
    trainer = Trainer(lesson)
    told = [trainer.step(0.0, 0.0) for _ in range(2)]
    assert trainer.rounds == 67
    assert told[1][0] < told[0][0] / 10


def test_collecting_takes_what_was_trained_and_leaves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: dict[str, Any] = {}
    monkeypatch.setattr(weights, "save", lambda game, arrays, about: saved.update(w=arrays["w"], about=about))
    before = weights.load("sticheln")["w"]
    np.savez_compressed(tmp_path / "sticheln-3.npz", w=before[3] + 1)
    (tmp_path / "sticheln-3.json").write_text('{"command": "mine"}', "utf-8")
    tricks.main(["sticheln", "--collect", "--folder", str(tmp_path)])
    assert np.array_equal(saved["w"][3], before[3] + 1)
    assert np.array_equal(np.delete(saved["w"], 3, axis=0), np.delete(before, 3, axis=0))
    assert saved["about"]["runs"][3] == {"command": "mine"}
    assert saved["about"]["runs"][4] == weights.provenance("sticheln")["runs"][4]


@pytest.mark.parametrize(
    ("left", "finished", "sentence"),
    [(0, False, "no run of sticheln"), (9, False, "no run of sticheln"), (9, True, "holds 9 weights where the bots have")],
    ids=["nothing", "half a run", "a run of another layout"],
)
def test_collecting_what_is_no_whole_run_is_refused(
    left: int, finished: bool, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(weights, "save")
    if left:
        np.savez_compressed(tmp_path / "sticheln-3.npz", w=np.zeros(left))
    if finished:
        (tmp_path / "sticheln-3.json").write_text("{}", "utf-8")
    with pytest.raises(SystemExit):
        tricks.main(["sticheln", "--collect", "--folder", str(tmp_path)])
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "more",
    [
        ["--set", "12"],
        ["--set", "-1"],
        ["--rounds", "0"],
        ["--threads", "0"],
        ["--among", "chess"],
        ["--rate", "0"],
        ["--seed", "-1"],
    ],
)
def test_nonsense_is_refused_before_anything_is_trained(more: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as error:
        tricks.main(["sticheln", "--folder", str(tmp_path / "none"), *more])
    assert error.value.code == 2
    assert not (tmp_path / "none").exists()


def test_every_lesson_trains_the_set_that_its_settings_are_played_by() -> None:
    for game, mind in (("sticheln", mind_sticheln), ("hattrick", mind_hattrick)):
        for number in range(lessons.sets(game)):
            lesson = lessons.lesson(game, number, 1)
            for setting in [*lesson.settings, *lesson.exam]:
                assert mind.which(prepare(game, setting).o.tolist()) == number
            assert {setting["players"] for setting in lesson.settings} >= set(range(4, 8))


def test_every_mixture_of_sticheln_is_in_a_lesson_with_every_number_of_players() -> None:
    known = {
        tuple(prepare("sticheln", setting).o)
        for number in range(lessons.sets("sticheln"))
        for setting in lessons.lesson("sticheln", number, 1).settings
    }
    for mixture in mixtures("sticheln", {}):
        for players in range(3, 9):
            assert tuple(prepare("sticheln", {"players": players, **mixture}).o) in known


@pytest.mark.parametrize("more", [{"variant": "hazy"}, {"reveal": "after", "colours": 2}], ids=["hazy", "late"])
def test_sticheln_learns_to_choose_to_play_and_to_guess(more: dict[str, Any]) -> None:
    """All weights that such a game has a use for move, the same with any number of threads."""
    lesson = Lesson("sticheln", [{"players": 3, **more}], seed=4, batch=16)
    trainers = [Trainer(lesson, threads) for threads in (1, 3)]
    before = trainers[0].w.copy()
    for trainer in trainers:
        for _ in range(3):
            trainer.step(0.01, 0.01)
    assert np.array_equal(trainers[0].w, trainers[1].w)
    moved = before != trainers[0].w
    playing, choosing, guessing = np.split(moved, [mind_sticheln.CHOOSE, mind_sticheln.MARKS])
    assert playing.mean() > 0.5
    assert guessing.mean() > 0.4
    assert choosing.mean() > 0.5 if "variant" in more else not choosing.any()


@pytest.mark.parametrize(("game", "number"), SETS)
def test_left_alone_training_does_what_made_the_shipped_weights(game: str, number: int) -> None:
    """… by the same command, and its first steps lead where they led then."""
    run = weights.provenance(game)["runs"][number]
    lesson = lessons.lesson(game, number, run["seed"])
    assert run["command"] == tricks._command(game, number, lesson)
    assert tricks.early(lesson) == pytest.approx(run["early"], rel=1e-3)
