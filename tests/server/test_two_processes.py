"""More than one machine: "any number of server processes against one Postgres and one Redis: any process serves any table".

Everything here is real: Postgres, Redis, nginx, `stichwerk serve` as processes of their own, and people over WebSockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import socket
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest
from redis import asyncio as redis_client
from websockets.exceptions import WebSocketException

from stichwerk.server.settings import Settings
from stichwerk.server.store import Store
from stichwerk.table import Table, events, replays, secret, setup
from tests.server.client import Person, make_table, sit
from tests.server.conftest import missing
from tests.server.processes import Missing, Postgres, Redis, Server, begin, end, wait_until

OPEN, BOT, RANDOM = {"kind": "open"}, {"kind": "bot", "bot": "simple"}, {"kind": "bot", "bot": "random"}
PACE = 0.02  # seconds people think
SLEEP = 0.02  # seconds between two looks

Leaving = contextlib.AsyncExitStack  # closes everybody's socket at the end


# ---- two processes


class House:
    """Two processes, A and B, with a database and a Redis of their own."""

    def __init__(self, database: str, redis: Redis, folder: Path, grace_of_b: str, **settings: str) -> None:
        self.database, self.redis = database, redis

        def start(grace: str) -> Server:
            return Server(folder, database, redis=redis.url, grace=grace, **settings)

        with ThreadPoolExecutor() as both:  # at once: they take turns at making the database
            self.a, self.b = both.map(start, ("60", grace_of_b))

    @property
    def bases(self) -> list[str]:
        return [self.a.url, self.b.url]

    async def ask(self, question: str, *arguments: str) -> list[Any]:
        """The database, without any server's help."""
        connection = await asyncpg.connect(self.database)
        rows = await connection.fetch(question, *arguments)
        await connection.close()
        return list(rows)

    async def events(self, table: str) -> list[dict[str, Any]]:
        """What has happened at a table."""
        rows = await self.ask("SELECT number, body FROM events WHERE table_id = $1 ORDER BY number", table)
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
        return [json.loads(row["body"]) for row in rows]


@contextlib.contextmanager
def open_house(postgres: Postgres, folder: Path, grace_of_b: str = "60", **settings: str) -> Iterator[House]:
    with contextlib.ExitStack() as closing:
        try:
            redis = Redis()  # of its own, for it is listened to, stopped and started
        except Missing as error:
            missing(error)
            raise
        closing.callback(redis.remove)
        house = House(postgres.new_database(), redis, folder, grace_of_b, **settings)
        closing.callback(house.a.stop)
        closing.callback(house.b.stop)
        yield house


def run(work: Coroutine[Any, Any, None], seconds: float) -> None:
    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await work

    asyncio.run(limited())


# ---- people


class Player(Person):
    """Somebody who notes which moves were acknowledged, and goes to the next process when theirs is gone."""

    def __init__(self, bases: list[str], table: str, token: str) -> None:
        super().__init__(bases[0], table, token)
        self.bases = bases
        self.acknowledged: list[str] = []
        self._sent: tuple[str, int, tuple[Any, ...]] | None = None  # and not yet acknowledged

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        assert message["type"] != "error", (self.table, self.view.get("seat"), self._sent, message)
        return message

    async def play(self, chance: random.Random, moves: int = 10_000) -> None:
        while self._sent or not self.view["over"]:
            try:
                await self._step(chance)
            except (WebSocketException, OSError):
                await self._come_back()

    async def _step(self, chance: random.Random) -> None:
        if self._sent is None and not self.must_act:
            with contextlib.suppress(TimeoutError):  # how long altogether is for the test to say
                await self.receive()
        elif self._sent is None:
            await asyncio.sleep(PACE)
            self._sent = chance.choice(self.view["legal"]), self.version, self.decision
            await self.move(*self._sent[:2])
        elif self.decision != self._sent[2]:
            self.acknowledged.append(self._sent[0])
            self._sent = None
        else:
            await self.receive()

    async def _come_back(self) -> None:
        """At the next process. Who does not know whether a move was made sends it again, which is never an error."""
        self.bases = [*self.bases[1:], self.bases[0]]
        self.base = self.bases[0]
        with contextlib.suppress(WebSocketException, OSError):
            await self.connect()
            if self._sent:
                await self.move(*self._sent[:2])
        await asyncio.sleep(SLEEP)

    def __repr__(self) -> str:
        view = self.view
        return (
            f"{self.table} at {self.base}: seat {view['seat']}, version {self.version}, to act {view['to_act']}, {view['phase']}"
        )


