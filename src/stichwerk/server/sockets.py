"""One connection to a table: what it has been sent, and how it catches up.

A table never waits for a socket. At a change each sends what is newest, unless its client has not yet taken what came before:
then it sends when the client has, so that a slow client gets fewer views, each with everything new in its log, and a dead one
gets none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from stichwerk.server.wire import Wire
from stichwerk.table import Table, messages, views

log = logging.getLogger("stichwerk")

STUCK = 3.0  # seconds after which a client that takes nothing is given up

_encode = msgspec.json.Encoder().encode


class Pages:
    """A table's views as bytes, each part made once for all sockets that want it, and only when it may have changed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._version = -1
        self._stage: tuple[object, ...] = ()
        self._setting: tuple[object, ...] = ()
        self._lasting = b""
        self._about = b""
        self._shared = b""
        self._hold: tuple[object, ...] = ()
        self._held: dict[int | None, tuple[tuple[object, ...], int, bytes, set[str]]] = {}
        self._legal: dict[int | None, tuple[int, bytes]] = {}
        self._logs: dict[int, bytes] = {}

    def page(self, seat: int | None, since: int) -> bytes:
        """The message that shows a seat the table, with the log after its first `since` events."""
        table = self._table
        if self._version != table.version:
            self._version = table.version
            self._turn()
        held, known = self._held_by(seat)
        log = self._logs.get(since)
        if log is None:
            log = self._logs[since] = _encode(views.log(table, since))
        unseen = _encode(views.unseen(table, known))
        parts = (table.version_for(seat), self._shared, self._legal_for(seat), held, unseen, log)
        return b'{"type":"view","version":%d,"view":%b,%b,%b,"unseen":%b,"log":%b}}' % parts

    def _legal_for(self, seat: int | None) -> bytes:
        """A seat and its moves."""
        since = -1 if seat is None else self._table.seats[seat].since
        legal = self._legal.get(seat)
        if legal is None or legal[0] != since:
            made = b'"seat":%b,"legal":%b' % (_encode(seat), _encode(views.legal(self._table, seat)))
            legal = self._legal[seat] = since, made
        return legal[1]

    def _held_by(self, seat: int | None) -> tuple[bytes, set[str]]:
        """What a seat holds, as bytes and as the cards it knows of."""
        moment = views.own_moment(self._table, seat)
        held = self._held.get(seat)
        if held is None or held[1] != moment or held[0] != self._hold:
            view = views.held(self._table, seat)
            held = self._hold, moment, _encode(view)[1:-1], views.known(self._table, seat, view)
            self._held[seat] = held
        return held[2:]

    def _turn(self) -> None:
        """Makes anew what all see."""
        table = self._table
        stage, setting = views.stage(table), views.setting(table)
        if stage != self._stage:
            self._stage, self._lasting = stage, _encode(views.lasting(table))[:-1]
        if setting != self._setting:
            self._setting, self._about = setting, _encode(views.about(table))
        self._shared = b'%b,"table":%b,%b' % (self._lasting, self._about, _encode(views.moving(table))[1:-1])
        self._hold = views.hold(table)
        self._logs.clear()


class Socket:
    def __init__(self, table: Table, pages: Pages, seat: int | None, wire: Wire, lost_seat: Callable[[], None]) -> None:
        self.seat = seat
        self._token = None if seat is None else table.seats[seat].token
        self._table = table
        self._pages = pages
        self._wire = wire
        self._lost_seat = lost_seat
        self._stuck: asyncio.TimerHandle | None = None  # until it is given up
        self._sent = -1  # the last event that it has been shown
        self._log = 0
        self._chat = 0
        self._answers: list[bytes] = []

    def answer(self, message: messages.FromServer) -> None:
        """To this socket alone."""
        self._answers.append(_encode(message))
        self.catch_up()

    def show_again(self) -> None:
        """Sends the view even if nothing has changed."""
        self._sent = -1
        self.catch_up()

    def catch_up(self) -> None:
        """Sends what is new, as far as the client takes it: the rest, by then perhaps newer, when it does again."""
        if self.seat is not None and self._table.seats[self.seat].token != self._token:
            self._lost_seat()
            return
        while not self._wire.is_full:
            message = self._next()
            if message is None:
                return
            self._wire.send(message)
        if self._stuck is None:
            self._stuck = asyncio.get_running_loop().call_later(STUCK, self.hang_up)

    def hang_up(self) -> None:
        """Whoever it is may come back."""
        self._wire.abort()

    def drained(self) -> None:
        """The client takes again what is sent."""
        self.stop_waiting()
        self.catch_up()

    def stop_waiting(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _next(self) -> bytes | None:
        table = self._table
        if self._answers:
            return self._answers.pop(0)
        if self._sent < table.version and self._sent < table.shown_to(self.seat):
            since, self._sent, self._log = self._log, table.version, views.log_length(table)
            return self._pages.page(self.seat, since)
        if self._chat < len(table.chat):
            line: dict[str, Any] = table.chat[self._chat]
            self._chat += 1
            return _encode(messages.ChatLine(**line))
        return None


class Audience:
    """All sockets of a table in this process."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()

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
        for socket in list(self._sockets):
            try:
                socket.catch_up()
            except Exception:  # the others are shown it all the same
                log.exception("a view could not be sent")
                socket.hang_up()
