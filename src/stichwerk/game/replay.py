"""Replays: the options, the secret and the moves of a game as JSON; everything else is recomputed from them.

A replay says how many moves it holds and carries a checksum, so that one cut short or altered by accident is noticed.
(Whether decks came from an honest shuffle is another matter: that is what a table's commitment is for.)
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from stichwerk.game import options as choices
from stichwerk.game.notation import is_signal
from stichwerk.game.refusals import BadReplay, Refusal

if TYPE_CHECKING:
    from stichwerk.game.game import Game

FORMAT = "stichwerk-replay"
VERSION = 1
FIELDS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "players": int,
    "variant": str,
    "options": dict,
    "dealer": (int, type(None)),
    "seed": int,
    "decks": list,
    "moves": list,
    "count": int,
    "check": str,
}


def write(**content: Any) -> dict[str, Any]:
    body = {"format": FORMAT, "version": VERSION, **content, "count": len(content["moves"])}
    return {**body, "check": checksum(body)}


def checksum(body: dict[str, Any]) -> str:
    """A hash of a replay without its "check"."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), default=repr)
    return hashlib.sha256(text.encode()).hexdigest()


def read(data: Any, game: type[Game]) -> Game:
    """The game a replay (a dict, or its JSON text) holds, or a sentence that says where it breaks."""
    content = check_form(parse(data))
    played = set_up(content, game)
    for number, entry in enumerate(content["moves"], start=1):
        _play(played, number, entry)
    if len(content["moves"]) != content["count"]:
        raise BadReplay("replay.count", held=len(content["moves"]), count=content["count"])
    if content["check"] != checksum({key: value for key, value in content.items() if key != "check"}):
        raise BadReplay("replay.check")
    return played


def parse(data: Any) -> Any:
    if not isinstance(data, (str, bytes)):
        return data
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadReplay("replay.json", reason=str(error)) from error


def check_form(data: Any) -> dict[str, Any]:
    """The replay itself if it is one of ours, of a version we read, with every field it needs."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadReplay("replay.format", format=FORMAT)
    if data.get("version") != VERSION:
        raise BadReplay("replay.version", given=repr(data.get("version")), version=VERSION)
    for field, kind in FIELDS.items():
        if field not in data:
            raise BadReplay("replay.missing", field=field)
        if not isinstance(data[field], kind):
            raise BadReplay("replay.field", field=field, given=repr(data[field])[:60])
    for field in data:
        if field not in FIELDS and field not in ("format", "version"):
            raise BadReplay("replay.unknown", field=repr(field)[:60])
    return data


def set_up(content: dict[str, Any], game: type[Game]) -> Game:
    """The game a replay starts from, before its first move."""
    start = {key: content[key] for key in ("players", "variant", "seed", "decks", "dealer")}
    try:
        choices.check_names(choices.kind_of(content["game"]), content["options"])
        return game(content["game"], **start, **content["options"])
    except Refusal as error:
        raise BadReplay("replay.options", reason=error) from error


def _play(played: Game, number: int, entry: Any) -> None:
    if not isinstance(entry, (list, tuple)) or len(entry) != 2:
        raise BadReplay("replay.entry", number=number, given=repr(entry)[:60])
    make(played, number, *entry)


def make(played: Game, number: int, seat: Any, move: Any) -> None:
    """Makes one entry's move or signal, or says which one is wrong."""
    try:
        if is_signal(move):
            played.signal(seat, move)
        else:
            played.play(seat, move)
    except Refusal as error:
        raise BadReplay("replay.move", number=number, seat=seat, move=move, reason=error) from error
