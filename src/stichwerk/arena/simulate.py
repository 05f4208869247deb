"""Asks many games a question: plays them in pieces, so that progress shows and whatever has been played counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from stichwerk import bots
from stichwerk.arena import by_views
from stichwerk.batch import tallies
from stichwerk.batch.play import Totals, nothing, playouts
from stichwerk.batch.setup import check_count, check_device, check_seed, check_threads, parts, set_up
from stichwerk.game.refusals import BadOption

PIECE = 0.3  # seconds a piece of the work should take: short enough to stop soon, long enough to lose nothing


@dataclass(frozen=True)
class Question:
    """What is asked: these games, played by this bot in every seat."""

    game: str
    players: int
    bot: str = "simple"
    games: int = 100_000
    seed: int | None = None
    variant: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    device: str = "cpu"
    threads: int | None = None


def check(question: Question) -> None:
    """Refuses what cannot be asked, before anything is played."""
    check_count("games", question.games)
    check_device(question.device)
    set_up(question.game, question.players, question.variant, question.options)
    bots.check_name(question.bot, question.game, files=True)
    if question.device == "cuda" and not bots.on_cuda(question.bot, question.game):
        raise BadOption("simulate.device", bot=question.bot)


def ask(question: Question, progress: Callable[[int], None] = lambda played: None) -> tuple[Totals, bool]:
    """Plays the games; what was counted, and whether all were played (Ctrl-C stops early and keeps what there is)."""
    check(question)
    counted, compiled = nothing(), bots.policy(question.bot, question.game)
    pieces = _compiled_pieces(question, compiled) if compiled else _other_pieces(question)
    try:
        for totals in pieces:
            counted += totals
            progress(counted.games)
    except KeyboardInterrupt:
        return counted, False
    return counted, True


def _compiled_pieces(question: Question, policy: str) -> Iterator[Totals]:
    seed, first, piece = check_seed(question.seed), 0, 1
    while first < question.games:
        games = min(piece, question.games - first)
        start = time.perf_counter()
        yield playouts(
            policy,
            question.game,
            question.players,
            games,
            question.device,
            seed,
            question.variant,
            first=first,
            threads=question.threads,
            **question.options,
        )
        first += games
        piece = next_piece(games, time.perf_counter() - start) if first > games else 1  # the first one also compiled


def next_piece(games: int, spent: float) -> int:
    """How many games to play next so that they take about PIECE, changing by at most a factor of eight."""
    wanted = games * PIECE / max(spent, 1e-9)
    return max(1, int(min(max(wanted, games / 8), games * 8)))


def _other_pieces(question: Question) -> Iterator[Totals]:
    whole = bots.series(question.bot, question.game)
    return _pieces_by_views(question) if whole is None else _pieces_of_series(question, whole)


def _pieces_of_series(question: Question, whole: Callable[..., tuple[Any, Any]]) -> Iterator[Totals]:
    """Bots of The Game that play whole games in one compiled call, which lets go of Python: a part in each thread."""
    workers, seed, first = check_threads(question.threads), check_seed(question.seed), 0
    o, piece = set_up(question.game, question.players, question.variant, question.options).o, workers
    whole(o, 0, 0, seed)  # not one game: it only compiles, here where Ctrl-C ends it; a pool waits for its threads
    with ThreadPoolExecutor(workers) as pool:
        while first < question.games:
            last, start = min(first + piece, question.games), time.perf_counter()
            jobs = [pool.submit(whole, o, low, high, seed) for low, high in parts(first, last, workers)]
            yield sum((_counted(*job.result()) for job in jobs), nothing())
            piece = next_piece(last - first, time.perf_counter() - start)
            first = last


def _counted(left: Any, moves: Any) -> Totals:
    counted = nothing()
    for cards, made in zip(left.tolist(), moves.tolist(), strict=True):
        tallies.count_score(counted.counters, 0, -cards)
        tallies.count_game(counted.counters, made, 1, 1 if cards == 0 else 0)
    return counted


def _pieces_by_views(question: Question) -> Iterator[Totals]:
    """Bots that are not compiled: one game at a time through views, in as many processes as there are cores."""
    workers, seed = check_threads(question.threads), check_seed(question.seed)
    with ProcessPoolExecutor(workers) as pool:
        piece = workers * 4
        for first in range(0, question.games, piece):
            shares = parts(first, min(first + piece, question.games), workers)
            jobs = [pool.submit(by_views.play, question, seed, low, high) for low, high in shares]
            yield sum((job.result() for job in jobs), nothing())
