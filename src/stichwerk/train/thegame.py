"""Tunes the weights by which the careful bot plays The Game: `python -m stichwerk.train.thegame`.

For each number of players and each minimum, CMA-ES over whole games in which every seat plays by the same weights. All
candidates of a generation play the same deals, every generation others. What counts is the share of games won, and a little
how many cards are left. Where it stands is measured on deals that are never trained on, and written to a log (`--log`).
The same seed gives the same weights.

Every setting is a run of its own and leaves files of its own in a folder (`--out`). The bots play by them only when `--collect`
has put them into their weight file, where all other settings stay as they are.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import math
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk.batch.setup import set_up
from stichwerk.bots import thegame_worth as worth
from stichwerk.bots import weights
from stichwerk.rules import jit
from stichwerk.rules import thegame as rules
from stichwerk.train import asked_for
from stichwerk.train.cma import Cma

NAME = "thegame"
PLAYERS, MINIMA = range(1, rules.MOST_PLAYERS + 1), (2, 3)
MADE = {"table": "settings", "odds": "odds"}  # the arrays of the weight file, and where the one beside it says how they were made
LEFT = 0.005  # what a card left is worth beside a game won
MEASURED = 1 << 40  # number of the first game measured on; those trained on begin at 0
MOST = 10**6  # of anything one can ask for: a million generations of a million games stay below MEASURED
MEASURES = 12  # how often strength is measured on the way
MEASURED_ON_THE_WAY = 4  # by how many times the games of a candidate
PIECE = 500  # games between two moves of the bar

# Where to begin, and how far to look.
START = np.array([-40, -5, -2, -1, -40, -5, -2, -1, -0.3, -0.3, -0.5, 4, 1, 4, *[0] * worth.MARKS], float)
SCALE = np.array([30, 4, 2, 2, 30, 4, 2, 2, 0.6, 0.6, 0.6, 4, 2, 4] * 2, float)

Play = Callable[[Any, int, int], Any]  # weights, the first game, how many games: how many cards are left in each


def games(o: Any, seed: int, played: Callable[[int], None], given: Any, first: int, count: int) -> Any:
    """How many cards are left in each of so many games."""
    series, given = jit.load("stichwerk.bots.thegame_series"), np.ascontiguousarray(given, np.float64)
    left, moves = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for at in range(0, count, PIECE):
        last = min(at + PIECE, count)
        series.play_range(o, first + at, first + last, seed, given, left[at:last], moves[at:last])
        played(last - at)
    return left


def value(left: Any) -> float:
    return float((left == 0).mean() - LEFT * left.mean())


def strength(play: Play, given: Any, count: int) -> dict[str, Any]:
    """Share of wins with its standard error, and cards left, on deals kept apart."""
    left = play(given, MEASURED, count)
    won = float((left == 0).mean())
    return {"games": count, "won": won, "error": math.sqrt(won * (1 - won) / count), "left": float(left.mean())}


def tune(play: Play, start: Any, asked: argparse.Namespace, told: Callable[[int, Any], None]) -> Any:
    """The best weights found: where the search stood in its second half, on average, since every single stand is noisy."""
    search = Cma(start, SCALE, asked.seed, asked.step, asked.offspring)
    stands = [search.mean]
    for generation in range(asked.generations):
        first = generation * asked.games
        search.tell([value(play(each, first, asked.games)) for each in search.ask()])
        stands.append(search.mean)
        told(generation + 1, middle(stands))
    return middle(stands)


def middle(stands: list[Any]) -> Any:
    return np.mean(stands[len(stands) // 2 :], axis=0)


def run(asked: argparse.Namespace, command: str, log: Any) -> None:
    with Progress(console=Console(stderr=True)) as bar:
        for minimum, players in itertools.product(asked.minimum, asked.players):
            began = time.monotonic()
            tuned, measured = _tune_setting(asked, players, minimum, bar, log)
            about = {
                "before": _before(players, minimum) if asked.start else [],
                "command": command,
                "seed": asked.seed,
                "seconds": round(time.monotonic() - began),
                "date": time.strftime("%Y-%m-%d"),
                "strength": measured,
            }
            weights.save(run_name("table", players, minimum), {"w": tuned}, about, asked.out)


def _tune_setting(asked: argparse.Namespace, players: int, minimum: int, bar: Progress, log: Any) -> tuple[Any, dict[str, Any]]:
    """The weights for a setting, and how strong they are."""
    task = bar.add_task(f"The Game, {setting(players, minimum)}", total=_games_asked(asked))
    o = set_up(NAME, players, None, {"minimum": minimum}).o
    play = partial(games, o, asked.seed, partial(bar.advance, task))
    tuned = tune(play, _start(asked, players, minimum), asked, _logger(play, asked, players, minimum, log))
    return tuned, strength(play, tuned, asked.measure)


def _start(asked: argparse.Namespace, players: int, minimum: int) -> Any:
    """The weights to start from: plain ones, or those that the bots have, of other settings if that is asked."""
    if not asked.start:
        return START
    like = weights.load(NAME)["table"][(asked.like or minimum) - 2]
    return np.mean([like[other - 1] for other in asked.between or [players]], axis=0)


def _before(players: int, minimum: int) -> list[str]:
    """What was run for a setting so far, the first first: the weights there were are where one started."""
    made = weights.provenance(NAME)["settings"][setting(players, minimum)]
    return [*made["before"], made["command"]]


def _logger(play: Play, asked: argparse.Namespace, players: int, minimum: int, log: Any) -> Callable[[int, Any], None]:
    """Now and then measures where the search stands and writes it down."""
    began = time.monotonic()

    def write_down(generation: int, mean: Any) -> None:
        if generation % _every(asked.generations) == 0:
            found = strength(play, mean, MEASURED_ON_THE_WAY * asked.games)
            row = [players, minimum, generation, round(time.monotonic() - began), f"{found['won']:.4f}", f"{found['error']:.4f}"]
            csv.writer(log).writerow([*row, f"{found['left']:.2f}"])
            log.flush()

    return write_down


def _every(generations: int) -> int:
    """After how many generations strength is measured."""
    return max(1, generations // MEASURES)


def _games_asked(asked: argparse.Namespace) -> int:
    """How many games a setting takes: for the candidates, for the log and for the strength at the end."""
    candidates = asked.generations * asked.offspring + asked.generations // _every(asked.generations) * MEASURED_ON_THE_WAY
    return int(candidates * asked.games + asked.measure)


def setting(players: int, minimum: int) -> str:
    return f"players {players}, minimum {minimum}"


def run_name(part: str, players: int, minimum: int) -> str:
    """What the files of a run are called."""
    return f"{NAME}-{part}-players-{players}-minimum-{minimum}"


def runs(asked: argparse.Namespace) -> Iterator[tuple[str, int, int, Path]]:
    """What has been trained for these settings and lies in the folder. (The `.json` of a run is written last.)"""
    for part, minimum, players in itertools.product(MADE, asked.minimum, asked.players):
        path = asked.out / f"{run_name(part, players, minimum)}.json"
        if path.exists():
            yield part, players, minimum, path


def put_together(asked: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any]]:
    """The bots' weights and what is to be known of them, with the folder's in their place where there are some."""
    arrays, about = weights.load(NAME), weights.provenance(NAME)
    for part, players, minimum, path in runs(asked):
        arrays[part][minimum - 2, players - 1] = np.load(path.with_suffix(".npz"))["w"]
        about[MADE[part]][setting(players, minimum)] = json.loads(path.read_text("utf-8"))
    return arrays, about


def parser_of(name: str, description: str | None) -> argparse.ArgumentParser:
    """For what can be asked of `thegame` and of `thegame_odds` alike."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog=f"stichwerk.train.{name}", description=description, formatter_class=formatter)
    add_choices(parser, "--players", PLAYERS, "for how many players, 1 to 5 (default: each number)", default=PLAYERS)
    add_choices(parser, "--minimum", MINIMA, "for which minimum, 2 or 3 (default: both)", default=MINIMA)
    parser.add_argument("--seed", type=asked_for.seed, default=1, metavar="N", help="default: %(default)s")
    parser.add_argument("--out", type=Path, default=Path("trained"), help="a folder for the runs' files (default: %(default)s)")
    sentence = "train nothing: put the weights and odds that the folder has for these settings into the bots' weight file"
    parser.add_argument("--collect", action="store_true", help=sentence)
    return parser


