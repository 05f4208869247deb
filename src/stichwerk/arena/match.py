"""Bots against each other on the same deals.

Sticheln and Hat Trick: every deal is played once with each bot in each seat (duplicate deals, seats rotated), so that luck
with the cards is nobody's; and every deal has them in another order around the table, since who plays after a weak player
gains more by that than by playing well. The Game: every team plays the same deals. What is counted is counted by deals, since
games of one deal are not independent.

Deal number i of a seed is game number i of that seed everywhere (`batch`), and every bot has its own seed in every game; those
that play whole games in one compiled call share the game's. Neither processes nor `timed` change who plays how.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any

from stichwerk import bots
from stichwerk.arena.by_views import SEEDS, give_signals
from stichwerk.batch.setup import check_count, check_threads, set_up
from stichwerk.bots import registry
from stichwerk.game import Game
from stichwerk.game.options import check_players, check_seed, default_variant, kind_of
from stichwerk.game.refusals import BadOption
from stichwerk.rules import chance

ORDERS = 1 << 61  # streams of chance from here on say who sits next to whom
LARGEST = 16  # deals in a job for a process, where one takes little time
JOBS = 8  # for each process, at least: so one that has the longest games keeps the others waiting little


@dataclass(frozen=True)
class Match:
    """Who plays: seats for Sticheln and Hat Trick (rotated, in any order), teams for The Game."""

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
    """One game: who sat where, points by round or cards left, and who won.

    `spent`: each bot's processor time in seconds, and its moves. In a game inside a compiled call all of the call counts.
    """

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
    check_players(kind_of(game), players, default_variant(kind_of(game)))  # of any variant: before seats are made for them
    each = [[name.strip() for name in text.split(",")] for text in asked]
    if game == "thegame":
        return tuple(dict.fromkeys(_filled(names, players) for names in each))
    return rotated(_filled([name for names in each for name in names], players))


def rotated(seats: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Each once in each seat."""
    return tuple(dict.fromkeys(seats[shift:] + seats[:shift] for shift in range(len(seats))))


def lineups_of(match: Match, number: int) -> tuple[tuple[str, ...], ...]:
    """Who sits where in the games of a deal. Teams sit as they were named."""
    if match.game == "thegame":
        return match.lineups
    rng, order = [0] * chance.WORDS, list(range(match.players))
    chance.seed(rng, match.seed, ORDERS + number)
    chance.shuffle(rng, order, match.players)
    return rotated(tuple(match.lineups[0][place] for place in order))


def _filled(names: list[str], players: int) -> tuple[str, ...]:
    if len(names) > players:
        raise BadOption("cli.seats", given=repr(",".join(names)), players=players)
    return tuple(names + names[-1:] * (players - len(names)))


def check(match: Match) -> None:
    """Refuses what cannot be played, before anything is."""
    set_up(match.game, match.players, match.variant, match.options)
    check_count("games", match.deals)
    check_threads(match.threads)
    check_seed(match.seed)
    for name in _everybody(match):
        bots.check_name(name, match.game, files=True)


def _everybody(match: Match) -> list[str]:
    return list(dict.fromkeys(name for lineup in match.lineups for name in lineup))


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
    """Compiles what the line-ups need: so bots play their best from the first move, the same each time, and no move's
    time is the compiler's."""
    for lineup in match.lineups:
        whole = _whole(match, lineup)
        if whole is not None:
            whole(_options(match), 0, 0, match.seed)  # not one game: it only compiles
        else:
            for name in dict.fromkeys(lineup):
                bots.prepare(name, match.game)


def _pieces(match: Match) -> Iterator[list[Deal]]:
    workers = min(check_threads(match.threads), match.deals)
    size = _size(match, workers)
    jobs = ((first, min(first + size, match.deals)) for first in range(0, match.deals, size))
    if workers == 1:
        yield from (play_deals(match, *job) for job in jobs)
        return
    rows = {name: bots.about(name) for name in _everybody(match) if not bots.is_file(name)}
    with _deaf_to_ctrl_c():
        pool = get_context("spawn").Pool(workers, _start_process, (rows,))
    with pool:  # leaving it ends what still plays
        yield from pool.imap(partial(_play_job, match), jobs)


def _size(match: Match, workers: int) -> int:
    """Deals in a job for a process: one where each takes long, else so many that no process waits long for the others."""
    if any(_whole(match, lineup) is None for lineup in match.lineups):
        return 1
    return max(1, min(LARGEST, match.deals // (JOBS * workers)))


@contextlib.contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """A process that starts meanwhile leaves Ctrl-C to its parent from its first moment on: it inherits this."""
    if threading.current_thread() is not threading.main_thread():  # only there can this be set, and does Ctrl-C arrive
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_process(rows: dict[str, bots.Entry]) -> None:
    """What a process does first. It is told who plays, since a program may have added a bot of its own.

    Nothing that can go wrong: a process that fails here is replaced by another one, for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not inherited
    registry.ENTRIES.update(rows)


def _play_job(match: Match, job: tuple[int, int]) -> list[Deal]:
    prepare(match)  # only the first time takes long
    return play_deals(match, *job)


def play_deals(match: Match, first: int, last: int) -> list[Deal]:
    """Deals first … last-1, each by every line-up."""
    every = range(first, last)
    return [[_play_deal(match, lineup, k, number) for k, lineup in enumerate(lineups_of(match, number))] for number in every]


def _play_deal(match: Match, lineup: tuple[str, ...], k: int, number: int) -> Result:
    """One game: inside a compiled call where all seats have one bot that can, else through views."""
    whole = _whole(match, lineup)
    return _play_by_views(match, lineup, k, number) if whole is None else _play_whole(match, lineup[0], number, whole)


def _whole(match: Match, lineup: tuple[str, ...]) -> Any:
    """What plays a line-up's whole games in one compiled call, if anything does."""
    return bots.series(lineup[0], match.game) if len(set(lineup)) == 1 else None


def _play_whole(match: Match, name: str, number: int, whole: Callable[..., tuple[Any, Any]]) -> Result:
    o = _options(match)
    began = time.thread_time()
    left, moves = whole(o, number, number + 1, match.seed)
    return Result((name,) * match.players, [], [], int(left[0]), {name: (time.thread_time() - began, int(moves[0]))})


def _options(match: Match) -> Any:
    """As the rules know them."""
    return set_up(match.game, match.players, match.variant, match.options).o


def _play_by_views(match: Match, lineup: tuple[str, ...], k: int, number: int) -> Result:
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
    """Plays to the end; how much processor time each bot took, and over how many moves."""
    spent = dict.fromkeys(names, (0.0, 0))
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        began = time.thread_time()  # not the clock's: all cores are busy
        move = seats[seat].act(view)
        seconds, moves = spent[names[seat]]
        spent[names[seat]] = seconds + time.thread_time() - began, moves + 1
        game.play(seat, move)
        if game.name == "thegame":
            give_signals(game, seats)
    return spent
