"""What was counted, as an answer: figures with their uncertainty, for programs (`as_data`) and people (`as_tables`)."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from stichwerk.arena.simulate import Question
from stichwerk.arena.statistics import Mean, mean, mean_of, merged, quantile, wilson
from stichwerk.batch.play import Totals
from stichwerk.batch.setup import set_up
from stichwerk.game.notation import CARD_TEXTS
from stichwerk.game.options import kind_of
from stichwerk.rules.cards import NUMBERS
from stichwerk.rules.thegame import EXCELLENT
from stichwerk.words import number, say

Answer = dict[str, Any]
SHARES = (0.1, 0.5, 0.9)
ENDLESS = 10_000  # columns: a window in which nothing has to be broken


def as_data(question: Question, totals: Totals) -> Answer:
    """The answer to one question as plain data."""
    head: Answer = {"game": question.game, "players": question.players, "bot": question.bot, "seed": question.seed}
    head |= {"variant": question.variant, "options": resolved(question), "games": totals.games, "moves": totals.moves}
    return head | (_together(totals) if question.game == "thegame" else _by_rounds(question, totals))


def resolved(question: Question) -> dict[str, Any]:
    """Every option with the value it has."""
    return set_up(question.game, question.players, question.variant, question.options).options


def _together(totals: Totals) -> Answer:
    left = {-points: times for points, times in sorted(totals.histogram(0).items(), reverse=True)}
    excellent = sum(times for cards, times in left.items() if cards < EXCELLENT)
    return {
        "won": totals.wins() / totals.games,
        "won_interval": wilson(totals.wins(), totals.games),
        "excellent": excellent / totals.games,
        "left": _figure(mean_of(left)),
        "left_quantiles": [quantile(left, share) for share in SHARES],
        "left_histogram": left,
    }


def _by_rounds(question: Question, totals: Totals) -> Answer:
    places = [totals.histogram(place) for place in range(question.players)]
    everybody = merged(places)
    return {
        "rounds": totals.rounds,
        "points": _figure(_per_seat(mean(*totals.table()), mean_of(everybody), question.players)),
        "points_quantiles": [quantile(everybody, share) for share in SHARES],
        "points_histogram": everybody,
        "points_by_place": [_figure(mean_of(histogram)) for histogram in places],
        "points_by_card": _by_card(totals, list(enumerate(CARD_TEXTS))),
        "points_by_number": _by_number(totals),
    }


def _per_seat(table: Mean, seat: Mean, players: int) -> Mean:
    """The mean over all seats. Its error is that of whole tables: what one seat of a round wins the others have not."""
    return Mean(seat.value, table.error / players, seat.deviation, seat.count)


def _by_card(totals: Totals, cards: list[tuple[int, str]]) -> dict[str, Answer]:
    """What each chosen card brought: the points of the rounds in which it was chosen."""
    counted = {text: totals.card(card) for card, text in cards}
    return {text: _figure(mean(*counts)) for text, counts in counted.items() if counts[0]}


def _by_number(totals: Totals) -> dict[int, Answer]:
    """The same for each number, over all colours."""
    found = {}
    for value in range(NUMBERS):
        counts = [totals.card(card) for card in range(value, len(CARD_TEXTS), NUMBERS)]
        together = mean(*(sum(column) for column in zip(*counts, strict=True)))
        if together.count:
            found[value] = _figure(together)
    return found


def _figure(figure: Mean) -> Answer:
    """As JSON can hold it: None where one value alone tells no error."""
    values = {"mean": figure.value, "error": figure.error, "deviation": figure.deviation}
    return {name: None if math.isnan(value) else value for name, value in values.items()} | {"count": figure.count}


def title(question: Question, answers: list[Answer], language: str) -> str:
    """One line that says what was played, as often as it really was: the last answer may have been broken off."""
    counts = [answer["games"] for answer in answers]
    games = "–".join(number(count, language) for count in sorted({min(counts), max(counts)}))
    variant = variant_of(str(question.variant), resolved(question), resolved(replace(question, options={})))
    about = {"game": kind_of(question.game).title, "variant": variant, "bot": question.bot, "seed": question.seed}
    code = "simulate.title.one" if counts == [1] * len(counts) else "simulate.title"
    return say(code, language, **about, games=games)


def variant_of(name: str, options: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """A variant's name, with the options that are not as usual there."""
    own = [f"{option}={value}" for option, value in options.items() if value is not None and value != usual[option]]
    return ", ".join([name, *own])


