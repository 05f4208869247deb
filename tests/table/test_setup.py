"""A setup that a game can be started with; anything else raises BadOption with a code."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from stichwerk.game.refusals import BadOption
from stichwerk.table import Clock, Place, Setup, setup
from tests.games import ALL, Setting
from tests.table.tables import BOT, OPEN


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_every_game_can_be_set_up_and_its_setup_stored(setting: Setting) -> None:
    found = setup.check(setting.game, setting.players, setting.variant, setting.options, clock=Clock("game", 300))
    assert found.places == (OPEN,) * setting.players
    assert msgspec.json.decode(msgspec.json.encode(found), type=Setup) == found


def test_what_is_not_said_is_the_default() -> None:
    """`grace`: 60 s; `aids`: all."""
    found = setup.check("thegame", 3)
    assert (found.variant, found.options, found.private, found.aids, found.clock) == ("standard", {}, False, "all", None)
    assert (found.grace, found.stand_in) == (60.0, "simple")


BAD: list[tuple[dict[str, Any], str]] = [
    ({"game": "skat"}, "option.game"),
    ({"players": 2}, "option.players"),
    ({"variant": "wild"}, "option.variant"),
    ({"options": {"trumps": 1}}, "option.unknown"),
    ({"options": {"players": 3}}, "option.unknown"),
    ({"options": {"rounds": 0}}, "option.whole"),
    ({"options": {"rounds": 3, "target": 50}}, "option.length"),
    ({"places": [OPEN] * 3}, "table.seats"),
    ({"places": []}, "table.seats"),
    ({"places": [OPEN, OPEN, OPEN, Place("bot")]}, "bot.unknown"),
    ({"places": [OPEN, OPEN, OPEN, Place("bot", "hal")]}, "bot.unknown"),
    ({"places": [BOT, BOT, BOT, Place("open", "simple")]}, "table.open"),
    ({"clock": Clock("move", 0)}, "option.range"),
    ({"clock": Clock("game", 86_401)}, "option.range"),
    ({"clock": Clock("move", -5)}, "option.range"),
]


@pytest.mark.parametrize(("given", "code"), BAD)
def test_a_bad_setup_is_refused_with_a_code(given: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as error:
        setup.check(**{"game": "sticheln", "players": 4, **given})
    assert error.value.code == code


@pytest.mark.parametrize(
    "given",
    [{"aids": "some"}, {"clock": Clock("day", 5)}, {"stand_in": "hal"}],  # type: ignore[arg-type]
    ids=str,
)
def test_a_setup_that_could_not_be_stored_and_read_again_is_refused(given: dict[str, Any]) -> None:
    """ "Anything else raises BadOption": these would break the table when it is loaded, or when the bot is made."""
    with pytest.raises(BadOption):
        setup.check("sticheln", 4, **given)
