"""Tunes the weights by which the careful bot plays The Game: `python -m stichwerk.train.thegame`.

For each number of players and each minimum, CMA-ES over whole games in which every seat plays by the same weights. All
candidates of a generation play the same deals, every generation others, and later ones more of them. What counts is the share
of games won, and a little how many cards are left. Experts (minimum 3) go on from the weights of the usual game: those in the
folder, and the bots' own where there are none. Where it stands is measured on deals that are never trained on, said, and written
down beside the weights. Left alone every setting is tuned just as the shipped one was: the same seed gives the same weights,
whatever the threads.

Every setting is a run of its own and leaves files of its own in a folder (`--out`). The bots play by them only when `--collect`
has put them into their weight file, where all other settings stay as they are.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress, TaskID

from stichwerk.batch.setup import set_up
from stichwerk.bots import thegame_value, weights
from stichwerk.bots import thegame_worth as worth
from stichwerk.rules import jit
from stichwerk.rules import thegame as rules
from stichwerk.train import asked_for
from stichwerk.train.cma import Cma

NAME = "thegame"
PLAYERS, MINIMA = range(1, rules.MOST_PLAYERS + 1), (2, 3)
MADE = {"table": "settings", "odds": "odds"}  # the arrays of the weight file, and where the one beside it says how they were made
SIZES = {"table": worth.WEIGHTS, "odds": thegame_value.WEIGHTS}  # how many weights a setting has in each
LEFT = 0.005  # what a card left is worth beside a game won
GENERATIONS = (70, 70, 120, 70, 70)  # for each number of players: with three the search climbs for longer
MEASURED = 1 << 40  # number of the first game measured on; those trained on begin at 0
MOST = 10**6  # of anything one can ask for: a million generations of a million games stay below MEASURED
MEASURES = 12  # how often strength is measured on the way
MEASURED_ON_THE_WAY = 4000  # games
PIECE = 500  # games between two moves of the bar
FEWER = 5  # so many times fewer games has a candidate of the first generation than one of the last
STEP, STEP_ON = 0.5, 0.2  # how far to look at first; for who goes on from good weights

# Where to begin, and how far to look.
START = np.array([-40, -5, -2, -1, -40, -5, -2, -1, -0.3, -0.3, -0.5, 4, 1, 4, *[0] * worth.MARKS], float)
SCALE = np.array([30, 4, 2, 2, 30, 4, 2, 2, 0.6, 0.6, 0.6, 4, 2, 4] * 2, float)

Play = Callable[[Any, int, int], Any]  # weights, the first game, how many games: how many cards are left in each


def games(o: Any, seed: int, played: Callable[[int], None], given: Any, first: int, count: int) -> Any:
    """How many cards are left in each of so many games. (With none it only compiles.)"""
    series, given = jit.load("stichwerk.bots.thegame_series"), np.ascontiguousarray(given, np.float64)
    left, moves = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for at in range(0, max(count, 1), PIECE):
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


def tune(play: Play, search: Cma, asked: argparse.Namespace, told: Callable[[int, Any], None]) -> Any:
    """The best weights found: where the search stood in its second half, on average, since every single stand is noisy."""
    stands, first = [search.mean], 0
    play(search.mean, 0, 0)  # no game: it only compiles, here where Ctrl-C ends it, as it does not in a pool
    with ThreadPoolExecutor(asked.threads) as pool:
        for generation in range(asked.generations):
            count = _games_of(asked, generation)
            search.tell(list(pool.map(lambda each, at=first, count=count: value(play(each, at, count)), search.ask())))
            first += count
            stands.append(search.mean)
            told(generation + 1, middle(stands))
    return middle(stands)


def _games_of(asked: argparse.Namespace, generation: int) -> int:
    """How many games a candidate plays."""
    share = (1 + (FEWER - 1) * generation / max(asked.generations - 1, 1)) / FEWER
    return max(1, round(float(asked.games * share)))


def middle(stands: list[Any]) -> Any:
    return np.mean(stands[len(stands) // 2 :], axis=0)


def run(wanted: argparse.Namespace) -> None:
    with Progress(console=Console(stderr=True)) as bar:
        for minimum, players in itertools.product(wanted.minimum, wanted.players):
            began, asked = time.monotonic(), settled(wanted, players)
            task = bar.add_task(f"The Game, {setting(players, minimum)}", total=_games_asked(asked))
            play = partial(games, options(players, minimum), asked.seed, partial(bar.advance, task))
            start = start_of(asked, players, minimum)
            log: list[str] = []
            tuned = tune(play, search_from(start, asked, minimum), asked, _logger(play, asked, bar, task, log))
            about = {
                "command": _command(asked, players, minimum),
                "seed": asked.seed,
                "seconds": round(time.monotonic() - began),
                "threads": asked.threads,
                "date": time.strftime("%Y-%m-%d"),
                "start": weights.digest(start),
                "digest": weights.digest(tuned),
                "early": early(asked, players, minimum, start),
                "log": log,
                "strength": strength(play, tuned, asked.measure),
            }
            weights.save(run_name("table", players, minimum), {"w": tuned}, about, asked.out)


def settled(asked: argparse.Namespace, players: int) -> argparse.Namespace:
    """What was asked for, with as many generations as so many players need where nothing was said of them."""
    return argparse.Namespace(**{**vars(asked), "generations": asked.generations or GENERATIONS[players - 1]})


def options(players: int, minimum: int) -> Any:
    return set_up(NAME, players, None, {"minimum": minimum}).o


def start_of(asked: argparse.Namespace, players: int, minimum: int) -> Any:
    """The weights to start from: plain ones, or for experts those of the usual game."""
    return START if minimum == MINIMA[0] else weights_of(asked.out, players, MINIMA[0])


def weights_of(folder: Path, players: int, minimum: int) -> Any:
    """By which the careful bot plays: those in the folder, and its own where there are none."""
    path, size = path_of(folder, "table", players, minimum), SIZES["table"]
    if os.path.exists(path):
        return weights.load_run(path, size)[0]
    own = weights.load(NAME)["table"][minimum - MINIMA[0], players - 1]
    return weights.check_size(own, size, f"the bots' weight file for {setting(players, minimum)}")


def search_from(start: Any, asked: argparse.Namespace, minimum: int) -> Cma:
    return Cma(start, SCALE, asked.seed, STEP if minimum == MINIMA[0] else STEP_ON, asked.offspring)


def early(asked: argparse.Namespace, players: int, minimum: int, start: Any) -> float:
    """How far the first generation leads: by which a test can tell whether tuning still does as it did."""
    play = partial(games, options(players, minimum), asked.seed, lambda played: None)
    search = search_from(start, asked, minimum)
    search.tell([value(play(each, 0, _games_of(asked, 0))) for each in search.ask()])
    return round(float((search.mean - start) / SCALE @ np.sin(np.arange(len(start)))), 6)


def _command(asked: argparse.Namespace, players: int, minimum: int) -> str:
    """What to type for the same weights."""
    how_long = f"--generations {asked.generations} --offspring {asked.offspring} --games {asked.games} --measure {asked.measure}"
    return f"python -m stichwerk.train.{NAME} --players {players} --minimum {minimum} --seed {asked.seed} {how_long}"


def _logger(play: Play, asked: argparse.Namespace, bar: Progress, task: TaskID, log: list[str]) -> Callable[[int, Any], None]:
    """Now and then measures where the search stands, says it and writes it down."""
    began = time.monotonic()

    def tell(generation: int, mean: Any) -> None:
        if generation % _every(asked.generations) == 0:
            found = strength(play, mean, min(MEASURED_ON_THE_WAY, asked.measure))
            log.append(line(generation, time.monotonic() - began, found))
            bar.console.print(f"{bar.tasks[task].description} {log[-1]}", highlight=False, soft_wrap=True)

    return tell


def line(generation: int, seconds: float, found: dict[str, Any]) -> str:
    """How far it is, and how strong."""
    won = f"{100 * found['won']:.1f} ± {100 * found['error']:.1f} %"
    return f"{generation:5d} generations {seconds:5.0f} s won {won} left {found['left']:.2f}"


def _every(generations: int) -> int:
    """After how many generations strength is measured."""
    return max(1, generations // MEASURES)


def _games_asked(asked: argparse.Namespace) -> int:
    """How many games a setting takes: for the candidates, for the log and for the strength at the end."""
    candidates: int = asked.offspring * sum(_games_of(asked, generation) for generation in range(asked.generations))
    on_the_way: int = asked.generations // _every(asked.generations) * min(MEASURED_ON_THE_WAY, asked.measure)
    return candidates + on_the_way + int(asked.measure)


def setting(players: int, minimum: int) -> str:
    return f"players {players}, minimum {minimum}"


def run_name(part: str, players: int, minimum: int) -> str:
    """What the files of a run are called."""
    return f"{NAME}-{part}-players-{players}-minimum-{minimum}"


def path_of(folder: Path, part: str, players: int, minimum: int) -> Path:
    """What is written last of a run."""
    return folder / f"{run_name(part, players, minimum)}.json"


def runs(folder: Path, players: Sequence[int], minima: Sequence[int]) -> Iterator[tuple[str, int, int, Path]]:
    """What has been trained for these settings and lies in the folder."""
    for part, minimum, number in itertools.product(MADE, minima, players):
        path = path_of(folder, part, number, minimum)
        if os.path.exists(path):
            yield part, number, minimum, path


def put_together(folder: Path, players: Sequence[int], minima: Sequence[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The bots' weights and what is to be known of them, with the folder's in their place where there are some."""
    arrays, about = weights.load(NAME), weights.provenance(NAME)
    rows: dict[str, dict[Any, Any]] = {part: {} for part in SIZES}
    for part, number, minimum, path in runs(folder, players, minima):
        row, about[MADE[part]][setting(number, minimum)] = weights.load_run(path, SIZES[part])
        rows[part][minimum - MINIMA[0], number - 1] = row
    for part, size in SIZES.items():
        arrays[part] = weights.renewed(arrays[part], (len(MINIMA), len(PLAYERS), size), rows[part])
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


