"""The yardstick (`ismcts`) at a table; as long as it compiles, the simple bot, which needs no compiler."""

from __future__ import annotations

from stichwerk.bots.compiled_bot import CompiledBot, Policy, in_background, load

_COMPILED = in_background("stichwerk.bots.ismcts")


def simple(game: str) -> Policy:
    policy: Policy = load("stichwerk.bots.simple_{game}", game, "none").act
    return policy


def prepare(game: str) -> None:
    _COMPILED[game].wait()


def make(seed: int | None) -> CompiledBot:
    return CompiledBot(_COMPILED, simple, seed)
