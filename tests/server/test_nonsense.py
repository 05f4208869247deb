"""Nonsense and too much of everything: each refused with a code, the table unchanged, nobody else disturbed.

"An illegal input is refused with a sentence that helps (at the doors: a code with parameters …); never replaced, never
swallowed."
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stichwerk.server import hub
from stichwerk.table import messages
from tests.games import Setting
from tests.server.client import PATIENCE, Person, http_client, make_table, opened, play_to_the_end, run, seated, shown, sit
from tests.server.inside import inside
from tests.server.processes import Server, serving

MOVE = {"type": "move", "version": 1, "move": "r1"}
HUGE = "1" + "0" * 400
ANY: list[Any] = [None, 1, True, [], {}]
WAYS: list[str | bytes] = [
    # broken JSON
    *("", " ", "{", "}", "[", "null", "true", "1", '"move"', "[]", "{}", "nan", "NaN", "-Infinity", "{'type': 'ping'}"),
    *(
        '{"type":"ping"',
        '{"type":"ping"}}',
        '{"type":"ping"},',
        '{"type":"ping"}{"type":"ping"}',
        '{"type": ping}',
        '{type:"ping"}',
    ),
    *('{"type":"ping\\u00"}', '{"type":"\\ud800"}', '{"type":"ping",}', "\ufeff" + '{"type":"ping"}', '\x00{"type":"ping"}'),
    # unknown types and wrong types
    *(json.dumps({"type": value}) for value in ["", "view", "Move", "MOVE", "error", "pong", "sat", "x" * 500, *ANY]),
    *(json.dumps(MOVE | {"version": value}) for value in ["1", 1.5, -1, 2**53 + 1, 10**30, "x", None, True, [], {}]),
    *(json.dumps(MOVE | {"move": value}) for value in [["r1"], "r" * 41, *ANY]),
    *(
        f'{{"type":"move","version":{number},"move":"r1"}}'
        for number in (HUGE, "-" + HUGE, "1e400", "1e-400", "0x10", "01", "--1")
    ),
    *(json.dumps({"type": "host", "action": value}) for value in ["", "stop", "START", *ANY]),
    *(json.dumps({"type": "host", "action": "fill", "seat": value}) for value in [-1, 8, 1.5, "1", 10**30, True, [], {}]),
    *(json.dumps({"type": "host", "action": "fill", "seat": 1, "bot": value}) for value in ["x" * 41, *ANY[1:]]),
    *(json.dumps({"type": "chat", "text": value}) for value in ["x" * 2_001, *ANY]),
    *(json.dumps({"type": "signal", "signal": value}) for value in ["x" * 41, *ANY]),
    # missing and extra fields
    *(json.dumps({name: value for name, value in MOVE.items() if name != missing}) for missing in MOVE),
    *(json.dumps({"type": kind}) for kind in ("move", "chat", "signal", "host")),
    *(json.dumps(MOVE | extra) for extra in ({"seat": 0}, {"token": "x"}, {"": 1}, {"at": 1.0}, {"by": "bot"})),
    *(json.dumps({"type": kind, "extra": 1}) for kind in ("ping", "rematch")),
    # deep, long, binary
    *("[" * depth for depth in (10, 1_000, 4_000)),
    *("[" * depth + "]" * depth for depth in (500, 2_000)),
    '{"a":' * 600 + "1" + "}" * 600,
    '{"type":' * 400 + '"ping"' + "}" * 400,
    *("x" * length for length in (4_096, 4_097, 10_000)),
    '{"type":"chat","text":"' + "é" * 4_100 + '"}',
    *(b"", b"\x00", b"\xff\xfe", b"\x80" * 100, bytes(range(256)), b"\x1f\x8b\x08", b"x" * 5_000),
    # control characters
    *(f'{{"type":"chat","text":"{char}"}}' for char in "\x00\x01\x07\n\r\t\x1b\x1f"),
    *(f'{{"type":"move","version":1,"move":"{char}r1"}}' for char in "\x00\n\x7f"),
]


def nonsense() -> Iterator[str | bytes]:
    """The list above, and then its members with a piece cut out, doubled or exchanged, as far as that has no meaning."""
    yield from WAYS
    chance = random.Random(7)
    texts = [way for way in WAYS if isinstance(way, str) and 10 < len(way) < 200]
    while True:
        text = chance.choice(texts)
        start, stop = sorted(chance.sample(range(len(text)), 2))
        made = chance.choice([text[:start] + text[stop:], text[:stop] + text[start:], text[:start] + chr(stop) + text[stop:]])
        with contextlib.suppress(msgspec.MsgspecError):
            messages.read(made)
            continue
        yield made


class Tormentor:
    """A socket that sends nonsense and wants each piece answered by an error; when it is closed it comes again."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.codes: set[str] = set()
        self.closings: list[int | None] = []
        self._socket: ClientConnection | None = None

    async def send(self, text: str | bytes) -> None:
        try:
            await self._try_to_send(self._socket or await self._open(), text)
        except ConnectionClosed as closed:
            self.closings.append(closed.rcvd.code if closed.rcvd else None)
            await self._try_to_send(await self._open(), text)

    async def _try_to_send(self, socket: ClientConnection, text: str | bytes) -> None:
        await socket.send(text)
        while (said := json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)))["type"] in ("view", "chat"):
            pass
        assert (text, said["type"]) == (text, "error")
        assert said["message"]
        self.codes.add(said["code"])

    async def _open(self) -> ClientConnection:
        self._socket = await connect(self.url, proxy=None, compression=None, max_queue=None)
        opened.add(self._socket)
        return self._socket


