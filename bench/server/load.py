"""Scripted players at many tables at once: how many moves a second, and how long from sending one to seeing it.

    python -m bench.server.load stichwerk|boardgame.io http://127.0.0.1:PORT [--tables 200] [--seconds 10]

A wave sits four players down at each of so many fresh tables; once all have their first view the tables start, spread over
half a second (by default) lest all choose in the same instant, and every player whose turn it is plays a random legal card
at once until the round is over. Waves follow one another until they have played for `--seconds`; sitting down and getting
up are not measured. A move is acknowledged by the first view that reaches its sender and shows it; how long it takes until
the next player knows of its turn is told as well, which matters where two processes share a table.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.dialects import BoardgameIo, Line, Refusal, Server, Stichwerk, View

CONNECTING = 50  # so many handshakes at once
RAMP = 0.0025  # seconds between the starts of two tables
REFUSALS = 1000  # in a wave, after which nobody tries again
PATIENCE = 60.0  # seconds without an end after which a wave is given up


class Stuck(Exception):
    """A server did not do its part."""


class Usage(NamedTuple):
    """What a server's processes have taken so far."""

    memory: int  # bytes
    cpu: float  # seconds


NOTHING = Usage(0, 0.0)
Meter = Callable[[], Usage]


@dataclass
class Wave:
    """What one wave did. Times are of `perf_counter`."""

    sent: array[float] = field(default_factory=lambda: array("d"))
    shown: array[float] = field(default_factory=lambda: array("d"))
    passed: array[float] = field(default_factory=lambda: array("d"))  # seconds from a move to the next player's view
    views: int = 0
    bytes: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    client_cpu: float = 0.0
    before: Usage = NOTHING  # the server's, before anybody sat down
    seated: Usage = NOTHING
    after: Usage = NOTHING  # with everybody still sitting there

    @property
    def seconds(self) -> float:
        return max(self.shown) - min(self.sent)


@dataclass
class Table:
    """What the players of a table share."""

    wave: Wave
    moved: float = 0.0  # when the latest move was sent


class Player(WSListener):
    """One seat: looks at each view, and moves when it may."""

    def __init__(self, line: Line, table: Table, dice: random.Random) -> None:
        self.line = line
        self.table = table
        self.wave = table.wave
        self.dice = dice
        self.seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.view: View | None = None
        self.playing = False
        self.sent = 0.0  # when the move that waits for its view was sent; 0 for none
        self.choices = self.version = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        now = time.perf_counter()
        if frame.msg_type != WSMsgType.TEXT:
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
            return
        heard = self.line.hear(frame.get_payload_as_bytes())
        if isinstance(heard, View):
            self.wave.views += 1
            self.wave.bytes += frame.payload_size
            self.look(heard, now)
        elif isinstance(heard, bytes):
            transport.send(WSMsgType.TEXT, heard)
        elif heard is not None:
            self.refused(heard)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        for waiting in (self.seen, self.done):
            if not waiting.done():
                waiting.set_exception(Stuck("a server closed a connection in the middle of a game"))
                waiting.exception()  # it may be that nobody waits for it any more

    def look(self, view: View, now: float) -> None:
        if self.sent and view.version > self.version and len(view.moves) != self.choices:
            self.wave.sent.append(self.sent)
            self.wave.shown.append(now)
            self.sent = 0.0
        elif view.moves and self.view is not None and not self.view.moves and self.playing:
            self.wave.passed.append(now - self.table.moved)
        self.view = view
        if view.over:
            self.leave()
        elif self.playing and view.moves and not self.sent:
            self.move(view)
        elif not self.playing and not self.seen.done():
            self.seen.set_result(None)

    def start(self) -> None:
        self.playing = True
        if self.view is not None and self.view.moves:
            self.move(self.view)

    def move(self, view: View) -> None:
        move = view.moves[int(self.dice.random() * len(view.moves))]
        self.version, self.choices = view.version, len(view.moves)
        message = self.line.say(view.version, move)
        self.table.moved = time.perf_counter()
        self.sent = self.sent or self.table.moved
        self.transport.send(WSMsgType.TEXT, message)

    def refused(self, refusal: Refusal) -> None:
        """Counted, and tried again on what was seen last; the time still runs from the first sending."""
        self.wave.refusals.append(refusal)
        if self.sent and self.view is not None and self.view.moves and len(self.wave.refusals) < REFUSALS:
            self.move(self.view)

    def leave(self) -> None:
        if not self.done.done():
            self.done.set_result(None)


async def connect(players: Iterable[Player]) -> None:
    """Connects everybody and waits until all have seen their table."""
    gate = asyncio.Semaphore(CONNECTING)

    async def one(player: Player) -> None:
        async with gate:
            await ws_connect(lambda: player, player.line.url, websocket_handshake_timeout=30)
            await player.seen

    async with asyncio.timeout(PATIENCE * 2):
        await asyncio.gather(*(one(player) for player in players))


async def disconnect(players: Iterable[Player]) -> None:
    for player in players:
        player.transport.disconnect()
    await asyncio.sleep(0.5)  # both servers tidy up


