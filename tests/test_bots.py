"""The simple bot plays every game legally from its view alone, the same at every speed, and better than chance."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk import Game, IllegalMove, bots
from stichwerk.batch import playouts
from stichwerk.bots import registry
from stichwerk.bots.background import InBackground
from stichwerk.bots.policy_bot import PolicyBot
from stichwerk.bots.registry import Entry
from stichwerk.game import BadOption, observation
from stichwerk.game.options import KINDS
from stichwerk.rules import chance, jit
from tests.games import ALL, Setting, play_on, step

EVERYBODY = [(name, game) for name in bots.NAMES for game in bots.about(name).games]


def play_all(game: Game, players: list[bots.Bot]) -> Game:
    """Plays a game to its end with a bot on every seat."""
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, players[seat].act(game.view(seat)))
    return game


def simple(game: str) -> str:
    module = bots.policy("simple", game)
    assert module is not None
    return module


def compiled_move(view: dict[str, Any]) -> str:
    """What the compiled policy does with what the view tells."""
    policy = jit.load(simple(view["game"]), rules=f"stichwerk.rules.{view['game']}")
    o, seen = (np.array(words) for words in observation.read(view))
    before = seen.copy()
    move = KINDS[view["game"]].texts[policy.act(o, seen, view["seat"], np.zeros(chance.WORDS, np.int64))]
    assert list(seen) == list(before), "what was tried out in the observation is still there"
    return move


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_simple_moves_legally_and_the_same_compiled(setting: Setting) -> None:
    """In situations of random games, where its own play would never take it: 40 for each setting, thousands in all."""
    dice = random.Random(f"bots {setting}")
    bot = bots.make("simple")
    met = 0
    for seed in range(100):
        game = setting.start(seed)
        play_on(game, dice, dice.randrange(20))
        while not game.over and met < 40:
            for seat in game.to_act:
                view = game.view(seat)
                move = bot.act(view)
                assert move in view["legal"]
                assert move == compiled_move(view)
                met += 1
            for _ in range(dice.randrange(1, 12)):
                if not game.over:
                    step(game, dice)
        if met >= 40:
            return
    raise AssertionError("too few situations")


def test_simple_names_legally_and_best() -> None:
    """RULES 2.4, Delayed: of the colours it took the one that costs least; the phase is rare, so it is sought out here."""
    bot = bots.make("simple")
    for seed in range(5):
        game = Game("sticheln", 4, "delayed", seed=seed, rounds=1)
        play_on(game, random.Random(seed), 15 * 4)
        assert game.phase == "name"
        for seat in game.to_act:
            taken = game.view(seat)["taken"][seat]
            cost = {letter: sum(int(card[1:]) + 1 for card in taken if card[0] == letter) for letter in {c[0] for c in taken}}
            named = bot.act(game.view(seat))
            assert cost[named] == min(cost.values())
            assert named == compiled_move(game.view(seat))


@pytest.mark.parametrize("game", KINDS)
def test_playouts_end_as_games_of_bots_do(game: str) -> None:
    """The same decks, inside one compiled call and from views, bring the same scores."""
    totals = playouts(simple(game), game, 4, 2, seed=6, scores=True)
    for number in range(2):
        played = play_all(same_deal(game, 4, 6, number), [bots.make("simple")] * 4)
        expected = [-played.left] * 4 if game == "thegame" else played.scores
        assert totals.scores[number].tolist() == expected


def same_deal(name: str, players: int, seed: int, number: int) -> Game:
    """A Game with the dealer and the decks of a playout's game."""
    kind, o = KINDS[name], Game(name, players)._o
    rng, pile, decks = [0] * chance.WORDS, [0] * KINDS[name].rules.LARGEST, []
    chance.seed(rng, seed, number)
    dealer = chance.below(rng, players)
    for _ in range(5 if kind.has_dealer else 1):
        count = kind.rules.deck(o, pile)
        chance.shuffle(rng, pile, count)
        decks.append([kind.card_texts[card] for card in pile[:count]])
    return Game(name, players, decks=decks, dealer=dealer if kind.has_dealer else None)


@pytest.mark.parametrize(("name", "game"), EVERYBODY)
def test_a_seeded_bot_plays_the_same_again(game: str, name: str) -> None:
    bots.prepare(name, game)
    first, second = (play_all(Game(game, 4, seed=2), [bots.make(name, seat) for seat in range(4)]) for _ in range(2))
    assert first.log() == second.log()


