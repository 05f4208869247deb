"""Whole games as text that people read and `read` reads back: a head of options, then the moves a trick (turn) a line.

Behind `#` stands what follows from the moves: hands, who takes a trick, points. It is written for people and not read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from stichwerk.game import replay
from stichwerk.game.kind import Event
from stichwerk.game.refusals import BadReplay

if TYPE_CHECKING:
    from stichwerk.game.game import Game

TITLE = "stichwerk record 1"
HEAD = ("game", "players", "variant", "dealer", "seed", "count")
NEEDED = ("game", "players", "seed", "count")
NUMBER = re.compile(r"-?[0-9]{1,20}")
MOVE = re.compile(r"([0-9]{1,3}):(\S+)")


def write(content: dict[str, Any], game: type[Game]) -> str:
    lines = [TITLE, *(f"{key}: {content[key]}" for key in HEAD if content[key] is not None)]
    lines += [f"{name}: {value}" for name, value in content["options"].items()]
    lines += [f"deck: {' '.join(deck)}" for deck in content["decks"]]
    return "\n".join([*lines, "", *_body(content, replay.set_up(content, game))]) + "\n"


def _body(content: dict[str, Any], played: Game) -> list[str]:
    """The moves, a line for each group of events that belong together, told by playing them again."""
    lines = _comments(played, played.log())
    line: list[str] = []
    shown = len(played.log())
    for number, (seat, move) in enumerate(content["moves"], start=1):
        replay.make(played, number, seat, move)
        events = played.log(shown)
        shown += len(events)
        line.append(f"{seat}:{move}")
        comments = _comments(played, events)
        if comments or ends_line(events):
            lines += [" ".join(line) + _taker(events), *comments]
            line = []
    return [*lines, " ".join(line)] if line else lines


def ends_line(events: list[Event]) -> bool:
    return any(event["event"] in ("trick", "draw", "begin", "reveal", "over") for event in events)


def _taker(events: list[Event]) -> str:
    takers = [f"{event['seat']} takes {event.get('colour', '')}".strip() for event in events if event["event"] == "trick"]
    return f"  # {', '.join(takers)}" if takers else ""


def _comments(played: Game, events: list[Event]) -> list[str]:
    """What a deal and a score bring, and the end."""
    lines: list[str] = []
    turned = [
        f"{event['seat']}:{event.get('card') or event.get('colour')}"
        for event in events
        if event["event"] in ("reveal", "misery")
    ]
    if turned:
        lines.append(f"# shown: {' '.join(turned)}")
    points = [str(event["points"]) for event in events if event["event"] == "score"]
    if points:
        lines += [f"# points: {' '.join(points)}", ""]
    for event in events:
        if event["event"] == "deal":
            lines += _hands(played, event)
    return [*lines, _ending(played)] if played.over else lines


def _hands(played: Game, event: Event) -> list[str]:
    dealer = "" if event["dealer"] is None else f", dealt by {event['dealer']}"
    hands = [f"#   {seat} holds {' '.join(played.view(seat)['hand'])}" for seat in range(played.players)]
    aside = played.view(None).get("aside")
    return [f"# round {event['round']}{dealer}", *hands, *([f"#   aside {' '.join(aside)}"] if aside else [])]


def _ending(played: Game) -> str:
    if "left" in played.view(None):
        return f"# over: {played.left} left"
    return f"# over: {' '.join(map(str, played.scores))}, won by {' '.join(map(str, played.winners))}"


def read(text: str, game: type[Game]) -> Game:
    lines = text.splitlines() if isinstance(text, str) else []
    if not lines or lines[0].strip() != TITLE:
        raise BadReplay("record.title", title=TITLE)
    body = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    head = _read_head(lines[1:body])
    played = replay.set_up(head, game)
    tokens = [(number, token) for number, line in enumerate(lines[body:], start=body + 1) for token in line.split("#")[0].split()]
    for count, (number, token) in enumerate(tokens, start=1):
        _make(played, count, number, token)
    if len(tokens) != head["count"]:
        raise BadReplay("replay.count", held=len(tokens), count=head["count"])
    return played


def _read_head(lines: list[str]) -> dict[str, Any]:
    content: dict[str, Any] = {"options": {}, "decks": []}
    for number, line in enumerate(lines, start=2):
        key, colon, value = line.partition(": ")
        if not colon or key in content or key in content["options"]:
            raise BadReplay("record.head", line=number, given=repr(line[:60]))
        if key == "deck":
            content["decks"].append(value.split())
        else:
            (content if key in HEAD else content["options"])[key] = int(value) if NUMBER.fullmatch(value) else value
    for key in NEEDED:
        if key not in content:
            raise BadReplay("replay.missing", field=key)
    return {**dict.fromkeys(HEAD), **content}


def _make(played: Game, count: int, line: int, token: str) -> None:
    found = MOVE.fullmatch(token)
    if not found:
        raise BadReplay("record.token", line=line, given=repr(token[:60]))
    try:
        replay.make(played, count, int(found[1]), found[2])
    except BadReplay as error:
        raise BadReplay("record.line", line=line, reason=error) from error
