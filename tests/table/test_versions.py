"""A move is stale only if that seat's own decision has changed since the version it was made on.

"Other players' choices, namings, signals and chat never make it stale. A move repeated after a lost acknowledgement (same
seat, version and move) is answered as done, not played twice."
"""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk import IllegalMove
from stichwerk.game.refusals import Refusal
from stichwerk.table import Table
from tests.games import Setting
from tests.table.tables import BOT, HANDFUL, OPEN, any_move, do, game_of, play, refused, seated, seated_for, unchanged, up_to

AT = 2_000.0


def legal(table: Table, seat: int) -> list[str]:
    return game_of(table).legal(seat)


def at_naming(players: int = 4, colours: int = 1) -> Table:
    """All tricks are played; who took cards names colours now."""
    table = seated("sticheln", players, "delayed", options={"colours": colours, "rounds": 2})
    play(table, 15 * players, random.Random(3))
    assert game_of(table).phase == "name"
    return table


# ---- deciding at once


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_choices_made_on_one_version_are_taken_in_every_order(order: tuple[int, ...]) -> None:
    """ "Other players' choices never make it stale": all choose on the version on which all began to."""
    table = seated()
    on = table.version
    for seat in order:
        do(table, table.move(seat, on, legal(table, seat)[0], AT))
    assert game_of(table).phase == "play"


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_how_eager_one_is_can_be_said_on_one_version_in_every_order(order: tuple[int, ...]) -> None:
    table = seated("thegame", 3)
    on = table.version
    for seat in order:
        do(table, table.signal((seat + 1) % 3, "A!", AT))
        do(table, table.move(seat, on, f"start{seat}", AT))
    assert (game_of(table).phase, game_of(table).to_act) == ("play", (2,))


@pytest.mark.parametrize("order", sorted(set(itertools.permutations([0, 0, 1, 1, 2, 2]))))
def test_two_choices_each_are_taken_in_every_order(order: tuple[int, ...]) -> None:
    """Aggravated: the second is another decision, which began with one's own first and with nobody else's."""
    table = seated("sticheln", 3, "aggravated")
    seen = [table.version] * 3
    for seat in order:
        first = seen[seat]
        do(table, table.move(seat, first, legal(table, seat)[0], AT))
        seen[seat] = table.version_for(seat)
        if legal(table, seat) and game_of(table).phase == "choose":
            with refused(table, "table.stale"):
                table.move(seat, first, legal(table, seat)[-1], AT)
    assert game_of(table).phase == "play"


@pytest.mark.parametrize("colours", [1, 2])
def test_namings_made_on_one_version_are_taken_in_every_order(colours: int) -> None:
    """Delayed: "in any order, shown together"."""
    namers = game_of(at_naming(colours=colours)).to_act
    assert len(namers) >= 3
    for order in itertools.permutations(namers):
        table = at_naming(colours=colours)
        on = table.version
        for seat in order:
            do(table, table.move(seat, on, legal(table, seat)[0], AT))
        while game_of(table).phase == "name":
            seat = game_of(table).to_act[0]
            do(table, table.move(seat, table.version_for(seat), legal(table, seat)[0], AT))
        assert game_of(table).round == 2


# ---- deciding in turn


def test_a_move_made_before_it_was_ones_turn_is_stale_when_it_is() -> None:
    """The decision came into being with the turn; what was sent before was decided on another view."""
    table = seated("thegame", 2)
    for seat in (0, 1):
        do(table, table.move(seat, table.version_for(seat), f"start{seat}", AT))
    early = table.version
    with refused(table, "move.turn"):
        table.move(0, early, legal_somewhere(table, 0), AT)
    for _ in range(2):
        do(table, table.move(1, table.version_for(1), legal(table, 1)[0], AT))
    do(table, table.move(1, table.version_for(1), "end", AT))
    turn = table.version
    with refused(table, "table.stale"):
        table.move(0, turn - 1, legal(table, 0)[0], AT)
    do(table, table.move(0, turn, legal(table, 0)[0], AT))


def legal_somewhere(table: Table, seat: int) -> str:
    return f"{game_of(table).view(seat)['hand'][0]}A"


