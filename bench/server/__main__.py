"""The live-table server under load, beside boardgame.io under the same load in the same run.

    python -m bench.server [--tables 200 50] [--seconds 10] [--idle 5000] [--postgres URL --redis URL] [--no-peer]

Both servers are played by the same light client over loopback (see `load`): whole rounds of Sticheln, four sockets a table,
every move shown to all four. Ours keeps every move in the database before it shows it; boardgame.io, on Node.js, keeps its
matches in memory. It is installed by npm under build/. --postgres wants an empty database that may be written to; with
--redis as well, two processes share the tables, two seats of each. About two minutes; three with Postgres.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.server.dialects import SEATS, BoardgameIo, Server, Stichwerk
from bench.server.load import Figures, Stuck, Wave, disconnect, load, sit_down
from bench.server.processes import ROOT, ServerProcess, install_peer, raise_file_limit, start_peer, start_stichwerk, together

MB = 1_000_000
WARMING = 20  # tables played before anything is counted: Node compiles what it has seen run
STARTS = 3
WIDTH = 180  # of the table, wherever it is printed
SPARE_FILES = 200
BOUND_RATE, BOUND_START, BOUND_IDLE = 2.0, 2.0, 300 * MB


@dataclass
class Findings:
    """Everything a run has found out."""

    loads: dict[tuple[str, int], Figures] = field(default_factory=dict)
    startups: dict[str, list[float]] = field(default_factory=dict)
    at_rest: dict[str, int] = field(default_factory=dict)
    idle: tuple[int, int, int] | None = None  # sockets, bytes before, bytes with them

    def peer(self, tables: int) -> Figures | None:
        return self.loads.get((BoardgameIo.name, tables))


def say(text: str) -> None:
    print(text, flush=True)


@contextlib.contextmanager
def attempt(what: str) -> Iterator[None]:
    """A part that fails is told and leaves the others alone."""
    say(f"{what} …")
    try:
        yield
    except (Stuck, OSError, RuntimeError) as error:
        say(f"  could not be measured: {error or type(error).__name__}")


def sqlite(folder: str) -> str:
    """A fresh database. (A start-up may make its file; each run gets its own.)"""
    return f"sqlite:///{tempfile.mkdtemp(dir=folder)}/tables.db"


def load_all(name: str, server: Server, processes: list[ServerProcess], args: argparse.Namespace, findings: Findings) -> None:
    """One server under each number of tables."""
    usage = together(processes)
    findings.at_rest[name] = usage().memory
    asyncio.run(load(server, WARMING, 0))
    for tables in args.tables:
        done = asyncio.run(load(server, tables, args.seconds, meter=usage))
        findings.loads[name, tables] = done
        say(f"  {tables} tables: {done.rate:,.0f} moves/s, p50 {done.delay(0.5):.1f} ms, p99 {done.delay(0.99):.1f} ms")


def measure_startup(folder: str, findings: Findings) -> None:
    for _ in range(STARTS):
        with start_stichwerk(Path(folder), sqlite(folder)) as process:
            findings.startups.setdefault(Stichwerk.name, []).append(process.startup)
    say("  " + ", ".join(f"{seconds:.2f} s" for seconds in findings.startups[Stichwerk.name]))


def measure_stichwerk(
    name: str, databases: list[tuple[str, str | None]], folder: str, args: argparse.Namespace, found: Findings
) -> None:
    """Our server, in as many processes as there are databases named."""
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(start_stichwerk(Path(folder), *database)) for database in databases]
        load_all(name, Stichwerk(*(process.address for process in processes)), processes, args, found)


def measure_peer(folder: str, args: argparse.Namespace, findings: Findings) -> None:
    if missing := install_peer():
        say(f"  boardgame.io is not measured: {missing}")
        return
    with start_peer(Path(folder)) as process:
        findings.startups[BoardgameIo.name] = [process.startup]
        load_all(BoardgameIo.name, BoardgameIo(process.address), [process], args, findings)


def measure_idle(sockets: int, folder: str, findings: Findings) -> None:
    """Seats that are taken and connected, at tables that have started, while nobody moves."""
    most = (raise_file_limit() - SPARE_FILES) // SEATS * SEATS
    if most < sockets:
        say(f"  only {most:,} files may be open here (ulimit -n)")
    with start_stichwerk(Path(folder), sqlite(folder)) as process:
        before = process.usage().memory
        asyncio.run(_sit_idle(Stichwerk(process.address), min(sockets, most) // SEATS, process, before, findings))


async def _sit_idle(server: Server, tables: int, process: ServerProcess, before: int, findings: Findings) -> None:
    seated = await sit_down(server, tables, Wave())
    await asyncio.sleep(1)
    findings.idle = SEATS * tables, before, process.usage().memory
    await disconnect(player for table in seated for player in table)
    say(f"  {SEATS * tables:,} sockets: {findings.idle[2] / MB:.0f} MB, {before / MB:.0f} MB without them")


def run(args: argparse.Namespace) -> Findings:
    findings = Findings()
    raise_file_limit()
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:  # on a disk, as databases are
        with attempt("Start-up of our server, process to ready"):
            measure_startup(folder, findings)
        with attempt("Stichwerk on SQLite"):
            measure_stichwerk("Stichwerk, SQLite", [(sqlite(folder), None)], folder, args, findings)
        if not args.no_peer:
            with attempt("boardgame.io, in memory"):
                measure_peer(folder, args, findings)
        if args.postgres:
            with attempt("Stichwerk on Postgres, one process"):
                measure_stichwerk("Stichwerk, Postgres", [(args.postgres, args.redis)], folder, args, findings)
        if args.postgres and args.redis:
            with attempt("Stichwerk on Postgres, two processes"):
                both = [(args.postgres, args.redis)] * 2
                measure_stichwerk("Stichwerk, Postgres, two processes", both, folder, args, findings)
        if args.idle:
            with attempt(f"{args.idle:,} idle sockets"):
                measure_idle(args.idle, folder, findings)
    return findings


def row(name: str, figures: Figures, peer: Figures | None) -> list[str]:
    return [
        name,
        str(figures.tables),
        *cells(figures, peer, lambda done: done.rate, ",.0f"),
        *cells(figures, peer, lambda done: done.delay(0.5), ".1f"),
        *cells(figures, peer, lambda done: done.delay(0.99), ".1f"),
        f"{figures.passing(0.5):.1f}",
        f"{figures.passing(0.99):.1f}",
        f"{figures.views_per_move:.2f}",
        f"{figures.view_bytes:,.0f}",
        f"{figures.server_share:.0%}",
        f"{figures.client_share:.0%}",
        str(figures.refusals),
    ]


def cells(figures: Figures, peer: Figures | None, of: Callable[[Figures], float], form: str) -> tuple[str, str]:
    """A figure, and how many times boardgame.io's it is."""
    return format(of(figures), form), f"{of(figures) / of(peer):.2f}×" if peer else ""


