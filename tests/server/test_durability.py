"""What survives: kill -9 in the middle of play, SIGTERM, a database that says no, backups and restores.

"Each [event] is stored before anyone sees it." "Appending an event is the commit point of everything."
STICHWERK_KILLS says how often a server is killed (`make soak`: 100; else 5).
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from stichwerk.game import BadOption
from stichwerk.server import copies, hub
from stichwerk.server.app import make_hub
from stichwerk.server.settings import Settings
from stichwerk.server.store import Store
from stichwerk.table import Table, events, replays, setup
from tests.games import Setting
from tests.server.client import (
    PATIENCE,
    Person,
    ask,
    http_client,
    make_table,
    play_to_the_end,
    refused,
    run,
    seated,
    shown,
    sit,
    step,
    until,
)
from tests.server.inside import inside
from tests.server.processes import Postgres, Server, serving, stichwerk, wait_until

KILLS = int(os.environ.get("STICHWERK_KILLS", "5"))
OPEN, BOT = {"kind": "open"}, {"kind": "bot", "bot": "simple"}
TABLES: list[tuple[Setting, list[dict[str, str]]]] = [
    (Setting("sticheln", 3, "classic", {"rounds": 2}), [OPEN] * 3),
    (Setting("sticheln", 4, "aggravated", {"rounds": 1}), [OPEN, BOT, OPEN, BOT]),
    (Setting("sticheln", 3, "delayed", {"rounds": 1}), [OPEN, OPEN, BOT]),
    (Setting("hattrick", 4, "standard", {"rounds": 1}), [OPEN] * 4),
    (Setting("thegame", 2, "standard"), [OPEN] * 2),
    (Setting("thegame", 3, "standard"), [OPEN, BOT, OPEN]),
]


# ---- sudden death


class Player(Person):
    """Plays until its connection breaks, and remembers which of its moves it has seen happen."""

    def __init__(self, base: str, table: str, token: str | None = None) -> None:
        super().__init__(base, table, token)
        self.made: list[str] = []

    async def play_while_it_lasts(self, chance: random.Random) -> None:
        try:
            while not self.view["over"]:
                if not self.must_act:
                    await self.until_view()
                    continue
                before, move = self.decision, chance.choice(self.view["legal"])
                await self.move(move)
                while self.decision == before:
                    assert (await self.receive())["type"] != "error"
                self.made.append(move)
        except (WebSocketException, OSError):
            pass


async def sit_down(base: str) -> list[Player]:
    """People at one table of each kind, connected."""
    tables = await asyncio.gather(*(sit_at(base, setting, seats) for setting, seats in TABLES))
    players = [player for table in tables for player in table]
    await asyncio.gather(*(player.connect() for player in players))
    return players


async def sit_at(base: str, setting: Setting, seats: list[dict[str, str]]) -> list[Player]:
    given = {"variant": setting.variant, "options": setting.options, "seats": seats}
    table = (await make_table(base, setting.game, setting.players, **given))["id"]
    return [Player(base, table, (await sit(base, table, f"person {number}"))[1]) for number in range(seats.count(OPEN))]


async def play_until_it_breaks(base: str, end: Callable[[], Any], after: float, chance: random.Random) -> list[Player]:
    """Plays at all tables, and ends the server a while after somebody's first move, however slow the machine is."""
    players = await sit_down(base)
    playing = [asyncio.create_task(player.play_while_it_lasts(random.Random(chance.random()))) for player in players]
    while not any(player.made for player in players):
        await asyncio.sleep(0.005)
    await asyncio.sleep(after)
    await asyncio.to_thread(end)
    await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
    return players


async def assert_nothing_is_lost(base: str, before: list[Player]) -> None:
    """All that anyone had seen has happened, and every game can be finished."""
    after = [Player(base, player.table, player.token) for player in before]
    await asyncio.gather(*(player.connect() for player in after))
    for old, new in zip(before, after, strict=True):
        assert new.log[: len(old.log)] == old.log
    await play_to_the_end(list[Person](after))
    for table in {player.table for player in after}:
        game = replays.verify(await ask(base, f"/api/tables/{table}/replay"))
        for player in before:
            if player.table == table:
                moves = [move for seat, move in game.replay()["moves"] if seat == player.view["seat"]]
                assert [move for move in moves if move[1:] not in ("?", "!", ".")][: len(player.made)] == player.made


