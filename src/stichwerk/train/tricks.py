"""Trains the learned players of Sticheln and Hat Trick: `python -m stichwerk.train.tricks sticheln`.

Every set of weights is a run of its own (`--set`), and left alone it is trained just as the shipped one was: the same seed
gives the same weights, to the bit, whatever the threads. `--collect` puts the runs' files together into the one the bots load.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk import bots
from stichwerk.bots import weights
from stichwerk.train import asked_for, lessons
from stichwerk.train.run import Diverged, Lesson, Trainer, train

EARLY = 4  # batches
NOBODY = "nobody"
STRANGERS = (NOBODY, "random", "simple")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="stichwerk.train.tricks", description=__doc__)
    parser.add_argument("game", choices=("sticheln", "hattrick"))
    parser.add_argument("--set", type=int, action="append", metavar="N", help="which sets of weights (default: all)")
    parser.add_argument("--rounds", type=asked_for.at_least_one, help="how long to train (default: as long as was shipped)")
    parser.add_argument("--seed", type=asked_for.seed, default=1, help="default: %(default)s")
    parser.add_argument("--threads", type=asked_for.at_least_one, default=1, help="default: %(default)s")
    parser.add_argument("--out", type=Path, default=Path("trained"), help="a folder for the runs' files (default: %(default)s)")
    parser.add_argument("--rate", type=asked_for.above_zero, help="how fast to learn at first (default: as was shipped)")
    parser.add_argument("--among", choices=STRANGERS, help="who fills one table in four, beside one learner (default: simple)")
    parser.add_argument("--collect", action="store_true", help="train nothing: make the bots' weight file of the runs'")
    asked = parser.parse_args(arguments)
    every = range(lessons.sets(asked.game))
    if any(number not in every for number in asked.set or ()):
        parser.error(f"argument --set: {asked.game} has the sets {every[0]} to {every[-1]}")
    if asked.collect:
        with asked_for.refusing(parser):
            found = collect(asked.game, asked.out, asked.set or ())
        print(f"{asked.game}: taken from {asked.out}: sets {', '.join(map(str, found))}")
        return
    asked_for.room_in(parser, asked.out)
    try:
        for number in asked.set or every:
            run(asked.game, number, _lesson(asked, number), asked.threads, asked.out)
    except Diverged as error:
        sys.exit(f"{asked.game} {number}: {error}")


def _lesson(asked: argparse.Namespace, number: int) -> Lesson:
    lesson = lessons.lesson(asked.game, number, asked.seed)
    if asked.among:
        lesson = replace(lesson, strangers=None if asked.among == NOBODY else bots.policy(asked.among, asked.game))
    return replace(lesson, rate=lesson.rate if asked.rate is None else asked.rate, rounds=asked.rounds or lesson.rounds)


def run(game: str, number: int, lesson: Lesson, threads: int, folder: Path) -> None:
    """One set: its weights, and what is to be known of them."""
    log: list[str] = []
    start = time.monotonic()
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(f"{game} {number}", total=lesson.rounds)

        def say(line: str) -> None:
            bar.console.print(f"{game} {number} {line}", highlight=False, soft_wrap=True)
            log.append(line)

        w = train(lesson, say, threads, lambda done: bar.update(task, completed=done)).astype(np.float32)
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
    weights.save(_run_name(game, number), {"w": w}, about, folder)


def early(lesson: Lesson) -> float:
    """How far the first few steps of a run lead: by which a test can tell whether training still does as it did."""
    trainer = Trainer(replace(lesson, rounds=EARLY * lesson.batch))
    start = trainer.w.copy()
    for _ in range(EARLY):
        trainer.step(lesson.rate, lesson.curiosity)
    return round(float((trainer.w - start) @ np.sin(np.arange(len(start)))), 6)


def _command(game: str, number: int, lesson: Lesson) -> str:
    """What to type for the same weights."""
    among = next((name for name in STRANGERS[1:] if lesson.strangers == bots.policy(name, game)), NOBODY)
    length = f"--rounds {lesson.rounds} --rate {lesson.rate!r} --among {among}"
    return f"python -m stichwerk.train.tricks {game} --set {number} --seed {lesson.seed} {length}"


def collect(game: str, folder: Path, named: Sequence[int]) -> list[int]:
    """Puts the folder's runs (those of the sets that are named, or all) among the bots' weights, and says which these were.

    All other sets stay as they are.

    What is published of changed sets must be measured anew (`train.published`): a test says so.
    """
    every, size = range(lessons.sets(game)), lessons.size(game)
    paths = {number: folder / f"{_run_name(game, number)}.json" for number in named or every}  # written last
    runs = {number: weights.load_run(path, size) for number, path in paths.items() if os.path.exists(path)}
    missing = [str(number) for number in paths if number not in runs]
    if missing and (named or not runs):
        raise ValueError(f"argument --collect: {folder} has no run of {game} for the sets {', '.join(missing)}")
    shipped, about = weights.load(game)["w"], weights.provenance(game)
    w = weights.renewed(shipped, (len(every), size), {number: row for number, (row, _) in runs.items()})
    told = dict(enumerate(about["runs"])) | {number: told for number, (_, told) in runs.items()}
    weights.save(game, {"w": w}, {**about, "runs": [told[number] for number in every]})
    return list(runs)


def _run_name(game: str, number: int) -> str:
    """What the files of a run are called."""
    return f"{game}-{number}"


if __name__ == "__main__":
    asked_for.to_the_end(main)
