"""Trains the learned players of Sticheln and Hat Trick: `python -m stichwerk.train.tricks sticheln --minutes 10`.

Every set of weights is a run of its own (`--set`); `collect` puts their files together into the one the bots load.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk import bots
from stichwerk.bots import weights, yardstick
from stichwerk.train import lessons
from stichwerk.train.run import train

STRANGERS = ("random", "simple", "quick", "ismcts")
FEWER = 100  # iterations of `ismcts` as a stranger: a tenth of its usual ones plays much the same way


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="stichwerk.train.tricks", description=__doc__)
    parser.add_argument("game", choices=("sticheln", "hattrick"))
    parser.add_argument("--set", type=int, action="append", help="which sets of weights to train (default: all)")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--rounds", type=int, help="stop after so many rounds instead: the same seed then gives the same weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("trained"), help="where the runs' files go")
    parser.add_argument("--rate", type=float, help="how fast to learn at first")
    parser.add_argument("--among", choices=STRANGERS, help="who fills every other table, beside one learner (default: nobody)")
    parser.add_argument(
        "--go-on", action="store_true", help="start from the weights a former run left in the folder, or else from the bots'"
    )
    parser.add_argument("--collect", action="store_true", help="train nothing: make the bots' weight file of the runs'")
    asked = parser.parse_args(given)
    if asked.collect:
        collect(asked.game, asked.folder)
        return
    for number in asked.set or range(lessons.sets(asked.game)):
        run(asked, number)


def run(asked: argparse.Namespace, number: int) -> None:
    """One set: its weights, and what is to be known of them."""
    asked.folder.mkdir(parents=True, exist_ok=True)
    path = asked.folder / f"{asked.game}-{number}"
    former, about_former = _former(asked.game, number, path) if asked.go_on else ({}, None)
    log: list[str] = []

    start = time.monotonic()
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(f"{asked.game} {number}", total=1.0)

        def say(line: str) -> None:
            bar.console.print(f"{asked.game} {number} {line}", highlight=False)
            log.append(line)

        def show(done: float) -> None:
            bar.update(task, completed=done)

        lesson = lessons.lesson(asked.game, number, asked.seed)
        lesson = replace(lesson, **_company(asked.among, asked.game), rate=asked.rate or lesson.rate)
        trainer = train(lesson, asked.minutes, say, asked.threads, former, asked.rounds, show)
    np.savez_compressed(f"{path}.npz", w=trainer.w, critic=trainer.critic)
    about: dict[str, Any] = {
        "command": f"python -m stichwerk.train.tricks {asked.game} --set {number} --seed {asked.seed} {_how(asked)}",
        "seed": asked.seed,
        "rounds": trainer.rounds,
        "seconds": round(time.monotonic() - start),
        "threads": asked.threads,
        "log": log,
    }
    if about_former:
        about["after"] = about_former
    Path(f"{path}.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")


def _company(among: str | None, game: str) -> dict[str, Any]:
    """The strangers of a lesson."""
    if among == "ismcts":
        return {"strangers": "stichwerk.bots.ismcts", "sizes": yardstick.sized(FEWER)}
    return {"strangers": bots.policy(among, game)} if among else {}


def _former(game: str, number: int, path: Path) -> tuple[dict[str, Any], Any]:
    """The weights to start from, and what is to be known of them. (The bots' come without their critic.)"""
    if Path(f"{path}.npz").exists():
        return dict(np.load(f"{path}.npz")), json.loads(Path(f"{path}.json").read_text("utf-8"))
    return {"w": weights.load(game)["w"][number].astype(np.float64)}, weights.provenance(game)["runs"][number]


def _how(asked: argparse.Namespace) -> str:
    """How it was asked to train; by the clock no two runs are quite the same."""
    length = f"--rounds {asked.rounds}" if asked.rounds else f"--minutes {asked.minutes:g} --threads {asked.threads}"
    rate = f" --rate {asked.rate:g}" if asked.rate else ""
    among = f" --among {asked.among}" if asked.among else ""
    return length + rate + among + (" --go-on" if asked.go_on else "")


def collect(game: str, folder: Path) -> None:
    """Sets without a run in the folder stay as they are. What was measured is to be measured again, and is left for that."""
    found = [_former(game, number, folder / f"{game}-{number}") for number in range(lessons.sets(game))]
    about = weights.provenance(game) | {"runs": [run for _, run in found]}
    weights.save(game, {"w": np.array([arrays["w"] for arrays, _ in found], np.float32)}, about)


if __name__ == "__main__":
    main()