def test_no_move_that_anyone_has_seen_is_lost_by_kill_9(tmp_path: Path, database: str) -> None:
    chance = random.Random(database)
    with serving(tmp_path, database) as server:
        for _ in range(KILLS):
            run(killed_and_restarted(server, chance))
    assert "Traceback" not in server.output


async def killed_and_restarted(server: Server, chance: random.Random) -> None:
    players = await play_until_it_breaks(server.url, server.kill, chance.uniform(0.0, 0.3), chance)
    await asyncio.to_thread(server.start)
    await assert_nothing_is_lost(server.url, players)


def test_sigterm_finishes_what_is_in_flight(tmp_path: Path, database: str) -> None:
    with serving(tmp_path, database) as server:
        players: list[Player] = []

        async def play() -> None:
            players.extend(await play_until_it_breaks(server.url, server.stop, 0.2, random.Random(1)))

        run(play())
        status = server.process.returncode
        server.start()
        run(assert_nothing_is_lost(server.url, players))
    assert "Traceback" not in server.output
    assert status == 0


def test_nothing_is_left_running_when_a_hub_has_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """… not even the look for idle tables, wherever it is just then.

    Who is told to end twice while asking a database waits for ever (aiosqlite's thread is gone), and with it the process.
    """
    monkeypatch.setattr(hub, "SWEEP", 0.001)

    async def open_and_close(number: int) -> None:
        opened = make_hub(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        await opened.open()
        await asyncio.sleep(0.01 + 0.001 * number)
        await opened.close()
        if left := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(left, timeout=2)  # else this test would be what waits for ever
        assert not left

    for number in range(20):
        asyncio.run(open_and_close(number))


def test_of_two_events_with_one_number_only_the_stored_one_counts_as_stored(tmp_path: Path, database: str) -> None:
    """ "Each learns by itself whether its number was free", also when who asked first has not waited for the answer.

    (A socket that takes nothing is given up in the middle of whatever its person was doing; the next in line gets its number.)
    """

    async def append() -> None:
        store = Store(url_of(database))
        await store.open()
        try:
            await store.create(Table("t", setup.check("thegame", 2), bytes(32), 1.0), "invite", 1.0)
            given_up = store.append("t", 1, events.Said(seat=0, text="first", at=1.0))
            given_up.cancel()
            is_stored = await store.append("t", 1, events.Said(seat=1, text="second", at=2.0))
            found = await store.events_after("t", 0)
        finally:
            await store.close()
        assert [getattr(event, "text", "") for event in found] == (["second"] if is_stored else ["first"])

    asyncio.run(append())


def test_a_table_that_was_made_is_there_after_sigterm(tmp_path: Path) -> None:
    """A request is answered and its table is there; or it is not answered."""
    made: list[str] = []

    async def ask_for_tables(base: str) -> None:
        async with http_client(base) as http:
            try:
                while True:
                    made.append((await http.post("/api/tables", json={"game": "thegame", "players": 1})).json()["id"])
            except httpx.HTTPError:
                pass

    async def play() -> None:
        asking = [asyncio.create_task(ask_for_tables(server.url)) for _ in range(4)]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.stop)
        await asyncio.gather(*asking)

    async def look() -> None:
        for table in made:
            assert (await ask(server.url, f"/api/tables/{table}"))["table"]["id"] == table

    with serving(tmp_path) as server:
        run(play())
        assert made
        server.start()
        run(look())


