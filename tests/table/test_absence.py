"""A bot takes over a seat absent longer than a grace period (60 s) and hands it back on return; clocks per move and per game.

"On time-out the bot plays that move." The time of a pause counts for nobody.
"""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk.table import Clock, Table, events, views
from stichwerk.table.table import BY_CLOCK
from tests.games import Setting
from tests.table.tables import BOT, HANDFUL, OPEN, any_move, do, empty, finished, game_of, refused, seated, sit, token, up_to

GRACE = 60.0
T = 10_000.0
NEVER = math.inf


def here(game: str = "sticheln", players: int = 4, variant: str | None = None, **more: Any) -> Table:
    """A running table with everybody here through process A since T."""
    table = seated(game, players, variant, created=T - players, **more)
    for number, seat in enumerate(table.seats):
        if seat.is_person:
            do(table, table.come(number, "A", T))
    return table


def away(table: Table) -> list[bool]:
    return [seat["away"] for seat in views.about(table)["seats"]]


def relieve(table: Table, at: float) -> int:
    """Somebody's relief is due at this moment, and not a moment before."""
    assert table.due(at - 0.01) is None
    event = do(table, table.due(at))
    assert isinstance(event, events.Relieved)
    return event.seat


# ---- coming and going


def test_who_is_here_is_never_relieved() -> None:
    table = here()
    assert (away(table), table.deadline(), table.due(T + 1e9)) == ([False] * 4, NEVER, None)


def test_who_goes_is_away_and_after_the_grace_a_bot_plays() -> None:
    table = here()
    do(table, table.go(2, "A", T + 10))
    assert away(table) == [False, False, True, False]
    assert (table.deadline(), table.bot_of(2), table.bots_to_act()) == (T + 10 + GRACE, None, [])
    assert relieve(table, T + 10 + GRACE) == 2
    assert (table.bot_of(2), table.bots_to_act()) == ("simple", [2])
    assert views.about(table)["seats"][2] == {"kind": "person", "name": "Person 2", "bot": "simple", "away": True}
    assert (table.due(T + 1e9), table.deadline()) == (None, NEVER), "one is relieved once"


def test_who_comes_back_in_time_is_not_relieved() -> None:
    table = here()
    do(table, table.go(2, "A", T + 10))
    do(table, table.come(2, "A", T + 69))
    assert (table.due(T + 1e9), away(table)) == (None, [False] * 4)


def test_who_comes_back_gets_the_seat_back() -> None:
    """ "Hands it back on return": what the bot had thought of is stale, the person's move is taken."""
    table = here()
    do(table, table.go(2, "A", T))
    relieve(table, T + GRACE)
    on, move = table.version, game_of(table).legal(2)[0]
    do(table, table.come(2, "B", T + 100))
    assert (table.bot_of(2), table.bots_to_act(), away(table)) == (None, [], [False] * 4)
    with refused(table, "table.stale"):
        table.bot_move(2, on, move, T + 101)
    do(table, table.move(2, on, move, T + 101))


def test_the_grace_begins_anew_with_every_absence() -> None:
    table = here()
    for start in (T, T + 1000):
        do(table, table.go(1, "A", start))
        assert relieve(table, start + GRACE) == 1
        do(table, table.come(1, "A", start + 500))


def test_who_is_here_through_two_processes_is_away_when_both_have_ended() -> None:
    table = here()
    do(table, table.come(1, "B", T))
    assert table.come(1, "B", T) is None, "already noted"
    do(table, table.go(1, "A", T + 5))
    assert (away(table), table.due(T + 1e9)) == ([False] * 4, None)
    assert table.go(1, "A", T + 6) is None, "already noted"
    do(table, table.go(1, "B", T + 20))
    assert relieve(table, T + 20 + GRACE) == 1


def test_the_connections_of_dead_processes_are_found() -> None:
    table = here(players=3)
    do(table, table.come(1, "B", T))
    do(table, table.come(2, "C", T))
    assert sorted(table.dead_processes(lambda process: process == "B")) == [(0, "A"), (1, "A"), (2, "A"), (2, "C")]
    for seat, process in list(table.dead_processes(lambda process: process == "B")):
        do(table, table.go(seat, process, T + 1))
    assert away(table) == [True, False, True]


