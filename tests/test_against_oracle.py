"""Random games, compared move by move with the naive oracle in `tests/oracle` (RULES 2, 3, 4).

Both sides get the same decks, the same dealer and the same moves. After every move everything public is compared, and the view
of one seat (or of a spectator) with it. Policies and stacked decks lead into the corners that random play rarely sees.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stichwerk
from tests.oracle import Deck, Options, OutOfDecks, colour, hattrick, number, sticheln, thegame

Oracle = sticheln.Sticheln | hattrick.HatTrick | thegame.TheGame
View = dict[str, Any]
DECKS: dict[str, Callable[[int], Deck]] = {"sticheln": sticheln.deck, "hattrick": hattrick.deck, "thegame": thegame.deck}
UNKNOWN: tuple[Any, ...] = (None, [])


# -- setting up the same game twice


@dataclass
class Setup:
    """One game, to be built by both sides."""

    game: str
    players: int
    decks: list[Deck]
    options: Options  # resolved: what the oracle gets
    switches: Options  # as given to stichwerk.Game
    dealer: int | None = None
    preset: str | None = None

    def start(self) -> tuple[Any, Oracle]:
        given_options = dict(self.switches)
        if self.dealer is not None:
            given_options["dealer"] = self.dealer
        if self.preset is not None:
            given_options["variant"] = self.preset
        game = stichwerk.Game(self.game, players=self.players, decks=self.decks, seed=1, **given_options)
        return game, self._oracle()

    def _oracle(self) -> Oracle:
        if self.game == "thegame":
            return thegame.TheGame(self.players, self.options, self.decks)
        assert self.dealer is not None
        if self.game == "hattrick":
            return hattrick.HatTrick(self.players, self.options, self.decks, self.dealer)
        return sticheln.Sticheln(self.players, self.options, self.decks, self.dealer)


def sticheln_setup(preset: str, players: int, switches: Options, decks: list[Deck], dealer: int) -> Setup | None:
    """None for what RULES 2.4 calls an error."""
    options = sticheln.resolve(preset, switches)
    if not sticheln.makes_sense(options) or (preset == "first" and players > 6):
        return None
    return Setup("sticheln", players, decks, options, switches, dealer, preset)


def hattrick_setup(players: int, switches: Options, decks: list[Deck], dealer: int) -> Setup:
    options = {"lead_tie": "next", "rounds": 5} | switches
    return Setup("hattrick", players, decks, options, switches, dealer)


def thegame_setup(players: int, switches: Options, deck: Deck) -> Setup:
    options = {"minimum": 2, "hand": 0} | switches
    return Setup("thegame", players, [deck], options, switches)


# -- decks


def value(card: str) -> int:
    """The number of a card in any game."""
    return int(card) if card.isdigit() else number(card)


def dealt_in_turn(cards: Deck, players: int) -> Deck:
    """The order in which a whole-hand deal gives every seat each `players`-th card."""
    return [card for seat in range(players) for card in cards[seat::players]]


def near_runs(cards: Deck, rng: random.Random) -> Deck:
    """Almost sorted: neighbours swapped here and there, for long games of The Game."""
    return sorted(cards, key=lambda card: value(card) + rng.choice((0, 0, 0, 2, 5)))


def both_ends(cards: Deck) -> Deck:
    """2, 99, 3, 98, ...: The Game played up and down at once."""
    low_first = sorted(cards, key=value)
    half = len(low_first) // 2
    return [card for pair in zip(low_first[:half], low_first[: half - 1 : -1], strict=True) for card in pair]


def shuffled(cards: Deck, rng: random.Random) -> Deck:
    return rng.sample(cards, len(cards))


KINDS = ("shuffled", "sorted", "backwards", "by number", "turn by turn", "near runs", "both ends")


def make_deck(game: str, players: int, kind: str, rng: random.Random) -> Deck:
    """A shuffle, or an adversarial deck: hands of one colour, hands of one number, every zero in another hand, ..."""
    cards = DECKS[game](players)
    by_number = sorted(cards, key=value)
    stacked = {
        "sorted": cards,
        "backwards": cards[::-1],
        "by number": by_number,
        "turn by turn": dealt_in_turn(by_number, players),
        "near runs": near_runs(cards, rng),
        "both ends": both_ends(cards) if game == "thegame" else dealt_in_turn(cards, players),
    }
    return stacked.get(kind) or shuffled(cards, rng)


def make_decks(game: str, players: int, rounds: int, rng: random.Random, kind: str = "shuffled") -> list[Deck]:
    """The first deck of the kind asked for, the others shuffled."""
    rest = (make_deck(game, players, "shuffled", rng) for _ in range(rounds - 1))
    return [make_deck(game, players, kind, rng), *rest]


# -- choosing moves

Policy = Callable[[Oracle, list[str], random.Random], str]


def any_move(_: Oracle, moves: list[str], rng: random.Random) -> str:
    return rng.choice(moves)


def lowest_card(_: Oracle, moves: list[str], rng: random.Random) -> str:
    """Ducks whenever it can; any move that is no card comes as it comes."""
    return min(shuffled(moves, rng), key=lambda move: number(move) if move[1:].isdigit() else 0)


def highest_card(_: Oracle, moves: list[str], rng: random.Random) -> str:
    return max(shuffled(moves, rng), key=lambda move: number(move) if move[1:].isdigit() else 0)


def now_and_then(policy: Policy, share: float) -> Policy:
    """The policy, and in this share of the moves any move."""
    return lambda oracle, moves, rng: (any_move if rng.random() < share else policy)(oracle, moves, rng)


def pairing(oracle: Oracle, moves: list[str], rng: random.Random) -> str:
    """Hat Trick: a number that lies on the table already, so that tricks tie, and tie again (RULES 3, next leader)."""
    assert isinstance(oracle, hattrick.HatTrick)
    lying = {number(card) for _, card in oracle.table}
    colours = {colour(card) for _, card in oracle.table}
    pairs = [move for move in moves if number(move) in lying and (len(colours) < 2 or colour(move) in colours)]
    return rng.choice(pairs or [move for move in moves if colour(move) in colours] or moves)


def distance(oracle: thegame.TheGame, move: str) -> int:
    """How far a play of The Game takes its pile; backwards is negative."""
    card, pile = int(move[:-1]), move[-1]
    gap = card - oracle.piles[pile]
    return gap if pile in "AB" else -gap


def greedy(slack: int) -> Policy:
    """The Game: the nearest card first; ends a turn as soon as it may and the next card costs more than `slack`."""

    def choose(oracle: Oracle, moves: list[str], rng: random.Random) -> str:
        assert isinstance(oracle, thegame.TheGame)
        if oracle.phase == "start":
            return rng.choice(moves)
        cards = sorted(move for move in moves if move != "end")
        nearest = min(cards, key=lambda move: distance(oracle, move), default="end")
        if "end" in moves and (nearest == "end" or distance(oracle, nearest) > slack):
            return "end"
        return nearest

    return choose


def seat_zero_begins(policy: Policy) -> Policy:
    """The Game: the policy, but seat 0 is the most eager (RULES 4, start: the lowest seat on a tie)."""
    return lambda oracle, moves, rng: "start3" if "start3" in moves else policy(oracle, moves, rng)


CARD_POLICIES = [any_move, lowest_card, highest_card, now_and_then(lowest_card, 0.3), now_and_then(highest_card, 0.3)]
HAT_POLICIES = [*CARD_POLICIES, pairing, now_and_then(pairing, 0.2)]
GAME_POLICIES = [any_move, greedy(1), greedy(3), greedy(100), now_and_then(greedy(2), 0.05), now_and_then(greedy(3), 0.3)]


# -- comparing


def compare_public(game: Any, oracle: Oracle) -> None:
    """What is the same for everybody, and who may do what."""
    assert game.phase == oracle.phase
    assert game.to_act == oracle.to_act
    assert game.over == oracle.over
    for seat in range(oracle.players):
        assert sorted(game.legal(seat)) == sorted(oracle.legal(seat)), f"legal moves of seat {seat}"
    if isinstance(oracle, thegame.TheGame):
        assert game.left == oracle.left
        assert game.won is oracle.won
    else:
        assert game.scores == oracle.scores
        assert game.round_scores == oracle.round_scores
        assert game.winners == oracle.winners


def same_cards(given_cards: list[str], expected: set[str]) -> None:
    """The same cards, each once, in any order."""
    assert sorted(given_cards) == sorted(expected)


def compare_view(view: View, oracle: Oracle, seat: int | None) -> None:
    """One seat's view, or a spectator's (None)."""
    same_cards(view["hand"], set() if seat is None else oracle.hands[seat])
    same_cards(view["legal"], set() if seat is None else oracle.legal(seat))
    same_cards(view["unseen"], oracle.unseen(seat))
    compare_counts(view["cards"], oracle, seat)
    assert (view["phase"], view["to_act"], view["over"]) == (oracle.phase, list(oracle.to_act), oracle.over)
    assert (view["players"], view["seat"], view["dealer"]) == (oracle.players, seat, oracle.dealer)
    if isinstance(oracle, thegame.TheGame):
        compare_thegame(view, oracle, seat)
    else:
        compare_rounds(view, oracle)
        if isinstance(oracle, sticheln.Sticheln):
            compare_sticheln(view, oracle, seat)
        else:
            compare_hattrick(view, oracle)


def compare_counts(counts: list[int], oracle: Oracle, viewer: int | None) -> None:
    """How many cards each seat holds; half a choice does not show to others (RULES 2.4 aggravated)."""
    assert len(counts) == oracle.players
    for seat, hand in enumerate(oracle.hands):
        hidden = half_choice(oracle, seat)
        assert counts[seat] == len(hand) + hidden or (seat == viewer and counts[seat] == len(hand))


def half_choice(oracle: Oracle, seat: int) -> int:
    """Cards a seat has laid down while its choice is not complete."""
    choosing = oracle.phase == "choose" and seat in oracle.to_act
    return len(oracle.chosen[seat]) if choosing and isinstance(oracle, sticheln.Sticheln) else 0


def compare_rounds(view: View, oracle: sticheln.Sticheln | hattrick.HatTrick) -> None:
    """What Sticheln and Hat Trick share."""
    assert view["scores"] == oracle.scores
    assert view["round_scores"] == oracle.round_scores
    assert view["winners"] == oracle.winners
    assert view["round"] == len(oracle.round_scores) + (0 if oracle.over else 1)
    assert (view["tricks"], view["tricks_played"]) == (oracle.tricks, oracle.tricks_played)
    if oracle.phase == "play":
        assert view["leader"] == oracle.leader
    if oracle.phase == "choose":
        assert view["leader"] is None


def plays(trick: list[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card} for seat, card in trick]


def compare_sticheln(view: View, oracle: sticheln.Sticheln, viewer: int | None) -> None:
    assert view["trick"] == plays(oracle.trick)
    assert view["winning"] == (sticheln.trick_winner(oracle.trick, oracle.options) if oracle.trick else None)
    last = oracle.last_trick
    assert view["last_trick"] == (last and {"leader": last[0], "winner": last[1], "cards": plays(last[2])})
    same_cards(view["aside"], set(oracle.aside))
    compare_naming(view, oracle, viewer)
    compare_sticheln_round(view, oracle)
    for seat in range(oracle.players):
        same_cards(view["taken"][seat], oracle.taken[seat])
        compare_choice(view, oracle, seat, viewer)


def compare_naming(view: View, oracle: sticheln.Sticheln, viewer: int | None) -> None:
    """Who must name is told the colour that costs least; nobody else is told anything."""
    if oracle.phase == "name" and viewer in oracle.to_act:
        assert view["proposed"] in oracle.best_to_name(viewer)
    else:
        assert view["proposed"] is None


def compare_sticheln_round(view: View, oracle: sticheln.Sticheln) -> None:
    """How the points came about: the same groups of cards, in the same order, that add up to the seat's points."""
    if oracle.last_round is None:
        assert view["last_round"] is None
        return
    for seat, (colours, counted) in enumerate(oracle.last_round):
        shown = view["last_round"][seat]
        assert set(shown["colours"]) == colours
        assert [(set(group["cards"]), group["each"]) for group in shown["counted"]] == counted
        compare_sum(shown, oracle.round_scores[-1][seat])


