"""Looking back at a finished game: a round step by step, from every point of view, and never before the end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from stichwerk import Game
from stichwerk.game.replay import checksum
from stichwerk.game.steps import steps
from stichwerk.table import replays, shapes, views
from stichwerk.table.typescript import Without
from tests.games import ALL, Setting
from tests.table.tables import HANDFUL, finished, game_of, play, refused, seated_for, shortened

Step = dict[str, Any]
VIEWS: dict[str, Any] = {"sticheln": shapes.StichelnView, "hattrick": shapes.HatTrickView, "thegame": shapes.TheGameView}


def seen(step: Step, seat: int | None) -> dict[str, Any]:
    """A seat's view, put together as a client does it."""
    return step["shared"] if seat is None else {**step["shared"], **step["own"][seat]}


def rounds(setting: Setting) -> list[list[Step]]:
    table = finished(setting)
    return [replays.one_round(table, number + 1)["steps"] for number in range(game_of(table).round)]


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_every_step_shows_each_seat_what_it_saw(setting: Setting) -> None:
    """But for the moment between two rounds, which nobody saw, every view is the one of the game as it was played."""
    table = finished(setting)
    content = game_of(table).replay()
    again = Game.from_replay({**content, **cut(content, 0)})
    for number in range(game_of(table).round):
        for step in replays.one_round(table, number + 1)["steps"]:
            if step["move"]:
                seat, move = step["move"]
                (again.signal if move[-1] in "?!." else again.play)(seat, move)
            if again.round == number + 1:
                for seat in (None, *range(setting.players)):
                    view = again.view(seat)
                    del view["log"]
                    assert seen(step, seat) == view
    assert again.over


def cut(content: dict[str, Any], moves: int) -> dict[str, Any]:
    """A replay's moves cut short, with the sum that belongs to them."""
    body = {**content, "moves": content["moves"][:moves], "count": moves}
    del body["check"]
    return {**body, "check": checksum(body)}


@pytest.mark.parametrize("setting", [shortened(setting) for setting in ALL[::5]], ids=str)
def test_steps_have_their_shapes(setting: Setting) -> None:
    table = finished(setting)
    told = msgspec.to_builtins(replays.one_round(table, 1))
    assert msgspec.convert(told, shapes.RoundSteps, strict=True).steps
    without = msgspec.structs.fields(shapes.Step)[1].type.__metadata__[0]
    assert isinstance(without, Without)
    for step in told["steps"]:
        left_out = {"log": step["events"], "table": told["table"]}
        assert set(left_out) == set(without.keys)
        for seat in (None, *range(setting.players)):
            msgspec.convert({**seen(step, seat), **left_out}, VIEWS[setting.game], strict=True)


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_the_rounds_together_are_the_whole_game(setting: Setting) -> None:
    """All moves in order, each in one round; the events are the log; every round begins with its deal."""
    table = finished(setting)
    told = [replays.one_round(table, number + 1) for number in range(game_of(table).round)]
    found = [step for each in told for step in each["steps"]]
    assert [list(step["move"]) for step in found if step["move"]] == game_of(table).replay()["moves"]
    assert [event for step in found for event in step["events"]] == game_of(table).log()
    for number, each in enumerate(told, start=1):
        assert (each["round"], each["rounds"]) == (number, len(told))
        assert [step["move"] is None for step in each["steps"]] == [True] + [False] * (len(each["steps"]) - 1)
        assert each["steps"][0]["events"][0]["event"] == "deal"
        assert {step["shared"]["round"] for step in each["steps"]} == {number}


@pytest.mark.parametrize("setting", [HANDFUL[0], HANDFUL[2], HANDFUL[4], HANDFUL[6]], ids=str)
def test_a_round_ends_with_its_points_and_without_the_next_deal(setting: Setting) -> None:
    first, second = rounds(setting)
    last = first[-1]["shared"]
    assert last["round_scores"] == [[tally["points"] for tally in last["last_round"]]]
    assert (last["phase"], last["to_act"], last["over"]) == ("play", [], False)
    assert last["tricks_played"] == last["tricks"]
    assert all(own["legal"] == [] for own in first[-1]["own"])
    assert [len(own["hand"]) for own in first[-1]["own"]] == last["cards"]
    assert last["cards"] == [1 if setting.game == "hattrick" else 0] * setting.players, "RULES 3: one card is not played"
    assert last["last_trick"]
    assert first[-1]["events"][-1]["event"] == "score"
    if setting.game == "sticheln":
        assert None not in last["named"], "RULES 2.4, Hazy: then they are shown"
    assert (second[-1]["shared"]["phase"], second[-1]["shared"]["over"]) == ("over", True)


def test_all_hands_are_in_it() -> None:
    [deal, *_] = rounds(Setting("sticheln", 4, "classic", {"rounds": 1}))[0]
    dealt = [card for own in deal["own"] for card in own["hand"]]
    assert len(dealt) == len(set(dealt)) == 60


def test_signals_are_steps_too() -> None:
    table = seated_for(Setting("thegame", 3, "standard"))
    table.apply(table.signal(1, "B!", 5_000.0))
    play(table, 100_000, random.Random(2))
    told = replays.one_round(table, 1)
    assert told["rounds"] == 1
    assert told["steps"][1]["move"] == (1, "B!")
    assert told["steps"][1]["shared"]["signals"][1] == {"B": "!"}
    assert told["steps"][1]["events"] == [{"event": "signal", "seat": 1, "pile": "B", "signal": "!"}]


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_before_the_end_nothing_is_told(setting: Setting) -> None:
    table = seated_for(setting)
    for _ in range(3):
        if table.status == "over":
            return
        with refused(table, "table.notover"):
            replays.one_round(table, 1)
        play(table, 20, random.Random(1))


@pytest.mark.parametrize("number", [0, -1, 3, 10**30])
def test_there_are_only_the_rounds_there_were(number: int) -> None:
    table = finished(HANDFUL[0])
    with refused(table, "table.noround"):
        replays.one_round(table, number)


def test_it_says_what_was_played_and_at_which_table() -> None:
    table = finished(HANDFUL[3])
    told = replays.one_round(table, 2)
    game = game_of(table)
    assert told["table"] == views.about(table)
    assert (told["game"], told["variant"], told["players"], told["options"]) == ("sticheln", "delayed", 4, game.options)
    assert steps(game.replay(), 2) == told["steps"]
