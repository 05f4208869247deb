"""The WebSocket itself, frame by frame: what its standard (RFC 6455) lets a client do, and what it does not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stichwerk.server.settings import Settings
from tests.games import Setting
from tests.server.client import PATIENCE, Person, StubbornClient, make_table, opened, run, seated
from tests.server.processes import serving

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA
LAST = 0x80
ASKED = b'{"type":"ping"}'
Frame = tuple[int, bytes]


class ByHand(StubbornClient):
    """A client that sends frames as they are given and tells what frames it gets."""

    async def send_frame(self, first: int, data: bytes = b"", masked: bool = True) -> None:
        mask = 0x80 if masked else 0
        length = bytes([mask | len(data)]) if len(data) < 126 else bytes([mask | 126]) + len(data).to_bytes(2, "big")
        self._writer.write(bytes([first]) + length + (b"\0\0\0\0" if masked else b"") + data)
        await self._writer.drain()

    async def frames(self) -> Iterator[Frame]:
        """All frames but views and chat, until the connection ends or nothing more comes."""
        found: list[Frame] = []
        while True:
            try:
                head = await asyncio.wait_for(self.reader.readexactly(2), 1)
            except (TimeoutError, asyncio.IncompleteReadError):
                return iter(found)
            length = head[1] & 127
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2), "big")
            data = await self.reader.readexactly(length)
            if not data.startswith((b'{"type":"view"', b'{"type":"chat"')):
                found.append((head[0], data))


def talk(base: str, *said: tuple[Any, ...]) -> list[Frame]:
    """What a spectator who sends these frames is answered."""
    answered: list[Frame] = []

    async def play() -> None:
        client = await ByHand.connect(Person(base, (await make_table(base))["id"]).url)
        assert isinstance(client, ByHand)
        for frame in said:
            await client.send_frame(*frame)
        answered.extend(await client.frames())

    run(play())
    return answered


PONGED: Frame = (LAST | TEXT, b'{"type":"pong"}')


def test_a_message_may_come_in_parts_with_a_ping_between(base: str) -> None:
    parts = [(TEXT, ASKED[:4]), (LAST | PING, b"there?"), (CONTINUED, b""), (LAST | CONTINUED, ASKED[4:])]
    assert talk(base, *parts, (LAST | TEXT, ASKED)) == [(LAST | PONG, b"there?"), PONGED, PONGED]


def test_a_binary_message_is_read_like_a_text(base: str) -> None:
    assert talk(base, (LAST | BINARY, ASKED), (BINARY, ASKED[:7]), (LAST | CONTINUED, ASKED[7:])) == [PONGED, PONGED]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([(LAST | CONTINUED, ASKED)], 1002),
        ([(TEXT, ASKED[:4]), (LAST | TEXT, ASKED)], 1002),
        ([(LAST | 0x40 | TEXT, ASKED)], 1002),
        ([(LAST | 0x3, ASKED)], 1002),
        ([(LAST | TEXT, ASKED, False)], 1002),
        ([(PING, b"")], 1002),
        ([(LAST | TEXT, b'{"type":"\xff"}')], 1007),
        ([(TEXT, b"\xc3"), (LAST | CONTINUED, b"(")], 1007),
        ([(LAST | TEXT, b"x" * 20_000)], 1009),
        ([(TEXT, b"x" * 9_000), (CONTINUED, b"x" * 9_000)], 1009),
    ],
)
def test_what_the_standard_forbids_ends_the_connection(base: str, said: list[tuple[Any, ...]], code: int) -> None:
    *others, (kind, data) = talk(base, *said)
    assert (kind, data[:2]) == (LAST | CLOSE, code.to_bytes(2, "big"))
    assert not others


def test_parts_without_end_are_too_long(base: str) -> None:
    """Empty ones too: they cost memory all the same."""
    enough = 4 * Settings().message_bytes - 1  # none more: they would be sent to who has hung up
    *_, (kind, data) = talk(base, (TEXT, b"{"), *[(CONTINUED, b"")] * enough)
    assert (kind, data[:2]) == (LAST | CLOSE, (1009).to_bytes(2, "big"))


@pytest.mark.parametrize("data", [b"", (1000).to_bytes(2, "big"), (4321).to_bytes(2, "big") + b"bye"])
def test_a_close_is_answered_by_the_same(base: str, data: bytes) -> None:
    assert talk(base, (LAST | CLOSE, data)) == [(LAST | CLOSE, data)]


def test_what_was_said_before_a_close_is_done(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("sticheln", 3, "classic", {"rounds": 1}))
        for text in ("one", "two", "three"):
            await people[0].send(type="chat", text=text)
        await people[0].close()
        while len(people[1].chat) < 3:
            await people[1].receive()
        assert [line["text"] for line in people[1].chat] == ["one", "two", "three"]

    run(play())


def test_messages_that_come_at_once_are_answered_in_order(base: str) -> None:
    """More than are read ahead, while each has to be stored: nothing is lost, nothing overtakes."""

    async def play() -> None:
        people = await seated(base, Setting("sticheln", 3, "classic", {"rounds": 1}))
        for number in range(200):
            await people[0].send(type="chat", text=f"line {number}")
            await people[0].send(type="move", version=0, move=f"x{number}")
        said: list[str] = []
        while len(said) < 400:
            message = await people[0].receive()
            if message["type"] != "view":
                said.append(message.get("text") or message["code"])
        assert said == [word for number in range(200) for word in (f"line {number}", said[1])]

    run(play())


def test_there_is_one_address_for_sockets(base: str) -> None:
    async def ask(path: str, **headers: str) -> int:
        usual = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        async with httpx.AsyncClient(base_url=base, trust_env=False) as http:
            return (await http.get(path, headers=usual | headers)).status_code

    async def play() -> None:
        table, key = (await make_table(base))["id"], "MDEyMzQ1Njc4OWFiY2RlZg=="
        for path in ("/api/tables", "/live", f"/api/tables/{table}", f"/api/tables/{table}/live/more"):
            assert await ask(path, **{"Sec-WebSocket-Key": key}) == 404
        live = f"/api/tables/{table}/live"
        assert await ask(live) == 400
        assert await ask(live, **{"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "8"}) == 426

    run(play())


def test_a_browsers_own_headers_are_no_trouble(base: str) -> None:
    """Firefox asks for `keep-alive, Upgrade`; cookies may be anything, and many."""

    async def play() -> None:
        host, table = base.removeprefix("http://"), (await make_table(base))["id"]
        reader, writer = await asyncio.open_connection(*host.split(":"))
        asked = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
        )
        cookies = b"".join(b"Cookie: name%d=\xe9%s\r\n" % (number, b"x" * 100) for number in range(50))
        key = b"Upgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        writer.write(asked.encode() + cookies + key)
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 101")
        assert b'"type":"view"' in await asyncio.wait_for(reader.read(100), PATIENCE)
        writer.close()

    run(play())


def test_whoever_is_here_when_the_server_ends_may_come_back_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        made = await make_table(server.url)
        socket = await connect(Person(server.url, made["id"]).url, proxy=None, compression=None)
        opened.add(socket)
        assert json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["type"] == "view"
        await asyncio.to_thread(server.stop)
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), PATIENCE)
        assert socket.close_code == 1012

    with serving(tmp_path) as server:
        run(play())
        assert server.process.returncode == 0
