"""Backup and restore: a database's tables and events as one file of JSON lines, readable by any later version, gzipped.

A backup is one consistent snapshot and may be taken while the server runs. The file holds secrets: it is made for its owner only.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from stichwerk.game.refusals import BadOption
from stichwerk.server.schema import events, tables
from stichwerk.server.store import Store, migrate
from stichwerk.table import Setup
from stichwerk.table import events as happenings

BROKEN = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    StopIteration,
    RecursionError,
    zlib.error,
    msgspec.MsgspecError,
    sa.exc.SQLAlchemyError,
)
FORMAT = "stichwerk-backup"
VERSION = 1
TOGETHER = 1_000


Tell = Callable[[int, int], object]  # how many rows are done, of how many


async def backup(url: str, file: Path, tell: Tell = lambda done, total: None) -> int:
    """Writes everything to a file that does not exist yet, all of it or nothing; how many tables that were."""
    check_exists(url)
    store = Store(url)
    try:
        async with store.engine.connect() as connection:
            await _begin_snapshot(connection)
            with _create(file) as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
                try:
                    return await _write(connection, out, tell)
                except BaseException:  # Ctrl-C too: half a backup would be taken for one
                    file.unlink()
                    raise
    finally:
        await store.engine.dispose()


def check_exists(url: str) -> None:
    """A mistyped name of a file is no empty database."""
    file = url.partition(":///")[2]
    if url.startswith("sqlite") and not Path(file).is_file():
        raise BadOption("backup.missing", file=file)


async def _begin_snapshot(connection: AsyncConnection) -> None:
    if connection.dialect.name == "sqlite":
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql("BEGIN")
    else:
        await connection.execution_options(isolation_level="REPEATABLE READ")


def _create(file: Path) -> IO[bytes]:
    try:
        return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as error:
        raise BadOption("backup.file", file=str(file), reason=error.strerror or "") from error


async def _write(connection: AsyncConnection, out: Any, tell: Tell) -> int:
    count = int((await connection.execute(sa.select(sa.func.count()).select_from(tables))).scalar_one())
    total = int((await connection.execute(sa.select(sa.func.count()).select_from(events))).scalar_one())
    out.write(json.dumps({"format": FORMAT, "version": VERSION, "tables": count, "events": total}) + "\n")
    async for row in await connection.stream(sa.select(tables)):
        out.write(json.dumps({**row._mapping, "secret": row.secret.hex()}) + "\n")
    done = 0
    async for row in await connection.stream(sa.select(events).order_by(events.c.table_id, events.c.number)):
        out.write(json.dumps([row.table_id, row.number, row.body]) + "\n")
        done += 1
        if done % TOGETHER == 0:
            tell(done, total)
    return count


async def restore(url: str, file: Path, tell: Tell = lambda done, total: None) -> int:
    """Reads a backup into an empty database, all of it or nothing; how many tables that were."""
    _check_readable(file)
    store = Store(url)
    await migrate(store.engine)
    try:
        async with store.engine.begin() as connection:
            if (await connection.execute(sa.select(tables.c.id).limit(1))).first():
                raise BadOption("backup.notempty")
            return await _read(connection, file, tell)
    finally:
        await store.engine.dispose()


def _check_readable(file: Path) -> None:
    try:
        with file.open("rb"):
            pass
    except OSError as error:
        raise BadOption("verify.file", file=str(file), reason=error.strerror or "") from error


async def _read(connection: AsyncConnection, file: Path, tell: Tell) -> int:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            if head["format"] != FORMAT or head["version"] != VERSION:
                raise ValueError("format")
            made = await _insert(connection, (json.loads(line) for line in lines), lambda done: tell(done, head["events"]))
            if made != (head["tables"], head["events"]):
                raise ValueError("count")
            return made[0]
    except BROKEN as error:
        raise BadOption("backup.broken", file=str(file), reason=type(error).__name__) from error


async def _insert(connection: AsyncConnection, rows: Iterator[Any], tell: Callable[[int], object]) -> tuple[int, int]:
    found: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    counts = [0, 0]
    for row in rows:
        is_table = isinstance(row, dict)
        counts[not is_table] += 1
        found[is_table].append(_table(row) if is_table else _event(*row))
        if len(found[False]) >= TOGETHER:
            await _flush(connection, found)
            tell(counts[1])
    await _flush(connection, found)
    return counts[0], counts[1]


def _table(row: dict[str, Any]) -> dict[str, Any]:
    msgspec.json.decode(row["setup"], type=Setup)
    if set(row) != set(tables.c.keys()):
        raise KeyError("fields")
    return {**row, "secret": bytes.fromhex(row["secret"])}


def _event(table: str, number: int, body: str) -> dict[str, Any]:
    happenings.read(body)
    if type(number) is not int:
        raise TypeError("number")
    return {"table_id": table, "number": number, "body": body}


async def _flush(connection: AsyncConnection, found: dict[bool, list[dict[str, Any]]]) -> None:
    for is_table, target in ((True, tables), (False, events)):
        if found[is_table]:
            await connection.execute(sa.insert(target), found[is_table])
            found[is_table].clear()