def compare_sum(shown: dict[str, Any], points: int) -> None:
    assert shown["points"] == points == sum(group["points"] for group in shown["counted"])
    for group in shown["counted"]:
        assert group["points"] == group["each"] * len(group["cards"])
        assert len(set(group["cards"])) == len(group["cards"])


def compare_hattrick_round(view: View, oracle: hattrick.HatTrick) -> None:
    """Each colour, then the passes; one of the longest colours counts for the seat, all others against it (RULES 3, score)."""
    if oracle.last_round is None:
        assert view["last_round"] is None
        return
    for seat, (piles, passes) in enumerate(oracle.last_round):
        shown = view["last_round"][seat]
        groups = [group for group in shown["counted"] if not group["pass"]]
        assert [set(group["cards"]) for group in groups] == piles
        assert [len(group["cards"]) for group in groups if group["each"] == 1] == sorted(map(len, piles))[-1:]
        assert {group["each"] for group in groups} <= {1, -1}
        passed = [(set(group["cards"]), group["each"]) for group in shown["counted"][len(groups) :]]
        assert passed == ([(passes, -2)] if passes else [])
        compare_sum(shown, oracle.round_scores[-1][seat])


def compare_choice(view: View, oracle: sticheln.Sticheln, seat: int, viewer: int | None) -> None:
    """Chosen cards, colours and points show where RULES 2.2.1 and 2.4 (hazy, delayed) let them, and nowhere else."""
    chosen, named, points = view["chosen"][seat], view["named"][seat], view["points"][seat]
    if not oracle.shown(seat, viewer):
        assert chosen in UNKNOWN
        assert named in UNKNOWN
        assert points is None or not oracle.taken[seat]
        return
    same_cards(chosen or [], set(oracle.chosen[seat]))
    assert set(named or []) == oracle.colours_of(seat)
    if oracle.phase in ("play", "over") and oracle.colours_of(seat):
        assert points == oracle.points(seat)