HEADINGS = (
    *("server", "tables", "moves/s", "", "p50 ms", "", "p99 ms", ""),
    *("p50 to next", "p99 to next", "views/move", "bytes/view", "server CPU", "client CPU", "refused"),
)


def show(findings: Findings) -> None:
    grid = Table(title="Four sockets a table on loopback; × is against boardgame.io with as many tables in this run")
    for heading in HEADINGS:
        grid.add_column(heading, justify="left" if heading == "server" else "right")
    for (name, tables), figures in sorted(findings.loads.items(), key=lambda item: -item[0][1]):
        grid.add_row(*row(name, figures, findings.peer(tables)))
    Console(width=max(Console().width, WIDTH)).print(grid)
    say("p50, p99: from sending a move to the view that shows it to who made it; to next: to the next player, whose turn it is")
    for name, at_rest in findings.at_rest.items():
        show_memory(name, at_rest, [figures for (who, _), figures in findings.loads.items() if who == name])
    if peer := findings.startups.get(BoardgameIo.name):
        say(f"boardgame.io started in {peer[0]:.2f} s")


def show_memory(name: str, at_rest: int, loads: list[Figures]) -> None:
    """At the first load only: later ones find memory that earlier ones freed."""
    first = f", {loads[0].table_memory / 1000:.0f} kB a table more with {loads[0].tables} played to the end" if loads else ""
    say(f"{name}: {at_rest / MB:.0f} MB at rest{first}")


def verdicts(findings: Findings, tables: int) -> Iterator[tuple[str, bool]]:
    """The figures to reach, and whether they were."""
    ours, peer = findings.loads.get(("Stichwerk, SQLite", tables)), findings.peer(tables)
    if ours and peer:
        yield (
            f"{tables} tables on SQLite: {ours.rate / peer.rate:.2f}× the moves/s (at least 2×)",
            ours.rate >= BOUND_RATE * peer.rate,
        )
        mine, theirs = ours.delay(0.99), peer.delay(0.99)
        yield f"{tables} tables on SQLite: p99 {mine:.1f} ms (at most boardgame.io's {theirs:.1f} ms)", mine <= theirs
    if findings.idle:
        sockets, _, memory = findings.idle
        yield f"{sockets:,} idle sockets: {memory / MB:.0f} MB (under {BOUND_IDLE // MB} MB)", memory < BOUND_IDLE
    if starts := findings.startups.get(Stichwerk.name):
        yield (
            f"start to ready: {max(starts):.2f} s at worst of {len(starts)} (under {BOUND_START:.0f} s)",
            max(starts) < BOUND_START,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.server", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[200, 50], help="how many at once (default: 200, then 50)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each load is played, at least (default: 10)")
    parser.add_argument("--idle", type=int, default=5000, help="idle sockets (default: 5000; 0: leave that out)")
    parser.add_argument("--postgres", metavar="URL", help="an empty database: postgresql://…")
    parser.add_argument("--redis", metavar="URL", help="redis://…, for two processes")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    args = parser.parse_args()
    findings = run(args)
    show(findings)
    for text, reached in verdicts(findings, args.tables[0]):
        say(f"{'reached' if reached else 'MISSED '}  {text}")


if __name__ == "__main__":
    main()
