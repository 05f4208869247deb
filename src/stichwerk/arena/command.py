"""`stichwerk simulate`: asks, shows how far it is, and gives the answer as tables, JSON and a picture."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stichwerk.arena import answers as figures
from stichwerk.arena import simulate
from stichwerk.arena.simulate import Question
from stichwerk.batch.setup import check_seed
from stichwerk.game.options import default_variant, kind_of
from stichwerk.game.refusals import BadOption
from stichwerk.words import say

STOPPED = 130
MOST = 20  # parts of a list of player counts
RANGE = re.compile("([0-9]{1,2})(?:-([0-9]{1,2}))?")
WIDE = 120  # columns where no terminal says how many it has


def read_range(text: str) -> list[int]:
    """The player counts that "4", "3,5" or "1-5" name."""
    parts = [RANGE.fullmatch(part.strip()) for part in text.split(",")]
    if not all(parts) or len(parts) > MOST:
        raise BadOption("simulate.range", given=repr(text))
    ends = [(int(part[1]), int(part[2] or part[1])) for part in parts if part]
    found = [count for low, high in ends for count in range(low, high + 1)]
    if not found:
        raise BadOption("simulate.range", given=repr(text))
    return sorted(set(found))


def run(question: Question, players: list[int], as_json: bool, plot: str | None, language: str) -> int:
    """Asks the question for each number of players; the exit status."""
    kind = kind_of(question.game)
    seed, variant = check_seed(question.seed), question.variant or default_variant(kind)
    questions = [replace(question, players=count, seed=seed, variant=variant) for count in players]
    for each in questions:
        simulate.check(each)
    if plot is not None:
        from stichwerk.arena import plots

        plots.check_file(plot)
    answers, whole = _ask_all(questions, language)
    title = figures.title(questions[0], answers, language) if answers else ""
    _show(answers, whole, as_json, title, language)
    if plot is not None and answers:
        plots.draw(answers, title, plot, language)
        Console(stderr=True).print(say("simulate.drawn", language, file=plot), markup=False, highlight=False)
    return 0 if whole else STOPPED


def _ask_all(questions: list[Question], language: str) -> tuple[list[figures.Answer], bool]:
    """All answers, or those there are when somebody presses Ctrl-C."""
    answers = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        for question in questions:
            title = kind_of(question.game).title
            task = bar.add_task(say("simulate.compiling", language, game=title), total=question.games)
            name = say("simulate.playing", language, game=title, players=question.players)
            totals, whole = simulate.ask(question, _shower(bar, task, name))
            if totals.games:
                answers.append(figures.as_data(question, totals))
            if not whole:
                return answers, False
    return answers, True


def _shower(bar: Progress, task: int, name: str) -> Callable[[int], None]:
    """Moves a bar on, under the game's name once the first games are played."""
    return lambda played: bar.update(task, completed=played, description=name)  # type: ignore[arg-type]


def _show(answers: list[figures.Answer], whole: bool, as_json: bool, title: str, language: str) -> None:
    if not whole:
        code = "simulate.stopped" if answers else "simulate.nothing"
        Console(stderr=True).print(say(code, language), style="yellow")
    if as_json:
        print(json.dumps({"answers": answers, "whole": whole}, ensure_ascii=False, allow_nan=False))
    elif answers:
        console = Console(highlight=False)
        if not console.is_terminal:
            console.width = WIDE
        console.print(title, style="bold", markup=False)
        for table in figures.as_tables(answers, language, console.width):
            console.print(table)
