"""A table is the list of its events: "the same events always make the same table", and only `apply` changes anything."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk.table import Clock, Setup, Table, events, setup, views
from stichwerk.table.events import Event
from tests.games import ALL, Setting
from tests.table.sessions import SETUPS, STEPS, Session, Step
from tests.table.tables import CREATED, HANDFUL, SECRET, any_move, do, game_of, seated_for, snapshot


def told(table: Table, now: float) -> list[Any]:
    """Everything that can be asked of a table."""
    looks: list[Any] = [[views.whole(table, seat), views.log(table, 3)] for seat in (None, *range(len(table.seats)))]
    looks += [table.version, table.shown_to(None), table.status, table.host, table.chat, table.next_table, table.commitment]
    looks += [table.bots_to_act(), table.deadline(), table.due(now), table.timed_out(now), views.summary(table)]
    return looks


@settings(max_examples=350, deadline=None)
@given(SETUPS, STEPS)
def test_the_stored_events_make_the_same_table(chosen: Setup, steps: list[Step]) -> None:
    """Whatever is tried at a table: commands change nothing, and the stored JSON makes an identical one."""
    session = Session(chosen)
    for step in steps:
        session.take(step)
    again = session.again()
    assert snapshot(again) == snapshot(session.table)
    assert told(again, session.now + 100) == told(session.table, session.now + 100)


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_every_game_can_be_made_again_from_its_events_at_every_moment(setting: Setting) -> None:
    chance = random.Random(str(setting))
    options = {name: value for name, value in setting.options.items() if name != "rounds"}
    session = Session(setup.check(setting.game, setting.players, setting.variant, options, clock=Clock("game", 500)))
    while session.table.status == "waiting":
        session.store(session.table.sit(f"Person {session.table.version}", "token", session.now))
    moments = chance.sample(range(60), 4)
    for moment in range(60):
        if session.table.status == "over":
            break
        session.now += 1
        seat = chance.choice(game_of(session.table).to_act)
        moved = session.table.move(seat, session.table.version_for(seat), any_move(session.table, seat, chance), session.now)
        assert moved is not None
        session.store(moved)
        if moment in moments:
            assert snapshot(session.again()) == snapshot(session.table)
    assert told(session.again(), session.now) == told(session.table, session.now)


def test_a_table_catches_up_event_by_event_with_another_process() -> None:
    """Two processes hold the table; one is always a few events behind and then reads them."""
    session = Session(setup.check("thegame", 3, "standard"))
    behind, chance = Table("the table", session.table.setup, SECRET, CREATED), random.Random(2)
    steps = [(chance.choice(["sit", "move", "come", "go", "say", "signal", "due"]), chance.randrange(4), chance.randrange(99), 3)]
    steps += [
        (chance.choice(["sit", "move", "move", "say", "signal"]), chance.randrange(4), chance.randrange(99), 3) for _ in range(80)
    ]
    for step in steps:
        session.take(step)
        if chance.random() < 0.3:
            for body in session.stored[behind.version :]:
                behind.apply(events.read(body))
            assert snapshot(behind) == snapshot(session.table)
    assert session.table.version > 30


def test_chat_is_no_change_of_what_is_seen() -> None:
    """`shown_to`: the last event that changed what is seen; every other event does."""
    table = seated_for(HANDFUL[8])
    seen = table.shown_to(0)
    do(table, table.say(0, "hello", CREATED))
    assert (table.shown_to(0), table.version) == (seen, seen + 1)
    do(table, table.signal(0, "A!", CREATED))
    assert table.shown_to(0) == table.version == seen + 2


TIMES = st.floats(0, 1e11, allow_nan=False)
SEATS, TEXTS = st.integers(0, 7), st.text(st.characters(exclude_categories=["Cs"]))
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(events.Sat, at=TIMES, seat=SEATS, name=TEXTS, token=TEXTS),
    st.builds(events.Left, at=TIMES, seat=SEATS, removed=st.booleans()),
    st.builds(events.Filled, at=TIMES, seat=SEATS, bot=TEXTS),
    st.builds(events.Came, at=TIMES, seat=SEATS, process=TEXTS),
    st.builds(events.Went, at=TIMES, seat=SEATS, process=TEXTS),
    st.builds(events.Relieved, at=TIMES, seat=SEATS),
    st.builds(events.Started, at=TIMES),
    st.builds(events.Paused, at=TIMES),
    st.builds(events.Resumed, at=TIMES),
    st.builds(
        events.Moved, at=TIMES, seat=SEATS, move=TEXTS, on=st.integers(0, 1 << 53), by=st.sampled_from(["person", "bot", "clock"])
    ),
    st.builds(events.Signalled, at=TIMES, seat=SEATS, signal=TEXTS),
    st.builds(events.Said, at=TIMES, seat=SEATS, text=TEXTS),
    st.builds(events.Followed, at=TIMES, table=TEXTS),
)


@given(EVENTS)
def test_every_event_is_read_as_it_was_written(event: Event) -> None:
    again = events.read(events.write(event))
    assert again == event
    assert type(again) is type(event)


@pytest.mark.parametrize(
    "body", ["", "{", "{}", '{"type":"dealt","at":1.0}', '{"type":"sat","at":1.0}', '{"type":"moved","at":"x"}']
)
def test_what_is_no_event_is_not_read_as_one(body: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        events.read(body)
