"""A view as lines of a terminal: cards with colour and symbol, so that they are told apart without colour too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stichwerk.rules.thegame import PILES, ascends
from stichwerk.words import SYMBOLS, say

View = Mapping[str, Any]
STYLES = {"r": "red", "b": "blue", "g": "green", "n": "dark_orange3", "y": "yellow", "v": "magenta"}


def card(text: str | int) -> Text:
    """A card, or a colour alone; The Game's cards are plain numbers."""
    letter = str(text)[0]
    return Text(f"{SYMBOLS.get(letter, '')}{text}", style=f"bold {STYLES.get(letter, 'default')}")


def row(cards: Iterable[str | int]) -> Text:
    return Text(" ").join(card(text) for text in cards)


def table(view: View, language: str) -> list[RenderableType]:
    """Everything a player looks at before a move."""
    painters = {"sticheln": sticheln, "hattrick": hattrick, "thegame": thegame}
    lines = painters[view["game"]](view, language)
    return [*lines, Text.assemble(f"{say('plain.hand', language)}  ", row(view["hand"]))]


def sticheln(view: View, language: str) -> list[RenderableType]:
    seats = _seats(view, language, "plain.colour", "plain.took")
    for seat in range(view["players"]):
        shown = view["chosen"][seat] if view["options"]["reveal"] != "after" else view["named"][seat]
        marked = Text("▒▒") if shown is None else row(shown)
        _add(seats, view, seat, marked, str(len(view["taken"][seat])))
    lines: list[RenderableType] = [seats]
    if view["aside"]:
        lines.append(Text.assemble(f"{say('plain.aside', language, card='')} ", row(view["aside"])))
    if view["trick"]:
        best = next(play["card"] for play in view["trick"] if play["seat"] == view["winning"])
        wins = Text(say("plain.wins", language, card=best), style="dim")
        lines.append(Text.assemble(f"{say('plain.table', language)} ", _plays(view["trick"]), "  (", wins, ")"))
    return lines


def hattrick(view: View, language: str) -> list[RenderableType]:
    seats = _seats(view, language, "plain.took", "plain.passed")
    for seat in range(view["players"]):
        lengths = {letter: len(pile) for letter, pile in view["piles"][seat].items()}
        took = Text("  ").join(Text.assemble(card(letter), f" {length}") for letter, length in lengths.items())
        _add(seats, view, seat, took, str(len(view["passes"][seat])))
    if not view["trick"]:
        return [seats]
    return [seats, Text.assemble(f"{say('plain.table', language)} ", _plays(view["trick"]))]


def thegame(view: View, language: str) -> list[RenderableType]:
    arrows = ["↑" if ascends(pile) else "↓" for pile in range(PILES)]
    piles = "   ".join(f"{pile}{arrow} {top}" for arrow, (pile, top) in zip(arrows, view["piles"].items(), strict=True))
    count = say("plain.drawpile", language, count=view["draw_pile"])
    lines: list[RenderableType] = [Text(f"{say('plain.piles', language)} {piles}   ({count})")]
    for seat, signals in enumerate(view["signals"]):
        given = " ".join(pile + signal for pile, signal in signals.items())
        lines.append(Text(f"  {_name(view, seat, language)}: {view['cards'][seat]} {say('plain.cards', language)} {given}"))
    return lines


def _name(view: View, seat: int, language: str) -> str:
    return f"{seat} ({say('plain.you', language)})" if seat == view["seat"] else str(seat)


def _seats(view: View, language: str, *columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(say("plain.seat", language))
    for code in columns:
        table.add_column(say(code, language))
    for code in ("plain.cards", "plain.points", "plain.total"):
        table.add_column(say(code, language), justify="right")
    return table


def _add(table: Table, view: View, seat: int, *columns: str | Text) -> None:
    points = view["points"][seat]
    mark = "▸" if seat in view["to_act"] else " "
    name = Text(f"{mark}{seat}", style="bold reverse" if seat == view["seat"] else "")
    table.add_row(name, *columns, str(view["cards"][seat]), "?" if points is None else str(points), str(view["scores"][seat]))


def _plays(trick: Iterable[Mapping[str, Any]]) -> Text:
    plays = []
    for play in trick:
        shown = card(play["card"])
        plays.append(Text.assemble(f"{play['seat']}:", "(" if play.get("pass") else "", shown, ")" if play.get("pass") else ""))
    return Text("  ").join(plays)


def event(happened: Mapping[str, Any], language: str) -> Text:
    """One public event as a sentence."""
    code = f"plain.{happened['event']}"
    if happened["event"] == "deal" and happened["dealer"] is None:
        code = "plain.deal.together"
    elif happened["event"] == "trick" and "colour" in happened:
        code = "plain.trick.colour"
    elif "pile" in happened and "card" in happened:
        code = "plain.play.back" if happened["back"] else "plain.play.pile"
    return _sentence(code, happened, language)


def _sentence(code: str, happened: Mapping[str, Any], language: str) -> Text:
    """The words with the card or colour painted into its gap."""
    shown = dict(happened)
    painted = Text()
    if "colour" in happened:
        letter = happened["colour"]
        painted = Text(f"{SYMBOLS[letter]} {say(f'colour.{letter}', language)}", style=f"bold {STYLES[letter]}")
        shown["colour"] = "\0"
    elif "card" in happened:
        painted = card(happened["card"])
        shown["card"] = "\0"
    before, _, after = say(code, language, **shown).partition("\0")
    return Text.assemble(before, painted, after)


def ending(view: View, language: str) -> str:
    """How the game ended."""
    if view["game"] == "thegame":
        return say(f"plain.result.{view['result']}", language, left=view["left"])
    return say("plain.won.seats", language, seats=view["winners"])
