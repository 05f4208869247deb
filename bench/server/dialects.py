"""How to sit down and talk at a table of either server: what a seat sends, and what it makes of what it hears.

Both are spoken over plain WebSockets by the same client (see `load`), so that neither server is measured through heavier
hands. Stichwerk: JSON, tables and seats made over HTTP. boardgame.io: socket.io's text packets (engine.io 4), matches made
by the first `sync`. Of a message only the few fields a scripted player needs are decoded.
"""

from __future__ import annotations

import http.client
import itertools
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

SEATS = 4


class View(msgspec.Struct, gc=False):
    """What a scripted player looks at. `moves` is empty for who may not move."""

    version: int
    moves: list[str]
    over: bool


class Refusal(msgspec.Struct, gc=False):
    code: str
    message: str


class Line(Protocol):
    """One seat's side of a conversation."""

    url: str

    def hear(self, payload: bytes) -> View | Refusal | bytes | None:
        """What a message comes to: a view, a refusal, or bytes to be sent back."""

    def say(self, version: int, move: str) -> bytes: ...


class Server(Protocol):
    """A running server to be loaded, and how to get seats at it."""

    name: str

    def tables(self, count: int) -> list[list[Line]]:
        """The seats at fresh tables, ready to be connected. Takes its time: nothing of it is measured."""


# Stichwerk


class _Look(msgspec.Struct, gc=False):
    legal: list[str] = []
    over: bool = False


class _Message(msgspec.Struct, gc=False):
    type: str
    version: int = 0
    view: _Look | None = None
    code: str = ""
    message: str = ""


class _Made(msgspec.Struct):
    id: str
    invite: str | None = None


class _Seated(msgspec.Struct):
    token: str


_read_message = msgspec.json.Decoder(_Message).decode


class StichwerkLine:
    def __init__(self, url: str) -> None:
        self.url = url

    def hear(self, payload: bytes) -> View | Refusal | bytes | None:
        message = _read_message(payload)
        if message.view is not None:
            return View(message.version, message.view.legal, message.view.over)
        return Refusal(message.code, message.message) if message.type == "error" else None

    def say(self, version: int, move: str) -> bytes:
        return b'{"type":"move","version":%d,"move":"%s"}' % (version, move.encode())


class Stichwerk:
    """Our server, in one or more processes: the seats of a table are spread over all of them."""

    name = "Stichwerk"

    def __init__(self, *addresses: str, workers: int = 8) -> None:
        self.addresses = addresses
        self.workers = workers
        self._open = threading.local()

    def tables(self, count: int) -> list[list[Line]]:
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(self._table, range(count)))

    def _table(self, number: int) -> list[Line]:
        asked = {"game": "sticheln", "players": SEATS, "variant": "classic", "options": {"rounds": 1}}
        made = msgspec.convert(self._post("/api/tables", asked), _Made)
        tokens = [self._take(made, f"player {seat}") for seat in range(SEATS)]
        return [StichwerkLine(self._live(number + seat, made.id, token)) for seat, token in enumerate(tokens)]

    def _take(self, made: _Made, name: str) -> str:
        asked = {"name": name} if made.invite is None else {"name": name, "invite": made.invite}
        return msgspec.convert(self._post(f"/api/tables/{made.id}/seats", asked), _Seated).token

    def _live(self, turn: int, table: str, token: str) -> str:
        address = self.addresses[turn % len(self.addresses)]
        return f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live?token={token}"

    def _post(self, path: str, body: Any) -> Any:
        """A request over this thread's own connection, which stays open."""
        if not hasattr(self._open, "connection"):
            self._open.connection = http.client.HTTPConnection(urlsplit(self.addresses[0]).netloc, timeout=30)
        connection: http.client.HTTPConnection = self._open.connection
        connection.request("POST", path, msgspec.json.encode(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"POST {path} was answered with {answer.status}: {text.decode(errors='replace')[:200]}")
        return msgspec.json.decode(text)


# boardgame.io


class _Private(msgspec.Struct, gc=False):
    hand: list[str]


class _Context(msgspec.Struct, gc=False):
    currentPlayer: str | None = None  # noqa: N815  # boardgame.io's names
    activePlayers: dict[str, Any] | None = None  # noqa: N815
    phase: str | None = None
    gameover: Any = None


class _State(msgspec.Struct, gc=False):
    G: _Private
    ctx: _Context
    stateID: int = msgspec.field(name="_stateID")  # noqa: N815


class _Sync(msgspec.Struct, gc=False):
    state: _State


SPACE = b"/sticheln,"  # socket.io's namespace: the name of the game
EVENT = b"42" + SPACE
UPDATED, SYNCED = EVENT + b'["update"', EVENT + b'["sync"'

_read_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw]).decode
_read_sync = msgspec.json.Decoder(tuple[str, str, _Sync]).decode


class BoardgameIoLine:
    def __init__(self, url: str, match: str, seat: int) -> None:
        self.url = url
        self.match = match.encode()
        self.seat = str(seat)
        self.phase = b"choose"

    def hear(self, payload: bytes) -> View | Refusal | bytes | None:
        if payload.startswith(UPDATED):
            return self._view(_read_update(payload[len(EVENT) :])[2])
        if payload.startswith(SYNCED):
            return self._view(_read_sync(payload[len(EVENT) :])[2].state)
        return self._courtesy(payload)

    def _courtesy(self, payload: bytes) -> Refusal | bytes | None:
        if payload == b"2":
            return b"3"  # ping, pong
        if payload.startswith(b"0"):
            return b"40" + SPACE
        if payload.startswith(b"40"):
            return EVENT + b'["sync","%s","%s",null,%d]' % (self.match, self.seat.encode(), SEATS)
        return Refusal("connect", payload.decode()) if payload.startswith(b"44") else None

    def _view(self, state: _State) -> View:
        ctx = state.ctx
        self.phase = b"choose" if ctx.phase == "choose" else b"play"
        active = ctx.currentPlayer == self.seat if ctx.activePlayers is None else self.seat in ctx.activePlayers
        over = ctx.gameover is not None
        return View(state.stateID, state.G.hand if active and not over else [], over)

    def say(self, version: int, move: str) -> bytes:
        seat = self.seat.encode()
        return EVENT + (
            b'["update",{"type":"MAKE_MOVE","payload":{"type":"%s","args":["%s"],"playerID":"%s","credentials":null}},%d,"%s","%s"]'
            % (self.phase, move.encode(), seat, version, self.match, seat)
        )


class BoardgameIo:
    name = "boardgame.io"
    _numbers: Iterator[int] = itertools.count()

    def __init__(self, address: str) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"

    def tables(self, count: int) -> list[list[Line]]:
        return [self._table(f"match-{os.getpid()}-{next(self._numbers)}") for _ in range(count)]

    def _table(self, match: str) -> list[Line]:
        return [BoardgameIoLine(self.url, match, seat) for seat in range(SEATS)]
