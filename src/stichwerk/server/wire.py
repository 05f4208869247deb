"""WebSockets: uvicorn hands a connection over when it is upgraded, picows frames and parses, a guest gets whole messages.

Nothing lies between: a message is a call, and what is sent goes straight to the system. ASGI would put a dictionary, a queue
and two changes of tasks before each message; with them a move cost a quarter more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, cast
from urllib.parse import unquote

import uvicorn
from litestar.connection import ASGIConnection
from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSProtocolError,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # it is what `ws_create_server` makes of a connection
from uvicorn.server import ServerState

Connection = ASGIConnection[Any, Any, Any, Any]

CLOSING = 10.0  # seconds that a client may take to answer a close
TOGETHER = 500  # messages in the outbox, at most
VERSION = "13"  # of the protocol (RFC 6455)
TEXT = WSMsgType.TEXT  # enumerations are slow to ask
DATA = (TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION)

# picows reports to it what clients do wrong, which is no trouble of ours; guests report their own.
_silent = logging.LoggerAdapter(logging.getLogger("stichwerk.wire"), {})
_silent.setLevel(logging.CRITICAL + 1)


class Guest(Protocol):
    """Who is at the other end of a wire, as this side sees it."""

    def opened(self) -> None: ...
    def received(self, data: str | bytes) -> None: ...
    def drained(self) -> None:
        """There is room again for what is to be sent."""

    def gone(self) -> None:
        """The connection has ended: this is called last, and once if `opened` was."""


Welcome = Callable[["Wire", Connection], Guest | None]  # None: there is nothing at that address


class Outbox:
    """What all wires have to send. It goes out when all that can be done at the moment is done.

    A commit ends many moves. To make the views of them all first and then send them all is quicker than by turns: both stay in
    the processor's caches, and who receives several is woken once.
    """

    def __init__(self) -> None:
        self._messages: list[tuple[WSTransport, bytes]] = []

    def put(self, transport: WSTransport, message: bytes) -> None:
        if not self._messages:
            asyncio.get_running_loop().call_soon(self.empty)
        self._messages.append((transport, message))
        if len(self._messages) >= TOGETHER:
            self.empty()  # only then does it show who does not read

    def empty(self) -> None:
        messages, self._messages = self._messages, []
        for transport, message in messages:
            transport.send(TEXT, message)


class Wire(WSListener):
    """One connection."""

    def __init__(self, outbox: Outbox, config: uvicorn.Config, tasks: set[asyncio.Task[None]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._outbox = outbox
        self._tasks = tasks
        self._interval, self._timeout = config.ws_ping_interval or 0.0, config.ws_ping_timeout or 0.0
        self._most = config.ws_max_size
        self._timer: asyncio.TimerHandle | None = None  # to the next ping, or for the answer to one, or to a close
        self._waits_for_pong = False
        self._parts: list[bytes] = []  # of a message in several frames
        self._parts_kind, self._parts_size = TEXT, 0
        self._is_held = False
        self._is_over = False  # one side has said good-bye
        self.is_full = False  # more waits to be sent than the client has taken
        self.guest: Guest

    # ---- to the client

    def send(self, message: bytes) -> None:
        self._outbox.put(self._transport, message)

    def close(self, code: int, reason: str) -> None:
        """Says good-bye; whatever the client still says is not heard."""
        if not self._is_over:
            self._is_over = True
            self._outbox.empty()
            self._transport.send_close(cast(WSCloseCode, code), reason.encode())  # any number will do
            self.go_on()  # the answer has to be read
            self._set_timer(CLOSING, self.abort)

    def abort(self) -> None:
        self._transport.disconnect(graceful=False)

    def shut_down(self) -> None:
        """The server ends; the client may come back at once."""
        if not self._is_over:
            self._is_over = True
            self._outbox.empty()
            self._transport.send_close(WSCloseCode.SERVICE_RESTART)
        self._transport.disconnect()

    def hold(self) -> None:
        """Reads no further until `go_on`."""
        if not self._is_held:
            self._is_held = True
            if not self._transport.underlying_transport.is_closing():
                self._transport.underlying_transport.pause_reading()

    def go_on(self) -> None:
        if self._is_held:
            self._is_held = False
            if not self._transport.underlying_transport.is_closing():
                self._transport.underlying_transport.resume_reading()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Work for this guest, which the server waits for when it ends."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ---- from the client

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        if self._interval:
            self._set_timer(self._interval, self._ping)
        self.guest.opened()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self._timer:
            self._timer.cancel()
        self._is_over, self.is_full = True, False
        self.guest.gone()

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        self.guest.drained()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed on")
        kind = frame.msg_type
        if kind in DATA:
            if not self._is_over:
                self._take(kind, frame)
        elif kind == WSMsgType.PONG:
            if self._waits_for_pong:
                self._waits_for_pong = False
                self._set_timer(self._interval, self._ping)
        elif kind == WSMsgType.CLOSE:
            self._part(frame)

    def _take(self, kind: WSMsgType, frame: WSFrame) -> None:
        if (kind == WSMsgType.CONTINUATION) != bool(self._parts):
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "a message inside another, or a part of none")
        if frame.fin and not self._parts:
            self._receive(kind, frame.get_payload_as_bytes())
        else:
            self._take_part(kind, frame)

    def _take_part(self, kind: WSMsgType, frame: WSFrame) -> None:
        if not self._parts:
            self._parts_kind, self._parts_size = kind, 0
        self._parts.append(frame.get_payload_as_bytes())
        self._parts_size += frame.payload_size + 1  # empty ones cost memory too
        if self._parts_size > self._most:
            raise WSProtocolError(WSCloseCode.MESSAGE_TOO_BIG, "too long")
        if frame.fin:
            whole, self._parts = b"".join(self._parts), []
            self._receive(self._parts_kind, whole)

    def _receive(self, kind: WSMsgType, data: bytes) -> None:
        try:
            self.guest.received(data.decode() if kind == TEXT else data)
        except UnicodeDecodeError as error:
            raise WSProtocolError(WSCloseCode.INVALID_TEXT, "not UTF-8") from error

    def _part(self, frame: WSFrame) -> None:
        """The client has said good-bye, or answered ours."""
        if not self._is_over:
            self._is_over = True
            self._outbox.empty()
            if frame.payload_size:
                self._transport.send_close(frame.get_close_code(), frame.get_close_message())
            else:
                self._transport.send(WSMsgType.CLOSE, b"")
        self._transport.disconnect()

    # ---- is anybody there?

    def _ping(self) -> None:
        self._transport.send_ping()
        self._waits_for_pong = True
        self._set_timer(self._timeout, self._give_up)

    def _give_up(self) -> None:
        self._transport.send_close(WSCloseCode.INTERNAL_ERROR, b"keepalive ping timeout")
        self.abort()

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, then)


class Handover(WSProtocol):  # type: ignore[misc]
    """picows' side of a connection, as uvicorn wants it: made when the request for an upgrade has been read."""

    def __init__(
        self, welcome: Welcome, outbox: Outbox, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self._welcome, self._outbox = welcome, outbox
        self._config, self._state = config, server_state
        super().__init__(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=self._answer,
            logger=_silent,
            disconnect_on_exception=True,
            websocket_handshake_timeout=None,
            enable_auto_ping=False,
            auto_ping_idle_timeout=None,
            auto_ping_reply_timeout=None,
            auto_ping_strategy=1,
            enable_auto_pong=True,
            max_frame_size=config.ws_max_size,
            extra_headers=None,
            read_buffer_init_size=0,
        )

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._state.connections.add(self)
        # Into whose buffer is read is settled when reading begins: uvicorn sets the protocol after this call.
        transport.pause_reading()
        asyncio.get_running_loop().call_soon(self._begin_reading, transport)

    def _begin_reading(self, transport: Any) -> None:
        if not transport.is_closing():
            transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self._state.connections.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """The request, which uvicorn has read already; what comes after it picows reads into its buffer."""
        while data and not self.transport.underlying_transport.is_closing():
            room = self.get_buffer(-1)
            piece, data = data[: len(room)], data[len(room) :]
            room[: len(piece)] = piece
            self.buffer_updated(len(piece))

    def shutdown(self) -> None:
        if self.listener:
            self.listener.shut_down()
        else:
            self.transport.disconnect()

    def _answer(self, request: WSUpgradeRequest) -> Wire | WSUpgradeResponseWithListener | None:
        if request.headers.get("Sec-WebSocket-Version") != VERSION:
            said = WSUpgradeResponse.create_error_response(426, extra_headers={"Sec-WebSocket-Version": VERSION})
            return WSUpgradeResponseWithListener(said, None)
        request.headers["Connection"] = "Upgrade"  # uvicorn has looked: picows would not take Firefox's "keep-alive, Upgrade"
        wire = Wire(self._outbox, self._config, self._state.tasks)
        guest = self._welcome(wire, self._connection(request))
        if guest is None:
            return None
        wire.guest = guest
        return wire

    def _connection(self, request: WSUpgradeRequest) -> Connection:
        path, _, query = request.path.partition(b"?")
        headers = [(name.lower().encode(), value.encode(errors="surrogateescape")) for name, value in request.headers.items()]
        peer = self.transport.underlying_transport.get_extra_info("peername")
        scope: Any = {
            "type": "websocket",
            "path": unquote(path.decode("latin-1")),
            "query_string": query,
            "headers": headers,
            "client": tuple(peer[:2]) if peer else None,
            "state": {},
        }
        return ASGIConnection(scope)
