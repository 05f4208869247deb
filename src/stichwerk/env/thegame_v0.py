"""The Game for PettingZoo: `env()` with its usual guards, `raw_env()` without. 1–5 players, all variants and options by keyword.

`reward`: `cards` (one for each card laid, to all) or `win`. `memory`: "perfect", "cards" or "none".
"""

from __future__ import annotations

from typing import Any

from stichwerk.env.aec import StichwerkAEC, wrapped


def raw_env(players: int = 3, variant: str | None = None, *, reward: str = "cards", **options: Any) -> StichwerkAEC:
    return StichwerkAEC("thegame", players, variant, reward=reward, **options)


def env(**options: Any) -> Any:
    return wrapped(raw_env(**options))