def test_bots_that_nobody_visits_play_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "A running table that no process touches is taken up". (Here: after no time at all.)"""
    monkeypatch.setattr(hub, "SWEEP", 0.2)
    monkeypatch.setattr(hub, "ORPHANED", 0.1)

    async def begin() -> None:
        made = await make_table(server.url, seats=[BOT] * 3, options={"rounds": 20})
        table.append(made["id"])

    table: list[str] = []
    with inside(tmp_path) as server:
        run(begin())
        first = count_events(tmp_path / "inside.sqlite")
    with inside(tmp_path):
        wait_until(lambda: status_of(tmp_path / "inside.sqlite", table[0]) == "over", "the bots finish", PATIENCE)
    assert count_events(tmp_path / "inside.sqlite") > first


def query(file: Path, statement: str, *values: Any) -> Any:
    connection = sqlite3.connect(file, timeout=10, isolation_level=None)
    try:
        return connection.execute(statement, values).fetchall()
    finally:
        connection.close()


def count_events(file: Path) -> int:
    return int(query(file, "SELECT count(*) FROM events")[0][0])


def status_of(file: Path, table: str) -> str:
    return str(query(file, "SELECT status FROM tables WHERE id = ?", table)[0][0])


def test_a_server_killed_before_it_noted_the_end_does_not_list_the_game_for_ever(tmp_path: Path) -> None:
    """The last move and the status are two commits: between them anything may happen. "What counts is what its events make"."""

    async def finish() -> None:
        made = await make_table(server.url, "thegame", 1)
        _, token = await sit(server.url, made["id"], "Ada")
        person = Person(server.url, made["id"], token)
        await person.connect()
        await person.play(random.Random(1))
        table.append(made["id"])

    async def look() -> None:
        assert await ask(server.url, "/api/tables") == []

    table: list[str] = []
    with serving(tmp_path) as server:
        run(finish())
        server.kill()
        query(server.file, "UPDATE tables SET status = 'running' WHERE id = ?", table[0])
        server.start()
        run(look())


def test_a_table_that_cannot_be_read_is_nobody_elses_trouble(tmp_path: Path) -> None:
    """Somebody edited the database, or a disk did: the other tables are still listed."""

    async def prepare() -> None:
        for players in (3, 4):
            made.append((await make_table(server.url, players=players))["id"])
            await sit(server.url, made[-1], "Ada")

    async def look() -> None:
        assert [table["id"] for table in await ask(server.url, "/api/tables")] == [made[1]]

    made: list[str] = []
    with serving(tmp_path) as server:
        run(prepare())
        server.kill()
        query(server.file, "UPDATE events SET body = '{}' WHERE table_id = ?", made[0])
        server.start()
        run(look())


# ---- what is kept, and for how long


def test_idle_tables_are_removed_and_finished_ones_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`idle_hours`: "after which a table that nobody touches is removed", waiting or paused. `kept_hours`: one that is over."""
    for name in ("SWEEP", "ORPHANED", "FORGET"):
        monkeypatch.setattr(hub, name, 0.1)

    async def play(base: str) -> None:
        waiting, used = await make_table(base), await make_table(base)
        over = await seated(base, Setting("thegame", 1, "standard"))
        await play_to_the_end(over)
        paused = await seated(base, SMALL)
        await paused[0].send(type="host", action="pause")
        await until(paused[0], lambda view: view["table"]["status"] == "paused")
        await asyncio.gather(*(person.close() for person in paused))
        async with Person(base, used["id"]):
            await asyncio.sleep(3)
            left = {row[0] for row in query(tmp_path / "inside.sqlite", "SELECT id FROM tables")}
        assert waiting["id"] not in left
        assert used["id"] in left
        assert over[0].table in left
        assert paused[0].table not in left

    with inside(tmp_path, {"idle_hours": 1 / 3600, "kept_hours": 1.0}) as server:
        run(play(server.url))


# ---- a database that says no


@contextmanager
def refusing(file: Path, table: str = "events") -> Iterator[None]:
    """The database takes no new row of a table for a while (a full disk, say)."""
    query(file, f"CREATE TRIGGER no_room BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no room'); END")
    try:
        yield
    finally:
        query(file, "DROP TRIGGER no_room")


SMALL = Setting("sticheln", 3, "classic", {"rounds": 1})


def test_a_move_that_cannot_be_stored_has_not_happened(tmp_path: Path) -> None:
    """ "That could not be stored, so it has not happened: try again in a moment"."""

    async def play() -> None:
        people = await seated(server.url, SMALL)
        before = await shown(server.url, people[0])
        with refusing(server.file):
            move = people[0].view["legal"][0]
            assert await refused(people[0], type="move", version=people[0].version, move=move) == "table.store"
            assert await refused(people[1], type="chat", text="hello") == "table.store"
            assert await shown(server.url, people[0]) == before
            async with http_client(server.url) as http:
                answer = await http.delete(f"/api/tables/{people[2].table}/seats", params={"token": people[2].token or ""})
            assert (answer.status_code, answer.json()["code"]) == (503, "table.store")
        await play_to_the_end(people)

    with serving(tmp_path) as server:
        run(play())


BUT_BOTS = """CREATE TRIGGER no_bots BEFORE INSERT ON events WHEN new.body LIKE '%"by":"bot"%'
BEGIN SELECT RAISE(ABORT, 'no room'); END"""


