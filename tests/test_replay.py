"""Replays and records: round trips of every kind of game, and broken ones refused with a sentence that says where."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk import Game, IllegalMove
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


def test_what_was_given_out_can_be_changed_without_changing_the_game() -> None:
    game = finished()
    before = copy.deepcopy([game.replay(), game.view(0), game.options, game.round_scores])
    for content in (game.replay(), game.view(0)):
        for value in content.values():
            if isinstance(value, (list, dict)):
                value.clear()
    game.options.clear()
    game.round_scores[0].clear()
    game.log().clear()
    assert [game.replay(), game.view(0), game.options, game.round_scores] == before


def test_the_events_that_all_views_share_cannot_be_changed() -> None:
    event = finished().view(0)["log"][0]
    for change in (lambda: event.update(seat=3), lambda: event.__setitem__("seat", 3), event.clear, event.popitem):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert pickle.loads(pickle.dumps(event)) == event == json.loads(json.dumps(event))
    assert type(copy.deepcopy(event)) is dict


def test_a_refusal_travels_between_processes() -> None:
    with pytest.raises(IllegalMove) as error:
        finished().play(0, "r1")
    again = pickle.loads(pickle.dumps(error.value))
    assert (type(again), str(again), again.code) == (IllegalMove, str(error.value), "move.over")


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
    (changed(options={"self": 1}), "cannot be set up: Sticheln has no option self"),
    (changed(options={"game": 3}), "cannot be set up: Sticheln has no option game"),
    (changed(options={1: 3}), "cannot be set up: Sticheln has no option 1"),
    (changed(extra={1}), "holds 'extra', which no replay of ours has"),
    ({**finished().replay(), 1: 2}, "holds 1, which no replay of ours has"),
    ("[" * 200_000, "not whole JSON"),
    (changed(options={"rounds": {1, 2}}), r"cannot be set up: rounds cannot be \{1, 2\}"),
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


HEAD = "stichwerk record 1\ngame: sticheln\nseed: 1\ncount: 1\n"
BROKEN_RECORDS: list[tuple[Any, str]] = [
    ("", "not a record of ours"),
    ('[Event "?"]', "not a record of ours"),
    ("stichwerk record 1\ngame sticheln\n", "breaks in line 2: 'game sticheln'"),
    (f"{HEAD}players: 3\n\nr1\n", "breaks in line 7: 'r1' is not"),
    (f"{HEAD}players: 3\n\n0:r99\n", "In line 7: The replay breaks at move 1, r99 by seat 0"),
    (f"{HEAD}players: three\n\n", "cannot be set up: players cannot be 'three'"),
    (f"{HEAD}players: 1\u0664\n\n", "cannot be set up: players cannot be '1\u0664'"),
    (f"{HEAD}players: {'9' * 5000}\n\n", "cannot be set up: players cannot be '999"),
    (f"{HEAD}players: 3\nplayers: 4\n\n", "breaks in line 6: 'players: 4'"),
    (f"{HEAD}players: 3\ndecks: 5\n\n", "breaks in line 6: 'decks: 5'"),
    (f"{HEAD}players: 3\nspeed: 5\n\n", "cannot be set up: Sticheln has no option speed"),
    (f"{HEAD}players: 3\n", "breaks off after move 0: it says it has 1"),
    ("stichwerk record 1\ngame: sticheln\nplayers: 3\ncount: 0\n", 'lacks "seed"'),
    ("stichwerk record 1\nplayers: 3\n\n", 'lacks "game"'),
    (None, "not a record of ours"),
    (7, "not a record of ours"),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN_RECORDS)
def test_a_broken_record_is_refused_and_says_in_which_line(text: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Game.from_record(text)
