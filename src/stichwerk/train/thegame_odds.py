"""Learns how likely a game of The Game is won, from games of the careful bot: `python -m stichwerk.train.thegame_odds`.

A logistic regression of each game's end on the marks of its positions (`bots/thegame_value.py`), by Newton's method with a
little weight on small numbers. The patient bot looks ahead with it. Run it whenever the weights have been tuned anew.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from stichwerk.batch.setup import set_up
from stichwerk.bots import thegame_value as value
from stichwerk.bots import weights
from stichwerk.rules import jit
from stichwerk.train.thegame_positions import COLUMNS, MARKS

STEPS = 12
RIDGE = 3.0
TURNS = 50  # rows made room for, for each game


def positions(o: Any, given: Any, games: int, seed: int) -> Any:
    """A row for each turn of so many games (see `thegame_positions`)."""
    rows = np.zeros((games * TURNS, COLUMNS))
    train = jit.load("stichwerk.train.thegame_positions")
    return rows[: train.record_range(o, 0, games, seed, np.ascontiguousarray(given), rows)]


def inputs(rows: Any) -> Any:
    """The marks and a one, for each knot by how near it is."""
    marks = np.concatenate([rows[:, :MARKS], np.ones((len(rows), 1))], axis=1)
    at = rows[:, MARKS] * (value.KNOTS - 1)
    near = [np.maximum(0, 1 - np.abs(at - knot)) for knot in range(value.KNOTS)]
    return np.concatenate([marks * share[:, None] for share in near], axis=1)


def fit(given: Any, won: Any) -> Any:
    """Logistic regression by Newton's method, each column scaled."""
    scale = np.sqrt((given**2).mean(axis=0)) + 1e-9
    columns, found = given / scale, np.zeros(given.shape[1])
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-np.clip(columns @ found, -30, 30)))
        slope = columns.T @ (won - odds) - RIDGE * found
        curve = (columns.T * (odds * (1 - odds))) @ columns + RIDGE * np.eye(len(found))
        found = found + np.linalg.solve(curve, slope)
    return found / scale


def loss(given: Any, won: Any, found: Any) -> float:
    """The mean logarithmic loss."""
    odds = 1 / (1 + np.exp(-np.clip(given @ found, -30, 30)))
    return float(-np.log(np.where(won == 1, odds, 1 - odds) + 1e-12).mean())


def learn(o: Any, given: Any, games: int, seed: int) -> tuple[Any, dict[str, float]]:
    """The weights, and their loss on games they were not learned from, beside that of the share of wins alone."""
    rows = positions(o, given, games, seed)
    table, won, kept = inputs(rows), rows[:, MARKS + 2], rows[:, MARKS + 1] % 5 > 0
    found = fit(table[kept], won[kept])
    share = won[kept].mean()
    plain = float(-np.log(np.where(won[~kept] == 1, share, 1 - share)).mean())
    return found, {"loss": loss(table[~kept], won[~kept], found), "loss_of_a_constant": plain}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--minimum", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for the weight file instead of the package")
    args = parser.parse_args(arguments)
    arrays, about = weights.load("thegame"), weights.provenance("thegame")
    odds = arrays.get("odds", np.zeros((2, 5, value.WEIGHTS)))
    settings = [(minimum, players) for minimum in args.minimum for players in args.players]
    for minimum, players in track(settings, "The Game, odds"):
        began = time.time()
        o = set_up("thegame", players, None, {"minimum": minimum}).o
        given = arrays["table"][minimum - 2, players - 1]
        odds[minimum - 2, players - 1], losses = learn(o, given, args.games, args.seed)
        about.setdefault("odds", {})[f"players {players}, minimum {minimum}"] = {
            "command": "python -m stichwerk.train.thegame_odds " + shlex.join(sys.argv[1:]),
            "seed": args.seed,
            "seconds": round(time.time() - began),
            "date": time.strftime("%Y-%m-%d"),
            **losses,
        }
        weights.save("thegame", {**arrays, "odds": odds}, about, args.out)


if __name__ == "__main__":
    main()
