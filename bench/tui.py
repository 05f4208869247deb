"""How quick the terminal's table is, in a terminal of its own: from the command to the first screen, and from a key to its answer
while a bot thinks.

    python -m bench.tui

The bot thinks as hard as one can: an endless loop of plain Python, with which the screen has to share the interpreter.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

STARTS, KEYS = 7, 60
QUIET = 0.15  # seconds without output after which a screen is whole
LIMITS = {"start": 1.0, "key": 0.05}

THINKING = """
from stichwerk import bots
from stichwerk.tui import app

class Thinker:
    def act(self, view):
        while True:
            sum(range(1000))
    signal = act

bots.make = lambda name, seed=None: Thinker()
app.run("en", None, False)
"""


class Terminal:
    """A program in a terminal of 80 × 24."""

    def __init__(self, *arguments: str, home: str) -> None:
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            os.environ.update(HOME=home, XDG_DATA_HOME=home, TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.environ.pop("COLUMNS", None)
            os.environ.pop("LINES", None)
            os.execv(sys.executable, [sys.executable, *arguments])
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read(self, seconds: float) -> bytes:
        """What comes next; nothing if it does not come in time."""
        ready, _, _ = select.select([self._file], [], [], seconds)
        return os.read(self._file, 65_536) if ready else b""

    def until(self, text: bytes) -> None:
        seen = b""
        while text not in seen:
            seen += self.read(10.0)

    def settle(self) -> None:
        while self.read(QUIET):
            pass

    def press(self, key: bytes) -> float:
        """Seconds until the screen answers a key."""
        self.settle()
        began = time.perf_counter()
        os.write(self._file, key)
        assert self.read(10.0), "no answer"
        return time.perf_counter() - began

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._file)


def start(home: str) -> float:
    """Seconds from the command to its first screen."""
    began = time.perf_counter()
    terminal = Terminal(str(Path(sys.executable).with_name("stichwerk")), "tui", "--lang", "en", home=home)
    terminal.until(b"Sticheln")
    took = time.perf_counter() - began
    terminal.close()
    return took


def keys(home: str) -> list[float]:
    """Seconds from a key to its answer, while a bot thinks without end."""
    terminal = Terminal("-c", THINKING, home=home)
    terminal.until(b"Sticheln")
    terminal.settle()
    terminal.press(b"\r")
    terminal.until(b"misery")
    time.sleep(1.0)
    found = [terminal.press(b"\x1b[C") for _ in range(KEYS)]
    terminal.close()
    return found


def tell(name: str, found: list[float]) -> bool:
    ordered = sorted(found)
    late = ordered[int(len(ordered) * 0.95)]
    shown = [f"{about} {seconds * 1000:5.0f} ms" for about, seconds in (("median", statistics.median(ordered)), ("95 %", late))]
    print(f"{name:<36} {'   '.join(shown)}")
    return statistics.median(ordered) < LIMITS[name.split()[0]]


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        start(home)  # so that everything is compiled and in memory
        good = tell("start to first screen", [start(home) for _ in range(STARTS)])
        return 0 if tell("key to answer while a bot thinks", keys(home)) and good else 1


if __name__ == "__main__":
    sys.exit(main())
