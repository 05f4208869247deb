"""What is published of the bots of The Game (see `published`): how often they win, on seeds by which nothing was tuned."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk import bots
from stichwerk.batch.setup import check_threads
from stichwerk.bots import careful, weights
from stichwerk.train import thegame

PLAYERS = thegame.PLAYERS
PIECE = 20  # games a thread plays at a time
FIRST = 10  # games of which more is written down, so that a test can tell whether the bot still plays as it did
HOW = (
    "won: percent of games in which all seats play by the bot; error: one standard error; left: cards left, on average; "
    "first: how many moves the first few games took; digest: of the weights it played by"
)


@dataclass(frozen=True)
class Row:
    """A bot in the usual game (minimum 2) or among experts (3), for each number of players."""

    bot: str
    minimum: int
    games: int
    seed: int

    def command(self, players: int) -> str:
        """What to type for the same figure."""
        expert = " --variant expert" if self.minimum == 3 else ""
        return f"stichwerk simulate thegame{expert} --bot {self.bot} --players {players} --games {self.games} --seed {self.seed}"


ROWS = {
    "thegame": {
        "careful": Row("careful", 2, 10_000, 2026),
        "patient": Row("patient", 2, 1000, 2027),
        "careful, expert": Row("careful", 3, 10_000, 2026),
        "patient, expert": Row("patient", 3, 1000, 2027),
    }
}


def measure(game: str, rows: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each row what was found with each number of players."""
    asked = [(name, ROWS[game][name]) for name in rows]
    with Progress(console=Console(file=sys.stderr), transient=True) as bar, ThreadPoolExecutor(check_threads(None)) as pool:
        task = bar.add_task("measuring", total=len(PLAYERS) * sum(row.games for _, row in asked))
        for name, row in asked:
            bots.prepare(row.bot, game)
            yield name, {setting_of(players): figure(row, players, pool, lambda n: bar.advance(task, n)) for players in PLAYERS}


def setting_of(players: int) -> str:
    return f"players {players}"


def figure(row: Row, players: int, pool: ThreadPoolExecutor, played: Callable[[int], None]) -> dict[str, Any]:
    left, moves = ends(row, players, pool, played)
    won = float((left == 0).mean())
    return {
        "won": round(100 * won, 1),
        "error": round(100 * math.sqrt(won * (1 - won) / len(left)), 1),
        "left": round(float(left.mean()), 2),
        "first": moves[:FIRST].tolist(),
        "games": row.games,
        "command": row.command(players),
        "digest": digest(row, players),
    }


def ends(row: Row, players: int, pool: ThreadPoolExecutor, played: Callable[[int], None]) -> Any:
    """Cards left and moves made, in each game."""
    o, whole, found = thegame.options(players, row.minimum), bots.series(row.bot, "thegame"), []
    firsts = range(0, row.games, PIECE)
    for piece in pool.map(lambda first: whole(o, first, min(first + PIECE, row.games), row.seed), firsts):
        found.append(piece)
        played(len(piece[0]))
    return np.concatenate(found, axis=1)


def digest(row: Row, players: int) -> str:
    """Of the weights a bot plays by; the patient one's hopes among them."""
    o = thegame.options(players, row.minimum)
    return weights.digest(np.concatenate([careful.weights_for(o), *([careful.odds_for(o)] if row.bot == "patient" else [])]))


def line(row: str, found: dict[str, Any]) -> str:
    """A row as it is published."""
    figures: Sequence[dict[str, Any]] = [found[setting_of(players)] for players in PLAYERS]
    bot, comma, more = row.partition(",")
    return f"| `{bot}`{comma}{more} | {' | '.join(told(figure) for figure in figures)} | {figures[0]['games']:,} |"


def told(figure: dict[str, Any]) -> str:
    return f"{figure['won']} ± {figure['error']}"
