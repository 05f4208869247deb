"""What the training scripts take on their command lines: numbers, checked with a sentence that helps."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from stichwerk.game.options import check_seed
from stichwerk.game.refusals import Refusal

STOPPED = 130  # what a shell expects of a program that Ctrl-C ended


def to_the_end(main: Callable[[], None]) -> None:
    """Runs a script until it is done, or stopped: what it has written by then stays."""
    try:
        main()
    except KeyboardInterrupt:
        print("Stopped early; runs and rows that were finished are kept.", file=sys.stderr)
        sys.exit(STOPPED)


def at_least_one(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few: at least 1")
    return number


def seed(text: str) -> int:
    try:
        return check_seed(_whole(text))
    except Refusal as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from None


def above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not possible: a number above 0")
    return number


def switch(text: str) -> tuple[str, str | int]:
    """A switch of a game, as it was written."""
    name, is_there, value = text.partition("=")
    if not is_there:
        raise argparse.ArgumentTypeError(f"{text} has no value: write it like reveal=end")
    return name, int(value) if value.isdigit() else value


def room_in(parser: argparse.ArgumentParser, folder: Path) -> None:
    """Makes the folder that was asked for and writes there, before anything is done that would be lost without it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        parser.error(f"argument --out: {folder} cannot be a folder to write to: {error.strerror}")


@contextmanager
def refusing(parser: argparse.ArgumentParser) -> Iterator[None]:
    """What turns out to be no use ends the script with its sentence."""
    try:
        yield
    except ValueError as error:
        parser.error(str(error))


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number") from None
