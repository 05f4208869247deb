"""Which tests share a process: those that want the same code compiled, since two processes would both compile it."""

from __future__ import annotations

import pytest

TOGETHER = {
    "tricks": ("test_bots", "test_bots_tricks", "test_match", "test_simulate", "test_train_tricks"),
    "env": ("test_contracts", "test_openspiel", "test_same_games"),
    "batch": ("test_batch", "test_bots_thegame", "test_compiled", "test_cuda", "test_train_thegame"),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    groups = {name: group for group, names in TOGETHER.items() for name in names}
    for item in items:
        if group := groups.get(item.path.stem):
            item.add_marker(pytest.mark.xdist_group(group))
