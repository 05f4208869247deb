"""The bots that play The Game: they plan whole turns, from their view alone, in every setting; they signal and listen."""

from __future__ import annotations

import copy
import itertools
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk import Game, bots
from stichwerk.arena import match as matches
from stichwerk.arena import simulate
from stichwerk.arena.match import Match
from stichwerk.arena.simulate import Question
from stichwerk.batch.setup import set_up
from stichwerk.bots import (
    careful,
    thegame_choice,
    thegame_desk,
    thegame_rollouts,
    thegame_turns,
    thegame_value,
    thegame_worth,
    weights,
)
from stichwerk.game import observation
from stichwerk.rules import cards, chance
from stichwerk.rules import thegame as rules
from stichwerk.train import published_thegame, thegame
from tests.games import ALL, Setting, play_on

SETTINGS = [setting for setting in ALL if setting.game == "thegame"]
NAMES = ("beginner", "careful", "patient")
WAYS = thegame_rollouts.TURNS


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    for name in NAMES:
        bots.prepare(name, "thegame")


def situations(setting: Setting, count: int) -> list[Game]:
    """Games at the beginning of a turn, after random play."""
    dice, found = random.Random(f"the game {setting}"), []
    for seed in itertools.count():
        game = setting.start(seed)
        play_on(game, dice, dice.randrange(60))
        while not game.over and (game.phase == "start" or game.view(None)["played"]):
            play_on(game, dice, 1)
        if not game.over:
            found.append(game)
            if len(found) == count:
                return found
    raise AssertionError("never comes here")


def play_turn(game: Game, bot: bots.Bot) -> list[str]:
    """The moves of one turn, each checked for being legal."""
    seat, moves = game.view(None)["turn"], list[str]()
    while not game.over and game.view(None)["turn"] == seat and moves[-1:] != ["end"]:
        view = game.view(seat)
        moves.append(bot.act(view))
        assert moves[-1] in view["legal"]
        game.play(seat, moves[-1])
    return moves


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_every_turn_is_legal_in_every_setting(name: str, setting: Setting) -> None:
    for game in situations(setting, 25 if name == "patient" else 60):
        play_turn(game, bots.make(name, 1))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_careful_plans_the_same_interpreted_and_compiled(setting: Setting) -> None:
    twin = careful.CHOICE.wait()
    for game in situations(setting, 4):
        view = game.view(game.to_act[0])
        o, seen = observation.read(view)
        given = careful.weights_for(o)
        plans = [0] * 8, np.zeros(8, np.int64)
        slow = thegame_choice.turn(o, seen, view["seat"], given.tolist(), thegame_choice.KEEP, plans[0])
        fast = twin.turn(np.array(o), np.array(seen), view["seat"], given, thegame_choice.KEEP, plans[1])
        assert (slow, plans[0]) == (fast, plans[1].tolist())


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_whole_compiled_games_end_as_games_through_views_do(setting: Setting) -> None:
    """So the compiled games, which measure strength, show their players nothing that a view does not."""
    match = Match("thegame", setting.players, (("careful",) * setting.players,), 20, 5, setting.variant, dict(setting.options))
    o = set_up("thegame", setting.players, setting.variant, setting.options).o
    left, moves = careful.careful_games(o, 0, 20, 5)
    for number in range(20):
        game = matches.dealt(match, number)
        spent = matches.play_out(game, [bots.make("careful") for _ in range(setting.players)], ("careful",) * setting.players)
        assert (game.left, spent["careful"][1]) == (left[number], moves[number])


def test_simulations_play_these_games() -> None:
    counted, whole = simulate.ask(Question("thegame", 2, "careful", 40, seed=3, threads=2))
    left, moves = careful.careful_games(set_up("thegame", 2, None, {}).o, 0, 40, 3)
    assert whole
    assert (counted.games, counted.moves, counted.wins()) == (40, moves.sum(), (left == 0).sum())
    assert counted.histogram(0) == Counter((-left).tolist())