def test_who_sits_down_and_never_comes_is_relieved_a_grace_after_the_start() -> None:
    """Waiting at a table that has not started is no absence from a game."""
    table = empty(players=3)
    sit(table, T), sit(table, T + 10)
    assert (table.due(T + 1e9), table.deadline()) == (None, NEVER)
    sit(table, T + 500)
    for seat in range(3):
        assert relieve(table, T + 500 + GRACE) == seat


def test_the_grace_is_a_setting() -> None:
    table = here(grace=5.0)
    do(table, table.go(0, "A", T))
    assert relieve(table, T + 5) == 0


def test_all_may_be_away_and_bots_play_for_all() -> None:
    table = here()
    for seat in range(4):
        do(table, table.go(seat, "A", T + seat))
    assert [relieve(table, T + seat + GRACE) for seat in range(4)] == [0, 1, 2, 3]
    assert (table.bots_to_act(), table.host) == ([0, 1, 2, 3], 0)


def test_a_bots_seat_is_never_away() -> None:
    table = here(places=[OPEN, BOT, OPEN, OPEN])
    do(table, table.go(3, "A", T))
    do(table, table.leave(3, T + 1))
    assert (away(table), table.due(T + 1e9), table.bots_to_act()) == ([False] * 4, None, [1, 3])
    with refused(table, "table.gone"):
        table.come(3, "A", T + 2)
    assert table.go(3, "A", T + 2) is None


def test_the_connections_of_who_leaves_are_forgotten() -> None:
    """Nobody is noted as gone from a seat that has become a bot's."""
    table = here()
    do(table, table.leave(3, T + 1))
    assert table.go(3, "A", T + 2) is None
    assert [seat for seat, _ in table.dead_processes(lambda process: False)] == [0, 1, 2]


def test_after_the_end_nobody_is_relieved() -> None:
    table = finished(HANDFUL[7])
    assert (table.status, table.due(T * T), table.deadline()) == ("over", None, NEVER)


# ---- a pause stops the clock of absence


def test_a_pause_counts_for_nobody_who_is_away() -> None:
    table = here()
    do(table, table.go(1, "A", T + 10))
    do(table, table.pause(0, T + 30))
    assert (table.due(T + 1e9), table.deadline()) == (None, NEVER)
    do(table, table.resume(0, T + 1030))
    assert relieve(table, T + 1030 + GRACE - 20) == 1, "20 s of the grace had passed before the pause"


def test_who_goes_during_a_pause_has_the_grace_from_its_end_on() -> None:
    """Gone 900 s into a pause of 1000 s: relieved 60 s after it, not 960 s after it."""
    table = here()
    do(table, table.pause(0, T))
    do(table, table.go(1, "A", T + 900))
    do(table, table.resume(0, T + 1000))
    assert table.deadline() == T + 1000 + GRACE
    assert relieve(table, T + 1000 + GRACE) == 1


def test_a_pause_counts_for_nobody_who_sat_down_long_before_the_start() -> None:
    """Sat at T, never came; started at T + 200, paused from T + 210 to T + 310: relieved at T + 360, not already at T + 260."""
    table = empty(players=3)
    for at in (T, T, T + 200):
        sit(table, at)
    do(table, table.pause(0, T + 210))
    do(table, table.resume(0, T + 310))
    assert table.deadline() == T + 200 + 100 + GRACE


def test_who_comes_during_a_pause_is_here() -> None:
    table = here()
    do(table, table.go(1, "A", T))
    do(table, table.pause(0, T + 1))
    do(table, table.come(1, "A", T + 5))
    do(table, table.resume(0, T + 10))
    assert (table.due(T + 1e9), away(table)) == (None, [False] * 4)


