"""The table: what is seen, at a pace that can be followed, and what keys and mouse do."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rich.text import Text
from textual.app import ComposeResult

from stichwerk.tui import narrate, picture, sheets
from stichwerk.tui.canvas import Canvas, Lines
from stichwerk.tui.chat import ChatWindow
from stichwerk.tui.ending import EndWindow
from stichwerk.tui.frames import PACES, Frame, frames
from stichwerk.tui.hands import Hands
from stichwerk.tui.house import TAKING, Room
from stichwerk.tui.link import Told
from stichwerk.tui.menu import MenuWindow
from stichwerk.tui.pace import Projector
from stichwerk.tui.place import Link, Place
from stichwerk.tui.scene import Scene
from stichwerk.tui.scoring import RoundWindow
from stichwerk.tui.speech import View

LOG = 2_000  # sentences that are kept


class TableCanvas(Canvas):
    def paint(self, width: int, height: int) -> Lines:
        scene = self._screen.scene
        return [] if scene is None else picture.paint(scene, width, height)

    @property
    def _screen(self) -> TableScreen:
        assert isinstance(self.screen, TableScreen)
        return self.screen

    def pressed(self, key: str, character: str) -> bool:
        return self._screen.press(key, character)

    def clicked(self, what: str, value: str) -> None:
        self._screen.click(what, value)


class TableScreen(Room[None]):
    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.scene: Scene | None = None
        self.chat: list[dict[str, Any]] = []
        self.version = -1
        self.sent: str | None = None  # the move that is on its way
        self._newest: View | None = None
        self._told: list[dict[str, Any]] = []  # the log as it was told, shown or not
        self._follows = False  # a rematch was asked for: goes there as soon as it is known
        self._link: Link = "connecting"
        self._sentences: list[Text] = []
        self._gone = False

    def compose(self) -> ComposeResult:
        yield TableCanvas()

    def on_mount(self) -> None:
        self.canvas = self.query_one(TableCanvas)
        self.canvas.focus()
        self.hands = Hands(self)
        self.projector = Projector(self._show, self._wait, self.house.settings.pace)
        self.set_interval(1.0, self._tick)
        self.place.attend(self)

    async def on_unmount(self) -> None:
        self._gone = True
        self.projector.close()
        await self.place.close()

    def _wait(self, seconds: float, then: Any) -> Any:
        return self.set_timer(seconds, then).stop

    # ---- what the table tells (place.Hearing)

    def saw(self, view: View, version: int, whole: bool) -> None:
        if self._gone:
            return
        before, self._newest, self.version = self._newest, view, version
        news = self._news(view["log"], whole)
        if before is None or news is None or _decision(before) != _decision(view):
            self.sent = None
        if before is None or news is None:
            self._begin_with(view)
        else:
            self.projector.add(frames(before, view, version, news))
        self._update()
        if self._follows and view["table"]["next"]:
            self._follows = False
            self.run_worker(self._play_again())

    def _news(self, log: list[dict[str, Any]], whole: bool) -> list[dict[str, Any]] | None:
        """What is new in a log; None if that cannot be told, as when a table without aids is seen again."""
        if not whole:
            self._told += log
            return log
        known, self._told = self._told, list(log)
        return log[len(known) :] if log[: len(known)] == known else None

    def _begin_with(self, view: View) -> None:
        """There is nothing to lead from: the table is shown as it is."""
        self.projector.close()
        self.projector.is_stopped = False
        self._sentences = []
        self._show(Frame(view, self.version, view["log"]))

    def heard(self, line: dict[str, Any], is_new: bool) -> None:
        self.chat.append(line)
        self._sentences.append(narrate.chat(line, self.palette))
        window = self.app.screen
        if isinstance(window, ChatWindow):
            window.show()
        elif is_new and self.scene and line["seat"] != self.scene.view["seat"]:
            self.scene.unread += 1
            self.tell(self.speech("browser.chat.said", name=line["name"], text=line["text"]))
        self._update()

    def refused(self, code: str, params: dict[str, Any], message: str) -> None:
        self.sent = None
        self.tell(Told(code, params, message).say(self.speech.language), bad=True)

    def linked(self, link: Link) -> None:
        self._link = link
        self._update()

    def shut(self, message: str) -> None:
        from stichwerk.tui.sheets import Sheet

        if not self._gone:
            self.app.push_screen(Sheet(self.speech("browser.shut"), [Text(message)]), lambda _: self.house.go_home())

    def failed(self, error: BaseException) -> None:
        def fail() -> None:
            raise error

        if not self._gone:
            self.call_later(fail)

    async def has_shown(self) -> None:
        await self.projector.has_shown()

    # ---- what is shown

    def _show(self, frame: Frame) -> None:
        view = frame.view
        self._sentences += [narrate.narrate(event, view, self.speech, self.palette) for event in frame.events]
        del self._sentences[:-LOG]
        old = self.scene
        self.scene = Scene(view, self.speech, self.palette, unread=old.unread if old else 0, notice=old.notice if old else Text())
        self.hands.look(view)
        self._update()
        if frame.is_round:
            self.app.push_screen(RoundWindow(view), self._seen_round)
        elif view["over"] and (old is None or not old.view["over"] or old.view["phase"] != "over"):
            self.show_result()
        elif view["table"]["next"] and not (old and old.view["table"]["next"]):
            self.tell(self.speech("table.gonext"))

    def _seen_round(self, _: object) -> None:
        self.projector.go_on()
        self._update()

    def show_result(self) -> None:
        if self.scene and not isinstance(self.app.screen, EndWindow):
            self.app.push_screen(EndWindow(self.scene.view), self._after_result)

    def _after_result(self, choice: str | None) -> None:
        if choice == "home":
            self.house.go_home()
        elif choice == "again":
            self.run_worker(self._play_again())

    async def _play_again(self) -> None:
        try:
            following = await self.place.rematch()
        except OSError as error:
            self.tell(self.speech("tui.nosave", reason=error.strerror or error), bad=True)
            return
        self._follows = following is None
        if following is not None:
            self.house.go_to_table(following)

    @property
    def may_move(self) -> bool:
        view = self.scene and self.scene.view
        return bool(view and view is self._newest and self.sent is None and self.projector.is_idle and _runs(view))

    def tell(self, sentence: str, bad: bool = False) -> None:
        if self.scene:
            self.scene.notice = Text(sentence, style=f"bold {self.palette.bad}" if bad else self.palette.accent)
            self._update()

    def _update(self) -> None:
        """Brings the scene up to date and paints it."""
        if self.scene is None or self._gone:
            return
        scene = self.scene
        scene.say, scene.palette, scene.log, scene.link = self.speech, self.palette, self._sentences, self._link
        scene.may_move, scene.is_live, scene.pace = self.may_move, self.place.is_live, self.projector.pace
        scene.cursor, scene.typed, scene.signalling = self.hands.cursor, self.hands.typed, self.hands.signalling
        scene.now, scene.is_sending = time.time(), self.sent is not None
        self.canvas.repaint()

    def _tick(self) -> None:
        if self.scene and self.scene.view["table"]["clock"]:
            self._update()

    # ---- what is done

    def press(self, key: str, character: str) -> bool:
        """Whether a key means something here."""
        if self.scene is None:
            if key != "q":
                return False
            self.house.go_home()
            return True
        self.scene.notice = Text()
        if key not in TAKING:
            self.wait_no_more()
        done = self.hands.press(key, character) or self._general(key, character)
        self._update()
        return done

    def click(self, what: str, value: str) -> None:
        if what == "card":
            self.hands.click(value)
        elif value.startswith("sign "):
            self.hands.sign(value[-1])
        elif self.scene:
            self.press(value, "" if len(value) > 1 else value)
        self._update()

    def move(self, move: str) -> None:
        """Makes a move; one that is not possible is refused by the table with a sentence."""
        if self.may_move:
            self.sent = move
            self.place.move(self.version, move)

    def _general(self, key: str, character: str) -> bool:
        doing: dict[str, Callable[[], object]] = {
            "space": self.projector.skip,
            "question_mark": lambda: self._open(sheets.rules),
            "l": lambda: self._open(sheets.last_trick),
            "u": lambda: self._open(sheets.unseen),
            "h": self._open_log,
            "p": self.show_last_round,
            "t": self.talk,
            "m": self._open_menu,
            "q": self.house.go_home,
            "enter": self._enter,
            "plus": lambda: self.change_pace(1),
            "minus": lambda: self.change_pace(-1),
            "equals_sign": lambda: self.change_pace(1),
        }
        found = doing.get(key)
        if found:
            found()
        return found is not None

    def _enter(self) -> None:
        if self.scene and self.scene.view["over"]:
            self.show_result()
        else:
            self.projector.skip()

    def _open(self, make: Any) -> None:
        if self.scene and (self.scene.view["phase"] != "waiting" or make is sheets.rules):
            self.app.push_screen(make(self.scene))

    def _open_log(self) -> None:
        self.app.push_screen(sheets.Sheet(self.speech("table.log"), list(self._sentences), at_end=True))

    def show_last_round(self) -> None:
        if self.scene and self.scene.view.get("last_round"):
            self.app.push_screen(RoundWindow(self.scene.view, again=True))

    def talk(self) -> None:
        if self.place.is_live and self.scene:
            self.scene.unread = 0
            self.app.push_screen(ChatWindow(self))

    def _open_menu(self) -> None:
        if self.scene:
            self.app.push_screen(MenuWindow(self))

    def change_pace(self, by: int) -> None:
        paces = list(PACES)
        at = min(max(paces.index(self.projector.pace) + by, 0), len(paces) - 1)
        self.projector.pace = self.house.settings.pace = paces[at]
        self.house.keep_settings()
        self.tell(self.speech.pair(self.speech("settings.speed"), self.speech(f"settings.speed.{paces[at]}")))


def _runs(view: View) -> bool:
    return bool(view["table"]["status"] == "running")


def _decision(view: View) -> Any:
    return view["phase"], view["round"], view["legal"], view["hand"], view["seat"] in view["to_act"], view.get("played")
