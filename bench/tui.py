"""How quick the terminal's table is, in a terminal of its own: from the command to the first screen, and from a key to its answer
while a bot thinks.

    python -m bench.tui

First a bot thinks as hard as one can: an endless loop of plain Python. Then the strongest bots of each game sit at the
table, while they are being compiled for the first time and when they have been.
"""

from __future__ import annotations

import fcntl
import json
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
STRONGEST = (("sticheln", "strong"), ("hattrick", "strong"), ("thegame", "patient"))
PEOPLE = {"sticheln": 4, "hattrick": 4, "thegame": 3}  # beside oneself
MOVE = {"sticheln": b"\r", "hattrick": b"\r", "thegame": b"3ade"}

# Found by the terminal's program, and by the process in which its bots think.
THINKING = """
from stichwerk import bots

class Thinker:
    def act(self, view):
        while True:
            sum(range(1000))
    signal = act

bots.make = lambda name, seed=None: Thinker()
"""


class Terminal:
    """A program in a terminal of 80 × 24."""

    def __init__(self, *arguments: str, home: str, **more: str) -> None:
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(more, HOME=home, XDG_DATA_HOME=home, TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.environ.pop("COLUMNS", None)
            os.environ.pop("LINES", None)
            os.execv(sys.executable, [sys.executable, *arguments])
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read(self, seconds: float) -> bytes:
        """What comes next; nothing if it does not come in time."""
        ready, _, _ = select.select([self.file], [], [], seconds)
        return os.read(self.file, 65_536) if ready else b""

    def until(self, text: bytes) -> None:
        seen = b""
        while text not in seen:
            more = self.read(30.0)
            assert more, f"{text!r} never came"
            seen += more

    def settle(self) -> None:
        while self.read(QUIET):
            pass

    def press(self, key: bytes) -> float:
        """Seconds until the screen answers a key."""
        self.settle()
        began = time.perf_counter()
        os.write(self.file, key)
        assert self.read(10.0), "no answer"
        return time.perf_counter() - began

    def answer(self, key: bytes, text: bytes) -> float:
        """Seconds until a key is answered with a text, whatever else is painted meanwhile."""
        while self.read(0.0):
            pass
        began = time.perf_counter()
        os.write(self.file, key)
        self.until(text)
        return time.perf_counter() - began

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


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
    (Path(home) / "sitecustomize.py").write_text(THINKING)
    terminal = Terminal("-m", "stichwerk", "tui", "--lang", "en", home=home, PYTHONPATH=home)
    terminal.until(b"Sticheln")
    terminal.settle()
    terminal.press(b"\r")
    terminal.until(b"misery")
    time.sleep(1.0)
    found = [terminal.press(b"\x1b[C") for _ in range(KEYS)]
    terminal.close()
    return found


def keys_among(home: str, game: str, bot: str, cold: bool) -> list[float]:
    """Seconds from a key to its answer, while such bots think about every move."""
    seats = ["", *[bot] * PEOPLE[game]]
    wished = {"game": game, "players": len(seats), "seats": seats}
    folder = Path(home) / "stichwerk" / "terminal"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "person.json").write_text(json.dumps({"language": "en", "pace": "fast", "game": game, "wishes": {game: wished}}))
    with tempfile.TemporaryDirectory() as empty:
        more = {"STICHWERK_CACHE": empty} if cold else {}
        terminal = Terminal("-m", "stichwerk", "tui", "--lang", "en", home=home, **more)
        terminal.until(b"Play now")
        terminal.settle()
        os.write(terminal.file, b"\r")
        found = []
        for at in range(KEYS):
            if at % 6 == 0:
                os.write(terminal.file, MOVE[game])  # and the others think again
                terminal.read(0.3)
            found.append(terminal.answer((b"+", b"-")[at % 2], b"Pace of"))
            terminal.read(0.2)
        terminal.close()
    return found


def tell(name: str, found: list[float]) -> bool:
    ordered = sorted(found)
    late = ordered[int(len(ordered) * 0.95)]
    shown = [f"{about} {seconds * 1000:5.0f} ms" for about, seconds in (("median", statistics.median(ordered)), ("95 %", late))]
    print(f"{name:<44} {'   '.join(shown)}")
    return statistics.median(ordered) < LIMITS[name.split()[0]]


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        start(home)  # so that everything is compiled and in memory
        good = tell("start to first screen", [start(home) for _ in range(STARTS)])
        good &= tell("key to answer while a bot thinks", keys(home))
        for game, bot in STRONGEST:
            for cold in (True, False):
                name = f"key among {bot} in {game}{', compiling' if cold else ''}"
                with tempfile.TemporaryDirectory() as fresh:  # where no game waits to be taken up again
                    good &= tell(name, keys_among(fresh, game, bot, cold))
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
