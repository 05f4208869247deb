"""Live tables through a real server: whole games, what is refused, who comes and goes, and what slow clients may not do.

"A table never waits for a socket"; "an error: something was refused and nothing has changed"; "on connecting `log` is whole;
afterwards it holds what is new since the last one sent".
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stichwerk import words
from stichwerk.server import sockets
from stichwerk.table import Table, events, replays, setup
from stichwerk.table import table as tables
from tests.games import Setting
from tests.server.client import (
    PATIENCE,
    Person,
    StubbornClient,
    all_at,
    ask,
    http_client,
    make_table,
    play_to_the_end,
    refused,
    run,
    seated,
    shown,
    sit,
    spectator,
    step,
    until,
)
from tests.server.inside import inside
from tests.server.processes import Server

OPEN = {"kind": "open"}
BOTS = [{"kind": "bot", "bot": "simple"}, {"kind": "bot", "bot": "random"}]

GAMES = [
    Setting("sticheln", 3, "classic", {"rounds": 2}),
    Setting("sticheln", 4, "reverse", {"rounds": 1, "zeros": "trump"}),
    Setting("sticheln", 3, "mild", {"rounds": 1, "dealing": "rotate"}),
    Setting("sticheln", 4, "aggravated", {"rounds": 1}),
    Setting("sticheln", 3, "hazy", {"rounds": 2}),
    Setting("sticheln", 4, "delayed", {"rounds": 1}),
    Setting("sticheln", 3, "first", {"rounds": 2}),
    Setting("sticheln", 7, "classic", {"rounds": 1}),
    Setting("sticheln", 3, "delayed", {"rounds": 1, "colours": 2}),
    Setting("sticheln", 8, "aggravated", {"rounds": 1, "reveal": "end", "aim": "lucky"}),
    Setting("hattrick", 4, "standard", {"rounds": 2}),
    Setting("hattrick", 7, "standard", {"rounds": 1, "lead_tie": "compare"}),
    Setting("thegame", 1, "standard"),
    Setting("thegame", 2, "expert"),
    Setting("thegame", 5, "standard", {"hand": -1}),
]
FEW = [GAMES[0], GAMES[3], GAMES[5], GAMES[10], GAMES[13]]  # together they have every phase


def memory(person: Person) -> dict[str, Any]:
    """All that a person knows."""
    return {**person.view, "log": person.log}


# ---- whole games


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_people_play_a_whole_game(base: str, setting: Setting) -> None:
    """… and the log each has put together from increments is the log that a fresh connection gets whole."""

    async def play() -> None:
        people = await seated(base, setting)
        watching = await spectator(base, people[0].table)
        await play_to_the_end(people, seed=len(str(setting)))
        await until(watching, lambda view: view["over"])
        fresh = await spectator(base, people[0].table)
        for person in (*people, watching):
            assert person.log == fresh.log
        replay = replays.verify(await ask(base, f"/api/tables/{people[0].table}/replay"))
        assert replay.log() == fresh.log
        for person in people:
            assert replay.own_view(person.view["seat"]).items() <= person.view.items()

    run(play())


@pytest.mark.parametrize("setting", FEW, ids=str)
def test_people_and_bots_play_a_whole_game(base: str, setting: Setting) -> None:
    async def play() -> None:
        seats = [OPEN, *itertools.islice(itertools.cycle(BOTS), setting.players - 1)]
        people = await seated(base, setting, seats=seats)
        await play_to_the_end(people)
        game = replays.verify(await ask(base, f"/api/tables/{people[0].table}/replay"))
        assert game.log() == people[0].log
        assert {seat for seat, _ in game.replay()["moves"]} == set(range(setting.players))

    run(play())


def test_without_aids_a_seat_sees_no_more_than_lies_on_a_real_table(base: str) -> None:
    """RULES 6: "`none` as on a real table (the trick on the table and the last one)"."""

    async def play() -> None:
        people = await seated(base, Setting("sticheln", 3, "classic", {"rounds": 1}), aids="none")
        chance = random.Random(4)
        for _ in range(3 + 3 * 5 + 1):
            await step(people, chance)
        assert (people[0].view["taken"], people[0].view["points"], people[0].view["unseen"]) == (None, None, None)
        fresh = await spectator(base, people[0].table)
        assert sum(event["event"] == "play" for event in fresh.log) == 3 + 1
        assert [event["event"] for event in fresh.log].count("trick") == 1

    run(play())


# ---- what is refused


def test_a_stale_move_is_refused(base: str) -> None:
    """ "The table has moved on since version …: look again, then decide"."""

    async def play() -> None:
        people = await seated(base, GAMES[0])
        chance = random.Random(1)
        for person in people:
            await person.play(chance, moves=1)
        chosen_on = people[0].version
        await all_at(people, chosen_on := max(person.version for person in people))
        first = next(person for person in people if person.must_act)
        old = first.version
        for _ in range(3):
            await step(people, chance)
        while not first.must_act:
            await step(people, chance)
        before = await shown(base, first)
        for version in (0, old, chosen_on - 1):
            assert await refused(first, type="move", version=version, move=first.view["legal"][0]) == "table.stale"
        assert await refused(first, type="move", version=first.version + 1, move=first.view["legal"][0]) == "table.future"
        assert await shown(base, first) == before

    run(play())


def test_an_illegal_move_is_refused(base: str) -> None:
    async def play() -> None:
        people = await seated(base, GAMES[0])
        me, other = people[0], people[1]
        before = await shown(base, me)
        for move, code in (
            (other.view["hand"][0], "move.held"),
            ("r99", "move.unreadable"),
            ("", "move.unreadable"),
            ("r", "move.phase"),
        ):
            assert await refused(me, type="move", version=me.version, move=move) == code
        assert await shown(base, me) == before
        await me.play(random.Random(2), moves=1)
        before = await shown(base, me)
        assert await refused(me, type="move", version=me.version, move=me.view["hand"][0]) == "move.done"
        assert await shown(base, me) == before

    run(play())


def test_nobody_moves_for_another_seat(base: str) -> None:
    async def play() -> None:
        people = await seated(base, GAMES[0])
        chance = random.Random(1)
        while people[0].view["phase"] != "play":
            await step(people, chance)
        waiting = next(person for person in people if not person.must_act)
        turn = people[0].view["to_act"][0]
        before = await shown(base, waiting)
        card = people[turn].view["hand"][0]
        assert await refused(waiting, type="move", version=waiting.version, move=card) == "move.turn"
        assert await refused(waiting, type="move", version=waiting.version, move=card, seat=turn) == "door.message"
        assert await shown(base, waiting) == before

    run(play())


ASKED: list[dict[str, Any]] = [
    {"type": "move", "version": 0, "move": "r1"},
    {"type": "signal", "signal": "A!"},
    {"type": "chat", "text": "hello"},
    {"type": "host", "action": "start"},
    {"type": "host", "action": "pause"},
    {"type": "host", "action": "remove", "seat": 0},
    {"type": "rematch"},
]


def test_spectators_may_only_watch(base: str) -> None:
    async def play() -> None:
        people = await seated(base, GAMES[13])
        watching = await spectator(base, people[0].table)
        before = await shown(base, watching)
        for message in ASKED:
            assert await refused(watching, **message) == "door.watching"
        await watching.send(type="ping")
        await watching.until("pong")
        assert await shown(base, watching) == before
        assert (watching.view["hand"], watching.view["legal"]) == ([], [])

    run(play())


def test_before_the_start_there_is_nothing_to_move_signal_or_pause(base: str) -> None:
    async def play() -> None:
        made = await make_table(base)
        _, token = await sit(base, made["id"], "Ada")
        async with Person(base, made["id"], token) as person:
            assert await refused(person, type="move", version=person.version, move="r1") == "table.notrunning"
            assert await refused(person, type="signal", signal="A!") == "table.notrunning"
            assert await refused(person, type="host", action="pause") == "table.notrunning"
            assert await refused(person, type="host", action="resume") == "table.notpaused"
            assert await refused(person, type="rematch") == "table.notover"

    run(play())


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"token": "wrong"}, 4403, "door.token"),
        ({"token": ""}, 4403, "door.token"),
        ({"token": "%00"}, 4403, "door.token"),
        ({}, 4403, "door.invite"),
        ({"invite": "wrong"}, 4403, "door.invite"),
    ],
)
def test_a_socket_that_may_not_is_told_why_and_closed(base: str, query: dict[str, str], status: int, code: str) -> None:
    async def play() -> None:
        made = await make_table(base, private=True)
        assert await shut_out(base, made["id"], None, **query) == (status, code)

    run(play())


async def shut_out(base: str, table: str, origin: str | None = None, **query: str) -> tuple[int, str]:
    """The status and the code with which a connection is refused."""
    url = Person(base, table, query.pop("token", None), **query).url
    headers = {"Origin": origin} if origin else None
    async with connect(url, proxy=None, additional_headers=headers) as opened:
        said = json.loads(await asyncio.wait_for(opened.recv(), PATIENCE))
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(opened.recv(), PATIENCE)
        assert closed.value.rcvd
        assert closed.value.rcvd.reason == said["code"]
        return closed.value.rcvd.code, said["code"]


def test_there_is_no_such_table_and_no_foreign_origin(base: str) -> None:
    async def play() -> None:
        made = await make_table(base)
        assert await shut_out(base, "none") == (4404, "table.unknown")
        assert await shut_out(base, made["id"], "https://evil.example") == (4403, "door.origin")
        assert await shut_out(base, made["id"], "http://[") == (4403, "door.origin")
        async with connect(Person(base, made["id"]).url, origin=base, proxy=None) as opened:  # type: ignore[arg-type]
            assert json.loads(await asyncio.wait_for(opened.recv(), PATIENCE))["type"] == "view"

    run(play())


def test_errors_are_said_in_the_language_of_the_socket(base: str) -> None:
    async def play() -> None:
        made = await make_table(base)
        for language in words.LANGUAGES:
            async with Person(base, made["id"], lang=language) as person:
                await person.send(type="rematch")
                assert (await person.until("error"))["message"] == words.say("door.watching", language)
        person = Person(base, made["id"])
        await person.connect(**{"Accept-Language": "fr-CH"})
        await person.send(type="rematch")
        assert (await person.until("error"))["message"] == words.say("door.watching", "fr")

    run(play())


# ---- the same move again


def test_a_repeated_move_is_answered_by_a_view_and_not_played_twice(base: str) -> None:
    """ "A move, with the version it was made on (so that it can be recognised when it is sent again)"."""

    async def play() -> None:
        people = await seated(base, GAMES[0])
        me, on, move = people[0], people[0].version, people[0].view["legal"][0]
        for _ in range(3):
            await me.move(move, on)
        while me.must_act:
            await me.until_view()
        before = me.version
        await me.close()
        await me.connect()
        await me.move(move, on)
        answer = await me.receive()
        assert (answer["type"], answer["view"]["log"]) == ("view", [])
        assert sum(event["event"] == "chose" for event in me.log) == 1
        assert len(me.view["hand"]) == 14
        assert me.version <= before + 2, "only the absence and the return have happened"

    run(play())


# ---- ping, chat, signals


def test_ping_is_answered_by_pong(base: str) -> None:
    async def play() -> None:
        made = await make_table(base)
        async with Person(base, made["id"]) as person:
            for _ in range(3):
                await person.send(type="ping")
            assert [(await person.receive())["type"] for _ in range(3)] == ["pong"] * 3

    run(play())


def test_chat_reaches_all_and_those_who_come_later(base: str) -> None:
    async def play() -> None:
        people = await seated(base, GAMES[0])
        watching = await spectator(base, people[0].table)
        version = (await shown(base, people[0]))["version"]
        await people[0].send(type="chat", text="  I have 7 red ones, ça va? <b>🃏</b> ")
        await people[1].send(type="chat", text="no")
        await people[2].close()
        await people[2].connect()
        for person in (*people, watching):
            while len(person.chat) < 2:
                await person.receive()
            lines = {(line["seat"], line["name"], line["text"]) for line in person.chat}
            assert lines == {(0, "person 0", "I have 7 red ones, ça va? <b>🃏</b>"), (1, "person 1", "no")}
        assert (await shown(base, people[0]))["version"] >= version + 2
        for text in ("", "   ", "x" * 301):
            assert await refused(people[0], type="chat", text=text) == "chat.length"

    run(play())


@pytest.mark.parametrize("text", ["I have thirty-seven", "not on 50", "drei", "quatre-vingts", "３７", "t e n"])
def test_in_the_game_nobody_tells_a_number(base: str, text: str) -> None:
    """RULES 4: "digits and cardinal number words from two up are refused with a message that says why"."""

    async def play() -> None:
        people = await seated(base, GAMES[13])
        before = await shown(base, people[0])
        assert await refused(people[0], type="chat", text=text) == "chat.number"
        await people[0].send(type="chat", text="please not on the second pile")
        assert (await people[1].until("chat"))["text"] == "please not on the second pile"
        assert len(people[1].chat) == 1
        assert (await shown(base, people[0]))["version"] == before["version"] + 1

    run(play())


def test_chat_cannot_drive_a_terminal(base: str) -> None:
    """Names are "visible characters"; so is what is said: an escape sequence is neither."""

    async def play() -> None:
        people = await seated(base, GAMES[0])
        assert await refused(people[0], type="chat", text="\x1b[2J\x1b]0;hello\x07")

    run(play())


def test_signals_are_seen_by_all_and_the_newest_replaces(base: str) -> None:
    """RULES 4: "signals per pile, at any time, by any seat, one per seat and pile, the newest replaces"."""

    async def play() -> None:
        people = await seated(base, GAMES[13])
        for signal, seen in (("A!", {"A": "!"}), ("A?", {"A": "?"}), ("C!", {"A": "?", "C": "!"}), ("A.", {"C": "!"})):
            await people[1].send(type="signal", signal=signal)
            await until(people[0], lambda view, seen=seen: view["signals"][1] == seen)  # type: ignore[misc]
        assert await refused(people[0], type="signal", signal="E!") == "signal.unreadable"

    run(play())


def test_other_games_have_no_signals(base: str) -> None:
    async def play() -> None:
        people = await seated(base, GAMES[0])
        assert await refused(people[0], type="signal", signal="A!") == "signal.game"

    run(play())


# ---- the host


async def at_a_waiting_table(base: str, count: int, **given: Any) -> list[Person]:
    """A table of three with so many people, the first of whom is the host."""
    made = await make_table(base, **given)
    people = []
    for number in range(count):
        _, token = await sit(base, made["id"], f"person {number}")
        people.append(Person(base, made["id"], token))
    await asyncio.gather(*(person.connect() for person in people))
    return people


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
        people = await seated(base, GAMES[0], seats=seats)
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
        host, guest, _ = await seated(base, GAMES[0])
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
        people = await seated(base, GAMES[0])
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


# ---- coming back


def test_a_first_of_two_choices_shows_nowhere(base: str) -> None:
    """RULES 2.4: "nothing shows until all have made both": no message, no version, and no answer tells others of it."""

    async def play() -> None:
        people = await seated(base, Setting("sticheln", 3, "aggravated", {"rounds": 1}))
        watching = await spectator(base, people[0].table)
        me, rival = people[0], people[1]
        before = [(person.version, len(person.received)) for person in (rival, watching)]
        await me.move(me.view["legal"][0])
        while not me.secret:
            await me.until_view()
        for person, (version, received) in zip((rival, watching), before, strict=True):
            await person.send(type="ping")
            await person.until("pong")
            assert (person.version, len(person.received)) == (version, received + 1)
        assert (await shown(base, watching))["version"] == watching.version
        code = await refused(rival, type="move", version=rival.version + 1, move=rival.view["legal"][0])
        assert code == "table.future"
        await rival.move(rival.view["legal"][0])
        while not rival.secret:
            await rival.until_view()
        assert (rival.version, watching.version) == (before[0][0] + 1, before[1][0])

    run(play())


@pytest.mark.parametrize("setting", FEW, ids=str)
def test_who_comes_back_sees_what_they_saw_before(base: str, setting: Setting) -> None:
    """In every phase, before and after one's own move. And what is sent bit by bit is what who asks gets whole."""

    async def play() -> None:
        people = await seated(base, setting)
        watching = await spectator(base, people[0].table)
        chance, seen = random.Random(5), set()
        while True:
            for person in people:
                if (moment := (person.view["phase"], person.must_act)) not in seen:
                    seen.add(moment)
                    await assert_comes_back(person, people)
            await all_at([watching], people[0].public)
            assert await shown(base, watching) == {"version": watching.version, **memory(watching)}
            if people[0].view["over"]:
                break
            await step(people, chance)
        phases = {phase for phase, _ in seen}
        expected = {"sticheln": {"choose", "play"}, "hattrick": {"play"}, "thegame": {"start", "play"}}[setting.game]
        assert phases == ({"play", "name"} if setting.variant == "delayed" else expected) | {"over"}

    run(play())


