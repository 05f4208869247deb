"""A list of things to choose: arrows up and down go through it, left and right change, typing writes, Enter takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message

from stichwerk.tui.canvas import Canvas, Lines, fit

LABEL, VALUE = 25, 27


@dataclass(frozen=True)
class Row:
    key: str
    label: str
    value: str = ""
    about: str = ""
    kind: Literal["choice", "text", "number", "action", "heading"] = "choice"


class Form(Canvas):
    """Shows rows and says what is done with them; whoever made them changes them."""

    class Did(Message):
        """Something was done with a row: "step" (-1 or 1), "type" (a text), "take"."""

        def __init__(self, key: str, what: Literal["step", "type", "take", "look"], step: int = 0, text: str = "") -> None:
            super().__init__()
            self.key, self.what, self.step, self.text = key, what, step, text

    def __init__(self, accent: str = "") -> None:
        super().__init__()
        self.rows: list[Row] = []
        self.at = 0
        self.accent = accent
        self._top = 0
        self._fresh = True  # the first digit typed into a number replaces it

    @property
    def current(self) -> Row:
        return self.rows[self.at]

    def show(self, rows: list[Row], at: str | None = None) -> None:
        """Other rows; the same one stays chosen."""
        key = at if at is not None else self.rows[self.at].key if self.rows else None
        self.rows = rows
        keys = [row.key for row in rows]
        self.at = keys.index(key) if key in keys else min(self.at, len(rows) - 1)
        if self.current.kind == "heading":
            self._go(1)
        self.repaint()

    def paint(self, width: int, height: int) -> Lines:
        self._top = min(max(self._top, self.at - height + 2), max(self.at - 1, 0), max(len(self.rows) - height, 0))
        return [self._line(number, width) for number in range(self._top, min(self._top + height, len(self.rows)))]

    def _line(self, number: int, width: int) -> Text:
        row, chosen = self.rows[number], number == self.at
        if row.kind == "heading":
            return Text(f" {row.label}", style=f"bold {self.accent}")
        meta = Style(meta={"card": str(number)})
        if row.kind == "action":
            line = Text.assemble(
                " ▸ " if chosen else "   ", fit(row.label, max(len(row.label), LABEL)), ("  " + row.about, "dim")
            )
            line.stylize("bold reverse" if chosen else "bold", 3, 3 + len(row.label))
        else:
            line = Text.assemble(" ▸ " if chosen else "   ", fit(row.label, LABEL), self._value(row, chosen), (row.about, "dim"))
        line.truncate(width, overflow="ellipsis")
        line.stylize(meta)
        return line

    def _value(self, row: Row, chosen: bool) -> Text:
        style = "bold reverse" if chosen else ""
        if row.kind == "text":
            shown = row.value[-(VALUE - 4) :] + ("▏" if chosen else "")
            return fit(Text(f" {shown or '…'} ", style=style), VALUE)
        before, after = ("‹", "›") if chosen else (" ", " ")
        return fit(Text.assemble((before, "bold"), Text(f" {row.value} ", style=style), (after, "bold")), VALUE)

    # ---- what is done

    def on_key(self, event: events.Key) -> None:
        if self._pressed(event.key) or self._typed(event):
            event.stop()
            event.prevent_default()

    def _pressed(self, key: str) -> bool:
        if key in ("up", "shift+tab"):
            self._go(-1)
        elif key in ("down", "tab"):
            self._go(1)
        elif key in ("home", "pageup"):
            self._go(-1, len(self.rows) if key == "home" else 8)
        elif key in ("end", "pagedown"):
            self._go(1, len(self.rows) if key == "end" else 8)
        elif key in ("left", "right") and self.current.kind in ("choice", "number"):
            self._say("step", step=1 if key == "right" else -1)
        elif key == "enter":
            self._say("take")
        else:
            return False
        return True

    def _typed(self, event: events.Key) -> bool:
        row = self.current
        if event.key == "backspace" and row.kind in ("text", "number"):
            self._say("type", text=row.value[:-1])
            return True
        typed = event.character or ""
        if row.kind == "number" and typed.isdecimal() and typed.isascii():
            self._say("type", text=typed if self._fresh or not row.value.isdecimal() else row.value + typed)
            self._fresh = False
            return True
        if row.kind == "text" and typed.isprintable() and typed:
            self._say("type", text=row.value + typed)
            return True
        return False

    def on_paste(self, event: events.Paste) -> None:
        if self.current.kind == "text":
            event.stop()
            self._say("type", text=self.current.value + event.text.strip().replace("\n", ""))

    def on_mouse_scroll_down(self) -> None:
        self._go(1)

    def on_mouse_scroll_up(self) -> None:
        self._go(-1)

    def clicked(self, what: str, value: str) -> None:
        again, self.at = self.at == int(value), int(value)
        self._looked()
        if self.current.kind == "action":
            self._say("take")
        elif again and self.current.kind in ("choice", "number"):
            self._say("step", step=1)

    def _go(self, step: int, times: int = 1) -> None:
        """To the next row, or some rows on; headings are passed over."""
        for _ in range(times):
            at = self.at + step
            while 0 <= at < len(self.rows) and self.rows[at].kind == "heading":
                at += step
            if not 0 <= at < len(self.rows):
                break
            self.at = at
        self._looked()

    def _looked(self) -> None:
        self._fresh = True
        self.repaint()
        self._say("look")

    def _say(self, what: Literal["step", "type", "take", "look"], step: int = 0, text: str = "") -> None:
        self.post_message(self.Did(self.current.key, what, step, text))
