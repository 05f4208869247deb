"""Many games at once: moves/s by game, players, threads and device, beside Pgx on the same device in the same run.

    python bench/batch.py [--device cpu|cuda] [--seconds 1] [--most 1048576] [--no-peers]

Playouts are whole games at random inside one call, deals included. Stepping is `Batch.step` with the observation and the
mask of every decision; the time we take to choose a move is left out. Pgx steps its games at random inside one jitted loop,
with reset and its choosing, on all cores: 4,096 games on the CPU, on CUDA the better of 65,536 and 1,048,576.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from stichwerk.batch import Batch, playouts
from stichwerk.batch.setup import check_threads, set_up
from stichwerk.rules import jit

PEERS = ("leduc_holdem", "kuhn_poker", "2048")
SIZES = (
    [("sticheln", n) for n in (3, 4, 5, 6, 7, 8)]
    + [("hattrick", n) for n in (4, 5, 6, 7)]
    + [("thegame", n) for n in (1, 2, 3, 4, 5)]
)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second; the best of three stretches, since machines are noisy."""
    work()
    return max(_stretch(work, seconds / 3) for _ in range(3))


def _stretch(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not done:
        done += work()
    return done / spent


def playout_rate(game: str, players: int, device: str, threads: int, seconds: float) -> float:
    games = {"cpu": 5_000 * threads, "cuda": 4_000_000}[device] * (10 if game == "thegame" else 1)
    return rate(lambda: playouts("random", game, players, games, device, seed=1, threads=threads).moves, seconds)


def step_rate(game: str, players: int, n: int, device: str, seconds: float) -> float:
    """Decisions/s with observation and mask; choosing among the legal moves is not counted as ours."""
    batch = Batch(game, players, n, device, seed=1, autoreset=True, threads=1, check=device == "cpu")
    choosing = 0.0
    choose, wait = chooser(device)
    done, start = 0, 0.0
    while done < 3 or time.perf_counter() - start - choosing < seconds:
        if done == 2:  # two steps to warm up
            wait()
            start, choosing = time.perf_counter(), 0.0
        mask = batch.mask()
        batch.observe()
        if device == "cpu" or done == 0:
            before = time.perf_counter()
            actions = choose(mask)
            choosing += time.perf_counter() - before
        else:
            actions = choose(mask)
        batch.step(actions)
        done += 1
    wait()
    return (done - 2) * n / (time.perf_counter() - start - choosing)


def chooser(device: str) -> tuple[Callable[[Any], Any], Callable[[], None]]:
    """Something that takes the first legal move of every game, and something that waits for the device."""
    if device == "cpu":
        return lambda mask: mask.argmax(axis=1), lambda: None
    import torch

    return lambda mask: torch.as_tensor(mask, device="cuda").argmax(dim=1), torch.cuda.synchronize


def numpy_rate(seconds: float) -> float:
    """The same rules, interpreted, over a NumPy array a game: what a plain simulation costs."""
    setup = set_up("sticheln", 4, None, {})
    machine: Any = jit.load("stichwerk.rules.machine", "none")
    machine.popcount = lambda word: int(word).bit_count()  # NumPy's integers lack these methods of Python's
    machine.lowest = lambda word: (int(word) & -int(word)).bit_length() - 1
    machine.highest = lambda word: int(word).bit_length() - 1
    kernels = jit.load("stichwerk.batch.kernels", "none", rules="stichwerk.rules.sticheln")
    s, seen, rng, dice, pile, out = (np.zeros(n, np.int64) for n in (57, 57, 3, 3, 126, 8000))
    numbers = iter(range(10**9))
    with np.errstate(over="ignore"):
        return rate(lambda: int(kernels.play_number(setup.o, next(numbers), 1, s, rng, dice, pile, seen, out)), seconds)


def pgx_rate(name: str, n: int, steps: int, seconds: float) -> float:
    """Steps/s of n games of Pgx inside one jitted loop, a random legal action each, finished games reset."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator]
    def run(key: Any, state: Any) -> Any:
        def once(_: Any, carry: Any) -> Any:
            key, state = carry
            key, pick, play = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(pick, logits, axis=-1)
            return key, jax.vmap(step)(state, actions, jax.random.split(play, n))

        return jax.lax.fori_loop(0, steps, once, (key, state))

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))

    def work() -> int:
        jax.block_until_ready(run(key, state))
        return n * steps

    return rate(work, seconds)


def peers(device: str, seconds: float) -> Iterator[tuple[str, float]]:
    try:
        import pgx  # noqa: F401
    except ImportError as error:
        print(f"Pgx is not here ({error}), so there is no peer to compare with: pip install 'stichwerk[bench]'")
        return
    sizes = (4096,) if device == "cpu" else (65_536, 1_048_576)
    for name in PEERS:
        yield name, max(pgx_rate(name, n, 64 if device == "cuda" else 16, seconds) for n in sizes)


def report(what: str, value: float, base: float | None) -> None:
    ratio = f"{value / base:10.1f}×" if base else ""
    print(f"{what:<58}{value:18,.0f}{ratio}", flush=True)


def growth(game: str, players: int, device: str, most: int, seconds: float) -> None:
    print(f"\nstepping {game} with {players}, observation and mask, by number of games (decisions/s)")
    n = 1
    while n <= most:
        report(f"  n = {n:,}", step_rate(game, players, n, device, seconds), None)
        n *= 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each row is measured")
    parser.add_argument("--most", type=int, default=1 << 18, help="as many games as are stepped together")
    parser.add_argument("--no-peers", action="store_true", help="leave Pgx out")
    args = parser.parse_args()
    found = [] if args.no_peers else list(peers(args.device, args.seconds))
    base = found[0][1] if found else None
    print(f"{args.device}: moves/s (Pgx: steps/s){' ' * 29}rate   × leduc_holdem")
    for name, value in found:
        report(f"Pgx {name}", value, base)
    if args.device == "cpu":
        report("the same rules over a NumPy array a game, sticheln 4", numpy_rate(args.seconds), base)
    for threads in [1] if args.device == "cuda" else sorted({1, check_threads(None)}):
        for game, players in SIZES if threads == 1 else [("sticheln", 4), ("hattrick", 4), ("thegame", 3)]:
            label = f"playouts {game} {players}" + ("" if args.device == "cuda" else f", {threads} thread{'s' * (threads > 1)}")
            report(label, playout_rate(game, players, args.device, threads, args.seconds), base)
    for game, players in (("sticheln", 4), ("hattrick", 4), ("thegame", 3)):
        n = 4096 if args.device == "cpu" else 1 << 18
        report(
            f"Batch.step {game} {players}, observation and mask, n={n:,}",
            step_rate(game, players, n, args.device, args.seconds),
            base,
        )
    print(f"bytes a game: {Batch('sticheln', 8, 256, threads=1).bytes_per_game}")
    growth("sticheln", 4, args.device, args.most, args.seconds / 2)


if __name__ == "__main__":
    main()