def test_bots_wait_for_a_database_and_do_not_storm_it(tmp_path: Path) -> None:
    async def play() -> None:
        people = await seated(server.url, SMALL, seats=[OPEN, BOT, BOT])
        await until(people[0], lambda view: view["to_act"] == [0])
        await step(people, random.Random(1))
        await until(people[0], lambda view: view["phase"] == "play" and view["to_act"] == [0])
        query(server.file, BUT_BOTS)
        while people[0].view["to_act"] == [0]:  # whoever takes the trick leads the next
            await people[0].play(random.Random(1), moves=1)
        await asyncio.sleep(1)
        failures.append(server.output.count("could not be stored"))
        query(server.file, "DROP TRIGGER no_bots")
        await play_to_the_end(people)

    failures: list[int] = []
    with serving(tmp_path) as server:
        run(play())
    assert 0 < failures[0] < 20, "in one second, at one table"


def test_who_goes_while_the_database_is_away_is_missed_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An absence that could not be stored is noted as soon as it can be: else the table waits for ever."""
    monkeypatch.setattr(hub, "SWEEP", 0.2)

    async def play(base: str) -> None:
        people = await seated(base, SMALL)
        with refusing(tmp_path / "inside.sqlite"):
            await people[0].close()
            await asyncio.sleep(0.3)
        await asyncio.wait_for(until(people[1], lambda view: view["table"]["seats"][0]["away"]), 3)

    with inside(tmp_path) as server:
        run(play(server.url))


def test_who_should_be_relieved_while_the_database_is_away_is_relieved_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SWEEP", 0.2)

    async def play(base: str) -> None:
        people = await seated(base, SMALL)
        await people[0].close()
        await until(people[1], lambda view: view["table"]["seats"][0]["away"])
        with refusing(tmp_path / "inside.sqlite"):
            await asyncio.sleep(1)
        await asyncio.wait_for(until(people[1], lambda view: view["table"]["seats"][0]["bot"] is not None), 3)

    with inside(tmp_path, {"grace": 0.5}) as server:
        run(play(server.url))


def test_a_game_goes_on_when_postgres_comes_back(postgres: Postgres, tmp_path: Path) -> None:
    async def play() -> None:
        people = await seated(server.url, SMALL)
        chance = random.Random(1)
        for _ in range(5):
            await step(people, chance)
        person = next(person for person in people if person.must_act)
        await asyncio.to_thread(postgres.stop)
        try:
            code = await refused(person, type="move", version=person.version, move=person.view["legal"][0])
        finally:
            await asyncio.to_thread(postgres.start)
        assert code == "table.store"
        await play_to_the_end(people)

    with serving(tmp_path, postgres.new_database()) as server:
        run(play())


# ---- backup and restore


def url_of(database: str) -> str:
    return Settings(database=database).database_url


def save(database: str, file: Path) -> None:
    asyncio.run(copies.backup(url_of(database), file))


def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / f'{time.monotonic_ns()}.sqlite'}"
    service: Postgres = request.getfixturevalue("postgres")
    return service.new_database()


@pytest.mark.parametrize(("source", "target"), [("sqlite", "sqlite"), ("sqlite", "postgres"), ("postgres", "postgres")])
def test_a_backup_of_a_running_server_restores(source: str, target: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """ "A backup is one consistent snapshot and may be taken while the server runs"."""
    database, other = (new_database(kind, tmp_path, request) for kind in (source, target))
    file = tmp_path / "tables.backup.gz"
    (tmp_path / "other").mkdir()

    async def play() -> None:
        people = await seated(server.url, SMALL)
        await play_to_the_end(people)
        over.append(await ask(server.url, f"/api/tables/{people[0].table}/replay"))
        running.extend(await seated(server.url, SMALL))
        for _ in range(10):
            await step(running, random.Random(1))

    async def go_on() -> None:
        assert await ask(restored.url, f"/api/tables/{over[0]['table']}/replay") == over[0]
        again = [Person(restored.url, person.table, person.token) for person in running]
        await asyncio.gather(*(person.connect() for person in again))
        for old, new in zip(running, again, strict=True):
            assert (new.log, new.view["hand"], new.view["chosen"]) == (old.log, old.view["hand"], old.view["chosen"])
        await play_to_the_end(again)

    over: list[Any] = []
    running: list[Person] = []
    with serving(tmp_path, database) as server:
        run(play())
        saved = stichwerk("backup", "--lang", "en", str(file), "--database", database)
        assert saved.returncode == 0, saved.stderr
        assert "2 tables saved" in saved.stdout
    back = stichwerk("restore", "--lang", "en", str(file), "--database", other)
    assert back.returncode == 0, back.stderr
    assert "2 tables restored" in back.stdout
    with serving(tmp_path / "other", other) as restored:
        run(go_on())


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A good backup of two tables."""
    folder = tmp_path_factory.mktemp("backup")

    async def play() -> None:
        for _ in range(2):
            await play_to_the_end(await seated(server.url, SMALL))

    with serving(folder) as server:
        run(play())
    asyncio.run(copies.backup(url_of(server.database), folder / "good.gz"))
    return (folder / "good.gz").read_bytes()


