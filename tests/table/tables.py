"""Tables for tests: who sits, when things happen and what is random are all arguments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from stichwerk import Game
from stichwerk.game.refusals import Refusal
from stichwerk.table import Place, Table, events, setup
from stichwerk.table.events import Event
from tests.games import ALL, Setting, sensible

T = TypeVar("T")

SECRET = bytes(range(100, 132))
CREATED = 1_000.0
BOT = Place("bot", "simple")
OPEN = Place()

# One of every way in which seats can be asked: at once, twice, at the end, twice at the end, in turn, alone.
HANDFUL = [
    Setting("sticheln", 4, "classic", {"rounds": 2}),
    Setting("sticheln", 3, "aggravated", {"rounds": 2}),
    Setting("sticheln", 5, "hazy", {"rounds": 2}),
    Setting("sticheln", 4, "delayed", {"rounds": 2}),
    Setting("sticheln", 3, "delayed", {"colours": 2, "rounds": 2}),
    Setting("sticheln", 8, "classic", {"rounds": 1}),
    Setting("hattrick", 4, "standard", {"rounds": 2}),
    Setting("thegame", 1, "standard"),
    Setting("thegame", 3, "expert"),
    Setting("thegame", 5, "standard"),
]


def shortened(setting: Setting) -> Setting:
    """The same game over one round."""
    more = {} if setting.game == "thegame" else {"rounds": 1}
    return Setting(setting.game, setting.players, setting.variant, {**setting.options, **more})


ALL_SHORT = [shortened(setting) for setting in ALL]


def empty(game: str = "sticheln", players: int = 4, variant: str | None = None, **more: Any) -> Table:
    """A table nobody has sat down at; `key` is its secret, `created` when it was made."""
    key, created = more.pop("key", SECRET), more.pop("created", CREATED)
    return Table("the table", setup.check(game, players, variant, **more), key, created)


def seated(game: str = "sticheln", players: int = 4, variant: str | None = None, **more: Any) -> Table:
    """A table all of whose open seats people have taken, one a second; with that it runs."""
    table = empty(game, players, variant, **more)
    at = more.get("created", CREATED)
    while any(seat.kind == "open" for seat in table.seats):
        at += 1
        sit(table, at)
    return table


def seated_for(setting: Setting, **more: Any) -> Table:
    return seated(setting.game, setting.players, setting.variant, options=setting.options, **more)


def sit(table: Table, at: float = CREATED) -> int:
    """Somebody sits down, with a name and a token after their seat."""
    seat = next(number for number, seat in enumerate(table.seats) if seat.kind == "open")
    do(table, table.sit(f"Person {seat}", token(seat), at))
    return seat


def token(seat: int) -> str:
    return f"token-of-seat-{seat}"


def do(table: Table, event: Event | None) -> Event:
    """Makes an event happen, as it comes back from the store."""
    assert event is not None, "there was nothing to do"
    stored = events.read(events.write(event))
    table.apply(stored)
    return stored


@contextmanager
def refused(table: Table, code: str) -> Iterator[None]:
    """An error with a code, nothing changed."""
    with unchanged(table), pytest.raises(Refusal) as error:
        yield
    assert error.value.code == code


@contextmanager
def unchanged(table: Table) -> Iterator[None]:
    before = snapshot(table)
    yield
    assert snapshot(table) == before


def snapshot(table: Table) -> dict[str, Any]:
    """Everything a table consists of, down to the game's state, generator and log."""
    seats = [{**vars(seat), "processes": set(seat.processes), "moves": dict(seat.moves)} for seat in table.seats]
    return {**vars(table), "seats": seats, "chat": table.chat[:], "game": None if table.game is None else _inside(table.game)}


def _inside(game: Game) -> list[Any]:
    decks = [deck[:] for deck in game._decks]
    return [game.options, game._s[:], game._rng[:], game._moves[:], game._log[:], game.round, decks, game._round_scores[:]]


def game_of(table: Table) -> Game:
    assert table.game is not None
    return table.game


def any_move(table: Table, seat: int, chance: random.Random) -> str:
    return chance.choice(sensible(game_of(table), seat))


def play(table: Table, moves: int, chance: random.Random, at: float = CREATED + 100) -> None:
    """So many random moves by people on what they see, or fewer if the game ends."""
    for number in range(moves):
        if table.status == "over":
            return
        seat = chance.choice(game_of(table).to_act)
        do(table, table.move(seat, table.version_for(seat), any_move(table, seat, chance), at + number))


def finished(setting: Setting, seed: int = 1, **more: Any) -> Table:
    table = seated_for(setting, **more)
    play(table, 100_000, random.Random(seed))
    assert table.status == "over"
    return table


def up_to(most: int, elements: st.SearchStrategy[T]) -> st.SearchStrategy[list[T]]:
    """Lists of every length alike (left to itself Hypothesis makes hardly any long ones), which still shrink."""
    return st.integers(0, most).flatmap(lambda length: st.lists(elements, min_size=length, max_size=length))
