"""What else one can do at a table: the host's doings, leaving, the link for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from stichwerk.game.refusals import Refusal
from stichwerk.tui.house import Window
from stichwerk.tui.remote import RemotePlace
from stichwerk.tui.sheets import Sheet

if TYPE_CHECKING:
    from stichwerk.tui.speech import View
    from stichwerk.tui.table_screen import TableScreen


class MenuWindow(Window[None]):
    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self._table = table

    @property
    def _view(self) -> View:
        assert self._table.scene is not None
        return self._table.scene.view

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title, sheet.border_subtitle = self.speech("tui.key.menu"), self.speech("tui.menu.keys")
            yield OptionList(*(Option(Text(sentence), id=code) for code, sentence in self._entries()))

    def _entries(self) -> list[tuple[str, str]]:
        say = self.speech
        points = [("points", say("table.lastround"))] if self._view.get("last_round") else []
        found = [
            ("rules", say("rules.title")),
            *points,
            ("pace", say.pair(say("settings.speed"), say(f"settings.speed.{self.house.settings.pace}"))),
        ]
        if isinstance(self._table.place, RemotePlace):
            found += [("invite", say("browser.invite")), *self._host_entries()]
            if self._view["seat"] is not None:
                found.append(("device", say("browser.device")))
                found += [] if self._view["over"] else [("leave", say("browser.leave"))]
        return [*found, ("home", say("tui.key.home")), ("quit", say("tui.quit"))]

    def _host_entries(self) -> list[tuple[str, str]]:
        view, say = self._view, self.speech
        status, seats = view["table"]["status"], list(enumerate(view["table"]["seats"]))
        if view["seat"] is None or view["seat"] != view["table"]["host"]:
            return [("host:resume", say("browser.host.resume"))] if status == "paused" and view["seat"] is not None else []
        found = {
            "waiting": [("host:start", say("browser.host.start"))],
            "running": [("host:pause", say("browser.host.pause"))],
            "paused": [("host:resume", say("browser.host.resume"))],
        }.get(status, [])
        if status == "waiting":
            found += [
                (f"host:fill:{n}", say.pair(say("table.seat", n=n + 1), say("browser.host.fill")))
                for n, seat in seats
                if seat["kind"] == "open"
            ]
        if status != "over":
            found += [
                (f"host:remove:{n}", say("browser.host.remove", who=say.seat(view, n)))
                for n, seat in seats
                if seat["kind"] == "person" and n != view["seat"]
            ]
        return found

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if not self.is_in_front:
            return
        code, _, rest = (event.option.id or "").partition(":")
        table, house = self._table, self.house
        self.dismiss()
        if code == "host":
            self._host(*rest.split(":"))
        elif code == "rules":
            table.press("question_mark", "?")
        elif code == "points":
            table.show_last_round()
        elif code == "pace":
            table.change_pace(1)
        elif code in ("invite", "device"):
            table.app.push_screen(self._link_sheet(code))
        elif code == "leave":
            say = self.speech
            question = Question(say("browser.leave.sure"), say("browser.yes"), say("browser.no"))
            self._ask(question, lambda: table.run_worker(leave(table)))
        else:
            house.go_home() if code == "home" else house.exit()

    def _host(self, action: str, at: str | None = None) -> None:
        place, seat = self._table.place, int(at) if at else None
        if action != "remove" or seat is None:
            place.host(action, seat)
            return
        say, who = self.speech, self.speech.seat(self._view, seat)
        question = Question(say("browser.host.remove.sure", who=who), say("browser.host.remove", who=who), say("browser.close"))
        self._ask(question, lambda: place.host(action, seat))

    def _ask(self, question: Question, then: Callable[[], object]) -> None:
        """The table asks, and hears the answer: this window has gone by then."""

        def answered(sure: bool | None) -> None:
            if sure:
                then()

        self._table.call_next(self._table.app.push_screen, question, answered)

    def _link_sheet(self, code: str) -> Sheet:
        place, say = self._table.place, self.speech
        assert isinstance(place, RemotePlace)
        if code == "invite":
            return Sheet(say("browser.invite"), [Text(place.link.shared(), overflow="fold")])
        link = f"{place.link.server}/t/{place.link.table}#seat={place.link.token}"
        return Sheet(
            say("browser.device"), [Text(link, overflow="fold"), Text(), Text(say("browser.device.secret"), style="dim")]
        )

    def pressed(self, key: str) -> bool:
        if key in ("escape", "m", "q"):
            self.dismiss()
        return key in ("escape", "m", "q")


class Question(Window[bool]):
    """Whether one is sure of what cannot be taken back: Enter or Escape."""

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_subtitle = f"{self.speech('tui.key.enter')}: {self._yes}   Esc: {self._no}"
            yield Static(Text(self._question))

    def pressed(self, key: str) -> bool:
        if key == "escape" or (key == "enter" and not self.is_hasty()):
            self.dismiss(key == "enter")
        return key in ("enter", "escape")


async def leave(table: TableScreen) -> None:
    """Gives the seat up for good."""
    try:
        await table.place.leave()
    except Refusal as refusal:
        table.tell(refusal.say(table.speech.language), bad=True)
        return
    table.house.go_home()