def compare_hattrick(view: View, oracle: hattrick.HatTrick) -> None:
    assert view["trick"] == passes_and_plays(oracle.trick)
    assert view["winning"] == hattrick.takers(oracle.table)
    last = oracle.last_trick
    assert view["last_trick"] == (last and {"leader": last[0], "winners": last[1], "cards": passes_and_plays(last[2])})
    for seat in range(oracle.players):
        for letter in hattrick.COLOURS:
            same_cards(view["piles"][seat][letter], {card for card in oracle.piles[seat] if colour(card) == letter})
        same_cards(view["passes"][seat], oracle.passes[seat])
        assert view["points"][seat] == oracle.points(seat)
    compare_hattrick_round(view, oracle)


def passes_and_plays(trick: list[tuple[int, str, bool]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card, "pass": passed} for seat, card, passed in trick]


def compare_thegame(view: View, oracle: thegame.TheGame, viewer: int | None) -> None:
    assert view["piles"] == oracle.piles
    assert (view["left"], view["won"], view["result"]) == (oracle.left, oracle.won, oracle.result)
    assert (view["draw_pile"], view["hand_size"]) == (len(oracle.draw), oracle.hand_size)
    assert view["round"] == 1
    same_cards(view["backwards"], set() if viewer is None else oracle.backwards(viewer))
    if oracle.phase == "start" or oracle.players == 1:
        assert view["eagerness"] is None
    else:
        assert view["eagerness"] == [oracle.eagerness[seat] for seat in range(oracle.players)]
    if not oracle.over:
        assert view["turn"] == oracle.turn
        assert view["played"] == oracle.played
        assert view["minimum"] == oracle.minimum


