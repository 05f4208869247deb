"""The HTTP doors. Their OpenAPI description is made from these functions."""

from __future__ import annotations

import gzip
import secrets
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter, QueryParameter
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from stichwerk.server.doors import Shut, as_message, enter, language_of, takes_gzip
from stichwerk.server.held import LiveTable
from stichwerk.server.hub import Hub
from stichwerk.table import Clock, Place, messages, replays, setup, views
from stichwerk.table.offers import Offers, offers
from stichwerk.table.shapes import AnyView, ListedTable, RoundSteps
from stichwerk.table.table import NAME_LENGTH

AnyRequest = Request[Any, Any, State]
TableId = Annotated[str, Parameter(description="The table's id", max_length=32)]
Invite = Annotated[str | None, Parameter(description="Of a private table", max_length=64)]
Token = Annotated[str | None, Parameter(description="The seat's token; or as `Authorization: Bearer`", max_length=128)]

REFUSED = {
    status: ResponseSpec(data_container=messages.Error, description=text, generate_examples=False)
    for status, text in {
        400: "The request makes no sense",
        403: "Not for you",
        404: "No such table, or round",
        409: "Not now",
        429: "Too much at once",
        503: "Could not be stored",
    }.items()
}


class NewTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a table is to be. Only `game` and `players` must be said."""

    game: Annotated[str, msgspec.Meta(examples=["sticheln"])]
    players: Annotated[int, msgspec.Meta(examples=[4])]
    variant: str | None = None
    options: dict[str, Any] | None = None
    seats: list[Place] | None = None
    private: bool = False
    aids: Annotated[str, msgspec.Meta(pattern="^(all|none)$")] = "all"
    clock: Clock | None = None


class TableMade(msgspec.Struct):
    id: str
    invite: str
    commitment: str


class Guest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    invite: str | None = None


class SeatTaken(msgspec.Struct):
    seat: int
    token: str


class Health(msgspec.Struct):
    status: str


@get("/games", responses=REFUSED, summary="What can be played here")
async def list_games(request: AnyRequest, state: State) -> Offers:
    """Games with their variants and options, and the bots: all that is needed to offer a table."""
    enter(request, state.hub)
    return offers()


@post("/tables", responses=REFUSED, summary="Make a table")
async def make_table(request: AnyRequest, data: NewTable, state: State) -> TableMade:
    """A new table. It starts when all its open seats are taken."""
    hub: Hub = state.hub
    address = enter(request, hub)
    await check_strictly(request, NewTable)
    found = setup.check(
        data.game,
        data.players,
        data.variant,
        data.options,
        data.seats,
        private=data.private,
        aids=data.aids,
        clock=data.clock,
        grace=hub.settings.grace,
    )
    live = await hub.create(found, address)
    return TableMade(live.table.name, live.invite, live.table.commitment)


@get("/tables", responses=REFUSED, summary="Public tables that wait or run")
async def list_tables(request: AnyRequest, state: State) -> list[ListedTable]:
    hub: Hub = state.hub
    enter(request, hub)
    return await hub.listed()


@get("/tables/{table_id:str}", responses=REFUSED, summary="What a spectator may know")
async def show_table(request: AnyRequest, table_id: TableId, state: State, invite: Invite = None) -> Response[AnyView]:
    """A view, and beside what every view holds its `version`."""
    live = await watch(request, state.hub, table_id, invite)
    seen = {"version": live.table.version_for(None), **views.whole(live.table, None)}
    return Response(cast(AnyView, seen))


@post("/tables/{table_id:str}/seats", responses=REFUSED, summary="Sit down")
async def sit_down(request: AnyRequest, table_id: TableId, data: Guest, state: State) -> SeatTaken:
    """Takes the first open seat. Keep the token: it is the seat."""
    hub: Hub = state.hub
    enter(request, hub)
    await check_strictly(request, Guest)
    live = await hub.find(table_id)
    check_invite(live, data.invite)
    token = secrets.token_urlsafe(24)
    await hub.do(live, lambda table, now: table.sit(data.name, token, now))
    seat = live.table.seat_of(token)
    assert seat is not None
    return SeatTaken(seat, token)


@delete("/tables/{table_id:str}/seats", responses=REFUSED, summary="Leave for good", status_code=204)
async def get_up(request: AnyRequest, table_id: TableId, state: State, token: Token = None) -> None:
    """Before the start the seat is open again; afterwards a bot plays on."""
    hub: Hub = state.hub
    enter(request, hub)
    live = await hub.find(table_id)
    seat = seat_of(live, token or bearer(request))
    await hub.do(live, lambda table, now: table.leave(seat, now))


@get("/tables/{table_id:str}/replay", responses=REFUSED, summary="The whole game, after its end")
async def show_replay(request: AnyRequest, table_id: TableId, state: State, invite: Invite = None) -> dict[str, Any]:
    """With the secret opened: `stichwerk verify FILE` deals and plays it again and checks the commitment."""
    return replays.write((await watch(request, state.hub, table_id, invite)).table)


@get("/tables/{table_id:str}/steps", responses=REFUSED, summary="A round of the game step by step, after the game's end")
async def show_steps(
    request: AnyRequest,
    table_id: TableId,
    state: State,
    invite: Invite = None,
    number: Annotated[int, QueryParameter(name="round", ge=1, description="Which round, from 1")] = 1,
) -> Response[RoundSteps]:
    """With all hands: for every step what all saw and what each seat saw beside that."""
    live = await watch(request, state.hub, table_id, invite)
    packed = await live.steps(number)
    zipped = takes_gzip(request)
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if zipped else {})}
    return Response(cast(RoundSteps, packed if zipped else gzip.decompress(packed)), headers=headers)


@get("/healthz", summary="Whether the process lives")
async def health() -> Health:
    return Health("alive")


@get("/readyz", summary="Whether the store (and Redis) can be reached", responses={503: REFUSED[503]})
async def ready(request: AnyRequest, state: State) -> Response[Health | messages.Error]:
    try:
        await state.hub.store.ping()
        await state.hub.bus.ping()
    except Exception:
        return Response(as_message(Shut("door.unready"), language_of(request)), status_code=503)
    return Response(Health("ready"))


@get("/metrics", summary="Figures for Prometheus", media_type="text/plain")
async def figures(state: State) -> Response[bytes]:
    return Response(generate_latest(state.hub.metrics.registry), media_type=CONTENT_TYPE_LATEST)


async def watch(request: AnyRequest, hub: Hub, table_id: str, invite: str | None) -> LiveTable:
    """A table that this client may look at."""
    enter(request, hub)
    live = await hub.find(table_id)
    check_invite(live, invite)
    return live


async def check_strictly(request: AnyRequest, kind: type) -> None:
    """The framework takes "3" for 3; the description does not."""
    try:
        msgspec.json.decode(await request.body(), type=kind)
    except msgspec.MsgspecError as error:
        raise Shut("door.request", reason=str(error)[:300]) from error


def check_invite(live: LiveTable, invite: str | None) -> None:
    if live.table.setup.private and not secrets.compare_digest((invite or "").encode(), live.invite.encode()):
        raise Shut("door.invite")


def seat_of(live: LiveTable, token: str | None) -> int:
    seat = live.table.seat_of(token) if token else None
    if seat is None:
        raise Shut("door.token")
    return seat


def bearer(request: AnyRequest) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


api = Router("/api", route_handlers=[list_games, make_table, list_tables, show_table, sit_down, get_up, show_replay, show_steps])
probes = [health, ready, figures]
