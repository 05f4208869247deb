"""The learned bots, the search, the yardstick and the beginner of Sticheln and Hat Trick."""

from __future__ import annotations

import copy
import itertools
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk import Game, bots
from stichwerk.batch import playouts
from stichwerk.bots import beginner_tricks, compiled_bot, ismcts, mind_sticheln, weights
from stichwerk.bots import late_sticheln as late
from stichwerk.bots import plausible_sticheln as plausible
from stichwerk.bots import sight_sticheln as sight
from stichwerk.game import observation
from stichwerk.game.options import KINDS
from stichwerk.rules import cards, chance, jit, machine, sticheln
from stichwerk.train import measure
from stichwerk.train import published_tricks as published
from stichwerk.train.measure import Task
from stichwerk.train.run import summed_up
from tests.games import ALL, Setting, play_on, step

TRICKS = [setting for setting in ALL if setting.game != "thegame"]
FEW = {"ITERATIONS": 30, "TREE": 31 * ismcts.NODE, "CREDITS": 31}


def situations(setting: Setting, count: int) -> Iterator[tuple[Game, int]]:
    """Situations of random games, where a bot's own play would never take it, with a seat that must move."""
    dice = random.Random(f"tricks {setting}")
    met = 0
    for seed in range(100):
        game = setting.start(seed)
        play_on(game, dice, dice.randrange(60))
        while not game.over and met < count:
            for seat in game.to_act:
                met += 1
                yield game, seat
            for _ in range(dice.randrange(1, 12)):
                if not game.over:
                    step(game, dice)
        if met >= count:
            return


def compiled(name: str, game: str) -> Any:
    """A bot's policy, compiled."""
    return compiled_bot.load(
        {"quick": "stichwerk.bots.quick_{game}", "strong": "stichwerk.bots.search"}.get(name, name), game, "cpu"
    )


def throw(seed: int) -> Any:
    """A generator's words."""
    dice: Any = np.zeros(chance.WORDS, np.int64)
    chance.seed(dice, seed, 0)
    return dice


def decide(policy: Any, game: Game, view: dict[str, Any], seed: int = 5) -> str:
    o, seen = (np.array(words, np.int64) for words in observation.read(view))
    before = seen.copy()
    move = game._kind.texts[int(policy.act(o, seen, view["seat"], throw(seed)))]
    assert list(seen) == list(before), "what was tried out in the observation is still there"
    return move


@pytest.mark.parametrize("setting", TRICKS, ids=str)
def test_all_move_legally_everywhere(setting: Setting) -> None:
    """Every variant, mixture and number of players: thousands of situations in all."""
    yardstick = compiled_bot.load("stichwerk.bots.ismcts", setting.game, "cpu", **FEW)
    beginner = bots.make("beginner", 1)
    for game, seat in situations(setting, 30):
        view = game.view(seat)
        for policy in (compiled("quick", setting.game), compiled("strong", setting.game), yardstick):
            assert decide(policy, game, view) in view["legal"]
        kept = copy.deepcopy(view)
        assert beginner.act(view) in view["legal"]
        assert view == kept


@pytest.mark.parametrize("setting", TRICKS[::4], ids=str)
def test_quick_plays_the_same_compiled_and_interpreted(setting: Setting) -> None:
    plain = compiled_bot.load("stichwerk.bots.quick_{game}", setting.game, "none")
    for game, seat in situations(setting, 4):
        o, seen = observation.read(game.view(seat))
        move = game._kind.texts[plain.act(o, seen, seat, [1, 1, 1])]
        assert move == decide(compiled("quick", setting.game), game, game.view(seat))


def lead(game: str, variant: str | None, ours: str, rivals: str, deals: int) -> tuple[float, float]:
    """The mean lead a round of one among rivals, on duplicate deals, and its standard error."""
    leads = []
    for seed in range(deals):
        total = 0.0
        for guest in range(4):
            played = Game(game, 4, variant, seed=seed, rounds=1) if variant else Game(game, 4, seed=seed, rounds=1)
            players = [bots.make(ours if seat == guest else rivals, 4 * seed + seat) for seat in range(4)]
            while not played.over:
                seat = played.to_act[0]
                played.play(seat, players[seat].act(played.view(seat)))
            points = played.round_scores[0]
            total += (points[guest] - (sum(points) - points[guest]) / 3) / 4
        leads.append(total)
    return summed_up(np.array(leads))


