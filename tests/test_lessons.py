"""What the browser shows of the rules is what the rules say: its files are what `web/scripts/make_lessons.py` makes.

And what the lessons say of a move is true: the words name reasons, here each reason is held against the game.
"""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stichwerk import Game, words

WEB = Path(__file__).parents[1] / "web"
SCRIPT = runpy.run_path(str(WEB / "scripts" / "make_lessons.py"))
FILES: dict[Path, str] = SCRIPT["files"]()
Step = dict[str, Any]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_file_is_what_the_script_makes(path: Path) -> None:
    assert path.read_text("utf-8") == FILES[path], "run python web/scripts/make_lessons.py"


def lesson(name: str) -> Iterator[Step]:
    """Every step with the view it shows."""
    view: dict[str, Any] = {}
    for step in json.loads((WEB / "src" / "learn" / f"{name}.json").read_text("utf-8"))["steps"]:
        for picture in step["way"]:
            view = view | picture["view"]
        yield {"why": {}, "move": None, **step, "view": view}


def asked(name: str) -> dict[str, Step]:
    return {step["name"]: step for step in lesson(name) if step["move"]}


SIGNALS = {f"{pile}{sign}" for pile in "ABCD" for sign in "?!"}


@pytest.mark.parametrize("name", ["sticheln", "thegame"])
def test_every_move_has_an_answer_and_all_words_are_there_and_none_too_many(name: str) -> None:
    catalogue = words.catalogue("en")
    used = set()
    for step in lesson(name):
        own = f"learn.{name}.{step['name']}"
        used |= {own, f"{own}.title"}
        used |= {
            next(code for code in (f"{own}.{why}", f"learn.{name}.other.{why}") if code in catalogue)
            for why in step["why"].values()
        }
        if step["move"]:
            possible = SIGNALS if step["move"] in SIGNALS else set(step["view"]["legal"])
            assert set(step["why"]) == possible - {step["move"]}
    assert used == {code for code in catalogue if code.startswith(f"learn.{name}.")}


@pytest.mark.parametrize("name", ["sticheln", "thegame"])
def test_the_moves_lead_where_the_lesson_says(name: str) -> None:
    """Told apart from the script: all moves that are seen, made once more."""
    game: Game = SCRIPT[f"{name}_game"]()
    secret = {1: "n2 start1", 2: "g1", 3: "r1"}  # what is chosen and said in secret
    steps = list(lesson(name))
    for step, before in zip(steps, [None, *steps], strict=False):
        if before and before["move"]:
            make(game, 0, before["move"])
        for event in (event for picture in step["way"] for event in picture["events"]):
            if event.get("seat"):
                repeat(game, event, secret)
        now = game.view(0)
        lying = len(step["view"].get("trick", [])) == 4
        assert {key: value for key, value in step["view"].items() if now[key] != value and not lying} == {}


def repeat(game: Game, event: dict[str, Any], secret: dict[int, str]) -> None:
    seat = event["seat"]
    if event["event"] == "play":
        make(game, seat, event["card"] + event.get("pile", ""))
    elif event["event"] == "draw":
        make(game, seat, "end")
    elif event["event"] == "signal":
        make(game, seat, event["pile"] + event["signal"])
    elif event["event"] in ("chose", "spoke"):
        make(game, seat, next(move for move in secret[seat].split() if move in game.legal(seat)))


def make(game: Game, seat: int, move: str) -> None:
    if re.fullmatch("[A-D][?!.]", move):
        game.signal(seat, move)
    else:
        game.play(seat, move)


# --- Sticheln: the tips of RULES 6 -------------------------------------------------------------------------------------


def test_choosing_neither_few_nor_many_and_low() -> None:
    step = asked("sticheln")["choose"]
    held = [card[0] for card in step["view"]["hand"]]
    for card, why in step["why"].items():
        same = card[0] == step["move"][0]
        assert same == (why in ("lowest", "dearer"))
        assert why != "few" or held.count(card[0]) <= 3
        assert why != "many" or held.count(card[0]) == 6
        assert why != "dearer" or number(card) > number(step["move"])
        assert why != "lowest" or card == "b1"
    assert 3 < held.count(step["move"][0]) < 6


def number(card: str) -> int:
    return int(card[1:])


