"""One connection to a table: what it has been sent, and how it catches up.

A table never waits for a socket. A change only nudges it; it then sends what is newest, so that a slow client gets fewer views,
each with everything new in its log, and a dead one gets none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from stichwerk.table import Table, messages, views

PATIENCE = 0.05  # seconds that the sockets of a table wait for a slow one
STUCK = 3.0  # seconds after which one that takes nothing is given up

_encode = msgspec.json.Encoder().encode


class Pages:
    """A table's views as bytes, each part made once for all sockets that want it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._version = -1
        self._stage: tuple[object, ...] = ()
        self._lasting = b""
        self._moving = b""
        self._held: dict[int | None, tuple[tuple[object, ...], bytes, set[str]]] = {}
        self._logs: dict[int, bytes] = {}

    def page(self, seat: int | None, since: int) -> bytes:
        """The message that shows a seat the table, with the log after its first `since` events."""
        table = self._table
        if self._version != table.version:
            self._version = table.version
            self._turn()
        held, known = self._held_by(seat)
        unseen = _encode(views.unseen(table, known))
        log = self._logs.get(since)
        if log is None:
            log = self._logs[since] = _encode(views.log(table, since))
        parts = (table.version_for(seat), self._lasting, self._moving, held, unseen, log)
        return b'{"type":"view","version":%d,"view":%b,%b,%b,"unseen":%b,"log":%b}}' % parts

    def _held_by(self, seat: int | None) -> tuple[bytes, set[str]]:
        """What a seat holds, as bytes and as the cards it knows of."""
        now = views.hold(self._table, seat)
        hold, held, known = self._held.get(seat, ((), b"", set()))
        if hold != now:
            view = views.held(self._table, seat)
            held, known = _encode(view)[1:-1], views.known(self._table, view)
            self._held[seat] = now, held, known
        return held, known

    def _turn(self) -> None:
        """Makes anew what all see."""
        stage = views.stage(self._table)
        if stage != self._stage:
            self._stage = stage
            self._lasting = _encode(views.lasting(self._table))[:-1]
        self._moving = _encode(views.moving(self._table))[1:-1]
        self._logs.clear()


class Socket:
    def __init__(
        self,
        table: Table,
        pages: Pages,
        seat: int | None,
        send: Callable[[dict[str, Any]], Awaitable[None]],
        lost_seat: Callable[[], Awaitable[None]],
        hang_up: Callable[[], None],
    ) -> None:
        self.seat = seat
        self._token = None if seat is None else table.seats[seat].token
        self._table = table
        self._pages = pages
        self._send = send
        self._lost_seat = lost_seat
        self.hang_up = hang_up
        self._began = 0.0  # when it began to send what it sends now
        self._sent = -1  # the last event that it has been shown
        self._log = 0
        self._chat = 0
        self._answers: list[bytes] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._gone = False

    @property
    def is_stuck(self) -> bool:
        return not self._idle.is_set() and time.monotonic() - self._began > STUCK

    async def answer(self, message: messages.FromServer) -> None:
        """To this socket alone. Waits until it is on its way: who does not read is not read from."""
        self._answers.append(_encode(message))
        given_up = asyncio.get_running_loop().call_later(STUCK, self.hang_up)
        try:
            await self.catch_up()
            await self._idle.wait()
        finally:
            given_up.cancel()

    async def show_again(self) -> None:
        """Sends the view even if nothing has changed."""
        self._sent = -1
        await self.catch_up()

    async def catch_up(self) -> None:
        """Sends what is new, unless that is happening already."""
        if self._gone or not self._idle.is_set():
            return
        self._idle.clear()
        self._began = time.monotonic()
        try:
            while (message := self._next()) is not None:
                await self._send({"type": "websocket.send", "text": message.decode()})
            if self._has_lost_seat():
                await self._lost_seat()
        except Exception:  # the connection is gone; whoever reads from it notices
            self._gone = True
        finally:
            self._idle.set()

    def _next(self) -> bytes | None:
        if self._answers:
            return self._answers.pop(0)
        if self._has_lost_seat():
            return None
        if self._sent < self._table.shown_to(self.seat):
            since, self._sent, self._log = self._log, self._table.version, views.log_length(self._table)
            return self._pages.page(self.seat, since)
        if self._chat < len(self._table.chat):
            line: dict[str, Any] = self._table.chat[self._chat]
            self._chat += 1
            return _encode(messages.ChatLine(**line))
        return None

    def _has_lost_seat(self) -> bool:
        return self.seat is not None and self._table.seats[self.seat].token != self._token


class Audience:
    """All sockets of a table in this process.

    One task shows a change to them one after the other, which is cheaper than a task for each. Should one of them hold it up,
    another task goes on with the others.
    """

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()  # asking for it is a system call each time

    def __len__(self) -> int:
        return len(self._sockets)

    def add(self, socket: Socket) -> None:
        self._sockets.add(socket)

    def discard(self, socket: Socket) -> None:
        self._sockets.discard(socket)

    def has_seat(self, seat: int) -> bool:
        return any(socket.seat == seat for socket in self._sockets)

    @property
    def spectators(self) -> int:
        return sum(socket.seat is None for socket in self._sockets)

    def show(self) -> None:
        """Something has changed."""
        if self._sockets:
            task = self._loop.create_task(self._show())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _show(self) -> None:
        held_up = self._loop.call_later(PATIENCE, self._go_on)
        for socket in list(self._sockets):
            await socket.catch_up()
        held_up.cancel()

    def _go_on(self) -> None:
        """A socket holds up the others: they are shown the change without it, and it has not much time left."""
        self.show()
        self._loop.call_later(STUCK, self._drop_stuck)

    def _drop_stuck(self) -> None:
        for socket in list(self._sockets):
            if socket.is_stuck:
                socket.hang_up()
