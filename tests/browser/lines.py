"""The connection between a page and the server, in the hands of a test: it can be listened to, muffled, and cut."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

LIVE = re.compile(r"/api/tables/[^/]+/live")


class Line:
    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []  # by the page
        self.heard: list[dict[str, Any]] = []  # by the page
        self.deaf = False  # nothing more reaches the page …
        self.mute = False  # … or the server, until the next connection
        self.opened = 0
        self._route: WebSocketRoute | None = None
        page.route_web_socket(LIVE, self._open)

    def _open(self, route: WebSocketRoute) -> None:
        self._route, self.opened = route, self.opened + 1
        self.deaf = self.mute = False
        server = route.connect_to_server()
        route.on_message(lambda message: self._say(server, message))
        server.on_message(lambda message: self._hear(route, message))

    def _say(self, server: WebSocketRoute, message: str | bytes) -> None:
        self.sent.append(json.loads(message))
        if not self.mute:
            server.send(message)

    def _hear(self, route: WebSocketRoute, message: str | bytes) -> None:
        if not self.deaf:
            self.heard.append(json.loads(message))
            route.send(message)

    def cut(self) -> None:
        assert self._route
        self._route.close(code=4000)  # as good as any that is not for good: a page cannot be sent 1006

    @property
    def views(self) -> list[dict[str, Any]]:
        return [message["view"] for message in self.heard if message["type"] == "view"]

    @property
    def moves(self) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == "move"]