async def play(tables: Sequence[Sequence[Player]], wave: Wave, ramp: float) -> None:
    """Starts the tables one after another, evenly over `ramp` seconds, and waits until all are done."""
    loop, begun = asyncio.get_running_loop(), time.process_time()
    for number, table in enumerate(tables):
        for player in table:
            loop.call_later(ramp * number / len(tables), player.start)
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.done for table in tables for player in table))
    except TimeoutError:
        left = sum(any(not player.done.done() for player in table) for table in tables)
        raise Stuck(f"{left} of {len(tables)} tables had not finished after {PATIENCE:.0f} s; {wave.refusals[:3]}") from None
    wave.client_cpu = time.process_time() - begun


async def sit_down(server: Server, tables: int, wave: Wave, seed: int = 0) -> list[list[Player]]:
    dice = random.Random(seed)
    lines = await asyncio.to_thread(server.tables, tables)
    shared = [Table(wave) for _ in lines]
    seated = [[Player(line, table, dice) for line in seats] for seats, table in zip(lines, shared, strict=True)]
    await connect(player for table in seated for player in table)
    return seated


async def run_wave(server: Server, tables: int, ramp: float, seed: int, meter: Meter) -> Wave:
    wave = Wave(before=meter())
    seated = await sit_down(server, tables, wave, seed)
    gc.collect()
    gc.freeze()  # no pauses of ours in the times
    wave.seated, wave.views, wave.bytes = meter(), 0, 0
    try:
        await play(seated, wave, ramp)
        wave.after = meter()
    finally:
        gc.unfreeze()
        await disconnect(player for table in seated for player in table)
    return wave


@dataclass
class Figures:
    """What a load came to."""

    tables: int
    waves: list[Wave]

    @property
    def moves(self) -> int:
        return sum(len(wave.sent) for wave in self.waves)

    @property
    def seconds(self) -> float:
        return sum(wave.seconds for wave in self.waves)

    @property
    def rate(self) -> float:
        """Moves acknowledged a second, from the first one sent to the last one shown."""
        return self.moves / self.seconds

    @property
    def refusals(self) -> int:
        return sum(len(wave.refusals) for wave in self.waves)

    @property
    def client_share(self) -> float:
        """How much of a core the players took: far below 1, or they and not the server are measured."""
        return sum(wave.client_cpu for wave in self.waves) / self.seconds

    @property
    def server_share(self) -> float:
        return sum(wave.after.cpu - wave.seated.cpu for wave in self.waves) / self.seconds

    @property
    def table_memory(self) -> float:
        """Bytes a table and its four sockets took, played to the end, in the first wave (later ones find memory freed)."""
        return (self.waves[0].after.memory - self.waves[0].before.memory) / self.tables

    @property
    def view_bytes(self) -> float:
        return sum(wave.bytes for wave in self.waves) / sum(wave.views for wave in self.waves)

    @property
    def views_per_move(self) -> float:
        return sum(wave.views for wave in self.waves) / self.moves

    def delay(self, share: float) -> float:
        """The milliseconds within which this share of the moves was shown to who made them."""
        return milliseconds((b - a for wave in self.waves for a, b in zip(wave.sent, wave.shown, strict=True)), share)

    def passing(self, share: float) -> float:
        """The milliseconds within which this share of the turns had passed on to another player."""
        return milliseconds((passed for wave in self.waves for passed in wave.passed), share)


def milliseconds(seconds: Iterable[float], share: float) -> float:
    """The quantile of some times."""
    times = sorted(seconds)
    return 1000 * times[min(int(share * len(times)), len(times) - 1)]


async def load(server: Server, tables: int, seconds: float, ramp: float | None = None, meter: Meter = lambda: NOTHING) -> Figures:
    figures = Figures(tables, [])
    while not figures.waves or figures.seconds < seconds:
        pause = RAMP * tables if ramp is None else ramp
        figures.waves.append(await run_wave(server, tables, pause, len(figures.waves), meter))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", choices=("stichwerk", "boardgame.io"))
    parser.add_argument("address", nargs="+", help="http://127.0.0.1:PORT; more than one: processes of one server")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--ramp", type=float, help="over how many seconds the tables of a wave start (0.5 for 200 tables)")
    args = parser.parse_args()
    server = Stichwerk(*args.address) if args.server == "stichwerk" else BoardgameIo(args.address[0])
    done = asyncio.run(load(server, args.tables, args.seconds, args.ramp))
    print(f"{server.name}, {done.tables} tables: {done.rate:,.0f} moves/s")
    print(f"p50 {done.delay(0.5):.1f} ms, p99 {done.delay(0.99):.1f} ms, {done.moves:,} moves, {len(done.waves)} waves")
    print(f"p50 {done.passing(0.5):.1f} ms, p99 {done.passing(0.99):.1f} ms until the next player saw its turn")
    print(f"{done.views_per_move:.2f} views a move, {done.view_bytes:,.0f} bytes a view, {done.refusals} refusals")
    print(f"the players took {done.client_share:.0%} of a core")


if __name__ == "__main__":
    main()