def test_a_thousand_pieces_of_nonsense_while_a_game_goes_on(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("sticheln", 4, "classic", {"rounds": 5}))
        seat, watching = Tormentor(people[0].url), Tormentor(Person(base, people[0].table).url)
        game = asyncio.create_task(play_to_the_end(people))
        pieces = list(itertools.islice(nonsense(), 1_000))
        await asyncio.gather(*(torment(tormentor, pieces[number::2]) for number, tormentor in enumerate((seat, watching))))
        await game
        assert seat.codes | watching.codes <= {"door.message", "door.long", "table.stale"}
        assert set(seat.closings + watching.closings) <= {4400}, "closed after too many, and never because something broke"
        assert 5 < len(seat.closings + watching.closings) < 30
        for person in people:
            assert not [text for text in person.received if '"type":"error"' in text]
        assert people[0].view["round"] == 5

    run(play())


async def torment(tormentor: Tormentor, pieces: list[str | bytes]) -> None:
    for piece in pieces:
        await tormentor.send(piece)


def test_nonsense_changes_nothing(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("thegame", 2, "standard"))
        before = await shown(base, people[0])
        tormentor = Tormentor(people[0].url)
        for piece in WAYS:
            await tormentor.send(piece)
        assert await shown(base, people[0]) == before
        await play_to_the_end(people)

    run(play())


def test_a_frame_larger_than_anything_allowed_ends_only_its_own_socket(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("thegame", 2, "standard"))
        async with connect(people[0].url, proxy=None, compression=None) as large:
            with contextlib.suppress(ConnectionClosed):
                await large.send("x" * 200_000)
            with contextlib.suppress(ConnectionClosed):
                await asyncio.wait_for(drain(large), PATIENCE)
            assert large.close_code == 1009
        await play_to_the_end(people)

    run(play())


async def drain(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


KEYS = st.sampled_from(["type", "version", "move", "text", "signal", "action", "seat", "bot"]) | st.text(max_size=5)
NAMES = st.sampled_from(["move", "signal", "chat", "host", "rematch", "ping", "fill", "start"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NAMES | st.text(max_size=20)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=12)


@pytest.fixture(scope="module")
def quiet_table(server: Server) -> Person:
    """A seat at a table of The Game at which nothing happens."""
    found: list[Person] = []

    async def prepare() -> None:
        made = await make_table(server.url, "thegame", 2)
        _, token = await sit(server.url, made["id"], "Ada")
        found.append(Person(server.url, made["id"], token))

    run(prepare())
    return found[0]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(JSON, min_size=1, max_size=30))
def test_any_json_is_answered(quiet_table: Person, pieces: list[Any]) -> None:
    """Whatever it is: there is an answer to it, or (a chat line) it happens, and the next ping is answered."""

    async def play() -> None:
        person = Person(quiet_table.base, quiet_table.table, quiet_table.token)
        await person.connect()
        for piece in pieces:
            await person.send_text(json.dumps(piece))
            await person.send(type="ping")
            kinds = [(await person.receive())["type"]]
            while kinds[-1] != "pong":
                kinds.append((await person.receive())["type"])
            assert len(kinds) > 1 or (isinstance(piece, dict) and piece.get("type") in ("chat", "ping"))
            if len(kinds) == 1 and piece.get("type") == "ping":
                assert (await person.receive())["type"] == "pong"

    run(play())


# ---- too much


ONE = {"game": "thegame", "players": 1}


def assert_too_many(answer: httpx.Response, code: str) -> None:
    assert answer.status_code == 429, answer.text
    assert answer.json()["code"] == code
    assert answer.headers["retry-after"]


_NO_TLS = httpx.create_ssl_context()


def get(server: Server, path: str = "/api/tables", forwarded: tuple[str, ...] = ()) -> httpx.Response:
    lines = [("X-Forwarded-For", line) for line in forwarded]
    return httpx.get(server.url + path, headers=lines, trust_env=False, verify=_NO_TLS)


def test_so_many_requests_a_second_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, limits="on", requests_per_second="5") as server:
        answers = [get(server) for _ in range(40)]
        codes = [answer.status_code for answer in answers]
        assert codes[:20] == [200] * 20, "a few seconds' worth may come at once"
        assert 429 in codes
        assert_too_many(next(answer for answer in answers if answer.status_code == 429), "limit.requests")
        assert get(server, "/healthz").status_code == 200
        time.sleep(0.5)
        assert get(server).status_code == 200


