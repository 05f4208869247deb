"""Tunes the weights by which the careful bot plays The Game: `python -m stichwerk.train.thegame`.

For each number of players and each minimum, CMA-ES over whole games in which every seat plays by the same weights. All
candidates of a generation play the same deals, every generation others. What counts is the share of games won, and a little
how many cards are left. Where it stands is measured on deals that are never trained on, and written to a log (`--log`).
The same seed gives the same weights.
"""

from __future__ import annotations

import argparse
import csv
import math
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stichwerk.batch.setup import set_up
from stichwerk.bots import thegame_worth as worth
from stichwerk.bots import weights
from stichwerk.rules import jit
from stichwerk.train.cma import Cma

NAME = "thegame"
LEFT = 0.005  # what a card left is worth beside a game won
TRAINED, MEASURED = 0, 1 << 40  # numbers of the first games trained and measured on
MEASURES = 12  # how often strength is measured on the way

# Where to begin, and how far to look.
START = np.array([-40, -5, -2, -1, -40, -5, -2, -1, -0.3, -0.3, -0.5, 4, 1, 4, *[0] * worth.MARKS], float)
SCALE = np.array([30, 4, 2, 2, 30, 4, 2, 2, 0.6, 0.6, 0.6, 4, 2, 4] * 2, float)


def games(o: Any, given: Any, first: int, count: int, seed: int) -> Any:
    """How many cards are left in each of so many games."""
    left, moves = np.zeros(count, np.int64), np.zeros(count, np.int64)
    series = jit.load("stichwerk.bots.thegame_series")
    series.play_range(o, first, first + count, seed, np.ascontiguousarray(given, np.float64), left, moves)
    return left


def value(left: Any) -> float:
    return float((left == 0).mean() - LEFT * left.mean())


def strength(o: Any, given: Any, count: int, seed: int) -> dict[str, Any]:
    """Share of wins with its standard error, and cards left, on deals kept apart."""
    left = games(o, given, MEASURED, count, seed)
    won = float((left == 0).mean())
    return {"games": count, "won": won, "error": math.sqrt(won * (1 - won) / count), "left": float(left.mean())}


def tune(o: Any, start: Any, args: argparse.Namespace, step: Callable[[int, Any], None]) -> Any:
    """The best weights found: where the search stood in its second half, on average, since every single stand is noisy."""
    search = Cma(start, SCALE, args.seed, args.step, args.offspring)
    stands = [search.mean]
    for generation in range(args.generations):
        tried = search.ask()
        first = TRAINED + generation * args.games
        search.tell([value(games(o, each, first, args.games, args.seed)) for each in tried])
        stands.append(search.mean)
        step(generation + 1, middle(stands))
    return middle(stands)


def middle(stands: list[Any]) -> Any:
    return np.mean(stands[len(stands) // 2 :], axis=0)


def run(args: argparse.Namespace) -> None:
    arrays, about = _begin(args)
    table = arrays["table"]
    with _progress(args) as (bar, log):
        for minimum in args.minimum:
            for players in args.players:
                began = time.time()
                o = set_up("thegame", players, None, {"minimum": minimum}).o
                task = bar.add_task(f"The Game, {players}, minimum {minimum}", total=args.generations)
                tuned = tune(o, table[minimum - 2, players - 1], args, _shower(bar, task, log, o, (players, minimum), args))
                table[minimum - 2, players - 1] = tuned
                measured = strength(o, tuned, args.measure, args.seed)
                name = f"players {players}, minimum {minimum}"
                about["settings"][name] = {
                    "before": _commands(about["settings"].get(name)),
                    "command": "python -m stichwerk.train.thegame " + shlex.join(sys.argv[1:]),
                    "seed": args.seed,
                    "seconds": round(time.time() - began),
                    "date": time.strftime("%Y-%m-%d"),
                    "strength": measured,
                }
                weights.save(NAME, arrays, about, args.out)


def _commands(made: dict[str, Any] | None) -> list[str]:
    """What was run for a setting so far, the first first: the weights there were are where one started."""
    return [*made["before"], made["command"]] if made else []


def _begin(args: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any]]:
    """The weights to start from: those there are, or the same plain ones for every setting."""
    arrays: dict[str, Any] = {"table": np.tile(START, (2, 5, 1))}
    about: dict[str, Any] = {
        "what": "The Game: table[minimum - 2, players - 1] is for bots/thegame_worth.py, odds for thegame_value.py"
    }
    about["settings"] = {}
    if args.start:
        arrays, about = weights.load(NAME), weights.provenance(NAME)
    before = arrays["table"].copy()
    for minimum in args.minimum:
        like = before[(args.like or minimum) - 2]
        for players in args.players:
            rows = [like[other - 1] for other in args.between or [players]]
            arrays["table"][minimum - 2, players - 1] = np.mean(rows, axis=0)
    return arrays, about


@contextmanager
def _progress(args: argparse.Namespace) -> Iterator[tuple[Progress, Any]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar, args.log.open("a", newline="") as file:
        yield bar, file


def _shower(
    bar: Progress, task: Any, log: Any, o: Any, setting: tuple[int, int], args: argparse.Namespace
) -> Callable[[int, Any], None]:
    """Moves the bar, and now and then measures where the search stands and writes it down."""
    began, every = time.time(), max(1, args.generations // MEASURES)

    def step(generation: int, mean: Any) -> None:
        bar.update(task, completed=generation)
        if generation % every == 0:
            found = strength(o, mean, args.games * 4, args.seed)
            row = [*setting, generation, round(time.time() - began), f"{found['won']:.4f}", f"{found['error']:.4f}"]
            csv.writer(log).writerow([*row, f"{found['left']:.2f}"])
            log.flush()

    return step


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--minimum", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--offspring", type=int, default=16)
    parser.add_argument("--games", type=int, default=400, help="for each candidate")
    parser.add_argument("--measure", type=int, default=10_000, help="games to measure the strength at the end")
    parser.add_argument("--step", type=float, default=0.5, help="how far to look at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", action="store_true", help="go on from the weights there are")
    parser.add_argument("--like", type=int, metavar="MINIMUM", help="start from the weights for another minimum")
    parser.add_argument("--between", type=int, nargs="+", metavar="PLAYERS", help="… from the mean of those for these numbers")
    parser.add_argument(
        "--log", type=Path, default=Path("thegame.csv"), help="players, minimum, generation, seconds, won, error, left"
    )
    parser.add_argument("--out", type=Path, help="a folder for the weight file instead of the package")
    run(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
