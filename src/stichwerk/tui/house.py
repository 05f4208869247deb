"""What every screen needs of the program it is part of: words, colours, files, the person's settings."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen

if TYPE_CHECKING:
    from stichwerk.tui.app import House
    from stichwerk.tui.cards import Palette
    from stichwerk.tui.speech import Speech

T = TypeVar("T")

TAKING = ("enter", "space")  # these take what one has seen, and never what comes after it
CLOSES = ("escape", "enter", "q", "space", "question_mark", "l", "u", "h", "p")  # put away what is only looked at
HASTY = 0.4  # seconds: so soon nobody has looked at what has come in front


class Room(Screen[T]):
    """A screen of the program."""

    _in_front_since = 0.0

    def on_screen_resume(self) -> None:
        self._in_front_since = time.monotonic()

    def is_hasty(self) -> bool:
        """Whether Enter was still meant for the screen before: pressed twice, or held down."""
        since, now = self._in_front_since, time.monotonic()
        hasty = now - since < HASTY
        self._in_front_since = now if hasty else since
        return hasty

    def wait_no_more(self) -> None:
        """Something was done here on purpose."""
        self._in_front_since = 0.0

    @property
    def is_in_front(self) -> bool:
        return self.app.screen is self

    def is_for_me(self, event: events.Key) -> bool:
        """Whether a key was meant for this screen. One that comes when another is in front already goes there."""
        if self.is_in_front:
            return True
        event.stop()
        event.prevent_default()
        if event.key not in TAKING:
            self.app.post_message(events.Key(event.key, event.character))
        return False

    @property
    def house(self) -> House:
        return self.app  # type: ignore[return-value]

    @property
    def speech(self) -> Speech:
        return self.house.speech

    @property
    def palette(self) -> Palette:
        return self.house.palette


class Window(ModalScreen[T], Room[T]):
    """A screen before another one, which shows through."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Goes away, once: what is behind it stays."""
        return super().dismiss(result) if self.is_in_front else AwaitComplete()

    def on_key(self, event: events.Key) -> None:
        if self.is_for_me(event) and self.pressed(event.key):
            event.stop()

    def pressed(self, key: str) -> bool:
        """Whether a key means something here."""
        return False
