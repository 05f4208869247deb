"""People of the tests: they sit down over HTTP and play over WebSockets, as any client would."""

from __future__ import annotations

import asyncio
import json
import random
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 20.0


class Person:
    """One connection to a table; keeps the newest view with the whole log."""

    def __init__(self, base: str, table: str, token: str | None = None, **query: str) -> None:
        self.base, self.table, self.token = base, table, token
        self.query = query | ({"token": token} if token else {})
        self.view: dict[str, Any] = {}
        self.version = -1
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
        self._socket = await connect(self.url, compression=None, additional_headers=headers or None, max_size=None)
        await self.until_view()

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()

    async def send(self, **message: Any) -> None:
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str | bytes) -> None:
        assert self._socket
        await self._socket.send(text)

    async def receive(self) -> dict[str, Any]:
        """The next message; views, log and chat are kept."""
        assert self._socket
        text = str(await asyncio.wait_for(self._socket.recv(), PATIENCE))
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "view":
            self.version, self.view = message["version"], message["view"]
            self.log += self.view["log"]
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
        return mine, self.view["round"], self.view["phase"], self.view["hand"], self.view.get("played")

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
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/api/tables", json={"game": game, "players": players, **given})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def sit(base: str, table: str, name: str, invite: str | None = None) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=base) as http:
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
