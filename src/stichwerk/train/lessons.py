"""What each set of weights is trained on: the settings it must know, the important ones more often."""

from __future__ import annotations

from typing import Any

from stichwerk.game.sticheln import REVEALS
from stichwerk.train.run import Lesson

OFTEN, RARELY = 3, 1  # how often a setting comes round: plain ones, and mixtures


def sets(game: str) -> int:
    return 9 if game == "sticheln" else 1


def lesson(game: str, number: int, seed: int) -> Lesson:
    """The lesson of one set of weights (for Sticheln see `mind_sticheln.which`)."""
    if game == "hattrick":
        settings = [
            {"players": players, "lead_tie": tie} for tie in ("next", "next", "compare", "colour") for players in range(4, 8)
        ]
        return Lesson(game, settings, seed, exam=[{"players": players} for players in (4, 6)])
    plain = _switches(number)
    settings = [{"players": players, **plain} for players in (3, 4, 4, 5, 6, 7, 8) for _ in range(OFTEN)]
    for more in _mixtures(number):
        settings += [{"players": players, **plain, **more} for players in (3, 4, 4, 5, 6, 7, 8) for _ in range(RARELY)]
    return Lesson(game, settings, seed, exam=[{"players": 4, **plain}, {"players": 6, **plain}])


def _switches(number: int) -> dict[str, Any]:
    aim, penalty = (("misery", "number"), ("lucky", "number"), ("misery", "flat"))[number // 3]
    return {"aim": aim, "penalty": penalty, "reveal": REVEALS[number % 3]}


def _mixtures(number: int) -> list[dict[str, Any]]:
    """Two colours, and for luck zeros that are trumps, alone and together."""
    if number // 3 != 1:
        return [{"colours": 2}]
    return [{"colours": 2}, {"zeros": "trump"}, {"colours": 2, "zeros": "trump"}]
