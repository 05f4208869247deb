"""A local table as a file: how it was set up, its secret and its events, from which everything else follows."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import msgspec

from stichwerk.game.refusals import Refusal
from stichwerk.table import Setup, Table, events, secret, setup
from stichwerk.table.events import Event
from stichwerk.table.table import RULES
from stichwerk.tui.files import GAMES, Files

FORMAT = "stichwerk-terminal"
HERE = "terminal"  # the one token and the one process of a local table


class Content(msgspec.Struct):
    format: str
    rules: int
    id: str
    setup: Setup
    secret: str
    created: float
    events: list[msgspec.Raw]


class Saved:
    """A table that is written to its file with everything that happens at it."""

    def __init__(self, files: Files, table: Table, created: float, written: list[bytes]) -> None:
        self.table = table
        self._files, self._created, self._written = files, created, written

    @property
    def name(self) -> str:
        return f"{GAMES}/{self.table.name}.json"

    def store(self, event: Event) -> None:
        """Writes the table with one event more; it has happened when this returns, and the table is to be told."""
        self._files.write(self.name, self._content([*self._written, events.write(event)]))
        self._written.append(events.write(event))

    def do(self, event: Event | None) -> None:
        """Stores an event and lets it happen."""
        if event is not None:
            self.store(event)
            self.table.apply(event)

    def _content(self, written: list[bytes]) -> bytes:
        table = self.table
        raw = [msgspec.Raw(event) for event in written]
        return msgspec.json.encode(Content(FORMAT, RULES, table.name, table.setup, table.secret.hex(), self._created, raw))

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            (self._files.folder / self.name).unlink()


def begin(files: Files, wanted: Setup, name: str) -> Saved:
    """A new table at which a person has taken the first open seat, if there is one."""
    created = time.time()
    saved = Saved(files, Table(secret.draw()[:6].hex(), wanted, secret.draw(), created), created, [])
    if any(seat.kind == "open" for seat in saved.table.seats):
        saved.do(saved.table.sit(name, HERE, created))
        saved.do(saved.table.come(0, HERE, created))
    return saved


def read(files: Files, path: Path) -> Saved | None:
    """A table from its file, played again up to its last event; None if the file is broken or of other rules."""
    try:
        content = msgspec.json.decode(path.read_bytes(), type=Content)
        if content.format != FORMAT or content.rules != RULES:
            return None
        _check(content.setup)
        table = Table(content.id, content.setup, bytes.fromhex(content.secret), content.created)
        for event in content.events:
            table.apply(events.read(bytes(event)))
    except (OSError, msgspec.MsgspecError, Refusal, ValueError, KeyError, IndexError):
        return None
    return Saved(files, table, content.created, [bytes(event) for event in content.events])


def _check(given: Setup) -> None:
    """Raises BadOption for what no table was ever set up with."""
    setup.check(given.game, given.players, given.variant, given.options, list(given.places), aids=given.aids)


def unfinished(files: Files) -> tuple[list[Saved], list[Path]]:
    """The games somebody may go on with, the newest first; and the files that cannot be read, which are left alone."""
    found = {path: read(files, path) for path in files.games()}
    games = [saved for saved in found.values() if saved]
    for saved in games:
        if saved.table.status == "over":  # the program ended before it could remove the file
            saved.remove()
    broken = [path for path, saved in found.items() if saved is None]
    return [saved for saved in games if saved.table.status in ("running", "paused")], broken


def seat_of(table: Table) -> int | None:
    """Which seat the person at this terminal has."""
    return table.seat_of(HERE)
