"""Everything that can be tried at a table, by number, so that random sequences of numbers become sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from hypothesis import strategies as st

from stichwerk.game.refusals import Refusal
from stichwerk.table import Clock, Place, Setup, Table, events, setup
from stichwerk.table.events import Event
from tests.table.tables import BOT, CREATED, HANDFUL, OPEN, SECRET, game_of, snapshot, token, up_to

Command = Callable[[Table, int, int, float], Event | None]
Step = tuple[str, int, int, int]  # what, by whom, with which choice, after how many quarters of a second

TALK = ("hello", "not on the second pile", "hallo", "I have 37", "")
SIGNALS = ("A?", "B!", "C.", "E!", "A")
NONSENSE = ("r0", "b3", "50A", "n", "end", "start1", "what", "")
NAMES = ("Ann", " Zoë ", "李", "")


def _move(table: Table, seat: int, choice: int, at: float) -> Event | None:
    acting = game_of(table).to_act if table.game else ()
    people = [other for other in acting if table.seats[other].is_person]
    if not people:
        return table.move(seat, table.version_for(seat), "r0", at)
    mover = people[seat % len(people)]
    legal = game_of(table).legal(mover)
    return table.move(mover, table.version_for(mover), legal[choice % len(legal)], at)


def _bot_move(table: Table, seat: int, choice: int, at: float) -> Event | None:
    late = table.timed_out(at)
    waiting = late or table.bots_to_act()
    if not waiting:
        return None
    mover = waiting[seat % len(waiting)]
    legal = game_of(table).legal(mover)
    return table.bot_move(mover, table.version_for(mover), legal[choice % len(legal)], at, by_clock=bool(late))


COMMANDS: Mapping[str, Command] = {
    "sit": lambda table, seat, choice, at: table.sit(NAMES[choice % len(NAMES)], token(choice), at),
    "leave": lambda table, seat, choice, at: table.leave(seat, at),
    "come": lambda table, seat, choice, at: table.come(seat, "ABC"[choice % 3], at),
    "go": lambda table, seat, choice, at: table.go(seat % len(table.seats), "ABC"[choice % 3], at),
    "move": _move,
    "bot": _bot_move,
    "wrong": lambda table, seat, choice, at: table.move(seat, choice, NONSENSE[choice % len(NONSENSE)], at),
    "signal": lambda table, seat, choice, at: table.signal(seat, SIGNALS[choice % len(SIGNALS)], at),
    "say": lambda table, seat, choice, at: table.say(seat, TALK[choice % len(TALK)], at),
    "due": lambda table, seat, choice, at: table.due(at),
    "follow": lambda table, seat, choice, at: table.follow(seat, f"table {choice}", at),
}

BY_HOST: Mapping[str, Command] = {
    "start": lambda table, by, choice, at: table.start(by, at),
    "fill": lambda table, by, choice, at: table.fill(by, choice % 9, ("simple", "random", "hal")[choice % 3], at),
    "remove": lambda table, by, choice, at: table.remove(by, choice % 9, at),
    "pause": lambda table, by, choice, at: table.pause(by, at),
    "resume": lambda table, by, choice, at: table.resume(by, at),
}

FOREIGN = 7  # from this number on a step is tried by whoever has that number, before it by one who might


def attempt(table: Table, step: Step, at: float) -> Event | None:
    """What a step asks for; it may be refused."""
    what, number, choice, _ = step
    people = [seat for seat, found in enumerate(table.seats) if found.is_person]
    if what in BY_HOST:
        return BY_HOST[what](table, number if table.host is None or number >= FOREIGN else table.host, choice, at)
    return COMMANDS[what](table, number if not people or number >= FOREIGN else people[number % len(people)], choice, at)


ANYTHING = st.tuples(
    st.sampled_from(["sit", "sit", "move", "move", "move", "move", "bot", "bot", "come", "resume", *COMMANDS, *BY_HOST]),
    st.integers(0, 8),
    st.integers(0, 99),
    st.integers(0, 30),
)


def _opening(company: int, moves: int) -> list[Step]:
    """People sit down, then moves are made."""
    return [("sit", 0, 0, 1)] * company + [(what, n % 7, n * n, 1) for n in range(moves) for what in ("move", "bot")]


# Some people, some moves, then anything.
STEPS = st.builds(
    lambda company, moves, steps: _opening(company, moves) + steps,
    st.integers(0, 8),
    st.sampled_from([0, 0, 3, 10, 30, 80]),
    up_to(80, ANYTHING),
)

SETUPS = st.builds(
    lambda setting, places, aids, clock, grace: setup.check(
        setting.game,
        setting.players,
        setting.variant,
        setting.options,
        places[: setting.players],
        aids=aids,
        clock=clock,
        grace=grace,
    ),
    st.sampled_from([*HANDFUL, HANDFUL[8], HANDFUL[8], HANDFUL[9]]),
    st.lists(st.sampled_from([OPEN, OPEN, BOT, Place("bot", "random")]), min_size=8, max_size=8),
    st.sampled_from(["all", "none"]),
    st.sampled_from([None, Clock("move", 20), Clock("game", 60)]),
    st.sampled_from([5.0, 60.0]),
)


class Session:
    """A table, and beside it what a store would hold of it."""

    def __init__(self, chosen: Setup) -> None:
        self.table = Table("the table", chosen, SECRET, CREATED)
        self.setup = msgspec.json.encode(chosen)
        self.stored: list[bytes] = []
        self.now = CREATED

    def take(self, step: Step) -> None:
        """A step: what is asked changes nothing, what is stored does."""
        self.now += step[3] / 4
        before = snapshot(self.table)
        try:
            event = attempt(self.table, step, self.now)
        except Refusal:
            event = None
        assert snapshot(self.table) == before, "a command changes nothing"
        if event is not None:
            self.store(event)

    def store(self, event: Event) -> None:
        self.stored.append(events.write(event))
        assert events.read(self.stored[-1]) == event
        assert events.read(self.stored[-1].decode()) == event
        version = self.table.version
        self.table.apply(event)
        assert self.table.version == version + 1

    def again(self) -> Table:
        """The table as another process makes it from the store."""
        table = Table("the table", msgspec.json.decode(self.setup, type=Setup), SECRET, CREATED)
        for body in self.stored:
            table.apply(events.read(body))
        return table
