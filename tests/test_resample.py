"""`resample`: a random full state that a seat cannot tell from the real one, uniform over the unseen cards."""

from __future__ import annotations

import collections
import itertools
import math
import random
from types import ModuleType
from typing import Any

import pytest

from stichwerk import Game
from stichwerk.rules import cards, chance, hattrick, phases, sticheln, thegame
from tests.games import ALL, Setting, play_on

RULES = {"sticheln": sticheln, "hattrick": hattrick, "thegame": thegame}


def observed(game: Game, seat: int) -> list[int]:
    seen = [0] * len(game._s)
    RULES[game.name].observe(game._o, game._s, seat, seen)
    return seen


def resampled(game: Game, seat: int, rng: list[int]) -> list[int]:
    rules = RULES[game.name]
    out = [0] * len(game._s)
    assert rules.resample(game._o, observed(game, seat), seat, rng, [0] * rules.LARGEST, out)
    return out


def generator(seed: int) -> list[int]:
    rng = [0] * chance.WORDS
    chance.seed(rng, seed, 0)
    return rng


def play_out(rules: ModuleType, o: list[int], s: list[int], rng: list[int]) -> int:
    """Random moves to the end of the round, each one legal; how many."""
    moves = 0
    while s[phases.PHASE] not in (phases.DEAL, phases.OVER):
        seat = cards.lowest(rules.acting(o, s))
        rules.apply(o, s, seat, rules.pick(o, s, seat, chance.below(rng, rules.count(o, s, seat))))
        moves += 1
    return moves


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_resampled_state_looks_the_same_and_plays_on_to_the_end(setting: Setting) -> None:
    rules = RULES[setting.game]
    rng = generator(1)
    game = setting.start(5)
    dice = random.Random(5)
    while not game.over and game.view(None)["round"] == 1:
        for seat in (-1, dice.randrange(setting.players)):
            state = resampled(game, seat, rng)
            again = [0] * len(state)
            rules.observe(game._o, state, seat, again)
            assert again == observed(game, seat)
            assert rules.acting(game._o, state) == rules.acting(game._o, game._s)
            moves = play_out(rules, game._o, state, rng)
            if setting.variant in ("classic", "mild", "hazy", "reverse", "first") and not setting.options:
                assert moves == play_out(rules, game._o, game._s[:], rng)
        play_on(game, dice, 1 + dice.randrange(5))


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_in_the_game_the_seat_to_act_is_never_stuck_in_a_resampled_state(players: int) -> None:
    """Consistent also means that the game would not be over."""
    rng = generator(2)
    checked = 0
    for seed in range(20):
        game = Game("thegame", players, seed=seed)
        dice = random.Random(seed)
        while not game.over:
            if game.phase == "play":
                for _ in range(5):
                    state = resampled(game, dice.randrange(-1, players), rng)
                    assert not thegame.is_finished(game._o, state)
                    checked += 1
            play_on(game, dice, 3)
    assert checked > 500


def is_uniform(counts: collections.Counter[Any], outcomes: int, samples: int) -> bool:
    """A chi-squared test far out in the tail (about six standard deviations)."""
    if len(counts) != outcomes:
        return False
    expected = samples / outcomes
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    return statistic < (outcomes - 1) + 6 * math.sqrt(2 * (outcomes - 1))


def late_game(setting: Setting, cards_left: int) -> Game:
    """A game near the end of its first round, so that all ways to distribute the unseen cards can be counted."""
    game = setting.start(3)
    while len(game.view(0)["unseen"]) > cards_left:
        play_on(game, random.Random(3), 1)
    return game


def count_states(game: Game, seat: int, samples: int) -> collections.Counter[tuple[int, ...]]:
    rng = generator(4)
    return collections.Counter(tuple(resampled(game, seat, rng)) for _ in range(samples))


def test_resampling_sticheln_is_uniform() -> None:
    """Six unseen cards, three each for the two others: 20 ways."""
    game = late_game(Setting("sticheln", 3, "classic"), 6)
    assert [game.view(0)["cards"][seat] for seat in (1, 2)] == [3, 3]
    assert is_uniform(count_states(game, 0, 20_000), 20, 20_000)


def test_resampling_hat_trick_is_uniform() -> None:
    """Six unseen cards, two each for the three others: 90 ways."""
    game = late_game(Setting("hattrick", 4, "standard"), 6)
    assert is_uniform(count_states(game, 0, 30_000), 90, 30_000)


def test_resampling_hidden_choices_is_uniform() -> None:
    """Hazy, at the last card: two hidden cards and two in hands, any of the 24 ways."""
    game = late_game(Setting("sticheln", 3, "hazy"), 4)
    assert is_uniform(count_states(game, 0, 24_000), 24, 24_000)


def test_resampling_two_hidden_choices_gives_two_colours_and_is_uniform_over_those() -> None:
    """Aggravated and Hazy, at the last card: two hidden cards and one in hand for each of the two others."""
    game = late_game(Setting("sticheln", 3, "classic", {"colours": 2, "reveal": "end"}), 6)
    orders = itertools.permutations(game.view(0)["unseen"])
    possible = [a for a in orders if a[0][0] != a[1][0] and a[3][0] != a[4][0]]
    assert len(possible) < 720
    assert is_uniform(count_states(game, 0, 40_000), len(possible), 40_000)


def test_resampling_the_game_is_uniform_over_what_is_possible() -> None:
    """Four unseen cards, two in seat 1's hand: of those only 92 fits, so it must hold it (else the game were over)."""
    game = Game("thegame", 2, seed=1)
    s = game._s
    thegame.start(game._o, s, 0)
    s[thegame.PHASE], s[thegame.TURN], s[thegame.DRAWN] = phases.PLAY, 1, thegame.CARDS - 2
    for pile, top in enumerate([90, 95, 10, 5]):
        thegame.put(s, pile, top)
    cards.set_slot(s, thegame.HELD, 0, 1)
    cards.set_slot(s, thegame.HELD, 1, 2)
    cards.add(s, thegame.HANDS, 60)
    for card in range(2, 100):
        if card not in (50, 51, 52, 60, 92):
            cards.add(s, thegame.LAID, card)
    counts = count_states(game, 0, 12_000)
    assert is_uniform(counts, 6, 12_000)  # three partners for 92, two orders of the draw pile
    assert all(cards.has(list(state), thegame.HANDS + 2, 92) for state in counts)


def test_hidden_eagerness_and_namings_are_resampled_evenly() -> None:
    game = Game("thegame", 2, seed=1)
    game.play(1, "start2")
    eager = collections.Counter((thegame.eager(list(state), 1),) for state in many(game, 4000))
    assert is_uniform(eager, 4, 4000)
    delayed = Game("sticheln", 3, "delayed", seed=4)
    while delayed.phase != "name":
        play_on(delayed, random.Random(1), 1)
    delayed.play(1, delayed.legal(1)[0])
    assert delayed.phase == "name"
    named = collections.Counter((state[sticheln.CHOSEN + 1],) for state in many(delayed, 5000))
    colours = {card[0] for card in delayed.view(0)["taken"][1]}
    assert is_uniform(named, len(colours), 5000)


def many(game: Game, samples: int) -> list[list[int]]:
    rng = generator(6)
    return [resampled(game, 0, rng) for _ in range(samples)]


def test_the_uniformity_test_can_fail() -> None:
    skewed = collections.Counter({(0,): 5_300, (1,): 4_700})
    assert not is_uniform(skewed, 2, 10_000)
    even = collections.Counter({(0,): 5_020, (1,): 4_980})
    assert is_uniform(even, 2, 10_000)
