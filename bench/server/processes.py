"""The servers as processes: started, watched through /proc, and ended together with whatever they started themselves."""

from __future__ import annotations

import http.client
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.server.load import Stuck, Usage

HOST = "127.0.0.1"
ROOT = Path(__file__).parents[2]
PEER = Path(__file__).parent / "peer"
INSTALLED = ROOT / "build" / "bench-server-peer"  # git ignores build/
STARTING = 30.0  # seconds a server may take until it answers
ENDING = 10.0
INSTALLING = 180

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class ServerProcess:
    """A server that this bench started, with all the processes of its session."""

    def __init__(self, command: Sequence[str], port: int, path: str, log: Path, **environment: str) -> None:
        self.address = f"http://{HOST}:{port}"
        self.log = log
        if shutil.which(command[0]) is None:
            raise Stuck(f"there is no {command[0]}")
        begun = time.perf_counter()
        with log.open("ab") as output:
            self.popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | environment,
                start_new_session=True,
            )
        self._wait(port, path, " ".join(command[:2]))
        self.startup = time.perf_counter() - begun

    def _wait(self, port: int, path: str, command: str) -> None:
        deadline = time.perf_counter() + STARTING
        while not answers(port, path):
            if self.popen.poll() is not None or time.perf_counter() > deadline:
                self.stop()
                raise Stuck(f"{command} did not start:\n{self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.01)

    def usage(self) -> Usage:
        """Resident memory and processor time of all its processes; on systems without /proc nothing."""
        found = [read for read in map(_read_stat, _pids()) if read is not None and int(read[3]) == self.popen.pid]
        ticks = sum(int(stat[11]) + int(stat[12]) for stat in found)
        return Usage(sum(int(stat[21]) for stat in found) * _PAGE, ticks / _TICK)

    def stop(self) -> None:
        if self.popen.poll() is None:
            self.popen.terminate()
        try:
            self.popen.wait(ENDING)
        except subprocess.TimeoutExpired:
            os.killpg(self.popen.pid, signal.SIGKILL)  # its own session, so nobody else's
            self.popen.wait()

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _pids() -> Iterator[str]:
    proc = Path("/proc")
    return (entry.name for entry in proc.iterdir() if entry.name.isdigit()) if proc.is_dir() else iter(())


def _read_stat(pid: str) -> list[str] | None:
    """The fields of /proc/PID/stat after the name, which may hold spaces; None when the process is gone."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def answers(port: int, path: str) -> bool:
    """Whether something is ready there. (Any answer will do where there is no such path: boardgame.io has no /readyz.)"""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200 or path != "/readyz"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def together(processes: Sequence[ServerProcess]) -> Callable[[], Usage]:
    """The usage of several processes as one."""

    def usage() -> Usage:
        parts = [process.usage() for process in processes]
        return Usage(sum(part.memory for part in parts), sum(part.cpu for part in parts))

    return usage


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def raise_file_limit() -> int:
    """As many open files as allowed, for the servers too, which inherit it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize


def start_stichwerk(folder: Path, database: str, redis: str | None = None) -> ServerProcess:
    port = free_port()
    program = str(Path(sys.executable).with_name("stichwerk"))
    command = [program, "serve", "--host", HOST, "--port", str(port), "--database", database]
    if redis is not None:
        command += ["--redis", redis]
    return ServerProcess(command, port, "/readyz", folder / f"stichwerk-{port}.log", STICHWERK_LIMITS="off")


def start_peer(folder: Path) -> ServerProcess:
    port = free_port()
    command = ["node", str(INSTALLED / "server.js"), str(port)]
    return ServerProcess(command, port, "/", folder / f"boardgameio-{port}.log", NODE_ENV="production")


def install_peer() -> str | None:
    """Puts boardgame.io under build/, where git does not look; why it cannot be had, if so."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "there is no Node.js here (node, npm)"
    pins, stamp = (PEER / "package.json").read_text(), INSTALLED / "installed"
    shutil.copytree(PEER, INSTALLED, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    if stamp.exists() and stamp.read_text() == pins:
        return None
    command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(command, cwd=INSTALLED, capture_output=True, text=True, timeout=INSTALLING)
    except subprocess.TimeoutExpired:
        return f"npm install took more than {INSTALLING} s"
    if done.returncode:
        return f"npm install failed: {done.stderr.strip()[-500:]}"
    stamp.write_text(pins)
    return None
