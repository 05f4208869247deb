"""What can happen at a table. A table is the list of these, numbered from 1; each is stored before anyone sees it.

`at` is the time in seconds since 1970, as the process that stored it saw it: clocks and absences are counted from it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

By = Literal["person", "bot", "clock"]


class Happening(msgspec.Struct, tag_field="type", tag=str.lower, omit_defaults=True, kw_only=True):
    at: float


class Sat(Happening):
    """A person took an open seat. Of the token that proves it only a hash is kept."""

    seat: int
    name: str
    token: str


class Left(Happening):
    """A person got up, or was removed by the host: before the start the seat is open again, then a bot's."""

    seat: int
    removed: bool = False


class Filled(Happening):
    """The host gave an open seat to a bot."""

    seat: int
    bot: str


class Came(Happening):
    """A person's first connection through one server process."""

    seat: int
    process: str


class Went(Happening):
    """A person's last connection through one server process has ended, or the process has."""

    seat: int
    process: str


class Relieved(Happening):
    """A bot plays for a person who has been away too long, until they come back."""

    seat: int


class Started(Happening):
    """The host did not wait for the open seats: bots take them."""


class Paused(Happening):
    pass


class Resumed(Happening):
    pass


class Moved(Happening):
    """A move, with the version it was made on (so that it can be recognised when it is sent again)."""

    seat: int
    move: str
    on: int
    by: By = "person"


class Signalled(Happening):
    seat: int
    signal: str


class Said(Happening):
    """A line of chat."""

    seat: int
    text: str


class Followed(Happening):
    """A rematch: the same people go on at another table."""

    table: str


Event = (
    Sat | Left | Filled | Came | Went | Relieved | Started | Paused | Resumed | Moved | Signalled | Said | Followed
)  # fmt: skip

_decoder = msgspec.json.Decoder(Event)


def write(event: Event) -> bytes:
    return msgspec.json.encode(event)


def read(text: bytes | str) -> Event:
    event: Event = _decoder.decode(text)
    return event
