"""Sheets laid over the table: its rules and keys, the last trick, what is unseen, what happened."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stichwerk.tui import piles, rulebook, tricks
from stichwerk.tui.house import CLOSES, Window
from stichwerk.tui.scene import Scene


class Sheet(Window[None]):
    """Lines that can be scrolled; most keys put it away again."""

    def __init__(self, title: str, lines: list[Text], at_end: bool = False) -> None:
        super().__init__()
        self._heading, self._lines, self._at_end = title, lines, at_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title, sheet.border_subtitle = self._heading, self.speech("tui.sheet.keys")
            with VerticalScroll():
                yield Static(Text("\n").join(self._lines))

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._at_end:
            scroll.scroll_end(animate=False)

    def pressed(self, key: str) -> bool:
        if key in CLOSES:
            self.dismiss()
        return key in CLOSES

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss()


def rules(scene: Scene) -> Sheet:
    """The rules of this very table, then the keys."""
    view, say, accent = scene.view, scene.say, scene.palette.accent
    code = "tui.help.thegame" if view["game"] == "thegame" else "tui.help.tricks"
    keys = [
        Text(say("tui.help"), style=f"bold {accent}"),
        *map(Text, say(code).split("\n")),
        *map(Text, say("tui.help.all").split("\n")),
    ]
    lines = [*rulebook.text(view, say, accent), Text(), *keys]
    return Sheet(say.pair(say("rules.title"), say.game(view["game"], view["variant"])), lines)


def last_trick(scene: Scene) -> Sheet:
    """In The Game, which has no tricks, the plays of this turn."""
    if scene.view["game"] == "thegame":
        return unseen(scene)
    return Sheet(scene.say("table.lasttrick"), tricks.last_trick(scene, with_names=True))


def unseen(scene: Scene) -> Sheet:
    painter = piles.unseen if scene.view["game"] == "thegame" else tricks.unseen
    return Sheet(scene.say("table.seen"), painter(scene))
