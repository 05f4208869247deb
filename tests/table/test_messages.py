"""The messages between a table and its people: a JSON object whose `type` says which it is; anything else is unreadable."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.table import messages

READABLE: list[tuple[dict[str, Any], messages.FromClient]] = [
    ({"type": "move", "version": 3, "move": "r4"}, messages.Move(3, "r4")),
    ({"type": "move", "version": 0, "move": ""}, messages.Move(0, "")),
    ({"type": "signal", "signal": "A!"}, messages.Signal("A!")),
    ({"type": "chat", "text": "hello 😀"}, messages.Chat("hello 😀")),
    ({"type": "host", "action": "start"}, messages.Host("start")),
    ({"type": "host", "action": "fill", "seat": 2, "bot": "simple"}, messages.Host("fill", 2, "simple")),
    ({"type": "rematch"}, messages.Rematch()),
    ({"type": "ping"}, messages.Ping()),
]


@pytest.mark.parametrize(("sent", "read"), READABLE)
def test_what_a_client_may_say(sent: dict[str, Any], read: messages.FromClient) -> None:
    assert messages.read(json.dumps(sent)) == read
    assert messages.read(json.dumps(sent, ensure_ascii=False).encode()) == read
    assert messages.read(msgspec.json.encode(read)) == read


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{",
        "null",
        "[]",
        '"move"',
        "{}",
        '{"type":"view","version":1,"view":{}}',
        '{"type":"error","code":"x","message":"x"}',
        '{"type":"Move","version":1,"move":"r4"}',
        '{"type":"move","version":1}',
        '{"type":"move","move":"r4"}',
        '{"type":"move","version":-1,"move":"r4"}',
        '{"type":"move","version":9007199254740993,"move":"r4"}',
        '{"type":"move","version":"1","move":"r4"}',
        '{"type":"move","version":1.5,"move":"r4"}',
        '{"type":"move","version":true,"move":"r4"}',
        '{"type":"move","version":1,"move":4}',
        '{"type":"move","version":1,"move":"' + "x" * 41 + '"}',
        '{"type":"move","version":1,"move":"r4","seat":2}',
        '{"type":"move","version":1,"move":"r4","seed":7}',
        '{"type":"chat","text":"' + "x" * 2001 + '"}',
        '{"type":"chat","text":"\\ud800"}',
        '{"type":"chat","text":"\\udc00 "}',
        '{"type":"host","action":"deal"}',
        '{"type":"host","action":"remove","seat":8}',
        '{"type":"host","action":"remove","seat":-1}',
        '{"type":"rematch","seed":7}',
        '{"type":"ping"} {"type":"ping"}',
    ],
)
def test_what_a_client_may_not_say(sent: str) -> None:
    """No seat, seed or deck can be said at all: who speaks is known from the token, and the table deals."""
    with pytest.raises(msgspec.MsgspecError):
        messages.read(sent)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_nonsense_is_unreadable_and_no_more(sent: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeDecodeError)):
        messages.read(sent)


@pytest.mark.parametrize(
    "message",
    [
        messages.View(7, {"hand": ["r4"]}),
        messages.ChatLine(1, "Ann", "hello", 12.5),
        messages.Error("table.stale", "Look again.", {"version": 3, "now": 4}),
        messages.Pong(),
    ],
)
def test_what_a_server_says_is_read_as_it_was_written(message: messages.FromServer) -> None:
    text = msgspec.json.encode(message)
    assert msgspec.json.decode(text, type=messages.FromServer) == message
    assert json.loads(text)["type"] == {"ChatLine": "chat"}.get(type(message).__name__, type(message).__name__.lower())
