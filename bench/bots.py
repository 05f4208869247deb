"""How long the bots take at a table, each beside its yardstick in the same run.

    python bench/bots.py [--rounds 3]

Sticheln and Hat Trick: every bot is asked for the same moves as `ismcts`, from the same views. The Game: whole turns, each bot in
games of its own on the same deals, beside `careful`. What is told is one thread's processor time, compiling not included.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from stichwerk import Game, bots
from stichwerk.train import asked_for

TRICKS, TURNS = ("ismcts", "quick", "strong"), ("careful", "patient")  # the yardstick first
SETTINGS: list[dict[str, Any]] = [
    *({"game": "sticheln", "players": players} for players in range(3, 9)),
    *(
        {"game": "sticheln", "players": players, "variant": variant}
        for players in (4, 8)
        for variant in ("reverse", "mild", "aggravated", "hazy", "delayed")
    ),
    *({"game": "sticheln", "players": players, "reveal": "after", "colours": 2} for players in (4, 8)),
    *({"game": "hattrick", "players": players} for players in (4, 6)),
    *({"game": "thegame", "players": players} for players in range(1, 6)),
]

Spent = dict[str, tuple[float, int]]  # by bot: seconds, and for how many moves or turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sentence = "rounds, or games of The Game, for each row (default: %(default)s)"
    parser.add_argument("--rounds", type=asked_for.at_least_one, default=3, help=sentence)
    rounds = parser.parse_args().rounds
    for game, names in (("sticheln", TRICKS), ("hattrick", TRICKS), ("thegame", TURNS)):
        for name in names:
            bots.prepare(name, game)
    table = Table("game", "bot", title="thinking, processor time", title_justify="left")
    for column in ("ms", "× its yardstick"):
        table.add_column(column, justify="right")
    for setting in track(SETTINGS, "thinking", transient=True):
        for row in rows(setting, turns(setting, rounds) if setting["game"] == "thegame" else moves(setting, rounds)):
            table.add_row(*row)
    Console().print(table)


def rows(setting: dict[str, Any], spent: Spent) -> Iterator[tuple[str, ...]]:
    each = {name: seconds / times for name, (seconds, times) in spent.items()}
    yardstick = next(iter(each.values()))
    for name, seconds in each.items():
        yield " ".join(map(str, setting.values())), name, f"{1000 * seconds:.3f}", f"{seconds / yardstick:.2f}"


def moves(setting: dict[str, Any], rounds: int) -> Spent:
    """All bots for every move of some rounds, which go on as the last bot says."""
    players = {name: bots.make(name, 1) for name in TRICKS}
    spent, asked = dict.fromkeys(TRICKS, 0.0), 0
    for seed in range(rounds):
        game = Game(**setting, seed=seed, rounds=1)
        while not game.over:
            view, move = game.view(game.to_act[0]), ""
            asked += 1
            for name, bot in players.items():
                start = time.thread_time()
                move = bot.act(view)
                spent[name] += time.thread_time() - start
            game.play(view["seat"], move)
    return {name: (seconds, asked) for name, seconds in spent.items()}


def turns(setting: dict[str, Any], games: int) -> Spent:
    """Every bot's turns, the start step and the signals left out."""
    found: Spent = {}
    for name in TURNS:
        seconds, count = 0.0, 0
        for seed in range(games):
            game, players = Game(**setting, seed=seed), [bots.make(name, seat) for seat in range(setting["players"])]
            while not game.over:
                view = game.view(game.to_act[0])
                start = time.thread_time()
                move = players[view["seat"]].act(view)
                if view["phase"] == "play":
                    seconds += time.thread_time() - start
                    count += not view["played"]
                game.play(view["seat"], move)
                for seat, player in enumerate(players):
                    for signal in player.signal(game.view(seat)):
                        game.signal(seat, signal)
        found[name] = seconds, count
    return found


if __name__ == "__main__":
    main()
