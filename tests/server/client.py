"""People of the tests: they sit down over HTTP and play over WebSockets, as any client would.

`run` runs a test's coroutine with a time limit and afterwards closes every connection that is still open.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import ssl
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.games import Setting

PATIENCE = 20.0
LONGEST = 60.0  # seconds of one test
OPEN = {"kind": "open"}
BOTS = [{"kind": "bot", "bot": "simple"}, {"kind": "bot", "bot": "random"}]
opened: set[Any] = set()  # what `run` closes at the end
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # made once: it takes longer than the requests


def http_client(base: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=base, verify=_NO_TLS, trust_env=False, timeout=PATIENCE)


def run(work: Coroutine[Any, Any, None]) -> None:
    async def within() -> None:
        try:
            await asyncio.wait_for(work, LONGEST)
        finally:
            clients = list(opened)
            opened.clear()
            await asyncio.gather(*(client.close() for client in clients))

    asyncio.run(within())


class Person:
    """One connection to a table; keeps the newest view with the whole log."""

    def __init__(self, base: str, table: str, token: str | None = None, **query: str) -> None:
        self.base, self.table, self.token = base, table, token
        self.query = query | ({} if token is None else {"token": token})
        self.view: dict[str, Any] = {}
        self.version = -1
        self.secret = 0  # how many of one's own moves nobody else has noticed: first ones of two choices
        self.log: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.received: list[str] = []
        self._socket: ClientConnection | None = None

    @property
    def url(self) -> str:
        parts = "&".join(f"{name}={value}" for name, value in self.query.items())
        return f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/live?{parts}"

    async def __aenter__(self) -> Person:
        await self.connect()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        await self.close()

    async def connect(self, **headers: str) -> None:
        self.log = []
        self._socket = await connect(
            self.url, compression=None, proxy=None, additional_headers=headers or None, max_size=None, max_queue=None
        )
        opened.add(self)
        await self.until_view()

    async def close(self) -> None:
        opened.discard(self)
        if self._socket:
            await self._socket.close()

    def vanish(self) -> None:
        """Goes without a word: the connection is simply gone."""
        opened.discard(self)
        assert self._socket
        self._socket.transport.abort()

    async def send(self, **message: Any) -> None:
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str | bytes) -> None:
        assert self._socket
        await self._socket.send(text)

    async def receive(self) -> dict[str, Any]:
        """The next message; views, log and chat are kept."""
        assert self._socket
        async with asyncio.timeout(PATIENCE):  # wait_for of Python 3.11 may swallow that its task has been cancelled
            text = str(await self._socket.recv())
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "view":
            before = self.decision if self.view else (False,)
            self.version, self.view = message["version"], message["view"]
            self.log += self.view["log"]
            self.secret += self._is_half_way_since(before)
        elif message["type"] == "chat":
            self.chat.append(message)
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if message["type"] == kind:
                return message

    async def until_view(self) -> dict[str, Any]:
        return await self.until("view")

    @property
    def must_act(self) -> bool:
        return self.view["seat"] in self.view["to_act"] and bool(self.view["legal"])

    @property
    def decision(self) -> tuple[Any, ...]:
        """What changes when one's own move is made, and not with the others' choices."""
        mine = self.view["seat"] in self.view["to_act"]
        return mine, self.view["round"], self.view["phase"], self.view["hand"], self.view["legal"], self.view.get("played")

    def _is_half_way_since(self, before: tuple[Any, ...]) -> bool:
        """Whether one has made the first of two choices, with the other still to make."""
        now, phase = self.decision, self.view["phase"]
        return phase in ("choose", "name") and before[0] and before[:3] == now[:3] and before != now

    @property
    def public(self) -> int:
        """The version as who does not sit at the table knows it."""
        return self.version - self.secret

    async def move(self, move: str, version: int | None = None) -> None:
        await self.send(type="move", version=self.version if version is None else version, move=move)

    async def play(self, chance: random.Random, moves: int = 10_000) -> None:
        """Plays at random until the game is over, or so many moves."""
        while not self.view["over"] and moves:
            if not self.must_act:
                await self.until_view()
                continue
            decision = self.decision
            await self.move(chance.choice(self.view["legal"]))
            moves -= 1
            while self.decision == decision:
                message = await self.receive()
                assert message["type"] != "error", message


async def make_table(base: str, game: str = "sticheln", players: int = 3, **given: Any) -> dict[str, Any]:
    async with http_client(base) as http:
        answer = await http.post("/api/tables", json={"game": game, "players": players, **given})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def sit(base: str, table: str, name: str, invite: str | None = None) -> tuple[int, str]:
    async with http_client(base) as http:
        answer = await http.post(f"/api/tables/{table}/seats", json={"name": name, "invite": invite})
    assert answer.status_code == 201, answer.text
    return answer.json()["seat"], answer.json()["token"]


async def full_table(base: str, game: str = "sticheln", players: int = 3, **given: Any) -> list[Person]:
    """A table whose open seats are all taken by connected people."""
    made = await make_table(base, game, players, **given)
    seats = given.get("seats") or [{"kind": "open"}] * players
    people = []
    for number, seat in enumerate(seats):
        if seat["kind"] == "open":
            _, token = await sit(base, made["id"], f"person {number}", made["invite"])
            people.append(Person(base, made["id"], token))
    await asyncio.gather(*(person.connect() for person in people))
    return people


async def play_to_the_end(people: list[Person], seed: int = 1) -> None:
    await asyncio.gather(*(person.play(random.Random(seed + number)) for number, person in enumerate(people)))


async def seated(base: str, setting: Setting, **more: Any) -> list[Person]:
    """A table with connected people, all of whom have seen that all are here."""
    people = await full_table(base, setting.game, setting.players, variant=setting.variant, options=setting.options, **more)
    for person in people:
        await until(person, lambda view: not any(seat["away"] for seat in view["table"]["seats"]))
    return people


async def spectator(base: str, table: str, **query: str) -> Person:
    person = Person(base, table, **query)
    await person.connect()
    return person


async def ask(base: str, path: str, **params: str) -> Any:
    async with http_client(base) as http:
        return (await http.get(path, params=params)).json()


async def shown(base: str, person: Person) -> dict[str, Any]:
    """What a spectator sees of the person's table now."""
    view: dict[str, Any] = await ask(base, f"/api/tables/{person.table}")
    return view


