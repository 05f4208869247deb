"""How fast games are played at random on one core, beside OpenSpiel's card games played at random from Python in the same run.

    python bench/random_play.py [--seconds 2]

Ratios are against OpenSpiel's `hearts`. Deals are included everywhere.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from stichwerk import Game
from stichwerk.batch import playouts

PEERS = ("hearts", "spades", "hanabi")
SIZES = [("sticheln", n) for n in range(3, 9)] + [("hattrick", n) for n in range(4, 8)] + [("thegame", n) for n in range(1, 6)]

Measured = tuple[str, float, float]  # what, moves/s, rounds/s


def timed(work: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Moves/s and rounds/s of work that reports both, repeated for so long."""
    moves = rounds = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not moves:
        done = work()
        moves, rounds = moves + done[0], rounds + done[1]
    return moves / spent, rounds / spent


def compiled(game: str, players: int, seconds: float) -> Measured:
    """Whole games inside one compiled call, on one thread."""
    playouts("random", game, players, 10, seed=1, threads=1)

    def work() -> tuple[int, int]:
        totals = playouts("random", game, players, 2000, seed=1, threads=1)
        return totals.moves, totals.rounds

    return f"{game} {players} players, compiled", *timed(work, seconds)


def game_play(seconds: float) -> Measured:
    """`Game.play` alone: the moves of finished games made again."""
    games = [random_replay(seed) for seed in range(20)]

    def work() -> tuple[int, int]:
        moves = 0
        for seed, played in enumerate(games):
            game = Game("sticheln", 4, seed=seed)
            for seat, move in played:
                game.play(seat, move)
            moves += len(played)
        return moves, 5 * len(games)

    return "Game.play, sticheln 4 players", *timed(work, seconds)


def game_at_random(seconds: float) -> Measured:
    """The loop OpenSpiel's games are measured with: who is to act, what is legal, one of those, play."""
    chance = random.Random(1)

    def work() -> tuple[int, int]:
        game, moves = Game("sticheln", 4, seed=1), 0
        while not game.over:
            for seat in game.to_act:
                game.play(seat, chance.choice(game.legal(seat)))
                moves += 1
        return moves, 5

    return "Game at random, sticheln 4 players", *timed(work, seconds)


def random_replay(seed: int) -> list[tuple[int, str]]:
    game, chance = Game("sticheln", 4, seed=seed), random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.legal(seat)))
    return [(seat, move) for seat, move in game.replay()["moves"]]


def view_time(players: int) -> float:
    """Mean time of a view over whole games, in microseconds."""
    spent, views, chance = 0.0, 0, random.Random(1)
    for seed in range(5):
        game = Game("sticheln", players, seed=seed)
        while not game.over:
            seat = game.to_act[0]
            start = time.perf_counter()
            view = game.view(seat)
            spent += time.perf_counter() - start
            views += 1
            game.play(seat, chance.choice(view["legal"]))
    return spent / views * 1e6


def open_spiel(name: str, seconds: float) -> tuple[Measured, float] | None:
    """Decisions/s at random, and apply_action/s alone; None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, chance = pyspiel.load_game(name), random.Random(1)
    measured = timed(lambda: (peer_game(game, chance), 1), seconds)
    return (f"OpenSpiel {name}, from Python", *measured), apply_rate(game, chance)


def peer_game(game: Any, chance: random.Random) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def apply_rate(game: Any, chance: random.Random) -> float:
    """apply_action/s when the actions are known beforehand."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    history = state.history()
    start = time.perf_counter()
    for _ in range(200):
        state = game.new_initial_state()
        for action in history:
            state.apply_action(action)
    return 200 * len(history) / (time.perf_counter() - start)


def start_up() -> Iterator[tuple[str, float]]:
    """Seconds a fresh process needs to compile one game's rules, cold and from the cache, and to make a first move without."""
    program = "from stichwerk.batch import playouts; playouts('random', '{}', 4, 1, threads=1)"
    for game in ("sticheln", "hattrick", "thegame"):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "STICHWERK_CACHE": folder}
            for label in ("cold compile", "from cache"):
                start = time.perf_counter()
                subprocess.run([sys.executable, "-c", program.format(game)], env=environment, check=True)
                yield f"{game}: {label}, whole process", time.perf_counter() - start
    start = time.perf_counter()
    first_move = "import stichwerk; g = stichwerk.Game('sticheln', players=4); g.play(0, g.legal(0)[0])"
    subprocess.run([sys.executable, "-c", first_move], check=True)
    yield "import stichwerk, new game, first move, whole process", time.perf_counter() - start


def report(console: Console, rows: list[Measured], base: float | None) -> None:
    table = Table("what", title="random play, one core", title_justify="left")
    for column in ("moves/s", "rounds/s", "× hearts"):
        table.add_column(column, justify="right")
    for what, moves, rounds in rows:
        table.add_row(what, f"{moves:,.0f}", f"{rounds:,.0f}", f"{moves / base:,.1f}" if base else "–")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each row is measured")
    seconds = parser.parse_args().seconds
    console = Console()
    rows = [compiled(game, players, seconds) for game, players in track(SIZES, "compiled", transient=True)]
    rows += [game_at_random(seconds), game_play(seconds)]
    peers = [found for name in PEERS if (found := open_spiel(name, seconds))]
    base = peers[0][0][1] if peers else None
    report(console, rows + [row for row, _ in peers], base)
    if peers:
        rate = peers[0][1]
        console.print(f"OpenSpiel hearts, apply_action alone: {rate:,.0f}/s; Game.play is {rows[-1][1] / rate:.2f}× that")
    else:
        console.print("OpenSpiel is not installed, so there is no peer to compare with: pip install 'stichwerk[bench]'")
    console.print(f"a view, on average over whole games: {view_time(4):.0f} µs with 4 players, {view_time(8):.0f} µs with 8")
    for what, spent in start_up():
        console.print(f"{what}: {spent:.2f} s")


if __name__ == "__main__":
    main()
