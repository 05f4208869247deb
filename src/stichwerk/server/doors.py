"""What every door asks first: who are you, may you come from there, not so fast. And how it says no."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from sqlalchemy.exc import SQLAlchemyError

from stichwerk import words
from stichwerk.game.refusals import Refusal
from stichwerk.server.hub import Hub, NoTable
from stichwerk.server.limits import TooMany, real_address
from stichwerk.server.settings import Settings
from stichwerk.table import messages
from stichwerk.table.table import TableRefusal

log = logging.getLogger("stichwerk")

Connection = ASGIConnection[Any, Any, Any, Any]

FORBIDDEN = ("door.origin", "door.token", "door.invite", "table.gone", "table.host")


class Shut(Refusal):
    """A door that is not open to this client."""


def address_of(connection: Connection, settings: Settings) -> str:
    peer = connection.client.host if connection.client else "unknown"
    forwarded = ",".join(connection.headers.getall("x-forwarded-for", []))
    return real_address(peer, forwarded, settings.trusted)


def check_origin(connection: Connection, settings: Settings) -> None:
    """A page of another site may not use a visitor's browser here; programs, which send no Origin, may."""
    origin = connection.headers.get("origin")
    if origin is None or origin.rstrip("/") in settings.allowed_origins:
        return
    try:
        is_ours = urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:
        is_ours = False
    if not is_ours:
        raise Shut("door.origin", origin=origin[:100])


def enter(connection: Connection, hub: Hub) -> str:
    """The checks of every door; the address that passed them."""
    address = address_of(connection, hub.settings)
    hub.limits.request(address)
    check_origin(connection, hub.settings)
    return address


def language_of(connection: Connection) -> str:
    """The first language the client asks for that we speak."""
    asked = connection.query_params.get("lang") or connection.headers.get("accept-language", "")
    for part in str(asked).split(","):
        code = part.strip()[:2].lower()
        if code in words.LANGUAGES:
            return code
    return "en"


def takes_gzip(connection: Connection) -> bool:
    """Whether the client reads gzip: it names it, and not with a weight of nothing."""
    for part in connection.headers.get("accept-encoding", "").split(","):
        name, _, weight = part.replace(" ", "").partition(";q=")
        if name.lower() in ("gzip", "*"):
            return weight.strip("0.") != "" or not weight
    return False


def as_message(refusal: Refusal, language: str) -> messages.Error:
    params = {name: value.say(language) if isinstance(value, Refusal) else value for name, value in refusal.params.items()}
    return messages.Error(code=refusal.code, message=refusal.say(language), params=params)


def status_of(refusal: Refusal) -> int:
    if isinstance(refusal, TooMany):
        return 429
    if isinstance(refusal, NoTable) or refusal.code == "table.noround":
        return 404
    if refusal.code in FORBIDDEN:
        return 403
    if refusal.code == "table.store":
        return 503
    if refusal.code == "door.broken":
        return 500
    return 409 if isinstance(refusal, TableRefusal) else 400


def refuse(request: Request[Any, Any, Any], refusal: Refusal) -> Response[messages.Error]:
    request.app.state.hub.metrics.errors.labels(refusal.code).inc()
    headers = {"Retry-After": "1"} if isinstance(refusal, TooMany) else None
    return Response(as_message(refusal, language_of(request)), status_code=status_of(refusal), headers=headers)


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[messages.Error]:
    """What the framework refuses, in our own form."""
    code = {404: "door.nothing", 405: "door.method", 413: "door.large"}.get(error.status_code, "door.request")
    reason = "" if error.status_code >= 500 else _reason(error)
    refusal = Shut(code, reason=reason) if code == "door.request" else Shut(code)
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Response(as_message(refusal, language_of(request)), status_code=error.status_code, headers=headers)


def _reason(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict))
    return (details or error.detail)[:300]


def fail(request: Request[Any, Any, Any], error: Exception) -> Response[messages.Error]:
    refusal = refusal_for(error)
    request.app.state.hub.metrics.errors.labels(refusal.code).inc()
    return Response(as_message(refusal, language_of(request)), status_code=status_of(refusal))


def refusal_for(error: Exception) -> Refusal:
    """What to say when something has failed that nobody foresaw, or the database does not answer."""
    if isinstance(error, (SQLAlchemyError, OSError)):
        log.error("the database does not answer: %s", type(error).__name__)
        return TableRefusal("table.store")
    if isinstance(error, RecursionError):
        return Shut("door.request", reason="nested too deeply")
    log.error("a request failed", exc_info=error)
    return Shut("door.broken")
