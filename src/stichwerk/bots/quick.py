"""The quick bot: the move its learned policy (`quick_sticheln`, `quick_hattrick`) likes best."""

from __future__ import annotations

from stichwerk.bots.compiled_bot import CompiledBot, Policy, in_background, load

POLICY = "stichwerk.bots.quick_{game}"
_COMPILED = in_background(POLICY)


def interpreted(game: str) -> Policy:
    policy: Policy = load(POLICY, game, "none").act
    return policy


def prepare(game: str) -> None:
    _COMPILED[game].wait()


def make(seed: int | None) -> CompiledBot:
    return CompiledBot(_COMPILED, interpreted, seed)
