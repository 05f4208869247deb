"""Slow, silent and vanished clients: "a table never waits for a socket"."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from pathlib import Path

import psutil
import pytest

from stichwerk.server import sockets
from tests.games import Setting
from tests.server.client import (
    Person,
    StubbornClient,
    at_a_waiting_table,
    play_to_the_end,
    run,
    seated,
    sit,
    until,
)
from tests.server.inside import inside
from tests.server.processes import Server


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
    """Asks and asks and does not listen, until it has been cut off if a slow machine takes that long."""
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(seconds):
            while True:
                await client.send('{"type":"host","action":"resume"}')
                await asyncio.sleep(0)  # the others in this process have pings to answer


def is_cut_off(base: str, port: int) -> bool:
    """Whether the server (this process) soon holds no connection from that port any more."""
    own = int(base.rsplit(":", 1)[1])
    for _ in range(30):
        held = [each for each in psutil.Process().net_connections("tcp") if each.laddr[1] == own and each.raddr]
        if port not in [each.raddr[1] for each in held]:
            return True
        time.sleep(0.1)
    return False