async def take_seats(bases: list[str], game: str, seats: list[dict[str, str]], **given: Any) -> list[Player]:
    """A table made at the first process; its people sit down at both, one here, one there."""
    made = await make_table(bases[0], game, len(seats), seats=seats, **given)
    people = []
    for number in range(seats.count(OPEN)):
        here, *others = bases if number % 2 == 0 else bases[::-1]
        _, token = await sit(here, made["id"], f"Wilhelmina {number}")
        people.append(Player([here, *others], made["id"], token))
    return people


async def sit_around(leaving: Leaving, bases: list[str], game: str, seats: list[dict[str, str]], **given: Any) -> list[Player]:
    """The same, and they look on through the processes at which they have sat down."""
    people = await take_seats(bases, game, seats, **given)
    for player in people:
        leaving.push_async_callback(player.close)
    await asyncio.gather(*(player.connect() for player in people))
    return people


async def play_all(people: list[Player], seconds: float) -> None:
    """Everybody plays at random to the end; whoever is stuck fails the test and says where."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(player.play(random.Random(number)) for number, player in enumerate(people)))
    except TimeoutError:
        stuck = [player for player in people if not player.view["over"]]
        pytest.fail("\n".join([f"{len(stuck)} of {len(people)} people wait in vain:", *map(repr, stuck[:12])]))


async def until_well_under_way(people: list[Player]) -> None:
    while any(len(player.acknowledged) < 3 and not player.view["over"] for player in people):
        await asyncio.sleep(SLEEP)


async def check_game(house: House, base: str, people: list[Player]) -> None:
    """The game is over, fits its commitment, and has exactly the moves that its people were told they had made."""
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.get(f"/api/tables/{people[0].table}/replay")
    assert answer.status_code == 200, answer.text
    replays.verify(answer.text)
    moves = answer.json()["replay"]["moves"]
    stored = [[event["seat"], event["move"]] for event in await house.events(people[0].table) if event["type"] == "moved"]
    assert moves == stored
    for player in people:
        assert player.acknowledged == [move for seat, move in moves if seat == player.view["seat"]]


# ---- what goes through Redis


class Wiretap:
    """Everything that anybody says to Redis."""

    def __init__(self, redis: Redis) -> None:
        self._socket = redis.folder / "socket"
        self.commands: list[list[str]] = []

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[Wiretap]:
        reader, writer = await asyncio.open_unix_connection(self._socket)
        writer.write(b"MONITOR\r\n")
        assert await reader.readline() == b"+OK\r\n"
        task = asyncio.create_task(self._note(reader))
        try:
            yield self
        finally:
            task.cancel()
            writer.close()

    async def _note(self, reader: asyncio.StreamReader) -> None:
        async for line in reader:
            _, _, command = line.decode().partition("] ")
            self.commands.append(re.findall(r'"((?:[^"\\]|\\.)*)"', command))


TABLE, PROCESS = r"[\w-]{12}", r"[0-9a-f]{12}"
ALLOWED = (
    rf"PUBLISH stichwerk:changes( {TABLE} \d+)+",
    rf"SET stichwerk:thinking:{TABLE}:\d+ {PROCESS} (PX \d+ NX|NX PX \d+)",
    rf"SET stichwerk:process:{PROCESS} 1 PX \d+",
    r"SCAN \d+ MATCH stichwerk:process:\*",
    r"EXISTS stichwerk:changes",
    r"SUBSCRIBE stichwerk:changes",
    r"PING",
    r"HELLO \d",
    r"CLIENT (SETINFO|MAINT_NOTIFICATIONS) [\w. ()-]+",
)


def check_wire(commands: list[list[str]], people: list[Player]) -> None:
    """ "only (table, version) goes through Redis … so no hand passes there": nothing else, no token and no chat either."""
    for command in commands:
        text = " ".join(command)
        assert any(re.fullmatch(pattern, text) for pattern in ALLOWED), text
    published = " ".join(command[2] for command in commands if command[0] == "PUBLISH").split()
    newest = {table: int(version) for table, version in zip(published[::2], published[1::2], strict=True)}
    for player in people:
        assert newest[player.table] >= player.version


# ---- the tests


def test_one_of_two_processes_is_killed_mid_game(postgres: Postgres, tmp_path: Path) -> None:
    """ "a test that starts two processes, Postgres and Redis for real, plays tables through both, kills one mid-game, and
    finishes every game" """
    with open_house(postgres, tmp_path, grace_of_b="1") as house:
        run(kill_one(house), 80)


