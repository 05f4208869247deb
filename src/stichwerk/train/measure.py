"""How strong a bot of Sticheln or Hat Trick is among others: `python -m stichwerk.train.measure sticheln strong --deals 300`.

One seat plays by the bot, all others by the rivals (`ismcts`), in compiled rounds on duplicate deals: every deal once from each
seat. Said is the mean lead a round over the others, with its standard error over deals. The same seed gives the same figure.
`--mixtures` asks it of every mixture of the switches. `stichwerk match` asks the same of bots at real tables, and takes longer.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stichwerk import bots
from stichwerk.batch.setup import Setup, check_threads
from stichwerk.game.options import KINDS, default_variant
from stichwerk.game.refusals import Refusal
from stichwerk.rules import chance, jit
from stichwerk.train import asked_for
from stichwerk.train.run import Lesson, plus_minus, prepare, summed_up

SEARCHES = {"strong": "stichwerk.bots.search", "ismcts": "stichwerk.bots.ismcts"}
BOTS = ("quick", *SEARCHES, "simple", "random")
SWITCHES = {"sticheln": ("aim", "penalty", "zeros", "reveal", "colours"), "hattrick": ("lead_tie",)}  # what changes a round


@dataclass(frozen=True)
class Task:
    """A bot at a table of others."""

    game: str
    bot: str
    setting: dict[str, Any]  # players, variant and switches
    among: str = "ismcts"
    deals: int = 100
    seed: int = 99

    @property
    def command(self) -> str:
        """What to type for the same figure."""
        among = [] if self.among == "ismcts" else ["--among", self.among]
        words = ["python -m stichwerk.train.measure", self.game, self.bot, *self._flags(), *among]
        return " ".join([*words, f"--deals {self.deals} --seed {self.seed}"])

    def _flags(self) -> Iterator[str]:
        for name, value in self.setting.items():
            yield f"--{name} {value}" if name in ("players", "variant") else f"--option {name}={value}"

    def __str__(self) -> str:
        values = [str(self.setting["players"]), *(f"{name}={value}" for name, value in self.setting.items() if name != "players")]
        return " ".join([self.game, *values, self.bot, "among", self.among])


def main(arguments: list[str] | None = None) -> None:
    parser = _parser()
    asked = parser.parse_args(arguments)
    _check_names(parser, asked.game, [name for name, _ in asked.option])
    try:
        tasks = [Task(asked.game, asked.bot, setting, asked.among, asked.deals, asked.seed) for setting in _settings(asked)]
        for task in tasks:
            prepare(task.game, task.setting)
        threads = check_threads(asked.threads)
    except Refusal as refusal:
        parser.error(str(refusal))
    for task, leads in work(tasks, threads):
        lead, error = summed_up(leads)
        print(f"{task}: {plus_minus(lead, error)} ({task.deals} deals)", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stichwerk.train.measure", description=__doc__)
    parser.add_argument("game", choices=("sticheln", "hattrick"))
    parser.add_argument("bot", choices=BOTS)
    parser.add_argument("--among", choices=BOTS, default="ismcts", help="who has all other seats (default: %(default)s)")
    parser.add_argument("--players", type=int, help="default: 4; with --mixtures: each number")
    parser.add_argument("--variant", help="a preset of the rules (default: the plain one)")
    parser.add_argument(
        "--option", action="append", default=[], type=asked_for.switch, metavar="NAME=VALUE", help="a switch: reveal=end"
    )
    parser.add_argument("--mixtures", action="store_true", help="every mixture of the switches that are not given")
    parser.add_argument("--deals", type=asked_for.at_least_one, default=100, help="default: %(default)s")
    parser.add_argument("--seed", type=asked_for.seed, default=99, help="default: %(default)s")
    parser.add_argument("--threads", type=asked_for.at_least_one, help="default: all cores")
    return parser


def _check_names(parser: argparse.ArgumentParser, game: str, names: list[str]) -> None:
    """Refuses what is no switch here, and what is said twice."""
    for name in names:
        if name not in SWITCHES[game]:
            possible = ", ".join(SWITCHES[game])
            parser.error(f"argument --option: {name} is no switch here, where every deal is one round; possible: {possible}")
        if names.count(name) > 1:
            parser.error(f"argument --option: {name} is given twice")


def _settings(asked: argparse.Namespace) -> list[dict[str, Any]]:
    fixed = {**({"variant": asked.variant} if asked.variant else {}), **dict(asked.option)}
    if asked.mixtures:
        players = _numbers_of_players(asked.game, asked.variant) if asked.players is None else [asked.players]
        return [{"players": number, **mixture} for mixture in mixtures(asked.game, fixed) for number in players]
    return [{"players": 4 if asked.players is None else asked.players, **fixed}]


def _numbers_of_players(game: str, variant: str | None) -> range:
    kind = KINDS[game]
    preset = kind.presets.get(variant or default_variant(kind))
    return range(kind.least_players, min(kind.most_players, preset.most_players if preset else kind.most_players) + 1)


def mixtures(game: str, fixed: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every mixture of the switches that the rules allow (RULES 2.4), those fixed left as they are."""
    kind = KINDS[game]
    preset = kind.presets.get(fixed.get("variant", ""))
    given = {*fixed, *(preset.switches if preset else ())}
    free = [option for option in kind.options if option.name in SWITCHES[game] and option.name not in given]
    for values in itertools.product(*(option.values for option in free)):
        setting = {**fixed, **{option.name: value for option, value in zip(free, values, strict=True)}}
        try:
            prepare(game, {"players": 4, **setting})
        except Refusal as refusal:
            if refusal.code != "option.clash":
                raise
        else:
            yield setting


