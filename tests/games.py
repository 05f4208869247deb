"""Every game, variant, player count and mixture, for tests that must hold for all of them."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from typing import Any

from stichwerk import Game
from stichwerk.game.options import KINDS


@dataclass(frozen=True)
class Setting:
    """What a game is started with."""

    game: str
    players: int
    variant: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def start(self, seed: int, **more: Any) -> Game:
        return Game(self.game, self.players, self.variant, seed=seed, **{**self.options, **more})

    def __str__(self) -> str:
        return "-".join([self.game, self.variant, str(self.players), *(f"{k}={v}" for k, v in self.options.items())])


def presets() -> list[Setting]:
    """Every preset with every number of players."""
    return [
        Setting(kind.name, players, variant)
        for kind in KINDS.values()
        for variant, preset in kind.presets.items()
        for players in range(kind.least_players, min(kind.most_players, preset.most_players) + 1)
    ]


def mixtures() -> list[Setting]:
    """Every combination of Sticheln's switches that has a meaning, Hat Trick's readings, The Game's expert settings."""
    switches = itertools.product(("misery", "lucky"), ("number", "flat"), (1, 2), ("start", "end", "after"), ("never", "trump"))
    found = []
    for number, (aim, penalty, colours, reveal, zeros) in enumerate(switches):
        if (aim == "lucky" and penalty == "flat") or (aim == "misery" and zeros == "trump"):
            continue
        options = {"aim": aim, "penalty": penalty, "colours": colours, "reveal": reveal, "zeros": zeros}
        found.append(Setting("sticheln", 3 + number % 6, "classic", {**options, "dealing": ("lowest", "rotate")[number % 2]}))
    found += [Setting("hattrick", 4 + i, "standard", {"lead_tie": tie}) for i, tie in enumerate(("next", "compare", "colour"))]
    found += [
        Setting("thegame", 1 + i, "standard", {"minimum": m, "hand": h}) for i, (m, h) in enumerate([(3, 0), (3, -1), (2, -1)])
    ]
    return found


ALL = [*presets(), *mixtures()]


def step(game: Game, chance: random.Random) -> tuple[int, str]:
    """One random move by a random seat that may move; in The Game also a signal now and then."""
    if game.name == "thegame" and chance.random() < 0.1:
        game.signal(chance.randrange(game.players), chance.choice("ABCD") + chance.choice("?!."))
    seat = chance.choice(game.to_act)
    move = chance.choice(sensible(game, seat))
    game.play(seat, move)
    return seat, move


def sensible(game: Game, seat: int) -> list[str]:
    """The legal moves; in The Game mostly those with small steps, so that random games get somewhere."""
    moves = game.legal(seat)
    if game.name != "thegame" or game.phase != "play":
        return moves
    tops = game.view(None)["piles"]
    plays = sorted((move for move in moves if move != "end"), key=lambda move: abs(int(move[:-1]) - tops[move[-1]]))
    return plays[:2] + (["end"] if "end" in moves else [])


def play_on(game: Game, chance: random.Random, moves: int) -> None:
    """So many random moves, or fewer if the game ends."""
    for _ in range(moves):
        if game.over:
            return
        step(game, chance)
