"""`machine.words` and `machine.floats` give room as it is found: nobody may go by what lies there, or bots would play by chance.

Every bot that uses such room decides the same with other rubbish in it, interpreted.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stichwerk import bots
from stichwerk.bots import (
    careful,
    ismcts,
    quick_hattrick,
    quick_sticheln,
    search,
    thegame_choice,
    thegame_rollouts,
    thegame_turns,
)
from stichwerk.bots import thegame_desk as desk
from stichwerk.bots.background import InBackground
from stichwerk.game import observation
from stichwerk.rules import cards, machine
from stichwerk.rules import thegame as rules
from tests.games import ALL, Setting, play_on

RUBBISH = (0, -1, 5)
WORDS, FLOATS = machine.words, machine.floats


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks for what compiles: it would be compiled with the rooms of a test."""
    monkeypatch.setattr(InBackground, "get", lambda thing: None)


def full_of(rubbish: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every room that is given from now on."""

    def filled(room: Any, what: Any) -> Any:
        for i in range(len(room)):
            room[i] = what
        return room

    monkeypatch.setattr(machine, "words", lambda n: filled(WORDS(n), rubbish))
    monkeypatch.setattr(machine, "floats", lambda n: filled(FLOATS(n), float(rubbish)))


def situations(games: tuple[str, ...], late: bool) -> Iterator[tuple[list[int], list[int], int]]:
    """Some of a game of each setting; late ones are near a round's end, for who takes long."""
    for setting in ALL:
        if setting.game in games:
            yield from itertools.islice(met_in(setting, late), 1 if late else 40)


def met_in(setting: Setting, late: bool) -> Iterator[tuple[list[int], list[int], int]]:
    """The Game is played well, for else no turn has several ways to be played."""
    dice, bot = random.Random(f"rooms {setting}"), bots.make("careful")
    game = setting.start(3)
    while not game.over:
        view = game.view(game.to_act[0])
        is_late = len(view["hand"]) <= 3 and len(view["legal"]) > 1
        if view["phase"] != "start" and (is_late if late else dice.random() < 0.5):
            yield *observation.read(view), view["seat"]
        if setting.game == "thegame":
            game.play(view["seat"], bot.act(view))
        else:
            play_on(game, dice, 1)


def act(policy: Any) -> Callable[[list[int], list[int], int], int]:
    return lambda o, seen, seat: int(policy.act(o, seen[:], seat, [3, 5, 7]))


def turn(o: list[int], seen: list[int], seat: int) -> list[int]:
    plan = [0] * 8
    n = thegame_choice.turn(o, seen[:], seat, careful.weights_for(o).tolist(), thegame_choice.KEEP, plan)
    return plan[:n]


def tried_turn(o: list[int], seen: list[int], seat: int) -> list[int]:
    plan, given = [0] * 8, (careful.weights_for(o).tolist(), careful.odds_for(o).tolist())
    n = thegame_rollouts.turn(o, seen[:], seat, *given, [3, 5, 7], plan)
    return plan[:n]


PLAYERS: dict[str, tuple[tuple[str, ...], bool, Callable[[list[int], list[int], int], Any]]] = {
    "quick": (("sticheln",), False, act(quick_sticheln)),
    "quick in Hat Trick": (("hattrick",), False, act(quick_hattrick)),
    "strong": (("sticheln",), True, act(search)),
    "ismcts": (("sticheln",), True, act(ismcts)),
    "careful": (("thegame",), False, turn),
    "patient": (("thegame",), True, tried_turn),
}


@pytest.mark.parametrize("name", PLAYERS)
def test_what_lies_in_a_room_is_never_gone_by(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games, late, decide = PLAYERS[name]
    monkeypatch.setattr(ismcts, "ITERATIONS", 30)
    met = 0
    for given in itertools.islice(situations(games, late), 12 if late else 500):
        found = []
        for rubbish in RUBBISH:
            full_of(rubbish, monkeypatch)
            found.append(decide(*given))
        assert found == [found[0]] * len(RUBBISH)
        met += 1
    assert met > 5


def test_every_turn_is_written_as_the_way_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """… so that each pile ends with the card the turn was weighed by, also where all of it could lie on one of two piles."""
    full_of(-1, monkeypatch)
    d, both = machine.words(desk.SIZE), 0
    for o, seen, seat in situations(("thegame",), late=False):
        desk.lay_out(o, seen, seat, d)
        thegame_turns.find(d, thegame_choice.KEEP)
        for side, way in pairs(d):
            out = [0] * 8
            n = thegame_turns.write(d, way, side, out, 0)
            moves = [divmod(move, rules.PILES) for move in out[:n]]
            assert n == cards.popcount(thegame_turns.cards_of(way))
            for second in range(2):
                played = [card for card, pile in moves if pile == 2 * side + second]
                at = thegame_turns.place(way, second)
                assert played[-1:] == ([d[desk.TOP + at]] if at < desk.HERE else [])
            both += len({pile for _, pile in moves}) == 2
    assert both > 1000


def pairs(d: list[int]) -> Iterator[tuple[int, int]]:
    """All ways that were kept, on the two ascending piles (0) and the two descending ones (1)."""
    for side, size in itertools.product(range(2), range(desk.MOST + 1)):
        at = desk.PAIRS + (side * 9 + size) * desk.PAIR
        yield from ((side, d[at + 1 + k]) for k in range(d[at]))
