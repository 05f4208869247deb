"""Steps/s of the environments on one core, beside RLCard's, PettingZoo's own and OpenSpiel's card games in the same run.

    python bench/env.py [--seconds 2] [--games 4096] [--no-peers]

Every step has its observation and its legal moves read and a legal move chosen (the first), with whatever that costs; new
games are counted. Everybody is measured in processor time of this one thread, the best of three stretches, so that other
programs on the machine matter little. A step is always one decision with its observation and mask. In a vector with bots that is
the learner's, with all that the bots do until its next, which is not counted; where all seats learn it is one move.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from stichwerk.env import hattrick_v0, sticheln_v0, thegame_v0
from stichwerk.env.single import SingleEnv
from stichwerk.env.vector import StichwerkVector

RLCARD = ("leduc-holdem", "uno", "limit-holdem", "gin-rummy", "blackjack", "doudizhu", "mahjong")
PETTINGZOO = ("hanabi_v5", "leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
OPENSPIEL = ("hearts", "spades", "hanabi", "gin_rummy", "leduc_poker")
OURS_THERE = ("sticheln(players=4,rounds=1)", "hattrick(players=4,rounds=1)", "thegame(players=3)")
AEC: list[tuple[Any, int]] = [(sticheln_v0, 4), (hattrick_v0, 4), (thegame_v0, 3), (thegame_v0, 1)]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time."""
    work()
    return max(_stretch(work, seconds / 3) for _ in range(3))


def _stretch(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not done:
        done += work()
    return done / spent


def rlcard_game(name: str) -> Callable[[], int]:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def work() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(next(iter(state["legal_actions"])))
            steps += 1
        return steps

    return work


def aec(env: Any) -> Callable[[], int]:
    """An AEC environment to the end of a game, as its documentation plays it."""
    env.reset(seed=1)

    def work() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, info = env.last()
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(None if over or cut else int(mask.argmax()))
            steps += not (over or cut)
        return steps

    return work


def their_aec(name: str) -> Callable[[], int]:
    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env())


def openspiel(name: str) -> Callable[[], int]:
    """A game with the information state tensor of whoever decides, from Python; deals at random."""
    import pyspiel

    game, dice = pyspiel.load_game(name), np.random.default_rng(1)
    tensor = game.get_type().provides_information_state_tensor

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(dice.integers(len(outcomes)))][0])
                continue
            np.asarray(state.information_state_tensor() if tensor else state.observation_tensor())
            state.apply_action(state.legal_actions()[0])
            steps += 1
        return steps

    return work


def single(game: str, players: int, bot: str) -> Callable[[], int]:
    env = SingleEnv(game, players, bots=bot)
    env.reset(seed=1)

    def work() -> int:
        (seen, _), over, steps = env.reset(), False, 0
        while not over:
            seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
            steps += 1
        return steps

    return work


def vector(game: str, players: int, bot: str | None, memory: str, games: int) -> Callable[[], int]:
    """One seat learns among bots; without a bot all do."""
    seats: dict[str, Any] = {"bot": bot} if bot else {"learner": "all"}
    env = StichwerkVector(game, games, players, memory=memory, autoreset_mode="SameStep", copy=False, threads=1, **seats)
    seen = env.reset(seed=1)[0]

    def work() -> int:
        nonlocal seen
        seen = env.step(seen["action_mask"].view(np.bool_).argmax(axis=1))[0]  # of truths NumPy finds the first much sooner
        return games

    for _ in range(20):
        work()  # so that games are in all their stages
    return work


def peers() -> Iterator[tuple[str, Callable[[], Callable[[], int]]]]:
    for name in RLCARD:
        yield f"RLCard {name}", lambda name=name: rlcard_game(name)  # type: ignore[misc]
    for name in PETTINGZOO:
        yield f"PettingZoo {name}, env()", lambda name=name: their_aec(name)  # type: ignore[misc]
    for name in OPENSPIEL:
        yield f"OpenSpiel {name}", lambda name=name: openspiel(name)  # type: ignore[misc]


def ours(games: int) -> Iterator[tuple[str, Callable[[], Callable[[], int]]]]:
    for module, players in AEC:
        name = module.__name__.split(".")[-1]
        yield f"{name} {players}, raw_env()", lambda m=module, p=players: aec(m.raw_env(players=p))  # type: ignore[misc]
        yield f"{name} {players}, env()", lambda m=module, p=players: aec(m.env(players=p))  # type: ignore[misc]
    for game, players in (("sticheln", 3), ("thegame", 1)):
        yield f"Gymnasium {game} {players}, others random", lambda g=game, p=players: single(g, p, "random")  # type: ignore[misc]
    for game, players, bot in VECTORS:
        for memory in ("perfect", "cards"):
            label = f"vector {game} {players}, {f'others {bot}' if bot else 'all learn'}, memory {memory}"
            yield label, lambda g=game, p=players, b=bot, m=memory: vector(g, p, b, m, games)  # type: ignore[misc]
    with contextlib.suppress(ImportError):
        import stichwerk.env.openspiel  # noqa: F401

        for name in OURS_THERE:
            yield f"OpenSpiel python_stichwerk_{name}", lambda n=name: openspiel(f"python_stichwerk_{n}")  # type: ignore[misc]


VECTORS: list[tuple[str, int, str | None]] = [
    ("sticheln", 3, None),
    ("sticheln", 4, None),
    ("hattrick", 4, None),
    ("thegame", 3, None),
    ("sticheln", 3, "random"),
    ("sticheln", 3, "simple"),
    ("hattrick", 4, "random"),
    ("thegame", 3, "random"),
    ("thegame", 1, "random"),
]


def measured(rows: Iterator[tuple[str, Callable[[], Callable[[], int]]]], seconds: float) -> Iterator[tuple[str, float]]:
    """Each row's rate; a peer that is not installed here is named and left out."""
    for label, make in rows:
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                work = make()
        except (ImportError, AttributeError) as error:
            print(f"{label}: not here ({str(error).splitlines()[0][:80]})")
            continue
        yield label, rate(work, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each row is measured")
    parser.add_argument("--games", type=int, default=4096, help="stepped together in a vector")
    parser.add_argument("--no-peers", action="store_true")
    args = parser.parse_args()
    found = {} if args.no_peers else dict(measured(peers(), args.seconds))
    rlcard = max((value for name, value in found.items() if name.startswith("RLCard")), default=None)
    hanabi = next((value for name, value in found.items() if "hanabi_v5" in name), None)
    print(f"{'steps/s on one core':<62}{'rate':>12}{'× RLCard':>12}{'× hanabi':>12}   (RLCard's fastest, PettingZoo's hanabi)")
    for name, value in found.items():
        report(name, value, rlcard, hanabi)
    for name, value in measured(ours(args.games), args.seconds):
        report(name, value, rlcard, hanabi)


def report(name: str, value: float, *bases: float | None) -> None:
    ratios = "".join(f"{value / base:11.1f}×" if base else f"{'–':>12}" for base in bases)
    print(f"{name:<62}{value:12,.0f}{ratios}", flush=True)


if __name__ == "__main__":
    main()
