"""What bots share: compiling in the background, and weight files."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from stichwerk.bots import weights
from stichwerk.bots.background import InBackground


def test_nobody_waits_for_what_is_made_in_the_background() -> None:
    go, made = threading.Event(), []

    def make() -> str:
        assert go.wait(30)
        made.append(threading.current_thread().name)
        return "ready"

    thing = InBackground(make)
    assert [thing.get(), thing.get()] == [None, None]
    go.set()
    assert thing.wait() == thing.get() == "ready"
    assert made == ["compiler"], "made once, by the one worker"


def test_who_asked_for_what_cannot_be_made_plays_on_without_it(caplog: pytest.LogCaptureFixture) -> None:
    thing: InBackground[int] = InBackground(lambda: 1 // 0)
    with pytest.raises(RuntimeError, match="failed"):
        thing.wait()
    assert thing.get() is None
    assert "ZeroDivisionError" in caplog.text
    assert InBackground(lambda: 5).wait() == 5, "the worker goes on"


FORKED = """
import os, signal, threading, time
from stichwerk.bots.background import InBackground

def slowly():
    begun.set()
    time.sleep(0.5)
    return 3

begun = threading.Event()
before, during, waiting, later = (InBackground(make) for make in (lambda: 2, slowly, lambda: 4, lambda: 5))
before.wait(), during.get(), waiting.get(), begun.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
os.write(1, f"{[thing.wait() for thing in (before, during, waiting, later)]}\\n".encode())  # at once: two processes write
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
"""


ABOUT_TO_BEGIN = """
import os, signal, time
from stichwerk.bots import background

with background._compiling:  # so that the worker has taken the job and cannot begin it
    thing = background.InBackground(lambda: 6)
    thing.get()
    while not background._jobs.empty():
        time.sleep(0.01)
    child = os.fork()
if child == 0:
    signal.alarm(20)
os.write(1, f"{[thing.wait()]}\\n".encode())  # at once: two processes write
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
"""


@pytest.mark.parametrize(("program", "told"), [(FORKED, "[2, 3, 4, 5]"), (ABOUT_TO_BEGIN, "[6]")], ids=["begun", "not yet"])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes can be forked")
def test_a_forked_process_gets_whatever_its_parent_had_asked_for(program: str, told: str) -> None:
    """The parent's worker is a thread, and threads are not forked: who waits for that one waits for ever."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert done.stdout.splitlines() == [told] * 2, done.stderr


def test_weights_come_back_as_they_were_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stichwerk.bots.weights.resources.files", lambda package: tmp_path)
    weights.save("mine", {"a": np.arange(6.0).reshape(2, 3), "b": np.ones(2)}, {"seed": 4, "made": "für später"})
    found = weights.load("mine")
    assert found["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert list(found) == ["a", "b"]
    assert weights.provenance("mine") == {"seed": 4, "made": "für später"}
