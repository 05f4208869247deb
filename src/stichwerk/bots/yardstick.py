"""The yardstick (`ismcts`) at a table; as long as it compiles, with few iterations."""

from __future__ import annotations

from stichwerk.bots import ismcts
from stichwerk.bots.compiled_bot import CompiledBot, Policy, in_background, load

FEW = 20
_COMPILED = in_background("stichwerk.bots.ismcts")


def sized(iterations: int) -> dict[str, int]:
    """The constants of `ismcts` for another number of iterations."""
    return {"ITERATIONS": iterations, "TREE": (iterations + 1) * ismcts.NODE, "CREDITS": iterations + 1}


def shortened(game: str) -> Policy:
    policy: Policy = load("stichwerk.bots.ismcts", game, "none", **sized(FEW)).act
    return policy


def prepare(game: str) -> None:
    _COMPILED[game].wait()


def make(seed: int | None) -> CompiledBot:
    return CompiledBot(_COMPILED, shortened, seed)
