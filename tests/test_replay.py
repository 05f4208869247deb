"""Replays and records: round trips of every kind of game, and broken ones refused with a sentence that says where."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk import Game
from stichwerk.game import replay
from tests.games import ALL, Setting, play_on


def same(one: Game, other: Game) -> bool:
    views = all(one.view(seat) == other.view(seat) for seat in (None, *range(one.players)))
    return views and one.replay() == other.replay()


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_replay_plays_to_the_same_state(setting: Setting) -> None:
    for moves in (0, 3, 70, 2000):
        game = setting.start(moves)
        play_on(game, random.Random(moves), moves)
        assert same(Game.from_replay(json.loads(json.dumps(game.replay()))), game)
        assert same(Game.from_replay(json.dumps(game.replay())), game)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL), st.integers(0, (1 << 63) - 1), st.integers(0, 300))
def test_records_and_replays_round_trip(setting: Setting, seed: int, moves: int) -> None:
    game = setting.start(seed)
    play_on(game, random.Random(seed), moves)
    again = Game.from_record(game.record())
    assert same(again, game)
    assert again.record() == game.record()


def test_given_decks_and_dealer_travel_with_the_replay() -> None:
    deck = random.Random(1).sample([f"{c}{n}" for c in "rbgny" for n in range(9)], 45)
    game = Game("sticheln", 3, decks=[deck], dealer=2, target=10, seed=4)
    play_on(game, random.Random(2), 100)
    assert same(Game.from_replay(game.replay()), game)
    assert same(Game.from_record(game.record()), game)
    assert sorted(game.replay()["decks"][0]) == sorted(deck)


def test_a_replay_is_no_view_of_the_games_inside() -> None:
    """What was given out can be changed without changing the game."""
    game = finished()
    before = copy.deepcopy(game.replay())
    game.replay()["moves"].clear()
    game.replay()["options"].clear()
    assert game.replay() == before


def finished() -> Game:
    game = Game("sticheln", 3, "mild", seed=8, rounds=1)
    play_on(game, random.Random(8), 100)
    assert game.over
    return game


def changed(**changes: Any) -> dict[str, Any]:
    return {**finished().replay(), **changes}


def without(field: str) -> dict[str, Any]:
    return {key: value for key, value in finished().replay().items() if key != field}


def with_move(number: int, seat: Any, move: Any) -> dict[str, Any]:
    content = finished().replay()
    content["moves"][number - 1] = [seat, move]
    return content


BROKEN: list[tuple[Any, str]] = [
    (None, 'not a replay of ours: its "format"'),
    ([], 'not a replay of ours: its "format"'),
    ({}, 'not a replay of ours: its "format"'),
    ({"format": "pgn"}, 'not a replay of ours: its "format" is not "stichwerk-replay"'),
    ("", "not whole JSON"),
    (json.dumps(finished().replay())[:-40], "not whole JSON: .*line 1 column"),
    (b"\xff\xfe\x00", "not whole JSON"),
    (changed(version=2), "version 2; this program reads version 1"),
    (changed(version=None), "version None"),
    (changed(game="skat"), "cannot be set up: game cannot be 'skat'"),
    (changed(players=9), "cannot be set up: players cannot be 9"),
    (changed(players="3"), "\"players\" cannot be '3'"),
    (changed(players=True), "cannot be set up: players cannot be True"),
    (changed(options={"aim": "lose"}), "cannot be set up: aim cannot be 'lose'"),
    (changed(options={"self": 1}), "cannot be set up"),
    (changed(options=[]), r'"options" cannot be \[\]'),
    (changed(decks=[["r1"]]), r"cannot be set up: decks\[0\] lacks"),
    (changed(decks={}), '"decks" cannot be'),
    (changed(seed=None), '"seed" cannot be None'),
    (changed(seed=-4), "cannot be set up: seed cannot be -4"),
    (changed(moves="r1"), '"moves" cannot be'),
    (changed(moves=finished().replay()["moves"][:20]), "breaks off after move 20: it says it has 45"),
    (changed(moves=[*finished().replay()["moves"], [0, "r1"]]), "breaks at move 46, r1 by seat 0: The game is over"),
    (with_move(7, 1, "zz"), "breaks at move 7, zz by seat 1"),
    (with_move(5, 9, "r1"), "breaks at move 5, r1 by seat 9: There is no seat 9"),
    (with_move(5, 1, None), "breaks at move 5, None by seat 1"),
    (with_move(5, 1, "A!"), "breaks at move 5, A! by seat 1: Sticheln has no signals"),
    (changed(moves=[["r1"]]), r"breaks at move 1: \['r1'\] is not a seat and a move"),
    (changed(moves=[7]), "breaks at move 1: 7 is not a seat and a move"),
    (changed(options={**finished().replay()["options"], "penalty": "number"}), "was altered"),
    (changed(check="0" * 64), "was altered"),
    *[(without(field), f'lacks "{field}"') for field in replay.FIELDS],
]


@pytest.mark.parametrize(("content", "sentence"), BROKEN, ids=lambda value: str(value)[:40])
def test_a_broken_replay_is_refused_and_says_where_it_breaks(content: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Game.from_replay(content)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_altered_replay_passes(data: st.DataObject) -> None:
    """Whatever value is exchanged for another, the replay is refused with ValueError and nothing else."""
    content = finished().replay()
    path = data.draw(st.sampled_from([*content, "move"]))
    value = data.draw(st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.integers(), max_size=3))
    if path == "move":
        number = data.draw(st.integers(0, len(content["moves"]) - 1))
        if content["moves"][number] == value:
            return
        content["moves"][number] = value
    else:
        if content[path] == value and type(content[path]) is type(value):
            return
        content[path] = value
    with pytest.raises(ValueError, match=r".{10}"):
        Game.from_replay(content)


BROKEN_RECORDS = [
    ("", "not a record of ours"),
    ('[Event "?"]', "not a record of ours"),
    ("stichwerk record 1\ngame sticheln\n", "breaks in line 2: 'game sticheln'"),
    ("stichwerk record 1\ngame: sticheln\nplayers: 3\n\nr1\n", "breaks in line 5: 'r1' is not"),
    (
        "stichwerk record 1\ngame: sticheln\nplayers: 3\nseed: 1\n\n0:r99\n",
        "In line 6: The replay breaks at move 1, r99 by seat 0",
    ),
    ("stichwerk record 1\ngame: sticheln\nplayers: three\n\n", "cannot be set up: players cannot be 'three'"),
    ("stichwerk record 1\nplayers: 3\n\n", "cannot be set up: game cannot be None"),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN_RECORDS)
def test_a_broken_record_is_refused_and_says_in_which_line(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Game.from_record(text)
