"""A game as text or as pixels, for whoever runs an environment: all hands lie open. Cards and symbols, no words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from stichwerk.batch.setup import check_value
from stichwerk.env.one import OneGame
from stichwerk.game.kind import Event, Kind
from stichwerk.game.notation import PILES
from stichwerk.rules import phases, thegame
from stichwerk.words import SYMBOLS

MODES = ("human", "ansi", "rgb_array")
INCH, LINES, COLUMNS = 100, 14, 110  # pixels; what a picture has room for


def check_mode(mode: str | None) -> str | None:
    return None if mode is None else check_value("render_mode", mode, MODES)


def render(game: OneGame, names: Sequence[str], mode: str | None) -> Any:
    """As Gymnasium and PettingZoo name it: "ansi" gives text, "rgb_array" pixels, "human" prints."""
    if mode is None:
        return None
    text = draw(game, names)
    if mode == "rgb_array":
        return pixels(text)
    if mode == "human":
        sys.stdout.write(text + "\n")
        return None
    return text


def draw(game: OneGame, names: Sequence[str]) -> str:
    o, s, kind = game.o.tolist(), game.state, game.kind
    lines = [kind.title, *_middle(kind, o, s, names)]
    for seat, name in enumerate(names):
        mark = "▸" if seat == game.seat else " "
        lines.append(f"{mark} {name:<10}{_standing(game, o, s, seat)}  {row(_hand(kind, o, s, seat))}")
    return "\n".join(lines)


def row(cards: Sequence[str]) -> str:
    return " ".join(f"{SYMBOLS.get(card[0], '')}{card}" for card in cards)


def _hand(kind: Kind, o: list[int], s: list[int], seat: int) -> list[str]:
    hand: list[str] = kind.own(o, _seen(kind, o, s, seat), seat)["hand"]
    return hand


def _seen(kind: Kind, o: list[int], s: list[int], seat: int) -> list[int]:
    seen = s[:]
    kind.rules.observe(o, s, seat, seen)
    return seen


def _standing(game: OneGame, o: list[int], s: list[int], seat: int) -> str:
    """A seat's total and its misery cards; nothing in The Game, where all stand together."""
    if not game.kind.has_dealer:
        return ""
    own = game.kind.own(o, _seen(game.kind, o, s, seat), seat)
    shown = {**game.kind.lasting(o, _seen(game.kind, o, s, seat), NO_LOG), **own}
    chosen = (shown.get("chosen") or [[]] * game.players)[seat] or (shown.get("named") or [[]] * game.players)[seat] or []
    return f"{game.setup.rules.total(o, s, seat):>5}  {row(chosen):<9}"


NO_LOG = [Event(event="deal")]  # where a log would tell of the last trick


def _middle(kind: Kind, o: list[int], s: list[int], names: Sequence[str]) -> list[str]:
    """What lies in the middle of the table."""
    if kind.name == "thegame":
        arrows = "↑↑↓↓"
        piles = "   ".join(f"{PILES[k]}{arrows[k]} {thegame.top(s, k)}" for k in range(thegame.PILES))
        return [f"{piles}   ({thegame.CARDS - s[thegame.DRAWN]})"]
    if s[phases.PHASE] != phases.PLAY:
        return [""]
    trick = kind.table(o, _seen(kind, o, s, -1), NO_LOG)["trick"]
    return ["   ".join(f"{names[play['seat']]} {row([play['card']])}" for play in trick)]


def pixels(text: str) -> Any:
    """A picture of the text, red, green and blue."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure((COLUMNS / 10, LINES / 4), dpi=INCH, facecolor="white")
    canvas: Any = FigureCanvasAgg(figure)
    figure.text(0.01, 0.97, text, family="DejaVu Sans Mono", size=10, va="top")
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()
