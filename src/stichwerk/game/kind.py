"""What `Game` asks of each of the three games: its rules, its options, and how its state becomes words.

One file a game (`sticheln`, `hattrick`, `thegame`) answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Protocol

from stichwerk.game.notation import Names
from stichwerk.game.refusals import BadOption, IllegalMove

Options = dict[str, Any]


class Event(dict[str, Any]):
    """A public event: a plain dict that cannot be changed, so that all views can share it instead of copying the log."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("events of a log cannot be changed; make a dict of one to do so")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


@dataclass(frozen=True)
class Option:
    """One switch of a game: its values, or none if it takes whole numbers from 1."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()

    def check(self, given: Any) -> None:
        if self.values:
            if not any(value == given and is_whole(value) == is_whole(given) for value in self.values):
                raise BadOption("option.value", option=self.name, given=repr(given), possible=[repr(v) for v in self.values])
        elif not is_whole(given) or given < 1:
            raise BadOption("option.whole", option=self.name, given=repr(given), least=1)


def is_whole(given: Any) -> bool:
    """Whether it is a whole number: Python's or NumPy's, but not True or False."""
    return type(given) is int or (isinstance(given, Integral) and not isinstance(given, bool))


@dataclass(frozen=True)
class Preset:
    """A named variant: the switches it sets, and for how many it is where that is fewer than the game allows."""

    switches: Mapping[str, Any]
    most_players: int = 99


class Rules(Protocol):
    """The verbs every rules module has (see `stichwerk.rules`)."""

    OPTIONS: int
    WORDS: int
    LONGEST: int
    LARGEST: int

    def configure(self, o: list[int]) -> None: ...
    def deck(self, o: list[int], out: list[int]) -> int: ...
    def start(self, o: list[int], s: list[int], dealer: int) -> None: ...
    def deal(self, o: list[int], s: list[int], pile: list[int]) -> None: ...
    def acting(self, o: list[int], s: list[int]) -> int: ...
    def legal(self, o: list[int], s: list[int], seat: int, out: list[int]) -> int: ...
    def allowed(self, o: list[int], s: list[int], seat: int, move: int) -> bool: ...
    def apply(self, o: list[int], s: list[int], seat: int, move: int) -> None: ...
    def over(self, s: list[int]) -> bool: ...
    def score(self, o: list[int], s: list[int], seat: int) -> int: ...
    def held(self, o: list[int], s: list[int], seat: int) -> int: ...
    def observe(self, o: list[int], s: list[int], seat: int, out: list[int]) -> None: ...
    def unseen(self, o: list[int], s: list[int], word: int) -> int: ...


class Kind(ABC):
    """A game as `Game` knows it."""

    name: str
    title: str
    rules: Rules
    least_players: int
    most_players: int
    presets: Mapping[str, Preset]
    options: Sequence[Option]
    default_players: int
    has_dealer = True  # and with it rounds and points
    card_texts: Sequence[str]
    card_names: Names
    moves: Mapping[str, int]
    texts: Mapping[int, str] | Sequence[str]

    def reconcile(self, options: Options, asked: Options) -> None:  # noqa: B027 - most games have nothing to settle
        """Settles options that depend on each other; raises BadOption where those asked for contradict each other."""

    @abstractmethod
    def encode(self, players: int, options: Options) -> list[int]:
        """The rules' array of options."""

    @abstractmethod
    def dealer(self, s: list[int]) -> int | None:
        """Who dealt the round, in a game that has dealers."""

    @abstractmethod
    def explain(self, o: list[int], s: list[int], seat: int, move: int, possible: list[str]) -> IllegalMove:
        """Why a readable move of a seat that may act is not allowed."""

    @abstractmethod
    def narrate(self, o: list[int], before: list[int], s: list[int], seat: int, move: int) -> list[Event]:
        """The public events a move has brought about, up to the scoring."""

    def opening(self, o: list[int], s: list[int]) -> list[Event]:
        """The public events after a deal."""
        return []

    def signal(self, s: list[int], seat: int, text: str) -> Event:
        """Gives a signal, where the game has such."""
        raise IllegalMove("signal.game", game=self.title)

    @abstractmethod
    def table(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        """What only this game's table shows to all, from what a spectator sees and the public log."""

    @abstractmethod
    def lasting(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        """The same, as far as it stays as it is until the next trick, phase or round."""

    @abstractmethod
    def tricks(self, s: list[int]) -> int:
        """How many tricks of the round are done."""

    def own_tricks(self, o: list[int], s: list[int]) -> int:
        """The tricks done, where a seat's own part changes with them."""
        return 0

    @abstractmethod
    def own(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        """What only this game shows, and to each seat (or spectator) its own, from what that seat sees."""

    def tally(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        """How a seat's points of the round came about that has just ended, where the game has points (see `group`)."""
        raise NotImplementedError(f"{self.title} has no points")


def group(cards: list[str], each: int, **more: Any) -> dict[str, Any]:
    """Cards that count the same."""
    return {"cards": cards, "each": each, "points": each * len(cards), **more}


def last_trick(log: list[Event], players: int) -> list[Event]:
    """The plays of the last finished trick of this round, then the events that say who took it; [] before the first."""
    end = len(log) - 1
    while log[end]["event"] not in ("trick", "deal"):
        end -= 1
    start = end
    while log[start]["event"] == "trick":
        start -= 1
    return log[start - players + 1 : end + 1] if log[end]["event"] == "trick" else []
