"""The careful and the patient bot, who play The Game: a turn is planned, then played card by card, and planned anew
whenever the others say something new.

The careful one takes the turn after which the position is worth most (`thegame_choice`). The patient one tries the best few
out first (`thegame_rollouts`); until that is compiled it plays like the careful one.
"""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from stichwerk.bots import thegame_choice as choice
from stichwerk.bots import weights
from stichwerk.bots.background import InBackground
from stichwerk.game import observation
from stichwerk.game.notation import PILES, SIGNALS, THEGAME_TEXTS
from stichwerk.game.options import MOST_SEEDS, kind_of
from stichwerk.rules import chance, jit, phases
from stichwerk.rules import thegame as rules

View = Mapping[str, Any]


@functools.cache
def learned() -> Any:
    """`table`, the weights of `thegame_worth`, and `odds`, those of `thegame_value`: each [minimum - 2, players - 1]."""
    return weights.load("thegame")


def weights_for(o: Any) -> Any:
    return learned()["table"][o[rules.MINIMUM] - 2, o[rules.PLAYERS] - 1]


def odds_for(o: Any) -> Any:
    """What the patient bot's hopes go by."""
    return learned()["odds"][o[rules.MINIMUM] - 2, o[rules.PLAYERS] - 1]


def _situation() -> tuple[Any, Any]:
    """The beginning of a game of two as seat 0 sees it, to compile for."""
    kind, pile = kind_of("thegame"), list(range(rules.FIRST, rules.LAST + 1))
    o, s, seen = kind.encode(2, {"minimum": 2, "hand": 0}), [0] * rules.WORDS, [0] * rules.WORDS
    rules.start(o, s, 0)
    rules.deal(o, s, pile)
    s[rules.PHASE] = phases.PLAY
    rules.observe(o, s, 0, seen)
    return np.array(o), np.array(seen)


def _dice(seed: int) -> Any:
    dice = [0] * chance.WORDS
    chance.seed(dice, seed, 0)
    return np.array(dice)


def _compile_choice() -> Any:
    twin = jit.load("stichwerk.bots.thegame_choice")
    o, s = _situation()
    twin.turn(o, s, 0, weights_for(o), choice.KEEP, np.zeros(8, np.int64))
    return twin


def _compile_rollouts() -> Any:
    twin = jit.load("stichwerk.bots.thegame_rollouts")
    o, s = _situation()
    twin.turn(o, s, 0, weights_for(o), odds_for(o), _dice(0), np.zeros(8, np.int64))
    return twin


CHOICE, ROLLOUTS = InBackground(_compile_choice), InBackground(_compile_rollouts)


def prepare_careful(game: str) -> None:
    CHOICE.wait()


def prepare_patient(game: str) -> None:
    ROLLOUTS.wait()


def careful_games(o: Any, first: int, last: int, seed: int) -> tuple[Any, Any]:
    """Cards left and moves of games first … last-1 of a seed, all seats careful."""
    left, moves = np.zeros(last - first, np.int64), np.zeros(last - first, np.int64)
    jit.load("stichwerk.bots.thegame_series").play_range(o, first, last, seed, weights_for(o), left, moves)
    return left, moves


def patient_games(o: Any, first: int, last: int, seed: int) -> tuple[Any, Any]:
    """The same, all seats patient."""
    left, moves = np.zeros(last - first, np.int64), np.zeros(last - first, np.int64)
    play_range = jit.load("stichwerk.bots.thegame_rollouts").play_range
    play_range(o, first, last, seed, weights_for(o), odds_for(o), left, moves)
    return left, moves


class CarefulBot:
    def __init__(self, seed: int | None = None) -> None:
        self._plan: list[str] = []
        self._expected: Any = None  # what the table must look like for the plan to go on
        self._heard = 0  # … and what the others must ask for, while there is a card to play

    def act(self, view: View) -> str:
        o, seen = observation.read(view)
        if view["phase"] == "start":
            return f"start{choice.eagerness(o, seen, view['seat'])}"
        heard = choice.heard(o, seen, view["seat"])
        news = heard != self._heard and self._plan != ["end"]
        if not self._plan or news or self._expected != _picture(view) or self._plan[0] not in view["legal"]:
            self._plan = [*self._think(o, seen, view["seat"]), "end"]
        move = self._plan.pop(0)
        self._expected, self._heard = _picture(view, move), heard
        return move

    def signal(self, view: View) -> list[str]:
        """What has changed of what it has to say: in its own turn it waits, since that may change with every card."""
        if view["seat"] is None or view["over"] or view["turn"] == view["seat"]:
            return []
        o, seen = observation.read(view)
        wanted = [choice.wish(o, seen, view["seat"], pile) for pile in range(rules.PILES)]
        given = [rules.signalled(seen, view["seat"], pile) for pile in range(rules.PILES)]
        return [f"{PILES[pile]}{SIGNALS[wanted[pile]]}" for pile in range(rules.PILES) if wanted[pile] != given[pile]]

    def _think(self, o: list[int], seen: list[int], seat: int) -> list[str]:
        """The cards to play in this turn."""
        out = np.zeros(8, np.int64)
        return _texts(out, self._turn(np.array(o), np.array(seen), seat, out))

    def _turn(self, o: Any, seen: Any, seat: int, out: Any) -> int:
        compiled = CHOICE.get()
        if compiled is None:
            return choice.turn(o.tolist(), seen.tolist(), seat, weights_for(o).tolist(), choice.KEEP, out)
        return int(compiled.turn(o, seen, seat, weights_for(o), choice.KEEP, out))


class PatientBot(CarefulBot):
    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._dice = _dice(secrets.randbelow(MOST_SEEDS) if seed is None else seed)

    def _turn(self, o: Any, seen: Any, seat: int, out: Any) -> int:
        compiled = ROLLOUTS.get()
        if compiled is None:
            return super()._turn(o, seen, seat, out)
        return int(compiled.turn(o, seen, seat, weights_for(o), odds_for(o), self._dice, out))


def _texts(moves: Any, count: int) -> list[str]:
    return [THEGAME_TEXTS[int(move)] for move in moves[:count]]


def _picture(view: View, move: str = "end") -> tuple[Any, ...]:
    """Whose turn it is, its hand and the piles, as they will be after a move."""
    hand, piles = list(view["hand"]), dict(view["piles"])
    if move != "end":
        hand.remove(move[:-1])
        piles[move[-1]] = int(move[:-1])
    return view["seat"], hand, piles, len(view["played"]) + (move != "end")
