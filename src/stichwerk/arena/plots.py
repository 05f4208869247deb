"""Answers as pictures, in colours that everybody can tell apart and with a marker for each line."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stichwerk.arena.answers import Answer
from stichwerk.game.refusals import BadOption
from stichwerk.words import say

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
MARKERS = "os^Dvp*X"
ENDINGS = (".svg", ".png")
ENOUGH = 30  # rounds that make a mean worth drawing
ROOM = 0.96  # of a picture's width, for its heading


def check_file(file: str) -> None:
    """Refuses a file that cannot be written, before anything is simulated."""
    path = Path(file)
    target = path if path.exists() else path.parent
    if path.suffix.lower() not in ENDINGS or not path.parent.is_dir() or path.is_dir() or not os.access(target, os.W_OK):
        raise BadOption("simulate.plot", given=repr(file))


def draw(answers: list[Answer], title: str, file: str, language: str) -> None:
    save(picture(answers, title, language), file)


def save(figure: Figure, file: str) -> None:
    try:
        figure.savefig(file, dpi=120)
    except OSError as error:
        raise BadOption("simulate.plot", given=repr(file)) from error


def picture(answers: list[Answer], title: str, language: str) -> Figure:
    panels = [_won, _left] if "won" in answers[0] else [_points, _places]
    if answers[0].get("points_by_number"):
        panels.append(_numbers)
    figure = Figure(figsize=(5.2 * len(panels), 4.2), layout="constrained")
    for place, panel in enumerate(panels, start=1):
        axes = figure.add_subplot(1, len(panels), place)
        axes.spines[["top", "right"]].set_visible(False)
        panel(axes, answers, language)
    head(figure, title)
    return figure


def head(figure: Figure, title: str) -> None:
    """The heading, over as many lines as it takes in a picture of this width. A value stays beside its name."""
    whole = re.sub(" (?=[:·])|(?<=:) ", "\N{NO-BREAK SPACE}", title)
    shown, room = figure.suptitle(whole, fontsize="medium"), ROOM * figure.bbox.width
    for letters in range(len(whole), 0, -1):
        shown.set_text(textwrap.fill(whole, letters, break_on_hyphens=False))
        if shown.get_window_extent().width <= room:
            return


def explain_bars(axes: Axes, code: str, language: str) -> None:
    """Says above a panel what its error bars are."""
    axes.set_title(say(code, language), fontsize="small", color="#555555")


def _style(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % 8], "marker": MARKERS[number % 8], "markersize": 4, "linewidth": 1.2}


def _label(axes: Axes, language: str, across: str, up: str) -> None:
    axes.set_xlabel(say(f"simulate.{across}", language))
    axes.set_ylabel(say(f"simulate.{up}", language))


def _legend(axes: Axes, answers: list[Answer], language: str) -> None:
    if len(answers) > 1:
        axes.legend(title=say("simulate.players", language), frameon=False)


def _won(axes: Axes, answers: list[Answer], language: str) -> None:
    players = [str(answer["players"]) for answer in answers]
    shares = [100 * answer["won"] for answer in answers]
    low = [100 * (answer["won"] - answer["won_interval"][0]) for answer in answers]
    high = [100 * (answer["won_interval"][1] - answer["won"]) for answer in answers]
    axes.bar(players, shares, yerr=[low, high], color=COLOURS[0], capsize=4, width=0.6)
    for place, (share, up) in enumerate(zip(shares, high, strict=True)):  # above the error bar, which would strike it through
        axes.annotate(f"{share:.1f} %", (place, share + up), xytext=(0, 6), textcoords="offset points", ha="center")
    axes.margins(y=0.15)
    explain_bars(axes, "simulate.bars.interval", language)
    _label(axes, language, "players", "winrate")
    axes.set_ylabel(axes.get_ylabel() + " (%)")


def _left(axes: Axes, answers: list[Answer], language: str) -> None:
    _distribution(axes, answers, "left_histogram", 5, language)
    _label(axes, language, "leftaxis", "gameshare")
    axes.set_ylabel(axes.get_ylabel() + " (%)")


def _points(axes: Axes, answers: list[Answer], language: str) -> None:
    _distribution(axes, answers, "points_histogram", 10, language)
    _label(axes, language, "pointsaxis", "rounds")
    axes.set_ylabel(axes.get_ylabel() + " (%)")


def _distribution(axes: Axes, answers: list[Answer], key: str, every: int, language: str) -> None:
    """How often each value came, in percent: a line for each answer with a marker on every so many values."""
    for number, answer in enumerate(answers):
        values, counted = sorted(answer[key]), sum(answer[key].values())
        shares = [100 * answer[key][value] / counted for value in values]
        axes.plot(values, shares, label=str(answer["players"]), markevery=every, **_style(number))
    _legend(axes, answers, language)


def _places(axes: Axes, answers: list[Answer], language: str) -> None:
    for number, answer in enumerate(answers):
        figures = answer["points_by_place"]
        means, errors = [figure["mean"] for figure in figures], [2 * (figure["error"] or 0) for figure in figures]
        axes.errorbar(range(len(figures)), means, yerr=errors, label=str(answer["players"]), capsize=3, **_style(number))
    axes.set_xticks(range(max(answer["players"] for answer in answers)))
    explain_bars(axes, "simulate.bars.errors", language)
    _label(axes, language, "after", "pointsaxis")
    _legend(axes, answers, language)


def _numbers(axes: Axes, answers: list[Answer], language: str) -> None:
    for number, answer in enumerate(answers):
        figures = {value: figure for value, figure in answer["points_by_number"].items() if figure["count"] >= ENOUGH}
        means, errors = [figure["mean"] for figure in figures.values()], [2 * figure["error"] for figure in figures.values()]
        axes.errorbar(list(figures), means, yerr=errors, label=str(answer["players"]), capsize=3, **_style(number))
    explain_bars(axes, "simulate.bars.errors", language)
    _label(axes, language, "card", "pointsaxis")
    _legend(axes, answers, language)
