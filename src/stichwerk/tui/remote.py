"""A seat at a live table: one WebSocket that comes back by itself.

A move that was not answered is sent again with its old version, which the server makes once only: none is lost, none doubled.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from dataclasses import replace
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from stichwerk.tui import link as doors
from stichwerk.tui.files import Files, KeptSeat
from stichwerk.tui.link import Link, Told
from stichwerk.tui.place import Place
from stichwerk.tui.speech import View

WAITS = (0.3, 0.7, 1.5, 3.0, 5.0, 8.0)  # seconds before the next try, with some chance in it
BEAT = 10.0  # seconds between pings, and as many without an answer after which the line is dead
RESTART = 1012
FOR_GOOD = range(4400, 4500)  # trying again does not help …
TOO_MUCH = 4429  # … but for this one
CLOSING = 1.0  # seconds


class RemotePlace(Place):
    is_live = True

    def __init__(self, link: Link, files: Files, language: str) -> None:
        self.link, self._files, self._language = link, files, language
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._unanswered: tuple[dict[str, Any], Any] | None = None  # the move on its way, and the decision it was made for
        self._last_error: dict[str, Any] | None = None
        self._view: View | None = None
        self._whole = True
        self._tries = 0
        self._lines, self._heard = 0, 0  # of chat: passed on in all, and come through this connection, which tells all again
        self._has_caught_up = False  # whether what was said before one came has all come
        self._sending: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._stay())
        self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.hearing.failed(error)

    # ---- what one does

    def move(self, version: int, move: str) -> None:
        message = {"type": "move", "version": version, "move": move}
        self._unanswered = message, _decision(self._view)
        self._send(message)

    def signal(self, signal: str) -> None:
        self._send_or_complain({"type": "signal", "signal": signal})

    def say(self, text: str) -> bool:
        return self._send_or_complain({"type": "chat", "text": text})

    def host(self, action: str, seat: int | None = None) -> None:
        self._send_or_complain({"type": "host", "action": action} | ({} if seat is None else {"seat": seat}))

    async def rematch(self) -> Place | None:
        """Asks for one, or goes to the one that somebody has asked for."""
        following = self._view and self._view["table"]["next"]
        if not following:
            self._send_or_complain({"type": "rematch"})
            return None
        link = replace(self.link, table=following)
        if link.token:
            with contextlib.suppress(OSError):  # who sat down first was told that nothing can be kept here
                self._files.keep_seat(KeptSeat(link.server, link.table, link.token, link.invite))
        return RemotePlace(link, self._files, self._language)

    async def leave(self) -> None:
        await self.close()
        try:
            if self.link.token:
                await asyncio.to_thread(doors.leave, self.link, self._language)
        except BaseException:
            self.open()
            raise
        with contextlib.suppress(OSError):  # its token opens nothing any more
            self._files.drop_seat(self.link.server, self.link.table)

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _send_or_complain(self, message: dict[str, Any]) -> bool:
        sent = self._send(message)
        if not sent:
            self.hearing.refused("browser.offline", {}, "")
        return sent

    def _send(self, message: dict[str, Any]) -> bool:
        if self._socket is None or self._whole:  # not here, or not yet shown the table
            return False
        task = asyncio.get_running_loop().create_task(_quietly(self._socket, json.dumps(message)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return True

    # ---- the connection

    async def _stay(self) -> None:
        while True:
            self.hearing.linked("connecting" if self._view is None else "lost")
            self._whole, self._last_error, self._heard = True, None, 0
            code = await self._visit()
            self._socket = None
            if code in FOR_GOOD and code != TOO_MUCH:
                self.hearing.shut(self._why())
                return
            self.hearing.linked("lost")
            if code != RESTART or self._tries:
                await asyncio.sleep(WAITS[min(self._tries, len(WAITS) - 1)] * random.uniform(0.8, 1.2))
            self._tries += 1

    async def _visit(self) -> int | None:
        """One connection, from its opening to its end; the code with which it was closed."""
        try:
            async with connect(
                self.link.live(self._language),
                max_size=None,
                ping_interval=BEAT,
                ping_timeout=BEAT,
                close_timeout=CLOSING,
                compression=None,
            ) as socket:
                self._socket = socket
                with contextlib.suppress(ConnectionClosed):
                    async for text in socket:
                        self._hear(json.loads(text))
                return socket.close_code
        except (OSError, InvalidHandshake, InvalidURI, EOFError):
            return None

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "view":
            self._see(message["view"], message["version"])
        elif message["type"] == "chat":
            self._heard += 1
            if self._heard > self._lines:
                self._lines = self._heard
                self.hearing.heard(message, self._has_caught_up)
        elif message["type"] == "pong":
            self._has_caught_up = True
        elif message["type"] == "error":
            self._last_error, self._unanswered = message, None
            self.hearing.refused(message["code"], message.get("params") or {}, message["message"])

    def _see(self, view: View, version: int) -> None:
        whole, self._whole, self._view = self._whole, False, view
        if whole:
            self._tries = 0
            self.hearing.linked("open")
            self._send({"type": "ping"})  # answered after all that was said before
        if self._unanswered and (_decision(view) != self._unanswered[1]):
            self._unanswered = None
        self.hearing.saw(view, version, whole)
        if whole and self._unanswered:
            self._send(self._unanswered[0])

    def _why(self) -> str:
        error = self._last_error
        if error is None:
            return Told("browser.shut", {}, "").say(self._language)
        return Told(error["code"], error.get("params") or {}, error["message"]).say(self._language)


async def _quietly(socket: ClientConnection, text: str) -> None:
    """Should the connection end meanwhile, the move is sent again by the next one."""
    with contextlib.suppress(ConnectionClosed):
        await socket.send(text)


def _decision(view: View | None) -> Any:
    """What one has to decide: only one's own move, the phase and the round change it, never the others' choices."""
    if view is None:
        return None
    return view["phase"], view["round"], view["legal"], view["hand"], view["seat"] in view["to_act"], view.get("played")


def seat_at(link: Link, files: Files) -> Link:
    """The link with the token of the seat one has at its table already, if any."""
    kept = files.seat(link.server, link.table)
    return link if link.token or kept is None else Link(link.server, link.table, link.invite or kept.invite, kept.token)


def sit_down(link: Link, name: str, language: str) -> Link:
    """Takes a seat: the link to it."""
    return replace(link, token=doors.sit(link, name, language))