Step = tuple[str, int, int]
ABSENCES = up_to(30, st.tuples(st.sampled_from(["go", "come", "pause", "due", "wait"]), st.integers(0, 2), st.integers(0, 40)))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 100), ABSENCES)
def test_however_people_come_and_go_relief_is_due_after_a_grace_of_running_time(late: int, steps: list[Step]) -> None:
    """A model that counts, second by second, how long each seat has been away while the game ran."""
    table = empty(players=3)
    sit(table, T), sit(table, T), sit(table, T + late)
    now, gone, relieved = T + late, [0.0] * 3, [False] * 3
    is_here = [False] * 3
    for step, seat, seconds in steps:
        if table.status == "running":
            gone = [0.0 if is_here[i] else gone[i] + seconds for i in range(3)]
        now += seconds
        due = [i for i in range(3) if gone[i] >= GRACE and not relieved[i] and table.status == "running"]
        event = table.due(now)
        assert (None if event is None else event.seat) == (due[0] if due else None)  # type: ignore[union-attr]
        if step == "due" and event:
            do(table, event)
            relieved[due[0]] = True
        elif step == "pause":
            do(table, table.pause(0, now) if table.status == "running" else table.resume(0, now))
        elif step == "come" and (came := table.come(seat, "A", now)):
            do(table, came)
            is_here[seat], gone[seat], relieved[seat] = True, 0.0, False
        elif step == "go" and (went := table.go(seat, "A", now)):
            do(table, went)
            is_here[seat] = False


# ---- clocks


def clocked(per: str, seconds: int, game: str = "thegame", players: int = 3, **more: Any) -> Table:
    return here(game, players, clock=Clock(per, seconds), **more)  # type: ignore[arg-type]


def out(table: Table, at: float) -> list[int]:
    """Whose time is up at this moment, when a moment before nobody's was."""
    assert table.timed_out(at + BY_CLOCK - 0.01) == []
    return table.timed_out(at + BY_CLOCK)


def start(table: Table, at: float) -> None:
    """All say how eager they are at once; seat 0 begins."""
    for seat in range(len(table.seats)):
        do(table, table.move(seat, table.version_for(seat), f"start{3 if seat == 0 else 0}", at))


def two_and_end(table: Table, seat: int, times: tuple[float, float, float]) -> None:
    """A turn of The Game."""
    for at in times[:2]:
        do(table, table.move(seat, table.version_for(seat), any_move(table, seat, random.Random(1)), at))
    do(table, table.move(seat, table.version_for(seat), "end", times[2]))


def test_without_a_clock_no_time_is_ever_up() -> None:
    assert here().timed_out(T * T) == []
    assert views.about(here())["clock"] is None


def test_a_clock_per_move_runs_from_the_moment_one_has_to_decide() -> None:
    table = clocked("move", 30)
    assert (table.deadline(), out(table, T + 30)) == (T + 30 + BY_CLOCK, [0, 1, 2])
    start(table, T + 20)
    assert out(table, T + 50) == [0]
    two_and_end(table, 0, (T + 21, T + 22, T + 49))
    assert out(table, T + 79) == [1], "each move has its own thirty seconds"


def test_a_move_on_the_stroke_of_time_counts() -> None:
    """A bot moves a moment after the deadline, so that a move on time comes first."""
    table = clocked("move", 30)
    start(table, T)
    assert table.timed_out(T + 30) == []
    assert table.timed_out(T + 30 + BY_CLOCK) == [0]


def test_on_time_out_the_bot_plays_that_move_and_the_person_the_next() -> None:
    table = clocked("move", 30)
    start(table, T)
    move = game_of(table).legal(0)[0]
    event = do(table, table.bot_move(0, table.version_for(0), move, T + 31, by_clock=True))
    assert isinstance(event, events.Moved)
    assert event.by == "clock"
    assert (table.bot_of(0), table.bots_to_act(), table.timed_out(T + 31)) == (None, [], [])
    do(table, table.move(0, table.version_for(0), game_of(table).legal(0)[0], T + 32))


