"""`stichwerk match`: plays, shows how far it is, and gives the standings as a table, JSON and a picture."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stichwerk.arena import match as matches
from stichwerk.arena import standings
from stichwerk.arena.answers import Answer
from stichwerk.arena.command import STOPPED, WIDE
from stichwerk.arena.match import Deal, Match
from stichwerk.game.options import default_variant, kind_of
from stichwerk.words import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAST = 4.0  # inches that a picture is wide


def run(match: Match, as_json: bool, plot: str | None, language: str) -> int:
    """Plays a match; the exit status."""
    kind = kind_of(match.game)
    match = replace(match, variant=match.variant or default_variant(kind))
    matches.check(match)
    if plot is not None:
        from stichwerk.arena import plots

        plots.check_file(plot)
    deals, whole = _play(match, language)
    if not whole:
        Console(stderr=True).print(say("simulate.stopped" if deals else "simulate.nothing", language), style="yellow")
    data = standings.as_data(match, deals) | {"whole": whole}
    if deals or as_json:  # a program is answered in any case
        _show(data, as_json, language)
    if deals and plot is not None:
        draw(data, plot, language)
        Console(stderr=True).print(say("simulate.drawn", language, file=plot), markup=False, highlight=False)
    return 0 if whole else STOPPED


def _play(match: Match, language: str) -> tuple[list[Deal], bool]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    title, console = kind_of(match.game).title, Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(say("simulate.compiling", language, game=title), total=match.deals)
        name = say("simulate.playing", language, game=title, players=match.players)
        return matches.play(match, lambda played: bar.update(task, completed=played, description=name))


def _show(data: Answer, as_json: bool, language: str) -> None:
    if as_json:
        print(json.dumps(data, ensure_ascii=False, allow_nan=False))
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    console.print(standings.title(data, language), style="bold")
    console.print(standings.as_table(data, language, console.width))


def draw(data: Answer, file: str, language: str) -> None:
    from stichwerk.arena import plots

    plots.save(picture(data, language), file)


def picture(data: Answer, language: str) -> Figure:
    """A bar for each bot: games won of The Game with the interval, or points ahead of the others with twice the error."""
    from matplotlib.figure import Figure

    from stichwerk.arena import plots

    together = data["game"] == "thegame"
    values, errors = _won(data) if together else _leads(data)
    names = [row["name"].replace(",", ",\n") for row in data["bots"]]
    figure = Figure(figsize=(max(LEAST, 1.6 + 1.2 * len(values)), 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.bar(names, values, yerr=errors, color=plots.COLOURS[0], capsize=4, width=0.6)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_ylabel(say("match.won" if together else "match.lead", language))
    plots.explain_bars(axes, "simulate.bars.interval" if together else "simulate.bars.errors", language)
    plots.head(figure, standings.title(data, language))
    return figure


def _won(data: Answer) -> tuple[list[float], Any]:
    """Shares in percent, and how far down and up their intervals reach: not nothing, even where no game was won."""
    shares = [100 * row["won"]["mean"] for row in data["bots"]]
    ends = [[100 * end for end in row["won_interval"]] for row in data["bots"]]
    down = [max(share - low, 0.0) for share, (low, _) in zip(shares, ends, strict=True)]
    up = [max(high - share, 0.0) for share, (_, high) in zip(shares, ends, strict=True)]
    return shares, [down, up]


def _leads(data: Answer) -> tuple[list[float], Any]:
    return [row["lead"]["mean"] for row in data["bots"]], [2 * (row["lead"]["error"] or 0) for row in data["bots"]]
