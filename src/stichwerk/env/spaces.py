"""The spaces of observations and moves, the same at every door."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces


def observation_space(low: Any, high: Any, moves: int) -> spaces.Dict:
    """What a seat sees (docs/env.md), and a 1 for every move it may make."""
    mask = spaces.Box(0, 1, (moves,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})


def action_space(moves: int) -> spaces.Discrete:
    return spaces.Discrete(moves)
