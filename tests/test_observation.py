"""A view tells all that an observation does: `observation.read` gives the rules' arrays back, word for word."""

from __future__ import annotations

import json
import random

import pytest

from stichwerk import Game
from stichwerk.game import observation
from tests.games import ALL, Setting, step


def observed(game: Game, seat: int | None) -> list[int]:
    """What `read` must find."""
    looks = -1 if seat is None else seat
    seen = game._s[:]
    game._kind.rules.observe(game._o, game._s, looks, seen)
    return seen


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_view_reads_back_as_the_seats_observation(setting: Setting) -> None:
    """All seats and a spectator, in every phase, over several rounds and past the end."""
    rounds = {} if setting.game == "thegame" else {"rounds": 2}
    game = setting.start(4, **rounds)
    chance = random.Random(str(setting))
    met = set()
    while True:
        met.add(game.phase)
        for seat in {None, *game.to_act, chance.randrange(game.players)}:
            assert observation.read(game.view(seat)) == (game._o, observed(game, seat)), (seat, game.phase)
        if game.over:
            break
        step(game, chance)
    assert met == phases_of(setting, game)


def phases_of(setting: Setting, game: Game) -> set[str]:
    if setting.game == "thegame":
        return {"play", "over"} if setting.players == 1 else {"start", "play", "over"}
    if setting.game == "hattrick":
        return {"play", "over"}
    return {"name" if game.options["reveal"] == "after" else "choose", "play", "over"}


def test_a_view_that_has_travelled_as_json_reads_the_same() -> None:
    for setting in ALL[::7]:
        game = setting.start(5)
        for _ in range(20):
            step(game, random.Random(5))
        view = game.view(0)
        assert observation.read(json.loads(json.dumps(view))) == observation.read(view)


@pytest.mark.parametrize("options", [{"target": 30}, {"rounds": 1}, {"dealing": "rotate"}, {"dealer": 2}])
def test_every_option_is_read(options: dict[str, int | str]) -> None:
    game = Game("sticheln", 4, seed=1, **options)  # type: ignore[arg-type]
    assert observation.read(game.view(1))[0] == game._o
