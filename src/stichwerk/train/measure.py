"""How strong a bot of Sticheln or Hat Trick is among others: `python -m stichwerk.train.measure sticheln strong --deals 300`.

One seat plays by the bot, all others by the rivals (`ismcts`), in compiled rounds on duplicate deals: every deal once from each
seat. Said is the mean lead a round over the others, with its standard error over deals. The same seed gives the same figure.
`stichwerk match` asks the same of bots at real tables, and takes longer.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from stichwerk.batch.setup import Setup, check_threads
from stichwerk.game.refusals import Refusal
from stichwerk.rules import chance, jit
from stichwerk.train.run import Lesson, prepare

POLICIES = {
    "quick": "stichwerk.bots.quick_{game}",
    "strong": "stichwerk.bots.search",
    "ismcts": "stichwerk.bots.ismcts",
    "simple": "stichwerk.bots.simple_{game}",
    "random": "stichwerk.batch.random_policy",
}
PIECE = 5  # deals a thread plays at a time


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="stichwerk.train.measure", description=__doc__)
    parser.add_argument("game", choices=("sticheln", "hattrick"))
    parser.add_argument("bot", choices=POLICIES)
    parser.add_argument("--among", choices=POLICIES, default="ismcts")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--variant")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the game: reveal=end")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args(given)
    options = dict(_read(text) for text in asked.option)
    try:
        setup = prepare(asked.game, {"players": asked.players, "variant": asked.variant, **options})
    except Refusal as refusal:
        parser.error(str(refusal))
    kernel = duel(asked.game, asked.bot, asked.among)
    play(kernel, setup, 0, 1, asked.seed)  # compiles
    start = time.perf_counter()
    leads = measure(kernel, setup, asked.deals, asked.seed, check_threads(asked.threads))
    error = leads.std() / len(leads) ** 0.5
    took = 1000 * (time.perf_counter() - start) / len(leads)
    setting = " ".join([asked.game, *([asked.variant] if asked.variant else []), *asked.option, str(asked.players)])
    print(
        f"{setting}: {asked.bot} among {asked.among} {leads.mean():+.2f} ± {error:.2f} ({len(leads)} deals, {took:.0f} ms each)"
    )


def _read(text: str) -> tuple[str, str | int]:
    """An option as it was written."""
    name, _, value = text.partition("=")
    return name, int(value) if value.isdigit() else value


def duel(game: str, bot: str, among: str) -> Any:
    """The compiled rounds of a bot among others."""
    return jit.load(
        "stichwerk.train.duel",
        **{
            **Lesson(game, []).modules(),
            "pupil": "stichwerk.train.guest",
            "guest": POLICIES[bot].format(game=game),
            "policy": POLICIES[among].format(game=game),
            "quick": f"stichwerk.bots.quick_{game}",
        },
    )


def measure(kernel: Any, setup: Setup, deals: int, seed: int, threads: int) -> Any:
    """The bot's lead in each deal."""
    with ThreadPoolExecutor(threads) as pool:
        starts = range(0, deals, PIECE)
        pieces = pool.map(lambda first: play(kernel, setup, first, min(first + PIECE, deals), seed), starts)
        return np.concatenate(list(pieces))


def play(kernel: Any, setup: Setup, first: int, last: int, seed: int) -> Any:
    words = setup.rules.WORDS
    arrays = [np.zeros(n, np.int64) for n in (words, words, chance.WORDS, chance.WORDS, 126)]
    leads = np.zeros(last - first)
    kernel.play_deals(setup.o, first, last, seed, np.zeros(1), *arrays, leads)
    return leads


if __name__ == "__main__":
    main()