async def kill_one(house: House) -> None:
    a, b = house.bases
    async with Leaving() as leaving, Wiretap(house.redis).listening() as tap:
        kinds = (
            ("sticheln", [OPEN, BOT, OPEN]),
            ("sticheln", [OPEN, OPEN, OPEN, RANDOM]),
            ("hattrick", [BOT, OPEN, OPEN, BOT]),
            ("thegame", [OPEN, OPEN]),
            ("thegame", [OPEN, BOT, OPEN]),
        )
        tables = [await sit_around(leaving, [a, b], *kind) for kind in kinds]
        stays, ghost = await sit_around(leaving, [b, a], "sticheln", [OPEN, OPEN, BOT])
        everybody = [stays, *(player for people in tables for player in people)]
        await everybody[1].send(type="chat", text="psst, nobody may overhear this")
        playing = asyncio.create_task(play_all(everybody, 70))
        haunting = asyncio.create_task(ghost.play(random.Random(0)))
        await until_well_under_way(everybody)
        orphan = (await make_table(a, "sticheln", 8, seats=[BOT] * 8, options={"rounds": 2}))["id"]
        while len(await house.events(orphan)) < 20:
            await asyncio.sleep(SLEEP)
        house.a.kill()
        haunting.cancel()  # never comes back
        await asyncio.wait([haunting], timeout=1)
        assert haunting.cancelled()
        assert len(await house.events(orphan)) < 2 * 8 * 15
        assert not any(player.view["over"] for player in everybody if player.view["game"] != "thegame")  # soon lost at random
        await asyncio.gather(playing, dead_claim(house, leaving), until_over(house, orphan))
        for people in tables:
            await check_game(house, b, people)
        assert [event["type"] for event in await house.events(stays.table)].count("relieved") == 1  # the ghost
        check_wire(tap.commands, everybody)


async def until_over(house: House, table: str) -> None:
    """A table of bots alone that nobody asks for: their thinking "goes to another process if one dies"."""
    while await house.ask("SELECT 1 FROM tables WHERE id = $1 AND status <> 'over'", table):
        await asyncio.sleep(0.2)


async def dead_claim(house: House, leaving: Leaving) -> None:
    """ "bots' thinking is claimed by a Redis lock with a time-out": one that A has not lived to use runs out, then B thinks."""
    (alone,) = await sit_around(leaving, [house.b.url], "sticheln", [OPEN, BOT, BOT], options={"rounds": 1})
    while alone.view["to_act"] != [alone.view["seat"]]:  # the bots have chosen
        await alone.receive()
    client = redis_client.Redis.from_url(house.redis.url)
    for version in range(alone.version, alone.version + 20):
        await client.set(f"stichwerk:thinking:{alone.table}:{version}", "a" * 12, nx=True, px=10_000)
    await client.aclose()
    claimed = time.time()
    await play_all([alone], 40)
    moves = [event for event in await house.events(alone.table) if event["type"] == "moved" and event["at"] > claimed]
    assert min(event["at"] for event in moves if event.get("by") == "bot") > claimed + 9
    await check_game(house, house.b.url, [alone])