def as_tables(answers: list[Answer], language: str, width: int) -> list[Table]:
    """The answers as tables for people, in a window of so many columns."""
    if "won" in answers[0]:
        tables = [_table_together(answers, language)]
    else:
        tables = [_table_points(answers, language), *_tables_places(answers, language, width)]
        tables += [_table_numbers(answer, language) for answer in answers if answer["points_by_number"]]
    return [fitted(table, width) for table in tables]


def fitted(table: Table, width: int) -> Table:
    """Where the window is narrow headings take several lines, no wider than what stands below them."""
    if _width(table) > width:
        for column in table.columns:
            heading, cells = str(column.header).replace(" %", "\N{NO-BREAK SPACE}%"), map(str, column.cells)
            room = max(map(cell_len, [*heading.split(" "), *cells]))
            column.header = textwrap.fill(heading, room, break_on_hyphens=False)
    return table


def _width(table: Table) -> int:
    """How wide it would like to be."""
    return Console(width=ENDLESS).measure(table).maximum


def new_table(language: str, title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in columns:
        _add_column(table, say(column, language))
    return table


def _add_column(table: Table, heading: str) -> None:
    """What is too wide for it goes on in the next line: no figure is cut off."""
    table.add_column(heading, justify="right", overflow="fold")


def percent(share: float) -> str:
    return f"{100 * share:.2f}"


def plus_minus(figure: Answer) -> str:
    return f"{figure['mean']:z.2f} ± {'?' if figure['error'] is None else format(figure['error'], '.2f')}"


def _spread(quantiles: list[int]) -> str:
    return " … ".join(map(str, quantiles))


def _table_together(answers: list[Answer], language: str) -> Table:
    columns = ("players", "games", "won", "excellent", "left", "spread")
    table = new_table(language, "", *(f"simulate.{column}" for column in columns))
    for answer in answers:
        low, high = answer["won_interval"]
        won = f"{percent(answer['won'])} ({percent(low)}–{percent(high)})"
        row = (str(answer["players"]), number(answer["games"], language), won, percent(answer["excellent"]))
        table.add_row(*row, plus_minus(answer["left"]), _spread(answer["left_quantiles"]))
    return table


def _table_points(answers: list[Answer], language: str) -> Table:
    columns = ("players", "games", "points", "deviation", "spread")
    table = new_table(language, "", *(f"simulate.{column}" for column in columns))
    for answer in answers:
        row = (str(answer["players"]), number(answer["games"], language), plus_minus(answer["points"]))
        table.add_row(*row, f"{answer['points']['deviation'] or 0:.2f}", _spread(answer["points_quantiles"]))
    return table


def _tables_places(answers: list[Answer], language: str, width: int) -> list[Table]:
    """One table, or several where one is too wide."""
    table = _table_places(answers, language)
    if len(answers) == 1 or _width(table) <= width:
        return [table]
    half = (len(answers) + 1) // 2
    return [*_tables_places(answers[:half], language, width), *_tables_places(answers[half:], language, width)]


def _table_places(answers: list[Answer], language: str) -> Table:
    """A row for each place, a column for each number of players."""
    table = new_table(language, say("simulate.places", language), "simulate.place")
    for answer in answers:
        _add_column(table, f"{answer['players']} {say('simulate.players', language)}")
    for place in range(max(answer["players"] for answer in answers)):
        figures = [answer["points_by_place"][place] if place < answer["players"] else None for answer in answers]
        table.add_row(str(place), *(plus_minus(figure) if figure else "" for figure in figures))
    return table


def _table_numbers(answer: Answer, language: str) -> Table:
    title = f"{say('simulate.card', language)} ({answer['players']} {say('simulate.players', language)})"
    table = new_table(language, title, "simulate.card", "simulate.points", "simulate.share")
    chosen = sum(figure["count"] for figure in answer["points_by_number"].values())
    for value, figure in answer["points_by_number"].items():
        table.add_row(str(value), plus_minus(figure), percent(figure["count"] / chosen))
    return table
