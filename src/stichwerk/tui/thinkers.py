"""Where the bots of a local table think: in a process of their own, so that no key waits for them and nobody waits to leave.

It serves one table after the other, since a bot that has been compiled should stay so, and ends with this process, however
that ends: then nothing more comes to its standard input.
"""

from __future__ import annotations

import asyncio
import atexit
import itertools
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from stichwerk import bots

Question = tuple[int, int, str, str, bots.View]  # which table, which seat, which bot sits there, "act" or "signal", what it sees

POLITENESS = 10  # the screen comes first, where both want the same core

_tables = itertools.count()


class Thinkers:
    """The bots of one table."""

    def __init__(self) -> None:
        self._table, self._waiting = next(_tables), 0

    def get_ready(self) -> None:
        """Questions are about to come."""
        _elsewhere.waiting.submit(_elsewhere.begin)

    async def act(self, seat: int, name: str, view: bots.View) -> str:
        return str(await self._ask(seat, name, "act", view))

    async def signal(self, seat: int, name: str, view: bots.View) -> list[str]:
        return list(await self._ask(seat, name, "signal", view))

    async def _ask(self, seat: int, name: str, verb: str, view: bots.View) -> Any:
        question = self._table, seat, name, verb, view
        self._waiting += 1
        answer = await asyncio.get_running_loop().run_in_executor(_elsewhere.waiting, _elsewhere.ask, question)
        self._waiting -= 1
        return answer

    def close(self) -> None:
        """A thought that nobody waits for any more is broken off."""
        if self._waiting:
            _elsewhere.end()


class _Process:
    """The other process."""

    def __init__(self) -> None:
        self.waiting = ThreadPoolExecutor(1, "bots")  # its thread waits for answers: bots think one after the other
        self._process: subprocess.Popen[bytes] | None = None
        self._changing = threading.Lock()  # it is ended from another thread

    def begin(self) -> subprocess.Popen[bytes]:
        with self._changing:
            if self._process is None:
                command = [sys.executable, "-m", __spec__.name]
                pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL  # the terminal belongs to the table
                self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, start_new_session=True)
            return self._process

    def ask(self, question: Question) -> Any:
        try:
            answer = _exchange(self.begin(), question)
        except (EOFError, OSError):
            if self._process is None:
                raise  # it was ended here: nobody wants to know
            self.end()  # it was ended from outside: the next one thinks as well
            answer = _exchange(self.begin(), question)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        with self._changing:
            process, self._process = self._process, None
            if process:
                process.kill()
                with suppress(OSError), process:  # closes what led there
                    pass


def _exchange(process: subprocess.Popen[bytes], question: Question) -> Any:
    assert process.stdin
    assert process.stdout
    pickle.dump(question, process.stdin)
    process.stdin.flush()
    return pickle.load(process.stdout)


_elsewhere = _Process()
atexit.register(_elsewhere.end)


def think(questions: IO[bytes], answers: IO[bytes]) -> None:
    """The other process."""
    asked: SimpleQueue[Question] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions, asked), daemon=True).start()
    seated: dict[int, dict[tuple[int, str], bots.Bot]] = {}
    while True:
        table, seat, name, verb, view = asked.get()
        if table not in seated:
            seated = {table: {}}
        pickle.dump(_answer(seated[table], seat, name, verb, view), answers)
        answers.flush()


def _listen(questions: IO[bytes], asked: SimpleQueue[Question]) -> None:
    """When nothing more can be asked everything ends, also a thought."""
    with suppress(EOFError):
        while True:
            asked.put(pickle.load(questions))
    os._exit(0)


def _answer(seated: dict[tuple[int, str], bots.Bot], seat: int, name: str, verb: str, view: bots.View) -> Any:
    """What a bot says, or what went wrong: the table hears of it."""
    try:
        if (seat, name) not in seated:
            seated[seat, name] = bots.make(name)
        return getattr(seated[seat, name], verb)(view)
    except Exception as error:
        return RuntimeError(f"{name}: {error!r}")


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed is no answer
    think(questions, answers)