LEVELS = [("beginner", "random", 25), ("simple", "beginner", 40), ("ismcts", "beginner", 15), ("quick", "ismcts", 8)]


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
@pytest.mark.parametrize(("ours", "rivals", "deals"), LEVELS)
def test_each_level_beats_the_one_below(game: str, ours: str, rivals: str, deals: int) -> None:
    for name in (ours, rivals):
        bots.prepare(name, game)
    ahead, error = lead(game, None, ours, rivals, deals)
    assert ahead > 2 * error


@pytest.mark.parametrize(
    "options", [{"reveal": "after"}, {"penalty": "flat", "reveal": "after"}, {"aim": "lucky", "zeros": "trump"}]
)
def test_the_search_is_better_than_its_policy(options: dict[str, Any]) -> None:
    """Where so few deals can show it: in classic it gains 0.2 to 0.7 points a round, for which 80 are too few."""
    task = measure.Task("sticheln", "strong", {"players": 4, **options}, among="quick", deals=80, seed=4003)
    ((_, leads),) = measure.work([task], threads=2)
    ahead, error = summed_up(leads)
    assert ahead > 2 * error


@pytest.mark.parametrize(("ours", "rivals"), [("simple", "random"), ("quick", "simple")])
@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_each_level_beats_the_one_below_in_every_mixture(game: str, ours: str, rivals: str) -> None:
    """… each with another number of players."""
    least, most = KINDS[game].least_players, KINDS[game].most_players
    tasks = [
        measure.Task(game, ours, {"players": least + number % (most - least + 1), **mixture}, among=rivals, deals=80)
        for number, mixture in enumerate(measure.mixtures(game, {}))
    ]
    for task, leads in measure.work(tasks, threads=2):
        ahead, error = summed_up(leads)
        assert ahead > 2 * error, str(task)


def test_the_search_is_better_than_its_policy_in_hat_trick_too() -> None:
    ((_, leads),) = measure.work([Task("hattrick", "strong", {"players": 4}, among="quick", deals=80, seed=4003)], threads=2)
    ahead, error = summed_up(leads)
    assert ahead > 2 * error


def test_the_search_ducks_where_two_colours_come_late() -> None:
    """RULES 2.4, Aggravated with Delayed, among the yardstick, who ducks: a player who takes what it can loses there."""
    task = measure.Task(
        "sticheln", "strong", {"players": 4, "reveal": "after", "colours": 2, "penalty": "flat"}, deals=10, seed=3
    )
    ((_, leads),) = measure.work([task], threads=2)
    ahead, error = summed_up(leads)
    assert ahead > error


# In Hazy so little can be known that the lead is small: it takes more deals to see it.
@pytest.mark.parametrize(("variant", "deals"), [("reverse", 20), ("mild", 30), ("aggravated", 30), ("hazy", 80), ("delayed", 30)])
def test_quick_plays_every_variant_better_than_simple(variant: str, deals: int) -> None:
    bots.prepare("quick", "sticheln")
    ahead, error = lead("sticheln", variant, "quick", "simple", deals)
    assert ahead > 2 * error


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_quick_decides_in_well_under_a_millisecond(game: str) -> None:
    totals = playouts(f"stichwerk.bots.quick_{game}", game, 4, 1, seed=1, threads=1)
    start = time.perf_counter()
    totals = playouts(f"stichwerk.bots.quick_{game}", game, 4, 20, seed=1, threads=1)
    assert (time.perf_counter() - start) / totals.moves < 0.0005


def test_strong_takes_a_few_milliseconds() -> None:
    bots.prepare("strong", "sticheln")
    bot, game = bots.make("strong", 1), Game("sticheln", 4, seed=1, rounds=1)
    moves, spent = 0, 0.0
    while not game.over:
        view = game.view(game.to_act[0])
        start = time.thread_time()
        game.play(view["seat"], bot.act(view))
        spent += time.thread_time() - start
        moves += 1
    assert spent / moves < 0.02