def add_number(parser: argparse.ArgumentParser, flag: str, least: int, default: int | None, sentence: str) -> None:
    def number(text: str) -> int:
        if not (text.isdecimal() and least <= int(text) <= MOST):
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} to {MOST}")
        return int(text)

    parser.add_argument(flag, type=number, default=default, metavar="N", help=sentence)


def collect(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    for players, minima in itertools.product(named(asked.players, PLAYERS), named(asked.minimum, MINIMA)):
        if not any(runs(asked.out, players, minima)):
            missing = f"players {' '.join(map(str, players))}, minimum {' '.join(map(str, minima))}"
            parser.error(f"argument --collect: {asked.out} has nothing for {missing}")
    with asked_for.refusing(parser):
        arrays, about = put_together(asked.out, asked.players, asked.minimum)
    for where, odds in about["odds"].items():
        if odds.get("watched") != about["settings"][where]["digest"]:
            parser.error(f"argument --collect: odds for {where} come from games by other weights: run thegame_odds first")
    weights.save(NAME, arrays, about)
    found = [path.stem for *_, path in runs(asked.out, asked.players, asked.minimum)]
    print(f"taken from {asked.out}: {', '.join(found)}")


def named(asked: Sequence[int], possible: Sequence[int]) -> list[Sequence[int]]:
    """Each number that was asked for by itself; left alone, all together."""
    return [possible] if asked is possible else [[number] for number in asked]


def main(given: list[str] | None = None) -> None:
    parser = _parser()
    asked = parser.parse_args(given)
    if asked.collect:
        collect(parser, asked)
        return
    asked_for.room_in(parser, asked.out)
    with asked_for.refusing(parser):
        for players in asked.players:
            start_of(asked, players, asked.minimum[0])  # what is needed later is tuned before
    run(asked)


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("thegame", __doc__)
    sentence = f"default: {', '.join(map(str, GENERATIONS))} for 1 to {len(GENERATIONS)} players"
    add_number(parser, "--generations", 1, None, sentence)
    add_number(parser, "--offspring", 2, 16, "how many candidates a generation has (default: %(default)s)")
    add_number(parser, "--games", 1, 800, "for each candidate of the last generation (default: %(default)s)")
    add_number(parser, "--measure", 1, 10_000, "games to measure the strength by at the end (default: %(default)s)")
    parser.add_argument("--threads", type=asked_for.at_least_one, default=1, metavar="N", help="default: %(default)s")
    return parser


if __name__ == "__main__":
    asked_for.to_the_end(main)
