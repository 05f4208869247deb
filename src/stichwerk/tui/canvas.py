"""A widget that is painted line by line, with whatever fits its size; and how blocks of lines are put together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from stichwerk.tui.house import Room

Lines = list[Text]
_CONSOLE = Console(color_system=None)


class Canvas(Widget, can_focus=True):
    """`paint` gives its lines; a click on what carries a meaning in its style (`meta`) becomes that meaning."""

    DEFAULT_CSS = "Canvas { width: 1fr; height: 1fr; }"
    _lines: Lines | None = None
    _is_asked = False

    @abstractmethod
    def paint(self, width: int, height: int) -> Lines: ...

    def repaint(self) -> None:
        """Has what has changed painted anew: once, however many changes come together."""
        if not self._is_asked:
            self._is_asked = True
            self.call_next(self._paint_changes)

    def _paint_changes(self) -> None:
        self._is_asked = False
        before = self._lines
        if before is None:
            return
        self._lines = self.paint(*self.size)
        rows = max(len(before), len(self._lines))
        changed = [row for row in range(rows) if not _same(_at(before, row), _at(self._lines, row))]
        if changed:
            self.refresh(*(Region(0, row, self.size.width, 1) for row in changed))

    def repaint_all(self) -> None:
        self._lines = None
        self.refresh()

    def on_resize(self) -> None:
        self.repaint_all()

    def notify_style_update(self) -> None:
        """Another theme, other colours."""
        super().notify_style_update()
        self.repaint_all()

    def render_line(self, y: int) -> Strip:
        if self._lines is None:
            self._lines = self.paint(*self.size)
        line = Text.assemble(_at(self._lines, y))  # a line without spans of its own would lose its style
        segments = [segment for segment in line.render(self.app.console) if segment.text]
        strip = Strip(Segment.strip_links(segments)).adjust_cell_length(self.size.width)
        return strip.apply_style(self.rich_style)

    @property
    def room(self) -> Room[Any]:
        assert isinstance(self.screen, Room)
        return self.screen

    def on_key(self, event: events.Key) -> None:
        if self.room.is_for_me(event) and self.pressed(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def pressed(self, key: str, character: str) -> bool:
        """Whether a key means something here."""
        return False

    def on_click(self, event: events.Click) -> None:
        if not self.room.is_in_front:
            return
        if event.style.meta.get("card") is not None:
            self.clicked("card", str(event.style.meta["card"]))
        elif event.style.meta.get("key") is not None:
            self.clicked("key", str(event.style.meta["key"]))

    def clicked(self, what: str, value: str) -> None:
        """A click on something that carries a meaning."""


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: str = "  ") -> Lines:
    """Two blocks side by side, the left one filled up to `width` columns."""
    rows = max(len(left), len(right))
    return [Text.assemble(fit(_at(left, row), width), gap, _at(right, row)) for row in range(rows)]


def _at(block: Sequence[Text], row: int) -> Text:
    return block[row] if row < len(block) else Text()


def _same(one: Text, other: Text) -> bool:
    return one == other and one.style == other.style


def fit(text: Text | str, width: int, justify: str = "left") -> Text:
    """Exactly so many columns: cut with an ellipsis, or filled with spaces."""
    line = text.copy() if isinstance(text, Text) else Text(text)
    line.truncate(width, overflow="ellipsis")
    room = width - cell_len(line.plain)
    before = room if justify == "right" else room // 2 if justify == "center" else 0
    return Text.assemble(" " * before, line, " " * (room - before))


def high(block: Iterable[Text], height: int) -> Lines:
    """Exactly so many lines."""
    lines = list(block)[:height]
    return lines + [Text() for _ in range(height - len(lines))]


def wrap(text: Text, width: int) -> Lines:
    """A sentence on as many lines as it needs, further ones set in."""
    if text.cell_len <= width and "\n" not in text.plain:
        return [text]
    lines = list(text.wrap(_CONSOLE, max(width - 2, 8)))
    return [line if at == 0 else Text.assemble("  ", line) for at, line in enumerate(lines)]


def rule(title: str, width: int, style: str = "dim") -> Text:
    """A line with a title in it."""
    return Text.assemble(("─ ", style), (title, "bold"), (" " + "─" * max(width - cell_len(title) - 3, 0), style))
