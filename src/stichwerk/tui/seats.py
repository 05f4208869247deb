"""The list of those at the table: who they are, whose turn it is, and what they have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rich.text import Text

from stichwerk.tui.canvas import Lines, fit
from stichwerk.tui.cards import painted, row
from stichwerk.tui.scene import Scene
from stichwerk.tui.speech import signed

NAME, LONGEST = 13, 24
HIDDEN = "▒▒"


@dataclass(frozen=True)
class Column:
    title: str
    least: int
    show: Callable[[int], Text | str]
    justify: Literal["left", "right"] = "right"

    @property
    def width(self) -> int:
        return max(self.least, len(self.title))


def lines(scene: Scene, width: int) -> Lines:
    """A head and a line for each seat."""
    columns = [*_columns(scene), *_clock(scene)]
    room = width - 3 - sum(column.width + 1 for column in columns)
    name = min(max(room, NAME - 3), LONGEST)
    head = Text.assemble("  ", fit(scene.say("table.player"), name), style="dim")
    for column in columns:
        head = Text.assemble(head, " ", fit(Text(column.title, style="dim"), column.width, column.justify))
    return [head, *(_line(scene, seat, name, columns) for seat in range(scene.view["players"]))]


def width(scene: Scene) -> int:
    """The columns it needs to be pleasant."""
    return 3 + NAME + sum(column.width + 1 for column in [*_columns(scene), *_clock(scene)])


def _line(scene: Scene, seat: int, name: int, columns: list[Column]) -> Text:
    line = Text.assemble(_mark(scene, seat), fit(_name(scene, seat), name))
    for column in columns:
        line = Text.assemble(line, " ", fit(column.show(seat), column.width, column.justify))
    return line


def _mark(scene: Scene, seat: int) -> Text:
    acts = seat in scene.view["to_act"]
    return Text("▸ " if acts else "  ", style=f"bold {scene.palette.accent}")


def _name(scene: Scene, seat: int) -> Text:
    found, view = scene.seat(seat), scene.view
    style = "bold" if seat == view["seat"] else "dim" if found["kind"] == "open" or found["away"] else ""
    name = Text(scene.who(seat), style=style)
    if found["kind"] == "person" and found["bot"]:
        name.append(f" ({scene.say('table.bot')})", style="dim")
    elif found["away"]:
        name.append(f" ({scene.say('table.away')})", style="dim")
    elif seat in view.get("winners", ()):
        name.append(" ♛", style=scene.palette.accent)
    return name


def _columns(scene: Scene) -> list[Column]:
    if scene.view["phase"] == "waiting":
        return []
    return {"sticheln": _sticheln, "hattrick": _hattrick, "thegame": _thegame}[scene.view["game"]](scene)


def _points(scene: Scene) -> list[Column]:
    view, say = scene.view, scene.say
    points = view["points"]
    found = [Column(say("plain.total"), 6, lambda seat: Text(signed(view["scores"][seat]), style="bold"))]
    if points is not None:
        now = Column(say("plain.points"), 6, lambda seat: "?" if points[seat] is None else signed(points[seat]))
        found.insert(0, now)
    return found


def _sticheln(scene: Scene) -> list[Column]:
    view, say = scene.view, scene.say
    title = say("table.lucky" if view["options"]["aim"] == "lucky" else "table.misery")
    found = [Column(title, 5 * view["options"]["colours"], lambda seat: _chosen(scene, seat), "left")]
    if view["taken"] is not None:
        found.append(Column(say("plain.took"), 5, lambda seat: str(len(view["taken"][seat]))))
    return [*found, *_points(scene)]


def _chosen(scene: Scene, seat: int) -> Text:
    """What a seat has chosen or named, as far as one may know it."""
    view = scene.view
    chosen = view["named"][seat] if view["options"]["reveal"] == "after" else view["chosen"][seat]
    if chosen is None:
        return Text(HIDDEN, style="bold")
    if not chosen and view["phase"] in ("choose", "name"):
        return Text("…" if seat in view["to_act"] else HIDDEN, style="dim")
    return row(chosen, scene.palette)


def _hattrick(scene: Scene) -> list[Column]:
    view, say = scene.view, scene.say

    def of(letter: str) -> Column:
        return Column("", 4, lambda seat: _pile(scene, seat, letter))

    found = [of(letter) for letter in "rbg"]
    if view["passes"] is not None:
        found.append(Column(say("plain.passed"), 7, lambda seat: str(len(view["passes"][seat]))))
    return [*found, *_points(scene)]


def _pile(scene: Scene, seat: int, letter: str) -> Text:
    count = len(scene.view["piles"][seat][letter])
    symbol = painted(letter, scene.palette)
    symbol.truncate(1)
    return Text.assemble(symbol, f"{count:>3}") if count else Text.assemble(symbol, ("  –", "dim"))


def _thegame(scene: Scene) -> list[Column]:
    view, say = scene.view, scene.say
    found = [Column(say("plain.cards"), 6, lambda seat: str(view["cards"][seat]))]
    if view["players"] > 1:
        found += [Column(pile, 1, lambda seat, pile=pile: _sign(scene, seat, pile)) for pile in view["piles"]]  # type: ignore[misc]
        found.append(Column("", 16, lambda seat: _state(scene, seat), "left"))
    return found


def _sign(scene: Scene, seat: int, pile: str) -> Text:
    sign = scene.view["signals"][seat].get(pile)
    return (
        Text("·", style="dim")
        if sign is None
        else Text(sign, style=f"bold {scene.palette.bad if sign == '!' else scene.palette.accent}")
    )


def _state(scene: Scene, seat: int) -> Text:
    view, say = scene.view, scene.say
    if view["phase"] == "start":
        return Text(say("thegame.thinking" if seat in view["to_act"] else "thegame.spoken"), style="dim")
    return Text(say("thegame.turn"), style=scene.palette.accent) if seat == view["turn"] and not view["over"] else Text()


def _clock(scene: Scene) -> list[Column]:
    clock = scene.view["table"]["clock"]
    if clock is None or scene.view["phase"] in ("waiting", "over"):
        return []
    return [Column("", 6, lambda seat: Text(seconds_left(scene, seat)))]


def seconds_left(scene: Scene, seat: int) -> str:
    clock = scene.view["table"]["clock"]
    since = clock["thinking_from"][seat]
    if since is None and clock["per"] == "move":
        return ""
    thought = max(scene.now - since, 0.0) if since is not None and scene.view["table"]["status"] == "running" else 0.0
    left = max(clock["seconds"] - thought - (clock["used"][seat] if clock["per"] == "game" else 0.0), 0.0)
    return f"{int(left) // 60}:{int(left) % 60:02d}"