async def refused(person: Person, **message: Any) -> str:
    """The code with which a message is refused, or nothing; both before the next message is answered."""
    await person.send(**message)
    await person.send(type="ping")
    code = ""
    while (answer := await person.receive())["type"] != "pong":
        code = answer["code"] if answer["type"] == "error" else code
    return code


async def until(person: Person, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Waits for a view as wanted."""
    while not wanted(person.view):
        await person.until_view()
    return person.view


async def all_at(people: list[Person], version: int) -> None:
    """Waits until all have seen so much of what all see."""
    for person in people:
        while person.public < version:
            await person.until_view()


async def step(people: list[Person], chance: random.Random) -> Person:
    """One random move by somebody who may move; returns when all have seen it."""
    person = chance.choice([person for person in people if person.must_act])
    before = person.decision
    await person.move(chance.choice(person.view["legal"]))
    while person.decision == before:
        assert (await person.receive())["type"] != "error"
    await all_at(people, person.public)
    return person


async def shut_out(base: str, table: str, origin: str | None = None, **query: str) -> tuple[int, str]:
    """The status and the code with which a connection is refused."""
    url = Person(base, table, query.pop("token", None), **query).url
    headers = {"Origin": origin} if origin else None
    async with connect(url, proxy=None, additional_headers=headers) as opened:
        said = json.loads(await asyncio.wait_for(opened.recv(), PATIENCE))
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(opened.recv(), PATIENCE)
        assert closed.value.rcvd
        assert closed.value.rcvd.reason == said["code"]
        return closed.value.rcvd.code, said["code"]


async def at_a_waiting_table(base: str, count: int, **given: Any) -> list[Person]:
    """A table of three with so many people, the first of whom is the host."""
    made = await make_table(base, **given)
    people = []
    for number in range(count):
        _, token = await sit(base, made["id"], f"person {number}")
        people.append(Person(base, made["id"], token))
    await asyncio.gather(*(person.connect() for person in people))
    return people


def memory(person: Person) -> dict[str, Any]:
    """All that a person knows."""
    return {**person.view, "log": person.log}


class StubbornClient:
    """A WebSocket client by hand, on a plain TCP connection with a small buffer: it reads only when told, and never closes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, url: str) -> StubbornClient:
        host, path = url.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, (name, int(port)))
        reader, writer = await asyncio.open_connection(sock=plain, limit=2_048)
        asked = f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{asked}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert b"101" in answer.split(b"\r\n")[0]
        opened.add(client := cls(reader, writer))
        return client

    async def send(self, text: str) -> None:
        data = text.encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self._writer.write(b"\x81" + length + b"\0\0\0\0" + data)
        await self._writer.drain()

    @property
    def port(self) -> int:
        return int(self._writer.get_extra_info("sockname")[1])

    async def messages(self) -> list[dict[str, Any]]:
        """Everything that was sent, until nothing more comes."""
        found: list[dict[str, Any]] = []
        while True:
            try:
                head = await asyncio.wait_for(self.reader.readexactly(2), 1)
            except (TimeoutError, asyncio.IncompleteReadError):
                return found
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8), "big")
            data = await self.reader.readexactly(length)
            if head[0] == 0x81:
                found.append(json.loads(data))

    async def close(self) -> None:
        opened.discard(self)
        self._writer.transport.abort()
        await asyncio.sleep(0)