def test_two_processes_race_for_the_same_move(postgres: Postgres, tmp_path: Path) -> None:
    """ "Storing an event is an append under a unique (table, number)": of two moves made on one version exactly one wins."""
    with open_house(postgres, tmp_path) as house:
        run(race(house), 60)


async def race(house: House) -> None:
    async with Leaving() as leaving:
        tables = [await take_seats(house.bases, "sticheln", [OPEN] * 3, options={"rounds": 1}) for _ in range(8)]
        pairs = [Twins(house, player) for people in tables for player in people]
        for pair in pairs:
            await pair.connect(leaving)
        await asyncio.gather(*(pair.play(random.Random(number)) for number, pair in enumerate(pairs)))
        for people in tables:
            moved = [event for event in await house.events(people[0].table) if event["type"] == "moved"]
            assert len(moved) == 3 * 15


class Twins:
    """One person with two devices, one at each process, who moves on both at the same moment."""

    def __init__(self, house: House, player: Person) -> None:
        self.devices = [Person(base, player.table, player.token) for base in house.bases]

    async def connect(self, leaving: Leaving) -> None:
        for device in self.devices:
            leaving.push_async_callback(device.close)
            await device.connect()

    async def play(self, chance: random.Random) -> None:
        while not all(device.view["over"] for device in self.devices):
            for device in self.devices:
                while not (device.must_act or device.view["over"]):
                    await device.receive()
            if not self.devices[0].view["over"]:
                await self._move_twice(chance)

    async def _move_twice(self, chance: random.Random) -> None:
        version = min(device.version for device in self.devices)
        before = self.devices[0].decision
        assert self.devices[1].decision == before
        legal = self.devices[0].view["legal"]
        moves = [chance.choice(legal), chance.choice(legal)]
        here, there = await asyncio.gather(*map(self._move, self.devices, moves, [version, version]))
        assert here + there == ([] if moves[0] == moves[1] else ["table.stale"]), moves
        for device in self.devices:
            while device.decision == before:  # sees the move, whoever has made it
                await asyncio.wait_for(device.receive(), 5)

    async def _move(self, device: Person, move: str, version: int) -> list[str]:
        """What was refused until the server answers what was sent next."""
        await device.move(move, version)
        await device.send(type="ping")
        refused = []
        while (message := await device.receive())["type"] != "pong":
            if message["type"] == "error":
                refused.append(message["code"])
        return refused


def test_a_rematch_asked_for_at_both_processes_at_once_is_one_table(postgres: Postgres, tmp_path: Path) -> None:
    """ "The first to ask wins": there is no second table that nobody comes to and that bots would play to its end."""
    with open_house(postgres, tmp_path) as house:
        run(ask_twice(house), 40)


async def ask_twice(house: House) -> None:
    async with Leaving() as leaving:
        tables = [await sit_around(leaving, house.bases, "thegame", [OPEN, OPEN]) for _ in range(12)]
        everybody = [player for people in tables for player in people]
        await play_all(everybody, 20)
        await asyncio.gather(*(player.send(type="rematch") for player in everybody))
        following = [await next_table(player) for player in everybody]
        assert following[::2] == following[1::2]
        assert len(set(following)) == len(tables)
        made = await house.ask("SELECT id, status FROM tables")
        assert len(made) == 2 * len(tables)
        assert {row["status"] for row in made if row["id"] in following} == {"running"}
        for table in following:
            assert [event["name"] for event in await house.events(table) if event["type"] == "sat"] == [
                "Wilhelmina 0",
                "Wilhelmina 1",
            ]