def test_leading_what_hurts_nobody_and_is_neither_strong_nor_a_zero() -> None:
    step = asked("sticheln")["lead"]
    own, *others = [cards[0][0] for cards in step["view"]["chosen"]]
    assert step["move"][0] not in (own, *others)
    for card, why in step["why"].items():
        assert (why == "own") == (card[0] == own)
        assert (why == "needle") == (card[0] == "g" == others[1])
        assert (why == "zero") == (number(card) == 0)
        assert why != "strong" or number(card) > number(step["move"])


def worth(name: str, card: str, after: str) -> int:
    """What the trick of this step is worth to the learner who plays this card, if the others then play those."""
    game: Game = SCRIPT["sticheln_game"]()
    for step in lesson("sticheln"):
        if step["name"] == "choose":
            for seat, choice in enumerate(("b3", *SCRIPT["CHOICES"].values())):
                game.play(seat, choice)
        for event in (event for picture in step["way"] for event in picture["events"] if event["event"] == "play"):
            game.play(event["seat"], event["card"])
        if step["name"] == name:
            return int(SCRIPT["worth_if"](game, f"{card} {after}", 0))
    raise AssertionError(name)


def test_ducking_with_the_dearest_card_that_cannot_win() -> None:
    step = asked("sticheln")["duck"]
    for card, why in step["why"].items():
        assert why != "trump" or worth("duck", card, "b0 b8") < 0  # whichever trump, if the others throw blue in
        assert why != "above" or worth("duck", card, "b0 g0") < 0  # nobody trumps
        assert why not in ("safe", "lower") or worth("duck", card, "b0 g0") == 0
        assert why != "lower" or number(card) < number(step["move"])
    assert worth("duck", step["move"], "b0 g0") == 0
    said = next(step["params"] for step in lesson("sticheln") if step["name"] == "ducked")
    assert worth("duck", "n10", "r6 b10") == said["points"]


def test_the_last_word_takes_four_points_with_no_more_than_is_needed() -> None:
    step = asked("sticheln")["take"]
    wins = {card for card in [*step["why"], step["move"]] if worth("take", card, "")}
    assert wins == {step["move"]} | {card for card, why in step["why"].items() if why == "enough"}
    assert worth("take", step["move"], "") == 4
    assert number(step["move"]) == min(number(card) for card in wins)


# --- The Game ----------------------------------------------------------------------------------------------------------

TRUE: dict[str, Callable[[Step, str], bool]] = {
    "jump": lambda step, move: step["name"] in ("pair", "back") or far(step, move) > far(step, step["move"]),
    "pile": lambda step, move: move[:-1] == step["move"][:-1] and far(step, move) > far(step, step["move"]),
    "twin": lambda step, move: move[:-1] == step["move"][:-1] and far(step, move) == far(step, step["move"]),
    "order": lambda step, move: far(step, move) > far(step, step["move"]) or step["name"] == "pair",
    "later": lambda step, move: far(step, move) <= 10,
    "asked": lambda step, move: step["view"]["signals"][1].get(move[-1]) == "!",
    "early": lambda step, move: move == "end" and far(step, step["move"]) <= 3,
    "stop": lambda step, move: step["move"] == "end" and far(step, move) >= 7,
    "shy": lambda step, move: move < step["move"] == "start3",
    "softly": lambda step, move: move == "A?" and step["view"]["piles"]["A"] == 31 and "33" in step["view"]["hand"],
    "elsewhere": lambda step, move: min(far(step, card + move[0]) for card in step["view"]["hand"]) > 10,
}


def far(step: Step, move: str) -> int:
    return abs(int(move[:-1]) - int(step["view"]["piles"][move[-1]]))


@pytest.mark.parametrize("name", asked("thegame"))
def test_what_is_answered_in_the_game_is_true(name: str) -> None:
    step = asked("thegame")[name]
    assert [move for move, why in step["why"].items() if not TRUE[why](step, move)] == []


def test_the_pair_ends_lower_than_any_other_two_cards_on_that_pile_and_goes_back_by_ten() -> None:
    steps = asked("thegame")
    assert steps["back"]["view"]["backwards"] == [steps["back"]["move"]] == ["31A"]
    assert steps["pair"]["why"]["31A"] == "order"
    assert steps["finish"]["view"]["piles"]["A"] == 31
