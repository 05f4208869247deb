"""How a match stands: figures with their standard errors by deals, for programs (`as_data`) and people (`as_table`)."""

from __future__ import annotations

import math
from statistics import fmean, stdev
from typing import Any

from rich.markup import escape
from rich.table import Table

from stichwerk.arena.answers import Answer, fitted, new_table, percent, variant_of
from stichwerk.arena.match import Deal, Match, Result, team
from stichwerk.arena.statistics import wilson
from stichwerk.batch.setup import set_up
from stichwerk.game.options import kind_of
from stichwerk.words import number, say


def as_data(match: Match, deals: list[Deal]) -> Answer:
    """The whole match as plain data; no bots where nothing was played."""
    options = set_up(match.game, match.players, match.variant, match.options).options
    head: Answer = {"game": match.game, "variant": match.variant, "options": options, "players": match.players}
    head |= {"seed": match.seed, "deals": len(deals), "games": sum(map(len, deals))}
    if not deals:
        return head | {"bots": []}
    rows = _teams(match, deals) if match.game == "thegame" else _bots(match, deals)
    for row in rows if match.timed else []:
        row["milliseconds"] = _milliseconds(row["name"], match, deals)
    return head | {"bots": rows}


def figure(values: list[float]) -> Answer:
    """A mean with its standard error; None where one value alone tells none."""
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return {"mean": fmean(values), "error": error}


def _teams(match: Match, deals: list[Deal]) -> list[Answer]:
    rows = []
    for k, name in enumerate(match.names):
        left = [deal[k].left for deal in deals]
        won = [1.0 if cards == 0 else 0.0 for cards in left]
        ahead = [mine - (deal[0].left == 0) for mine, deal in zip(won, deals, strict=True)]
        row: Answer = {"name": name, "won": figure(won), "won_interval": wilson(int(sum(won)), len(won))}
        rows.append(row | {"left": figure([float(cards) for cards in left]), "more_than_first": figure(ahead)})
    return rows


def _bots(match: Match, deals: list[Deal]) -> list[Answer]:
    """By deals: the mean over a deal's games and over the seats that a bot had in them."""
    rows = []
    for name in match.names:
        per_deal = [[_seat(result, seat) for result in deal for seat in _seats(result, name)] for deal in deals]
        columns = {key: [fmean(seat[key] for seat in seats) for seats in per_deal] for key in per_deal[0][0]}
        rows.append({"name": name, **{key: figure(values) for key, values in columns.items()}})
    return rows


def _seats(result: Result, name: str) -> list[int]:
    return [seat for seat, bot in enumerate(result.lineup) if bot == name]


def _seat(result: Result, seat: int) -> dict[str, float]:
    """A seat's game: points a round, how many more than the others' mean, share of rounds and of the game won."""
    players, rounds = len(result.lineup), result.rounds
    points = fmean(scores[seat] for scores in rounds)
    others = fmean(sum(scores) - scores[seat] for scores in rounds) / (players - 1)
    won = fmean(1 / scores.count(max(scores)) if scores[seat] == max(scores) else 0.0 for scores in rounds)
    game = 1 / len(result.winners) if seat in result.winners else 0.0
    return {"points": points, "lead": points - others, "rounds": won, "games": game}


def _milliseconds(name: str, match: Match, deals: list[Deal]) -> float:
    """How much processor time a move takes, on average; of a team's bots together."""
    spent = [
        time
        for deal in deals
        for result in deal
        for bot, time in result.spent.items()
        if (team(result.lineup) if match.game == "thegame" else bot) == name
    ]
    moves = sum(count for _, count in spent)
    return 1000 * sum(seconds for seconds, _ in spent) / moves


def as_table(data: Answer, language: str, width: int) -> Table:
    """The standings for people, in a window of so many columns."""
    together = data["game"] == "thegame"
    columns = ["match.won", "match.interval", "match.left", "match.difference"] if together else []
    columns = columns or ["match.lead", "match.points", "match.rounds", "match.games"]
    timed = "milliseconds" in data["bots"][0]
    table = new_table(language, "", "match.bot", *columns, *(["match.time"] if timed else []))
    for row in data["bots"]:
        cells = _cells_of_team(row) if together else _cells_of_bot(row)
        table.add_row(escape(row["name"].replace(",", ", ")), *cells, *([f"{row['milliseconds']:.3f}"] if timed else []))
    return fitted(table, width)


def _cells_of_team(row: Answer) -> list[str]:
    interval = f"{percent(row['won_interval'][0])}–{percent(row['won_interval'][1])}"
    return [shares(row["won"]), interval, signed(row["left"], ""), shares(row["more_than_first"], "+")]


def _cells_of_bot(row: Answer) -> list[str]:
    return [signed(row["lead"]), signed(row["points"]), shares(row["rounds"]), shares(row["games"])]


def signed(value: Answer, sign: str = "+") -> str:
    error = "?" if value["error"] is None else f"{value['error']:.2f}"
    return f"{value['mean']:{sign}z.2f} ± {error}"


def shares(value: Answer, sign: str = "") -> str:
    error = "?" if value["error"] is None else f"{100 * value['error']:.1f}"
    return f"{100 * value['mean']:{sign}z.1f} ± {error}"


def title(data: Answer, language: str) -> Any:
    """One line that says what was played."""
    usual = set_up(data["game"], data["players"], data["variant"], {}).options
    about = {"game": kind_of(data["game"]).title, "variant": variant_of(data["variant"], data["options"], usual)}
    count = number(data["deals"], language)
    return say("match.title", language, **about, players=data["players"], deals=count, seed=data["seed"])