# -- playing


@dataclass
class Seen:
    """What the oracle went through, to show that the corners were reached."""

    facts: Counter[str] = field(default_factory=Counter)

    def note(self, oracle: Oracle, seat: int, move: str) -> None:
        """To be called before each move."""
        if isinstance(oracle, thegame.TheGame):
            self.facts.update(thegame_facts(oracle, seat, move))
        elif isinstance(oracle, hattrick.HatTrick):
            self.facts.update(hattrick_facts(oracle))
        else:
            self.facts.update(sticheln_facts(oracle, seat))


def thegame_facts(oracle: thegame.TheGame, seat: int, move: str) -> Iterator[str]:
    if oracle.phase == "play" and not oracle.draw:
        yield "empty draw pile"
        if move == "end" and len(oracle.played) == 1:
            yield "ended after one card"
        if move == "end" and not oracle.hands[(seat + 1) % oracle.players]:
            yield "skipped a seat"
    if move == "end" and not oracle.hands[seat]:
        yield "ended with an empty hand"
    if move in oracle.backwards(seat):
        yield "ten back"


def hattrick_facts(oracle: hattrick.HatTrick) -> Iterator[str]:
    """Looks at the last trick while the next one is still empty."""
    if oracle.trick or oracle.last_trick is None:
        return
    table = [(seat, card) for seat, card, passed in oracle.last_trick[2] if not passed]
    numbers = Counter(number(card) for _, card in table)
    if len(table) < oracle.players:
        yield "passed"
    if numbers[max(numbers)] == 2:
        yield "equal winners"
        leaders = {hattrick.next_leader(table, tie) for tie in ("next", "compare", "colour")}
        yield "ties read differently" if len(leaders) > 1 else "ties read alike"
        if min(numbers.values()) == 2:
            yield "all equal"


def sticheln_facts(oracle: sticheln.Sticheln, seat: int) -> Iterator[str]:
    if oracle.phase == "choose" and oracle.chosen[seat]:
        one_colour = {colour(card) for card in oracle.hands[seat]} == {colour(oracle.chosen[seat][0])}
        yield "no second colour" if one_colour else "second colour"
    if oracle.phase == "name" and not all(oracle.taken):
        yield "took nothing"
    if oracle.last_trick and not oracle.trick:
        yield from trick_facts(oracle)
    if oracle.phase == "choose" and oracle.round_scores and not any(oracle.chosen) and oracle.options["dealing"] == "lowest":
        lowest = [seat for seat, total in enumerate(oracle.scores) if total == min(oracle.scores)]
        points = [oracle.round_scores[-1][seat] for seat in lowest]
        tie = "tied lowest, all" if len(set(points)) == 1 else "tied lowest, but for the round"
        yield tie if len(lowest) > 1 else "one lowest"


