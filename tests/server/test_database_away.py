"""A database that says no, or nothing at all: what cannot be stored has not happened, and play goes on when it is back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stichwerk.server import hub
from tests.games import Setting
from tests.server.client import (
    http_client,
    play_to_the_end,
    refused,
    run,
    seated,
    shown,
    step,
    until,
)
from tests.server.inside import inside
from tests.server.processes import Postgres, query, serving

SMALL = Setting("sticheln", 3, "classic", {"rounds": 1})
OPEN, BOT = {"kind": "open"}, {"kind": "bot", "bot": "simple"}


@contextmanager
def refusing(file: Path, table: str = "events") -> Iterator[None]:
    """The database takes no new row of a table for a while (a full disk, say)."""
    query(file, f"CREATE TRIGGER no_room BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no room'); END")
    try:
        yield
    finally:
        query(file, "DROP TRIGGER no_room")


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
