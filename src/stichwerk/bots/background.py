"""Compiling while the game goes on: a bot asks for its compiled half, and plays by its other one until that is there."""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)
_jobs: queue.SimpleQueue[InBackground[Any]] = queue.SimpleQueue()
_pending: list[InBackground[Any]] = []  # asked for and not made yet: what is being made, too
_asking = threading.Lock()
_compiling = threading.RLock()
_workers: list[threading.Thread] = []


class InBackground(Generic[T]):
    """Something that takes long to make. `get()` gives it, or None until it is made; `wait()` waits for it."""

    def __init__(self, make: Callable[[], T]) -> None:
        """`make` should leave nothing to compile: it calls once, on some real situation, whatever it gives back."""
        self._make = make
        self._found: T | None = None
        self._error: Exception | None = None
        self._asked = False
        self._done = threading.Event()

    def get(self) -> T | None:
        if not self._done.is_set():
            self._start()
        return self._found

    def wait(self) -> T:
        self._start()
        self._done.wait()
        if self._found is None:
            raise RuntimeError("compiling in the background failed") from self._error
        return self._found

    def _start(self) -> None:
        with _asking:
            if not self._asked:
                self._asked = True
                _pending.append(self)
                _jobs.put(self)
            _wake_worker()

    def run(self) -> None:
        """What the worker does."""
        try:
            self._found = self._make()
        except Exception as error:  # whoever asked plays on without it
            self._error = error
            log.exception("compiling in the background failed")
        finally:
            _pending.remove(self)
            self._done.set()


def _wake_worker() -> None:
    """One worker is enough (the compiler takes one job at a time); a daemon, so that nobody waits for it on leaving."""
    if not any(worker.is_alive() for worker in _workers):  # a forked process has none of its parent's threads
        _workers[:] = [threading.Thread(target=_work, name="compiler", daemon=True)]
        _workers[0].start()


def _work() -> None:
    while True:
        job = _jobs.get()
        with _compiling:
            job.run()


def _hold() -> None:
    """Nothing is forked in the middle of a job: the other process would have half of it, and could never compile again."""
    _compiling.acquire()
    _asking.acquire()


def _go_on() -> None:
    _asking.release()
    _compiling.release()


def _begin_anew() -> None:
    """The forked process has no worker, and its queue may lack a job that its parent's worker was about to begin."""
    global _jobs
    _jobs = queue.SimpleQueue()
    for job in _pending:
        _jobs.put(job)
    _go_on()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_hold, after_in_parent=_go_on, after_in_child=_begin_anew)
