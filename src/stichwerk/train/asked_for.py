"""What the training scripts take on their command lines: numbers, checked with a sentence that helps."""

from __future__ import annotations

import argparse

from stichwerk.game.options import check_seed
from stichwerk.game.refusals import Refusal


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


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number") from None