@pytest.mark.parametrize(("name", "game"), EVERYBODY)
def test_a_bot_waits_for_what_it_will_ask_for_and_for_nothing_else(name: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[InBackground[Any]] = []
    asked: list[InBackground[Any]] = []
    monkeypatch.setattr(InBackground, "wait", lambda thing: waited.append(thing))
    monkeypatch.setattr(InBackground, "get", lambda thing: asked.append(thing))
    bots.prepare(name, game)
    table, bot = Game(game, 4, seed=1), bots.make(name, 1)
    for _ in range(5):  # all choose, or want to begin, and the first card is played
        seat = table.to_act[0]
        table.play(seat, bot.act(table.view(seat)))
    assert waited == asked[:1], "what it asks for first is what it plays its best by"


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_until_it_is_compiled_the_yardstick_plays_like_simple(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InBackground, "get", lambda thing: None)
    played = [play_all(Game(game, 4, seed=2, rounds=1), [bots.make(name, 1)] * 4).log() for name in ("ismcts", "simple")]
    assert played[0] == played[1]


@pytest.mark.parametrize("game", KINDS)
def test_simulations_show_simple_its_observation_only(game: str) -> None:
    assert jit.load(simple(game), "none").LOOKS is True


FRESH = """
import sys, time
from stichwerk import Game, bots
from stichwerk.bots import background
background.InBackground.wait = None
game = Game(sys.argv[2], 4, seed=1)
phases, began, clock = {game.phase}, time.thread_time(), time.perf_counter()
for _ in range(5):
    seat = game.to_act[0]
    game.play(seat, bots.make(sys.argv[1], 1).act(game.view(seat)))
    phases.add(game.phase)
print(time.thread_time() - began, time.perf_counter() - clock, *phases)
"""


@pytest.mark.parametrize(("name", "game"), EVERYBODY)
def test_on_a_fresh_machine_nobody_waits_for_a_compiler(name: str, game: str, tmp_path: Path) -> None:
    """Five decisions (all choose, or want to begin, and the first card is played) with nothing compiled in the time of one.

    Who asks to wait fails. Who compiles by himself takes too long by the thread's own time, whatever else goes on; who
    waits in another way (for a lock, say) by the clock, and that limit is a generous one.
    """
    done = subprocess.run(
        [sys.executable, "-c", FRESH, name, game],
        capture_output=True,
        text=True,
        check=True,
        env={"STICHWERK_CACHE": str(tmp_path)},
        timeout=120,
    )
    seconds, waited, *phases = done.stdout.split()
    assert float(seconds) < 1.0
    assert float(waited) < 5.0
    assert "play" in phases


VARIANTS = [("sticheln", variant) for variant in KINDS["sticheln"].presets if variant != "first"] + [("hattrick", "standard")]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_one_simple_among_randoms_scores_far_more(game: str, variant: str) -> None:
    """Its lead over the mean of the others, a round, against the error of that mean: five standard errors or more."""
    leads = []
    for seed in range(20):
        seat = seed % 4
        players = [bots.make("simple" if other == seat else "random", 4 * seed + other) for other in range(4)]
        for points in play_all(Game(game, 4, variant, seed=seed), players).round_scores:
            leads.append(points[seat] - (sum(points) - points[seat]) / 3)
    assert np.mean(leads) > 5 * np.std(leads) / len(leads) ** 0.5


@pytest.mark.parametrize("players", range(1, 6))
def test_simple_leaves_few_cards_in_the_game(players: int) -> None:
    """A random player leaves some 84 of the 98 cards."""
    left = [
        -np.mean(playouts(policy, "thegame", players, 500, seed=1, scores=True).scores)
        for policy in (simple("thegame"), "random")
    ]
    assert left[0] < 30
    assert left[1] > 80


def test_simple_heeds_signals() -> None:
    """RULES 4, Talk: the same situation, with a pile it would play on asked to be left alone."""
    game = Game("thegame", 2, seed=3)
    for seat in (0, 1):
        game.play(seat, "start0")
    wish = bots.make("simple").act(game.view(0))
    game.signal(1, f"{wish[-1]}!")
    assert bots.make("simple").act(game.view(0))[-1] != wish[-1]


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_bot_without_a_move_says_so(name: str) -> None:
    for game in (Game(game, 4, seed=1) for game in bots.about(name).games):
        idle = [seat for seat in (None, *range(4)) if seat not in game.to_act]
        for seat in idle:
            with pytest.raises(IllegalMove) as error:
                bots.make(name).act(game.view(seat))
            assert error.value.code == "bot.idle"


def test_bots_stand_in_the_order_of_their_levels() -> None:
    levels = [bots.about(name).level for name in bots.NAMES]
    assert levels == sorted(levels)
    for game in KINDS:
        assert bots.names(game) == [name for name in bots.NAMES if game in bots.about(name).games]


def test_a_bot_refuses_a_game_it_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Entry(1, "instant", {"hattrick": "stichwerk.bots.random:RandomBot"})
    monkeypatch.setitem(registry.ENTRIES, "hatter", row)
    assert bots.make("hatter", 1).act(Game("hattrick", 4, seed=1, dealer=3).view(0))
    for refused in (lambda: bots.make("hatter").act(Game("thegame", 1).view(0)), lambda: bots.check_name("hatter", "thegame")):
        with pytest.raises(BadOption) as error:
            refused()
        assert error.value.code == "bot.game"


def test_the_registry_knows_each_bots_policy() -> None:
    for game in KINDS:
        assert bots.policy("random", game) == "stichwerk.batch.random_policy"
        assert simple(game) == f"stichwerk.bots.simple_{game}"
    wrong: list[tuple[Any, Any]] = [("nobody", "sticheln"), ("simple", "chess"), ("simple", None)]
    for (name, game), ask in itertools.product(wrong, (bots.policy, bots.on_cuda, bots.series, bots.compiles, bots.prepare)):
        with pytest.raises(BadOption):
            ask(name, game)


def test_the_registry_knows_whose_policy_runs_on_a_gpu() -> None:
    """`tests/test_cuda.py` compiles those that do."""
    assert [name for name in bots.NAMES if "sticheln" in bots.about(name).games and bots.on_cuda(name, "sticheln")] == [
        "random",
        "simple",
    ]


def test_the_random_policy_can_sit_at_a_table_too() -> None:
    """A policy written for all games is bound to the rules of the one being played."""
    bot = PolicyBot(dict.fromkeys(KINDS, "stichwerk.batch.random_policy"), 5)
    for name in KINDS:
        assert play_all(Game(name, 4, seed=1), [bot] * 4).over
