"""One connection to a table: what it has been sent, and how it catches up.

A table never waits for a socket. A change only nudges it; it then sends what is newest, so that a slow client gets fewer views,
each with everything new in its log, and a dead one gets none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from stichwerk.table import Table, messages, views

_encode = msgspec.json.Encoder().encode


class Pages:
    """A table's views as bytes, each part made once for all sockets that want it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._version = -1
        self._shared = b""
        self._own: dict[int | None, bytes] = {}
        self._logs: dict[int, bytes] = {}

    def page(self, seat: int | None, since: int) -> bytes:
        """The message that shows a seat the table, with the log after its first `since` events."""
        table = self._table
        if self._version != table.version:
            self._version = table.version
            self._shared = _encode(views.shared(table))[:-1]
            self._own.clear()
            self._logs.clear()
        own = self._own.get(seat)
        if own is None:
            own = self._own[seat] = _encode(views.own(table, seat))[1:-1]
        log = self._logs.get(since)
        if log is None:
            log = self._logs[since] = _encode(views.log(table, since))
        return b'{"type":"view","version":%d,"view":%b,%b,"log":%b}}' % (table.version, self._shared, own, log)


class Socket:
    def __init__(
        self,
        table: Table,
        pages: Pages,
        seat: int | None,
        send: Callable[[str], Awaitable[None]],
        lost_seat: Callable[[], Awaitable[None]],
    ) -> None:
        self.seat = seat
        self._token = None if seat is None else table.seats[seat].token
        self._lost_seat = lost_seat
        self._table = table
        self._pages = pages
        self._send = send
        self._version = -1
        self._log = 0
        self._chat = 0
        self._answers: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None

    def nudge(self) -> None:
        """Something has changed."""
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._catch_up())

    def answer(self, message: messages.FromServer) -> None:
        """To this socket alone."""
        self._answers.append(_encode(message))
        self.nudge()

    def show_again(self) -> None:
        """Sends the view even if nothing has changed."""
        self._version = -1
        self.nudge()

    async def _catch_up(self) -> None:
        try:
            while (message := self._next()) is not None:
                await self._send(message.decode())
            if self._has_lost_seat():
                await self._lost_seat()
        except Exception:  # the connection is gone; whoever reads from it notices
            self._answers.clear()
        else:
            self._sending = None

    def _next(self) -> bytes | None:
        if self._answers:
            return self._answers.pop(0)
        if self._has_lost_seat():
            return None
        if self._version < self._table.shown:
            since, self._version, self._log = self._log, self._table.version, views.log_length(self._table)
            return self._pages.page(self.seat, since)
        if self._chat < len(self._table.chat):
            line: dict[str, Any] = self._table.chat[self._chat]
            self._chat += 1
            return _encode(messages.ChatLine(**line))
        return None

    def _has_lost_seat(self) -> bool:
        return self.seat is not None and self._table.seats[self.seat].token != self._token

    async def settle(self) -> None:
        """Waits until what was answered is on its way: who does not read is not read from."""
        if self._sending:
            await asyncio.wait([self._sending])