MORE = "INSERT INTO events (table_id, number, body) SELECT table_id, max(number) + 1, max(body) FROM events GROUP BY table_id"


@contextmanager
def before_every_question(do: Callable[[], object]) -> Iterator[None]:
    """Does something whenever anything is about to be read from a database through SQLAlchemy."""

    def before(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            do()

    sa.event.listen(sa.Engine, "before_cursor_execute", before)
    try:
        yield
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", before)


def test_a_backup_is_one_snapshot(backup: bytes, tmp_path: Path, database: str, request: pytest.FixtureRequest) -> None:
    """… although others write while it reads: its head says how much there is, and that is what it holds."""
    file, again = tmp_path / "first.gz", tmp_path / "again.gz"
    file.write_bytes(backup)
    asyncio.run(copies.restore(url_of(database), file))

    def write_more() -> None:
        if database.startswith("sqlite"):
            query(tmp_path / "tables.sqlite", MORE)
        else:
            service: Postgres = request.getfixturevalue("postgres")
            service.sql(MORE, database.split("/")[3].split("?")[0])

    with before_every_question(write_more):
        asyncio.run(copies.backup(url_of(database), again))
    assert asyncio.run(copies.restore(url_of(f"sqlite:///{tmp_path / 'other.sqlite'}"), again)) == 2


def restored(backup: bytes, folder: Path) -> str:
    """A database with what a backup holds."""
    database, file = f"sqlite:///{folder / 'tables.sqlite'}", folder / "backup.gz"
    file.write_bytes(backup)
    asyncio.run(copies.restore(url_of(database), file))
    return database


@pytest.fixture
def filled(backup: bytes, tmp_path: Path) -> str:
    """The address of a database with two tables."""
    (tmp_path / "filled.gz").write_bytes(backup)
    database = f"sqlite:///{tmp_path / 'filled.sqlite'}"
    asyncio.run(copies.restore(url_of(database), tmp_path / "filled.gz"))
    return database


def test_a_backup_is_its_owners_only_and_overwrites_nothing(filled: str, tmp_path: Path) -> None:
    """ "The file holds secrets: it is made for its owner only"."""
    file = tmp_path / "a.gz"
    assert stichwerk("backup", "--lang", "en", str(file), "--database", filled).returncode == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    again = stichwerk("backup", "--lang", "en", str(file), "--database", filled)
    assert (again.returncode, again.stderr.startswith("stichwerk: ")) == (2, True)
    assert file.read_bytes() == before


def test_a_backup_closes_its_file(filled: str, tmp_path: Path) -> None:
    """… and with it has written all of it, before it says so."""
    command = [sys.executable, "-W", "error", "-m", "stichwerk", "backup", str(tmp_path / "a.gz"), "--database", filled]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


def lines_of(backup: bytes) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(backup).splitlines()]


def packed(lines: list[Any]) -> bytes:
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode())


def changed(backup: bytes, line: int, **values: Any) -> bytes:
    lines = lines_of(backup)
    lines[line] |= values
    return packed(lines)


def with_event(backup: bytes, *values: Any) -> bytes:
    lines = lines_of(backup)
    lines[-1] = list(values)
    return packed(lines)