def trick_facts(oracle: sticheln.Sticheln) -> Iterator[str]:
    assert oracle.last_trick
    _, winner, cards = oracle.last_trick
    numbers = [number(card) for _, card in cards]
    strong = [number(card) for _, card in sticheln.trumps(cards, oracle.options)]
    yield "trumps" if strong else "no trump"
    if not any(numbers):
        yield "only zeros"
    if strong.count(number(dict(cards)[winner])) > 1:
        yield "equal trumps"
    if 0 in strong:
        yield "zero trumps"


def probe(game: Any, oracle: Oracle, rng: random.Random) -> None:
    """A move the rulebook does not allow is refused; that nothing changed shows in the next comparison."""
    seat = rng.randrange(oracle.players)
    cards = thegame.deck(1) if isinstance(oracle, thegame.TheGame) else sticheln.deck(8)
    move = rng.choice([rng.choice(cards), rng.choice(cards) + rng.choice("ABCD"), "end", rng.choice("rbgnyv"), "start1"])
    if move not in oracle.legal(seat):
        with pytest.raises(stichwerk.IllegalMove):
            game.play(seat, move)


def play_out(setup: Setup, policy: Policy, rng: random.Random, seen: Seen | None = None, every_view: bool = False) -> Oracle:
    """Play one game on both sides, comparing after each move."""
    game, oracle = setup.start()
    compare_all(game, oracle, rng, every_view)
    while not oracle.over:
        seat = rng.choice(oracle.to_act)
        move = policy(oracle, sorted(oracle.legal(seat)), rng)
        if seen:
            seen.note(oracle, seat, move)
        if rng.random() < 0.1:
            probe(game, oracle, rng)
        game.play(seat, move)
        try:
            oracle.play(seat, move)
        except OutOfDecks:
            assert not game.over
            return oracle
        compare_all(game, oracle, rng, every_view)
    if seen:
        seen.facts.update(["won" if oracle.won else "lost"] if isinstance(oracle, thegame.TheGame) else [])
    for seat in range(oracle.players):
        compare_view(game.view(seat), oracle, seat)
    return oracle


def compare_all(game: Any, oracle: Oracle, rng: random.Random, every_view: bool) -> None:
    compare_public(game, oracle)
    everyone: list[int | None] = [None, *range(oracle.players)]
    for seat in everyone if every_view else [rng.choice(everyone)]:
        compare_view(game.view(seat), oracle, seat)


# -- the sweep: every game, preset, player count, and every value of every option

# RULES 2.4: every value of every switch, one at a time; most over one round, to keep the sweep short.
ONE_SWITCH: list[Options] = [
    {"rounds": 2},
    {"rounds": 1, "aim": "misery"},
    {"rounds": 1, "aim": "lucky"},
    {"rounds": 1, "aim": "lucky", "zeros": "never"},
    {"rounds": 1, "aim": "lucky", "zeros": "trump"},
    {"rounds": 1, "penalty": "number"},
    {"rounds": 1, "penalty": "flat"},
    {"rounds": 1, "colours": 1},
    {"rounds": 1, "colours": 2},
    {"rounds": 1, "reveal": "start"},
    {"rounds": 1, "reveal": "end"},
    {"rounds": 1, "reveal": "after"},
    {"rounds": 2, "dealing": "lowest"},
    {"rounds": 2, "dealing": "rotate"},
    {"target": 5},
]
TABLES = [(preset, players) for preset in sticheln.PRESETS for players in range(3, 9) if preset != "first" or players <= 6]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_sticheln_presets_with_every_switch(preset: str, players: int) -> None:
    """RULES 2.4: a switch given beside a preset wins over it."""
    rng = random.Random(f"sticheln {preset} {players}")
    for switches in ONE_SWITCH:
        decks = make_decks("sticheln", players, 2, rng)
        setup = sticheln_setup(preset, players, switches, decks, rng.randrange(players))
        if setup:
            play_out(setup, any_move, rng)


def switch_mixtures() -> Iterator[Options]:
    """RULES 2.4, mixtures: all that make sense."""
    for aim, zeros, penalty, colours, reveal in itertools.product(
        ("misery", "lucky"), ("never", "trump"), ("number", "flat"), (1, 2), ("start", "end", "after")
    ):
        switches = {"aim": aim, "penalty": penalty, "colours": colours, "reveal": reveal}
        switches |= {"zeros": zeros} if aim == "lucky" or zeros == "trump" else {}
        if sticheln.makes_sense(sticheln.resolve("classic", switches)):
            yield switches


@pytest.mark.parametrize("players", range(3, 9))
def test_sticheln_mixtures(players: int) -> None:
    """RULES 2.4, mixtures."""
    rng = random.Random(f"mixtures {players}")
    for nth, switches in enumerate(switch_mixtures()):
        decks = make_decks("sticheln", players, 2, rng, KINDS[nth % len(KINDS)])
        dealing = rng.choice(("lowest", "rotate"))
        setup = sticheln_setup("classic", players, switches | {"rounds": 2, "dealing": dealing}, decks, rng.randrange(players))
        assert setup
        play_out(setup, rng.choice(CARD_POLICIES), rng)


