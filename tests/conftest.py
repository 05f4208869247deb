"""Which tests share a process: those that need a compiler, since two processes would both compile the same."""

from __future__ import annotations

import pytest

COMPILING = {
    *(
        "test_batch",
        "test_bots",
        "test_bots_secrets",
        "test_bots_thegame",
        "test_bots_tricks",
        "test_compiled",
        "test_cuda",
        "test_match",
    ),
    *("test_simulate", "test_train_measure", "test_train_thegame", "test_train_tricks"),  # … and the environments:
    *("test_contracts", "test_docs", "test_openspiel", "test_same_games"),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in COMPILING:
            item.add_marker(pytest.mark.xdist_group("compiling"))
