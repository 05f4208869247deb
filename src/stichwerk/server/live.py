"""The live door: a WebSocket for each seat, or spectator, of a table."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from stichwerk.game.refusals import Refusal
from stichwerk.server.doors import Shut, as_message, enter, language_of, refusal_for, status_of
from stichwerk.server.http import check_invite, seat_of
from stichwerk.server.hub import Hub, LiveTable
from stichwerk.server.limits import Bucket, TooMany
from stichwerk.server.sockets import Socket
from stichwerk.server.web import WebDoor
from stichwerk.table import messages
from stichwerk.table.table import TableRefusal

log = logging.getLogger("stichwerk")

LIVE = re.compile(r"/api/tables/([^/]{1,64})/live")
CLOSED = 4000  # and the code's HTTP status: 4403, 4404, …
NONSENSE = 50  # unreadable messages after which a socket is closed

AnySocket = WebSocket[Any, Any, State]


class LiveDoor:
    """The application with the live door before it: a view goes from here to the server beneath through nothing else."""

    def __init__(self, app: WebDoor) -> None:
        self._app = app
        self.state = app.state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and (found := LIVE.fullmatch(scope["path"])):
            await live_table(WebSocket(scope, receive, send), found[1], self.state.hub, send)
        else:
            await self._app(scope, receive, send)


async def live_table(socket: AnySocket, table_id: str, hub: Hub, send: Any) -> None:
    await socket.accept()
    try:
        address = enter(socket, hub)
        hub.limits.socket_opened(address)
    except Refusal as refusal:
        await _close(socket, refusal)
        return
    hub.metrics.sockets.inc()
    try:
        live = await hub.find(table_id)
        await Visit(hub, live, socket, send).stay()
    except Refusal as refusal:
        await _close(socket, refusal)
    except asyncio.CancelledError:
        log.debug("a client was too slow")
    except (WebSocketDisconnect, WebSocketException):
        pass
    except Exception as error:
        await _close(socket, refusal_for(error))
    finally:
        hub.metrics.sockets.dec()
        hub.limits.socket_closed(address)


async def _close(socket: AnySocket, refusal: Refusal) -> None:
    with suppress(Exception):
        await socket.send_data(msgspec.json.encode(as_message(refusal, language_of(socket))).decode())
        await socket.close(code=CLOSED + status_of(refusal), reason=refusal.code)


def is_longer(data: str | bytes, most: int) -> bool:
    """Whether it has more bytes; short texts need not be encoded to know."""
    return len(data) > most or (isinstance(data, str) and 4 * len(data) > most and len(data.encode(errors="replace")) > most)


class Visit:
    """One socket's stay at a table."""

    def __init__(self, hub: Hub, live: LiveTable, connection: AnySocket, send: Any) -> None:
        self._hub, self._live, self._connection = hub, live, connection
        token = connection.query_params.get("token")
        self._seat = None if token is None else seat_of(live, token)
        if self._seat is None:
            check_invite(live, connection.query_params.get("invite"))
            if live.sockets.spectators >= hub.settings.spectators:
                raise TooMany("limit.spectators", most=hub.settings.spectators)
        self._language = language_of(connection)
        self._bucket = Bucket(hub.settings.messages_per_second)
        self._nonsense = 0
        self._raw_send = send
        self._task: asyncio.Task[Any] | None = None
        self._socket = Socket(live.table, live.pages, self._seat, send, self._lost_seat, self._hang_up)

    def _hang_up(self) -> None:
        """The client has not read for too long: whoever it is may come back. ASGI has no word for it, so uvicorn is asked."""
        if transport := getattr(getattr(self._raw_send, "__self__", None), "transport", None):
            transport.abort()
        if self._task:
            self._task.cancel()

    async def stay(self) -> None:
        self._task = asyncio.current_task()
        live, hub = self._live, self._hub
        live.sockets.add(self._socket)
        try:
            if self._seat is not None:
                seat = self._seat
                await hub.do(live, lambda table, now: table.come(seat, hub.bus.process, now))
            await self._socket.catch_up()
            while (data := await self._next()) is not None:
                await self._receive(data)
        finally:
            live.sockets.discard(self._socket)
            await self._go()

    async def _next(self) -> str | bytes | None:
        """The next message; None when the connection has ended."""
        message = await self._connection.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text if text is not None else message["bytes"]

    async def _lost_seat(self) -> None:
        """Somebody who has left, or was removed, sees nothing more through this seat."""
        await _close(self._connection, TableRefusal("table.gone"))

    async def _go(self) -> None:
        """Notes the absence, unless the same person still has another socket here."""
        seat, live, hub = self._seat, self._live, self._hub
        if seat is None or live.sockets.has_seat(seat) or hub.is_closing:
            return
        with suppress(Refusal):
            await hub.do(live, lambda table, now: table.go(seat, hub.bus.process, now))

    async def _receive(self, data: str | bytes) -> None:
        try:
            await self._obey(self._read(data))
        except Refusal as refusal:
            self._hub.metrics.errors.labels(refusal.code).inc()
            await self._socket.answer(as_message(refusal, self._language))
            if self._nonsense >= NONSENSE:
                raise

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

    async def _obey(self, message: messages.FromClient) -> None:
        if isinstance(message, messages.Ping):
            await self._socket.answer(messages.Pong())
            return
        seat, live, hub = self._seat, self._live, self._hub
        if seat is None:
            raise Shut("door.watching")
        match message:
            case messages.Move(version, move):
                if not await hub.do(live, lambda table, now: table.move(seat, version, move, now)):
                    await self._socket.show_again()
            case messages.Signal(signal):
                await hub.do(live, lambda table, now: table.signal(seat, signal, now))
            case messages.Chat(text):
                await hub.do(live, lambda table, now: table.say(seat, text, now))
            case messages.Rematch():
                await hub.rematch(live, seat)
            case messages.Host():
                await self._host(seat, message)

    async def _host(self, by: int, message: messages.Host) -> None:
        live, hub = self._live, self._hub
        match message.action:
            case "start":
                await hub.do(live, lambda table, now: table.start(by, now))
            case "pause":
                await hub.do(live, lambda table, now: table.pause(by, now))
            case "resume":
                await hub.do(live, lambda table, now: table.resume(by, now))
            case "remove" | "fill":
                if message.seat is None:
                    raise TableRefusal("table.which")
                seat, bot = message.seat, message.bot or live.table.setup.stand_in
                if message.action == "fill":
                    await hub.do(live, lambda table, now: table.fill(by, seat, bot, now))
                else:
                    await hub.do(live, lambda table, now: table.remove(by, seat, now))