def test_each_card_of_a_turn_of_the_game_is_a_decision() -> None:
    table = seated("thegame", 1)
    on = table.version
    first = legal(table, 0)[0]
    do(table, table.move(0, on, first, AT))
    with refused(table, "table.stale"):
        table.move(0, on, legal(table, 0)[0], AT)
    do(table, table.move(0, on + 1, legal(table, 0)[0], AT))
    do(table, table.move(0, on + 2, "end", AT))
    with refused(table, "table.stale"):
        table.move(0, on + 2, legal(table, 0)[0], AT)
    do(table, table.move(0, on + 3, legal(table, 0)[0], AT))


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_chat_signals_comings_goings_and_a_pause_make_nothing_stale(setting: Setting) -> None:
    """Nothing but a move changes a decision: whatever else happens between, a move is taken on the version it was made on."""
    table, chance = seated_for(setting), random.Random(4)
    for number in range(40):
        if table.status == "over":
            return
        seat = chance.choice(game_of(table).to_act)
        on = table.version_for(seat)
        for _ in chance.choice(["", "a", "ab"]):
            disturb(table, chance, number)
        do(table, table.move(seat, on, any_move(table, seat, chance), AT))


def disturb(table: Table, chance: random.Random, number: int) -> None:
    seat = chance.randrange(len(table.seats))
    what = chance.choice(["chat", "signal", "pause", "come", "go", "relief"])
    if what == "signal" and table.setup.game == "thegame":
        do(table, table.signal(seat, chance.choice("ABCD") + chance.choice("?!."), AT))
    elif what == "pause":
        do(table, table.pause(0, AT))
        do(table, table.resume(0, AT + 3))
    elif what == "relief" and (relieved := table.due(AT + 60)):
        do(table, relieved)
    elif what == "go" and (gone := table.go(seat, "A", AT)):
        do(table, gone)
    elif what == "come" and (come := table.come(seat, "A", AT)):
        do(table, come)
    else:
        do(table, table.say(seat, "hello", AT))


def test_a_bot_that_takes_a_seat_does_not_make_the_others_stale() -> None:
    table = seated()
    on = table.version
    do(table, table.leave(1, AT))
    do(table, table.bot_move(1, on, legal(table, 1)[0], AT))
    do(table, table.move(0, on, legal(table, 0)[0], AT))


# ---- what never was, and what was already


def test_a_future_version_is_refused() -> None:
    table = seated(places=[OPEN, BOT, OPEN, OPEN])
    for ahead in (1, 2, 1 << 53):
        with refused(table, "table.future"):
            table.move(0, table.version_for(0) + ahead, legal(table, 0)[0], AT)
        with refused(table, "table.future"):
            table.bot_move(1, table.version_for(1) + ahead, legal(table, 1)[0], AT)


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_a_repeated_move_is_answered_as_done_and_never_played_twice(setting: Setting) -> None:
    """In every phase, at once and as late as after the end; another move on that version is not done but stale."""
    table, chance = seated_for(setting), random.Random(5)
    made: list[tuple[int, int, str]] = []
    while table.status != "over":
        seat = chance.choice(game_of(table).to_act)
        made.append((seat, table.version_for(seat), any_move(table, seat, chance)))
        do(table, table.move(*made[-1], AT))
        for again in (made[-1], chance.choice(made)):
            assert table.move(*again, AT) is None
    assert len([move for move in game_of(table).replay()["moves"] if move[1][1:] not in ("?", "!", ".")]) == len(made)
    assert all(table.move(*again, AT) is None for again in made)


def test_another_move_on_the_version_of_a_move_that_is_done_is_stale() -> None:
    table = seated()
    on, (first, second, *_) = table.version, legal(table, 0)
    do(table, table.move(0, on, first, AT))
    with refused(table, "table.stale"):
        table.move(0, on, second, AT)
    with refused(table, "move.done"):
        table.move(0, on + 1, first, AT)


def test_a_repeated_move_is_done_even_while_the_game_is_paused() -> None:
    table = seated()
    on, move = table.version, legal(table, 0)[0]
    do(table, table.move(0, on, move, AT))
    do(table, table.pause(0, AT))
    assert table.move(0, on, move, AT) is None
    with refused(table, "table.paused"):
        table.move(1, on, legal(table, 1)[0], AT)


def test_a_move_is_done_for_its_own_seat_only() -> None:
    """ "Same seat, version and move": start2 said by one is not said by another."""
    table = seated("thegame", 3)
    on = table.version
    do(table, table.move(0, on, "start2", AT))
    do(table, table.move(1, on, "start2", AT))
    assert game_of(table).to_act == (2,)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    table = seated()
    for move, code in (
        (legal(table, 1)[0], "move.held"),
        ("r", "move.phase"),
        ("", "move.unreadable"),
        ("37A", "move.unreadable"),
    ):
        with refused(table, code):
            table.move(0, table.version_for(0), move, AT)