def test_sets_that_can_be_played_on_a_pile_are_those_some_order_of_which_is_legal() -> None:
    """RULES 4: every order of every set of up to four cards, tried out by the rules themselves."""
    dice = random.Random(4)
    for number in range(60):
        hand = sorted(dice.sample(range(2, 100), 4))
        if number % 2:  # with a way back among them
            hand = sorted({*hand[:2], hand[0] + 10 if hand[0] < 90 else hand[0] - 10, hand[3]})
        o, s = set_up("thegame", 1, None, {}).o.tolist(), [0] * rules.WORDS
        s[rules.PHASE] = 1
        for pile in range(4):
            rules.put(s, pile, dice.randrange(2, 100))
        for card in hand:
            s[rules.HANDS + (card >= 63)] |= 1 << card % 63
        d = [0] * thegame_desk.SIZE
        thegame_desk.lay_out(o, s, 0, d)
        thegame_turns.find(d, 8)
        for pile in range(4):
            for size in range(1, len(hand) + 1):
                for chosen in itertools.combinations(range(len(hand)), size):
                    mask = sum(1 << i for i in chosen)
                    assert d[thegame_desk.LAST + 256 * pile + mask] == last_cards(s, pile, hand, chosen), (hand, pile, chosen)


def last_cards(s: list[int], pile: int, hand: list[int], chosen: tuple[int, ...]) -> int:
    found = 0
    for order in itertools.permutations(chosen):
        trial = s[:]
        for i in order:
            if not rules.fits(trial, hand[i], pile):
                break
            rules.put(trial, pile, hand[i])
        else:
            found |= 1 << order[-1]
    return found


def test_alone_with_nothing_to_draw_careful_plays_all_that_can_be_played() -> None:
    """The last hand of a game that careful wins is played in one turn, and of games it loses no order plays more."""
    met = 0
    for seed in range(60):
        game, bot = Game("thegame", 1, seed=seed), bots.make("careful")
        while not game.over and game.view(0)["draw_pile"]:
            play_turn(game, bot)
        if not game.over and len(game.view(0)["hand"]) <= 5:
            best = fewest_left(game._s[:], [int(card) for card in game.view(0)["hand"]])
            play_turn(game, bot)
            assert game.left == best
            met += 1
    assert met > 3


def fewest_left(s: list[int], hand: list[int]) -> int:
    best = len(hand)
    for card, pile in itertools.product(hand, range(4)):
        if rules.fits(s, card, pile):
            trial = s[:]
            rules.put(trial, pile, card)
            best = min(best, fewest_left(trial, [other for other in hand if other != card]))
    return best


def with_hand(players: int, hand: list[int], tops: dict[str, int]) -> Game:
    """A game in which seat 0 holds these cards, and the piles are so."""
    deck = [*hand, *(card for card in range(2, 100) if card not in hand)]
    game = Game("thegame", players, decks=[[str(card) for card in deck]])
    for pile, top in tops.items():
        rules.put(game._s, "ABCD".index(pile), top)
    return game


@pytest.mark.parametrize("name", ["careful", "patient"])
def test_it_asks_the_others_to_leave_a_pile_where_it_can_go_back(name: str) -> None:
    game = with_hand(2, [20, 40, 55, 60, 70, 80, 90], {"A": 30, "C": 50})
    for seat in (0, 1):
        game.play(seat, f"start{seat}")
    assert sorted(bots.make(name).signal(game.view(0))) == ["A!", "C!"]
    for signal in ("A!", "C!"):
        game.signal(0, signal)
    assert bots.make(name).signal(game.view(0)) == []
    game.play(1, "8C")
    assert bots.make(name).signal(game.view(0)) == ["C."]


@pytest.mark.parametrize("name", ["careful", "patient"])
def test_in_its_own_turn_it_asks_nothing(name: str) -> None:
    game = with_hand(2, [20, 40, 55, 60, 70, 80, 90], {"A": 30, "C": 50})
    for seat in (0, 1):
        game.play(seat, f"start{1 - seat}")
    assert bots.make(name).signal(game.view(0)) == []
    for move in ("70A", "80A", "end"):
        game.play(0, move)
    assert bots.make(name).signal(game.view(0)) == ["C!"]


