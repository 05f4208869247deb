"""Seats, names, bots and a host, "who may start early, fill a seat with a bot, remove a player, pause"; rematch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk.table import Place, Table, events
from stichwerk.table.events import Event
from stichwerk.table.table import CHAT_LENGTH, CHAT_LINES, hash_token
from tests.games import Setting
from tests.table.tables import BOT, HANDFUL, OPEN, do, empty, finished, game_of, refused, seated, sit, token, up_to

AT = 2_000.0


def kinds(table: Table) -> list[str]:
    return [seat.kind for seat in table.seats]


def move(table: Table, seat: int) -> Event | None:
    """The seat's first legal move, or, if it has none, one that it cannot make."""
    return table.move(seat, table.version_for(seat), [*game_of(table).legal(seat), "r0"][0], AT)


# ---- sitting down


def test_a_new_table_waits_for_its_people() -> None:
    table = empty()
    assert (table.status, table.version, table.host, table.game) == ("waiting", 0, None, None)
    assert table.bots_to_act() == []


def test_who_sits_takes_the_first_open_seat() -> None:
    table = empty(places=[BOT, OPEN, BOT, OPEN])
    assert [sit(table), table.status] == [1, "waiting"]
    assert [sit(table), table.status] == [3, "running"]
    assert kinds(table) == ["bot", "person", "bot", "person"]


def test_the_game_starts_with_the_last_open_seat() -> None:
    table = empty(players=3)
    for status in ("waiting", "waiting", "running"):
        sit(table)
        assert table.status == status


def test_alone_one_plays_at_once() -> None:
    assert seated("thegame", 1).status == "running"


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 41, "two\nlines", "tab\there", "back\u202ewards", "\u200b", "nul\x00", "\u3164", "\u2800 \uffa0", "\u0301"],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    table = empty()
    with refused(table, "table.name"):
        table.sit(name, "t", AT)


@pytest.mark.parametrize("name", ["x" * 40, " Zoë ", "李 明", "Ann-Marie O’Neil", "🃏", "37", "!", "Zoe\u0308"])
def test_a_name_is_kept_without_the_space_around_it(name: str) -> None:
    table = empty()
    do(table, table.sit(name, "t", AT))
    assert table.seats[0].name == name.strip()


def test_nobody_sits_at_a_full_table() -> None:
    table = seated()
    with refused(table, "table.full"):
        table.sit("Late", "t", AT)


def test_the_token_is_the_seat_and_only_its_hash_is_kept() -> None:
    table = seated()
    assert [table.seat_of(token(seat)) for seat in range(4)] == [0, 1, 2, 3]
    assert [table.seat_of(wrong) for wrong in ("", "token", hash_token(token(1)))] == [None] * 3
    event = empty().sit("Ann", token(0), AT)
    assert token(0) not in str(event)
    assert hash_token(token(0)) in str(event)


# ---- getting up


def test_who_leaves_before_the_start_leaves_an_open_seat() -> None:
    table = empty()
    sit(table), sit(table)
    do(table, table.leave(0, AT))
    assert kinds(table) == ["open", "person", "open", "open"]
    assert table.seat_of(token(0)) is None
    assert sit(table) == 0


def test_who_leaves_a_running_game_leaves_it_to_a_bot() -> None:
    table = seated("thegame", 3)
    do(table, table.leave(1, AT))
    assert (kinds(table), table.bot_of(1)) == (["person", "bot", "person"], "simple")
    assert table.bots_to_act() == [1]
    assert table.seat_of(token(1)) is None
    do(table, table.bot_move(1, table.version_for(1), "start2", AT))
    with refused(table, "table.full"):
        table.sit("Late", "t", AT)


def test_who_has_left_can_do_nothing_more() -> None:
    table = seated()
    do(table, table.leave(1, AT))
    for command in COMMANDS:
        with refused(table, "table.gone"):
            command(table, 1)


def test_who_has_left_can_give_no_signals() -> None:
    """A seat that is no longer theirs is foreign: "an error with a code". (Bots signal too, through the same command.)"""
    table = seated("thegame", 3)
    do(table, table.leave(1, AT))
    with refused(table, "table.gone"):
        table.signal(1, "A!", AT)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    table = seated()
    for command in COMMANDS:
        for seat in (-1, 4, 99):
            with refused(table, "move.seat"):
                command(table, seat)