def test_a_person_who_was_quicker_than_the_clocks_bot_has_moved() -> None:
    table = clocked("move", 30)
    start(table, T)
    on, first, second = table.version, *game_of(table).legal(0)[:2]
    do(table, table.move(0, on, first, T + 30.01))
    with refused(table, "table.stale"):
        table.bot_move(0, on, second, T + 30.1, by_clock=True)


def test_a_clock_per_game_adds_up_ones_own_thinking_and_nobody_elses() -> None:
    table = clocked("game", 100)
    start(table, T)
    two_and_end(table, 0, (T + 10, T + 30, T + 60))
    assert table.seats[0].used == 60
    two_and_end(table, 1, (T + 70, T + 80, T + 90))
    two_and_end(table, 2, (T + 91, T + 92, T + 100))
    assert [seat.used for seat in table.seats] == [60, 30, 10]
    assert out(table, T + 140) == [0]


def test_whose_time_for_the_game_is_up_has_none_for_the_next_move_either() -> None:
    table = clocked("game", 100, players=1)
    do(table, table.bot_move(0, table.version_for(0), game_of(table).legal(0)[0], T + 101, by_clock=True))
    assert out(table, T + 101) == [0]


@pytest.mark.parametrize("per", ["move", "game"])
def test_a_pause_stops_every_clock(per: str) -> None:
    table = clocked(per, 100)
    start(table, T)
    do(table, table.pause(0, T + 40))
    assert (table.timed_out(T * T), table.deadline()) == ([], NEVER)
    do(table, table.resume(0, T + 1040))
    do(table, table.pause(0, T + 1050))
    do(table, table.resume(0, T + 2050))
    assert out(table, T + 2100) == [0], "40 + 10 + 50 seconds of thinking"
    do(table, table.move(0, table.version_for(0), game_of(table).legal(0)[0], T + 2060))
    assert table.seats[0].used == 60


def test_a_bots_seat_has_no_clock() -> None:
    table = clocked("move", 10, places=[BOT, OPEN, OPEN])
    do(table, table.leave(1, T))
    assert table.timed_out(T * T) == [2]


def test_who_is_away_is_played_for_at_each_time_out_and_after_the_grace_at_once() -> None:
    table = clocked("move", 25)
    start(table, T)
    do(table, table.go(0, "A", T))
    assert out(table, T + 25) == [0]
    relieve(table, T + GRACE)
    assert (table.timed_out(T * T), table.bots_to_act()) == ([], [0])


def test_the_clock_is_seen_by_all() -> None:
    table = clocked("game", 100)
    start(table, T)
    two_and_end(table, 0, (T + 1, T + 2, T + 5))
    clock = views.about(table)["clock"]
    assert (clock["per"], clock["seconds"]) == ("game", 100)
    assert (clock["used"][0], clock["thinking_from"]) == (table.seats[0].used, [None, T + 5, None])


def test_a_clock_that_is_set_back_takes_no_time_away() -> None:
    """Two processes' clocks differ: a move that was stored "before" its decision began has taken no time."""
    table = clocked("game", 100)
    start(table, T)
    do(table, table.move(0, table.version_for(0), game_of(table).legal(0)[0], T - 0.5))
    assert table.seats[0].used == 0