@pytest.mark.parametrize("preset", sticheln.PRESETS)
def test_sticheln_presets_at_full_length(preset: str) -> None:
    """RULES 2.3, 2.4: 5 rounds, `first` 10, and the options a view shows are the preset's."""
    rng = random.Random(preset)
    setup = sticheln_setup(preset, 3, {}, make_decks("sticheln", 3, 11, rng), 1)
    assert setup
    view = setup.start()[0].view(None)
    assert {name: view["options"][name] for name in setup.options} == setup.options
    oracle = play_out(setup, any_move, rng)
    assert isinstance(oracle, sticheln.Sticheln)
    assert len(oracle.round_scores) == (10 if preset == "first" else 5)


def test_sticheln_target_out_of_reach() -> None:
    """RULES 2.3: a target ends after 100 rounds at the latest."""
    rng = random.Random(100)
    setup = sticheln_setup("classic", 3, {"target": 10_000}, make_decks("sticheln", 3, 100, rng), 2)
    assert setup
    oracle = play_out(setup, lowest_card, rng)
    assert oracle.over
    assert isinstance(oracle, sticheln.Sticheln)
    assert len(oracle.round_scores) == 100


def test_sticheln_corners_are_reached() -> None:
    """RULES 2.2.2, 2.3, 2.4: ties, zeros, one-coloured hands and empty takings were compared, not only allowed for."""
    seen = Seen()
    for seed in range(14):
        rng = random.Random(seed)
        kind = ("sorted", "turn by turn")[seed % 2]
        for switches in ({"rounds": 3}, {"rounds": 2, "colours": 2}, {"rounds": 1, "reveal": "after"}):
            setup = sticheln_setup("classic", 5, switches, make_decks("sticheln", 5, 3, rng, kind), seed % 5)
            assert setup
            play_out(setup, rng.choice(CARD_POLICIES), rng, seen)
    for seed in range(3):
        rng = random.Random(seed)
        zeros = {"rounds": 1, "aim": "lucky", "zeros": "trump"}
        setup = sticheln_setup("classic", 6, zeros, make_decks("sticheln", 6, 1, rng, "turn by turn"), seed)
        assert setup
        play_out(setup, now_and_then(lowest_card, 0.3), rng, seen)
    wanted = {"no second colour", "took nothing", "trumps", "no trump", "only zeros", "equal trumps", "zero trumps"}
    assert wanted | {"one lowest", "tied lowest, all"} <= set(seen.facts)


def test_sticheln_dealer_tied_on_the_total_but_not_on_the_round() -> None:
    """RULES 2.3, next dealer: of equal lowest totals the lowest score of the round just played."""
    seen = Seen()
    for seed in range(100):
        rng = random.Random(seed)
        setup = sticheln_setup("classic", 3, {"rounds": 5}, make_decks("sticheln", 3, 5, rng), seed % 3)
        assert setup
        play_out(setup, any_move, rng, seen)
        if "tied lowest, but for the round" in seen.facts:
            return
    pytest.fail("no such tie came up")


@pytest.mark.parametrize("players", range(4, 8))
@pytest.mark.parametrize("lead_tie", ["next", "compare", "colour"])
def test_hattrick_readings(players: int, lead_tie: str) -> None:
    """RULES 3, with every reading of the tie for the lead."""
    rng = random.Random(f"hattrick {lead_tie} {players}")
    seen = Seen()
    for kind, policy in itertools.product(KINDS, HAT_POLICIES):
        decks = make_decks("hattrick", players, 2, rng, kind)
        switches = {"lead_tie": lead_tie, "rounds": rng.choice((1, 1, 2))}
        play_out(hattrick_setup(players, switches, decks, rng.randrange(players)), policy, rng, seen)
    assert {"passed", "equal winners", "ties read differently"} <= set(seen.facts)


def test_hattrick_at_full_length() -> None:
    """RULES 3: 5 rounds, `lead_tie="next"`, the deal rotates."""
    rng = random.Random("full length")
    setup = hattrick_setup(4, {}, make_decks("hattrick", 4, 7, rng), 3)
    oracle = play_out(setup, any_move, rng)
    assert isinstance(oracle, hattrick.HatTrick)
    assert len(oracle.round_scores) == 5
    assert oracle.dealer == (3 + 4) % 4