COMMANDS: list[Callable[[Table, int], Event | None]] = [
    lambda table, seat: table.move(seat, table.version_for(seat), "r4", AT),
    lambda table, seat: table.leave(seat, AT),
    lambda table, seat: table.come(seat, "A", AT),
    lambda table, seat: table.say(seat, "hello", AT),
    lambda table, seat: table.follow(seat, "next", AT),
    lambda table, seat: table.start(seat, AT),
    lambda table, seat: table.fill(seat, 0, "simple", AT),
    lambda table, seat: table.remove(seat, 0, AT),
    lambda table, seat: table.pause(seat, AT),
    lambda table, seat: table.resume(seat, AT),
]


# ---- the host


def test_the_host_is_who_has_sat_longest() -> None:
    table = empty()
    for _ in range(3):
        sit(table)
        assert table.host == 0
    do(table, table.leave(0, AT))
    assert table.host == 1
    assert sit(table) == 0
    assert table.host == 1, "who comes back sits down last"


def test_the_host_passes_on_in_a_running_game() -> None:
    table = seated(places=[OPEN, BOT, OPEN, OPEN])
    hosts = []
    while table.host is not None:
        hosts.append(table.host)
        do(table, table.leave(table.host, AT))
    assert hosts == [0, 2, 3]
    assert (table.status, table.bots_to_act()) == ("running", [0, 1, 2, 3])


@pytest.mark.parametrize("command", COMMANDS[5:])
@pytest.mark.parametrize("make", [empty, seated])
def test_only_the_host_may(command: Callable[[Table, int], Event], make: Callable[[], Table]) -> None:
    table = make()
    if table.status == "waiting":
        sit(table), sit(table)
    with refused(table, "table.host"):
        command(table, 1)


def test_the_host_starts_early_and_bots_take_the_open_seats() -> None:
    table = empty(players=5, places=[OPEN, OPEN, Place("bot", "random"), OPEN, OPEN])
    sit(table)
    do(table, table.start(0, AT))
    assert table.status == "running"
    assert [table.bot_of(seat) for seat in range(5)] == [None, "simple", "random", "simple", "simple"]
    with refused(table, "table.started"):
        table.start(0, AT)


def test_the_host_fills_seats_with_bots_and_the_last_one_starts_the_game() -> None:
    table = empty(players=3)
    sit(table)
    do(table, table.fill(0, 2, "random", AT))
    assert (kinds(table), table.status) == (["person", "open", "bot"], "waiting")
    do(table, table.fill(0, 1, "simple", AT))
    assert table.status == "running"
    assert [table.bot_of(seat) for seat in range(3)] == [None, "simple", "random"]
    with refused(table, "table.started"):
        table.fill(0, 1, "simple", AT)


@pytest.mark.parametrize(
    ("seat", "bot", "code"),
    [
        (0, "simple", "table.taken"),
        (1, "simple", "table.taken"),
        (4, "simple", "move.seat"),
        (-1, "simple", "move.seat"),
        (2, "deep blue", "bot.unknown"),
    ],
)
def test_a_seat_that_cannot_be_filled(seat: int, bot: str, code: str) -> None:
    table = empty(places=[OPEN, BOT, OPEN, OPEN])
    sit(table)
    with refused(table, code):
        table.fill(0, seat, bot, AT)


def test_the_host_removes_a_player_before_the_start() -> None:
    table = empty()
    sit(table), sit(table)
    event = do(table, table.remove(0, 1, AT))
    assert isinstance(event, events.Left)
    assert event.removed
    assert kinds(table) == ["person", "open", "open", "open"]
    assert table.seat_of(token(1)) is None


def test_the_host_removes_a_player_of_a_running_game_and_a_bot_plays_on() -> None:
    table = seated()
    do(table, table.remove(0, 3, AT))
    assert (table.bot_of(3), table.bots_to_act(), table.seat_of(token(3))) == ("simple", [3], None)
    with refused(table, "table.gone"):
        move(table, 3)


@pytest.mark.parametrize(("seat", "code"), [(0, "table.nobody"), (1, "table.nobody"), (2, "table.nobody"), (4, "move.seat")])
def test_the_host_can_remove_neither_themselves_nor_a_bot_nor_nobody(seat: int, code: str) -> None:
    table = empty(places=[OPEN, BOT, OPEN, OPEN])
    sit(table)
    with refused(table, code):
        table.remove(0, seat, AT)


# ---- bots


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_a_table_of_bots_alone_starts_at_once(setting: Setting) -> None:
    table = empty(setting.game, setting.players, setting.variant, options=setting.options, places=[BOT] * setting.players)
    assert (table.status, table.version, table.host) == ("running", 0, None)
    assert table.bots_to_act() == list(game_of(table).to_act)
    seat = table.bots_to_act()[0]
    do(table, table.bot_move(seat, 0, game_of(table).legal(seat)[0], AT))
    assert table.bots_to_act() == list(game_of(table).to_act)


