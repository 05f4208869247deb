"""The strong bot: `search` over the quick bot's policy; as long as that compiles, the policy alone."""

from __future__ import annotations

from stichwerk.bots.compiled_bot import CompiledBot, in_background
from stichwerk.bots.quick import interpreted

_COMPILED = in_background("stichwerk.bots.search")


def prepare(game: str) -> None:
    _COMPILED[game].wait()


def make(seed: int | None) -> CompiledBot:
    return CompiledBot(_COMPILED, interpreted, seed)
