"""How the processes of a server tell each other that a table has changed, and who lets its bots think.

Only (table, version) goes through: every process builds the views of its own sockets from the store. Alone, a process has
nobody to tell.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from redis import asyncio as redis
from redis.exceptions import RedisError

CHANNEL = "stichwerk:changes"
BEAT = 5.0  # seconds between signs of life
KEPT = 8.0  # seconds that one is kept
ALIVE = 16.0  # seconds after the last one seen that a process counts as alive
CLAIM = 10.0  # seconds that a process may take to let bots think

Changed = Callable[[dict[str, int]], None]  # tables with their versions


class Bus(Protocol):
    process: str

    async def open(self, changed: Changed) -> None: ...
    async def close(self) -> None: ...
    async def ping(self) -> None: ...
    def publish(self, table: str, version: int) -> None: ...
    async def claim(self, table: str, version: int) -> bool:
        """Whether this process may let a table's bots think; if not, another does, or has died trying."""

    def is_alive(self, process: str) -> bool: ...


class Alone:
    """A process with no others."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(6)

    async def open(self, changed: Changed) -> None:
        pass

    async def close(self) -> None:
        pass

    async def ping(self) -> None:
        pass

    def publish(self, table: str, version: int) -> None:
        pass

    async def claim(self, table: str, version: int) -> bool:
        return True

    def is_alive(self, process: str) -> bool:
        return process == self.process


class RedisBus:
    def __init__(self, url: str) -> None:
        self.process = secrets.token_hex(6)
        self._redis = redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5)
        self._listening = redis.Redis.from_url(url, socket_connect_timeout=5)
        self._tasks: list[asyncio.Task[None]] = []
        self._seen: dict[str, float] = {}  # when we last saw a sign of life
        self._began = time.monotonic()
        self._news: dict[str, int] = {}
        self._has_news = asyncio.Event()

    async def open(self, changed: Changed) -> None:
        await self._beat()
        work = (self._keep_beating(), self._keep_publishing(), self._listen(changed))
        self._tasks = [asyncio.create_task(part) for part in work]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        with suppress(RedisError):
            await self._redis.delete(f"stichwerk:process:{self.process}")
        await self._redis.aclose()
        await self._listening.aclose()

    async def ping(self) -> None:
        await self._redis.exists(CHANNEL)

    def publish(self, table: str, version: int) -> None:
        self._news[table] = version
        self._has_news.set()

    async def _keep_publishing(self) -> None:
        """What comes together goes together. A lost message costs only time: who uses a table looks into the store first."""
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            news, self._news = self._news, {}
            with suppress(RedisError):
                await self._redis.publish(CHANNEL, " ".join(f"{table} {version}" for table, version in news.items()))

    async def claim(self, table: str, version: int) -> bool:
        """Without Redis everybody thinks: a number that is taken cannot be taken again, so that is only waste."""
        try:
            key = f"stichwerk:thinking:{table}:{version}"
            return bool(await self._redis.set(key, self.process, nx=True, px=int(CLAIM * 1000)))
        except RedisError:
            return True

    def is_alive(self, process: str) -> bool:
        """By what we have seen ourselves: when Redis has been away its keys are gone, and nobody is dead for that."""
        return process == self.process or time.monotonic() - self._seen.get(process, self._began) < ALIVE

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with suppress(RedisError):
                await self._beat()

    async def _beat(self) -> None:
        await self._redis.set(f"stichwerk:process:{self.process}", 1, px=int(KEPT * 1000))
        now = time.monotonic()
        async for key in self._redis.scan_iter("stichwerk:process:*"):
            self._seen[key.decode().rsplit(":", 1)[1]] = now

    async def _listen(self, changed: Changed) -> None:
        while True:
            try:
                async with self._listening.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            words = message["data"].decode().split()
                            changed({table: int(version) for table, version in zip(words[::2], words[1::2], strict=True)})
            except RedisError:
                await asyncio.sleep(1)
