"""Measures the published strength of the learned bots anew: `python -m stichwerk.train.published sticheln`.

The figures are written beside the weights, with a digest of those that were played by, and the rows of the table in
`docs/bots.md` are printed. What the rows of a game are, and how one is measured, `published_tricks` and `published_thegame` say.
"""

from __future__ import annotations

import argparse
from types import ModuleType

from stichwerk.bots import weights
from stichwerk.train import asked_for, published_thegame, published_tricks

MEASURED_BY: dict[str, ModuleType] = {
    "sticheln": published_tricks,
    "hattrick": published_tricks,
    "thegame": published_thegame,
}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="stichwerk.train.published", description=__doc__)
    parser.add_argument("game", choices=MEASURED_BY)
    parser.add_argument("--row", action="append", metavar="NAME", help="only this row (default: all)")
    asked = parser.parse_args(arguments)
    rows = MEASURED_BY[asked.game].ROWS[asked.game]
    for row in asked.row or ():
        if row not in rows:
            parser.error(f"argument --row: no row is called {row!r}; there are {', '.join(map(repr, rows))}")
    publish(asked.game, asked.row or list(rows))


def publish(game: str, rows: list[str]) -> None:
    """Measures, and writes each row down as soon as it is known. (What else is written there may change meanwhile.)"""
    part = MEASURED_BY[game]
    for row, found in part.measure(game, rows):
        about = weights.provenance(game)
        known = {**about.get("measured", {}), row: found}
        about["measured"] = {"how": part.HOW, **{name: known[name] for name in part.ROWS[game] if name in known}}
        weights.describe(game, about)
        print(part.line(row, found), flush=True)


if __name__ == "__main__":
    asked_for.to_the_end(main)