def deep(backup: bytes) -> bytes:
    return gzip.compress(gzip.decompress(backup) + b"[" * 100_000)


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda backup: b"",
    "not gzip": lambda backup: b"hello",
    "nothing in it": lambda backup: gzip.compress(b""),
    "half": lambda backup: backup[: len(backup) // 2],
    "no end": lambda backup: backup[:-8],
    "a wrong byte": lambda backup: (
        backup[: len(backup) // 2] + bytes([backup[len(backup) // 2] ^ 255]) + backup[len(backup) // 2 + 1 :]
    ),
    "a wrong byte early": lambda backup: backup[:40] + bytes([backup[40] ^ 255]) + backup[41:],
    "no head": lambda backup: packed(lines_of(backup)[1:]),
    "another format": lambda backup: changed(backup, 0, format="other"),
    "a newer version": lambda backup: changed(backup, 0, version=2),
    "an event too few": lambda backup: packed(lines_of(backup)[:-1]),
    "an event twice": lambda backup: packed([*lines_of(backup), lines_of(backup)[-1]]),
    "a table twice": lambda backup: packed([*lines_of(backup)[:2], *lines_of(backup)[1:]]),
    "a secret that is none": lambda backup: changed(backup, 1, secret="xyz"),
    "a field too many": lambda backup: changed(backup, 1, colour="red"),
    "an event of no table": lambda backup: with_event(backup, "none", 1, "{}"),
    "an event without a number": lambda backup: with_event(backup, lines_of(backup)[-1][0], "x", "{}"),
    "an event that is none": lambda backup: with_event(backup, *lines_of(backup)[-1][:2], '{"type":"fell"}'),
    "not UTF-8": lambda backup: gzip.compress(gzip.decompress(backup) + b"\xff\xff\n"),
    "too deep": deep,
    "only a number": lambda backup: packed([1]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_backup_is_refused_and_nothing_is_restored(name: str, backup: bytes, tmp_path: Path) -> None:
    """ "… all of it or nothing"."""
    file, url = tmp_path / "broken.gz", url_of(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    file.write_bytes(BROKEN[name](backup))
    with pytest.raises(BadOption) as refusal:
        asyncio.run(copies.restore(url, file))
    assert refusal.value.code == "backup.broken"
    assert query(tmp_path / "tables.sqlite", "SELECT count(*) FROM tables") == [(0,)]
    file.write_bytes(backup)
    assert asyncio.run(copies.restore(url, file)) == 2


def test_a_broken_backup_is_refused_by_postgres_too(backup: bytes, tmp_path: Path, postgres: Postgres) -> None:
    url, file = url_of(postgres.new_database()), tmp_path / "broken.gz"
    for name in ("half", "an event too few", "an event of no table", "an event without a number", "a table twice"):
        file.write_bytes(BROKEN[name](backup))
        with pytest.raises(BadOption):
            asyncio.run(copies.restore(url, file))
    file.write_bytes(backup)
    assert asyncio.run(copies.restore(url, file)) == 2
    with pytest.raises(BadOption, match="not empty"):
        asyncio.run(copies.restore(url, file))


def test_a_database_or_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    nowhere, new = "postgresql://x@127.0.0.1:1/none", f"sqlite:///{tmp_path / 'a.sqlite'}"
    for command, database in (("backup", nowhere), ("restore", nowhere), ("restore", new)):
        done = stichwerk(command, "--lang", "en", str(tmp_path / "none"), "--database", database)
        assert done.returncode == 2
        assert done.stderr.startswith("stichwerk: ")


def test_a_backup_of_nothing_is_not_made(tmp_path: Path) -> None:
    """A mistyped name is no empty database."""
    done = stichwerk("backup", "--lang", "en", str(tmp_path / "a.gz"), "--database", f"sqlite:///{tmp_path / 'mistyped.sqlite'}")
    assert done.returncode == 2
    assert not (tmp_path / "mistyped.sqlite").exists()


def test_a_long_copy_tells_how_far_it_is_and_a_broken_off_one_leaves_nothing(
    backup: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "TOGETHER", 5)
    file, url = tmp_path / "good.gz", url_of(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    file.write_bytes(backup)
    told: list[tuple[int, int]] = []
    asyncio.run(copies.restore(url, file, lambda done, total: told.append((done, total))))
    events = lines_of(backup)[0]["events"]
    assert told == [(done, events) for done in range(5, events + 1, 5)]

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        raise KeyboardInterrupt

    told.clear()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(copies.backup(url, tmp_path / "half.gz", stop))
    assert told == [(5, events)]
    assert not (tmp_path / "half.gz").exists()