# ---- any interleaving

ACTS = ("move", "move", "move", "old", "repeat", "wrong", "future", "chat", "signal", "pause", "come", "relief")
Step = tuple[str, int, int, int]
STEPS = up_to(60, st.tuples(st.sampled_from(ACTS), st.integers(0, 7), st.integers(0, 9), st.integers(0, 99)))


class Model:
    """Tracks for each seat the last version at which its decision changed.

    Written from the sentence above: a seat's decision changes when it makes a move, when it comes to have one to make and when
    it no longer has; nothing else changes it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.acting = set(game_of(table).to_act)
        self.changed = [table.version_for(seat) if seat in self.acting else 0 for seat in range(len(table.seats))]
        self.done: dict[tuple[int, int, str], int] = {}

    def happened(self, mover: int | None = None) -> None:
        acting = set(game_of(self.table).to_act)
        for seat in range(len(self.changed)):
            if seat == mover or (seat in acting) != (seat in self.acting):
                self.changed[seat] = self.table.version_for(seat)
        self.acting = acting

    def answer(self, seat: int, on: int, move: str) -> str:
        """ "done", "played", or the code with which it is refused."""
        table = self.table
        if (seat, on, move) in self.done:
            return "done"
        if table.status == "paused":
            return "table.paused"
        if on > table.version_for(seat):
            return "table.future"
        if on < self.changed[seat]:
            return "table.stale"
        return self.answer_of_the_rules(seat, move)

    def answer_of_the_rules(self, seat: int, move: str) -> str:
        game = game_of(self.table)
        if game.over:
            return "move.over"
        if seat not in self.acting:
            return "move.turn" if game.phase == "play" else "move.done"
        return "played" if move in game.legal(seat) else "illegal"

    def send(self, seat: int, on: int, move: str) -> None:
        answer = self.answer(seat, on, move)
        if answer == "done":
            assert self.table.move(seat, on, move, AT) is None
        elif answer == "played":
            do(self.table, self.table.move(seat, on, move, AT))
            self.done[seat, on, move] = self.table.version_for(seat)
            self.happened(seat)
        else:
            with unchanged(self.table), pytest.raises(Refusal) as error:
                self.table.move(seat, on, move, AT)
            assert error.value.code == answer or (answer == "illegal" and isinstance(error.value, IllegalMove))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(HANDFUL), st.integers(0, 150), st.integers(0, 99), STEPS)
def test_in_any_interleaving_a_move_is_stale_exactly_when_its_seats_decision_has_changed(
    setting: Setting, ahead: int, seed: int, steps: list[Step]
) -> None:
    model, chance = Model(seated_for(setting)), random.Random(seed)
    for _ in range(ahead):
        if model.acting:
            seat = chance.choice(sorted(model.acting))
            model.send(seat, model.table.version_for(seat), any_move(model.table, seat, chance))
    for step in steps:
        take(model, *step)


def take(model: Model, act: str, number: int, back: int, choice: int) -> None:
    """One step: a move on some version, or something between."""
    table, game = model.table, game_of(model.table)
    seat = number % len(table.seats)
    if act in ("move", "old", "future") and game.to_act:
        seat = game.to_act[number % len(game.to_act)]
        now = table.version_for(seat)
        on = {"move": max(model.changed[seat], now - back), "old": max(now - back, 0)}
        model.send(seat, on.get(act, now + 1 + back), legal(table, seat)[choice % len(legal(table, seat))])
    elif act == "repeat" and model.done:
        model.send(*sorted(model.done)[choice % len(model.done)])
    elif act == "wrong":
        model.send(seat, table.version_for(seat), ("r0", "50A", "end", "start0", "r")[choice % 5])
    else:
        between(table, act, seat)
        model.happened()


def between(table: Table, act: str, seat: int) -> None:
    if act == "signal" and table.setup.game == "thegame" and table.status == "running":
        do(table, table.signal(seat, "B?", AT))
    elif act == "pause" and table.status in ("running", "paused"):
        do(table, table.pause(0, AT) if table.status == "running" else table.resume(0, AT))
    elif act == "come" and (come := table.come(seat, "A", AT)):
        do(table, come)
    elif act == "relief" and (relieved := table.due(AT + 1000)):
        do(table, relieved)
    else:
        do(table, table.say(seat, "hello", AT))