async def next_table(player: Player) -> str:
    """The table of the rematch, as this player is told of it; who asked second may be told that somebody was first."""
    while player.view["table"]["next"] is None:
        await Person.receive(player)
    return str(player.view["table"]["next"])


def test_appends_of_two_processes_do_not_block_each_other(postgres: Postgres) -> None:
    """Batches that want the same numbers in different orders: Postgres would break off one of two that wait for each other."""
    database, tables, rounds = postgres.new_database(), [f"t{i}" for i in range(60)], 60
    postgres.sql(f"ALTER DATABASE {urlsplit(database).path[1:]} SET deadlock_timeout = '20ms'", "postgres")
    url = Settings(database=database).database_url
    asyncio.run(store_tables(url, tables))
    together = threading.Barrier(2, timeout=30)

    async def append(seed: int) -> list[bool | BaseException]:
        store, chance = Store(url), random.Random(seed)
        await store.open()
        stored: list[bool | BaseException] = []
        for number in range(1, rounds + 1):
            together.wait()
            work = (store.append(name, number, events.Paused(at=0.0)) for name in chance.sample(tables, len(tables)))
            stored += await asyncio.gather(*work, return_exceptions=True)
        await store.close()
        return stored

    with ThreadPoolExecutor() as both:
        here, there = both.map(lambda seed: asyncio.run(append(seed)), (0, 1))
    assert not [found for found in here + there if isinstance(found, BaseException)][:1]
    assert sum(found is True for found in here + there) == len(tables) * rounds


async def store_tables(url: str, names: list[str]) -> None:
    store = Store(url)
    await store.open()
    for name in names:
        await store.create(Table(name, setup.check("sticheln", 3), secret.draw(), 0.0), "invite", 0.0)
    await store.close()


def test_looking_at_a_table_hides_nothing_from_who_sits_there(postgres: Postgres, tmp_path: Path) -> None:
    """Who asks a process over HTTP makes it look into the store, perhaps before Redis has told it what is new there."""
    with open_house(postgres, tmp_path) as house:
        run(look_and_play(house), 40)


async def look_and_play(house: House) -> None:
    async with Leaving() as leaving:
        tables = [await sit_around(leaving, house.bases, "sticheln", [OPEN, OPEN, BOT], options={"rounds": 1}) for _ in range(4)]
        everybody = [player for people in tables for player in people]
        looking = [asyncio.create_task(look(base, [people[0].table for people in tables])) for base in house.bases * 2]
        await play_all(everybody, 15)
        for task in looking:
            task.cancel()
        found = await asyncio.gather(*looking, return_exceptions=True)
        assert all(isinstance(error, asyncio.CancelledError) for error in found), found


async def look(base: str, tables: list[str]) -> None:
    """Somebody who asks for the list and for each table again and again."""
    async with httpx.AsyncClient(base_url=base) as http:
        while True:
            for path in ("/api/tables", *(f"/api/tables/{table}" for table in tables)):
                assert (await http.get(path)).status_code == 200


def test_redis_goes_away_for_a_moment(postgres: Postgres, tmp_path: Path) -> None:
    """Redis keeps nothing that matters, so nothing is lost with it: every game goes on, and nobody who is here counts as away."""
    with open_house(postgres, tmp_path) as house:
        run(lose_redis(house), 60)