def test_a_bot_moves_only_for_a_seat_that_is_a_bots() -> None:
    table = seated(places=[OPEN, BOT, OPEN, OPEN])
    with refused(table, "table.stale"):
        table.bot_move(0, table.version_for(0), game_of(table).legal(0)[0], AT)
    with refused(table, "move.held"):
        table.bot_move(1, table.version_for(1), game_of(table).legal(0)[0], AT)
    assert table.bots_to_act() == [1]


def test_a_person_cannot_move_for_a_bot() -> None:
    table = seated(places=[OPEN, BOT, OPEN, OPEN])
    with refused(table, "table.gone"):
        table.move(1, table.version_for(1), game_of(table).legal(1)[0], AT)


# ---- pause


def test_a_paused_game_takes_no_moves_until_it_goes_on() -> None:
    table = seated(places=[OPEN, BOT, OPEN, OPEN])
    do(table, table.pause(0, AT))
    assert (table.status, table.bots_to_act()) == ("paused", [])
    with refused(table, "table.paused"):
        move(table, 2)
    for by_clock in (False, True):
        with refused(table, "table.paused"):
            table.bot_move(1, table.version_for(1), game_of(table).legal(1)[0], AT, by_clock)
    do(table, table.resume(0, AT + 1))
    assert (table.status, table.bots_to_act()) == ("running", [1])
    do(table, move(table, 2))


def test_what_is_not_paused_cannot_go_on_and_what_is_paused_not_be_paused() -> None:
    table = seated()
    with refused(table, "table.notpaused"):
        table.resume(0, AT)
    do(table, table.pause(0, AT))
    with refused(table, "table.paused"):
        table.pause(0, AT)


def test_a_table_that_waits_cannot_be_paused() -> None:
    table = empty()
    sit(table)
    with refused(table, "table.notrunning"):
        table.pause(0, AT)
    with refused(table, "table.notpaused"):
        table.resume(0, AT)


def test_a_game_that_is_over_cannot_be_paused() -> None:
    table = finished(HANDFUL[-1])
    with refused(table, "table.notrunning"):
        table.pause(0, AT)


def test_when_the_host_leaves_a_paused_game_the_next_host_lets_it_go_on() -> None:
    table = seated()
    do(table, table.pause(0, AT))
    do(table, table.leave(0, AT))
    assert table.status == "paused"
    do(table, table.resume(1, AT))
    assert table.bots_to_act() == [0]


def test_a_waiting_table_takes_no_moves_and_no_signals() -> None:
    table = empty("thegame", 3)
    sit(table)
    with refused(table, "table.notrunning"):
        table.move(0, 1, "start1", AT)
    with refused(table, "table.notrunning"):
        table.signal(0, "A!", AT)


# ---- chat and signals (RULES 4, Talk)


def test_a_line_of_chat_is_kept_with_who_said_it_and_when() -> None:
    table = empty()
    sit(table)
    do(table, table.say(0, "  hello 37 ", AT))
    assert table.chat == [{"seat": 0, "name": "Person 0", "text": "hello 37", "at": AT}]


@pytest.mark.parametrize("text", ["", " \n ", "x" * (CHAT_LENGTH + 1), "two\nlines", "nul\x00", "\u200b", "\u3164\u2800"])
def test_a_line_of_chat_has_a_length_and_is_one_line(text: str) -> None:
    table = seated()
    with refused(table, "chat.length"):
        table.say(0, text, AT)


def test_no_player_may_tell_the_number_of_a_card_in_the_game() -> None:
    table = seated("thegame", 3)
    for line in ("I have 37", "seventeen!", "zwölf", "vingt-deux"):
        with refused(table, "chat.number"):
            table.say(0, line, AT)
    do(table, table.say(0, "please don't play on the last pile", AT))


def test_a_table_says_so_many_lines() -> None:
    table = seated()
    line = table.say(0, "hello", AT)
    for _ in range(CHAT_LINES):
        table.apply(line)
    with refused(table, "chat.full"):
        table.say(0, "hello", AT)


def test_signals_belong_to_the_game() -> None:
    table = seated("thegame", 3)
    do(table, table.signal(2, "C?", AT))
    assert game_of(table).view(None)["signals"] == [{}, {}, {"C": "?"}]
    for seat, signal, code in ((0, "E!", "signal.unreadable"), (0, "A", "signal.unreadable"), (3, "A!", "move.seat")):
        with refused(table, code):
            table.signal(seat, signal, AT)
    with refused(seated(), "signal.game"):
        seated().signal(0, "A!", AT)
    over = finished(HANDFUL[-1])
    with refused(over, "table.notrunning"):
        over.signal(0, "A!", AT)


