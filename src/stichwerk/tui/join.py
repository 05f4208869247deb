"""Before a live table: who sits there, and whether one sits down or only watches. Who has a seat there goes to it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from stichwerk.game.refusals import Refusal
from stichwerk.tui import link as doors
from stichwerk.tui.files import KeptSeat
from stichwerk.tui.form import Did, Form, Row
from stichwerk.tui.house import Room
from stichwerk.tui.link import Link
from stichwerk.tui.remote import RemotePlace, seat_at, sit_down

NAME = 40


class JoinScreen(Room[None]):
    CSS = "#trouble { height: 2; padding: 0 1; }"

    def __init__(self, text: str, watch: bool = False) -> None:
        super().__init__()
        self._text, self._watch = text, watch
        self._link: Link | None = None
        self._table: dict[str, Any] | None = None
        self._works = False

    def compose(self) -> ComposeResult:
        yield Static(id="head", classes="line")
        yield Form(self.did, self.palette.accent)
        yield Static(id="trouble")
        yield Static(self.speech("tui.start.keys"), classes="line hint")

    def on_mount(self) -> None:
        self.form = self.query_one(Form)
        self.form.focus()
        self._show(self.speech("browser.connecting"))
        self._go(self._look)

    def _go(self, work: Callable[[], Awaitable[None]]) -> None:
        if not self._works:
            self._works = True
            self.run_worker(self._carefully(work))

    async def _carefully(self, work: Callable[[], Awaitable[None]]) -> None:
        """Whatever is refused is said, and one may try again; an impatient Enter takes no second seat."""
        try:
            await work()
        except Refusal as refusal:
            self._show(refusal.say(self.speech.language), bad=True)
        finally:
            self._works = False

    async def _look(self) -> None:
        link = doors.read(self._text)
        self._link = link if self._watch else seat_at(link, self.house.files)
        if self._link.token:
            self._go_there(self._link)
            return
        self._table = await asyncio.to_thread(doors.look, self._link, self.speech.language)
        if self._watch or not self._has_room:
            self._go_there(self._link)
        else:
            self._show("")

    @property
    def _has_room(self) -> bool:
        return self._table is not None and any(seat["kind"] == "open" for seat in self._table["table"]["seats"])

    def _go_there(self, link: Link) -> None:
        if link.token:
            self.house.keep_seat(KeptSeat(link.server, link.table, link.token, link.invite))
        self.house.go_to_table(RemotePlace(link, self.house.files, self.speech.language))

    def _show(self, sentence: str, bad: bool = False) -> None:
        say = self.speech
        title = say("front.join.sit")
        if self._table:
            title = say("front.join.at", game=say.game(self._table["game"], self._table["variant"]))
        self.query_one("#head", Static).update(Text(title, style=f"bold {self.palette.accent}"))
        self.query_one("#trouble", Static).update(Text(sentence, style=f"bold {self.palette.bad}" if bad else ""))
        self.form.show(self._rows())

    def _rows(self) -> list[Row]:
        say = self.speech
        home = Row("home", say("browser.home"), kind="action")
        if self._table is None:
            return [Row("again", say("front.again"), kind="action"), home]
        people = [say.seat(self._table, seat) for seat, _ in enumerate(self._table["table"]["seats"])]
        return [
            Row("name", say("settings.name"), self.house.settings.name, say("settings.name.hint"), "text"),
            Row("sit", say("front.join.sit"), kind="action", about=", ".join(people)),
            Row("watch", say("front.join.watch"), kind="action"),
            home,
        ]

    def did(self, event: Did) -> None:
        if not self.is_in_front:
            return
        if event.what == "type":
            self.house.settings.name = event.text[:NAME]
            self._show("")
        elif event.what == "take":
            self._take(event.key)

    def _take(self, key: str) -> None:
        if key == "home":
            self.house.go_home()
        elif key == "again":
            self._go(self._look)
        elif key == "watch" and self._link:
            self._go_there(replace(self._link, token=None))
        else:
            self.house.keep_settings()
            self._go(self._sit)

    async def _sit(self) -> None:
        assert self._link is not None
        name = self.house.settings.name.strip() or self.speech("front.guest")
        self._go_there(await asyncio.to_thread(sit_down, self._link, name, self.speech.language))
