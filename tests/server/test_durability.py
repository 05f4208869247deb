"""What survives: kill -9 in the middle of play, SIGTERM; and what is kept how long.

"Each [event] is stored before anyone sees it." "Appending an event is the commit point of everything."
STICHWERK_KILLS says how often a server is killed (`make soak`: 100; else 5).
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from stichwerk.server import hub
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
    run,
    seated,
    sit,
    until,
)
from tests.server.inside import inside
from tests.server.processes import Server, query, serving, wait_until

KILLS = int(os.environ.get("STICHWERK_KILLS", "5"))
SMALL = Setting("sticheln", 3, "classic", {"rounds": 1})
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
        store = Store(Settings(database=database).database_url)
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