@pytest.mark.parametrize("name", NAMES)
def test_it_leaves_a_pile_alone_if_asked_to(name: str) -> None:
    heeded = 0
    for seed in range(8):
        game = Game("thegame", 2, seed=seed)
        for seat in (0, 1):
            game.play(seat, "start3" if seat == 0 else "start0")
        wish = play_turn(copy.deepcopy(game), bots.make(name, 1))
        asked = wish[0][-1]
        game.signal(1, f"{asked}!")
        heeded += all(move[-1] != asked for move in play_turn(game, bots.make(name, 1)))
    assert heeded >= (8 if name == "beginner" else 7), "the others, as long as another turn is nearly as good"


@pytest.mark.parametrize("name", ["simple", *NAMES])
def test_it_goes_slowly_where_it_is_asked_to(name: str) -> None:
    """Not every time, since another way may cost more; but the pile is moved less far in all."""
    moved = {"": 0, "?": 0}
    for seed in range(16):
        game = Game("thegame", 2, seed=seed)
        for seat in (0, 1):
            game.play(seat, "start3" if seat == 0 else "start0")
        asked = play_turn(copy.deepcopy(game), bots.make(name, 1))[0][-1]
        for signal in moved:
            trial = copy.deepcopy(game)
            if signal:
                trial.signal(1, f"{asked}{signal}")
            play_turn(trial, bots.make(name, 1))
            moved[signal] += abs(trial.view(0)["piles"][asked] - game.view(0)["piles"][asked])
    assert moved["?"] < 0.9 * moved[""]


def test_a_beginner_asks_to_go_slowly_where_a_card_of_its_own_is_near() -> None:
    game = with_hand(2, [3, 40, 55, 60, 70, 80, 90], {})
    for seat in (0, 1):
        game.play(seat, f"start{seat}")
    assert sorted(bots.make("beginner").signal(game.view(0))) == ["A?", "B?"]
    for signal in ("A?", "B?"):
        game.signal(0, signal)
    game.play(1, "4A")
    assert bots.make("beginner").signal(game.view(0)) == ["A."], "it fits there no longer"
    for move in ("5A", "end"):
        game.play(1, move)
    assert bots.make("beginner").signal(game.view(0)) == [], "in its own turn it has other things to think of"


@pytest.mark.parametrize("name", ["careful", "patient"])
def test_it_listens_in_the_middle_of_its_turn(name: str) -> None:
    """As long as another turn is nearly as good: who plays on as planned heeds nothing."""
    heeded = met = 0
    for seed in range(12):
        game, bot = Game("thegame", 2, seed=seed), bots.make(name, 1)
        for seat in (0, 1):
            game.play(seat, "start3" if seat == 0 else "start0")
        game.play(0, bot.act(game.view(0)))
        asked = play_turn(copy.deepcopy(game), copy.deepcopy(bot))[0][-1]
        if asked in "ABCD":
            game.signal(1, f"{asked}!")
            heeded += all(move[-1] != asked for move in play_turn(game, bot))
            met += 1
    assert met >= 8
    assert heeded > met / 2


@pytest.mark.parametrize("players", range(1, 6))
def test_each_level_beats_the_one_below(players: int) -> None:
    """By cards left on the same deals: three standard errors of the difference, or more."""
    ladder = ("random", "beginner", "simple", "careful")
    match = Match("thegame", players, tuple((name,) * players for name in ladder), 24, 11, threads=1)
    deals, _ = matches.play(match)
    for below in range(len(ladder) - 1):
        gains = [deal[below].left - deal[below + 1].left for deal in deals]
        assert np.mean(gains) > 3 * np.std(gains) / len(gains) ** 0.5, ladder[below : below + 2]


