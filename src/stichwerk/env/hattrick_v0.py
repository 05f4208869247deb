"""Hat Trick for PettingZoo: `env()` with its usual guards, `raw_env()` without. 4–7 players, all variants and options by keyword.

`reward`: `points`, `margin` (less the mean of the others), `rank` or `win`, at the end of a round.
`memory`: "perfect", "cards" or "none".
"""

from __future__ import annotations

from typing import Any

from stichwerk.env.aec import StichwerkAEC, wrapped


def raw_env(players: int = 5, variant: str | None = None, *, reward: str = "points", **options: Any) -> StichwerkAEC:
    return StichwerkAEC("hattrick", players, variant, reward=reward, **options)


def env(**options: Any) -> Any:
    return wrapped(raw_env(**options))
