"""The middle of a table with tricks: who plays in which order, what lies there, and which card wins as it lies."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from stichwerk.tui.canvas import Lines, fit
from stichwerk.tui.cards import BIG, SMALL, Face, box, label, painted, row
from stichwerk.tui.narrate import colour
from stichwerk.tui.scene import Scene
from stichwerk.tui.speech import View

SLOT = 9  # columns for a card and its player's name
WIDEST = 15
FACE_DOWN = Face("▒▒▒▒")
WAITING = Face("", frame="empty", faint=True)


def width(view: View) -> int:
    return SLOT * int(view["players"])


def height(big: bool) -> int:
    return (BIG if big else SMALL)[1] + 2


def lines(scene: Scene, width: int, big: bool) -> Lines:
    """The cards in playing order, under each its player and what is to be said of it."""
    view = scene.view
    if view["phase"] == "name" and view["seat"] is not None and view["taken"] is not None:
        return by_colour(view["taken"][view["seat"]], scene)
    slot = min(width // view["players"], WIDEST)
    big = big and slot > BIG[0]
    order = playing_order(view)
    faces = [_face(scene, seat) for seat in order]
    boxes = [[fit(line, slot, "center") for line in box(face, big)] for face in faces]
    cards = [Text().join(parts) for parts in zip(*boxes, strict=True)]
    names = Text().join(fit(_name(scene, seat), slot, "center") for seat in order)
    marks = Text().join(fit(_mark(scene, seat), slot, "center") for seat in order)
    return [fit(line, width, "center") for line in (*cards, names, marks)]


def playing_order(view: View) -> list[int]:
    """From the leader around the table; while cards are chosen, from the first seat."""
    first = view.get("leader") or 0
    if view.get("trick"):
        first = view["trick"][0]["seat"]
    return [(first + step) % view["players"] for step in range(view["players"])]


def winners(view: View) -> list[int]:
    """Who takes something as it lies."""
    winning = view["winning"]
    if isinstance(winning, dict):
        return list(winning.values())
    return [] if winning is None else [winning]


def laid(view: View, seat: int) -> dict[str, Any] | None:
    return next((play for play in view["trick"] if play["seat"] == seat), None)


def _face(scene: Scene, seat: int) -> Face:
    view = scene.view
    play = laid(view, seat)
    if play:
        wins = seat in winners(view)
        return Face(label(play["card"]), scene.palette.of(play["card"]), "strong" if wins else "plain", bool(play.get("pass")))
    if view["phase"] == "choose" and seat not in view["to_act"]:
        return FACE_DOWN
    return WAITING


def _name(scene: Scene, seat: int) -> Text:
    here = laid(scene.view, seat) is not None
    style = "bold" if seat == scene.view["seat"] else "" if here or seat in scene.view["to_act"] else "dim"
    return Text(scene.who(seat), style=style)


def _mark(scene: Scene, seat: int) -> Text:
    view, say = scene.view, scene.say
    play = laid(view, seat)
    if play and play.get("pass"):
        return Text(say("table.pass"), style="dim")
    if play and seat in winners(view):
        return Text(f" {_does(scene, seat, 'tui.wins')} ", style=f"bold reverse {scene.palette.accent}")
    if view["phase"] == "choose":
        return Text(_does(scene, seat, "tui.chooses") if seat in view["to_act"] else "✓", style="dim")
    if view["phase"] == "play" and seat == view["leader"]:
        return Text(_does(scene, seat, "tui.leads"), style="dim")
    return Text("…" if seat in view["to_act"] else "", style="dim")


def _does(scene: Scene, seat: int, what: str) -> str:
    """What a seat does, in the form for oneself or for another."""
    return scene.say(f"{what}.{'you' if seat == scene.view['seat'] else 'other'}")


# ---- beside the table


def last_trick(scene: Scene, with_names: bool = False) -> Lines:
    """The last finished trick of the round, and who took it."""
    view, say = scene.view, scene.say
    trick = view["last_trick"]
    if trick is None:
        return [Text(say("table.lasttrick.none"), style="dim")]
    cards = [_card(scene, play) for play in trick["cards"]]
    if with_names:
        lines = [
            Text.assemble(fit(scene.who(play["seat"]), WIDEST), " ", card)
            for play, card in zip(trick["cards"], cards, strict=True)
        ]
    else:
        lines = [Text(" ").join(cards)]
    if "winner" in trick:
        return [*lines, Text(_took(scene, "table.taker", trick["winner"]))]
    return [*lines, *(_taken(scene, letter, seat) for letter, seat in trick["winners"].items())]


def _card(scene: Scene, play: dict[str, Any]) -> Text:
    """A card of a trick; one that was passed stands in brackets."""
    card = painted(play["card"], scene.palette)
    return Text.assemble("(", card, ")", style="dim") if play.get("pass") else card


def _taken(scene: Scene, letter: str, seat: int) -> Text:
    before, _, after = _took(scene, "table.takerof", seat, colour="\0").partition("\0")
    return Text.assemble(before, colour(letter, scene.say, scene.palette), after)


def _took(scene: Scene, code: str, seat: int, **more: str) -> str:
    return scene.say(f"{code}.you", **more) if seat == scene.view["seat"] else scene.say(code, who=scene.who(seat), **more)


def by_colour(cards: list[str], scene: Scene) -> Lines:
    """Cards, a line for each colour."""
    letters = list(dict.fromkeys(card[0] for card in cards))
    return [row([card for card in cards if card[0] == letter], scene.palette) for letter in letters]


def unseen(scene: Scene) -> Lines:
    """The cards one has not seen yet; a sentence where the table is played from memory."""
    view, say = scene.view, scene.say
    if view["unseen"] is None:
        return [Text(say("table.noaids"), style="dim")]
    if not view["unseen"]:
        return [Text(say("tui.seen.none"), style="dim")]
    return by_colour(view["unseen"], scene)
