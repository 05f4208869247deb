"""Trains the learned players of Sticheln and Hat Trick: `python -m stichwerk.train.tricks sticheln`.

Every set of weights is a run of its own (`--set`), and left alone it is trained just as the shipped one was: the same seed
gives the same weights, to the bit, whatever the threads. `--collect` puts the runs' files together into the one the bots load.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk import bots
from stichwerk.bots import weights
from stichwerk.train import asked_for, lessons
from stichwerk.train.run import Lesson, Trainer, train

EARLY = 4  # batches
NOBODY = "nobody"
STRANGERS = (NOBODY, "random", "simple")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="stichwerk.train.tricks", description=__doc__)
    parser.add_argument("game", choices=("sticheln", "hattrick"))
    parser.add_argument("--set", type=int, action="append", metavar="N", help="which sets of weights to train (default: all)")
    parser.add_argument("--rounds", type=asked_for.at_least_one, help="how long to train (default: as long as was shipped)")
    parser.add_argument("--seed", type=asked_for.seed, default=1)
    parser.add_argument("--threads", type=asked_for.at_least_one, default=1)
    parser.add_argument("--folder", type=Path, default=Path("trained"), help="where the runs' files go (default: %(default)s)")
    parser.add_argument("--rate", type=asked_for.above_zero, help="how fast to learn at first")
    parser.add_argument("--among", choices=STRANGERS, help="who fills one table in four, beside one learner (default: simple)")
    parser.add_argument("--collect", action="store_true", help="train nothing: make the bots' weight file of the runs'")
    asked = parser.parse_args(arguments)
    every = range(lessons.sets(asked.game))
    if any(number not in every for number in asked.set or ()):
        parser.error(f"argument --set: {asked.game} has the sets {every[0]} to {every[-1]}")
    if asked.collect:
        try:
            found = collect(asked.game, asked.folder)
        except ValueError as error:
            parser.error(str(error))
        print(f"{asked.game}: taken from {asked.folder}: sets {', '.join(map(str, found))}")
        return
    for number in asked.set or every:
        run(asked.game, number, _lesson(asked, number), asked.threads, asked.folder)


def _lesson(asked: argparse.Namespace, number: int) -> Lesson:
    lesson = lessons.lesson(asked.game, number, asked.seed)
    if asked.among:
        lesson = replace(lesson, strangers=None if asked.among == NOBODY else bots.policy(asked.among, asked.game))
    return replace(lesson, rate=lesson.rate if asked.rate is None else asked.rate, rounds=asked.rounds or lesson.rounds)


def run(game: str, number: int, lesson: Lesson, threads: int, folder: Path) -> None:
    """One set: its weights, and what is to be known of them."""
    folder.mkdir(parents=True, exist_ok=True)
    log: list[str] = []
    start = time.monotonic()
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(f"{game} {number}", total=lesson.rounds)

        def say(line: str) -> None:
            bar.console.print(f"{game} {number} {line}", highlight=False)
            log.append(line)

        w = train(lesson, say, threads, lambda done: bar.update(task, completed=done)).astype(np.float32)
    trained, told = _files(folder, game, number)
    np.savez_compressed(trained, w=w)
    about = {
        "command": _command(game, number, lesson),
        "seed": lesson.seed,
        "rounds": lesson.rounds,
        "seconds": round(time.monotonic() - start),
        "threads": threads,
        "digest": weights.digest(w),
        "early": early(lesson),
        "log": log,
    }
    told.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", "utf-8")


def early(lesson: Lesson) -> float:
    """How far the first few steps of a run lead: by which a test can tell whether training still does as it did."""
    trainer = Trainer(lesson)
    start = trainer.w.copy()
    for _ in range(EARLY):
        trainer.step(lesson.rate, lesson.curiosity)
    return round(float((trainer.w - start) @ np.sin(np.arange(len(start)))), 6)


def _command(game: str, number: int, lesson: Lesson) -> str:
    """What to type for the same weights."""
    among = next((name for name in STRANGERS[1:] if lesson.strangers == bots.policy(name, game)), NOBODY)
    length = f"--rounds {lesson.rounds} --rate {lesson.rate!r} --among {among}"
    return f"python -m stichwerk.train.tricks {game} --set {number} --seed {lesson.seed} {length}"


def collect(game: str, folder: Path) -> list[int]:
    """Puts the runs in the folder among the bots' weights, and says which sets these were; all others stay as they are.

    What is published of changed sets must be measured anew (`train.published`): a test says so.
    """
    w, about = weights.load(game)["w"], weights.provenance(game)
    found = [number for number in range(lessons.sets(game)) if _files(folder, game, number)[1].exists()]  # written last
    if not found:
        raise ValueError(f"no run of {game} is in the folder {folder}")
    for number in found:
        trained, told = _files(folder, game, number)
        row = np.load(trained)["w"]
        if row.shape != w[number].shape:
            raise ValueError(f"{trained} holds {row.size} weights where the bots have {w[number].size}: train that set anew")
        w[number] = row
        about["runs"][number] = json.loads(told.read_text("utf-8"))
    weights.save(game, {"w": w}, about)
    return found


def _files(folder: Path, game: str, number: int) -> tuple[Path, Path]:
    """Where a run leaves its weights, and what is to be known of them."""
    return folder / f"{game}-{number}.npz", folder / f"{game}-{number}.json"


if __name__ == "__main__":
    main()
