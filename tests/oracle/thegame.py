"""The Game by the letter of RULES 4 (without the talk, which moves no card)."""

from . import Deck, Options, OutOfDecks, split

PILES = "ABCD"


def deck(players: int) -> Deck:
    """The numbers 2-99, however many play (RULES 4)."""
    assert 1 <= players <= 5
    return [str(n) for n in range(2, 100)]


def hand_size(players: int, options: Options) -> int:
    """8 alone, 7 with two, 6 with three to five; `hand=-1` takes one off (RULES 4, 4 expert)."""
    return {1: 8, 2: 7}.get(players, 6) + int(options["hand"])


def goes_back(top: int, card: int, pile: str) -> bool:
    """Exactly ten the wrong way (RULES 4, turn)."""
    return card == top - 10 if pile in "AB" else card == top + 10


def fits(top: int, card: int, pile: str) -> bool:
    """A and B go up, C and D go down, or exactly ten back (RULES 4, turn)."""
    return (card > top if pile in "AB" else card < top) or goes_back(top, card, pile)


class TheGame:
    """A game of The Game; `decks[0]` holds the hands and then the draw pile, top first."""

    def __init__(self, players: int, options: Options, decks: list[Deck]) -> None:
        if not decks:
            raise OutOfDecks
        assert sorted(decks[0]) == sorted(deck(players))
        self.players = players
        self.options = options
        self.dealer = None
        self.hand_size = hand_size(players, options)
        self.hands, self.draw = split(decks[0], players, self.hand_size)
        self.stacks: dict[str, list[int]] = {"A": [1], "B": [1], "C": [100], "D": [100]}
        self.eagerness: dict[int, int] = {}
        self.turn: int | None = None
        self.played: list[str] = []
        self.won: bool | None = None
        self.phase = "start"
        if players == 1:
            self._begin(0)

    # -- who may do what

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def piles(self) -> dict[str, int]:
        """The top of each pile."""
        return {pile: stack[-1] for pile, stack in self.stacks.items()}

    @property
    def left(self) -> int:
        """Cards left in hands and draw pile (RULES 4, end)."""
        return sum(len(hand) for hand in self.hands) + len(self.draw)

    @property
    def minimum(self) -> int:
        """RULES 4: 2, expert 3; 1 when the draw pile is empty."""
        return int(self.options["minimum"]) if self.draw else 1

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "start":
            return tuple(seat for seat in range(self.players) if seat not in self.eagerness)
        return () if self.turn is None or self.over else (self.turn,)

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act:
            return set()
        if self.phase == "start":
            return {"start0", "start1", "start2", "start3"}
        return self._plays(seat) | ({"end"} if len(self.played) >= self.minimum else set())

    def _plays(self, seat: int) -> set[str]:
        """Every held card with every pile it fits on."""
        tops = self.piles
        return {card + pile for card in self.hands[seat] for pile in PILES if fits(tops[pile], int(card), pile)}

    def backwards(self, seat: int) -> set[str]:
        """Those of the legal moves that go back by ten."""
        cards = self.legal(seat) - {"end"} if self.phase == "play" else set()
        return {move for move in cards if goes_back(self.piles[move[-1]], int(move[:-1]), move[-1])}

    # -- moves

    def play(self, seat: int, move: str) -> None:
        if self.phase == "start":
            self._speak(seat, int(move[-1]))
        elif move == "end":
            self._end_turn(seat)
        else:
            self._play_card(seat, move)

    def _speak(self, seat: int, eager: int) -> None:
        """When all have spoken the most eager begins, the lowest seat on a tie (RULES 4, start)."""
        self.eagerness[seat] = eager
        if not self.to_act:
            self._begin(max(range(self.players), key=lambda each: self.eagerness[each]))

    def _begin(self, seat: int) -> None:
        self.phase, self.turn, self.played = "play", seat, []
        self._look_for_the_end(seat)

    def _play_card(self, seat: int, move: str) -> None:
        card, pile = move[:-1], move[-1]
        self.hands[seat].remove(card)
        self.stacks[pile].append(int(card))
        self.played.append(move)
        self._look_for_the_end(seat)

    def _end_turn(self, seat: int) -> None:
        """Draw back to the full hand; the next seat that has cards goes on (RULES 4, turn)."""
        while self.draw and len(self.hands[seat]) < self.hand_size:
            self.hands[seat].add(self.draw.pop(0))
        following = [(seat + step) % self.players for step in range(1, self.players + 1)]
        self._begin(next(each for each in following if self.hands[each]))

    def _look_for_the_end(self, seat: int) -> None:
        """With the last card, or when the minimum is not yet played and no card fits (RULES 4, end)."""
        if self.left == 0:
            self.phase, self.won = "over", True
        elif len(self.played) < self.minimum and not self._plays(seat):
            self.phase, self.won = "over", False

    # -- what may be seen

    @property
    def result(self) -> str | None:
        """0 left is a win, under 10 excellent (RULES 4, end)."""
        if not self.over:
            return None
        return "won" if self.won else "excellent" if self.left < 10 else "lost"

    def unseen(self, viewer: int | None) -> set[str]:
        """The cards that the viewer has not seen: neither played nor in the own hand."""
        seen = {str(card) for stack in self.stacks.values() for card in stack}
        if viewer is not None:
            seen |= self.hands[viewer]
        return set(deck(self.players)) - seen