def work(tasks: list[Task], threads: int) -> Iterator[tuple[Task, Any]]:
    """Every task with the bot's lead in each deal, and a bar meanwhile."""
    with Progress(console=Console(file=sys.stderr), transient=True) as bar, ThreadPoolExecutor(threads) as pool:
        shown = bar.add_task("measuring", total=sum(task.deals for task in tasks))
        for task in tasks:
            kernel, setup = duel(task.game, task.bot, task.among), prepare(task.game, task.setting)
            play(kernel, setup, 0, 0, task.seed)  # no deal: it only compiles, here where Ctrl-C ends it, as it does not in a pool
            leads = []
            for lead in pool.map(partial(play_deal, kernel, setup, task), range(task.deals)):
                leads.append(lead)
                bar.advance(shown)
            yield task, np.concatenate(leads)


def play_deal(kernel: Any, setup: Setup, task: Task, number: int) -> Any:
    """A single deal: Ctrl-C waits for the calls that have begun, and one deal may take seconds."""
    return play(kernel, setup, number, number + 1, task.seed)


def duel(game: str, bot: str, among: str) -> Any:
    """The compiled rounds of a bot among others."""
    return jit.load(
        "stichwerk.train.duel",
        **{
            **Lesson(game, []).modules(),
            "pupil": "stichwerk.train.guest",
            "guest": _policy(bot, game),
            "policy": _policy(among, game),
            "quick": f"stichwerk.bots.quick_{game}",
        },
    )


def _policy(bot: str, game: str) -> str:
    return SEARCHES.get(bot) or str(bots.policy(bot, game))


def play(kernel: Any, setup: Setup, first: int, last: int, seed: int) -> Any:
    words = setup.rules.WORDS
    arrays = [np.zeros(n, np.int64) for n in (words, words, chance.WORDS, chance.WORDS, 126)]
    leads = np.zeros(last - first)
    kernel.play_deals(setup.o, first, last, seed, np.zeros(1), *arrays, leads)
    return leads


if __name__ == "__main__":
    asked_for.to_the_end(main)
