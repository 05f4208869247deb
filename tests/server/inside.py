"""A server in a thread of the test's own process, for tests that must reach into it: to choose its cards, to make it hurry."""

from __future__ import annotations

import contextlib
import socket
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from litestar.exceptions import LitestarDeprecationWarning

from stichwerk.server import live, web
from stichwerk.server.app import make_app
from stichwerk.server.hub import Hub
from stichwerk.server.settings import Settings
from tests.server.processes import ENDING, wait_until


class Inside:
    def __init__(self, url: str, app: Any) -> None:
        self.url = url
        self._app = app

    @property
    def hub(self) -> Hub:
        hub: Hub = self._app.state.hub
        return hub


@contextlib.contextmanager
def inside(
    folder: Path, settings: dict[str, Any] | None = None, buffer: int = 0, client: Path = web.FOLDER, **options: Any
) -> Iterator[Inside]:
    """A server as `serve` runs it; `buffer`: bytes the system keeps for each socket that does not read; `client`: the browser's
    client; `options`: uvicorn's."""
    given = {"limits": "off", "database": f"sqlite:///{folder / 'inside.sqlite'}"} | (settings or {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LitestarDeprecationWarning)
        app = make_app(Settings(**given), client)
    usual: dict[str, Any] = {"ws": live.door(app.state), "log_config": None, "access_log": False}
    server = uvicorn.Server(uvicorn.Config(app, **(usual | {"timeout_graceful_shutdown": 2} | options)))
    listening = socket.create_server(("127.0.0.1", 0))
    if buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started, "the server in this process listens")
        yield Inside(f"http://127.0.0.1:{listening.getsockname()[1]}", app)
    finally:
        server.should_exit = True
        thread.join(ENDING)
        listening.close()
    assert not thread.is_alive()
