"""Where tables live: SQLite or Postgres through SQLAlchemy. Appending an event is the commit point of everything.

Appends that arrive together are committed together (group commit), and each learns by itself whether its number was free.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from stichwerk.server.schema import events, tables
from stichwerk.table import Setup, Table
from stichwerk.table import events as happenings
from stichwerk.table.events import Event
from stichwerk.table.table import RULES

log = logging.getLogger("stichwerk")
logging.getLogger("aiosqlite").setLevel(logging.INFO)  # with DEBUG it would tell secrets

TOGETHER = 500  # appends in one commit, at most
Row = tuple[str, int, str]  # table, number, event
Written = set[tuple[str, int]]  # tables and numbers
Answer = Callable[[bool | Exception], None]  # told whether it was stored, or why not
Append = tuple[str, int, str, Answer]  # table, number, event

# SQLite gets all rows as one JSON array in one statement, which is its own transaction. Python's sqlite3 gives up the
# interpreter at every step and, while the loop is busy, gets it back only after a millisecond: once a commit, not once a row.
INSERT_ALL = """
    INSERT INTO events (table_id, number, body)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?) WHERE true"""
INSERT_FREE = INSERT_ALL + " ON CONFLICT DO NOTHING RETURNING table_id, number"


class NewerRules(Exception):
    """A table made by a newer program, which this one might play differently."""


class Store:
    def __init__(self, url: str) -> None:
        self.engine = _make_engine(url)
        self._waiting: list[Append] = []
        self._writer: asyncio.Task[None] | None = None
        self._pen = SqlitePen(url) if self.engine.dialect.name == "sqlite" else PostgresPen(self.engine)

    async def open(self) -> None:
        await migrate(self.engine)
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Waits for what is being written."""
        while self._writer:
            await self._writer
        await self._pen.put_down()
        await self.engine.dispose()

    async def ping(self) -> None:
        async with self.engine.connect() as connection:
            await connection.execute(sa.select(1))

    # ---- appending

    def append(self, table: str, number: int, event: Event) -> asyncio.Future[bool]:
        """Stores an event as number `number`, durably; False if that number is taken."""
        stored: asyncio.Future[bool] = self._loop.create_future()
        self.put(table, number, event, partial(_settle, stored))
        return stored

    def put(self, table: str, number: int, event: Event, answer: Answer) -> None:
        """The same with a call when that is known."""
        self._waiting.append((table, number, happenings.write(event).decode(), answer))
        if self._writer is None:
            self._writer = self._loop.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                first = _first_of_each(batch)
                await self._write_together(list(first.values()))
                self._answer([append for append in batch if first[_place(append)] is not append], set())
        finally:
            self._writer = None

    async def _write_together(self, batch: list[Append]) -> None:
        """Sorted, so that two processes never wait for each other; one by one if one of them breaks all."""
        if not batch:
            return
        rows = sorted(append[:3] for append in batch)
        try:
            stored = await self._pen.write(rows)
        except Exception as error:
            if isinstance(error, sa.exc.IntegrityError) and len(batch) > 1:
                for append in batch:
                    await self._write_together([append])
            else:
                self._answer(batch, error)
        else:
            self._answer(batch, stored)

    def _answer(self, batch: list[Append], stored: Written | Exception) -> None:
        """Soon: what has come meanwhile is handed to the writer first, and is written while these are told."""
        if batch:
            self._loop.call_soon(_tell, batch, stored)

    # ---- tables

    async def create(self, table: Table, invite: str, now: float, happened: Sequence[Event] = ()) -> None:
        """Stores a new table with what has happened at it, all at once."""
        values = {
            "id": table.name,
            "setup": msgspec.json.encode(table.setup).decode(),
            "rules": RULES,
            "secret": table.secret,
            "invite": invite,
            "private": table.setup.private,
            "status": table.status,
            "created": now,
            "touched": now,
        }
        rows = [(table.name, number, happenings.write(event).decode()) for number, event in enumerate(happened, 1)]
        await self._pen.run(sa.insert(tables).values(values), *(sa.insert(events).values(row) for row in rows))

    async def load(self, name: str) -> tuple[Table, str, str] | None:
        """A table as its events make it, its invite, and the status it is listed with."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(tables).where(tables.c.id == name))).one_or_none()
            if row is None:
                return None
            bodies = await self._bodies(connection, name, 0)
        if row.rules > RULES:
            raise NewerRules(name)
        table = Table(name, msgspec.json.decode(row.setup, type=Setup), row.secret, row.created)
        for body in bodies:
            table.apply(happenings.read(body))
        return table, row.invite, row.status

    async def events_after(self, name: str, number: int) -> list[Event]:
        async with self.engine.connect() as connection:
            return [happenings.read(body) for body in await self._bodies(connection, name, number)]

    async def _bodies(self, connection: AsyncConnection, name: str, after: int) -> Iterable[str]:
        chosen = sa.select(events.c.body).where(events.c.table_id == name, events.c.number > after).order_by(events.c.number)
        return (await connection.execute(chosen)).scalars().all()

    async def listed(self, limit: int) -> list[str]:
        """The newest public tables that wait or run."""
        public = sa.select(tables.c.id).where(tables.c.status != "over", tables.c.private.is_(False))
        chosen = public.order_by(tables.c.created.desc()).limit(limit)
        async with self.engine.connect() as connection:
            return list((await connection.execute(chosen)).scalars())

    async def set_status(self, name: str, status: str) -> None:
        """For lists and sweeps: what a table's events make of it is what counts."""
        await self._pen.run(sa.update(tables).where(tables.c.id == name).values(status=status))

    async def untouched(self, seconds: float, limit: int) -> list[str]:
        """Running tables that nobody has touched for so long."""
        chosen = sa.select(tables.c.id).where(tables.c.status == "running", tables.c.touched < time.time() - seconds)
        async with self.engine.connect() as connection:
            return list((await connection.execute(chosen.order_by(tables.c.touched).limit(limit))).scalars())

    async def touch(self, names: list[str]) -> None:
        await self._pen.run(sa.update(tables).where(tables.c.id.in_(names)).values(touched=time.time()))

    async def remove_idle(self, idle: float, kept: float) -> list[str]:
        """Removes tables nobody has touched for so many seconds: `kept` for those whose game is over, `idle` for the others."""
        now = time.time()
        is_idle = sa.and_(tables.c.status != "over", tables.c.touched < now - idle)
        is_old = sa.and_(tables.c.status == "over", tables.c.touched < now - kept)
        async with self.engine.begin() as connection:
            removed = await connection.execute(sa.delete(tables).where(sa.or_(is_idle, is_old)).returning(tables.c.id))
            return list(removed.scalars())


