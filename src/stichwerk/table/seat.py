"""One seat of a table: who has it, whether they are here, and how long they have been thinking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Decision = tuple[str, int, int] | None  # what a seat has to decide: phase, round, how many moves it has made; None: nothing


@dataclass
class Seat:
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: str | None = None
    token: str | None = None  # a hash of it
    order: int = 0  # the number of the event with which its person sat down
    processes: set[str] = field(default_factory=set)  # through which they are connected
    away_since: float | None = None
    relieved: bool = False
    decision: Decision = None
    since: int = 0  # the version, as the seat knows it, at which that changed
    secret: int = 0  # how many events nobody else knows of
    shown: int = 0  # the last of these
    thinking_from: float = 0.0
    used: float = 0.0  # seconds thought about earlier decisions
    seen_from: float = 0.0  # thinking_from and used as others may know them: a first of two choices does not show
    seen_used: float = 0.0
    moves: dict[int, str] = field(default_factory=dict)  # what it moved, by the version it moved on

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    def sit(self, name: str, token: str, order: int, at: float) -> None:
        self.kind, self.name, self.token, self.order, self.away_since = "person", name, token, order, at

    def give_to_bot(self, bot: str) -> None:
        self.kind, self.bot, self.token, self.away_since, self.relieved = "bot", bot, None, None, False
        self.processes.clear()

    def come(self, process: str) -> None:
        self.processes.add(process)
        self.away_since, self.relieved = None, False

    def go(self, process: str, at: float) -> None:
        self.processes.discard(process)
        if not self.processes and self.away_since is None:
            self.away_since = at

    def is_half_way(self, decision: Decision) -> bool:
        """Whether the new decision is the second of two that all make at once: nothing of the first shows (RULES 2.4)."""
        return bool(self.decision and decision and self.decision[:2] == decision[:2] and decision[0] != "play")

    def decide(self, decision: Decision, version: int, at: float, secretly: bool) -> None:
        """Notes what else the seat has to decide now."""
        if self.decision is not None:
            self.used += max(at - self.thinking_from, 0.0)
        self.decision, self.since, self.thinking_from = decision, version, at
        if not secretly:
            self.seen_from, self.seen_used = self.thinking_from, self.used

    def wait(self, paused: float, resumed: float, started: float) -> None:
        """A pause has ended: what of it fell into a thought or an absence does not count."""
        self.thinking_from += max(resumed - max(paused, self.thinking_from), 0.0)
        self.seen_from += max(resumed - max(paused, self.seen_from), 0.0)
        if self.away_since is not None:
            away = max(self.away_since, started)
            self.away_since = away + max(resumed - max(paused, away), 0.0)
