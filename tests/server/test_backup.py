"""Backup and restore: one consistent snapshot, all of it or nothing, between both kinds of databases."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stichwerk.game import BadOption
from stichwerk.server import copies
from stichwerk.server.settings import Settings
from tests.games import Setting
from tests.server.client import (
    PATIENCE,
    Person,
    ask,
    play_to_the_end,
    run,
    seated,
    step,
)
from tests.server.processes import Postgres, query, serving, stichwerk

SMALL = Setting("sticheln", 3, "classic", {"rounds": 1})


def url_of(database: str) -> str:
    return Settings(database=database).database_url


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