def _first_of_each(batch: list[Append]) -> dict[tuple[str, int], Append]:
    """By table and number: of appends with one number only the first counts, and the others hear of it when it is stored."""
    found: dict[tuple[str, int], Append] = {}
    for append in batch:
        found.setdefault(_place(append), append)
    return found


def _place(append: Append) -> tuple[str, int]:
    return append[0], append[1]


def _tell(batch: list[Append], stored: Written | Exception) -> None:
    for append in batch:
        try:
            append[-1](stored if isinstance(stored, Exception) else _place(append) in stored)
        except Exception:  # the others are told all the same
            log.exception("what follows from an event failed")


def _settle(stored: asyncio.Future[bool], outcome: bool | Exception) -> None:
    if stored.done():  # who asked has not waited
        return
    if isinstance(outcome, Exception):
        stored.set_exception(outcome)
    else:
        stored.set_result(outcome)


class SqlitePen:
    """Writes in a thread of its own: one change of threads for a whole commit, where aiosqlite needs one for every call.

    Of two who want to write SQLite lets one sleep and try again, so that all that is written often is written here.
    """

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(
            url.replace("sqlite+aiosqlite", "sqlite"), hide_parameters=True, isolation_level="AUTOCOMMIT"
        )
        _prepare_sqlite(self._engine)
        self._thread = ThreadPoolExecutor(1, "writer")

    async def write(self, rows: list[Row]) -> Written:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows)

    def _write(self, rows: list[Row]) -> Written:
        """Asking each row whether it was free costs half as much again as writing it, so that is left for when one is not."""
        given = (msgspec.json.encode(rows).decode(),)
        with self._engine.connect() as connection:
            try:
                connection.exec_driver_sql(INSERT_ALL, given)
                return {row[:2] for row in rows}
            except sa.exc.IntegrityError:
                return {(table, number) for table, number in connection.exec_driver_sql(INSERT_FREE, given)}

    async def run(self, *statements: sa.Executable) -> None:
        """All of them or none."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._run, statements)

    def _run(self, statements: Sequence[sa.Executable]) -> None:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            for statement in statements:
                connection.execute(statement)
            connection.exec_driver_sql("COMMIT")

    async def put_down(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()


class PostgresPen:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def write(self, rows: list[Row]) -> Written:
        """Inserts the events whose numbers are free; which those were."""
        free = postgresql.insert(events).on_conflict_do_nothing().returning(events.c.table_id, events.c.number)
        values = [dict(zip(events.c.keys(), row, strict=True)) for row in rows]
        async with self._engine.begin() as connection:
            return {(row.table_id, row.number) for row in await connection.execute(free, values)}

    async def run(self, *statements: sa.Executable) -> None:
        async with self._engine.begin() as connection:
            for statement in statements:
                await connection.execute(statement)

    async def put_down(self) -> None:
        pass


def _make_engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=5, max_overflow=10, pool_pre_ping=True, hide_parameters=True)
    engine = create_async_engine(url, connect_args={"timeout": 30}, hide_parameters=True)  # they hold secrets
    _prepare_sqlite(engine.sync_engine)
    return engine


def _prepare_sqlite(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Brings the database to the newest form. Several processes may try at once: on Postgres they take turns."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(7284236)"))
        await connection.run_sync(_upgrade)


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
