"""Cards in the terminal: a symbol, a letter and a number in their colour, so that they are told apart without colour too.

Everything here makes lines of text. A card that can be clicked carries what it is in its style (`meta`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from stichwerk.words import SYMBOLS

SMALL, BIG = (6, 3), (8, 5)  # columns and rows of a card with its frame


@dataclass(frozen=True)
class Palette:
    """Colours that can be read on a background."""

    colours: dict[str, str]
    accent: str
    good: str
    bad: str
    faint: str = "dim"

    def of(self, card: str) -> str:
        return self.colours.get(card[:1], self.accent)


def _palette(colours: str, accent: str, good: str, bad: str) -> Palette:
    return Palette(dict(zip(SYMBOLS, colours.split(), strict=True)), accent, good, bad)


PALETTES = {
    "dark": _palette("#ff7070 #74adff #5fd38d #d79b63 #ffe066 #d890ee", "#e8b86d", "#5fd38d", "#ff7070"),
    "light": _palette("#c62828 #1558c0 #1b7a3d #7b4a12 #8f6b00 #8e24aa", "#8a4b08", "#1b7a3d", "#c62828"),
    "ansi-dark": _palette(
        "bright_red bright_blue green yellow bright_yellow bright_magenta", "bright_cyan", "green", "bright_red"
    ),
    "ansi-light": _palette("red blue green bright_red yellow magenta", "blue", "green", "red"),
}


@dataclass(frozen=True)
class Face:
    """A card as it is to be drawn. `code`: what a click on it means."""

    text: str
    style: str = ""
    frame: str = "plain"  # "strong" stands out, "empty" waits for a card
    faint: bool = False
    code: str | None = None


def label(card: str) -> str:
    """ "●r4"; The Game's cards are plain numbers, a colour alone has no number."""
    return f"{SYMBOLS.get(card[:1], '')}{card}"


def painted(card: str, palette: Palette) -> Text:
    """A card inside a sentence."""
    return Text(label(card), style=f"bold {palette.of(card)}")


def row(cards: Iterable[str], palette: Palette) -> Text:
    return Text(" ").join(painted(card, palette) for card in cards)


_FRAMES = {"plain": "╭─╮│╰╯", "strong": "╔═╗║╚╝", "empty": "┌┄┐┆└┘"}


def box(face: Face, big: bool = False) -> list[Text]:
    """One card with a frame of its own: SMALL or BIG."""
    width, height = BIG if big else SMALL
    left, line, right, side, below_left, below_right = tuple(_FRAMES[face.frame])
    inside = width - 2
    faces = _big_face(face.text, inside) if big else [face.text.center(inside)]
    rows = [left + line * inside + right, *(side + text + side for text in faces), below_left + line * inside + below_right]
    assert len(rows) == height
    return [Text(text, style=_style(face, inner=0 < at < height - 1)) for at, text in enumerate(rows)]


def _big_face(text: str, inside: int) -> list[str]:
    """The symbol in two corners, the name in the middle."""
    symbol = text[:1] if text[:1] in SYMBOLS.values() else " "
    return [f"{symbol}".ljust(inside), text.removeprefix(symbol).center(inside), f"{symbol}".rjust(inside)]


def _style(face: Face, inner: bool) -> Style:
    strong = face.frame == "strong"
    style = Style.parse(f"{'bold ' if inner or strong else ''}{'dim ' if face.faint else ''}{face.style}".strip())
    return style + Style(meta={"card": face.code}) if face.code else style


def fan(faces: Sequence[Face], width: int, big: bool) -> list[Text]:
    """Cards side by side; where room is short their frames touch. The strong one is turned to its negative."""
    if not faces:
        return []
    if len(faces) * (BIG if big else SMALL)[0] <= width:
        return _beside([_lifted(face, big) for face in faces])
    return _touching(faces)


def needed(cards: int) -> int:
    """The columns a fan of so many cards needs at least."""
    return cards * 5 + 1


def _lifted(face: Face, big: bool) -> list[Text]:
    lines = box(face, big)
    if face.frame == "strong":
        for line in lines[1:-1]:
            line.stylize("reverse", 1, len(line) - 1)
    return lines


def _beside(boxes: list[list[Text]]) -> list[Text]:
    return [Text().join(lines) for lines in zip(*boxes, strict=True)]


def _touching(faces: Sequence[Face]) -> list[Text]:
    edge = Style(dim=True)
    middle = Text("│", style=edge)
    for face in faces:
        text = Text(face.text.center(4), style=_style(face, inner=True))
        if face.frame == "strong":
            text.stylize("reverse")
        middle = Text.assemble(middle, text, ("│", edge))
    return [_edge(faces, "╭┬╮"), middle, _edge(faces, "╰┴╯")]


def _edge(faces: Sequence[Face], corners: str) -> Text:
    """The upper or lower edge of cards that touch: a click on it means the card too."""
    left, between, right = tuple(corners)
    edges = [
        Text("════" if face.frame == "strong" else "────", style=Style(meta={"card": face.code}) if face.code else "")
        for face in faces
    ]
    return Text.assemble(left, Text(between).join(edges), right, style="dim")