def test_trying_out_wins_more_than_the_evaluation_alone() -> None:
    """Three players, on a few deals: two standard errors. What was measured on many is in docs/bots.md."""
    o = set_up("thegame", 3, None, {}).o
    evaluated, tried = (games(o, 0, 50, 3)[0] == 0 for games in (careful.careful_games, careful.patient_games))
    gains = tried.astype(float) - evaluated
    assert gains.mean() > 2 * gains.std() / len(gains) ** 0.5


def test_thinking_takes_no_longer_than_promised() -> None:
    """Far above the published figures, since other programs run beside the tests."""
    for name, milliseconds in (("careful", 5), ("patient", 40)):
        bot, spent, turns = bots.make(name, 1), 0.0, 0
        for game in (game for players in range(1, 6) for game in situations(Setting("thegame", players, "standard"), 4)):
            view = game.view(game.to_act[0])
            began = time.thread_time()
            bot.act(view)
            spent, turns = spent + time.thread_time() - began, turns + 1
        assert 1000 * spent / turns < milliseconds


def test_the_weights_say_where_they_come_from() -> None:
    arrays, about = weights.load("thegame"), weights.provenance("thegame")
    assert arrays["table"].shape == (2, 5, thegame_worth.WEIGHTS)
    assert arrays["odds"].shape == (2, 5, thegame_value.WEIGHTS)
    for minimum, players in itertools.product((2, 3), range(1, 6)):
        made = about["settings"][f"players {players}, minimum {minimum}"]
        assert {"command", "seed", "seconds", "date", "digest"} <= set(made)
        assert made["strength"]["games"] >= 1000
        learned = about["odds"][f"players {players}, minimum {minimum}"]
        assert learned["loss"] < 0.9 * learned["loss_of_a_constant"]
        dead = arrays["table"][minimum - 2, players - 1][[thegame_worth.UNSEEN, thegame_worth.MARKS + thegame_worth.UNSEEN]]
        assert dead[0] < 0 > dead.sum(), "requests are measured by it"