def test_hidden_choices_are_dealt_as_people_choose() -> None:
    """RULES 2.4, Hazy: what lies face down is low, as a rule; no card is lost or there twice."""
    game = Game("sticheln", 4, "hazy", seed=1)
    for seat in range(4):
        game.play(seat, game.legal(seat)[0])
    seat = game.to_act[0]
    o, seen = observation.read(game.view(seat))
    w, dice, numbers = weights.load("sticheln")["w"][mind_sticheln.which(o)], [7, 5, 0], []
    for _ in range(50):
        dealt = seen[:]
        plausible.deal(o, seen, seat, w, mind_sticheln.MARKS, dice, [0] * 126, dealt)
        everything = [
            sum(cards.popcount(sticheln.owned(dealt, s, word) | dealt[sticheln.HANDS + 2 * s + word]) for word in (0, 1))
            for s in range(4)
        ]
        assert everything == [15] * 4
        assert sticheln.unseen(o, dealt, 0) == sticheln.unseen(o, dealt, 1) == 0
        numbers += [cards.number(sticheln.first_chosen(dealt[sticheln.CHOSEN + s])) for s in range(4) if s != seat]
    assert np.mean(numbers) < 4


LATE = [setting for setting in TRICKS if setting.start(0).options.get("reveal") == "after"]


def playing(setting: Setting) -> Iterator[tuple[list[int], list[int], int]]:
    """What a seat that must play a card sees, with the options."""
    for game, seat in situations(setting, 20):
        if game.phase == "play":
            yield *observation.read(game.view(seat)), seat


@pytest.mark.parametrize("setting", LATE, ids=str)
def test_late_colours_are_counted_as_the_rules_do(setting: Setting) -> None:
    """RULES 2.4, Delayed: what a seat would get now is the most that any naming would give it; what a trick brings likewise."""
    heaps = [0.0] * late.HEAPS
    for o, seen, seat in playing(setting):
        late.gather(o, seen, heaps)
        before = heaps[:]
        for card in [-1, *(sticheln.pick(o, seen, seat, k) for k in range(sticheln.count(o, seen, seat)))]:
            for other in range(setting.players):
                assert late.points(o, heaps, other) == best_naming(o, seen, other)
                assert late.gain(o, seen, heaps, other, card) == brought(o, seen, other, card)
        assert heaps == before


def looked(o: list[int], seen: list[int], seat: int) -> tuple[list[float], list[list[float]]]:
    """The numbers of the situation, and of each card."""
    situation, moves = machine.floats(sight.SITUATION), machine.floats(15 * sight.CARD)
    n = sight.look(o, seen, seat, [0.5] * 48, [0.0] * 8, situation, moves)
    return situation, [moves[k * sight.CARD : (k + 1) * sight.CARD] for k in range(n)]


@pytest.mark.parametrize("setting", LATE, ids=str)
def test_where_colours_come_late_a_player_looks_at_what_was_taken(setting: Setting) -> None:
    """Each number is the one its place is for: of oneself, of who takes the trick as it lies, of those still to play."""
    for o, seen, seat in playing(setting):
        situation, moves = looked(o, seen, seat)
        top, played = o[sticheln.TOP], seen[sticheln.PLAYED]
        after = [(seat + step) % setting.players for step in range(1, setting.players - played)]
        taker = sticheln.winning(o, seen) if played else -1
        assert situation[48] == pytest.approx(len(colours_taken(o, seen, seat)) / 6)
        assert situation[52] == best_naming(o, seen, seat) / (2 * top)
        assert situation[53] == unnamed(o, seen, seat) / 20
        assert situation[54] == (brought(o, seen, seat) / top if played else 0)
        assert situation[55] == (brought(o, seen, taker) / top if played else 0)
        later = sum(brought(o, seen, other) for other in after) / top / (setting.players - 1)
        assert situation[56] == pytest.approx(later if played else 0)
        for k, numbers in enumerate(moves):
            card = sticheln.pick(o, seen, seat, k)
            assert numbers[28] == brought(o, seen, seat, card) / top
            assert numbers[29] == numbers[28] * numbers[7]
            given = [brought(o, seen, taker, card), brought(o, seen, taker, card) - brought(o, seen, taker)]
            assert list(numbers[30:32]) == ([0, 0] if numbers[4] else pytest.approx([number / top for number in given]))
            assert numbers[32] == (cards.colour(card) not in colours_taken(o, seen, seat))
            assert numbers[33] == pytest.approx(sum(brought(o, seen, other, card) for other in after) / top / max(len(after), 1))


@pytest.mark.parametrize(
    "setting", [setting for setting in TRICKS if setting.game == "sticheln" and setting not in LATE], ids=str
)
def test_nothing_is_counted_as_late_where_colours_are_chosen(setting: Setting) -> None:
    for o, seen, seat in playing(setting):
        situation, moves = looked(o, seen, seat)
        assert not any(situation[48:])
        assert not any(number for numbers in moves for number in numbers[sight.LATE_CARD :])


