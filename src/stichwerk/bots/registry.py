"""Who can play: every bot with its level, its speed, and the player it has for each game it plays.

A row names players as "module:callable"; `callable(seed)` gives one. Modules are imported when first needed, so that a
bot costs nothing until it sits down. The sentence for people is `bot.NAME` in the catalogues of `words/`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from stichwerk.game.options import KINDS, kind_of
from stichwerk.game.refusals import BadOption

View = Mapping[str, Any]
FILE, FROM_FILE = "file:", "stichwerk.bots.from_file"
Speed = Literal["instant", "quick"]  # a move takes well under a millisecond, or a few


class Player(Protocol):
    def act(self, view: View) -> str:
        """A legal move for the view's seat, which has one."""

    def signal(self, view: View) -> list[str]:
        """The signals to give now (The Game): asked once of every seat after every move."""


@dataclass(frozen=True)
class Entry:
    """A bot: 0 any legal move, 1 a beginner, 2 decent, 3 strong, 4 the best there is.

    `players`: who plays each game; `policies`: the modules of compiled policies, for `batch.playouts`; `series`: what plays
    whole games in one compiled call, where that is no policy: `callable(o, first, last, seed)` gives cards left and moves;
    `prepare`: what waits until its player of a game is compiled, where anything is: `callable(game)`.
    """

    level: int
    speed: Speed
    players: Mapping[str, str]
    policies: Mapping[str, str] = field(default_factory=dict)
    series: Mapping[str, str] = field(default_factory=dict)
    prepare: Mapping[str, str] = field(default_factory=dict)

    @property
    def games(self) -> list[str]:
        return [game for game in KINDS if game in self.players]


def _each(text: str) -> dict[str, str]:
    """The same for every game, with its name put in."""
    return {game: text.format(game=game) for game in KINDS}


def _tricks(text: str) -> dict[str, str]:
    """The same for the games of tricks."""
    return {game: text.format(game=game) for game in ("sticheln", "hattrick")}


# From the weakest to the strongest.
ENTRIES: dict[str, Entry] = {
    "random": Entry(0, "instant", _each("stichwerk.bots.random:RandomBot"), _each("stichwerk.batch.random_policy")),
    "beginner": Entry(
        1,
        "instant",
        {**_tricks("stichwerk.bots.beginner_tricks:BeginnerBot"), "thegame": "stichwerk.bots.beginner_thegame:BeginnerBot"},
    ),
    "simple": Entry(2, "instant", _each("stichwerk.bots.policy_bot:simple"), _each("stichwerk.bots.simple_{game}")),
    "ismcts": Entry(
        2,
        "quick",
        _tricks("stichwerk.bots.yardstick:make"),
        prepare=_tricks("stichwerk.bots.yardstick:prepare"),
    ),
    "quick": Entry(
        3,
        "instant",
        _tricks("stichwerk.bots.quick:make"),
        _tricks("stichwerk.bots.quick_{game}"),
        prepare=_tricks("stichwerk.bots.quick:prepare"),
    ),
    "careful": Entry(
        3,
        "instant",
        {"thegame": "stichwerk.bots.careful:CarefulBot"},
        series={"thegame": "stichwerk.bots.careful:careful_games"},
        prepare={"thegame": "stichwerk.bots.careful:prepare_careful"},
    ),
    "strong": Entry(
        4,
        "quick",
        _tricks("stichwerk.bots.strong:make"),
        prepare=_tricks("stichwerk.bots.strong:prepare"),
    ),
    "patient": Entry(
        4,
        "quick",
        {"thegame": "stichwerk.bots.careful:PatientBot"},
        series={"thegame": "stichwerk.bots.careful:patient_games"},
        prepare={"thegame": "stichwerk.bots.careful:prepare_patient"},
    ),
}


def check_name(name: Any, game: str | None = None, files: bool = False) -> None:
    """Raises BadOption for a name that no bot has, or a game that it does not play.

    `files`: it may be a file. Not at a live table: whoever sits there must not make its host open one.
    """
    if files and is_file(name):
        _check_file(name, game)
        return
    if not isinstance(name, str) or name not in ENTRIES:
        raise BadOption("bot.unknown", given=repr(name), possible=list(ENTRIES) if game is None else names(game))
    if game is not None and kind_of(game).name not in ENTRIES[name].players:
        raise BadOption("bot.game", bot=name, game=kind_of(game).title, possible=names(game))


def is_file(name: Any) -> bool:
    """Whether a bot is one that somebody has trained, in a file of theirs: `file:model.safetensors`."""
    return isinstance(name, str) and name.startswith(FILE)


def _check_file(name: str, game: str | None) -> None:
    plays = _find(f"{FROM_FILE}:load")(name).game
    if game is not None and kind_of(game).name != plays:
        raise BadOption("bot.game", bot=name, game=kind_of(game).title, possible=names(game))


def names(game: str) -> list[str]:
    """The bots that play a game, from the weakest to the strongest."""
    return [name for name, entry in ENTRIES.items() if kind_of(game).name in entry.players]


def player(name: str, game: str, seed: int | None) -> Player:
    """A bot's player of one game."""
    check_name(name, game, files=True)
    if is_file(name):
        found: Player = _find(f"{FROM_FILE}:FileBot")(_find(f"{FROM_FILE}:load")(name))
        return found
    made: Player = _find(ENTRIES[name].players[game])(seed)
    return made


def series(name: str, game: str) -> Any:
    """What plays whole games of a bot in one compiled call; None where nothing does."""
    check_name(name, kind_of(game).name, files=True)
    found = None if is_file(name) else ENTRIES[name].series.get(game)
    return None if found is None else _find(found)


def _find(text: str) -> Any:
    module, name = text.split(":")
    return getattr(importlib.import_module(module), name)


def compiles(name: str, game: str) -> bool:
    """Whether a bot compiles anything for a game, so that `prepare` may take long."""
    check_name(name, kind_of(game).name, files=True)
    return not is_file(name) and game in ENTRIES[name].prepare


def prepare(name: str, game: str) -> None:
    """Waits until whatever a bot compiles for a game is compiled: from then on the same seed gives the same moves."""
    if compiles(name, game):
        _find(ENTRIES[name].prepare[game])(game)
