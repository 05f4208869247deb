"""Where the bots of live tables are asked. What they say happens like everything else at a table: through the hub."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from stichwerk import bots
from stichwerk.game.refusals import Refusal
from stichwerk.server.bus import Bus
from stichwerk.server.held import Command, LiveTable
from stichwerk.server.metrics import Metrics
from stichwerk.table import Table, views
from stichwerk.table.events import Event

log = logging.getLogger("stichwerk")

T = TypeVar("T")
Do = Callable[[LiveTable, Command], Awaitable[bool]]

AT_ONCE = 2  # bots that think
STORM = 1.0  # seconds that a bot waits before it tries again to have its move stored


class Thinkers:
    def __init__(self, do: Do, bus: Bus, metrics: Metrics) -> None:
        self._do, self._bus, self._metrics = do, bus, metrics
        self._pool = ThreadPoolExecutor(AT_ONCE, "bots")

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def play(self, live: LiveTable) -> bool:
        """Lets bots move until somebody else is to act. False: another process does so."""
        while waiting := live.table.bots_to_act():
            if not await self._bus.claim(live.table.name, live.table.version):
                return False
            for seat in waiting:
                if name := live.table.bot_of(seat):
                    await self.move(live, seat, name)
        return True

    async def move(self, live: LiveTable, seat: int, name: str, by_clock: bool = False) -> None:
        """A bot of this name moves for a seat, if that is to act."""
        table, on = live.table, live.table.version_for(seat)
        if table.game is None or seat not in table.game.to_act:
            return
        began = time.perf_counter()
        move = await self._ask(live.bot(seat, name).act, views.for_bot(table, seat))
        self._metrics.thinking.observe(time.perf_counter() - began)
        try:
            await self._do(live, lambda table, now: table.bot_move(seat, on, move, now, by_clock))
        except Refusal as refusal:  # the person came back, the host paused, or another process was quicker
            log.debug("a bot's move came too late: %s", refusal.code)
            if refusal.code == "table.store":
                await asyncio.sleep(STORM)

    async def signal(self, live: LiveTable) -> None:
        """The Game: after every move each bot is asked what it wants to signal."""
        table = live.table
        for seat in range(table.setup.players):
            if table.status == "running" and (name := table.bot_of(seat)):
                for signal in await self._ask(live.bot(seat, name).signal, views.for_bot(table, seat)):
                    with suppress(Refusal):  # the person came back
                        await self._do(live, partial(_signal, seat, signal))

    async def _ask(self, think: Callable[[bots.View], T], view: bots.View) -> T:
        """Bots think beside everything else."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, think, view)


def _signal(seat: int, signal: str, table: Table, now: float) -> Event:
    return table.bot_signal(seat, signal, now)