def brought(o: list[int], seen: list[int], seat: int, card: int = -1) -> int:
    """What the trick, with one more card, would bring a seat that named its best colours afterwards."""
    with_trick = seen[:]
    for taken in [cards.slot(seen[sticheln.TRICK], k) for k in range(seen[sticheln.PLAYED])] + ([card] if card >= 0 else []):
        cards.add(with_trick, sticheln.TAKEN + 2 * seat, taken)
    return best_naming(o, with_trick, seat) - best_naming(o, seen, seat)


def colours_taken(o: list[int], seen: list[int], seat: int) -> list[int]:
    return [colour for colour in range(o[sticheln.SUITS]) if cards.of_colour(seen, sticheln.TAKEN + 2 * seat, colour)]


def unnamed(o: list[int], seen: list[int], seat: int) -> int:
    """A seat's points with no colour named."""
    tried = seen[:]
    tried[sticheln.CHOSEN + seat] = 0
    return sticheln.score(o, tried, seat)


def best_naming(o: list[int], seen: list[int], seat: int) -> int:
    """A seat's points after the naming that suits it best, all of them tried."""
    taken, found = colours_taken(o, seen, seat), []
    for named in itertools.combinations(taken, min(o[sticheln.COLOURS], len(taken))):
        tried = seen[:]
        tried[sticheln.CHOSEN + seat] = sum(1 << colour for colour in named)
        found.append(sticheln.score(o, tried, seat))
    return max(found)


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_weights_say_where_they_come_from(game: str) -> None:
    about, w = weights.provenance(game), weights.load(game)["w"]
    mind = jit.load(f"stichwerk.bots.mind_{game}", "none")
    assert w.shape == (mind.SETS, mind.SIZE)
    assert np.isfinite(w).all()
    assert len(about["runs"]) == mind.SETS
    assert all(run["command"] and run["seed"] and run["seconds"] and run["rounds"] and run["log"] for run in about["runs"])
    assert [run["digest"] for run in about["runs"]] == [weights.digest(row) for row in w]
    guesses = [float(run["log"][-1].split(" guesses ")[1].split()[0]) for run in about["runs"] if "guesses" in run["log"][-1]]
    assert guesses
    assert min(guesses) > 1 / (5 if game == "sticheln" else 3), "what is hidden is guessed better than by chance"


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_published_strength_is_that_of_the_shipped_weights(game: str) -> None:
    """Every row was measured with the weights that are there now, by the command beside it, and stands in the docs as it was;
    and the first deal still goes as it went then."""
    about, docs = weights.provenance(game), (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")
    assert set(about["measured"]) == {"how", *published.ROWS[game]}
    for row, (setting, deals) in published.ROWS[game].items():
        found = about["measured"][row]
        assert found["digest"] == about["runs"][published.played_by(game, setting)]["digest"]
        assert f"\n{published.line(row, found)}\n" in docs
        for bot in published.BOTS:
            task = Task(game, bot, setting, deals=deals, seed=published.SEED)
            assert (found[bot]["command"], found[bot]["deals"]) == (task.command, deals)
    every = [(row, bot) for row in published.ROWS[game] for bot in published.BOTS]
    tasks = [Task(game, bot, published.ROWS[game][row][0], deals=1, seed=published.SEED) for row, bot in every]
    first = [float(leads[0]) for _, leads in measure.work(tasks, threads=2)]
    assert first == pytest.approx([about["measured"][row][bot]["first"] for row, bot in every], abs=1e-4)


def test_every_switch_has_its_weights() -> None:
    found = {
        mind_sticheln.which(KINDS["sticheln"].encode(setting.players, dict(setting.start(0).options)))
        for setting in TRICKS
        if setting.game == "sticheln"
    }
    assert found == set(range(mind_sticheln.SETS))


@pytest.mark.parametrize("setting", [Setting("sticheln", 4, "classic"), Setting("hattrick", 4, "standard")], ids=str)
def test_a_beginner_overlooks_cards_that_are_gone(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    """… and so plays otherwise than simple does, also when its thoughts never wander."""
    monkeypatch.setattr(beginner_tricks, "ABSENT", 0.0)
    views = [game.view(seat) for game, seat in situations(setting, 300) if game.phase == "play"]
    other = sum(bots.make("beginner", 1).act(view) != bots.make("simple").act(view) for view in views)
    assert other > len(views) / 50
