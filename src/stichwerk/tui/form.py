"""A list of things to choose: arrows up and down go through it, left and right change, typing writes, Enter takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events

from stichwerk.tui.canvas import Canvas, Lines, fit

LABEL, VALUE, ABOUT = (25, 40), (20, 58), 40  # columns: at least and at most; a shorter sentence says too little
MARK = 3


@dataclass(frozen=True)
class Row:
    key: str
    label: str
    value: str = ""
    about: str = ""
    kind: Literal["choice", "text", "number", "action", "heading"] = "choice"


@dataclass(frozen=True)
class Did:
    """Something was done with a row: "step" (-1 or 1), "type" (its text from now on), "take"; or it is looked at."""

    key: str
    what: Literal["step", "type", "take", "look"]
    step: int = 0
    text: str = ""


class Form(Canvas):
    """Shows rows and says what is done with them; whoever made them changes them at once, so that the next key finds them so."""

    def __init__(self, did: Callable[[Did], None], accent: str = "") -> None:
        super().__init__()
        self._did = did
        self.rows: list[Row] = []
        self.at = 0
        self.accent = accent
        self._top = 0
        self._columns = LABEL[0], VALUE[0]
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
        self._columns = self._widths(width)
        self._top = min(max(self._top, self.at - height + 2), max(self.at - 1, 0), max(len(self.rows) - height, 0))
        below = min(self._top + height, len(self.rows))
        lines = [self._line(number, width) for number in range(self._top, below)]
        if self._top > 0:
            lines[0] = _marked(lines[0], "▲", width)
        if below < len(self.rows):
            lines[-1] = _marked(lines[-1], "▼", width)
        return lines

    def _widths(self, width: int) -> tuple[int, int]:
        """Columns for labels and values, so that none is cut where there is room; what is left over is for the sentences."""
        rows = [row for row in self.rows if row.kind not in ("action", "heading")]
        label = _between(max((cell_len(row.label) for row in rows), default=0), LABEL)
        value = _between(max((cell_len(row.value) for row in rows), default=0) + 5, VALUE)
        room = max(width - MARK, 0)
        label = min(label, room - min(value, room // 2))  # in a narrow window both are cut, not only the values
        return label, min(value, room - label)

    def _line(self, number: int, width: int) -> Text:
        row, chosen = self.rows[number], number == self.at
        if row.kind == "heading":
            return Text(f" {row.label}", style=f"bold {self.accent}")
        meta = Style(meta={"card": str(number)})
        label, value = self._columns
        if row.kind == "action":
            line = Text.assemble(
                " ▸ " if chosen else "   ", fit(row.label, max(len(row.label), label)), ("  " + row.about, "dim")
            )
            line.stylize("bold reverse" if chosen else "bold", 3, 3 + len(row.label))
        else:
            about = row.about if width - MARK - label - value >= ABOUT else ""  # it stands under the list too
            line = Text.assemble(
                " ▸ " if chosen else "   ", fit(row.label, label), self._value(row, chosen, value), (about, "dim")
            )
        line.truncate(width, overflow="ellipsis")
        line.stylize(meta)
        return line

    def _value(self, row: Row, chosen: bool, width: int) -> Text:
        style = "bold reverse" if chosen else ""
        if row.kind == "text":
            shown = row.value[-(width - 5) :] + ("▏" if chosen else "")
            return Text.assemble(" ", fit(Text(f" {shown or '…'} ", style=style), width - 1))
        if not chosen:
            return fit(f"  {row.value}", width)
        return fit(Text.assemble(("‹", "bold"), Text(f" {row.value} ", style=style), ("›", "bold")), width)

    # ---- what is done

    def pressed(self, key: str, character: str) -> bool:
        return self._goes(key) or self._typed(key, character)

    def _goes(self, key: str) -> bool:
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

    def _typed(self, key: str, typed: str) -> bool:
        row = self.current
        if key == "backspace" and row.kind in ("text", "number"):
            self._say("type", text=row.value[:-1])
            return True
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
        self._did(Did(self.current.key, what, step, text))


def _marked(line: Text, mark: str, width: int) -> Text:
    """A line that says at its end that there are more rows beyond it."""
    line.rstrip()
    return Text.assemble(fit(line, max(width - 2, 0)), (f" {mark}", "bold"))


def _between(wanted: int, limits: tuple[int, int]) -> int:
    return min(max(wanted, limits[0]), limits[1])
