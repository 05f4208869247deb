"""The process in which bots think: it is not missed when it ends, nobody waits for it, and it is never left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from stichwerk import Game
from stichwerk.tui import thinkers
from stichwerk.tui.thinkers import Thinkers
from tests.server.processes import wait_until

SOON = 5.0  # seconds; a thought that is waited for would take for ever


def view() -> dict[str, Any]:
    return Game("sticheln", 3, seed=1).view(0)


def pid() -> int:
    return thinkers._elsewhere.begin().pid


async def answer(bots: Thinkers) -> str:
    return await asyncio.wait_for(bots.act(0, "simple", view()), 60)


def test_a_bot_answers_and_a_process_that_was_ended_is_replaced() -> None:
    async def ask() -> None:
        bots = Thinkers()
        first = await answer(bots)
        assert first in view()["legal"]
        before = pid()
        os.kill(before, signal.SIGKILL)
        assert await answer(bots) == first
        assert pid() != before

    asyncio.run(ask())


def test_nobody_waits_for_a_thought_when_leaving() -> None:
    async def leave() -> None:
        bots = Thinkers()
        await answer(bots)
        os.kill(pid(), signal.SIGSTOP)  # a thought without end
        asked = asyncio.ensure_future(bots.act(0, "simple", view()))
        await asyncio.sleep(0.1)
        asked.cancel()
        began = time.monotonic()
        bots.close()
        assert await answer(Thinkers()) in view()["legal"]
        assert time.monotonic() - began < SOON

    asyncio.run(leave())


def test_what_goes_wrong_there_is_told_here() -> None:
    with pytest.raises(RuntimeError, match="nobody"):
        asyncio.run(Thinkers().act(0, "nobody", view()))


@pytest.mark.parametrize("program", ["idle", "thinking"])
def test_it_ends_with_the_program_that_began_it(program: str, tmp_path: Path) -> None:
    """… even in the middle of a thought."""
    (tmp_path / "sitecustomize.py").write_text(ENDLESS)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", BEGIN + (ASK if program == "thinking" else "import time; time.sleep(60)")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as began:
        assert began.stdout
        there = int(began.stdout.readline())
        time.sleep(2)  # in which it begins, and begins to think
        assert is_alive(there)
        began.kill()
    wait_until(lambda: not is_alive(there), "the other process has ended", 20)


# A bot that never comes to an end, in the process that thinks.
ENDLESS = """
from stichwerk import bots

class Endless:
    def act(self, view):
        while True:
            pass

bots.make = lambda name, seed=None: Endless()
"""
BEGIN = """
from stichwerk.tui import thinkers
print(thinkers._elsewhere.begin().pid, flush=True)
"""
ASK = "thinkers._elsewhere.ask((0, 0, 'simple', 'act', {}))"


def is_alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