async def assert_comes_back(person: Person, people: list[Person]) -> None:
    before = memory(person)
    await person.close()
    await person.connect()
    await until(person, lambda view: view["table"] == before["table"])
    assert memory(person) == before
    await all_at(people, person.public)


# ---- all at once


SIMULTANEOUS = [
    (Setting("sticheln", 3, "classic", {"rounds": 1}), "choose"),
    (Setting("sticheln", 3, "delayed", {"rounds": 1}), "name"),
    (Setting("thegame", 3, "standard"), "start"),
]


@pytest.mark.parametrize(("setting", "phase"), SIMULTANEOUS, ids=str)
def test_simultaneous_choices_may_come_in_any_order(base: str, setting: Setting, phase: str) -> None:
    """RULES 2.2: "all players at once … When the last has chosen, all are turned up together"."""

    async def play() -> None:
        for order in [*itertools.permutations(range(setting.players)), None]:
            people = await seated(base, setting)
            chance = random.Random(6)
            while people[0].view["phase"] != phase:
                await step(people, chance)
            acting = [person for person in people if person.must_act]
            moves = {person.view["seat"]: (person.version, person.view["legal"][0]) for person in acting}
            if order is None:
                await asyncio.gather(*(people[seat].move(move, on) for seat, (on, move) in moves.items()))
            for seat in order or ():
                if seat in moves:
                    assert people[seat].view["phase"] == phase
                    await people[seat].move(moves[seat][1], moves[seat][0])
            for person in people:
                await until(person, lambda view: view["phase"] != phase)
                assert not [text for text in person.received if '"error"' in text]

    run(play())


