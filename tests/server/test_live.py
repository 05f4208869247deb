"""Live tables through a real server: whole games, what is refused, what is said, who chooses when, and who comes back.

"An error: something was refused and nothing has changed"; "on connecting `log` is whole;
afterwards it holds what is new since the last one sent".
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from stichwerk import words
from stichwerk.table import replays
from tests.games import Setting
from tests.server.client import (
    BOTS,
    OPEN,
    PATIENCE,
    Person,
    all_at,
    ask,
    make_table,
    memory,
    play_to_the_end,
    refused,
    run,
    seated,
    shown,
    shut_out,
    sit,
    spectator,
    step,
    until,
)

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
