"""What is offered can be had: every game, variant, option and bot in the list makes a table, and what is beyond it does not."""

from __future__ import annotations

import pytest

from stichwerk import bots, words
from stichwerk.game import BadOption
from stichwerk.table import Place, setup
from stichwerk.table.offers import OfferedGame, OfferedOption, offers

GAMES = {game.name: game for game in offers().games}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_the_three_games_are_offered() -> None:
    """RULES 2.1, 3, 4: for how many each game is."""
    assert {game.name: (game.title, game.least_players, game.most_players) for game in GAMES.values()} == {
        "sticheln": ("Sticheln", 3, 8),
        "hattrick": ("Hat Trick", 4, 7),
        "thegame": ("The Game", 1, 5),
    }


def test_the_variants_are_those_of_the_rulebook() -> None:
    """RULES 2.4: what each preset sets; the first edition is for six at most."""
    found = {variant.name: (variant.switches, variant.most_players) for variant in GAMES["sticheln"].variants}
    assert list(found) == ["classic", "reverse", "mild", "aggravated", "hazy", "delayed", "first"]
    assert found["classic"] == ({}, 8)
    assert found["delayed"] == ({"reveal": "after"}, 8)
    assert found["first"] == ({"rounds": 10, "dealing": "rotate"}, 6)
    assert [(variant.name, variant.switches) for variant in GAMES["thegame"].variants] == [
        ("standard", {}),
        ("expert", {"minimum": 3}),
    ]


@each_game
def test_every_number_of_players_offered_makes_a_table_and_no_other(game: OfferedGame) -> None:
    for variant in game.variants:
        for players in range(game.least_players, variant.most_players + 1):
            setup.check(game.name, players, variant.name)
        for players in (game.least_players - 1, variant.most_players + 1):
            with pytest.raises(BadOption):
                setup.check(game.name, players, variant.name)
    assert game.least_players <= game.default_players <= game.most_players


def makes_a_table(game: OfferedGame, option: OfferedOption, value: int | str) -> bool:
    """Whether it does in some variant: two options have values that only go with Reverse, or only without it."""
    for variant in game.variants:
        try:
            setup.check(game.name, game.default_players, variant.name, {option.name: value})
        except BadOption:
            continue
        return True
    return False


@each_game
def test_every_value_offered_makes_a_table_and_none_beyond(game: OfferedGame) -> None:
    for option in game.options:
        most = option.most or 0
        good: list[int | str] = [1, most] if option.values is None else option.values
        bad: list[int | str] = [0, most + 1] if option.values is None else ["nonsense", 99]
        assert [makes_a_table(game, option, value) for value in good] == [True] * len(good), option
        assert [makes_a_table(game, option, value) for value in bad] == [False, False], option
        assert option.default is None or makes_a_table(game, option, option.default)


def test_bots_are_offered_from_the_weakest_on_for_the_games_they_play() -> None:
    assert [bot.name for bot in offers().bots] == list(bots.NAMES)
    for bot in offers().bots:
        for name in bot.games:
            players = GAMES[name].default_players
            setup.check(name, players, places=[Place("bot", bot.name)] * players)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_everything_offered_has_a_sentence(language: str) -> None:
    known = words.catalogue(language)
    codes = [f"bot.{bot.name}" for bot in offers().bots]
    for game in GAMES.values():
        codes += [f"game.{game.name}", *(f"variant.{game.name}.{variant.name}" for variant in game.variants)]
        codes += [f"option.{game.name}.{option.name}" for option in game.options]
    assert [code for code in codes if code not in known] == []
