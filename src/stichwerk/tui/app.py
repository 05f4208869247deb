"""The full-screen client: one program with a start screen and tables."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping

from textual.app import App
from textual.binding import Binding
from textual.theme import Theme

from stichwerk.tui.cards import PALETTES, Palette
from stichwerk.tui.files import Files, KeptSeat, Settings
from stichwerk.tui.frames import PACES
from stichwerk.tui.place import Place
from stichwerk.tui.speech import Speech
from stichwerk.words import LANGUAGES, language_of_user

THEMES = ("auto", "dark", "light", "ansi-dark", "ansi-light")
OURS = [
    Theme(
        "dark",
        primary="#e8b86d",
        accent="#e8b86d",
        background="#16181d",
        surface="#1f232b",
        panel="#2a2f3a",
        foreground="#e9e6df",
    ),
    Theme(
        "light",
        primary="#8a4b08",
        accent="#8a4b08",
        background="#fbf8f1",
        surface="#f1ece0",
        panel="#e5dece",
        foreground="#23201a",
        dark=False,
    ),
]
FEW_COLOURS = ("linux", "xterm", "screen", "vt100", "vt220", "ansi", "rxvt", "tmux")


class House(App[None]):
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: $background; color: $foreground; }
    Window { align: center middle; background: $background 60%; }
    .line { height: 1; padding: 0 1; }
    .sheet { width: 90%; max-width: 100; height: auto; max-height: 95%; padding: 0 1; }
    .sheet { border: round $primary; background: $background; }
    .sheet > VerticalScroll { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    .sheet > Input { dock: bottom; }
    .sheet Static { height: auto; }
    .hint { color: $text-muted; height: 1; }
    OptionList { border: none; padding: 0; background: $background; }
    OptionList:focus { border: none; }
    OptionList:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    Input:nocolor > .input--cursor { text-style: underline; }
    Input { border: none; height: 1; padding: 0; background: $surface; }
    """
    BINDINGS = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self, files: Files, language: str | None = None, join: str | None = None, watch: bool = False) -> None:
        colourless = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if colourless else None)  # else Textual paints greys, on few colours black on black
        self.files = files
        self.settings = files.settings()
        if self.settings.pace not in PACES:  # of another version, or somebody's own
            self.settings.pace = Settings().pace
        kept = self.settings.language
        self.speech = Speech(language or (kept if kept in LANGUAGES else language_of_user()))
        self._join, self._watch = join, watch
        for theme in OURS:
            self.register_theme(theme)
        self.use_theme(self.settings.theme)
        self.title = "Stichwerk"

    @property
    def palette(self) -> Palette:
        return PALETTES[self.theme]

    def use_theme(self, name: str) -> None:
        self.theme = theme_for(os.environ) if name not in PALETTES else name

    def use_language(self, language: str) -> None:
        self.speech = Speech(language)

    def keep_settings(self) -> None:
        self.settings.language = self.speech.language
        with contextlib.suppress(OSError):  # then nothing is remembered, and everything else works
            self.files.keep_settings(self.settings)

    def keep_seat(self, seat: KeptSeat) -> None:
        """One plays all the same where nothing can be written, and is told that the seat is lost with the program."""
        try:
            self.files.keep_seat(seat)
        except OSError as error:
            self.notify(self.speech("tui.noseat", reason=error.strerror or error), severity="warning", timeout=20)

    def on_mount(self) -> None:
        if self._join is None:
            self.go_home()
        else:
            self.join(self._join, self._watch)

    # ---- from room to room

    def go_home(self) -> None:
        from stichwerk.tui.start import StartScreen

        self._show(StartScreen())

    def go_to_table(self, place: Place) -> None:
        from stichwerk.tui.table_screen import TableScreen

        self._show(TableScreen(place))

    def join(self, text: str, watch: bool = False) -> None:
        from stichwerk.tui.join import JoinScreen

        self._show(JoinScreen(text, watch))

    def _show(self, screen: object) -> None:
        from textual.screen import Screen

        assert isinstance(screen, Screen)
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    async def action_leave(self) -> None:
        """Everything is kept as it is: a local game is written with every move, a live one goes on without us."""
        self.exit()


def theme_for(environment: Mapping[str, str]) -> str:
    """What suits a terminal that tells little: light or dark by COLORFGBG, its own colours where it has only 16."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    shade = "light" if background in ("7", "15") else "dark"
    few = environment.get("TERM", "") in FEW_COLOURS and not environment.get("COLORTERM")
    return f"ansi-{shade}" if few else shade


def run(language: str | None, join: str | None, watch: bool) -> int:
    House(Files(), language, join, watch).run()
    return 0
