"""Who sits at a live table: the host, who leaves, is away or comes back, clocks, and the rematch."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from stichwerk.table import Table, events, setup
from stichwerk.table import table as tables
from tests.games import Setting
from tests.server.client import (
    BOTS,
    OPEN,
    Person,
    StubbornClient,
    all_at,
    ask,
    at_a_waiting_table,
    http_client,
    make_table,
    memory,
    play_to_the_end,
    refused,
    run,
    seated,
    shown,
    shut_out,
    sit,
    until,
)
from tests.server.inside import inside
from tests.server.processes import Server

GAME = Setting("sticheln", 3, "classic", {"rounds": 2})


# ---- the host


def test_the_host_starts_early_and_bots_take_the_open_seats(base: str) -> None:
    async def play() -> None:
        people = await at_a_waiting_table(base, 2, options={"rounds": 1})
        host, guest = people
        assert await refused(guest, type="host", action="start") == "table.host"
        await host.send(type="host", action="start")
        view = await until(guest, lambda view: view["table"]["status"] == "running")
        assert [seat["kind"] for seat in view["table"]["seats"]] == ["person", "person", "bot"]
        assert await refused(host, type="host", action="start") == "table.started"
        await play_to_the_end(people)

    run(play())


def test_the_host_fills_seats_with_bots(base: str) -> None:
    async def play() -> None:
        people = await at_a_waiting_table(base, 1)
        (host,) = people
        assert await refused(host, type="host", action="fill") == "table.which"
        assert await refused(host, type="host", action="fill", seat=0) == "table.taken"
        assert await refused(host, type="host", action="fill", seat=5) == "move.seat"
        assert await refused(host, type="host", action="fill", seat=1, bot="deep") == "bot.unknown"
        await host.send(type="host", action="fill", seat=2, bot="random")
        await until(host, lambda view: view["table"]["seats"][2]["bot"] == "random")
        assert await refused(host, type="host", action="fill", seat=2) == "table.taken"
        await host.send(type="host", action="fill", seat=1)
        await until(host, lambda view: view["table"]["status"] == "running")
        assert host.view["table"]["seats"][1]["bot"] == "simple"
        assert await refused(host, type="host", action="fill", seat=1) == "table.started"

    run(play())


async def assert_put_out(base: str, person: Person) -> None:
    """The socket says why and is closed; the token opens nothing any more."""
    with pytest.raises(ConnectionClosed) as closed:
        await until(person, lambda view: view["table"]["seats"][view["seat"]]["kind"] != "person")
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "table.gone")
    assert json.loads(person.received[-1])["code"] == "table.gone"
    assert await shut_out(base, person.table, token=person.token or "") == (4403, "door.token")


@pytest.mark.parametrize("count", [2, 3], ids=["waiting", "running"])
def test_whom_the_host_removes_is_put_out(base: str, count: int) -> None:
    async def play() -> None:
        people = await at_a_waiting_table(base, count, options={"rounds": 1})
        host, guest, *others = people
        assert await refused(guest, type="host", action="remove", seat=0) == "table.host"
        assert await refused(host, type="host", action="remove") == "table.which"
        assert await refused(host, type="host", action="remove", seat=0) == "table.nobody"
        second = Person(base, guest.table, guest.token)
        await second.connect()
        await host.send(type="host", action="remove", seat=1)
        await asyncio.gather(assert_put_out(base, guest), assert_put_out(base, second))
        kind = "bot" if others else "open"
        await until(host, lambda view: view["table"]["seats"][1]["kind"] == kind)
        assert await refused(host, type="host", action="remove", seat=1) == "table.nobody"
        if others:
            await play_to_the_end([host, *others])

    run(play())


def test_who_was_removed_and_does_not_hang_up_cannot_act_for_the_next(base: str) -> None:
    """A client that ignores the closing of its socket and goes on sending, while another person takes the seat."""

    async def play() -> None:
        host, guest = await at_a_waiting_table(base, 2)
        stubborn = await StubbornClient.connect(guest.url)
        await host.send(type="host", action="remove", seat=1)
        await until(host, lambda view: view["table"]["seats"][1]["kind"] == "open")
        _, token = await sit(base, host.table, "next")
        async with Person(base, host.table, token) as following:
            with_luck = [{"type": "chat", "text": "it is me"}, {"type": "host", "action": "pause"}] * 10
            for message in with_luck:
                await stubborn.send(json.dumps(message))
            await following.send(type="chat", text="it is really me")
            assert (await host.until("chat"))["text"] == "it is really me"

    run(play())


def test_the_host_pauses_and_resumes(base: str) -> None:
    async def play() -> None:
        seats = [OPEN, OPEN, BOTS[0]]
        people = await seated(base, GAME, seats=seats)
        host, guest = people
        await host.play(random.Random(1), moves=1)
        assert await refused(guest, type="host", action="pause") == "table.host"
        await host.send(type="host", action="pause")
        await until(guest, lambda view: view["table"]["status"] == "paused")
        before = await shown(base, host)
        assert await refused(guest, type="move", version=guest.version, move=guest.view["legal"][0]) == "table.paused"
        assert await refused(host, type="host", action="pause") == "table.paused"
        assert await refused(guest, type="host", action="resume") == "table.host"
        assert await shown(base, host) == before
        await host.send(type="host", action="resume")
        await until(guest, lambda view: view["table"]["status"] == "running")
        await play_to_the_end(people)
        assert await refused(host, type="host", action="pause") == "table.notrunning"

    run(play())


def test_while_the_host_is_away_anyone_may_resume(base: str) -> None:
    """ "The host's to say; while the host is away, anyone's who sits here"."""

    async def play() -> None:
        host, guest, _ = await seated(base, GAME)
        await host.send(type="host", action="pause")
        await until(guest, lambda view: view["table"]["status"] == "paused")
        await host.close()
        await until(guest, lambda view: view["table"]["seats"][0]["away"])
        assert await refused(guest, type="host", action="remove", seat=2) == "table.host"
        assert await refused(guest, type="host", action="resume") == ""
        await until(guest, lambda view: view["table"]["status"] == "running")

    run(play())


# ---- leaving, absence, coming back


def test_who_leaves_gives_the_seat_to_a_bot_and_the_next_becomes_host(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("sticheln", 3, "classic", {"rounds": 1}))
        assert people[1].view["table"]["host"] == 0
        async with http_client(base) as http:
            await http.delete(f"/api/tables/{people[0].table}/seats", params={"token": people[0].token or ""})
        await assert_put_out(base, people[0])
        view = await until(people[1], lambda view: view["table"]["seats"][0]["kind"] == "bot")
        assert view["table"]["host"] == 1
        await play_to_the_end(people[1:])

    run(play())


def test_a_bot_plays_for_who_is_away_until_they_come_back(hasty_server: Server) -> None:
    """ "A bot plays for a person who has been away too long, until they come back". (Here: a second.)"""

    async def play() -> None:
        people = await seated(hasty_server.url, Setting("sticheln", 3, "classic", {"rounds": 1}))
        away, *others = people
        before = away.decision
        await away.close()
        view = await until(others[0], lambda view: view["table"]["seats"][0]["away"])
        assert view["table"]["seats"][0]["bot"] is None
        view = await until(others[0], lambda view: view["table"]["seats"][0]["bot"] == "simple")
        await until(others[0], lambda view: 0 not in view["to_act"])
        await away.connect()
        assert away.decision != before
        assert away.view["table"]["seats"][0] == {"kind": "person", "name": "person 0", "bot": None, "away": False}
        moves = sum(event.get("seat") == 0 for event in away.log)
        await play_to_the_end(people)
        assert sum(event.get("seat") == 0 and event["event"] == "play" for event in away.log) > moves

    run(play())


def test_a_bot_plays_for_who_sat_down_and_never_came(hasty_server: Server) -> None:
    async def play() -> None:
        people = await at_a_waiting_table(hasty_server.url, 2, options={"rounds": 1})
        await sit(hasty_server.url, people[0].table, "Godot")
        await play_to_the_end(people)
        assert people[0].view["table"]["seats"][2] == {"kind": "person", "name": "Godot", "bot": "simple", "away": True}

    run(play())


def test_two_windows_of_one_person_are_one_presence(base: str) -> None:
    async def play() -> None:
        people = await seated(base, GAME)
        second = Person(base, people[0].table, people[0].token)
        await second.connect()
        assert memory(second) == memory(people[0])
        await people[0].close()
        await second.play(random.Random(3), moves=1)
        view = await until(people[1], lambda view: 0 not in view["to_act"])
        assert not view["table"]["seats"][0]["away"]
        await second.close()
        await until(people[1], lambda view: view["table"]["seats"][0]["away"])

    run(play())


def new_table(**given: Any) -> Table:
    """A table of two at The Game, without a server, in second 100."""
    table = Table("t", setup.check("thegame", 2, **given), bytes(32), 100.0)
    for seat in (0, 1):
        table.apply(table.sit(f"person {seat}", f"token {seat}", 100.0))
        came = table.come(seat, "p", 100.0)
        assert came
        table.apply(came)
    return table


def test_a_pause_counts_for_nobody_whether_they_left_before_it_or_in_it() -> None:
    """ "The time of the pause counts for nobody": who goes away in a pause has been away for no time when it ends."""
    for gone_at in (105.0, 199.0):
        table = new_table(grace=60.0)
        happenings: list[events.Event] = [
            events.Went(seat=1, process="p", at=gone_at),
            events.Paused(at=110.0),
            events.Resumed(at=200.0),
        ]
        for event in sorted(happenings, key=lambda event: event.at):
            table.apply(event)
        away_before = max(110.0 - gone_at, 0.0)
        assert table.deadline() == 200.0 + 60.0 - away_before


def test_a_worn_table_takes_no_more_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "A table that has as many [events] takes no more": not from signals and not from bots, which could go on for ever."""
    table = new_table()
    monkeypatch.setattr(tables, "EVENTS", table.version)
    with pytest.raises(tables.TableRefusal, match="takes no more"):
        table.say(0, "hello", 101.0)
    with pytest.raises(tables.TableRefusal, match="takes no more"):
        table.move(0, table.version_for(0), "start1", 101.0)
    with pytest.raises(tables.TableRefusal, match="takes no more"):
        table.signal(0, "A!", 101.0)


