"""The application: doors, exceptions and what opens and closes with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from litestar import Litestar, Request
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin

from stichwerk.game.refusals import Refusal
from stichwerk.server import doors, web
from stichwerk.server.bus import Alone, Bus, RedisBus
from stichwerk.server.http import api, probes
from stichwerk.server.hub import Hub
from stichwerk.server.limits import Limits
from stichwerk.server.metrics import Metrics
from stichwerk.server.settings import Settings
from stichwerk.server.store import Store
from stichwerk.server.web import WebDoor


class OurPage(OpenAPIRenderPlugin):
    """The OpenAPI page, which needs nothing from elsewhere."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return resources.files(__package__).joinpath("api.html").read_bytes()


def make_app(settings: Settings, client: Path = web.FOLDER) -> WebDoor:
    """All doors but the live one, which stands beside them (`live.door`). `client`: where the built browser client lies."""

    @asynccontextmanager
    async def open_hub(app: Litestar) -> AsyncIterator[None]:
        hub = make_hub(settings)
        await hub.open()
        app.state.hub = hub
        try:
            yield
        finally:
            await hub.close()

    app = Litestar(
        route_handlers=[api, *probes],
        lifespan=[open_hub],
        exception_handlers={Refusal: doors.refuse, HTTPException: doors.refuse_http, Exception: doors.fail},
        openapi_config=OpenAPIConfig(
            title="Stichwerk", version="1", path="/api/docs", description=ABOUT, render_plugins=[OurPage(path="/")]
        ),
        request_max_body_size=settings.body_bytes,
        logging_config=None,
    )
    _close_bodies(app)
    return WebDoor(app, web.load(client))


def _close_bodies(app: Litestar) -> None:
    """Says in the description that a field too many is refused, which the framework leaves open."""
    for name, schema in (app.openapi_schema.components.schemas or {}).items():
        if name.endswith(("NewTable", "Guest")):
            schema.additional_properties = False


ABOUT = "Live tables for Sticheln, Hat Trick and The Game. Moves go through the WebSocket /api/tables/{id}/live: docs/server.md."


def make_hub(settings: Settings) -> Hub:
    bus: Bus = RedisBus(settings.redis) if settings.redis else Alone()
    limits = Limits(settings.limited, settings.requests_per_second, settings.tables_per_address, settings.sockets_per_address)
    return Hub(settings, Store(settings.database_url), bus, limits, Metrics())
