"""Where one sits: at a table in this process (`local`) or at a live one (`remote`). The screen knows only this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Protocol

from stichwerk.tui.speech import View

Link = Literal["connecting", "open", "lost"]


class Hearing(Protocol):
    """Who is told what happens at the table."""

    def saw(self, view: View, version: int, whole: bool) -> None:
        """A new view; its log is whole, or what is new since the last one."""

    def heard(self, line: dict[str, Any], is_new: bool) -> None:
        """A line of chat; it is not new if it was said before one came."""

    def refused(self, code: str, params: dict[str, Any], message: str) -> None:
        """Something was not allowed, and nothing has changed."""

    def linked(self, link: Link) -> None:
        """The connection has come or gone."""

    def shut(self, message: str) -> None:
        """The table cannot be seen any more."""

    def failed(self, error: BaseException) -> None:
        """Something is broken that nobody has foreseen."""

    async def has_shown(self) -> None:
        """Returns when all pictures so far have been looked at: bots of a local table do not run ahead."""


class Place(ABC):
    is_live = False  # others may be here: one can talk, and be host
    hearing: Hearing

    def attend(self, hearing: Hearing) -> None:
        """Begins to tell what happens."""
        self.hearing = hearing
        self.open()

    @abstractmethod
    def open(self) -> None: ...

    @abstractmethod
    def move(self, version: int, move: str) -> None: ...

    @abstractmethod
    def signal(self, signal: str) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    def say(self, text: str) -> bool:
        """Says something to the others; whether it could be sent."""
        return False

    def host(self, action: str, seat: int | None = None) -> None:  # noqa: B027 - at a local table there is nobody to host
        """Does what only the host may: start, fill, remove, pause, resume."""

    @abstractmethod
    async def rematch(self) -> Place | None:
        """The table at which the same people play again, as soon as it is known."""

    async def leave(self) -> None:  # noqa: B027
        """Gives the seat up for good."""
