"""The tables this process holds in memory, and the one way anything happens at them: check, store, apply, show.

Any process may hold any table. What one stores the others learn through the bus and read from the store; whose append comes
second looks again at what has happened and then decides anew.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, get_args

import msgspec
from sqlalchemy.exc import IntegrityError

from stichwerk.game.refusals import Refusal
from stichwerk.server.bus import CLAIM, Bus
from stichwerk.server.held import Command, LiveTable, Outcome, Turn
from stichwerk.server.limits import Limits
from stichwerk.server.metrics import Metrics
from stichwerk.server.settings import Settings
from stichwerk.server.store import NewerRules, Store
from stichwerk.server.thinkers import STORM, Thinkers
from stichwerk.table import Setup, Table, events, secret, views
from stichwerk.table.events import Event
from stichwerk.table.seat import Seat
from stichwerk.table.shapes import ListedTable
from stichwerk.table.table import TableRefusal

log = logging.getLogger("stichwerk")

TRIES = 50  # how often an append may come second before the table counts as too busy
FORGET = 60.0  # seconds after which a table that nobody looks at leaves memory
SWEEP = 5.0  # seconds between looks for tables that wait for something
ORPHANED = 20.0  # seconds after which a running table that no process touches is taken up
SWEPT = 100  # tables taken up at once
LISTED = 100  # tables
NAMES = re.compile(r"[A-Za-z0-9_-]{1,32}")
FOREVER = float("inf")


class NoTable(Refusal):
    """There is no such table (any more)."""


def _settle(done: asyncio.Future[bool], outcome: Outcome) -> None:
    if done.done():  # who asked has not waited
        return
    if isinstance(outcome, asyncio.CancelledError):
        done.cancel()
    elif isinstance(outcome, BaseException):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def new_name() -> str:
    return secrets.token_urlsafe(9)


def _come(seat: int, process: str, table: Table, now: float) -> Event | None:
    return table.come(seat, process, now)


def _go(seat: int, process: str, table: Table, now: float) -> Event | None:
    return table.go(seat, process, now)


class Hub:
    def __init__(self, settings: Settings, store: Store, bus: Bus, limits: Limits, metrics: Metrics) -> None:
        self.settings, self.store, self.bus, self.limits, self.metrics = settings, store, bus, limits, metrics
        self._moves = {by: metrics.moves.labels(by) for by in get_args(events.By)}
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._thinkers = Thinkers(self.do, bus, metrics)
        self.is_closing = False
        self._listing = asyncio.Lock()
        self._list: list[ListedTable] = []
        self._listed_at = 0.0

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()  # asking for it is a system call each time
        await self.store.open()
        await self.bus.open(self._changed_elsewhere)
        self._spawn(self._sweep())

    async def close(self) -> None:
        """Finishes what is in flight; the sockets' people will come back to the next process."""
        self.is_closing = True
        for live in list(self._live.values()):
            self._stop(live)
        background = list(self._background)
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await self.bus.close()
        await self.store.close()
        self._thinkers.close()

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = self._loop.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.metrics.errors.labels("internal").inc()
            log.error("work in the background failed", exc_info=error)

    # ---- finding tables

    async def create(self, setup: Setup, address: str) -> LiveTable:
        name = new_name()
        self.limits.table_made(address, name)
        try:
            return await self._create(name, setup)
        except BaseException:
            self.limits.table_ended(name)
            raise

    async def _create(self, name: str, setup: Setup, people: Sequence[Seat] = ()) -> LiveTable:
        """A table with people of another one, if any, who sit there from the start."""
        now = time.time()
        table = Table(name, setup, secret.draw(), now)
        sat = []
        for seat in people:
            sat.append(table.sit_again(seat.name, seat.token or "", now))
            table.apply(sat[-1])
        live = LiveTable(table, new_name(), table.status)
        await self.store.create(table, live.invite, now, sat)
        self._keep(live)
        self._drive(live)
        return live

    async def find(self, name: str) -> LiveTable:
        """A table as it stands in the store now."""
        if not NAMES.fullmatch(name):
            raise NoTable("table.unknown", table=name[:40])
        live = self._live.get(name)
        if live is None:
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))
            try:
                return await asyncio.shield(self._loading[name])
            finally:
                self._loading.pop(name, None)
        live.used = time.monotonic()
        if self.settings.redis:
            await self._look(live)
        return live

    async def listed(self) -> list[ListedTable]:
        """The public tables that wait or run, at most LISTED, as they were a second ago at the latest."""
        async with self._listing:
            if time.monotonic() - self._listed_at > 1:
                found = [await self._peek(name) for name in await self.store.listed(LISTED)]
                tables = [views.summary(live.table) for live in found if live and live.table.status != "over"]
                self._list = msgspec.convert(tables, list[ListedTable])
                self._listed_at = time.monotonic()
        return self._list

    async def _peek(self, name: str) -> LiveTable | None:
        try:
            return await self.find(name)
        except Exception as error:  # it may have just gone, or be broken: that is no trouble of the others
            log.warning("a table cannot be listed: %s", type(error).__name__)
            return None

    async def rematch(self, live: LiveTable, by: int) -> bool:
        """The same people, with the same tokens, at a new table, which is there before anyone is told of it.

        Its name follows from this table: who asks at another process at the same moment makes no second one.
        """
        name = secret.name_of_rematch(live.table.secret)
        people = [seat for seat in live.table.seats if seat.is_person]
        async with live.rematch:
            live.table.follow(by, name, time.time())
            with suppress(IntegrityError):  # another process was first
                await self._create(name, live.table.setup_again(), people)
            return await self.do(live, lambda table, now: table.follow(by, name, now))

    async def _load(self, name: str) -> LiveTable:
        try:
            found = await self.store.load(name)
        except NewerRules as error:
            raise NoTable("table.newer", table=name) from error
        if found is None:
            raise NoTable("table.unknown", table=name[:40])
        live = LiveTable(*found)
        self._keep(live)
        self._drive(live)
        await self._note_status(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self._live[live.table.name] = live
        self.metrics.tables.set(len(self._live))

    def _forget(self, live: LiveTable) -> None:
        self._stop(live)
        self._live.pop(live.table.name, None)
        self.metrics.tables.set(len(self._live))

    def _stop(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
        if live.thinking:
            live.thinking.cancel()

    # ---- making things happen

    def do(self, live: LiveTable, command: Command) -> asyncio.Future[bool]:
        """Lets a command happen: when this is done it is stored and shown. False if there was nothing to do."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self.ask(live, command, partial(_settle, done))
        return done

    def _look(self, live: LiveTable) -> asyncio.Future[bool]:
        """Applies, and shows, what other processes have stored."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self.ask(live, None, partial(_settle, done))
        return done

    def ask(self, live: LiveTable, command: Command | None, then: Callable[[Outcome], None]) -> None:
        """The same with a call at the end, which may come at once; without a command, only a look at what others have stored.

        Those of one table happen one after the other. Neither task nor future is made for a move: they would cost as much as
        to check it.
        """
        live.turns.append(Turn(command, then))
        if len(live.turns) == 1:
            self._take_turns(live)

    def _take_turns(self, live: LiveTable) -> None:
        """As many as there are, up to one that has to wait for the store."""
        while live.turns:
            turn = live.turns[0]
            if turn.command is None:
                self._spawn(self._look_again(live, turn))
                return
            try:
                event = turn.command(live.table, time.time())
            except Exception as error:
                turn.end(error)
            else:
                if event is not None:
                    self.store.put(live.table.name, live.table.version + 1, event, partial(self._stored, live, turn, event))
                    return
                turn.end(False)
            live.turns.popleft()

    def _stored(self, live: LiveTable, turn: Turn, event: Event, stored: bool | Exception) -> None:
        """An event is in the store, or its number was taken by another process, or the store does not answer."""
        if isinstance(stored, Exception):
            self.metrics.errors.labels("store").inc()
            log.error("an event could not be stored: %s", type(stored).__name__)
            refusal = TableRefusal("table.store")
            refusal.__cause__ = stored
            turn.end(refusal)
        elif stored:
            self._happen(live, turn, event)
        else:
            self._spawn(self._look_again(live, turn))
            return
        live.turns.popleft()
        self._take_turns(live)

    def _happen(self, live: LiveTable, turn: Turn, event: Event) -> None:
        try:
            live.table.apply(event)
            self._count(event, time.perf_counter() - turn.began)
            live.used = time.monotonic()
            live.sockets.show()
            self._drive(live)
            self.bus.publish(live.table.name, live.table.version)
        except Exception as error:
            turn.end(error)
            return
        asks_bots = isinstance(event, events.Moved) and live.table.setup.game == "thegame"
        if (asks_bots or live.listed != live.table.status) and not self.is_closing:
            self._spawn(self._follow_up(live, turn, asks_bots))
        else:
            turn.end(True)

    async def _follow_up(self, live: LiveTable, turn: Turn, asks_bots: bool) -> None:
        try:
            await self._note_status(live)
            if asks_bots:
                await self._thinkers.signal(live)
        finally:
            turn.end(True)

    async def _look_again(self, live: LiveTable, turn: Turn) -> None:
        """Reads what others have stored; a command that came second is then tried again."""
        try:
            await self._catch_up(live)
        except asyncio.CancelledError as error:  # the hub closes: nothing more happens here
            turn.end(error)
            raise
        except Exception as error:
            turn.end(error)
        else:
            turn.tries += 1
            if turn.command is None:
                turn.end(True)
            elif turn.tries >= TRIES:
                turn.end(TableRefusal("table.busy"))
        if turn.is_over:
            live.turns.popleft()
        self._take_turns(live)

    async def _note_status(self, live: LiveTable) -> None:
        """For lists only: should it fail, whoever next loads or sweeps the table tries again."""
        status = live.table.status
        if live.listed != status:
            try:
                await self.store.set_status(live.table.name, status)
                live.listed = status
            except Exception as error:
                log.warning("a status could not be stored: %s", type(error).__name__)

    async def _catch_up(self, live: LiveTable) -> None:
        found = await self.store.events_after(live.table.name, live.table.version)
        for event in found:
            live.table.apply(event)
        if found:
            live.sockets.show()
            self._drive(live)

    def _changed_elsewhere(self, changes: dict[str, int]) -> None:
        for name, version in changes.items():
            live = self._live.get(name)
            if live is not None and version > live.table.version:
                self._spawn(self._follow(live, version))

    async def _follow(self, live: LiveTable, version: int) -> None:
        if version > live.table.version:
            await self._look(live)
            await self._note_status(live)

    def _count(self, event: Event, seconds: float) -> None:
        if isinstance(event, events.Moved):
            self._moves[event.by].inc()
            self.metrics.latency.observe(seconds)

    # ---- what happens by itself: bots, clocks, absences

    def _drive(self, live: LiveTable) -> None:
        """Lets bots think if they must, and sets the clock for what is due next."""
        table = live.table
        if live.attended_at == table.arranged and table.status == "running":
            return
        if live.timer:
            live.timer.cancel()
            live.timer = None
        status = table.status
        if status != "running":
            if status == "over":
                self.limits.table_ended(table.name)
            return
        if table.is_attended:
            live.attended_at = table.arranged
            return
        if live.thinking is None and not self.is_closing and table.bots_to_act():
            live.thinking = self._spawn(self._think(live))
        deadline = table.deadline()
        if deadline < FOREVER:
            seconds = max(deadline - time.time(), 0.01)
            live.timer = self._loop.call_later(seconds, lambda: self._spawn(self._time_has_passed(live)))

    async def _time_has_passed(self, live: LiveTable) -> None:
        try:
            await self.do(live, lambda table, now: table.due(now))
            for seat in live.table.timed_out(time.time()):
                await self._thinkers.move(live, seat, live.table.setup.stand_in, by_clock=True)
        except Refusal:  # it could not be stored
            await asyncio.sleep(STORM)
        self._drive(live)

    async def _think(self, live: LiveTable) -> None:
        try:
            if not await self._thinkers.play(live):
                self._loop.call_later(CLAIM, self._drive, live)
        finally:
            live.thinking = None

    # ---- looking around now and then

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._look_around()
            except Exception:  # the database may be away for a while
                self.metrics.errors.labels("sweep").inc()
                log.exception("looking around failed")

    async def _look_around(self) -> None:
        used = [name for name, live in self._live.items() if live.sockets or live.thinking]
        if used:
            await self.store.touch(used)
        for live in list(self._live.values()):
            await self._look_at(live)
        for name in await self.store.untouched(ORPHANED, SWEPT):
            if name not in self._live:
                await self.find(name)
                await self.store.touch([name])
        for name in await self.store.remove_idle(self.settings.idle_hours * 3600, self.settings.kept_hours * 3600):
            self.limits.table_ended(name)

    async def _look_at(self, live: LiveTable) -> None:
        if live.sockets and self.settings.redis:
            await self._look(live)  # a message may have been lost
        for number, process in list(live.table.dead_processes(self.bus.is_alive)):
            await self.do(live, partial(_go, number, process))
        for number, seat in enumerate(live.table.seats):
            await self._look_for(live, number, seat)
        await self._note_status(live)
        self._drive(live)  # should a bot have failed, it tries again
        self._forget_if_idle(live)

    async def _look_for(self, live: LiveTable, number: int, seat: Seat) -> None:
        """Makes good what could not be stored when somebody came or went, or what was taken for their going."""
        is_here, counts_as_here = live.sockets.has_seat(number), self.bus.process in seat.processes
        if counts_as_here and not is_here:
            await self.do(live, partial(_go, number, self.bus.process))
        elif is_here and not counts_as_here and seat.is_person:
            await self.do(live, partial(_come, number, self.bus.process))

    def _forget_if_idle(self, live: LiveTable) -> None:
        idle = time.monotonic() - live.used > FORGET
        if idle and not live.sockets and not live.thinking and live.table.deadline() == FOREVER:
            self._forget(live)
