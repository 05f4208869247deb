"""Sticheln by the letter of RULES 2, with all switches of 2.4."""

import itertools

from . import Counted, Deck, Options, OutOfDecks, Trick, best, colour, number, split

FIVE = "gnrby"
SIX = "gnrbyv"

# RULES 2.1: players -> (highest number, colours, hand)
TABLE = {3: (8, FIVE, 15), 4: (11, FIVE, 15), 5: (14, FIVE, 15), 6: (14, SIX, 15), 7: (17, SIX, 15), 8: (18, SIX, 14)}

# RULES 2.3, 2.4: classic, and what each preset changes
CLASSIC: Options = {
    "aim": "misery",
    "zeros": "never",
    "penalty": "number",
    "colours": 1,
    "reveal": "start",
    "dealing": "lowest",
    "rounds": 5,
    "target": None,
}
PRESETS: dict[str, Options] = {
    "classic": {},
    "reverse": {"aim": "lucky"},
    "mild": {"penalty": "flat"},
    "aggravated": {"colours": 2},
    "hazy": {"reveal": "end"},
    "delayed": {"reveal": "after"},
    "first": {"rounds": 10, "dealing": "rotate"},
}


def resolve(preset: str, switches: Options) -> Options:
    """A switch given beside a preset wins over it; a target replaces a preset's rounds (RULES 2.3, 2.4)."""
    options = CLASSIC | PRESETS[preset] | switches
    if options["target"] is not None:
        options["rounds"] = None
    return options


def makes_sense(options: Options) -> bool:
    """RULES 2.4, errors: flat with lucky, and zeros as trumps with misery."""
    if options["aim"] == "lucky":
        return bool(options["penalty"] != "flat")
    return bool(options["zeros"] != "trump")


def deck(players: int) -> Deck:
    """The cards in play, sorted by colour (RULES 2.1)."""
    highest, colours, _ = TABLE[players]
    return [f"{letter}{n}" for letter in colours for n in range(highest + 1)]


def trumps(trick: Trick, options: Options) -> Trick:
    """The cards of another colour than the first; a 0 is none, but with zeros="trump" (RULES 2.2.2, 2.4 reverse)."""
    lead = colour(trick[0][1])
    zeros = options["zeros"] == "trump"
    return [(seat, card) for seat, card in trick if colour(card) != lead and (zeros or number(card) > 0)]


def trick_winner(trick: Trick, options: Options) -> int:
    """Who takes the trick (RULES 2.2.2, 2.4 reverse). `max` and `min` give the first of equals, as the rule wants."""
    strong = trumps(trick, options)
    if strong and options["aim"] == "lucky":
        return min(strong, key=lambda play: number(play[1]))[0]
    if strong:
        return max(strong, key=lambda play: number(play[1]))[0]
    lead = colour(trick[0][1])
    followed = [(seat, card) for seat, card in trick if colour(card) == lead]
    return max(followed, key=lambda play: number(play[1]))[0]


def worth(card: str, colours: set[str], options: Options) -> int:
    """What one card brings its owner (RULES 2.2.3, 2.4 reverse and mild)."""
    if options["aim"] == "lucky":
        return number(card) if colour(card) in colours else -1
    if colour(card) not in colours:
        return 1
    return -5 if options["penalty"] == "flat" else -number(card)


