"""Real parts for the tests: servers, Postgres and Redis as processes, each in a folder of its own, each ended by who began it.

Postgres and Redis listen on Unix sockets in their folders, so that tests that run side by side never meet.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

STARTING = 30.0  # seconds a process may take until it is ready
ENDING = 15.0
LOOK = 0.02  # seconds between two looks


class Missing(Exception):
    """A program the tests need is not installed; says what to install."""


def wait_until(happened: Callable[[], bool], what: str, seconds: float = STARTING) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"waited {seconds} s in vain: {what}"
        time.sleep(LOOK)


def end(process: subprocess.Popen[bytes], first: int = signal.SIGTERM) -> int:
    """Ends a process of ours, the hard way if it does not listen; its exit status."""
    if process.poll() is None:
        process.send_signal(first)
    try:
        return process.wait(ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait(ENDING)


# ---- Stichwerk


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without anything that would set up a server differently from what the test says."""
    return {name: value for name, value in os.environ.items() if not name.startswith("STICHWERK_")} | dict(given)


def stichwerk(*arguments: str, patience: float = STARTING, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end; `settings` go into the environment as STICHWERK_…"""
    given = {f"STICHWERK_{name.upper()}": value for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-m", "stichwerk", *arguments],
        env=environment(given),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=patience,
    )


class Server:
    """`stichwerk serve` on a free port of this machine. What it prints stands in `log`."""

    def __init__(self, folder: Path, database: str = "", **settings: str) -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'tables.sqlite'}"
        self._settings = {f"STICHWERK_{name.upper()}": value for name, value in ({"limits": "off"} | settings).items()}
        self.log = folder / f"server-{uuid.uuid4().hex}.log"
        self.url = ""
        self.start()

    def start(self) -> None:
        """Starts it, or starts it again on the same database (and another port)."""
        self._seen = len(self.output)
        command = [sys.executable, "-m", "stichwerk", "serve", "--lang", "en", "--port", "0", "--database", self.database]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command, env=environment(self._settings), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        wait_until(self._is_ready, "the server says where it is")

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, f"the server ended:\n{self.output}"
        found = re.search(r"http://[0-9.:]+[0-9]", self.output[self._seen :])
        self.url = found.group() if found else ""
        return bool(found)

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.database.removeprefix("sqlite:///"))

    def kill(self) -> None:
        """SIGKILL: no time to say goodbye."""
        self.process.kill()
        self.process.wait(ENDING)

    def stop(self) -> int:
        return end(self.process)


@contextlib.contextmanager
def serving(folder: Path, database: str = "", **settings: str) -> Iterator[Server]:
    """A server for the length of a block. Without limits unless `limits="on"` is among the settings."""
    server = Server(folder, database, **settings)
    try:
        yield server
    finally:
        server.stop()


def query(file: Path, statement: str, *values: Any) -> Any:
    """Asks, or tells, an SQLite database behind its server's back."""
    connection = sqlite3.connect(file, timeout=10, isolation_level=None)
    try:
        return connection.execute(statement, values).fetchall()
    finally:
        connection.close()


# ---- services


def find_program(name: str, package: str) -> str:
    """A program on the path, or where Debian hides Postgres's."""
    places = [shutil.which(name) or "", *sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)]
    for place in places:
        if place:
            return place
    raise Missing(f"{name} is not installed: on Debian and Ubuntu `apt install {package}`, on macOS `brew install {package}`")


def begin(command: Sequence[str], output: IO[bytes], user: str | None) -> subprocess.Popen[bytes]:
    groups: list[str] | None = [] if user else None
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, user=user, group=user, extra_groups=groups
    )


class Postgres:
    """A database server of the test's own. It does not run as root, so root runs it as the user postgres."""

    def __init__(self) -> None:
        self._initdb, self._postgres = (find_program(name, "postgresql") for name in ("initdb", "postgres"))
        self._psql = find_program("psql", "postgresql")
        self._user = "postgres" if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="stichwerk-pg-"))  # short, as paths of sockets must be
        if self._user:
            shutil.chown(self.folder, self._user, self._user)
        self._log = (self.folder / "log").open("ab")
        self._run(self._initdb, "--no-sync", "--auth=trust", "--encoding=UTF8", "--username=stichwerk", f"--pgdata={self.data}")
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, *command: str) -> None:
        process = begin(command, self._log, self._user)
        assert process.wait(STARTING * 2) == 0, (self.folder / "log").read_text(errors="replace")

    def start(self) -> None:
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": "off", "max_connections": "100"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.process = begin([self._postgres, "-D", str(self.data), *options], self._log, self._user)
        wait_until(self._answers, "Postgres answers")

    def _answers(self) -> bool:
        assert self.process.poll() is None, (self.folder / "log").read_text(errors="replace")
        return self.sql("SELECT 1", "postgres", check=False) == "1"

    def sql(self, statement: str, database: str, check: bool = True) -> str:
        """What psql says to a statement."""
        command = [self._psql, "-h", str(self.folder), "-U", "stichwerk", "-d", database, "-XqAt", "-c", statement]
        done = subprocess.run(command, capture_output=True, text=True, timeout=STARTING)
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip()

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{uuid.uuid4().hex}"
        self.sql(f"CREATE DATABASE {name}", "postgres")
        return self.url(name)

    def url(self, name: str) -> str:
        return f"postgresql://stichwerk@/{name}?host={self.folder}"

    def stop(self, first: int = signal.SIGINT) -> None:
        """SIGINT is Postgres's fast shutdown: connections are cut."""
        end(self.process, first)

    def remove(self) -> None:
        self.stop()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis of the test's own, which keeps nothing."""

    def __init__(self) -> None:
        self._program = find_program("redis-server", "redis")
        self.folder = Path(tempfile.mkdtemp(prefix="stichwerk-redis-"))
        self.url = f"unix://{self.folder}/socket"
        self._log = (self.folder / "log").open("ab")
        self.start()

    def start(self) -> None:
        socket = self.folder / "socket"
        socket.unlink(missing_ok=True)
        options = ["--port", "0", "--unixsocket", str(socket), "--dir", str(self.folder), "--save", "", "--appendonly", "no"]
        self.process = begin([self._program, *options], self._log, None)
        wait_until(socket.exists, "Redis listens")

    def stop(self) -> None:
        end(self.process)

    def remove(self) -> None:
        self.stop()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
