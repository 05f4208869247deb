"""Hat Trick by the letter of RULES 3."""

from . import Deck, Options, OutOfDecks, Trick, best, colour, number, split

COLOURS = "rbg"
HAND = {4: 15, 5: 12, 6: 10, 7: 9}


def deck(players: int) -> Deck:
    """1-20 in three colours, 0-20 with seven players (RULES 3, deck)."""
    lowest = 0 if players == 7 else 1
    return [f"{letter}{n}" for letter in COLOURS for n in range(lowest, 21)]


def of_colour(table: Trick, letter: str) -> Trick:
    """The cards of one colour on the table, the highest first."""
    return sorted((play for play in table if colour(play[1]) == letter), key=lambda play: -number(play[1]))


def takers(table: Trick) -> dict[str, int]:
    """The highest card of each colour takes all cards of that colour (RULES 3); red, blue, green in this order."""
    present = [letter for letter in COLOURS if of_colour(table, letter)]
    return {letter: of_colour(table, letter)[0][0] for letter in present}


def next_leader(table: Trick, lead_tie: str) -> int:
    """The winner; of two the one with the higher card; of equal ones as `lead_tie` says (RULES 3, next leader)."""
    winners = takers(table)
    tops = {letter: number(of_colour(table, letter)[0][1]) for letter in winners}
    highest = [letter for letter in winners if tops[letter] == max(tops.values())]
    if len(highest) == 1 or lead_tie == "colour":
        return winners[highest[0]]
    if lead_tie == "next":
        return next_single(table, winners[highest[0]])
    return longer_fight(table, winners)


def next_single(table: Trick, otherwise: int) -> int:
    """The player of the highest number that lies there only once; all twice: the winner in colour order."""
    numbers = [number(card) for _, card in table]
    single = [(seat, card) for seat, card in table if numbers.count(number(card)) == 1]
    return max(single, key=lambda play: number(play[1]))[0] if single else otherwise


def longer_fight(table: Trick, winners: dict[str, int]) -> int:
    """Second highest against second highest, and so on; a colour that has run out loses; all equal: colour order."""
    first, second = winners
    one = [number(card) for _, card in of_colour(table, first)]
    other = [number(card) for _, card in of_colour(table, second)]
    return winners[second] if other > one else winners[first]


class HatTrick:
    """A game of Hat Trick; `decks` are the decks of the rounds, `dealer` deals the first."""

    def __init__(self, players: int, options: Options, decks: list[Deck], dealer: int) -> None:
        self.players = players
        self.options = options
        self.decks = decks
        self.dealer = dealer
        self.scores = [0] * players
        self.round_scores: list[list[int]] = []
        self.winners: list[int] = []
        self.last_round: list[tuple[list[set[str]], set[str]]] | None = None
        self._deal()

    def _deal(self) -> None:
        if len(self.round_scores) >= len(self.decks):
            raise OutOfDecks
        cards = self.decks[len(self.round_scores)]
        assert sorted(cards) == sorted(deck(self.players))
        self.hands, rest = split(cards, self.players, HAND[self.players])
        assert not rest
        self.piles: list[set[str]] = [set() for _ in self.hands]
        self.passes: list[set[str]] = [set() for _ in self.hands]
        self.trick: list[tuple[int, str, bool]] = []
        self.last_trick: tuple[int, dict[str, int], list[tuple[int, str, bool]]] | None = None
        self.tricks_played = 0
        self.leader = (self.dealer + 1) % self.players
        self.phase = "play"

    # -- who may do what

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def tricks(self) -> int:
        """The last card in hand is not played (RULES 3)."""
        return HAND[self.players] - 1

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.over else ((self.leader + len(self.trick)) % self.players,)

    @property
    def table(self) -> Trick:
        """The cards that lie on the table: passed ones do not (RULES 3)."""
        return [(seat, card) for seat, card, passed in self.trick if not passed]

    def legal(self, seat: int) -> set[str]:
        """Every held card: nobody need follow or beat, and a third colour is a pass (RULES 3)."""
        return set(self.hands[seat]) if seat in self.to_act else set()

    # -- moves

    def play(self, seat: int, move: str) -> None:
        """Never more than two colours: with two on the table a card of the third is a pass (RULES 3)."""
        self.hands[seat].remove(move)
        present = {colour(card) for _, card in self.table}
        passed = len(present) == 2 and colour(move) not in present
        self.trick.append((seat, move, passed))
        if passed:
            self.passes[seat].add(move)
        if len(self.trick) == self.players:
            self._end_trick()

    def _end_trick(self) -> None:
        winners = takers(self.table)
        for letter, seat in winners.items():
            self.piles[seat] |= {card for _, card in of_colour(self.table, letter)}
        leader = next_leader(self.table, self.options["lead_tie"])
        self.last_trick = (self.leader, winners, self.trick)
        self.leader, self.trick = leader, []
        self.tricks_played += 1
        if all(len(hand) == 1 for hand in self.hands):
            self._end_round()

    # -- the end of a round

    def points(self, seat: int) -> int:
        """The longest colour +1 a card, the others -1 a card, each passed card -2 (RULES 3, score)."""
        lengths = sorted(sum(colour(card) == letter for card in self.piles[seat]) for letter in COLOURS)
        return lengths[2] - lengths[1] - lengths[0] - 2 * len(self.passes[seat])

    def taken_by_colour(self, seat: int) -> list[set[str]]:
        """The colours a seat took, red before blue before green."""
        return [pile for letter in COLOURS if (pile := {card for card in self.piles[seat] if colour(card) == letter})]

    def _end_round(self) -> None:
        self.last_round = [(self.taken_by_colour(seat), self.passes[seat]) for seat in range(self.players)]
        points = [self.points(seat) for seat in range(self.players)]
        self.round_scores.append(points)
        self.scores = [total + p for total, p in zip(self.scores, points, strict=True)]
        if len(self.round_scores) >= self.options["rounds"]:
            self.phase, self.winners = "over", best(self.scores)
        else:
            self.dealer = (self.dealer + 1) % self.players
            self._deal()

    # -- what may be seen

    def unseen(self, viewer: int | None) -> set[str]:
        """The cards that the viewer has not seen; the last card of a hand is never shown (RULES 3)."""
        seen = {card for _, card in self.table} | set().union(*self.piles, *self.passes)
        if viewer is not None:
            seen |= self.hands[viewer]
        return set(deck(self.players)) - seen