# ---- slow and dead clients


def test_a_client_that_never_reads_holds_up_nobody_and_catches_up_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "A slow client gets fewer views, each with everything new in its log"."""
    monkeypatch.setattr(sockets, "STUCK", 60.0)

    async def play(base: str) -> None:
        people = await seated(base, Setting("sticheln", 8, "classic", {"rounds": 2}))
        slow = await StubbornClient.connect(Person(base, people[0].table).url)
        began = asyncio.get_running_loop().time()
        await play_to_the_end(people)
        assert asyncio.get_running_loop().time() - began < 20
        seen = [message for message in await slow.messages() if message["type"] == "view"]
        assert [event for message in seen for event in message["view"]["log"]] == people[0].log
        assert seen[-1]["view"]["over"]
        gaps = [after["version"] - before["version"] for before, after in itertools.pairwise(seen)]
        assert max(gaps) > 10, "it was slow enough to miss some"

    with inside(tmp_path, buffer=8_192) as server:
        run(play(server.url))


def test_a_client_that_vanishes_is_missed_and_relieved(hasty_server: Server) -> None:
    async def play() -> None:
        people = await seated(hasty_server.url, Setting("sticheln", 3, "classic", {"rounds": 1}))
        vanishing, *others = people
        vanishing.vanish()
        await until(others[0], lambda view: view["table"]["seats"][0]["away"])
        await play_to_the_end(others)

    run(play())


@pytest.mark.parametrize("full_of", ["nothing", "views", "answers"])
def test_a_client_that_is_silent_is_missed_relieved_and_cut_off(tmp_path: Path, full_of: str) -> None:
    """A machine without power says nothing at all: no close, no pong. (Here the server pings every second.)

    Whatever waits in buffers to be sent to it: its seat is not taken for present, and its connection costs nothing more.
    """

    async def play(base: str) -> None:
        people = await at_a_waiting_table(base, 2, options={"rounds": 8})
        _, token = await sit(base, people[0].table, "silent")
        silent = await StubbornClient.connect(Person(base, people[0].table, token).url)
        await until(people[0], lambda view: not view["table"]["seats"][2]["away"] and view["table"]["status"] == "running")
        if full_of == "views":
            await fill_with_views(people[0], seconds=0.7)
        if full_of == "answers":
            await fill_with_answers(silent, seconds=0.7)
        await asyncio.wait_for(until(people[0], lambda view: view["table"]["seats"][2]["away"]), 8)
        await asyncio.wait_for(until(people[0], lambda view: view["table"]["seats"][2]["bot"] == "simple"), 5)
        assert await asyncio.to_thread(is_cut_off, base, silent.port)

    with inside(tmp_path, {"grace": 1.0}, buffer=8_192, ws_ping_interval=1.0, ws_ping_timeout=0.5) as server:
        run(play(server.url))


async def fill_with_views(person: Person, seconds: float) -> None:
    """Makes many views, so that what is to be sent to a silent client does not fit into its buffers."""
    end = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < end:
        for action in ("pause", "resume"):
            await person.send(type="host", action=action)
            await person.until_view()


async def fill_with_answers(client: StubbornClient, seconds: float) -> None:
    """Asks and asks and does not listen."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await client.send('{"type":"host","action":"resume"}')


def is_cut_off(base: str, port: int) -> bool:
    """Whether the server (this process) soon holds no connection from that port any more."""
    own = int(base.rsplit(":", 1)[1])
    for _ in range(30):
        held = [each for each in psutil.Process().net_connections("tcp") if each.laddr[1] == own and each.raddr]
        if port not in [each.raddr[1] for each in held]:
            return True
        time.sleep(0.1)
    return False
