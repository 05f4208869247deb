"""What a table is set up with, before anyone sits: game, options, who may sit where, aids, clock."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from stichwerk import bots
from stichwerk.game import options as choices
from stichwerk.game.refusals import BadOption

AIDS = ("all", "none")
PERIODS = ("move", "game")
SECONDS = (1, 86_400)
STAND_IN = "simple"
LONGEST = {"rounds": 100, "target": 10_000}  # of a game at a live table
SECRET_OPTIONS = ("seed", "decks", "dealer")


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as asked for: open to people, or a bot's."""

    kind: Literal["open", "bot"] = "open"
    bot: str | None = None


class Clock(msgspec.Struct, frozen=True):
    """So many seconds for each move, or for all moves of a game together; then a bot makes the move."""

    per: Literal["move", "game"]
    seconds: int


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    players: int
    variant: str
    options: dict[str, Any] = {}
    places: tuple[Place, ...]
    private: bool = False
    aids: Literal["all", "none"] = "all"
    clock: Clock | None = None
    grace: float = 60.0  # seconds of absence after which a bot takes over
    stand_in: str = STAND_IN  # which bot that is


def check(
    game: str,
    players: int,
    variant: str | None = None,
    options: dict[str, Any] | None = None,
    places: list[Place] | None = None,
    **others: Any,
) -> Setup:
    """A setup that a game can be started with; anything else raises BadOption with a sentence."""
    kind = choices.kind_of(game)
    variant = choices.default_variant(kind) if variant is None else variant
    given = options or {}
    for name in SECRET_OPTIONS:
        if name in given:
            raise BadOption("table.secret", option=name)
    resolved = choices.resolve(kind, players, variant, given)
    for name, most in LONGEST.items():
        if (resolved.get(name) or 0) > most:
            raise BadOption("option.range", option=name, given=str(resolved[name])[:40], least=1, most=most)
    seats = [Place()] * players if places is None else places
    if len(seats) != players:
        raise BadOption("table.seats", given=len(seats), players=players)
    for place in seats:
        _check_place(place, game)
    setup = Setup(game=game, players=players, variant=variant, options=given, places=tuple(seats), **others)
    _check_one_of("aids", setup.aids, AIDS)
    _check_clock(setup.clock)
    bots.check_name(setup.stand_in, game)
    return setup


def _check_place(place: Place, game: str) -> None:
    if place.kind == "bot":
        bots.check_name(place.bot, game)
    elif place.bot is not None:
        raise BadOption("table.open", bot=place.bot)


def _check_one_of(option: str, given: Any, possible: tuple[str, ...]) -> None:
    if given not in possible:
        raise BadOption("option.value", option=option, given=repr(given), possible=[repr(value) for value in possible])


def _check_clock(clock: Clock | None) -> None:
    if clock is None:
        return
    _check_one_of("clock.per", clock.per, PERIODS)
    if not SECONDS[0] <= clock.seconds <= SECONDS[1]:
        raise BadOption("option.range", option="clock.seconds", given=clock.seconds, least=SECONDS[0], most=SECONDS[1])
