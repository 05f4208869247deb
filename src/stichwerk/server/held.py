"""A table that a process holds in memory, with what waits to happen at it."""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from collections import deque
from collections.abc import Callable

import msgspec

from stichwerk import bots
from stichwerk.server.sockets import Audience, Pages
from stichwerk.table import Table, replays
from stichwerk.table.events import Event

log = logging.getLogger("stichwerk")

Command = Callable[[Table, float], Event | None]
Outcome = bool | BaseException  # of a command: whether there was something to do, or why it could not be done


class Turn:
    """Something that wants to happen at a table, or (without a command) a look at what others have stored."""

    __slots__ = ("began", "command", "is_over", "then", "tries")

    def __init__(self, command: Command | None, then: Callable[[Outcome], None]) -> None:
        self.command = command
        self.then = then
        self.began = time.perf_counter()
        self.tries = 0
        self.is_over = False

    def end(self, outcome: Outcome) -> None:
        self.is_over = True
        try:
            self.then(outcome)
        except Exception:  # the table goes on
            log.exception("who asked for something could not be told")


class LiveTable:
    """A table in memory, with the sockets of this process."""

    def __init__(self, table: Table, invite: str, listed: str) -> None:
        self.table = table
        self.invite = invite
        self.listed = listed  # the status it is listed with in the store
        self.sockets = Audience()
        self.pages = Pages(table)
        self.turns: deque[Turn] = deque()  # the first of them is being taken
        self.rematch = asyncio.Lock()
        self.used = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.attended_at = -1  # how it was arranged when it was seen to need nobody but its people
        self.bots: dict[tuple[int, str], bots.Bot] = {}
        self._steps: tuple[tuple[int, int], bytes] = ((-1, 0), b"")

    async def steps(self, number: int) -> bytes:
        """A round of its finished game step by step, as gzipped JSON; the last one asked for is kept."""
        wanted = self.table.version, number
        if self._steps[0] != wanted:
            self._steps = wanted, await asyncio.to_thread(_packed_round, self.table, number)
        return self._steps[1]

    def bot(self, seat: int, name: str) -> bots.Bot:
        if (seat, name) not in self.bots:
            self.bots[seat, name] = bots.make(name)
        return self.bots[seat, name]


def _packed_round(table: Table, number: int) -> bytes:
    return gzip.compress(msgspec.json.encode(replays.one_round(table, number)), 6)