def test_bots_alone_do_not_play_for_ever(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same for a table of bots, which anybody may make, with many rounds."""
    monkeypatch.setattr(tables, "EVENTS", 200)

    async def play(base: str) -> None:
        made = await make_table(base, seats=[BOTS[1]] * 3, options={"rounds": 100})
        await asyncio.sleep(2)
        assert (await ask(base, f"/api/tables/{made['id']}"))["version"] <= 200

    with inside(tmp_path) as server:
        run(play(server.url))


# ---- clocks


def test_when_the_time_for_a_move_is_up_a_bot_makes_it(base: str) -> None:
    """ "So many seconds for each move, or for all moves of a game together; then a bot makes the move"."""

    async def play() -> None:
        clock = {"per": "move", "seconds": 1}
        people = await seated(base, Setting("sticheln", 3, "classic", {"rounds": 1}), clock=clock)
        began = asyncio.get_running_loop().time()
        await people[0].play(random.Random(1), moves=1)
        view = await until(people[0], lambda view: view["phase"] == "play")
        assert 0.9 < asyncio.get_running_loop().time() - began < 5
        thinking = [seat for seat, since in enumerate(view["table"]["clock"]["thinking_from"]) if since is not None]
        assert thinking == view["to_act"]
        assert view["table"]["seats"][1]["bot"] is None, "the person is still there"
        await all_at(people, people[0].public)
        late = next(person for person in people if not person.must_act)
        assert late.view["table"]["clock"]["used"][1] >= 0.9
        await play_to_the_end(people)

    run(play())


def test_the_time_of_a_whole_game_runs_out_once(base: str) -> None:
    """With no time left every further move is made at once."""

    async def play() -> None:
        clock = {"per": "game", "seconds": 1}
        people = await seated(base, Setting("sticheln", 3, "classic", {"rounds": 1}), clock=clock)
        await until(people[0], lambda view: view["over"])
        used = people[0].view["table"]["clock"]["used"]
        assert all(1 <= seconds < 4 for seconds in used), used

    run(play())


# ---- once more


def test_a_rematch_seats_the_same_people_at_a_new_table(base: str) -> None:
    """ "After the end: the same people at a new table, whose id then stands in `view.table.next`" – where it can be found."""

    async def play() -> None:
        people = await seated(base, Setting("thegame", 3, "standard"), seats=[OPEN, BOTS[0], OPEN])
        await play_to_the_end(people)
        await people[1].send(type="rematch")
        following = []
        for person in people:
            view = await until(person, lambda view: view["table"]["next"] is not None)
            again = Person(base, view["table"]["next"], person.token)
            await again.connect()
            following.append(again)
        assert len({person.table for person in following}) == 1
        assert await refused(people[0], type="rematch") == "table.followed"
        view = await until(following[0], lambda view: view["table"]["status"] == "running")
        assert [(seat["kind"], seat["name"]) for seat in view["table"]["seats"]] == [
            ("person", "person 0"),
            ("bot", ""),
            ("person", "person 2"),
        ]
        assert view["table"]["commitment"] != people[0].view["table"]["commitment"]
        await play_to_the_end(following)

    run(play())


def test_of_several_who_want_a_rematch_the_first_gets_it(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("thegame", 2, "standard"))
        await play_to_the_end(people)
        await asyncio.gather(*(person.send(type="rematch") for person in people))
        for person in people:
            await until(person, lambda view: view["table"]["next"] is not None)
        assert people[0].view["table"]["next"] == people[1].view["table"]["next"]

    run(play())
