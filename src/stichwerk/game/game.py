"""One game in Python: the public face that programs rely on (DESIGN). It keeps the state and the log; the rules decide."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any

from stichwerk.game import options as choices
from stichwerk.game import record, replay
from stichwerk.game.kind import Event, Kind, is_whole
from stichwerk.game.notation import seats, texts
from stichwerk.game.refusals import IllegalMove
from stichwerk.game.thegame import TheGame
from stichwerk.rules import chance, phases, rounds, thegame

PHASES = {phases.CHOOSE: "choose", phases.PLAY: "play", phases.NAME: "name", phases.START: "start", phases.OVER: "over"}
SPECTATOR = -1

Shuffle = Callable[[int, list[str]], list[str]]  # the number of the round (from 0), its cards in order -> shuffled


class Game:
    """A game of Sticheln, Hat Trick or The Game.

    >>> g = Game("sticheln", players=4, variant="reverse", seed=7)
    >>> g.phase, g.to_act
    ('choose', (0, 1, 2, 3))
    >>> g.play(0, g.legal(0)[0])
    >>> g.to_act
    (1, 2, 3)
    """

    def __init__(
        self,
        game: str,
        players: int,
        variant: str | None = None,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        decks: Sequence[Sequence[str]] | Shuffle | None = None,
        **options: Any,
    ) -> None:
        """`decks` may also be a function that puts each round's cards in order, for whoever shuffles in a way of their own."""
        self._kind: Kind = choices.kind_of(game)
        self.variant = choices.default_variant(self._kind) if variant is None else variant
        self._options = choices.resolve(self._kind, players, self.variant, options)
        self.players = int(players)
        self._seed = secrets.randbits(63) if seed is None else choices.check_seed(seed)
        if dealer is not None:
            dealer = choices.check_dealer(self._kind, self.players, dealer)
        self._o = self._kind.encode(self.players, self._options)
        self._shuffle: Shuffle | None = decks if callable(decks) else None
        self._decks = choices.read_decks(self._kind, self._o, [] if decks is None or callable(decks) else decks)
        self._moves: list[tuple[int, str]] = []
        self._log: list[Event] = []
        self._round_scores: list[list[int]] = []
        self._last_round: list[dict[str, Any]] = []  # how the points of the last finished round came about
        self._public: list[int] = []  # what all see, and the cards that nobody has seen, after so many moves (see _look)
        self._hidden: list[str] = []
        self._read = 0  # how much of the log that takes into account
        self._looked_at = -1
        self._begin(dealer)

    def _begin(self, dealer: int | None) -> None:
        self._rng = [0] * chance.WORDS
        chance.seed(self._rng, self._seed, 0)
        drawn = chance.below(self._rng, self.players)
        self._first_dealer = drawn if dealer is None else dealer
        if self._kind.has_dealer:
            self._options["dealer"] = self._first_dealer
        self._s = [0] * self._kind.rules.WORDS
        self._kind.rules.start(self._o, self._s, self._first_dealer)
        self._deal()

    def _deal(self) -> None:
        number = len(self._round_scores)
        if self._shuffle:
            shuffled = self._shuffle(number, self.whole_deck())
            self._decks += choices.read_decks(self._kind, self._o, [shuffled])
        self._kind.rules.deal(self._o, self._s, self._decks[number] if number < len(self._decks) else self._shuffled())
        self._dealer = self._kind.dealer(self._s)
        self._log.append(Event(event="deal", round=number + 1, dealer=self._dealer))
        self._log += self._kind.opening(self._o, self._s)

    def whole_deck(self) -> list[str]:
        """The cards of a round, in order."""
        return choices.whole_deck(self._kind, self._o)

    def _shuffled(self) -> list[int]:
        cards = [0] * self._kind.rules.LARGEST
        chance.shuffle(self._rng, cards, self._kind.rules.deck(self._o, cards))
        return cards

    @property
    def name(self) -> str:
        return self._kind.name

    @property
    def options(self) -> dict[str, Any]:
        """Every option with the value it has."""
        return self._options.copy()

    @property
    def phase(self) -> str:
        """ "choose", "play", "name", "start" or "over"."""
        return PHASES[self._s[phases.PHASE]]

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end the last one."""
        return len(self._round_scores) + (0 if self.over and self._kind.has_dealer else 1)

    @property
    def over(self) -> bool:
        return self._kind.rules.over(self._s)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return tuple(seats(self._kind.rules.acting(self._o, self._s)))

    def legal(self, seat: int) -> list[str]:
        """The seat's moves as text; [] for one that may not move."""
        self._check_seat(seat)
        return self._legal_in(self._s, seat)

    def _legal_in(self, s: list[int], seat: int) -> list[str]:
        moves = [0] * self._kind.rules.LONGEST
        count = self._kind.rules.legal(self._o, s, seat, moves)
        if count == 0:
            return []
        texts_of = self._kind.texts
        return [texts_of[move] for move in sorted(moves[:count])]

    def play(self, seat: int, move: str) -> None:
        """Makes a move; an illegal one raises IllegalMove and changes nothing."""
        number = self._read_move(seat, move)
        seat = int(seat)
        before = self._s[:]
        self._kind.rules.apply(self._o, self._s, seat, number)
        self._moves.append((seat, move))
        self._log += self._kind.narrate(self._o, before, self._s, seat, number)
        if self._s[phases.PHASE] == phases.DEAL:
            self._count_round()
            self._deal()
        elif self._s[phases.PHASE] == phases.OVER:
            if self._kind.has_dealer:
                self._count_round()
            self._log.append(Event(event="over"))

    def _count_round(self) -> None:
        points = [self._kind.rules.score(self._o, self._s, seat) for seat in range(self.players)]
        self._round_scores.append(points)
        seen = self._observed(SPECTATOR)
        self._last_round = [self._kind.tally(self._o, seen, seat) for seat in range(self.players)]
        number = len(self._round_scores)
        self._log += [Event(event="score", round=number, seat=i, points=p) for i, p in enumerate(points)]

    def check(self, seat: int, move: str) -> None:
        """Raises IllegalMove, as `play` would, for a move that cannot be made now."""
        self._read_move(seat, move)

    def check_signal(self, seat: int, signal: str) -> None:
        """Raises IllegalMove, as `signal` would, for a signal that cannot be given now."""
        self._read_signal(self._s[:], seat, signal)

    def _read_move(self, seat: int, move: str) -> int:
        """The rules' number of a move that is legal now."""
        if self.over:
            raise IllegalMove("move.over")
        self._check_seat(seat)
        number = self._kind.moves.get(move) if isinstance(move, str) else None
        if number is not None and self._kind.rules.allowed(self._o, self._s, seat, number):
            return number
        self._check_turn(seat)
        possible = self.legal(seat)
        if number is None:
            raise IllegalMove("move.unreadable", given=repr(move), possible=possible)
        raise self._kind.explain(self._o, self._s, seat, number, possible)

    def _check_seat(self, seat: int) -> None:
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise IllegalMove("move.seat", given=repr(seat), last=self.players - 1)

    def _check_turn(self, seat: int) -> None:
        if seat not in self.to_act:
            code = "move.turn" if self.phase == "play" else "move.done"
            raise IllegalMove(code, seat=seat, to_act=list(self.to_act))

    def signal(self, seat: int, signal: str) -> None:
        """Gives a signal about a pile of The Game: "A?" go slowly, "A!" please do not play there, "A." take it back."""
        self._log.append(self._read_signal(self._s, seat, signal))
        self._moves.append((int(seat), signal))

    def _read_signal(self, s: list[int], seat: int, signal: str) -> Event:
        if self.over:
            raise IllegalMove("move.over")
        self._check_seat(seat)
        return self._kind.signal(s, seat, signal)

    def log(self, since: int = 0) -> list[Event]:
        """The public events, or those after the first `since`."""
        return self._log[since:]

    @property
    def log_length(self) -> int:
        return len(self._log)

    @property
    def scores(self) -> list[int]:
        """Totals of the finished rounds (Sticheln, Hat Trick)."""
        self._needs_points("scores")
        return [sum(points) for points in zip(*self._round_scores, strict=True)] if self._round_scores else [0] * self.players

    @property
    def round_scores(self) -> list[list[int]]:
        """One list of points for each finished round (Sticheln, Hat Trick)."""
        self._needs_points("round_scores")
        return [points[:] for points in self._round_scores]

    @property
    def last_round(self) -> list[dict[str, Any]] | None:
        """For each seat how its points of the last finished round came about; None before that (Sticheln, Hat Trick)."""
        self._needs_points("last_round")
        if not self._last_round:
            return None
        return [
            {**tally, "counted": [{**each, "cards": each["cards"][:]} for each in tally["counted"]]} for tally in self._last_round
        ]

    @property
    def winners(self) -> list[int]:
        """The seats that share the win; [] before the end (Sticheln, Hat Trick)."""
        scores = self.scores
        return seats(rounds.winners(scores, 0, self.players)) if self.over else []

    def _needs_points(self, name: str) -> None:
        if not self._has_points:
            raise AttributeError(f"{self._kind.title} has no {name}: all play together; see left and won")

    @property
    def left(self) -> int:
        """Cards not yet played (The Game)."""
        if not isinstance(self._kind, TheGame):
            raise AttributeError(f"{self._kind.title} has no cards left to count; see scores and winners")
        return thegame.left(self._s)

    @property
    def won(self) -> bool | None:
        """Whether all cards lie; None before the end (The Game)."""
        left = self.left
        return left == 0 if self.over else None

    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything that seat may know, nothing more, as plain data (docs/views.md); None: a spectator.

        It is made from what the rules let a spectator and the seat observe and from the public log, so it cannot tell more.
        """
        return {**self.shared_view(), **self.own_view(seat), "log": self.log()}

    def shared_view(self) -> dict[str, Any]:
        """The part of a view that is the same for all, without the log. (A server makes it once for a whole table.)"""
        return {**self.lasting_view(), **self.moving_view()}

    def lasting_view(self) -> dict[str, Any]:
        """What of the shared view cannot change before `stage` does."""
        return {
            "game": self._kind.name,
            "variant": self.variant,
            "options": self.options,
            "players": self.players,
            "round": self.round,
            "dealer": self._dealer,
            "phase": self.phase,
            "over": self.over,
            **self._kind.lasting(self._o, self._seen_by_all(), self._log),
            **(self._points_view() if self._has_points else {}),
        }

    def _points_view(self) -> dict[str, Any]:
        return {
            "scores": self.scores,
            "round_scores": self.round_scores,
            "last_round": self.last_round,
            "winners": self.winners,
        }

    def moving_view(self) -> dict[str, Any]:
        """What of the shared view may change with every move."""
        seen = self._seen_by_all()
        return {
            "to_act": seats(self._kind.rules.acting(self._o, seen)),
            **({} if seen[phases.PHASE] == phases.CHOOSE else {"cards": self._cards(seen)}),
            **self._kind.table(self._o, seen, self._log),
            **({} if self._has_points else {"left": self.left, "won": self.won}),
        }

    @property
    def stage(self) -> tuple[int, int, int]:
        """Phase, round and trick: what lasts longer than a move stays while this does."""
        return self._s[phases.PHASE], len(self._round_scores), self._kind.tricks(self._s)

    @property
    def _has_points(self) -> bool:
        return self._kind.has_dealer

    def own_stage(self) -> tuple[int, int, int]:
        """While cards are played a seat's own part, but for what is unseen, stays while this and its own decisions do."""
        return self._s[phases.PHASE], len(self._round_scores), self._kind.own_tricks(self._o, self._s)

    def own_view(self, seat: int | None) -> dict[str, Any]:
        """The part of a view that is this seat's own."""
        held = self.held_view(seat)
        return {**held, "unseen": self.unseen(self.known(held))}

    def held_view(self, seat: int | None) -> dict[str, Any]:
        """The seat's own part but for what it has not seen (see `own_stage`)."""
        return {"seat": None if seat is None else int(seat), "legal": self.legal_view(seat), **self.hand_view(seat)}

    def legal_view(self, seat: int | None) -> list[str]:
        """The seat's moves, from what it sees."""
        if seat is None:
            return []
        self._check_seat(seat)
        return self._legal_in(self._observed(int(seat)), int(seat))

    def hand_view(self, seat: int | None) -> dict[str, Any]:
        """The seat's cards, and whatever else it alone sees."""
        looks = SPECTATOR if seat is None else int(seat)
        seen = self._observed(looks)
        view = self._kind.own(self._o, seen, looks)
        if seen[phases.PHASE] == phases.CHOOSE:
            view["cards"] = self._cards(seen)
            if seat is not None:
                view["cards"][looks] = len(view["hand"])  # what others do not see yet: the first of two choices
        return view

    def _cards(self, seen: list[int]) -> list[int]:
        """How many cards each seat holds."""
        return [self._kind.rules.held(self._o, seen, seat) for seat in range(self.players)]

    def known(self, held: dict[str, Any]) -> set[str]:
        """The cards that a seat knows and spectators do not: those in its hand, and what it has itself laid face down."""
        if held["seat"] is None:
            return set()
        return {*held["hand"], *(held["chosen"][held["seat"]] if "chosen" in held else ())}

    def unseen(self, known: Collection[str] = ()) -> list[str]:
        """The cards that nobody has shown and that are not among those known."""
        self._look()
        return [card for card in self._hidden if card not in known]

    def _look(self) -> None:
        """Looks at the table as all do, once after every move."""
        if self._looked_at != len(self._moves):
            self._looked_at = len(self._moves)
            self._public = self._observed(SPECTATOR)
            self._hide()

    def _hide(self) -> None:
        """Notes the cards that nobody has seen: in a round that was looked at before, those that the log has not named since."""
        new, self._read = self._log[self._read :], len(self._log)
        if "deal" in [event["event"] for event in new]:
            unseen = self._kind.rules.unseen
            self._hidden = texts(unseen(self._o, self._public, 0), unseen(self._o, self._public, 1), self._kind.card_names)
        else:
            for event in new:
                if event.get("card") in self._hidden:
                    self._hidden.remove(event["card"])

    def _seen_by_all(self) -> list[int]:
        self._look()
        return self._public

    def _observed(self, seat: int) -> list[int]:
        seen = [0] * len(self._s)
        self._kind.rules.observe(self._o, self._s, seat, seen)
        return seen

    def replay(self) -> dict[str, Any]:
        """The whole game with its secret, JSON-able, for whoever runs it; never to be sent to anyone before the end."""
        asked = {name: value for name, value in self._options.items() if value is not None and name != "dealer"}
        return replay.write(
            game=self._kind.name,
            players=self.players,
            variant=self.variant,
            options=asked,
            dealer=self._first_dealer if self._kind.has_dealer else None,
            seed=self._seed,
            decks=[[self._kind.card_texts[card] for card in deck] for deck in self._decks],
            moves=[[seat, move] for seat, move in self._moves],
        )

    @classmethod
    def from_replay(cls, data: Any) -> Game:
        """Plays a replay again, to the same state; a broken one raises ValueError and says where it breaks."""
        return replay.read(data, cls)

    def record(self) -> str:
        """The whole game as text for people, which `from_record` reads."""
        return record.write(self.replay(), Game)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """Plays a record again; a broken one raises ValueError and says in which line."""
        return record.read(text, cls)
