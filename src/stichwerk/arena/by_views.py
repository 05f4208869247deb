"""Simulation with bots that are not compiled: whole games through `Game` and views, counted like compiled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stichwerk import bots
from stichwerk.batch import tallies
from stichwerk.batch.play import Totals, nothing
from stichwerk.game import Game
from stichwerk.game.notation import STICHELN_MOVES

if TYPE_CHECKING:
    from stichwerk.arena.simulate import Question

SEEDS = 1 << 63


def play(question: Question, seed: int, first: int, last: int) -> Totals:
    """Plays games first … last-1 of a seed (other deals than the compiled games of that seed)."""
    counted = nothing()
    bots.prepare(question.bot, question.game)
    for number in range(first, last):
        own = (seed + number * 1_000_003) % SEEDS
        game = Game(question.game, question.players, question.variant, seed=own, **question.options)
        seats = [bots.make(question.bot, (own + 1 + seat) % SEEDS) for seat in range(question.players)]
        count(game, play_out(game, seats), counted)
    return counted


def play_out(game: Game, seats: list[bots.Bot]) -> int:
    """Plays to the end; how many moves it took. Every bot may signal after every move of The Game."""
    moves = 0
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, seats[seat].act(game.view(seat)))
        moves += 1
        if game.name == "thegame":
            give_signals(game, seats)
    return moves


def give_signals(game: Game, seats: list[bots.Bot]) -> None:
    for seat, bot in enumerate(seats):
        for signal in [] if game.over else bot.signal(game.view(seat)):
            game.signal(seat, signal)


def count(game: Game, moves: int, counted: Totals) -> None:
    """Adds a finished game to the counters, from its public log."""
    counters = counted.counters
    if game.name == "thegame":
        tallies.count_score(counters, 0, -game.left)
        tallies.count_game(counters, moves, 1, 1 if game.won else 0)
        return
    chosen: dict[int, list[str]] = {}
    leader: int | None = None
    for event in game.log():
        if event["event"] == "deal":
            chosen, leader = {}, None
        elif event["event"] == "play" and leader is None:
            leader = event["seat"]
        elif event["event"] == "reveal":
            chosen.setdefault(event["seat"], []).append(event["card"])
        elif event["event"] == "score":
            tallies.count_score(counters, (event["seat"] - (leader or 0)) % game.players, event["points"])
            for card in chosen.get(event["seat"], []):
                tallies.count_card(counters, STICHELN_MOVES[card], event["points"])
    for points in game.round_scores:
        tallies.count_table(counters, sum(points))
    tallies.count_game(counters, moves, len(game.round_scores), sum(1 << seat for seat in game.winners))
