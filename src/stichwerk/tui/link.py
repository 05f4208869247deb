"""Links to live tables, as the browser's client shares them, and the few things asked over HTTP before one sits down."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from stichwerk.game.refusals import Refusal
from stichwerk.words import catalogue

PATIENCE = 10.0  # seconds
TABLE = re.compile(r"^(?P<before>.*?)/(?:join|t|r|api/tables)/(?P<table>[A-Za-z0-9_-]{1,64})(?:/.*)?$")


class BadLink(Refusal):
    """This does not lead to a table."""


class Told(Refusal):
    """What the server refused, in its words where we have none of our own."""

    def __init__(self, code: str, params: dict[str, Any], message: str) -> None:
        ValueError.__init__(self, message)
        self.code, self.params, self.message = code, params, message

    def say(self, language: str) -> str:
        try:
            return super().say(language) if self.code in catalogue(language) else self.message
        except (KeyError, IndexError):  # a server of another version may fill other gaps
            return self.message


@dataclass(frozen=True)
class Link:
    server: str  # http://host:port, perhaps with a path before the tables
    table: str
    invite: str | None = None
    token: str | None = None

    def address(self, path: str = "", **query: str | None) -> str:
        given = {name: value for name, value in query.items() if value is not None}
        return f"{self.server}/api/tables/{quote(self.table)}{path}" + (f"?{urlencode(given)}" if given else "")

    def live(self, language: str) -> str:
        """The address of the live door: with a token to play, without one to watch."""
        address = self.address("/live", token=self.token, invite=None if self.token else self.invite, lang=language)
        return re.sub("^http", "ws", address)

    def shared(self) -> str:
        """The link to send to others."""
        return f"{self.server}/join/{self.table}" + (f"?invite={quote(self.invite)}" if self.invite else "")


def read(text: str) -> Link:
    """A link as somebody pastes it.

    >>> read("http://localhost:8000/join/abc?invite=xyz")
    Link(server='http://localhost:8000', table='abc', invite='xyz', token=None)
    >>> read("https://cards.example/t/abc#seat=secret").token
    'secret'
    >>> read("localhost:8000/t/abc").server
    'http://localhost:8000'
    """
    given = text.strip()
    parts = urlsplit(given if "://" in given else f"http://{given}")
    found = TABLE.match(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise BadLink("tui.badlink", given=given[:80])
    invite = parse_qs(parts.query).get("invite", [None])[0]
    token = parse_qs(parts.fragment).get("seat", [None])[0]
    return Link(f"{parts.scheme}://{parts.netloc}{found['before']}", found["table"], invite, token)


def look(link: Link, language: str) -> dict[str, Any]:
    """A spectator's view of the table."""
    view: dict[str, Any] = _ask("GET", link.address(invite=link.invite), language)
    return view


def sit(link: Link, name: str, language: str) -> str:
    """Takes the first open seat; its token."""
    given = {"name": name} | ({"invite": link.invite} if link.invite else {})
    token: str = _ask("POST", link.address("/seats"), language, given)["token"]
    return token


def leave(link: Link, language: str) -> None:
    _ask("DELETE", link.address("/seats"), language, token=link.token)


def _ask(method: str, address: str, language: str, body: Any = None, token: str | None = None) -> Any:
    headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        raise _refusal(error) from error
    except (OSError, ValueError) as error:
        raise BadLink("tui.unreachable", server=urlsplit(address).netloc) from error


def _refusal(error: urllib.error.HTTPError) -> Refusal:
    try:
        told = json.loads(error.read())
        return Told(str(told["code"]), dict(told.get("params") or {}), str(told["message"]))
    except (OSError, ValueError, KeyError, TypeError):
        return BadLink("tui.unreachable", server=urlsplit(error.url or "").netloc)
