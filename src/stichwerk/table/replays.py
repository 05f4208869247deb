"""A finished table as a file that anyone can check: the game's replay, the opened secret and the commitment made before.

`verify` deals every deck again from the secret and plays every move again.
"""

from __future__ import annotations

from typing import Any

from stichwerk.game import BadReplay, Game
from stichwerk.game.replay import parse
from stichwerk.game.steps import steps
from stichwerk.table import secret, views
from stichwerk.table.table import Table, TableRefusal

FORMAT = "stichwerk-table"
VERSION = 1
FIELDS = {"table": str, "commitment": str, "secret": str, "names": list, "replay": dict}


def write(table: Table) -> dict[str, Any]:
    game = _finished(table)
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": table.name,
        "commitment": table.commitment,
        "secret": table.secret.hex(),
        "names": [seat.name or seat.bot or "" for seat in table.seats],
        "replay": game.replay(),
    }


def one_round(table: Table, number: int) -> dict[str, Any]:
    """Everything needed to step through one round (from 1) from any seat's point of view; all hands are in it."""
    game = _finished(table)
    if not 1 <= number <= game.round:
        raise TableRefusal("table.noround", given=number, rounds=game.round)
    return {
        "table": views.about(table),
        "game": game.name,
        "variant": game.variant,
        "options": game.options,
        "players": game.players,
        "rounds": game.round,
        "round": number,
        "steps": steps(game.replay(), number),
    }


def _finished(table: Table) -> Game:
    """The game, whose secrets may be told."""
    if table.game is None or not table.game.over:
        raise TableRefusal("table.notover")
    return table.game


def verify(data: Any) -> Game:
    """The game, played again; BadReplay if anything in it is not as the commitment and the rules want it."""
    try:
        return _verified(_check_form(parse(data)))
    except RecursionError as error:
        raise BadReplay("replay.json", reason="nested too deeply") from error


def _verified(content: dict[str, Any]) -> Game:
    key = _key(content["secret"])
    if secret.commitment(key) != content["commitment"]:
        raise BadReplay("verify.commitment")
    game = Game.from_replay(content["replay"])
    _check_deals(game, content["replay"]["decks"], key)
    if not game.over:
        raise BadReplay("verify.unfinished")
    return game


def _check_form(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadReplay("replay.format", format=FORMAT)
    if data.get("version") != VERSION:
        raise BadReplay("replay.version", given=repr(data.get("version")), version=VERSION)
    for field, kind in FIELDS.items():
        if not isinstance(data.get(field), kind):
            raise BadReplay("replay.missing", field=field)
    return data


def _key(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise BadReplay("verify.commitment") from error


def _check_deals(game: Game, decks: list[list[str]], key: bytes) -> None:
    """Every round that was played had the deck, and the game the first dealer, that the secret gives."""
    if game.options.get("dealer") not in (None, secret.first_dealer(key, game.players)):
        raise BadReplay("verify.dealer")
    if len(decks) < game.round:
        raise BadReplay("verify.deck", round=len(decks) + 1)
    for number, deck in enumerate(decks):
        if deck != secret.shuffled(key, number, game.whole_deck()):
            raise BadReplay("verify.deck", round=number + 1)
