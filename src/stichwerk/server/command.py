"""`stichwerk serve`, `backup` and `restore`: the server as a program."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from stichwerk.game.refusals import BadOption
from stichwerk.server.app import make_app
from stichwerk.server.settings import Settings

CLOSING = 10  # seconds that requests in flight are given at the end


def serve(settings: Settings, ready: str, open_browser: bool) -> int:
    """Serves until it is told to stop (SIGTERM, Ctrl-C), then finishes what is in flight. `ready`: said when it listens."""
    gc.freeze()  # what is here now stays
    gc.set_threshold(50_000, 20, 100)  # tables and sockets live long: looking through them all often costs a tenth of the time
    sys.setswitchinterval(0.001)  # the writer's thread has little to do, but should not wait for it
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    listening = _listen(settings)
    address = _address(listening, settings.host)
    config = uvicorn.Config(
        make_app(settings),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
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
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise BadOption("serve.listen", host=settings.host, port=settings.port, reason=str(error)) from error
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


def run(work: Any) -> Any:
    return asyncio.run(work)


def backup(settings: Settings, file: Path) -> int:
    from stichwerk.server import copies

    return int(run(copies.backup(settings.database_url, file)))


def restore(settings: Settings, file: Path) -> int:
    from stichwerk.server import copies

    return int(run(copies.restore(settings.database_url, file)))
