"""Once under a real terminal: tmux shows what a person would see, and gets what a person would type."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PATIENCE = 60.0


class Terminal:
    """A window of 80 × 24 with `stichwerk tui` in it."""

    def __init__(self, folder: Path) -> None:
        self._socket = f"stichwerk-{uuid.uuid4().hex[:8]}"
        home = f"HOME={folder} XDG_DATA_HOME={folder} LC_ALL=C.UTF-8 TERM=tmux-256color"
        program = Path(sys.executable).with_name("stichwerk")
        command = f"env -u COLUMNS -u LINES {home} {program} tui --lang en; echo status $?; sleep 1000"
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command)

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-u", "-L", self._socket, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def press(self, *keys: str) -> None:
        for key in keys:
            self._tmux("send-keys", key)

    def shown(self) -> str:
        return self._tmux("capture-pane", "-p")

    def until(self, wanted: Callable[[str], bool]) -> str:
        end = time.monotonic() + PATIENCE
        while not wanted(text := self.shown()):
            assert time.monotonic() < end, text
            time.sleep(0.1)
        return text

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def close(self) -> None:
        self._tmux("kill-server")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    if shutil.which("tmux") is None:
        if os.environ.get("STICHWERK_NEED_SERVICES") == "1":
            pytest.fail("tmux is missing")
        pytest.skip("tmux is missing: the terminal client is not tried in a real terminal")
    opened = Terminal(tmp_path)
    yield opened
    opened.close()


def test_a_game_in_a_real_terminal(terminal: Terminal) -> None:
    terminal.until(lambda text: "Play now" in text)
    terminal.press("Enter")
    terminal.until(lambda text: "Choose your misery card" in text)
    terminal.press("Right", "Enter")
    terminal.until(lambda text: "You chose" in text)
    terminal.press("Space")
    terminal.until(lambda text: "Your turn" in text)
    terminal.resize(40, 10)
    terminal.until(lambda text: "This window has 40 × 10" in " ".join(text.split()))
    terminal.resize(120, 40)
    terminal.until(lambda text: "Your turn" in text)
    terminal.press("?")
    terminal.until(lambda text: "Rules: Sticheln" in text)
    terminal.press("q")
    terminal.until(lambda text: "Rules: Sticheln" not in text)
    terminal.press("q")
    terminal.until(lambda text: "Go on: Sticheln" in text)
    terminal.press("C-q")
    terminal.until(lambda text: "status 0" in text)
