"""`stichwerk serve`, `backup` and `restore`: the server as a program."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import re
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvicorn
from redis.connection import parse_url
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from stichwerk.game.refusals import BadOption, Refusal
from stichwerk.server import copies, live
from stichwerk.server.app import make_app, make_hub
from stichwerk.server.settings import Settings

Result = TypeVar("Result")

CLOSING = 10  # seconds that requests in flight are given at the end


def serve(settings: Settings, ready: str, open_browser: bool) -> int:
    """Serves until it is told to stop (SIGTERM, Ctrl-C), then finishes what is in flight. `ready`: said when it listens."""
    reach(settings, check(settings))
    gc.freeze()  # what is here now stays
    gc.set_threshold(50_000, 20, 100)  # tables and sockets live long: looking through them all often costs a tenth of the time
    sys.setswitchinterval(0.001)  # the writer's thread has little to do, but should not wait for it
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    listening = _listen(settings, elsewhere=open_browser and settings.port == Settings().port)
    address = _address(listening, settings.host)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        ws=live.door(app.state),
        ws_max_size=settings.message_bytes * 4,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=CLOSING,
    )
    threading.Thread(target=_announce, args=(address, ready, open_browser), daemon=True).start()
    with contextlib.closing(listening):
        QuietServer(config).run(sockets=[listening])
    return 0


def _listen(settings: Settings, elsewhere: bool) -> socket.socket:
    """`elsewhere`: on any free port if the usual one is taken, since the browser is told where."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        if elsewhere:
            return _listen(msgspec.structs.replace(settings, port=0), elsewhere=False)
        raise BadOption("serve.listen", host=settings.host, port=settings.port, reason=str(error).rstrip(".")) from error
    return listening


def _address(listening: socket.socket, host: str) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}"


def _announce(address: str, ready: str, open_browser: bool) -> None:
    """Says where the server is as soon as it answers."""
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/readyz", timeout=5):
            print(ready.format(address=address), flush=True)
            if open_browser:
                webbrowser.open(address)
            return
        time.sleep(0.05)


class QuietServer(uvicorn.Server):
    """Ends with status 0 when it is told to end, and not as if it had been killed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def reach(settings: Settings, work: Coroutine[Any, Any, Result]) -> Result:
    """Does something that needs the database, or says in one sentence that it does not answer."""
    try:
        return asyncio.run(work)
    except (SQLAlchemyError, RedisError, OSError, ValueError) as error:
        if isinstance(error, Refusal):
            raise
        where = (settings.redis if isinstance(error, RedisError) else settings.database_url).split("@")[-1]
        raise BadOption("serve.unreachable", where=where, reason=type(error).__name__) from error


async def check(settings: Settings) -> None:
    """Whether the store can be opened and Redis answers: better said now than by every request."""
    _ = settings.trusted
    _check_addresses(settings)
    kind, _, file = settings.database_url.partition(":///")
    if kind.startswith("sqlite") and not Path(file).parent.is_dir():
        raise BadOption("serve.unreachable", where=file, reason="FileNotFoundError")
    hub = make_hub(settings)
    await hub.store.open()
    try:
        await hub.bus.ping()
    finally:
        await hub.store.close()
        await hub.bus.close()


def _check_addresses(settings: Settings) -> None:
    """An address that cannot be one is told by its own name."""
    try:
        if settings.redis:
            parse_url(settings.redis)  # type: ignore[no-untyped-call]
    except ValueError as error:
        raise BadOption("serve.redis", given=settings.redis.split("@")[-1]) from error
    for origin in settings.allowed_origins:
        if not re.fullmatch(r"https?://[^/?#]+", origin):
            raise BadOption("serve.origins", given=origin)


def backup(settings: Settings, file: Path, doing: str) -> int:
    with _bar(doing) as tell:
        return reach(settings, copies.backup(settings.database_url, file, tell))


def restore(settings: Settings, file: Path, doing: str) -> int:
    with _bar(doing) as tell:
        return reach(settings, copies.restore(settings.database_url, file, tell))


@contextlib.contextmanager
def _bar(doing: str) -> Iterator[copies.Tell]:
    """Shows how far something is, once there is something to show."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)
