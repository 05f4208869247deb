"""What every screen needs of the program it is part of: words, colours, files, the person's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.screen import ModalScreen, Screen

if TYPE_CHECKING:
    from stichwerk.tui.app import House
    from stichwerk.tui.cards import Palette
    from stichwerk.tui.speech import Speech

T = TypeVar("T")


class Room(Screen[T]):
    """A screen of the program."""

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
