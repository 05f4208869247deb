"""What the client keeps on this machine: how somebody likes it, the games they have not finished, the seats they hold.

Every file is written whole beside its place and then put there, so that a crash leaves the old one or the new one.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

SETTINGS, SEATS, GAMES = "person.json", "seats.json", "games"
MOST_SEATS = 50


class Settings(msgspec.Struct):
    """What a person has set for themselves, with the table they wished for last, by game."""

    name: str = ""
    language: str = ""
    theme: str = "auto"
    pace: str = "normal"
    game: str = ""
    wishes: dict[str, dict[str, Any]] = {}


class KeptSeat(msgspec.Struct):
    """A seat at a live table. The token is the seat: whoever has it plays."""

    server: str
    table: str
    token: str
    invite: str | None = None


class Files:
    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(platformdirs.user_data_dir("stichwerk", appauthor=False)) / "terminal"

    def settings(self) -> Settings:
        return self._read(SETTINGS, Settings) or Settings()

    def keep_settings(self, settings: Settings) -> None:
        self.write(SETTINGS, msgspec.json.encode(settings), at_once=False)

    def seat(self, server: str, table: str) -> KeptSeat | None:
        return next((kept for kept in self._seats() if (kept.server, kept.table) == (server, table)), None)

    def keep_seat(self, seat: KeptSeat) -> None:
        self.write(SEATS, msgspec.json.encode([seat, *self._others(seat.server, seat.table)][:MOST_SEATS]))

    def drop_seat(self, server: str, table: str) -> None:
        self.write(SEATS, msgspec.json.encode(self._others(server, table)))

    def _seats(self) -> list[KeptSeat]:
        return self._read(SEATS, list[KeptSeat]) or []

    def _others(self, server: str, table: str) -> list[KeptSeat]:
        return [kept for kept in self._seats() if (kept.server, kept.table) != (server, table)]

    def _read(self, name: str, kind: type[Any]) -> Any:
        """None for a file that is missing or broken: then everything is as at the first start."""
        try:
            return msgspec.json.decode((self.folder / name).read_bytes(), type=kind)
        except (OSError, msgspec.MsgspecError, ValueError):
            return None

    def write(self, name: str, content: bytes, at_once: bool = True) -> None:
        """All of it or nothing; for its owner alone, as it may hold tokens and secrets.

        At once: even if the power fails right after. That can take a while, which no key should have to wait for.
        """
        place = self.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                if at_once:
                    os.fsync(file.fileno())
            os.replace(beside, place)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise

    def games(self) -> list[Path]:
        """The files of unfinished games, the newest first."""
        found = [(path.stat().st_mtime, path) for path in (self.folder / GAMES).glob("*.json") if path.is_file()]
        return [path for _, path in sorted(found, reverse=True)]
