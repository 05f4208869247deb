"""The bot that plays any legal move: the floor every other bot must beat."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any


class RandomBot:
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def act(self, view: Mapping[str, Any]) -> str:
        return str(self._random.choice(view["legal"]))

    def signal(self, view: Mapping[str, Any]) -> list[str]:
        return []
