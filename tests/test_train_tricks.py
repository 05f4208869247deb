"""Training of the learned players: repeatable, whatever the threads, and it learns."""

from __future__ import annotations

import itertools
import json
import random
import threading
from collections.abc import Callable
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


def test_compiling_is_no_work_for_threads_which_ctrl_c_would_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[bool, int]] = []

    def play(trainer: Trainer, room: Room, share: tuple[int, int], curiosity: float) -> None:
        calls.append((threading.current_thread() is threading.main_thread(), share[1] - share[0]))
        room.told[0] = 1

    monkeypatch.setattr(Trainer, "_play", play)
    Trainer(Lesson("hattrick", [{"players": 4}], batch=16), threads=2).step(0.0, 0.0)
    assert calls == [(True, 0), *[(False, 2)] * 8], "the compiled call, with no round"


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
    tricks.main(["hattrick", "--rounds", "60", "--threads", "2", "--among", "nobody", "--out", str(tmp_path / "first")])
    about = json.loads((tmp_path / "first" / "hattrick-0.json").read_text("utf-8"))
    assert about["rounds"] == 60
    w = np.load(tmp_path / "first" / "hattrick-0.npz")["w"]
    assert about["digest"] == weights.digest(w)
    tricks.main([*about["command"].split()[3:], "--out", str(tmp_path / "again")])
    assert np.array_equal(np.load(tmp_path / "again" / "hattrick-0.npz")["w"], w)


@pytest.mark.parametrize("rounds", [60, 1000], ids=["at the end", "on the way"])
def test_training_that_diverges_says_so_and_leaves_nothing(
    rounds: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as error:
        tricks.main(["hattrick", "--rate", "1e300", "--rounds", str(rounds), "--out", str(tmp_path)])
    assert error.value.code == f"hattrick 0: training diverged within {min(rounds, 64)} rounds: a smaller --rate is needed"
    assert "nan" not in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_last_batch_that_is_small_counts_its_own_rounds_only() -> None:
    lesson = Lesson("hattrick", [{"players": 4}], rounds=67, batch=64)
    trainer = Trainer(lesson)
    told = [trainer.step(0.0, 0.0) for _ in range(2)]
    assert trainer.rounds == 67
    assert told[1][0] < told[0][0] / 10


def leave(folder: Path, name: str, w: Any) -> dict[str, Any]:
    """A run's files, and what is told in them."""
    np.savez_compressed(folder / f"{name}.npz", w=w)
    about = {"command": "mine", "digest": weights.digest(w)}
    (folder / f"{name}.json").write_text(json.dumps(about), "utf-8")
    return about


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What would be the bots' by now: they keep theirs."""
    found: dict[str, Any] = {}
    monkeypatch.setattr(weights, "save", lambda game, arrays, about: found.update(w=arrays["w"], about=about))
    return found


def test_collecting_takes_what_was_trained_and_leaves_the_rest(
    tmp_path: Path, saved: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    before = weights.load("sticheln")["w"]
    mine = leave(tmp_path, "sticheln-3", before[3] + 1)
    tricks.main(["sticheln", "--collect", "--out", str(tmp_path)])
    assert np.array_equal(saved["w"][3], before[3] + 1)
    assert np.array_equal(np.delete(saved["w"], 3, axis=0), np.delete(before, 3, axis=0))
    assert saved["about"]["runs"][3] == mine
    assert saved["about"]["runs"][4] == weights.provenance("sticheln")["runs"][4]
    saved.clear()
    for more in ("--set 4", "--set 3 --set 4"):
        with pytest.raises(SystemExit):
            tricks.main(["sticheln", "--collect", *more.split(), "--out", str(tmp_path)])
        assert capsys.readouterr().err.endswith(f"{tmp_path} has no run of sticheln for the sets 4\n")
        assert not saved, "all the sets asked for, or none"


@pytest.mark.parametrize(
    ("left", "finished", "sentence"),
    [(0, False, "no run of sticheln"), (9, False, "no run of sticheln"), (9, True, "holds 9 weights where the code has")],
    ids=["nothing", "half a run", "a run of another layout"],
)
def test_collecting_what_is_no_whole_run_is_refused(
    left: int, finished: bool, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], saved: dict[str, Any]
) -> None:
    if left:
        leave(tmp_path, "sticheln-3", np.zeros(left))
    if not finished:
        (tmp_path / "sticheln-3.json").unlink(missing_ok=True)
    with pytest.raises(SystemExit):
        tricks.main(["sticheln", "--collect", "--out", str(tmp_path)])
    assert sentence in capsys.readouterr().err
    assert not saved


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


MISSING = "hattrick-0.json or the .npz beside it is missing or damaged: train it anew"
DAMAGES: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "no weights": (lambda told, trained: trained.unlink(), MISSING),
    "half of what is told": (lambda told, trained: cut_off(told), MISSING),
    "half of the weights": (lambda told, trained: cut_off(trained), MISSING),
    "empty weights": (lambda told, trained: trained.write_bytes(b""), MISSING),
    "no archive": (lambda told, trained: trained.write_bytes(b"garbage"), MISSING),
    "something else told": (lambda told, trained: told.write_text("[]", "utf-8"), MISSING),
    "something else in the archive": (lambda told, trained: np.savez(trained, v=np.zeros(3)), MISSING),
    "weights that are words": (lambda told, trained: np.savez(trained, w=np.array(["a", "b"])), MISSING),
    "weights that are no numbers": (
        lambda told, trained: leave(told.parent, "hattrick-0", np.full(mind_hattrick.SIZE, np.nan)),
        "hattrick-0.npz holds weights that are no numbers: train it anew",
    ),
    "weights of a run after it": (
        lambda told, trained: np.savez(trained, w=np.ones(mind_hattrick.SIZE)),
        "hattrick-0.npz is not what the .json beside it tells of, as if a run had been stopped: train it anew",
    ),
}


