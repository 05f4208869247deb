"""Learns how likely a game of The Game is won, from games of the careful bot: `python -m stichwerk.train.thegame_odds`.

A logistic regression of each game's end on the marks of its positions (`bots/thegame_value.py`), by Newton's method with a
little weight on small numbers. The patient bot looks ahead with it. Run it whenever the weights have been tuned anew: it watches
games by those in the folder (`--out`), and by the bots' own where there are none, and leaves its files there too. The bots look
ahead by them only when `--collect` has put both into their weight file, where all other settings stay as they are.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk.bots import thegame_value as value
from stichwerk.bots import weights
from stichwerk.rules import jit
from stichwerk.rules import thegame as rules
from stichwerk.train import asked_for, thegame
from stichwerk.train.thegame_positions import COLUMNS, MARKS

STEPS = 12
RIDGE = 3.0
APART = 5  # one game in so many is not learned from, but measured on
TURNS = rules.CARDS  # rows made room for, for each game: every turn plays a card
PIECE = 200  # games between two moves of the bar
FIRST = 1 << 41  # number of the first game watched: the weights were tuned on others
DIGITS = 8  # of what is learned: the last few are the machine's, which adds up in an order of its own


def unwatched(done: float) -> None:
    """For who wants no bar."""


def positions(o: Any, given: Any, games: int, seed: int, played: Callable[[int], None] = unwatched) -> Any:
    """A row for each turn of so many games (see `thegame_positions`)."""
    train, given = jit.load("stichwerk.train.thegame_positions"), np.ascontiguousarray(given)
    pieces = []
    for first in range(FIRST, FIRST + games, PIECE):
        last = min(first + PIECE, FIRST + games)
        rows = np.zeros(((last - first) * TURNS, COLUMNS))
        pieces.append(rows[: train.record_range(o, first, last, seed, given, rows)].copy())
        played(last - first)
    return np.concatenate(pieces)


def inputs(rows: Any) -> Any:
    """The marks and a one, for each knot by how near it is."""
    marks = np.concatenate([rows[:, :MARKS], np.ones((len(rows), 1))], axis=1)
    at = rows[:, MARKS] * (value.KNOTS - 1)
    near = [np.maximum(0, 1 - np.abs(at - knot)) for knot in range(value.KNOTS)]
    return np.concatenate([marks * share[:, None] for share in near], axis=1)


def fit(given: Any, won: Any, stepped: Callable[[int], None] = unwatched) -> Any:
    """Logistic regression by Newton's method, each column scaled."""
    scale = np.sqrt((given**2).mean(axis=0)) + 1e-9
    columns, found = given / scale, np.zeros(given.shape[1])
    for _ in range(STEPS):
        odds = likelihoods(columns, found)
        slope = columns.T @ (won - odds) - RIDGE * found
        curve = (columns.T * (odds * (1 - odds))) @ columns + RIDGE * np.eye(len(found))
        found = found + np.linalg.solve(curve, slope)
        stepped(1)
    return np.round(found / scale, DIGITS)


def likelihoods(given: Any, found: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(given @ found, -value.SURE, value.SURE)))


def loss(odds: Any, won: Any) -> float:
    """The mean logarithmic loss."""
    return float(-np.log(np.where(won == 1, odds, 1 - odds) + 1e-12).mean())


def learn(o: Any, given: Any, games: int, seed: int, done: Callable[[int], None] = unwatched) -> tuple[Any, dict[str, float]]:
    """The weights, and their loss on games they were not learned from, beside that of the share of wins alone.

    For the bar a step of Newton's takes as long as all the games, which is nearly so.
    """
    rows = positions(o, given, games, seed, done)
    table, won, learned = inputs(rows), rows[:, MARKS + 2], rows[:, MARKS + 1] % APART > 0
    found = fit(table[learned], won[learned], lambda steps: done(steps * games))
    kept, fresh = won[learned], won[~learned]
    losses = {"loss": loss(likelihoods(table[~learned], found), fresh), "loss_of_a_constant": loss(kept.mean(), fresh)}
    return found, {name: round(figure, DIGITS) for name, figure in losses.items()}


def run(asked: argparse.Namespace, tables: dict[tuple[int, int], Any]) -> None:
    """Watches games by these weights: for each setting of players and a minimum."""
    with Progress(console=Console(stderr=True)) as bar:
        for (players, minimum), watched in tables.items():
            began, name = time.monotonic(), thegame.setting(players, minimum)
            task = bar.add_task(f"The Game, odds, {name}", total=asked.games * (1 + STEPS))
            done = partial(bar.advance, task)
            odds, losses = learn(thegame.options(players, minimum), watched, asked.games, asked.seed, done)
            choice = f"--players {players} --minimum {minimum} --seed {asked.seed} --games {asked.games}"
            about = {
                "command": f"python -m stichwerk.train.thegame_odds {choice}",
                "seed": asked.seed,
                "seconds": round(time.monotonic() - began),
                "date": time.strftime("%Y-%m-%d"),
                "watched": weights.digest(watched),
                "digest": weights.digest(odds),
                **losses,
            }
            weights.save(thegame.run_name("odds", players, minimum), {"w": odds}, about, asked.out)


def main(given: list[str] | None = None) -> None:
    parser = thegame.parser_of("thegame_odds", __doc__)
    thegame.add_number(parser, "--games", APART, 8000, "how many to learn from (default: %(default)s)")
    asked = parser.parse_args(given)
    if asked.collect:
        thegame.collect(parser, asked)
        return
    asked_for.room_in(parser, asked.out)
    settings = [(players, minimum) for minimum, players in itertools.product(asked.minimum, asked.players)]
    with asked_for.refusing(parser):
        tables = {setting: thegame.weights_of(asked.out, *setting) for setting in settings}
    run(asked, tables)


if __name__ == "__main__":
    asked_for.to_the_end(main)
