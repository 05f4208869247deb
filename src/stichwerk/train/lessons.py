"""What each set of weights is trained on: the settings it must know, the important ones more often."""

from __future__ import annotations

from typing import Any

from stichwerk import bots
from stichwerk.bots import mind_hattrick, mind_sticheln
from stichwerk.game.sticheln import REVEALS
from stichwerk.train.run import Lesson

OFTEN, RARELY = 3, 1  # how often a setting comes round: plain ones, and mixtures
# How long each set of Sticheln is trained, and that of Hat Trick: the presets longer than the mixtures.
ROUNDS = (1_500_000, 1_500_000, 650_000, 900_000, 450_000, 650_000, 900_000, 450_000, 650_000, 650_000, 650_000, 650_000)
HATTRICK_ROUNDS = 1_200_000
MINDS = {"sticheln": mind_sticheln, "hattrick": mind_hattrick}
AIMS = (("misery", "number"), ("lucky", "number"), ("misery", "flat"))  # with its penalty


def sets(game: str) -> int:
    return int(MINDS[game].SETS)


def size(game: str) -> int:
    """How many weights a set has."""
    return int(MINDS[game].SIZE)


def lesson(game: str, number: int, seed: int) -> Lesson:
    """The lesson of one set of weights (for Sticheln see `mind_sticheln.which`)."""
    if game == "hattrick":
        settings = [
            {"players": players, "lead_tie": tie} for tie in ("next", "next", "compare", "colour") for players in range(4, 8)
        ]
        exam = [{"players": players} for players in (4, 6)]
        return Lesson(game, settings, seed, HATTRICK_ROUNDS, strangers=bots.policy("simple", game), exam=exam)
    plain = _switches(number)
    settings = [{"players": players, **plain} for players in (3, 4, 4, 5, 6, 7, 8) for _ in range(OFTEN)]
    for more in _mixtures(number):
        settings += [{"players": players, **plain, **more} for players in (3, 4, 4, 5, 6, 7, 8) for _ in range(RARELY)]
    exam = [{"players": players, **plain} for players in (4, 6)]
    return Lesson(game, settings, seed, ROUNDS[number], strangers=bots.policy("simple", game), exam=exam)


def _switches(number: int) -> dict[str, Any]:
    two_late = number >= mind_sticheln.TWO_LATE
    aim, penalty = AIMS[number - mind_sticheln.TWO_LATE if two_late else number // len(REVEALS)]
    more = {"reveal": "after", "colours": 2} if two_late else {"reveal": REVEALS[number % len(REVEALS)]}
    return {"aim": aim, "penalty": penalty, **more}


def _mixtures(number: int) -> list[dict[str, Any]]:
    """Two colours (late ones have sets of their own), and for luck zeros that are trumps, alone and together."""
    plain = _switches(number)
    colours: list[dict[str, Any]] = [{}] if plain["reveal"] == "after" else [{}, {"colours": 2}]
    zeros: list[dict[str, Any]] = [{}, {"zeros": "trump"}] if plain["aim"] == "lucky" else [{}]
    return [some | more for some in colours for more in zeros if some or more]