# ---- a table's end


def test_a_worn_table_takes_no_more_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """`EVENTS`: "a table that has as many takes no more"; signals are free at any time, so they alone could go on forever."""
    table = seated("thegame", 3)
    monkeypatch.setattr("stichwerk.table.table.EVENTS", table.version)
    for command in COMMANDS[:4]:
        with refused(table, "table.worn"):
            command(table, 0)
    with refused(table, "table.worn"):
        table.signal(0, "A!", AT)


# ---- rematch


def test_a_rematch_is_asked_for_after_the_end_and_the_first_to_ask_wins() -> None:
    running = seated()
    with refused(running, "table.notover"):
        running.follow(0, "next", AT)
    table = finished(HANDFUL[-1])
    do(table, table.follow(3, "next", AT))
    assert table.next_table == "next"
    with refused(table, "table.followed"):
        table.follow(0, "another", AT)


def rematch(table: Table) -> Table:
    """As a server makes it: the same people sit down again with the tokens they have."""
    again = Table("next", table.setup_again(), bytes(32), AT)
    for seat in table.seats:
        if seat.is_person:
            do(again, again.sit_again(seat.name, seat.token or "", AT))
    return again


def test_a_rematch_has_the_same_game_and_the_same_people_in_the_same_seats() -> None:
    places = [OPEN, BOT, OPEN, OPEN, Place("bot", "random")]
    table = seated("sticheln", 5, "mild", options={"rounds": 1}, places=places, aids="none", private=True)
    do(table, table.leave(2, AT))
    do(table, table.come(3, "A", AT))
    again = rematch(table)
    assert again.status == "running"
    assert [again.seat_of(token(seat)) for seat in range(5)] == [0, None, None, 3, None]
    assert [again.bot_of(seat) for seat in range(5)] == [None, "simple", "simple", None, "random"]
    assert [again.seats[seat].name for seat in (0, 3)] == ["Person 0", "Person 3"]
    assert (again.setup.game, again.setup.variant, again.setup.options) == ("sticheln", "mild", {"rounds": 1})
    assert (again.setup.aids, again.setup.private) == ("none", True)
    assert all(seat.away_since is not None for seat in again.seats if seat.is_person), "they still have to come"


def test_a_rematch_is_dealt_from_another_secret() -> None:
    table = finished(HANDFUL[0])
    again = rematch(table)
    assert again.commitment != table.commitment
    assert game_of(again).replay()["decks"][0] != game_of(table).replay()["decks"][0]


def test_sitting_again_at_a_rematch_that_strangers_have_filled_is_refused_with_a_code() -> None:
    """A rematch of a public table is open to all until its people have sat: then a code, as for any full table."""
    table = seated(players=3)
    again = Table("next", table.setup_again(), bytes(32), AT)
    for stranger in range(3):
        do(again, again.sit(f"Stranger {stranger}", f"t{stranger}", AT))
    with refused(again, "table.full"):
        again.sit_again("Person 0", hash_token(token(0)), AT)


# ---- any order

HAPPENINGS = st.tuples(st.sampled_from(["sit", "sit", "leave", "remove", "fill", "start"]), st.integers(0, 4))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([OPEN, OPEN, BOT]), min_size=3, max_size=5), up_to(14, HAPPENINGS))
def test_whoever_comes_and_goes_the_longest_sitting_person_is_host(places: list[Place], steps: list[tuple[str, int]]) -> None:
    """A model: the seats, and the list of people in the order in which they sat down."""
    table = empty(players=len(places), places=places)
    seats: list[str] = [place.kind for place in places]
    people: list[int] = []
    running = "open" not in seats
    for step, number in steps:
        seat, host = number % len(seats), people[0] if people else None
        if step == "sit" and "open" in seats:
            people.append(sit(table))
            seats[people[-1]] = "person"
        elif step == "leave" and seat in people:
            do(table, table.leave(seat, AT))
            people.remove(seat)
            seats[seat] = "bot" if running else "open"
        elif step == "remove" and host is not None and seat in people[1:]:
            do(table, table.remove(host, seat, AT))
            people.remove(seat)
            seats[seat] = "bot" if running else "open"
        elif step == "fill" and host is not None and seats[seat] == "open":
            do(table, table.fill(host, seat, "simple", AT))
            seats[seat] = "bot"
        elif step == "start" and host is not None and not running:
            do(table, table.start(host, AT))
            seats = ["bot" if kind == "open" else kind for kind in seats]
        running = running or "open" not in seats
        assert (table.host, kinds(table)) == (people[0] if people else None, seats)
        assert table.status == ("running" if running else "waiting")
