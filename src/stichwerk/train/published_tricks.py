"""What is published of the bots of Sticheln and Hat Trick (see `published`): how far they lead among the yardstick.

Every row of the table in `docs/bots.md` for `quick` and for `strong`, as `train.measure` does, all on the same seed, by which no
weights were trained or chosen.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from stichwerk.batch.setup import check_threads
from stichwerk.bots import weights
from stichwerk.train.measure import Task, work
from stichwerk.train.run import plus_minus, prepare, summed_up

BOTS = ("quick", "strong")
SEED = 2040
LATE = {"reveal": "after", "colours": 2}
# What a row is called, its setting, and how many deals are played.
ROWS: dict[str, dict[str, tuple[dict[str, Any], int]]] = {
    "sticheln": {
        "4 players": ({"players": 4}, 400),
        "3 players": ({"players": 3}, 200),
        **{f"{players} players": ({"players": players}, 80) for players in range(5, 9)},
        "Mild, 4 players": ({"players": 4, "variant": "mild"}, 300),
        "Aggravated": ({"players": 4, "variant": "aggravated"}, 200),
        "Hazy": ({"players": 4, "variant": "hazy"}, 300),
        "Delayed": ({"players": 4, "variant": "delayed"}, 200),
        "Reverse": ({"players": 4, "variant": "reverse"}, 200),
        "Delayed and Aggravated": ({"players": 4, **LATE}, 200),
        "… and Mild": ({"players": 4, "penalty": "flat", **LATE}, 200),
        "… or Reverse": ({"players": 4, "aim": "lucky", **LATE}, 200),
    },
    "hattrick": {f"Hat Trick, {players} players": ({"players": players}, 200) for players in (4, 6)},
}


HOW = (
    "lead: what one player's points a round are above the mean of the others, who all play `ismcts` with 1,000 iterations; "
    "every deal is played once from each seat; error: one standard error, over deals; first: the lead in the first deal, so that "
    "a test can tell whether the bot still plays as it did; digest: of the weights it played by"
)


def measure(game: str, rows: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each row what was found of each bot, and by which weights."""
    asked = [ROWS[game][row] for row in rows]
    tasks = [Task(game, bot, setting, deals=deals, seed=SEED) for setting, deals in asked for bot in BOTS]
    played = weights.load(game)["w"]
    found = work(tasks, check_threads(None))
    for row in rows:
        figures = {task.bot: figure(task, leads) for task, leads in (next(found) for _ in BOTS)}
        yield row, {**figures, "digest": weights.digest(played[played_by(game, ROWS[game][row][0])])}


def played_by(game: str, setting: dict[str, Any]) -> int:
    """The number of the set of weights for a setting."""
    mind = importlib.import_module(f"stichwerk.bots.mind_{game}")
    return int(mind.which(prepare(game, setting).o))


def figure(task: Task, leads: Any) -> dict[str, Any]:
    lead, error = summed_up(leads)
    first = round(float(leads[0]), 4)
    return {"lead": round(lead, 2), "error": round(error, 2), "first": first, "deals": task.deals, "command": task.command}


def line(row: str, found: dict[str, Any]) -> str:
    """A row as it is published."""
    told = [plus_minus(found[bot]["lead"], found[bot]["error"]) for bot in BOTS]
    return f"| {row} | {' | '.join(told)} | {found[BOTS[0]]['deals']} |"
