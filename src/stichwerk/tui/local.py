"""A table in this process: the same authority the server has, driven by one task. Bots think in a thread beside it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from stichwerk import bots
from stichwerk.game.refusals import Refusal
from stichwerk.table import Table, views
from stichwerk.table.events import Event, Moved
from stichwerk.tui import saved as files
from stichwerk.tui.place import Place
from stichwerk.tui.saved import Saved

T = TypeVar("T")
Command = Callable[[Table, float], Event | None]

AGAIN = 1.0  # seconds until a bot tries again to have its move written


class LocalPlace(Place):
    def __init__(self, saved: Saved, again: Callable[[], Saved]) -> None:
        """`again` makes the table of a rematch."""
        self.saved, self._again = saved, again
        self.seat = files.seat_of(saved.table)
        self._bots: dict[int, bots.Bot] = {}
        self._pool = ThreadPoolExecutor(1, "bots")
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown = 0  # how much of the log has been told

    @property
    def table(self) -> Table:
        return self.saved.table

    def open(self) -> None:
        self.hearing.linked("open")
        self._show(whole=True)
        self._spawn(self._let_bots_play())

    def move(self, version: int, move: str) -> None:
        if self.seat is not None:
            self._spawn(self._obey(partial(_move, self.seat, version, move)))

    def signal(self, signal: str) -> None:
        if self.seat is not None:
            self._spawn(self._obey(partial(_signal, self.seat, signal)))

    async def rematch(self) -> Place | None:
        return LocalPlace(self._again(), self._again)

    async def close(self) -> None:
        """Finishes what is being written; a bot's thought is left where it is."""
        async with self._lock:
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _spawn(self, work: asyncio._CoroutineLike[None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.hearing.failed(error)

    async def _obey(self, command: Command) -> None:
        try:
            await self._do(command)
        except Refusal as refusal:
            self.hearing.refused(refusal.code, refusal.params, str(refusal))
        except OSError:
            self.hearing.refused("table.store", {}, "")
            await asyncio.sleep(AGAIN)

    async def _do(self, command: Command) -> None:
        """Checks, writes, applies, shows: when this returns it is in the file and on the screen."""
        async with self._lock:
            event = command(self.table, time.time())
            if event is None:
                return
            await asyncio.to_thread(self.saved.store, event)
            self.table.apply(event)
            if self.table.status == "over":
                self.saved.remove()
        self._show()
        self._changed.set()
        if isinstance(event, Moved) and self.table.setup.game == "thegame":
            await self._let_bots_signal()

    def _show(self, whole: bool = False) -> None:
        since = 0 if whole else self._shown
        view = {**views.shared(self.table), **views.own(self.table, self.seat), "log": views.log(self.table, since)}
        self._shown = views.log_length(self.table)
        self.hearing.saw(view, self.table.version_for(self.seat), whole)

    async def _let_bots_play(self) -> None:
        while self.table.status == "running":
            self._changed.clear()
            acting = self.table.bots_to_act()
            if not acting:
                await self._changed.wait()
                continue
            seat = acting[0]
            on, view = self.table.version_for(seat), views.for_bot(self.table, seat)
            move = await self._think(self._bot(seat).act, view)
            await self.hearing.has_shown()
            await self._obey(partial(_bot_move, seat, on, move))

    async def _think(self, think: Callable[[bots.View], T], view: bots.View) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, think, view)

    async def _let_bots_signal(self) -> None:
        """Each is asked once after every move."""
        for seat in range(self.table.setup.players):
            if self.table.bot_of(seat) and self.table.status == "running":
                for signal in await self._think(self._bot(seat).signal, views.for_bot(self.table, seat)):
                    await self._do(partial(_bot_signal, seat, signal))

    def _bot(self, seat: int) -> bots.Bot:
        if seat not in self._bots:
            self._bots[seat] = bots.make(self.table.bot_of(seat) or self.table.setup.stand_in)
        return self._bots[seat]


def _move(seat: int, on: int, move: str, table: Table, now: float) -> Event | None:
    return table.move(seat, on, move, now)


def _bot_move(seat: int, on: int, move: str, table: Table, now: float) -> Event:
    return table.bot_move(seat, on, move, now)


def _signal(seat: int, signal: str, table: Table, now: float) -> Event:
    return table.signal(seat, signal, now)


def _bot_signal(seat: int, signal: str, table: Table, now: float) -> Event:
    return table.bot_signal(seat, signal, now)
