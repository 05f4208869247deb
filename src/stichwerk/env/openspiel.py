"""The games for OpenSpiel: importing this registers `python_stichwerk_sticheln`, `…_hattrick` and `…_thegame`.

    pyspiel.load_game("python_stichwerk_sticheln(players=4,variant=reverse,rounds=1)")

Parameters are the number of players, the variant and the game's options; one that is left out (or 0, or empty) is as the
variant has it. Dealing is chance: first who deals (not in The Game), then the deck card by card. Where several decide at
once they do so one after the other, and what they decide stays hidden as the rules have it. Returns are points, in The Game
cards laid, at the end.

Observers give the layouts of docs/env.md: with perfect recall those of a perfect memory, else where every card is. The string
of an information state also has earlier rounds in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stichwerk.batch import kernels, layouts
from stichwerk.batch.setup import layout_of, set_up
from stichwerk.game.kind import Kind, Option
from stichwerk.game.options import KINDS
from stichwerk.rules import jit, phases

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("stichwerk.env.openspiel needs the extra 'openspiel': pip install 'stichwerk[openspiel]'.") from missing

CARDS = 126  # numbers of cards in any game, so that chance has as many outcomes at most
LAST_ROUND = 100  # of a game with a target


class Setting:
    """What all states of a game share. (A state is copied and stored by copying and storing all it has: of this only `o`.)"""

    def __init__(self, game: str, o: list[int]) -> None:
        self.kind: Kind = KINDS[game]
        self.rules: Any = jit.load(f"stichwerk.rules.{game}", "none")
        self.layout = layout_of(game)
        self.kernels: Any = jit.load(kernels.__name__, "none", rules=f"stichwerk.rules.{game}", layout=self.layout.__name__)
        self.o, self.players = o, o[self.rules.PLAYERS]
        deck = [0] * self.rules.LARGEST
        self.deck = deck[: self.rules.deck(o, deck)]

    def __deepcopy__(self, memo: Any) -> Setting:
        return self

    def __reduce__(self) -> Any:
        return Setting, (self.kind.name, self.o)


def _neutral(option: Option) -> Any:
    """The value of a parameter that says nothing."""
    return "" if isinstance(option.default, str) else 0


def _game_type(kind: Kind) -> Any:
    options = {option.name: _neutral(option) for option in kind.options}
    return pyspiel.GameType(
        short_name=f"python_stichwerk_{kind.name}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if kind.has_dealer else pyspiel.GameType.Utility.IDENTICAL,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.most_players,
        min_num_players=kind.least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": kind.default_players, "variant": "", **options},
        provides_factored_observation_string=False,
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """What the three games have in common; `kind` is a subclass's own."""

    kind: Kind
    type: Any

    def __init__(self, params: Any = None) -> None:
        given = dict(params or {})
        players = given.pop("players", self.kind.default_players)
        variant = given.pop("variant", "") or None
        options = {option.name: given[option.name] for option in self.kind.options if given.get(option.name)}
        setup = set_up(self.kind.name, players, variant, options)
        self.setting = Setting(self.kind.name, setup.o.tolist())
        super().__init__(self.type, self._info(setup.options), params or {})

    def _info(self, options: dict[str, Any]) -> Any:
        rounds = (options["rounds"] or LAST_ROUND) if self.kind.has_dealer else 1
        cards = self.setting.deck
        points = (sum(card % 21 for card in cards) + 5 * len(cards)) * rounds  # more than anybody can gain or lose
        self._chances = (len(cards) + 1) * rounds
        return pyspiel.GameInfo(
            num_distinct_actions=self.setting.rules.MOVES,
            max_chance_outcomes=CARDS,
            num_players=self.setting.players,
            min_utility=-float(points) if self.kind.has_dealer else 0.0,
            max_utility=float(points if self.kind.has_dealer else len(cards)),
            max_game_length=(len(cards) + 2 * self.setting.players) * rounds * (1 if self.kind.has_dealer else 2),
        )

    def max_chance_nodes_in_history(self) -> int:
        return self._chances

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class _State(pyspiel.State):  # type: ignore[misc]
    """A game over the interpreted rules: their state, the plays of the round, the deck as far as it is dealt."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.of = game.setting
        self.s = [0] * self.of.rules.WORDS
        self.past = [0] * self.of.layout.PAST
        self.told: list[tuple[int, str, str]] = []  # who did something, what others know of it, what it knows itself
        self._pile: list[int] = []
        self.s[phases.PHASE] = phases.DEAL
        self._dealt = not self.of.kind.has_dealer  # whether it is known who deals
        if self._dealt:
            self.of.rules.start(self.of.o, self.s, 0)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.s[phases.PHASE] == phases.DEAL:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.of.kernels.next_seat(self.of.o, self.s))

    def is_terminal(self) -> bool:
        return bool(self.of.rules.over(self.s))

    def _legal_actions(self, player: int) -> list[int]:
        moves = [0] * self.of.rules.LONGEST
        count = self.of.rules.legal(self.of.o, self.s, player, moves)
        return sorted(moves[:count])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in self.of.deck if card not in self._pile] if self._dealt else range(self.of.players)
        return [(outcome, 1 / len(left)) for outcome in left]

    def _apply_action(self, action: int) -> None:
        if self.s[phases.PHASE] != phases.DEAL:
            self._move(action)
        elif not self._dealt:
            self.of.rules.start(self.of.o, self.s, action)
            self._dealt = True
        else:
            self._pile.append(action)
            if len(self._pile) == len(self.of.deck):
                self._deal()

    def _deal(self) -> None:
        self.of.rules.deal(self.of.o, self.s, self._pile)
        self._pile = []
        self.of.kernels.forget(self.past)
        self.told += [(seat, "", self._hand(seat)) for seat in range(self.of.players)]

    def _hand(self, seat: int) -> str:
        return " ".join(self.of.kind.own(self.of.o, self.seen(seat), seat)["hand"])

    def _move(self, action: int) -> None:
        seat, text = self.current_player(), self.of.kind.texts[action]
        shown = text if self.s[phases.PHASE] == phases.PLAY else "?"
        self.of.kernels.note(self.s, seat, action, self.past)
        self.of.rules.apply(self.of.o, self.s, seat, action)
        self.told.append((seat, f"{seat}:{shown}", f"{seat}:{text} [{self._hand(seat)}]"))
        if self.s[phases.PHASE] == phases.DEAL:  # a round has ended: all lies open
            self.told.append((-1, str(self.seen(-1)), ""))

    def seen(self, seat: int) -> list[int]:
        """The state as a seat knows it; seat -1: a spectator."""
        out = self.s[:]
        self.of.rules.observe(self.of.o, self.s, seat, out)
        return out

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.of.kind.texts[action]
        return f"card {self.of.kind.card_texts[action]}" if self._dealt else f"dealer {action}"

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.of.players
        laid = 0 if self.of.kind.has_dealer else len(self.of.deck)
        return [float(laid + self.of.rules.total(self.of.o, self.s, seat)) for seat in range(self.of.players)]

    def __str__(self) -> str:
        return f"{self.s} {self._pile}"


class _Observer:
    """What a player sees (`docs/env.md`), as a tensor and as text; without private information what a spectator does."""

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers of Stichwerk's games take no parameters, but {params} were given.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("Observers of Stichwerk's games show one player's private information, or none.")
        self._of, self._recall = setting, kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._memory = layouts.PERFECT if self._recall else layouts.CARDS
        width = layouts.width(setting.layout.ROWS, layouts.MEMORIES[self._memory])
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[:] = self._numbers(state, player)

    def _numbers(self, state: _State, player: int) -> list[int]:
        seat, out = player if self._private else 0, [0] * len(self.tensor)
        seen = state.seen(player if self._private else -1)
        self._of.layout.write(self._of.o, seen, seat, out)
        if self._recall:
            self._of.layout.remember(self._of.o, state.past, seat, out)
        return out

    def string_from(self, state: _State, player: int) -> str:
        seen = state.seen(player if self._private else -1)
        if not self._recall:
            return str(seen)
        told = [own if who == player and self._private else public for who, public, own in state.told]
        return "; ".join([text for text in told if text] + [str(seen)])


class StichelnGame(_Game):
    kind = KINDS["sticheln"]
    type = _game_type(kind)


class HatTrickGame(_Game):
    kind = KINDS["hattrick"]
    type = _game_type(kind)


class TheGameGame(_Game):
    kind = KINDS["thegame"]
    type = _game_type(kind)


for _game in (StichelnGame, HatTrickGame, TheGameGame):
    pyspiel.register_game(_game.type, _game)