async def lose_redis(house: House) -> None:
    async with Leaving() as leaving:
        busy = [
            await sit_around(leaving, house.bases, *kind)
            for kind in (("sticheln", [OPEN, OPEN, OPEN]), ("sticheln", [OPEN, BOT, OPEN]))
        ]
        quiet = await sit_around(leaving, house.bases, "hattrick", [OPEN, OPEN, BOT, BOT], options={"rounds": 1})
        everybody = [player for people in busy for player in people]
        playing = asyncio.create_task(play_all(everybody, 30))
        await until_well_under_way(everybody)
        house.redis.stop()
        await asyncio.sleep(5)
        house.redis.start()
        assert not any(player.view["over"] for player in everybody)
        await asyncio.gather(playing, asyncio.sleep(11))  # long enough for both to ask which processes live
        for people in busy:
            await check_game(house, house.b.url, people)
        for people in (*busy, quiet):
            assert not [event for event in await house.events(people[0].table) if event["type"] in ("went", "relieved")]
        await play_all(quiet, 20)
        await check_game(house, house.a.url, quiet)


# ---- nginx


def test_behind_nginx(postgres: Postgres, tmp_path: Path) -> None:
    """ "`deploy/`: a compose file and an nginx example": the real nginx with it, two processes, and one dies."""
    with (
        open_house(postgres, tmp_path, limits="on", proxies="127.0.0.1", requests_per_second="10") as house,
        nginx(house, tmp_path) as base,
    ):
        run(play_behind_nginx(house, base), 40)
        logs = "".join(file.read_text() for file in tmp_path.glob("nginx*/*.log"))
    assert "/live" in logs
    assert "token=" not in logs


async def play_behind_nginx(house: House, base: str) -> None:
    async with Leaving() as leaving:
        tables = [await sit_around(leaving, [base], "sticheln", [OPEN, OPEN, BOT], options={"rounds": 1}) for _ in range(3)]
        everybody = [player for people in tables for player in people]
        playing = asyncio.create_task(play_all(everybody, 25))
        await until_well_under_way(everybody)
        house.a.kill()
        await playing
        for people in tables:
            await check_game(house, base, people)
    page = Person(base, everybody[0].table)
    await page.connect(Origin=base)  # a page of the same site; the Host it names must arrive with its port
    await page.close()
    async with httpx.AsyncClient(base_url=base) as http:
        assert (await http.get("/healthz")).json() == {"status": "alive"}
        assert (await http.get("/metrics")).status_code == 404
        large = await http.post("/api/tables", content=b" " * 100_000, headers={"Content-Type": "application/json"})
        assert (large.status_code, large.json()["code"]) == (413, "door.large")
        forged = [http.get("/api/tables", headers={"X-Forwarded-For": f"192.0.2.{i}"}) for i in range(200)]
        # All at once: one after the other on a slow machine would be no more than is allowed.
        assert 429 in {answer.status_code for answer in await asyncio.gather(*forged)}


@contextlib.contextmanager
def nginx(house: House, folder: Path) -> Iterator[str]:
    """nginx with deploy/nginx.conf, whose names and places are exchanged for those of the test."""
    program = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"]))
    if program is None:
        missing(Missing("nginx is not installed: on Debian and Ubuntu `apt install nginx-light`"))
        raise AssertionError
    here, port = folder / "nginx", free_port()
    here.mkdir()
    example = Path(__file__).parents[2].joinpath("deploy", "nginx.conf").read_text()
    for old, new in (
        ("server-a:8000", urlsplit(house.a.url).netloc),
        ("server-b:8000", urlsplit(house.b.url).netloc),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("/var/log/nginx/", f"{here}/"),
    ):
        assert old in example
        example = example.replace(old, new)
    paths = "".join(f"{kind}_temp_path {here}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;" if os.geteuid() == 0 else ""  # who else may read this folder
    main = f"daemon off; {user} pid {here}/pid; error_log {here}/error.log; events {{}} http {{ {paths} {example} }}"
    (here / "nginx.conf").write_text(main)
    with (here / "output.log").open("wb") as output:
        process = begin([program, "-p", str(here), "-e", str(here / "error.log"), "-c", str(here / "nginx.conf")], output, None)
    try:
        wait_until(lambda: answers(port) or process.poll() is not None, "nginx listens")
        assert process.poll() is None, (here / "error.log").read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
