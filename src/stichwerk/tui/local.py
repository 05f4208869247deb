"""A table in this process: the same authority the server has, driven by one task. Bots think elsewhere (`thinkers`)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from stichwerk.game.refusals import Refusal
from stichwerk.table import Table, views
from stichwerk.table.events import Event, Moved
from stichwerk.tui import saved as files
from stichwerk.tui.place import Place
from stichwerk.tui.saved import Saved
from stichwerk.tui.thinkers import Thinkers

Command = Callable[[Table, float], Event | None]

AGAIN = 1.0  # seconds until a bot tries again to have its move written


class LocalPlace(Place):
    def __init__(self, saved: Saved, again: Callable[[], Saved]) -> None:
        """`again` makes the table of a rematch."""
        self.saved, self._again = saved, again
        self.seat = files.seat_of(saved.table)
        self._bots = Thinkers()
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
        self._bots.get_ready()
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
        """Finishes what is being written; a bot's thought is broken off."""
        async with self._lock:
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bots.close()

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
            move = await self._bots.act(seat, self._bot_of(seat), view)
            await self.hearing.has_shown()
            await self._obey(partial(_bot_move, seat, on, move))

    async def _let_bots_signal(self) -> None:
        """Each is asked once after every move."""
        for seat in range(self.table.setup.players):
            if self.table.bot_of(seat) and self.table.status == "running":
                for signal in await self._bots.signal(seat, self._bot_of(seat), views.for_bot(self.table, seat)):
                    await self._do(partial(_bot_signal, seat, signal))

    def _bot_of(self, seat: int) -> str:
        return self.table.bot_of(seat) or self.table.setup.stand_in


def _move(seat: int, on: int, move: str, table: Table, now: float) -> Event | None:
    return table.move(seat, on, move, now)


def _bot_move(seat: int, on: int, move: str, table: Table, now: float) -> Event:
    return table.bot_move(seat, on, move, now)


def _signal(seat: int, signal: str, table: Table, now: float) -> Event:
    return table.signal(seat, signal, now)


def _bot_signal(seat: int, signal: str, table: Table, now: float) -> Event:
    return table.bot_signal(seat, signal, now)