def test_published_strength_is_that_of_the_shipped_weights() -> None:
    """Every figure was measured with the weights that are there now, by the command beside it, and stands in the docs; and the
    first games still go as they went then."""
    about, docs = weights.provenance("thegame"), (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")
    assert set(about["measured"]) == {"how", *published_thegame.ROWS["thegame"]}
    for name, row in published_thegame.ROWS["thegame"].items():
        found = about["measured"][name]
        assert f"\n{published_thegame.line(name, found)}\n" in docs
        for players in range(1, 6):
            figure = found[f"players {players}"]
            assert (figure["command"], figure["digest"]) == (row.command(players), published_thegame.digest(row, players))
            few = 2 if row.bot == "patient" else published_thegame.FIRST
            _, moves = bots.series(row.bot, "thegame")(thegame.options(players, row.minimum), 0, few, row.seed)
            assert moves.tolist() == figure["first"][:few]


def two_tellers() -> Game:
    """Seat 0 to play among three; 40 is ten back from A and from C, 11 from B; seat 2 has asked for A and B, nobody for C."""
    hand = [3, 5, 7, 90, 93, 96]
    game = with_hand(3, hand, {"A": 50, "B": 21, "C": 30, "D": 88})
    for seat in range(3):
        game.play(seat, "start3" if seat == 0 else "start0")
    for pile in "AB":
        game.signal(2, f"{pile}!")
    return game


def test_worlds_agree_with_all_that_others_have_said() -> None:
    """RULES 4, Talk: who asks for two piles holds both cards ten back; whose asking is missed holds none."""
    view = two_tellers().view(0)
    o, seen = observation.read(view)
    dice, held = [3, 1, 0], []
    for _ in range(300):
        world = [0] * rules.WORDS
        thegame_rollouts.imagine(o, seen, 0, dice, world)
        assert cards.has(world, rules.HANDS + 4, 40)
        assert cards.has(world, rules.HANDS + 4, 11)
        for seat in (1, 2):
            assert cards.size(world, rules.HANDS + 2 * seat) == 6
            assert not cards.has(world, rules.HANDS + 2 * seat, 98), "ten back from D at 88: nobody asks for that pile"
        held.append(world[rules.HANDS + 2])
    assert len(set(held)) > 250, "all else is dealt at random"


def ways(game: Game) -> tuple[list[int], list[int]]:
    """The best ways to play a turn for seat 0, and the desk they were found at."""
    o, seen = observation.read(game.view(0))
    d, found, values = [0] * thegame_desk.SIZE, [0] * 2 * WAYS, [0.0] * WAYS
    n = thegame_choice.best(o, seen, 0, careful.weights_for(o).tolist(), d, found, values, WAYS, thegame_choice.KEEP)
    assert n == WAYS
    return d, found


def tried_out(game: Game, d: list[int], found: list[int]) -> list[float]:
    """What the turns found gain over the first, in a few worlds that look like this game to seat 0."""
    o, seen = observation.read(game.view(0))
    given, odds = careful.weights_for(o).tolist(), careful.odds_for(o).tolist()
    gains, squares, dice, world = [0.0] * WAYS, [0.0] * WAYS, [3, 1, 0], [0] * rules.WORDS
    for _ in range(4):
        thegame_rollouts.imagine(o, seen, 0, dice, world)
        thegame_rollouts.try_all(o, world, 0, given, odds, d, found, (1 << WAYS) - 1, gains, squares)
    return gains


@pytest.mark.parametrize("asked", ["D?", "C!"])
def test_turns_are_tried_out_as_they_stand_whatever_people_ask_for(asked: str) -> None:
    """What they ask for is weighed, but nobody in an imagined world goes on asking for it and breaks a turn off."""
    game = with_hand(2, [12, 21, 28, 29, 51, 70, 94], {"A": 10, "C": 97})
    for seat in (0, 1):
        game.play(seat, "start3" if seat == 0 else "start0")
    quiet = copy.deepcopy(game)
    game.signal(1, asked)
    d, found = ways(game)
    assert tried_out(game, d, found) == tried_out(quiet, d, found)


def test_what_people_ask_for_is_weighed_against_the_hope_to_win() -> None:
    """A turn that disregards it must make a win so much likelier in every world."""
    game = with_hand(2, [12, 21, 28, 29, 51, 70, 94], {"A": 10, "C": 97})
    for seat in (0, 1):
        game.play(seat, "start3" if seat == 0 else "start0")
    quiet = copy.deepcopy(game)
    for signal in ("A?", "C!"):
        game.signal(1, signal)
    (asked, _), (unasked, found) = ways(game), ways(quiet)
    rude = [thegame_worth.disregard(asked, found[2 * k], found[2 * k + 1]) for k in range(WAYS)]
    assert len(set(rude)) > 1
    for k, (heard, deaf) in enumerate(zip(tried_out(game, asked, found), tried_out(quiet, unasked, found), strict=True)):
        assert heard - deaf == pytest.approx(-4 * thegame_rollouts.RUDE * (rude[k] - rude[0]))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_whole_patient_games_end_as_games_through_views_do(players: int) -> None:
    """… when all seats share one stream of chance, as they do there."""
    match = Match("thegame", players, (("patient",) * players,), 2, 5)
    left, moves = careful.patient_games(set_up("thegame", players, None, {}).o, 0, 2, 5)
    for number in range(2):
        seats = [careful.PatientBot() for _ in range(players)]
        dice = [0] * chance.WORDS
        chance.seed(dice, 5, (1 << 62) + number)
        shared = np.array(dice)
        for bot in seats:
            bot._dice = shared
        game = matches.dealt(match, number)
        spent = matches.play_out(game, [*seats], ("patient",) * players)
        assert (game.left, spent["patient"][1]) == (left[number], moves[number])


def test_a_beginner_makes_mistakes() -> None:
    moves: Any = {
        bots.make("beginner", seed).act(with_hand(1, [11, 20, 30, 40, 50, 60, 70, 80], {"A": 21}).view(0)) for seed in range(30)
    }
    assert "11A" in moves
    assert len(moves) > 1
