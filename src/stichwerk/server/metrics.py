"""What a server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("stichwerk_tables", "Tables held in memory", registry=self.registry)
        self.sockets = Gauge("stichwerk_sockets", "Open sockets", registry=self.registry)
        self.moves = Counter("stichwerk_moves", "Moves stored", ["by"], registry=self.registry)
        self.latency = Histogram(
            "stichwerk_move_seconds", "From a message to its event being stored", buckets=TIMES, registry=self.registry
        )
        self.thinking = Histogram("stichwerk_bot_seconds", "A bot's thinking", buckets=TIMES, registry=self.registry)
        self.errors = Counter("stichwerk_errors", "Refusals and failures by code", ["code"], registry=self.registry)
