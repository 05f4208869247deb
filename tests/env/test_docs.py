"""The tables of docs/env.md are those of the code, and its examples run. `python -m tests.env.test_docs` writes the tables."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from stichwerk.batch import layouts
from stichwerk.batch.setup import layout_of
from stichwerk.game.options import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "env.md"


def with_tables(page: str) -> str:
    """The page with the table of each game's layout under its title."""
    for kind in KINDS.values():
        table = layouts.table(layout_of(kind.name).ROWS)
        page = re.sub(rf"(### {kind.title}\n\n)(\|.*\n)*\n?", lambda found, table=table: f"{found[1]}{table}\n\n", page)  # type: ignore[misc]
    return page


def test_the_tables_are_fresh() -> None:
    page = PAGE.read_text("utf-8")
    assert page.count("| numbers |") == 3
    assert with_tables(page) == page, "python -m tests.env.test_docs writes them"


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 10
    assert failed == 0


@pytest.mark.parametrize("memory", layouts.MEMORIES)
def test_rows_bounds_and_widths_agree(memory: str) -> None:
    for name in KINDS:
        layout = layout_of(name)
        low, high = layouts.bounds(layout.ROWS, memory)
        assert len(low) == len(high) == layouts.width(layout.ROWS, memory)
        assert all(least <= most for least, most in zip(low, high, strict=True))
        assert layouts.width(layout.ROWS, "cards") == layout.WIDTH


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
