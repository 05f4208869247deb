"""The live door: a WebSocket for each seat, or spectator, of a table."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar.datastructures import State

from stichwerk.game.refusals import Refusal
from stichwerk.server.doors import Connection, Shut, as_message, enter, language_of, refusal_for, status_of
from stichwerk.server.held import Command, LiveTable, Outcome
from stichwerk.server.http import check_invite, seat_of
from stichwerk.server.hub import Hub
from stichwerk.server.limits import Bucket, TooMany
from stichwerk.server.sockets import Socket
from stichwerk.server.wire import Handover, Outbox, Wire
from stichwerk.table import messages
from stichwerk.table.table import TableRefusal

LIVE = re.compile(r"/api/tables/([^/]{1,64})/live")
CLOSED = 4000  # and the code's HTTP status: 4403, 4404, …
NONSENSE = 50  # unreadable messages after which a socket is closed


def door(state: State) -> Any:
    """What uvicorn makes of a connection that becomes a WebSocket. (The hub is there when the application has started.)"""

    def welcome(wire: Wire, connection: Connection) -> Visit | None:
        found = LIVE.fullmatch(connection.scope["path"])
        return Visit(state.hub, found[1], wire, connection) if found else None

    return partial(Handover, welcome, Outbox())


def is_longer(data: str | bytes, most: int) -> bool:
    """Whether it has more bytes; short texts need not be encoded to know."""
    return len(data) > most or (isinstance(data, str) and 4 * len(data) > most and len(data.encode(errors="replace")) > most)


class Visit:
    """One socket's stay at a table. Its messages are obeyed one after the other; who sends faster is not read from."""

    def __init__(self, hub: Hub, table_id: str, wire: Wire, connection: Connection) -> None:
        self._hub, self._table_id, self._wire, self._connection = hub, table_id, wire, connection
        self._language = language_of(connection)
        self._bucket = Bucket(hub.settings.messages_per_second)
        self._nonsense = 0
        self._waiting: deque[str | bytes] = deque()
        self._is_busy = True  # with coming in, or with a message
        self._is_working = False  # through what waits
        self._is_gone = False
        self._address: str | None = None  # once it counts
        self._seat: int | None = None
        self._live: LiveTable | None = None
        self._socket: Socket | None = None

    # ---- coming and going

    def opened(self) -> None:
        try:
            address = enter(self._connection, self._hub)
            self._hub.limits.socket_opened(address)
        except Exception as error:
            self._close(error)
            return
        self._address = address
        self._hub.metrics.sockets.inc()
        self._wire.spawn(self._come())

    async def _come(self) -> None:
        try:
            await self._sit_down()
        except Exception as error:
            self._close(error)
        except asyncio.CancelledError:  # the server ends
            self._wire.abort()
        self._is_busy = False
        self._work()

    async def _sit_down(self) -> None:
        hub, connection = self._hub, self._connection
        live = await hub.find(self._table_id)
        token = connection.query_params.get("token")
        seat = None if token is None else seat_of(live, token)
        if seat is None:
            check_invite(live, connection.query_params.get("invite"))
            if live.sockets.spectators >= hub.settings.spectators:
                raise TooMany("limit.spectators", most=hub.settings.spectators)
        self._seat, self._live = seat, live
        self._socket = Socket(live.table, live.pages, seat, self._wire, self._lost_seat)
        live.sockets.add(self._socket)
        if seat is not None:
            await hub.do(live, lambda table, now: table.come(seat, hub.bus.process, now))
        self._socket.catch_up()

    def gone(self) -> None:
        self._is_gone = True
        if self._socket:
            self._socket.stop_waiting()
        self._work()

    def _leave(self) -> None:
        if self._live and self._socket:
            self._live.sockets.discard(self._socket)
            self._wire.spawn(self._go(self._live))
        if self._address is not None:
            self._hub.metrics.sockets.dec()
            self._hub.limits.socket_closed(self._address)
            self._address = None

    async def _go(self, live: LiveTable) -> None:
        """Notes the absence, unless the same person still has another socket here."""
        seat, hub = self._seat, self._hub
        if seat is None or live.sockets.has_seat(seat) or hub.is_closing:
            return
        with suppress(Refusal):
            await hub.do(live, lambda table, now: table.go(seat, hub.bus.process, now))

    def _close(self, error: Exception) -> None:
        """Says why, and hangs up."""
        refusal = error if isinstance(error, Refusal) else refusal_for(error)
        self._waiting.clear()
        if self._live and self._socket:
            self._live.sockets.discard(self._socket)
        self._wire.send(msgspec.json.encode(as_message(refusal, self._language)))
        self._wire.close(CLOSED + status_of(refusal), refusal.code)

    def _lost_seat(self) -> None:
        """Somebody who has left, or was removed, sees nothing more through this seat."""
        self._close(TableRefusal("table.gone"))

    # ---- messages

    def received(self, data: str | bytes) -> None:
        self._waiting.append(data)
        self._work()

    def drained(self) -> None:
        if self._socket:
            self._socket.drained()
        self._work()

    def _work(self) -> None:
        """Obeys what waits, as far as nothing else has to be done first; who does not read is not read from."""
        if self._is_working:  # what was asked for is done already: the loop goes on by itself
            return
        self._is_working = True
        while self._waiting and not self._is_busy and not self._wire.is_full:
            self._receive(self._waiting.popleft())
        self._is_working = False
        if self._is_gone:
            if not self._is_busy:
                self._leave()
        elif self._waiting:
            self._wire.hold()
        else:
            self._wire.go_on()

    def _receive(self, data: str | bytes) -> None:
        self._is_busy = True
        try:
            self._obey(self._read(data))
        except Exception as error:
            self._done(error)

    def _done(self, outcome: Outcome) -> None:
        """A message is dealt with."""
        self._is_busy = False
        if isinstance(outcome, Refusal):
            self._refuse(outcome)
        elif isinstance(outcome, Exception):
            self._close(outcome)
        elif isinstance(outcome, BaseException):  # the server ends
            self._wire.abort()
        elif not outcome and self._socket:  # it had happened already
            self._socket.show_again()
        self._work()

    async def _rematch(self, live: LiveTable, seat: int) -> None:
        try:
            self._done(await self._hub.rematch(live, seat))
        except (Exception, asyncio.CancelledError) as error:
            self._done(error)

    def _refuse(self, refusal: Refusal) -> None:
        """Says no; to who talks too much nonsense for the last time."""
        assert self._socket
        self._hub.metrics.errors.labels(refusal.code).inc()
        self._socket.answer(as_message(refusal, self._language))
        if self._nonsense >= NONSENSE:
            self._close(refusal)

    def _read(self, data: str | bytes) -> messages.FromClient:
        if self._hub.settings.limited and not self._bucket.take():
            raise TooMany("limit.messages", most=self._hub.settings.messages_per_second)
        if is_longer(data, self._hub.settings.message_bytes):
            self._nonsense += 1
            raise Shut("door.long", most=self._hub.settings.message_bytes)
        try:
            return messages.read(data)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._nonsense += 1
            raise Shut("door.message", reason=str(error)[:200]) from error

    def _obey(self, message: messages.FromClient) -> None:
        """Begins to do what was asked for; `_done` is called when it is done, perhaps at once."""
        seat, live, socket, hub = self._seat, self._live, self._socket, self._hub
        assert live
        assert socket
        if isinstance(message, messages.Ping):
            socket.answer(messages.Pong())
            self._done(True)
            return
        if seat is None:
            raise Shut("door.watching")
        match message:
            case messages.Move(version, move):
                hub.ask(live, lambda table, now: table.move(seat, version, move, now), self._done)
            case messages.Signal(signal):
                hub.ask(live, lambda table, now: table.signal(seat, signal, now), self._done)
            case messages.Chat(text):
                hub.ask(live, lambda table, now: table.say(seat, text, now), self._done)
            case messages.Rematch():
                self._wire.spawn(self._rematch(live, seat))
            case messages.Host():
                hub.ask(live, self._host(seat, message, live.table.setup.stand_in), self._done)

    def _host(self, by: int, message: messages.Host, stand_in: str) -> Command:
        seat, bot = message.seat, message.bot or stand_in
        match message.action:
            case "start":
                return lambda table, now: table.start(by, now)
            case "pause":
                return lambda table, now: table.pause(by, now)
            case "resume":
                return lambda table, now: table.resume(by, now)
        if seat is None:
            raise TableRefusal("table.which")
        if message.action == "fill":
            return lambda table, now: table.fill(by, seat, bot, now)
        return lambda table, now: table.remove(by, seat, now)