def add_choices(parser: argparse.ArgumentParser, flag: str, possible: Sequence[int], sentence: str, **more: Any) -> None:
    parser.add_argument(flag, type=int, nargs="+", choices=possible, metavar="N", help=sentence, **more)


def add_number(parser: argparse.ArgumentParser, flag: str, least: int, default: int, sentence: str) -> None:
    def number(text: str) -> int:
        if not (text.isdecimal() and least <= int(text) <= MOST):
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} to {MOST}")
        return int(text)

    parser.add_argument(flag, type=number, default=default, metavar="N", help=sentence)


def command_of(parser: argparse.ArgumentParser, given: list[str] | None) -> str:
    """What was typed, or what a program that calls `main` would have had to type."""
    return shlex.join(["python", "-m", parser.prog, *(sys.argv[1:] if given is None else given)])


def make_room(parser: argparse.ArgumentParser, folder: Path) -> None:
    """Before anything is done that would be lost without it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"argument --out: {folder} cannot be a folder: {error.strerror}")


def collect(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    if not any(runs(asked)):
        parser.error(f"argument --collect: {asked.out} has nothing for these settings")
    weights.save(NAME, *put_together(asked))


def main(given: list[str] | None = None) -> None:
    parser = _parser()
    asked = parser.parse_args(given)
    if (asked.like or asked.between) and not asked.start:
        parser.error("--like and --between say which weights to go on from: they need --start")
    if asked.collect:
        collect(parser, asked)
        return
    make_room(parser, asked.out)
    path = asked.log or asked.out / f"{NAME}.csv"
    try:
        log = path.open("a", newline="", encoding="utf-8")
    except OSError as error:
        parser.error(f"argument --log: {path} cannot be written: {error.strerror}")
    with log:
        run(asked, command_of(parser, given), log)


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("thegame", __doc__)
    add_number(parser, "--generations", 0, 200, "0: only measure the weights to start from (default: %(default)s)")
    add_number(parser, "--offspring", 2, 16, "how many candidates a generation has (default: %(default)s)")
    add_number(parser, "--games", 1, 400, "for each candidate (default: %(default)s)")
    add_number(parser, "--measure", 1, 10_000, "games to measure the strength by at the end (default: %(default)s)")
    parser.add_argument("--step", type=asked_for.above_zero, default=0.5, help="how far to look at first (default: %(default)s)")
    parser.add_argument("--start", action="store_true", help="go on from the bots' weights, not from plain ones")
    parser.add_argument("--like", type=int, choices=MINIMA, help="with --start: … from those for this minimum")
    add_choices(parser, "--between", PLAYERS, "with --start: … from the mean of those for these numbers of players")
    columns = "players, minimum, generation, seconds, won, error, left"
    parser.add_argument("--log", type=Path, help=f"a file to add {columns} to (default: {NAME}.csv in the folder)")
    return parser


if __name__ == "__main__":
    main()
