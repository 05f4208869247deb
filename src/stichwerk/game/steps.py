"""A finished game once more, step by step, with what everybody saw and held: for whoever looks back at one of its rounds.

All hands are in it, so it is never to be given to anyone before the end.
"""

from __future__ import annotations

from typing import Any

from stichwerk.game import replay
from stichwerk.game.game import Game


class Paced(Game):
    """A game in which the next round is dealt only when asked for, so that the end of a round can be looked at."""

    waits = False

    def _deal(self) -> None:
        self.waits = bool(self._moves)
        if not self.waits:
            super()._deal()

    def deal_next(self) -> None:
        self.waits = False
        self._looked_at = -1
        super()._deal()

    @property
    def phase(self) -> str:
        return "play" if self.waits else super().phase

    @property
    def round(self) -> int:
        return super().round - 1 if self.waits else super().round


def steps(content: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The deal and every move of one round, from 1, of a whole game's replay."""
    game = replay.set_up(content, Paced)
    assert isinstance(game, Paced)
    found = [_step(game, None, 0)] if number == 1 else []
    for count, (seat, move) in enumerate(content["moves"], start=1):
        if game.waits:
            logged = game.log_length
            game.deal_next()
            found += [_step(game, None, logged)] if game.round == number else []
        if game.round > number:
            break
        logged = game.log_length
        replay.make(game, count, seat, move)
        found += [_step(game, (seat, move), logged)] if game.round == number else []
    return found


def _step(game: Game, move: tuple[int, str] | None, logged: int) -> dict[str, Any]:
    """What a move, or the deal, has led to: what all see, what each seat sees beside that, and what was new in the log."""
    return {
        "move": move,
        "shared": {**game.shared_view(), **game.own_view(None)},
        "own": [game.own_view(seat) for seat in range(game.players)],
        "events": game.log(logged),
    }
