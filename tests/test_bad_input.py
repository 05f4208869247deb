"""Bad input gets one sentence that helps, and the game is unchanged."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import stichwerk
from stichwerk import Game, IllegalMove
from stichwerk.words import LANGUAGES
from tests.games import play_on

DECK3 = [f"{colour}{number}" for colour in "rbgny" for number in range(9)]

BAD_OPTIONS: list[tuple[tuple[Any, ...], dict[str, Any], list[str]]] = [
    (("skat",), {"players": 3}, ["game", "'skat'", "sticheln", "hattrick", "thegame"]),
    ((None,), {"players": 3}, ["game", "None", "sticheln"]),
    (("sticheln",), {"players": 2}, ["players", "2", "3 to 8"]),
    (("sticheln",), {"players": 9}, ["players", "9", "3 to 8"]),
    (("sticheln",), {"players": "4"}, ["players", "'4'", "3 to 8"]),
    (("sticheln",), {"players": True}, ["players", "True"]),
    (("sticheln",), {"players": 4.0}, ["players", "4.0"]),
    (("sticheln",), {"players": 7, "variant": "first"}, ["players", "7", "3 to 6"]),
    (("hattrick",), {"players": 3}, ["players", "3", "4 to 7"]),
    (("hattrick",), {"players": 8}, ["players", "8", "4 to 7"]),
    (("thegame",), {"players": 0}, ["players", "0", "1 to 5"]),
    (("thegame",), {"players": 6}, ["players", "6", "1 to 5"]),
    (("sticheln",), {"players": 4, "variant": "wild"}, ["variant", "'wild'", "classic", "reverse", "first"]),
    (("thegame",), {"players": 4, "variant": 3}, ["variant", "3", "standard", "expert"]),
    (("sticheln",), {"players": 4, "colours": 2.0}, ["colours", "2.0", "1, 2"]),
    (("sticheln",), {"players": 4, "bogus": None}, ["bogus", "aim"]),
    (("thegame",), {"players": 2, "rounds": None}, ["rounds", "minimum"]),
    (("sticheln",), {"players": 4, "trumps": 3}, ["trumps", "aim", "rounds", "dealer"]),
    (("hattrick",), {"players": 4, "target": 30}, ["target", "lead_tie", "rounds"]),
    (("thegame",), {"players": 2, "rounds": 3}, ["rounds", "minimum", "hand"]),
    (("thegame",), {"players": 2, "dealer": 0}, ["dealer", "minimum", "hand"]),
    (("sticheln",), {"players": 4, "aim": "win"}, ["aim", "'win'", "'misery'", "'lucky'"]),
    (("sticheln",), {"players": 4, "colours": 3}, ["colours", "3", "1, 2"]),
    (("sticheln",), {"players": 4, "colours": True}, ["colours", "True", "1, 2"]),
    (("sticheln",), {"players": 4, "reveal": "never"}, ["reveal", "'never'", "'start'", "'end'", "'after'"]),
    (("sticheln",), {"players": 4, "rounds": 0}, ["rounds", "0", "from 1"]),
    (("sticheln",), {"players": 4, "rounds": 2.5}, ["rounds", "2.5", "from 1"]),
    (("sticheln",), {"players": 4, "target": -5}, ["target", "-5", "from 1"]),
    (("sticheln",), {"players": 4, "rounds": 5, "target": 100}, ["rounds", "5", "target", "100"]),
    (("sticheln",), {"players": 4, "penalty": "flat", "aim": "lucky"}, ["penalty", "'flat'", "aim", "'lucky'", "'number'"]),
    (("sticheln",), {"players": 4, "variant": "mild", "aim": "lucky"}, ["penalty", "'flat'", "aim", "'lucky'"]),
    (("sticheln",), {"players": 4, "zeros": "trump"}, ["zeros", "'trump'", "aim", "'misery'", "'never'"]),
    (("hattrick",), {"players": 4, "lead_tie": "flip"}, ["lead_tie", "'flip'", "'next'", "'compare'", "'colour'"]),
    (("thegame",), {"players": 2, "minimum": 4}, ["minimum", "4", "2, 3"]),
    (("thegame",), {"players": 2, "hand": 1}, ["hand", "1", "0, -1"]),
    (("sticheln",), {"players": 4, "dealer": 4}, ["dealer", "4", "0 to 3"]),
    (("sticheln",), {"players": 4, "dealer": "0"}, ["dealer", "'0'", "0 to 3"]),
    (("sticheln",), {"players": 4, "seed": -1}, ["seed", "-1", "from 0"]),
    (("sticheln",), {"players": 4, "seed": 1 << 63}, ["seed", str(1 << 63)]),
    (("sticheln",), {"players": 4, "seed": "x"}, ["seed", "'x'"]),
    (("sticheln",), {"players": 3, "decks": "r1"}, ["decks", "str", "list"]),
    (("sticheln",), {"players": 3, "decks": ["r1"]}, ["decks", "str", "list"]),
    (("sticheln",), {"players": 3, "decks": [DECK3[1:]]}, ["decks[0]", "lacks", "r0"]),
    (("sticheln",), {"players": 3, "decks": [DECK3, ["r1", *DECK3[1:]]]}, ["decks[1]", "r1", "twice"]),
    (("sticheln",), {"players": 3, "decks": [["r9", *DECK3[1:]]]}, ["decks[0]", "'r9'", "r0", "y8"]),
    (("sticheln",), {"players": 3, "decks": [[4, *DECK3[1:]]]}, ["decks[0]", "4"]),
    (("thegame",), {"players": 2, "decks": [[str(n) for n in range(1, 99)]]}, ["decks[0]", "'1'", "2", "99"]),
]


@pytest.mark.parametrize(("names", "options", "said"), BAD_OPTIONS, ids=lambda value: str(value)[:60])
def test_a_bad_option_is_refused_with_its_name_its_value_and_what_is_possible(
    names: tuple[Any, ...], options: dict[str, Any], said: list[str]
) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the sentence is checked below
        Game(*names, **options)
    sentence = str(error.value)
    assert [word for word in said if word not in sentence] == []
    assert sentence.endswith(".")
    assert "\n" not in sentence


def game_at(phase: str) -> Game:
    """A game in some phase."""
    if phase in ("start", "turn"):
        game = Game("thegame", 2, seed=5)
        for seat in (0, 1) if phase == "turn" else ():
            game.play(seat, f"start{1 - seat}")
        return game
    variant = {"choose": "classic", "second": "aggravated", "play": "classic", "name": "delayed"}[phase]
    game = Game("sticheln", 4, variant, seed=5, dealer=3)
    chance = random.Random(1)
    while game.phase != ("choose" if phase == "second" else phase):
        play_on(game, chance, 1)
    if phase == "second":
        game.play(0, game.legal(0)[0])
    return game


def state_of(game: Game) -> Any:
    return [game.view(seat) for seat in (None, *range(game.players))], game.replay()


def own_colour(game: Game) -> str:
    """A card of the colour first chosen, when the second must have another."""
    view = game.view(0)
    return next(str(card) for card in view["hand"] if card[0] == view["chosen"][0][0][0])


def not_held(game: Game, seat: int) -> str:
    return next(f"{c}{n}" for c in "rbgny" for n in range(12) if f"{c}{n}" not in game.view(seat)["hand"])


BAD_MOVES: list[tuple[str, str, Callable[[Game], tuple[Any, Any]], list[str]]] = [
    ("choose", "move.held", lambda g: (0, not_held(g, 0)), ["do not hold"]),
    ("choose", "move.unreadable", lambda g: (0, "r99"), ["'r99'", "possible"]),
    ("choose", "move.unreadable", lambda g: (0, ""), ["''", "possible"]),
    ("choose", "move.unreadable", lambda g: (0, None), ["None", "possible"]),
    ("choose", "move.unreadable", lambda g: (0, ["r1"]), ["['r1']", "possible"]),
    ("choose", "move.phase", lambda g: (0, "r"), ["r", "possible"]),
    ("choose", "move.seat", lambda g: (4, "r1"), ["4", "0 to 3"]),
    ("choose", "move.seat", lambda g: (-1, "r1"), ["-1", "0 to 3"]),
    ("choose", "move.seat", lambda g: (None, "r1"), ["None", "0 to 3"]),
    ("choose", "move.seat", lambda g: (True, "r1"), ["True", "0 to 3"]),
    ("second", "move.colour", lambda g: (0, own_colour(g)), ["another colour", "possible"]),
    ("play", "move.turn", lambda g: ((g.to_act[0] + 1) % 4, "r1"), ["turn"]),
    ("play", "move.held", lambda g: (g.to_act[0], not_held(g, g.to_act[0])), ["do not hold"]),
    ("name", "move.name", lambda g: (g.to_act[0], "v"), ["v", "took", "possible"]),
    ("name", "move.name", lambda g: (g.to_act[0], "r1"), ["r1", "possible"]),
    ("start", "move.phase", lambda g: (0, "end"), ["end", "start0"]),
    ("start", "move.phase", lambda g: (0, "50A"), ["50A", "start0"]),
    ("start", "move.unreadable", lambda g: (0, "start4"), ["'start4'", "start3"]),
    ("turn", "move.turn", lambda g: (1, "end"), ["turn"]),
    ("turn", "move.phase", lambda g: (0, "start1"), ["start1", "possible"]),
    ("turn", "move.minimum", lambda g: (0, "end"), ["at least 2", "so far 0"]),
    ("turn", "move.unreadable", lambda g: (0, "100A"), ["'100A'"]),
    ("turn", "move.unreadable", lambda g: (0, "37"), ["'37'"]),
]


@pytest.mark.parametrize(("phase", "code", "bad", "said"), BAD_MOVES)
def test_a_bad_move_is_refused_and_changes_nothing(
    phase: str, code: str, bad: Callable[[Game], tuple[Any, Any]], said: list[str]
) -> None:
    game = game_at(phase)
    before = state_of(game)
    with pytest.raises(IllegalMove) as error:
        game.play(*bad(game))
    assert error.value.code == code
    assert [word for word in said if word not in str(error.value)] == []
    assert state_of(game) == before
    for language in LANGUAGES:
        assert error.value.say(language)


def test_a_choice_is_not_taken_back() -> None:
    game = game_at("choose")
    game.play(0, game.legal(0)[0])
    before = state_of(game)
    with pytest.raises(IllegalMove, match="cannot take anything back; still to decide: 1, 2, 3"):
        game.play(0, game.view(0)["hand"][0])
    assert state_of(game) == before


def test_a_card_that_does_not_fit_a_pile_is_refused_with_the_pile() -> None:
    deck = [str(n) for n in range(99, 1, -1)]
    game = Game("thegame", 1, decks=[deck])
    game.play(0, "99A")
    with pytest.raises(IllegalMove, match="98 does not fit pile A, which ascends from 99: a higher card, or exactly ten lower"):
        game.play(0, "98A")
    game.play(0, "92C")
    with pytest.raises(IllegalMove, match="98 does not fit pile C, which descends from 92: a lower card, or exactly ten higher"):
        game.play(0, "98C")
    assert game.left == 96


def test_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    whole: Any = np.int64
    game = Game("sticheln", whole(4), seed=whole(3), rounds=np.int32(1), colours=np.int8(2), dealer=whole(0))
    game.play(whole(1), game.legal(whole(1))[0])
    again = Game("sticheln", 4, seed=3, rounds=1, colours=2, dealer=0)
    again.play(1, again.legal(1)[0])
    assert json.dumps(game.replay()) == json.dumps(again.replay())
    assert json.dumps(game.view(whole(1))) == json.dumps(again.view(1))


def test_without_a_seed_every_game_is_another() -> None:
    assert len({Game("thegame", 1).replay()["seed"] for _ in range(5)}) == 5


def test_a_finished_game_takes_no_move_and_no_signal() -> None:
    game = Game("thegame", 1, seed=1)
    play_on(game, random.Random(0), 500)
    before = state_of(game)
    with pytest.raises(IllegalMove, match="over"):
        game.play(0, "end")
    with pytest.raises(IllegalMove, match="over"):
        game.signal(0, "A!")
    assert state_of(game) == before
    assert game.legal(0) == []


@pytest.mark.parametrize("signal", ["", "A", "E!", "A!!", "!A", "a!", None, 3, "A-", ["A", "!"]])
def test_an_unreadable_signal_is_refused(signal: Any) -> None:
    game = game_at("turn")
    before = state_of(game)
    with pytest.raises(IllegalMove, match="not a signal; possible"):
        game.signal(0, signal)
    assert state_of(game) == before


def test_signals_belong_to_the_game_and_to_its_seats() -> None:
    with pytest.raises(IllegalMove, match="Sticheln has no signals"):
        game_at("play").signal(0, "A!")
    with pytest.raises(IllegalMove, match="no seat 2"):
        game_at("turn").signal(2, "A!")


def test_a_view_of_no_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 4: seats are 0 to 3"):
        game_at("play").view(4)
    with pytest.raises(ValueError, match="no seat 9"):
        game_at("play").legal(9)


def test_asking_a_game_for_another_games_result_says_where_to_look() -> None:
    with pytest.raises(AttributeError, match="see left and won"):
        _ = game_at("turn").scores
    with pytest.raises(AttributeError, match="see scores and winners"):
        _ = game_at("play").left


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(ValueError, match="no bot 'deepest'; possible: random"):
        stichwerk.bots.make("deepest")
    with pytest.raises(ValueError, match=r"no bot \[\]; possible: random"):
        stichwerk.bots.make([])
    with pytest.raises(ValueError, match="seed cannot be 'a'"):
        stichwerk.bots.make("random", seed="a")
    with pytest.raises(ValueError, match="Seat 1 has no move to make now"):
        stichwerk.bots.make("random").act(Game("thegame", 1).view(0) | {"seat": 1, "legal": []})
    with pytest.raises(AttributeError, match="no attribute 'robots'"):
        _ = stichwerk.robots