@pytest.mark.parametrize(("damage", "sentence"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_run_is_refused_with_one_sentence(
    damage: Callable[[Path, Path], object],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    saved: dict[str, Any],
) -> None:
    leave(tmp_path, "hattrick-0", np.zeros(mind_hattrick.SIZE))
    damage(tmp_path / "hattrick-0.json", tmp_path / "hattrick-0.npz")
    with pytest.raises(SystemExit):
        tricks.main(["hattrick", "--collect", "--out", str(tmp_path)])
    assert capsys.readouterr().err.endswith(f"error: {tmp_path}/{sentence}\n")
    assert not saved


def test_when_the_code_has_another_layout_all_sets_are_collected_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], saved: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shipped is of the old one."""
    shipped = {"w": np.zeros((lessons.sets("sticheln"), 5), np.float32)}
    monkeypatch.setattr(weights, "load", lambda game: shipped)
    dice = np.random.default_rng(1)
    rows = dice.normal(size=(lessons.sets("sticheln"), mind_sticheln.SIZE)).astype(np.float32)
    for number, row in enumerate(rows):
        assert not saved
        with pytest.raises(SystemExit):
            tricks.main(["sticheln", "--collect", "--out", str(tmp_path)])
        leave(tmp_path, f"sticheln-{number}", row)
    assert f"all 12 runs of {mind_sticheln.SIZE} weights each must be collected together" in capsys.readouterr().err
    tricks.main(["sticheln", "--collect", "--out", str(tmp_path)])
    assert saved["w"].dtype == np.float32
    assert np.array_equal(saved["w"], rows)
    assert [run["digest"] for run in saved["about"]["runs"]] == [weights.digest(row) for row in rows]


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
        tricks.main(["sticheln", "--out", str(tmp_path / "none"), *more])
    assert error.value.code == 2
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("folder", ["file", "/proc"], ids=["a file", "not to be written"])
def test_a_folder_that_cannot_be_one_is_refused(folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        tricks.main(["hattrick", "--rounds", "10", "--out", str(tmp_path / folder)])
    assert "cannot be a folder" in capsys.readouterr().err


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