def test_a_rate_below_one_a_second_is_a_rate_too(tmp_path: Path) -> None:
    with serving(tmp_path, limits="on", requests_per_second="0.2") as server:
        assert get(server).status_code == 200


def test_an_address_has_so_many_tables(tmp_path: Path) -> None:
    """ "Your address has … tables already: finish one first"."""
    with (
        serving(tmp_path, limits="on", tables_per_address="3") as server,
        httpx.Client(base_url=server.url, trust_env=False) as http,
    ):
        bots = ONE | {"seats": [{"kind": "bot", "bot": "random"}]}
        for _ in range(3):
            assert http.post("/api/tables", json=ONE).status_code == 201
        assert_too_many(http.post("/api/tables", json=ONE), "limit.tables")
        assert http.get("/api/tables").status_code == 200
    with (
        serving(tmp_path, limits="on", tables_per_address="1") as server,
        httpx.Client(base_url=server.url, trust_env=False) as http,
    ):
        made = http.post("/api/tables", json=bots).json()
        while http.get(f"/api/tables/{made['id']}/replay").status_code != 200:
            time.sleep(0.02)
        assert http.post("/api/tables", json=bots).status_code == 201, "that one is finished"


def test_an_address_has_so_many_tables_even_if_it_asks_for_all_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with http_client(server.url) as http:
            answers = await asyncio.gather(*(http.post("/api/tables", json=ONE) for _ in range(12)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 9

    with serving(tmp_path, limits="on", tables_per_address="3") as server:
        run(play())


def test_an_address_has_so_many_tables_even_if_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has left memory still waits in the database, and still counts."""
    for name in ("SWEEP", "FORGET"):
        monkeypatch.setattr(hub, name, 0.1)

    async def play(base: str) -> None:
        async with http_client(base) as http:
            assert [(await http.post("/api/tables", json=ONE)).status_code for _ in range(3)] == [201, 201, 429]
            await asyncio.sleep(1)
            assert (await http.post("/api/tables", json=ONE)).status_code == 429

    with inside(tmp_path, {"limits": "on", "tables_per_address": 2}) as server:
        run(play(server.url))


async def try_to_connect(url: str, forwarded: str | None = None) -> tuple[ClientConnection, str]:
    """A connection, and the code with which it was refused, if it was."""
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    socket = await connect(url, proxy=None, additional_headers=headers)
    opened.add(socket)
    said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    return socket, said.get("code", "")


def test_sockets_spectators_and_messages_are_counted(tmp_path: Path) -> None:
    """One server with small limits: five sockets of an address, two spectators of a table, five messages a second."""

    async def play() -> None:
        made = await make_table(server.url)
        url = Person(server.url, made["id"]).url
        found = [await try_to_connect(url) for _ in range(3)]
        assert [code for _, code in found] == ["", "", "limit.spectators"]
        seats = [Person(server.url, made["id"], (await sit(server.url, made["id"], f"p{n}"))[1]).url for n in range(3)]
        others = [await try_to_connect(seat) for seat in [*seats, seats[0]]]
        assert [code for _, code in others] == ["", "", "", "limit.sockets"]
        await found[0][0].close()
        await asyncio.sleep(0.2)
        assert (await try_to_connect(url))[1] == "", "one has gone, one may come"

    with serving(tmp_path, limits="on", sockets_per_address="5", spectators="2") as server:
        run(play())


def test_a_socket_sends_so_many_messages_a_second(tmp_path: Path) -> None:
    async def play() -> None:
        made = await make_table(server.url)
        person, other = Person(server.url, made["id"]), Person(server.url, made["id"])
        for each in (person, other):
            await each.connect()
        for _ in range(40):
            await person.send(type="ping")
        answers = [await person.receive() for _ in range(40)]
        assert [answer["type"] for answer in answers[:20]] == ["pong"] * 20
        assert {answer["code"] for answer in answers if answer["type"] == "error"} == {"limit.messages"}
        await other.send(type="ping")
        assert (await other.receive())["type"] == "pong", "that is one socket's limit"
        await asyncio.sleep(0.5)
        await person.send(type="ping")
        assert (await person.receive())["type"] == "pong"

    with serving(tmp_path, limits="on", messages_per_second="5") as server:
        run(play())


def test_limits_can_be_set_for_messages_and_bodies(tmp_path: Path) -> None:
    async def play() -> None:
        made = await make_table(server.url)
        async with Person(server.url, made["id"]) as person:
            await person.send_text('{"type":"ping"' + " " * 100 + "}")
            assert (await person.until("error"))["code"] == "door.long"
        async with http_client(server.url) as http:
            answer = await http.post("/api/tables", json={"game": "x" * 300, "players": 3})
        assert answer.status_code == 413

    with serving(tmp_path, message_bytes="100", body_bytes="300") as server:
        run(play())


def test_a_message_is_measured_in_bytes(base: str) -> None:
    """ "A message has at most 4096 bytes": 2,000 characters of four bytes are more."""

    async def play() -> None:
        people = await seated(base, Setting("sticheln", 3, "classic"))
        await people[0].send_text(json.dumps({"type": "chat", "text": "🃏" * 1_990}, ensure_ascii=False))
        assert (await people[0].until("error"))["code"] == "door.long"

    run(play())


# ---- who is asking


SLOW = {"limits": "on", "requests_per_second": "0.5"}  # two at once, then one every two seconds


def exhaust(server: Server, *forwarded: str) -> None:
    assert [get(server, forwarded=forwarded).status_code for _ in range(6)][-3:] == [429] * 3


def test_nobody_hides_behind_a_forged_header(tmp_path: Path) -> None:
    """X-Forwarded-For counts only when a trusted proxy sends it."""
    with serving(tmp_path, **SLOW) as server:
        exhaust(server)
        assert [get(server, forwarded=(f"10.0.0.{number}",)).status_code for number in range(3)] == [429] * 3


def test_behind_a_trusted_proxy_each_client_counts_for_itself(tmp_path: Path) -> None:
    with serving(tmp_path, proxies="127.0.0.0/8, 10.1.0.0/16", **SLOW) as server:
        exhaust(server, "192.0.2.1")
        assert get(server, forwarded=("192.0.2.2",)).status_code == 200
        assert get(server, forwarded=("not an address",)).status_code == 200
        # What the client itself wrote stands before what our proxies saw, and counts for nothing.
        for line in ("192.0.2.1", "198.51.100.7, 192.0.2.1", "198.51.100.7, 192.0.2.1, 10.1.2.3", "192.0.2.1,"):
            exhaust(server, line)


def test_a_header_of_two_lines_is_one_header(tmp_path: Path) -> None:
    """Some proxies add a line of their own after the client's: only theirs can be trusted."""
    with serving(tmp_path, proxies="127.0.0.1", **SLOW) as server:
        exhaust(server, "192.0.2.1")
        answers = [get(server, forwarded=(f"198.51.100.{number}", "192.0.2.1")).status_code for number in range(4)]
        assert 429 in answers


def test_sockets_behind_a_proxy_count_for_their_client(tmp_path: Path) -> None:
    async def play() -> None:
        url = Person(server.url, (await make_table(server.url))["id"]).url
        found = [await try_to_connect(url, f"192.0.2.{number}") for number in (1, 1, 2)]
        assert [code for _, code in found] == ["", "limit.sockets", ""]

    with serving(tmp_path, limits="on", sockets_per_address="1", proxies="127.0.0.1") as server:
        run(play())