class Sticheln:
    """A game of Sticheln; `decks` are the decks of the rounds, `dealer` deals the first."""

    def __init__(self, players: int, options: Options, decks: list[Deck], dealer: int) -> None:
        self.players = players
        self.options = options
        self.decks = decks
        self.dealer = dealer
        self.scores = [0] * players
        self.round_scores: list[list[int]] = []
        self.winners: list[int] = []
        self.last_round: list[tuple[set[str], Counted]] | None = None
        self._deal()

    def _deal(self) -> None:
        """RULES 2.1; without a choice at the start ("delayed") the tricks begin at once."""
        if len(self.round_scores) >= len(self.decks):
            raise OutOfDecks
        cards = self.decks[len(self.round_scores)]
        assert sorted(cards) == sorted(deck(self.players))
        self.hands, self.aside = split(cards, self.players, TABLE[self.players][2])
        self.chosen: list[list[str]] = [[] for _ in self.hands]
        self.named: list[list[str]] = [[] for _ in self.hands]
        self.taken: list[set[str]] = [set() for _ in self.hands]
        self.trick: Trick = []
        self.last_trick: tuple[int, int, Trick] | None = None
        self.tricks_played = 0
        self.leader = (self.dealer + 1) % self.players
        self.phase = "play" if self.options["reveal"] == "after" else "choose"

    # -- who may do what

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def tricks(self) -> int:
        """As many tricks as cards are left after choosing (RULES 2.2.2, 2.4 aggravated, delayed)."""
        chosen = 0 if self.options["reveal"] == "after" else int(self.options["colours"])
        return TABLE[self.players][2] - chosen

    @property
    def to_act(self) -> tuple[int, ...]:
        everyone = range(self.players)
        if self.phase == "choose":
            return tuple(seat for seat in everyone if len(self.chosen[seat]) < self.options["colours"])
        if self.phase == "name":
            return tuple(seat for seat in everyone if len(self.named[seat]) < self._to_name(seat))
        if self.phase == "play":
            return ((self.leader + len(self.trick)) % self.players,)
        return ()

    def _to_name(self, seat: int) -> int:
        """How many colours a seat names: two in aggravated, but no more than it took (RULES 2.4 delayed, mixtures)."""
        return min(int(self.options["colours"]), len({colour(card) for card in self.taken[seat]}))

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act:
            return set()
        if self.phase == "choose":
            return self._choices(seat)
        if self.phase == "name":
            return {colour(card) for card in self.taken[seat]} - set(self.named[seat])
        return set(self.hands[seat])

    def _choices(self, seat: int) -> set[str]:
        """Any card; the second is of another colour if the hand has one (RULES 2.2.1, 2.4 aggravated)."""
        used = {colour(card) for card in self.chosen[seat]}
        others = {card for card in self.hands[seat] if colour(card) not in used}
        return others or set(self.hands[seat])

    # -- moves

    def play(self, seat: int, move: str) -> None:
        if self.phase == "choose":
            self._choose(seat, move)
        elif self.phase == "name":
            self._name(seat, move)
        else:
            self._play_card(seat, move)

    def _choose(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.chosen[seat].append(card)
        if not self.to_act:
            self.phase = "play"

    def _name(self, seat: int, letter: str) -> None:
        self.named[seat].append(letter)
        if not self.to_act:
            self._end_round()

    def _play_card(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.players:
            self._end_trick()

    def _end_trick(self) -> None:
        """The winner takes the cards and leads the next trick (RULES 2.2.2)."""
        winner = trick_winner(self.trick, self.options)
        self.taken[winner] |= {card for _, card in self.trick}
        self.last_trick = (self.leader, winner, self.trick)
        self.leader, self.trick = winner, []
        self.tricks_played += 1
        if not any(self.hands):
            self._after_last_trick()

    def _after_last_trick(self) -> None:
        if self.options["reveal"] == "after":
            self.phase = "name"
        else:
            self._end_round()

    # -- the end of a round

    def colours_of(self, seat: int) -> set[str]:
        """The misery (lucky) colours of a seat: those of its chosen cards, or the named ones."""
        return {colour(card) for card in self.chosen[seat]} | set(self.named[seat])

    def points(self, seat: int) -> int:
        """What a seat's cards are worth (RULES 2.2.3); nothing taken in delayed is an empty sum, 0 (RULES 2.4)."""
        cards = self.taken[seat] | set(self.chosen[seat])
        colours = self.colours_of(seat)
        return sum(worth(card, colours, self.options) for card in cards)

    def counted(self, seat: int) -> Counted:
        """What came to a seat, by what each card counts: the dearest of its colours first, then the rest (RULES 2.2.3)."""
        cards, colours = self.taken[seat] | set(self.chosen[seat]), self.colours_of(seat)
        own = sorted({worth(card, colours, self.options) for card in cards if colour(card) in colours}, key=abs, reverse=True)
        rest = {worth(card, colours, self.options) for card in cards if colour(card) not in colours}
        return [({card for card in cards if worth(card, colours, self.options) == each}, each) for each in [*own, *rest]]

    def best_to_name(self, seat: int) -> set[str]:
        """The colours that belong to the best naming of all that can still be completed (RULES 2.4 delayed, mixtures)."""
        left = self._to_name(seat) - len(self.named[seat])
        points = {}
        for more in itertools.combinations(sorted(self.legal(seat)), left):
            colours = {*self.named[seat], *more}
            points[more] = sum(worth(card, colours, self.options) for card in self.taken[seat])
        return {letter for more in points if points[more] == max(points.values()) for letter in more}

    def _end_round(self) -> None:
        self.last_round = [(self.colours_of(seat), self.counted(seat)) for seat in range(self.players)]
        points = [self.points(seat) for seat in range(self.players)]
        self.round_scores.append(points)
        self.scores = [total + p for total, p in zip(self.scores, points, strict=True)]
        if self._finished():
            self.phase, self.winners = "over", best(self.scores)
        else:
            self.dealer = self._next_dealer()
            self._deal()

    def _finished(self) -> bool:
        """After the agreed rounds, or when someone reaches the target, after 100 rounds at the latest (RULES 2.3)."""
        played = len(self.round_scores)
        if self.options["target"] is not None:
            return max(self.scores) >= self.options["target"] or played >= 100
        return bool(played >= self.options["rounds"])

    def _next_dealer(self) -> int:
        """RULES 2.3, next dealer: going left from the last one, himself last, the first of the lowest."""
        going_left = [(self.dealer + step) % self.players for step in range(1, self.players + 1)]
        if self.options["dealing"] == "rotate":
            return going_left[0]
        last = self.round_scores[-1]
        return min(going_left, key=lambda seat: (self.scores[seat], last[seat]))

    # -- what may be seen

    def shown(self, seat: int, viewer: int | None) -> bool:
        """Whether the viewer knows the colours of a seat (RULES 2.2.1, 2.4 hazy, delayed)."""
        if seat == viewer or self.over:
            return True
        return self.phase == "play" and self.options["reveal"] == "start"

    def unseen(self, viewer: int | None) -> set[str]:
        """The cards of the round that the viewer has not seen."""
        seen = set(self.aside) | {card for _, card in self.trick} | set().union(*self.taken)
        for seat in range(self.players):
            if self.shown(seat, viewer):
                seen |= set(self.chosen[seat])
        if viewer is not None:
            seen |= self.hands[viewer]
        return set(deck(self.players)) - seen
