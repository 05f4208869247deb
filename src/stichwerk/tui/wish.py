"""A table as somebody wishes for it. What can be wished comes from the catalogue of games; no rule is known here."""

from __future__ import annotations

from typing import Any

import msgspec

from stichwerk.table import Place, Setup, setup
from stichwerk.table.offers import OfferedGame, OfferedOption, OfferedVariant, offers

DECENT = 2  # the level of a bot that sits in when nobody was chosen
ME = ""  # sits where no bot does
Value = int | str | None


class Wish(msgspec.Struct):
    """In `seats` a bot's name, or nothing for oneself; only the first seat can be one's own. `options`: what is not usual."""

    game: str = ""
    variant: str = ""
    players: int = 0
    options: dict[str, Any] = {}
    seats: list[str] = []
    aids: str = "all"


def games() -> list[OfferedGame]:
    return offers().games


def bots(game: str) -> list[str]:
    return [bot.name for bot in offers().bots if game in bot.games]


def usual_bot(game: str) -> str:
    """A decent one, whom one can beat: as in the browser."""
    found = [bot for bot in offers().bots if game in bot.games]
    return next((bot.name for bot in found if bot.level >= DECENT), found[-1].name)


def game_of(wish: Wish) -> OfferedGame:
    return next((game for game in games() if game.name == wish.game), games()[0])


def variant_of(wish: Wish) -> OfferedVariant:
    variants = game_of(wish).variants
    return next((variant for variant in variants if variant.name == wish.variant), variants[0])


def fitted(given: Any) -> Wish:
    """A wish that the catalogue knows; what it does not know (any more) becomes the usual."""
    try:
        wish = msgspec.convert(given, Wish)
    except msgspec.ValidationError:
        wish = Wish()
    game = game_of(wish)
    wish.game, wish.variant = game.name, variant_of(wish).name
    wish.players = min(max(wish.players or game.default_players, game.least_players), variant_of(wish).most_players)
    wish.options = {option.name: wish.options[option.name] for option in game.options if option.name in wish.options}
    wish.seats = [_seat(wish, at) for at in range(wish.players)]
    wish.aids = wish.aids if wish.aids in setup.AIDS else "all"
    return wish


def _seat(wish: Wish, at: int) -> str:
    given = wish.seats[at] if at < len(wish.seats) else None
    if given in bots(wish.game) or (given == ME and at == 0):
        return str(given)
    return usual_bot(wish.game) if at else ME


def value_of(wish: Wish, option: OfferedOption) -> Value:
    """What an option is now: as wished, as the variant has it, as it usually is."""
    if option.name in wish.options:
        value: Value = wish.options[option.name]
        return value
    if option.name == "rounds" and "target" in wish.options:  # a target takes the place of a number of rounds
        return None
    return variant_of(wish).switches.get(option.name, option.default)


def change(wish: Wish, option: OfferedOption, value: Value) -> None:
    """Sets an option; the usual value is as good as none."""
    wish.options.pop(option.name, None)
    if value != value_of(wish, option):
        wish.options[option.name] = value
    other = {"rounds": "target", "target": "rounds"}.get(option.name)
    if other and option.name in wish.options:
        wish.options.pop(other, None)


def step(values: list[Any], now: Any, by: int) -> Any:
    """The value before or after this one, round and round."""
    at = values.index(now) if now in values else 0
    return values[(at + by) % len(values)]


def setup_of(wish: Wish) -> Setup:
    """As a table takes it, or BadOption with a sentence."""
    places = [Place() if bot == ME else Place("bot", bot) for bot in wish.seats]
    options = {name: value for name, value in wish.options.items() if value is not None}
    return setup.check(wish.game, wish.players, wish.variant, options, places, aids=wish.aids)
