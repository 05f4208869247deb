"""What keys and mouse do with one's cards: the cursor, what is typed, and the piles of The Game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stichwerk.tui.scene import can_signal, choices, takes
from stichwerk.tui.speech import View
from stichwerk.words import SYMBOLS

if TYPE_CHECKING:
    from stichwerk.tui.table_screen import TableScreen

SIGNS = {"": "?", "?": "!", "!": "."}  # the next one of a pile's signs


class Hands:
    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._view: View | None = None
        self._at = 0
        self.cursor: str | None = None
        self.typed = ""
        self.signalling = False

    def look(self, view: View) -> None:
        """Another view: the cursor stays on its card, or where that was."""
        self._view = view
        possible = choices(view)
        if view["phase"] == "name" and view["legal"] and self.cursor not in possible:
            self.cursor = view["proposed"]
        if self.cursor not in possible:
            self._at = min(self._at, max(len(possible) - 1, 0))
            self.cursor = possible[self._at] if possible else None
            self.typed = ""
        self._at = possible.index(self.cursor) if self.cursor in possible else 0
        if not view["legal"]:
            self.typed = ""

    @property
    def _choices(self) -> list[str]:
        return [] if self._view is None else choices(self._view)

    @property
    def _meant(self) -> str | None:
        """The card under the cursor; what was typed, if that is none of one's own: then the table says so."""
        return self.typed if self.cursor is None or not self.cursor.startswith(self.typed) else self.cursor

    def _go_to(self, choice: str) -> None:
        self.cursor, self._at = choice, self._choices.index(choice)

    # ---- keys

    def press(self, key: str, character: str) -> bool:
        if self._view is None or self._view["seat"] is None:
            return False
        if self.signalling and key not in ("space", "question_mark"):
            self._sign_by_key(character.upper())
            return True
        if key in ("left", "right", "up", "down", "home", "end"):
            self._step(key)
            return True
        if key == "enter" and self._screen.may_move and self._view["legal"]:
            if not self._screen.is_hasty():
                self._take()
            return True
        if key in ("escape", "backspace"):
            self.typed = ""
            return True
        return self._type(character)

    def _step(self, key: str) -> None:
        possible = self._choices
        if not possible:
            return
        last = len(possible) - 1
        by = {"left": -1, "up": -1, "right": 1, "down": 1, "home": -self._at, "end": last - self._at}[key]
        self._go_to(possible[(self._at + by) % len(possible)])
        self.typed = ""

    def _take(self) -> None:
        assert self._view is not None
        if self._view["game"] == "thegame" and self._view["phase"] == "play":
            self._lay_where_it_fits()
        elif self._meant:
            self._screen.move(self._meant)
        self.typed = ""

    def _lay_where_it_fits(self) -> None:
        """Enter lays a card that fits only one pile; else the pile has to be named."""
        assert self._view is not None
        fitting = [move for move in self._view["legal"] if move[:-1] == self.cursor]
        if self._meant != self.cursor:
            self._lay(next(iter(self._view["piles"])))
        elif len(fitting) == 1:
            self._screen.move(fitting[0])
        elif fitting:
            self._screen.tell(self._screen.speech("thegame.lay", card=self.cursor))
        elif self.cursor:
            self._screen.tell(self._screen.speech("thegame.card.nowhere", card=self.cursor), bad=True)

    def _type(self, character: str) -> bool:
        """A card's own letters and digits choose it; in The Game a pile's letter lays it."""
        assert self._view is not None
        if self._view["game"] == "thegame" and self._typed_of_the_game(character.lower()):
            return True
        typed = self._typed_with(character.lower())
        if typed:
            self.typed = typed
            found = [choice for choice in self._choices if choice.startswith(typed)]
            if found:
                self._go_to(typed if typed in found else found[0])
        return bool(typed)

    def _typed_with(self, character: str) -> str:
        """What is typed with one character more: a colour begins a card, in The Game a digit after two; nothing for the rest."""
        assert self._view is not None
        numbers = self._view["game"] == "thegame"
        if not numbers and character in SYMBOLS:
            return character
        if not (character.isdecimal() and character.isascii()):
            return ""
        begun = "" if self.typed[-2:].isdecimal() and len(self.typed) > 1 else self.typed
        return begun + character if begun or numbers else ""

    def _typed_of_the_game(self, character: str) -> bool:
        view = self._view
        assert view is not None
        if character == "s" and can_signal(view):
            self.signalling = True
            return True
        if not self._screen.may_move or not view["legal"]:
            return False
        if view["phase"] == "start":
            return self._move_if(f"start{character}", f"start{character}" in view["legal"])
        if character.upper() in view["piles"]:
            self._lay(character.upper())
            return True
        return self._move_if("end", character == "e")

    def _move_if(self, move: str, meant: bool) -> bool:
        if meant:
            self._screen.move(move)
        return meant

    def _lay(self, pile: str) -> None:
        if self._meant:
            self._screen.move(f"{self._meant}{pile}")
            self.typed = ""

    # ---- signs

    def _sign_by_key(self, pile: str) -> None:
        self.signalling = False
        if self._view is not None and pile in self._view.get("piles", ()):
            self.sign(pile)

    def sign(self, pile: str) -> None:
        """Changes one's own sign of a pile: none, slowly, please not, none again."""
        view = self._view
        if view is None or not can_signal(view):
            return
        now = view["signals"][view["seat"]].get(pile, "")
        self._screen.place.signal(f"{pile}{SIGNS[now]}")

    # ---- mouse

    def click(self, what: str) -> None:
        """A card or an answer is chosen by a click and taken by another; a pile takes the chosen card."""
        if self._view is None:
            return
        if what in self._view.get("piles", ()):
            if self._screen.may_move and self._view["legal"]:
                self._lay(what)
        elif what == self.cursor and self._screen.may_move and (takes(self._view, what) or self._view["legal"]):
            self._take()
        elif what in self._choices:
            self._go_to(what)
            self.typed = ""