def test_hattrick_all_cards_on_the_table_equal() -> None:
    """RULES 3, next leader: all numbers lie twice, so the winner whose colour comes first in red, blue, green leads."""
    seen = Seen()
    for lead_tie, seed in itertools.product(("next", "compare", "colour"), range(4)):
        rng = random.Random(seed)
        rounds = make_decks("hattrick", 4, 1, rng, "turn by turn")
        play_out(hattrick_setup(4, {"lead_tie": lead_tie, "rounds": 1}, rounds, seed), lowest_card, rng, seen)
    assert "all equal" in seen.facts


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize(("minimum", "hand"), [(2, 0), (3, 0), (2, -1), (3, -1)])
def test_thegame_tables(players: int, minimum: int, hand: int) -> None:
    """RULES 4 and its expert rules."""
    rng = random.Random(f"thegame {players} {minimum} {hand}")
    for kind, policy in itertools.product(("shuffled", "near runs", "both ends"), GAME_POLICIES):
        deck = make_deck("thegame", players, kind, rng)
        play_out(thegame_setup(players, {"minimum": minimum, "hand": hand}, deck), policy, rng)


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("hand", [0, -1])
def test_thegame_can_be_won(players: int, hand: int) -> None:
    """RULES 4, end: the sorted deck 2..99 is won by laying it on one pile."""
    setup = thegame_setup(players, {"minimum": 3, "hand": hand}, thegame.deck(players))
    oracle = play_out(setup, seat_zero_begins(greedy(100)), random.Random(players))
    assert isinstance(oracle, thegame.TheGame)
    assert oracle.won
    assert oracle.left == 0
    assert oracle.result == "won"


def test_thegame_corners_are_reached() -> None:
    """RULES 4: minimum 1 with an empty draw pile, empty hands skipped, ten back, wins and losses were compared."""
    seen = Seen()
    for seed, players in itertools.product(range(12), range(1, 6)):
        rng = random.Random(seed)
        deck = make_deck("thegame", players, rng.choice(("near runs", "both ends", "sorted")), rng)
        play_out(thegame_setup(players, {}, deck), now_and_then(greedy(seed % 5), 0.03), rng, seen)
    wanted = {"empty draw pile", "ended after one card", "skipped a seat", "ended with an empty hand", "ten back", "won", "lost"}
    assert wanted <= set(seen.facts)


# -- Hypothesis: everything mixed

SEEDS = st.integers(0, 2**32 - 1)
SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "aim": st.sampled_from(("misery", "lucky")),
        "zeros": st.sampled_from(("never", "trump")),
        "penalty": st.sampled_from(("number", "flat")),
        "colours": st.sampled_from((1, 2)),
        "reveal": st.sampled_from(("start", "end", "after")),
        "dealing": st.sampled_from(("lowest", "rotate")),
    },
)


def sensible(preset: str, switches: Options) -> Options:
    """The switches, bent away from what RULES 2.4 calls an error; zeros are spoken of only where they may be trumps."""
    options = sticheln.resolve(preset, switches)
    if options["aim"] == "misery":
        return {name: choice for name, choice in switches.items() if name != "zeros"}
    return switches | ({"penalty": "number"} if options["penalty"] == "flat" else {})


@st.composite
def sticheln_games(draw: st.DrawFn) -> Setup:
    """Any table of Sticheln that RULES 2.4 does not call an error."""
    players = draw(st.integers(3, 8))
    presets = [preset for preset in sticheln.PRESETS if preset != "first" or players <= 6]
    preset = draw(st.sampled_from(presets))
    switches = sensible(preset, draw(SWITCHES))
    length = draw(st.sampled_from(("rounds", "rounds", "target")))
    switches[length] = draw(st.integers(1, 3) if length == "rounds" else st.integers(1, 40))
    rng = random.Random(draw(SEEDS))
    decks = make_decks("sticheln", players, 3, rng, draw(st.sampled_from(KINDS)))
    setup = sticheln_setup(preset, players, switches, decks, draw(st.integers(0, players - 1)))
    assert setup is not None
    return setup


@st.composite
def hattrick_games(draw: st.DrawFn) -> Setup:
    players = draw(st.integers(4, 7))
    switches = {"lead_tie": draw(st.sampled_from(("next", "compare", "colour"))), "rounds": draw(st.integers(1, 3))}
    decks = make_decks("hattrick", players, 3, random.Random(draw(SEEDS)), draw(st.sampled_from(KINDS)))
    return hattrick_setup(players, switches, decks, draw(st.integers(0, players - 1)))


@st.composite
def thegame_games(draw: st.DrawFn) -> Setup:
    players = draw(st.integers(1, 5))
    switches = draw(st.fixed_dictionaries({}, optional={"minimum": st.sampled_from((2, 3)), "hand": st.sampled_from((0, -1))}))
    rng = random.Random(draw(SEEDS))
    return thegame_setup(players, switches, make_deck("thegame", players, draw(st.sampled_from(KINDS)), rng))


