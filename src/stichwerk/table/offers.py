"""What can be played here: games, variants, options and bots, so that a client can offer a table and know no rule.

Sentences are not in it: the catalogue in `words/` has them as `game.NAME`, `variant.GAME.NAME`, `option.GAME.NAME`, `bot.NAME`.
"""

from __future__ import annotations

import functools
from importlib import metadata
from typing import Annotated

import msgspec
from msgspec import Meta

from stichwerk import bots
from stichwerk.bots.registry import Speed
from stichwerk.game.kind import Kind, Option
from stichwerk.game.options import KINDS
from stichwerk.table.setup import LONGEST
from stichwerk.table.shapes import GameName

Value = int | str


class OfferedVariant(msgspec.Struct):
    """A named variant: the options it sets, and for how many players it is at most."""

    name: str
    switches: dict[str, Value]
    most_players: int


class OfferedOption(msgspec.Struct):
    """`values` is null for whole numbers from 1 to `most`; a `default` of null: the option is not set."""

    name: str
    default: Value | None
    values: list[Value] | None
    most: int | None


class OfferedGame(msgspec.Struct):
    """A game; the first of its variants is the usual one."""

    name: GameName
    title: str
    least_players: int
    most_players: int
    default_players: int
    variants: list[OfferedVariant]
    options: list[OfferedOption]


class OfferedBot(msgspec.Struct):
    """`level`: 0 any legal move, 1 a beginner, 2 decent, 3 strong, 4 the best; `speed`: how long a move takes."""

    name: str
    level: int
    speed: Speed
    games: list[GameName]


class Offers(msgspec.Struct):
    """All games, and all bots from the weakest to the strongest."""

    version: Annotated[str, Meta(description="Of the program.")]
    games: list[OfferedGame]
    bots: list[OfferedBot]


@functools.cache
def offers() -> Offers:
    return Offers(
        version=metadata.version("stichwerk"),
        games=[_game(kind) for kind in KINDS.values()],
        bots=[_bot(name) for name in bots.NAMES],
    )


def _bot(name: str) -> OfferedBot:
    entry = bots.about(name)
    return OfferedBot(name, entry.level, entry.speed, entry.games)  # type: ignore[arg-type]


def _game(kind: Kind) -> OfferedGame:
    return OfferedGame(
        name=kind.name,  # type: ignore[arg-type]
        title=kind.title,
        least_players=kind.least_players,
        most_players=kind.most_players,
        default_players=kind.default_players,
        variants=[
            OfferedVariant(name, dict(preset.switches), min(preset.most_players, kind.most_players))
            for name, preset in kind.presets.items()
        ],
        options=[_option(option) for option in kind.options],
    )


def _option(option: Option) -> OfferedOption:
    if option.values:
        return OfferedOption(option.name, option.default, list(option.values), None)
    return OfferedOption(option.name, option.default, None, LONGEST[option.name])
