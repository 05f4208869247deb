"""The messages between a table and its people, defined once: the web client's types are generated from here.

Client to server: Move, Signal, Chat, Host, Rematch, Ping. Server to client: View, ChatLine, Error, Pong.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from stichwerk.table import shapes

Version = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Short = Annotated[str, msgspec.Meta(max_length=40)]


class Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """A JSON object whose `type` says which it is."""


class Move(Message, forbid_unknown_fields=True):
    """A move, and the version of the view it was chosen on."""

    version: Version
    move: Short


class Signal(Message, forbid_unknown_fields=True):
    """The Game: `A?` go slowly there, `A!` please do not play there, `A.` take it back."""

    signal: Short


class Chat(Message, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=2_000)]


class Host(Message, forbid_unknown_fields=True):
    """What only the host may do: start early, fill a seat with a bot, remove a player, pause, resume."""

    action: Literal["start", "fill", "remove", "pause", "resume"]
    seat: SeatNumber | None = None
    bot: Short | None = None


class Rematch(Message, forbid_unknown_fields=True):
    """After the end: the same people at a new table, whose id then stands in `view.table.next`."""


class Ping(Message, forbid_unknown_fields=True):
    pass


FromClient = Move | Signal | Chat | Host | Rematch | Ping


class View(Message):
    """What this seat sees now. On connecting `log` is whole; afterwards it holds what is new since the last one sent."""

    version: int
    view: Annotated[dict[str, Any], shapes.AnyView]  # a dict in Python; of this shape for whoever reads it


class ChatLine(Message, tag="chat"):
    seat: int
    name: str
    text: str
    at: float


class Error(Message):
    """Something was refused and nothing has changed: a code with parameters, and a sentence in the client's language."""

    code: str
    message: str
    params: dict[str, Any] = {}


class Pong(Message):
    pass


FromServer = View | ChatLine | Error | Pong

_decoder = msgspec.json.Decoder(FromClient)


def read(data: str | bytes) -> FromClient:
    message: FromClient = _decoder.decode(data)
    return message
