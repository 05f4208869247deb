"""Bots against each other on the same deals.

Sticheln and Hat Trick: every deal is played once with each bot in each seat (duplicate deals, seats rotated), so that luck
with the cards is nobody's. The Game: every team plays the same deals. What is counted is counted by deals, since games of
one deal are not independent.

Deal number i of a seed is game number i of that seed everywhere (`batch`), and every bot has its own seed in every game.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any

from stichwerk import bots
from stichwerk.arena.by_views import SEEDS, give_signals
from stichwerk.batch.setup import check_count, check_threads, set_up
from stichwerk.game import Game
from stichwerk.game.options import kind_of
from stichwerk.game.refusals import BadOption
from stichwerk.rules import chance

LARGEST = 16  # deals in a job for a process, where one takes little time


@dataclass(frozen=True)
class Match:
    """Who plays: seats for Sticheln and Hat Trick (rotated), teams for The Game."""

    game: str
    players: int
    lineups: tuple[tuple[str, ...], ...]
    deals: int
    seed: int
    variant: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    timed: bool = False
    threads: int | None = None

    @property
    def names(self) -> list[str]:
        """Who is compared: bots, or teams."""
        if self.game == "thegame":
            return [team(lineup) for lineup in self.lineups]
        return list(dict.fromkeys(self.lineups[0]))


@dataclass
class Result:
    """One game: who sat where, points by round or cards left, and who won; seconds and moves of each bot that thought."""

    lineup: tuple[str, ...]
    rounds: list[list[int]]
    winners: list[int]
    left: int = 0
    spent: dict[str, tuple[float, int]] = field(default_factory=dict)


Deal = list[Result]


def team(lineup: tuple[str, ...]) -> str:
    return lineup[0] if len(set(lineup)) == 1 else ",".join(lineup)


def seatings(game: str, players: int, asked: list[str]) -> tuple[tuple[str, ...], ...]:
    """The line-ups for the names on a command line; where there are fewer names than seats the last one takes the rest."""
    if game == "thegame":
        return tuple(_filled(text.split(","), players) for text in asked)
    seats = _filled([name for text in asked for name in text.split(",")], players)
    rotated = [seats[shift:] + seats[:shift] for shift in range(players)]
    return tuple(dict.fromkeys(rotated))


def _filled(names: list[str], players: int) -> tuple[str, ...]:
    if len(names) > players:
        raise BadOption("cli.seats", given=repr(",".join(names)), players=players)
    return tuple(names + names[-1:] * (players - len(names)))


def check(match: Match) -> None:
    """Refuses what cannot be played, before anything is."""
    check_count("games", match.deals)
    set_up(match.game, match.players, match.variant, match.options)
    for name in {name for lineup in match.lineups for name in lineup}:
        bots.check_name(name, match.game, files=True)


def play(match: Match, progress: Callable[[int], None] = lambda played: None) -> tuple[list[Deal], bool]:
    """All deals, and whether all were played (Ctrl-C stops early and keeps what there is)."""
    check(match)
    found: list[Deal] = []
    try:
        prepare(match)
        for deals in _pieces(match):
            found += deals
            progress(len(found))
    except KeyboardInterrupt:
        return found, False
    return found, True


def prepare(match: Match) -> None:
    """Compiles what the bots need, so that they play their best from the first move and the same each time."""
    for name in sorted({name for lineup in match.lineups for name in lineup}):
        bots.prepare(name, match.game)


def _pieces(match: Match) -> Iterator[list[Deal]]:
    workers = min(check_threads(match.threads), match.deals)
    size = LARGEST if all(_whole(match, lineup) for lineup in match.lineups) else 1
    jobs = [(first, min(first + size, match.deals)) for first in range(0, match.deals, size)]
    if workers == 1:
        yield from (play_deals(match, *job) for job in jobs)
        return
    with get_context("spawn").Pool(workers, _start_process, (match,)) as pool:  # leaving it ends what still plays
        yield from pool.imap(partial(_play_job, match), jobs)


def _play_job(match: Match, job: tuple[int, int]) -> list[Deal]:
    return play_deals(match, *job)


def _start_process(match: Match) -> None:
    """What a process does first: it leaves Ctrl-C to its parent, and gets its bots ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare(match)


def play_deals(match: Match, first: int, last: int) -> list[Deal]:
    columns = [_play_lineup(match, k, first, last) for k in range(len(match.lineups))]
    return [list(deal) for deal in zip(*columns, strict=True)]


def _play_lineup(match: Match, k: int, first: int, last: int) -> list[Result]:
    """One line-up's games: inside a compiled call where all seats have one bot that can, else through views."""
    lineup = match.lineups[k]
    whole = _whole(match, lineup)
    if whole is None:
        return [_play_deal(match, k, number) for number in range(first, last)]
    o = set_up(match.game, match.players, match.variant, match.options).o
    left, _ = whole(o, first, last, match.seed)
    return [Result(lineup, [], [], int(cards)) for cards in left]


def _whole(match: Match, lineup: tuple[str, ...]) -> Any:
    """What plays a line-up's whole games in one compiled call, if anything does."""
    return bots.series(lineup[0], match.game) if len(set(lineup)) == 1 and not match.timed else None


def _play_deal(match: Match, k: int, number: int) -> Result:
    lineup = match.lineups[k]
    game = dealt(match, number)
    seeds = [chance.mix(chance.mix(match.seed % SEEDS ^ number) + 64 * k + seat & chance.BITS32) for seat in range(match.players)]
    seats = [bots.make(name, seed) for name, seed in zip(lineup, seeds, strict=True)]
    spent = play_out(game, seats, lineup)
    if game.name == "thegame":
        return Result(lineup, [], [], game.left, spent)
    return Result(lineup, [list(points) for points in game.round_scores], list(game.winners), 0, spent)


def dealt(match: Match, number: int) -> Game:
    """Game number `number` of a seed, as `batch` deals it."""
    kind = kind_of(match.game)
    rng = [0] * chance.WORDS
    chance.seed(rng, match.seed, number)
    dealer = {"dealer": chance.below(rng, match.players)}

    def shuffle(_: int, deck: list[str]) -> list[str]:
        places = list(range(len(deck)))
        chance.shuffle(rng, places, len(deck))
        return [deck[place] for place in places]

    more = dealer if kind.has_dealer else {}
    return Game(match.game, match.players, match.variant, decks=shuffle, **match.options, **more)


def play_out(game: Game, seats: list[bots.Bot], names: tuple[str, ...]) -> dict[str, tuple[float, int]]:
    """Plays to the end; how long each bot thought, and over how many moves."""
    spent = dict.fromkeys(names, (0.0, 0))
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        began = time.perf_counter()
        move = seats[seat].act(view)
        seconds, moves = spent[names[seat]]
        spent[names[seat]] = seconds + time.perf_counter() - began, moves + 1
        game.play(seat, move)
        if game.name == "thegame":
            give_signals(game, seats)
    return spent
