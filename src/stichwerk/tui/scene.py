"""All that a painter of the table needs to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from stichwerk.tui.cards import Palette
from stichwerk.tui.place import Link
from stichwerk.tui.speech import Speech, View


@dataclass
class Scene:
    view: View
    say: Speech
    palette: Palette
    may_move: bool = False  # what is shown is the newest, and nothing is on its way
    is_sending: bool = False
    cursor: str | None = None  # the card, colour or answer that Enter takes
    typed: str = ""
    signalling: bool = False  # the next pile that is named gets a sign
    notice: Text = field(default_factory=Text)
    log: Sequence[Text] = ()
    link: Link = "open"
    is_live: bool = False
    now: float = 0.0  # for clocks, in seconds since 1970
    pace: str = "normal"
    unread: int = 0  # lines of chat

    @property
    def legal(self) -> list[str]:
        return self.view["legal"] if self.may_move else []

    def who(self, seat: int) -> str:
        return self.say.who(self.view, seat)

    def seat(self, seat: int) -> Any:
        return self.view["table"]["seats"][seat]


def choices(view: View) -> list[str]:
    """What the cursor goes through: the hand, or where there is something else to say, what can be said."""
    if view["phase"] in ("name", "start") and view["legal"]:
        return list(view["legal"])
    return list(view["hand"])


def takes(view: View, choice: str | None) -> bool:
    """Whether Enter does something with a choice, or only a pile (The Game) will."""
    return choice in view["legal"]


def can_signal(view: View) -> bool:
    """The Game: whether one has somebody to tell something about a pile."""
    return "signals" in view and view["seat"] is not None and view["players"] > 1 and not view["over"]


def fits(view: View, card: str | None, pile: str) -> bool:
    """The Game: whether a card may be laid on a pile."""
    return f"{card}{pile}" in view["legal"]
