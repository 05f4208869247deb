"""What people at a live table say, and a line to say something oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from stichwerk.tui import narrate
from stichwerk.tui.house import Window

if TYPE_CHECKING:
    from stichwerk.tui.table_screen import TableScreen

LONGEST = 300


class ChatWindow(Window[None]):
    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title, sheet.border_subtitle = self.speech("browser.chat"), self.speech("tui.chat.keys")
            with VerticalScroll(can_focus=False):
                yield Static(id="said")
            if self._table.scene and self._table.scene.view["seat"] is not None:
                yield Input(placeholder=self.speech("browser.chat.write"), max_length=LONGEST)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        lines = [narrate.chat(line, self.palette) for line in self._table.chat]
        nothing = [Text(self.speech("browser.chat.empty"), style="dim")]
        self.query_one("#said", Static).update(Text("\n").join(lines or nothing))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line that cannot be sent stays where it is; one that is refused is told of on the table."""
        if not event.value.strip():
            self.dismiss()
        elif self._table.place.say(event.value):
            event.input.clear()

    def pressed(self, key: str) -> bool:
        if key == "escape":
            self.dismiss()
        return key == "escape"
