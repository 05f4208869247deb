"""Standard output of the command, whose own failures are told from those of any other file, a cache's or a database's."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast


class Unwritable(OSError):
    """Standard output takes no more: nobody reads it any longer, or its disk is full."""


class Output:
    """A stream that raises Unwritable where it raised an OSError, and from then on always: argparse overlooks one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._failure: Unwritable | None = None

    def write(self, text: str) -> int:
        with self._watched():
            return self._stream.write(text)

    def flush(self) -> None:
        with self._watched():
            self._stream.flush()

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        if self._failure is not None:
            raise self._failure
        try:
            yield
        except OSError as error:
            self._failure = Unwritable(error.errno, error.strerror)
            raise self._failure from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def told_apart() -> Iterator[None]:
    """Standard output is an `Output`, and at the end all of it is written: also of a help page, which ends in SystemExit."""
    if sys.stdout is None:
        yield
        return
    output = Output(sys.stdout)
    with contextlib.redirect_stdout(cast(TextIO, output)):
        try:
            yield
        except SystemExit:
            output.flush()
            raise
        output.flush()


def drop() -> None:
    """What is not written yet goes nowhere: Python would try once more when it ends, and complain in a traceback."""
    with contextlib.suppress(OSError):  # a stream that is no file has no number
        number = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