def test_a_pause_that_ends_before_it_began_takes_no_time_away() -> None:
    """Paused through one process and resumed through another, whose clock is five seconds behind."""
    table = clocked("move", 100)
    start(table, T)
    do(table, table.pause(0, T + 10))
    do(table, table.resume(0, T + 5))
    assert table.timed_out(T + 99) == []


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([s for s in HANDFUL if s.players < 6]),
    st.sampled_from(["move", "game"]),
    up_to(40, st.tuples(st.sampled_from(["move", "move", "pause", "chat"]), st.integers(0, 4), st.integers(0, 9))),
)
def test_a_clock_counts_what_a_seat_has_thought_while_the_game_ran(setting: Setting, per: str, steps: list[Step]) -> None:
    """A model that counts, second by second, how long each seat has had something to decide."""
    more = {"options": setting.options, "clock": Clock(per, 15)}  # type: ignore[arg-type]
    table, now = here(setting.game, setting.players, setting.variant, **more), T
    thought, used = [0.0] * setting.players, [0.0] * setting.players
    for step, number, seconds in steps:
        now += seconds
        acting = game_of(table).to_act if table.status == "running" else ()
        thought = [spent + seconds * (seat in acting) for seat, spent in enumerate(thought)]
        spent = [thought[seat] + (used[seat] if per == "game" else 0.0) for seat in acting]
        assert table.timed_out(now + BY_CLOCK) == [seat for seat, time in zip(acting, spent, strict=True) if time >= 15]
        if step == "move" and acting:
            seat = acting[number % len(acting)]
            do(table, table.move(seat, table.version_for(seat), any_move(table, seat, random.Random(seconds)), now))
            used[seat], thought[seat] = used[seat] + thought[seat], 0.0
        elif step == "pause" and table.status != "over":
            do(table, table.pause(0, now) if table.status == "running" else table.resume(0, now))
        else:
            do(table, table.say(0, "hello", now))
        assert [seat.used for seat in table.seats] == used
        if table.status == "running" and game_of(table).options.get("colours") != 2:
            assert_clock_shown(table, [now - spent for spent in thought], used)


def assert_clock_shown(table: Table, since: list[float], used: list[float]) -> None:
    """What all see of the clock is what it counts (but for the first of two choices, which shows nothing)."""
    acting = game_of(table).to_act
    clock = views.about(table)["clock"]
    assert clock["used"] == used
    assert clock["thinking_from"] == [time if seat in acting else None for seat, time in enumerate(since)]


# ---- the next thing that is due

TICKS = up_to(
    40,
    st.tuples(
        st.sampled_from(["move", "move", "out", "go", "come", "pause", "due", "leave"]), st.integers(0, 4), st.integers(0, 20)
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([s for s in HANDFUL if s.players < 6]), st.sampled_from([None, "move", "game"]), TICKS)
def test_at_the_deadline_something_is_due_and_before_it_nothing(setting: Setting, per: str | None, ticks: list[Step]) -> None:
    """ "When something is due next": whoever drives a table sleeps until then, and then finds something to do."""
    clock = {} if per is None else {"clock": Clock(per, 15)}  # type: ignore[arg-type]
    table = here(setting.game, setting.players, setting.variant, options=setting.options, **clock)
    now = T
    for tick, number, seconds in ticks:
        now += seconds
        happen(table, tick, number % setting.players, now)
        deadline = table.deadline()
        if deadline < NEVER:
            assert table.due(deadline) or table.timed_out(deadline)
            assert not table.due(deadline - 0.01)
            assert not table.timed_out(deadline - 0.01)
        else:
            assert (table.due(now * 9), table.timed_out(now * 9)) == (None, [])


def happen(table: Table, tick: str, seat: int, now: float) -> None:
    event: Any = None
    if tick == "due":
        event = table.due(now)
    elif tick == "go":
        event = table.go(seat, "A", now)
    elif tick == "pause" and table.host is not None and table.status in ("running", "paused"):
        event = table.pause(table.host, now) if table.status == "running" else table.resume(table.host, now)
    elif table.seats[seat].is_person and tick in ("come", "leave"):
        event = table.come(seat, "A", now) if tick == "come" else table.leave(seat, now)
    elif tick in ("move", "out") and table.status == "running":
        event = moved(table, tick, now)
    if event:
        do(table, event)


def moved(table: Table, tick: str, now: float) -> Any:
    """The move of a bot, of a person, or of the clock for one whose time is up."""
    acting, late = game_of(table).to_act, table.timed_out(now)
    seat = late[0] if tick == "out" and late else acting[0]
    move = any_move(table, seat, random.Random(int(now)))
    if seat in late or table.bot_of(seat):
        return table.bot_move(seat, table.version_for(seat), move, now, by_clock=seat in late)
    return table.move(seat, table.version_for(seat), move, now)


def test_a_token_still_opens_the_seat_of_who_was_relieved() -> None:
    table = here()
    do(table, table.go(2, "A", T))
    relieve(table, T + GRACE)
    assert table.seat_of(token(2)) == 2