@settings(SLOW, max_examples=60)
@given(sticheln_games(), st.sampled_from(CARD_POLICIES), SEEDS)
def test_sticheln_games(setup: Setup, policy: Policy, seed: int) -> None:
    """RULES 2."""
    play_out(setup, policy, random.Random(seed))


@settings(SLOW, max_examples=60)
@given(hattrick_games(), st.sampled_from(HAT_POLICIES), SEEDS)
def test_hattrick_games(setup: Setup, policy: Policy, seed: int) -> None:
    """RULES 3."""
    play_out(setup, policy, random.Random(seed))


@settings(SLOW, max_examples=100)
@given(thegame_games(), st.sampled_from(GAME_POLICIES), SEEDS)
def test_thegame_games(setup: Setup, policy: Policy, seed: int) -> None:
    """RULES 4."""
    play_out(setup, policy, random.Random(seed))


@settings(SLOW, max_examples=15)
@given(st.one_of(sticheln_games(), hattrick_games()), SEEDS)
def test_every_view_of_a_game(setup: Setup, seed: int) -> None:
    """All seats and a spectator after every move, not one of them."""
    play_out(setup, any_move, random.Random(seed), every_view=True)


# -- invariants, without the oracle: the game alone plays, and its own words are held against each other


def random_game(setup: Setup, seed: int) -> Iterator[tuple[Any, list[View]]]:
    """The game before the first and after every move, with the views of all seats, for as long as the decks given reach."""
    rng = random.Random(seed)
    game = setup.start()[0]
    yield game, [game.view(seat) for seat in range(setup.players)]
    while not game.over and game.view(None)["round"] <= len(setup.decks):
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal(seat)))
        yield game, [game.view(seat) for seat in range(setup.players)]


def own(views: list[View], key: str) -> list[str]:
    """What each seat says of its own hand, or of its own row of a table, all together."""
    rows = [view[key] if key == "hand" else view[key][view["seat"]] for view in views]
    return [card for row in rows for card in row or []]


def totals_add_up(game: Any) -> None:
    """RULES 2.3, 3: the totals are the sums of the rounds, and the winners have the most."""
    assert game.scores == [sum(column) for column in zip(*game.round_scores, strict=True)] or not game.round_scores
    tops = [seat for seat, total in enumerate(game.scores) if total == max(game.scores)]
    assert game.winners == (tops if game.over else [])


@settings(SLOW, max_examples=20)
@given(sticheln_games(), SEEDS)
def test_sticheln_invariants(setup: Setup, seed: int) -> None:
    """RULES 2.1, 2.2: no card is lost or doubled; a finished trick gives one seat one card of everybody."""
    for game, views in random_game(setup, seed):
        public = views[0]
        table = [play["card"] for play in public["trick"]] + public["aside"]
        everywhere = own(views, "hand") + own(views, "chosen") + own(views, "taken") + table
        assert sorted(everywhere) == sorted(sticheln.deck(setup.players))
        assert sum(map(len, public["taken"])) == public["tricks_played"] * setup.players
        assert all(len(cards) % setup.players == 0 for cards in public["taken"])
        totals_add_up(game)


@settings(SLOW, max_examples=20)
@given(hattrick_games(), SEEDS)
def test_hattrick_invariants(setup: Setup, seed: int) -> None:
    """RULES 3: no card is lost or doubled; never more than two colours lie on the table; a round's points fit the cards."""
    for game, views in random_game(setup, seed):
        public = views[0]
        table = [play["card"] for play in public["trick"] if not play["pass"]]
        taken = [card for piles in public["piles"] for pile in piles.values() for card in pile]
        assert sorted(own(views, "hand") + own(views, "passes") + taken + table) == sorted(hattrick.deck(setup.players))
        assert len({colour(card) for card in table}) <= 2
        assert all(colour(card) == letter for piles in public["piles"] for letter, pile in piles.items() for card in pile)
        totals_add_up(game)


@settings(SLOW, max_examples=40)
@given(thegame_games(), SEEDS)
def test_thegame_invariants(setup: Setup, seed: int) -> None:
    """RULES 4: 98 cards less those played are left; a hand is never over its size; over is won or stuck."""
    played = -1
    for game, views in random_game(setup, seed):
        hands = own(views, "hand")
        assert len(hands) == len(set(hands))
        assert game.left == len(hands) + views[0]["draw_pile"]
        assert max(views[0]["cards"]) <= views[0]["hand_size"]
        assert 98 - game.left - played in (0, 1) or played == -1
        played = 98 - game.left
        assert game.won is ((game.left == 0) if game.over else None)
    assert game.over
    assert not any(game.legal(seat) for seat in range(setup.players))
