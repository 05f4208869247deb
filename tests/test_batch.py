"""Many games at once: the same games as `Game` plays, whatever the threads; refusals; what a seat sees; memory."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from stichwerk.batch import Batch, playouts, tallies
from stichwerk.batch.setup import RANDOM, set_up
from stichwerk.game.notation import STICHELN_MOVES
from stichwerk.rules import chance, jit, sticheln, thegame
from tests.games import ALL, Setting

SOME = [Setting("sticheln", 4, "classic"), Setting("hattrick", 5, "standard"), Setting("thegame", 3, "standard")]
rules = sticheln  # what the policy below is compiled against


def highest(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    """A policy of another program: the last legal move."""
    return rules.pick(o, seen, seat, rules.count(o, seen, seat) - 1)


def batch_of(setting: Setting, n: int, seed: int = 7, **more: Any) -> Batch:
    return Batch(setting.game, setting.players, n, seed=seed, variant=setting.variant, **setting.options, **more)


def totals_of(setting: Setting, games: int, **more: Any) -> Any:
    return playouts("random", setting.game, setting.players, games, variant=setting.variant, **setting.options, **more)


def play_interpreted(setting: Setting, games: int, seed: int) -> tuple[list[int], list[list[int]]]:
    """The kernels' own source, not compiled, over lists."""
    setup = set_up(setting.game, setting.players, setting.variant, setting.options)
    kernels = jit.load("stichwerk.batch.kernels", "none", **setup._parts(RANDOM))
    o, words = setup.o.tolist(), setup.rules.WORDS
    s, seen, rng, dice, pile = ([0] * n for n in (words, words, chance.WORDS, chance.WORDS, setup.rules.LARGEST))
    out, scores = [0] * tallies.SIZE, [[0] * setting.players for _ in range(games)]
    kernels.play_range(o, 0, games, 0, seed, s, rng, dice, pile, seen, out, scores)
    return out, scores


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_compiled_playouts_play_the_games_the_source_says(setting: Setting) -> None:
    counters, scores = play_interpreted(setting, 3, seed=9)
    compiled = totals_of(setting, 3, seed=9, scores=True, threads=1)
    assert compiled.counters.tolist() == counters
    assert compiled.scores.tolist() == scores


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_the_same_seed_gives_the_same_games_whatever_the_threads(setting: Setting) -> None:
    one = totals_of(setting, 500, seed=3, scores=True, threads=1)
    three = totals_of(setting, 500, seed=3, scores=True, threads=3)
    assert np.array_equal(one.scores, three.scores)
    assert np.array_equal(one.counters, three.counters)
    other = totals_of(setting, 500, seed=4, scores=True, threads=1)
    assert not np.array_equal(one.scores, other.scores)


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_parts_of_a_playout_add_up_to_the_whole(setting: Setting) -> None:
    whole = totals_of(setting, 300, seed=3)
    parts = totals_of(setting, 100, seed=3) + totals_of(setting, 200, seed=3, first=100)
    assert np.array_equal(whole.counters, parts.counters)
    assert whole.games == 300
    assert sum(whole.histogram(0).values()) == whole.rounds


def test_deals_are_the_same_whatever_the_policy() -> None:
    """Shuffling and deciding have streams of their own: every round's deck is the same, though the moves are not."""
    dealt: dict[str, list[list[int]]] = {"random": [], "simple": []}
    moves = {}
    for name, policy in (("random", RANDOM), ("simple", "stichwerk.bots.simple_sticheln")):
        setup = set_up("sticheln", 4, None, {})
        kernels: Any = jit.load("stichwerk.batch.kernels", "none", **setup._parts(policy))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernels.rules, "deal", watching(kernels.rules.deal, dealt[name]))
            s, seen, rng, dice, pile, out = ([0] * n for n in (57, 57, 3, 3, 114, tallies.SIZE))
            kernels.play_number(setup.o.tolist(), 5, 7, s, rng, dice, pile, seen, out)
            moves[name] = out
    assert len(dealt["random"]) == 5
    assert dealt["random"] == dealt["simple"]
    assert moves["random"] != moves["simple"]


def watching(deal: Any, dealt: list[list[int]]) -> Any:
    """Deals, and notes the deck."""

    def deal_and_note(o: list[int], s: list[int], pile: list[int]) -> None:
        dealt.append(pile[:60])
        deal(o, s, pile)

    return deal_and_note


def highest_of_the_game(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    return thegame.pick(o, seen, seat, thegame.count(o, seen, seat) - 1)


def test_a_policy_of_another_program_is_compiled_and_sees_what_its_seat_sees() -> None:
    totals = playouts(highest, "sticheln", 3, 50, seed=2, threads=2)
    assert totals.games == 50
    assert totals.card(STICHELN_MOVES["y8"])[0] == totals.rounds, "whoever held the highest card chose it"


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_the_first_game_of_a_batch_is_the_game_of_that_seed(setting: Setting) -> None:
    """Step by step: who is to act, what is legal, what it brings, and the end."""
    game, batch = setting.start(21), batch_of(setting, 2, seed=21)
    moves = dict(game._kind.moves)
    dice = random.Random(4)
    standing = list(totals(game))
    for _ in range(400):
        if game.over:
            break
        seat = game.to_act[0]
        assert batch.to_act[0] == seat
        mask = batch.mask()
        assert {moves[text] for text in game.legal(seat)} == set(np.nonzero(mask[0])[0])
        actions = [dice.choice(np.nonzero(row)[0]) if row.any() else 0 for row in mask]
        game.play(seat, game._kind.texts[int(actions[0])])
        batch.step(np.array(actions))
        now = totals(game)
        assert batch.rewards[0].tolist() == [after - before for before, after in zip(standing, now, strict=True)]
        assert bool(batch.done[0]) == game.over
        standing = now


def totals(game: Any) -> list[int]:
    return [-game.left] * game.players if game.name == "thegame" else game.scores


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_an_observation_tells_nothing_that_is_hidden(setting: Setting) -> None:
    """Exchange the states for resampled ones: masks and observations stay byte for byte the same."""
    batch = batch_of(setting, 40, autoreset=True)
    states, o = batch._games._states, batch._setup.o
    rules, generator = jit.load(f"stichwerk.rules.{setting.game}"), np.zeros(3, np.int64)
    jit.load("stichwerk.rules.chance").seed(generator, 1, 1)
    for number in range(60):
        before = batch.observe().copy(), batch.mask().copy()
        changed = 0
        for i in range(0, 40, 3):
            kept, seat = states[i].copy(), int(batch.to_act[i])
            seen, scratch = np.zeros_like(kept), np.zeros(126, np.int64)
            rules.observe(o, kept, seat, seen)
            assert rules.resample(o, seen, seat, generator, scratch, states[i])
            changed += not np.array_equal(kept, states[i])
        assert np.array_equal(before[0], batch.observe())
        assert np.array_equal(before[1], batch.mask())
        assert changed > 0 or setting.players == 1 or number > 0
        batch.step(np.random.default_rng(number).random(before[1].shape).__mul__(before[1]).argmax(axis=1))


def follow(setting: Setting, moves: int) -> Iterator[tuple[dict[str, Any], list[int], dict[str, int]]]:
    """The view and the observation of whoever is to act, and where the observation says each card is, along a game."""
    game, batch = setting.start(21), batch_of(setting, 1, seed=21)
    dice = random.Random(2)
    for _ in range(moves):
        seat = game.to_act[0]
        seen = [int(value) for value in batch.observe()[0]]
        numbers = range(2, 100) if setting.game == "thegame" else [n for text, n in game._kind.moves.items() if len(text) > 1]
        yield game.view(seat), seen, {game._kind.card_texts[number]: seen[number] for number in numbers}
        action = int(dice.choice(np.nonzero(batch.mask()[0])[0]))
        game.play(seat, game._kind.texts[action])
        batch.step(np.array([action]))
        if game.over:
            return


def at(where: dict[str, int], place: int) -> set[str]:
    return {card for card, found in where.items() if found == place}


def test_an_observation_of_sticheln_tells_what_the_view_tells() -> None:
    for view, seen, where in follow(Setting("sticheln", 4, "aggravated"), 120):
        seat, scalars = view["seat"], seen[126:142]
        assert (at(where, 2), at(where, 1)) == (set(view["hand"]), set(view["unseen"]))
        for step in range(4):
            other = (seat + step) % 4
            assert at(where, 4 + step) == set(view["taken"][other])
            assert at(where, 12 + step) == {play["card"] for play in view["trick"] if play["seat"] == other}
            assert at(where, 20 + step) == set(view["chosen"][other] or [])
            colours, waits, total = seen[142 + 3 * step : 145 + 3 * step]
            named = view["named"][other]
            assert colours == (-1 if named is None else sum(1 << "rbgnyv".index(letter) for letter in named))
            assert (waits, total) == (other in view["to_act"], view["scores"][other])
        assert scalars[1:7] == [4, 0, 0, 2, 0, 0]
        assert scalars[7:12] == [view["round"] - 1, 5, 0, view["tricks_played"], view["tricks"]]
        assert scalars[13] == len(view["trick"])
        if view["trick"]:
            assert (seat + scalars[12]) % 4 == view["leader"]
            assert "rbgnyv"[scalars[14]] == view["trick"][0]["card"][0]
            assert (seat + scalars[15]) % 4 == view["winning"]
        else:
            assert scalars[14:] == [-1, -1]


def test_an_observation_of_hat_trick_tells_what_the_view_tells() -> None:
    for view, seen, where in follow(Setting("hattrick", 5, "standard", {"lead_tie": "compare"}), 90):
        seat, scalars = view["seat"], seen[63:72]
        assert (at(where, 2), at(where, 1)) == (set(view["hand"]), set(view["unseen"]))
        for step in range(5):
            other = (seat + step) % 5
            assert at(where, 3 + step) == {card for pile in view["piles"][other].values() for card in pile}
            assert at(where, 10 + step) == {p["card"] for p in view["trick"] if p["seat"] == other and not p["pass"]}
            assert at(where, 17 + step) == set(view["passes"][other])
            assert seen[72 + step] == view["scores"][other]
        assert scalars[:6] == [5, 1, view["round"] - 1, 5, view["tricks_played"], view["tricks"]]
        assert (seat + scalars[6]) % 5 == view["leader"]
        assert scalars[7:] == [len(view["trick"]), sum(1 << "rbg".index(letter) for letter in view["winning"])]


def test_an_observation_of_the_game_tells_what_the_view_tells() -> None:
    for view, seen, where in follow(Setting("thegame", 3, "expert"), 40):
        assert (at(where, 2), at(where, 1)) == (set(view["hand"]), set(view["unseen"]))
        assert len(at(where, 3)) == 98 - view["left"]
        assert seen[101:106] == [3, view["minimum"], view["hand_size"], view["draw_pile"], len(view["played"])]
        assert seen[107:111] == list(view["piles"].values())
        for step in range(3):
            other = (view["seat"] + step) % 3
            assert seen[111 + 6 * step] == view["cards"][other]
            if view["eagerness"]:
                assert seen[112 + 6 * step] == view["eagerness"][other] + 1
                assert (view["seat"] + seen[106]) % 3 == view["turn"]


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_a_finished_game_stays_or_is_followed_by_another(setting: Setting) -> None:
    staying, going = batch_of(setting, 8), batch_of(setting, 8, autoreset=True)
    ended = np.zeros(8, bool)
    for _ in range(2000):
        staying.step(staying.mask().argmax(axis=1))
        going.step(going.mask().argmax(axis=1))
        ended |= going.done
        assert (going.to_act >= 0).all()
        if staying.done.all() and ended.all():
            break
    assert staying.done.all()
    assert ended.all()
    assert (staying.to_act == -1).all()
    assert not staying.mask().any()
    before = staying._games._states.copy()
    staying.step(np.full(8, 5))
    assert np.array_equal(before, staying._games._states)
    assert not staying.rewards.any()


def test_a_reset_plays_the_same_again_or_another_seed() -> None:
    batch = batch_of(SOME[0], 16)
    first = batch.observe().copy()
    batch.step(batch.mask().argmax(axis=1))
    batch.reset()
    assert np.array_equal(first, batch.observe())
    batch.reset(seed=8)
    assert not np.array_equal(first, batch.observe())


@pytest.mark.parametrize("n", [10, 2000])
def test_an_illegal_move_is_refused_by_its_game_and_no_game_has_moved(n: int) -> None:
    batch = batch_of(SOME[0], n, threads=2)
    actions = batch.mask().argmax(axis=1)
    actions[n - 1] = 131
    before = batch._games._states.copy()
    with pytest.raises(ValueError, match=f"Game {n - 1} cannot make move 131 now"):
        batch.step(actions)
    for bad in (-1, 132, 10**9):
        actions[n - 1] = bad
        with pytest.raises(ValueError, match=f"Game {n - 1} cannot make move {bad} now"):
            batch.step(actions)
    assert np.array_equal(before, batch._games._states)


@pytest.mark.parametrize("actions", [[1, 2], np.zeros((4, 1), int), np.zeros(4), "abcd", None, [[1], [2, 3]]])
def test_actions_of_another_shape_or_kind_are_refused(actions: Any) -> None:
    batch = batch_of(SOME[0], 4)
    with pytest.raises(ValueError, match=r"actions cannot be .* one whole number for each of the 4 games"):
        batch.step(actions)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"n": 0}, "n cannot be 0; possible: whole numbers from 1"),
        ({"n": 2.5}, r"n cannot be 2\.5"),
        ({"device": "tpu"}, "device cannot be 'tpu'; possible: 'cpu', 'cuda'"),
        ({"threads": 0}, "threads cannot be 0; possible: whole numbers from 1 to 1024"),
        ({"threads": 99999999}, "threads cannot be 99999999"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"players": 9}, "players cannot be 9"),
        ({"game": "skat"}, "game cannot be 'skat'"),
        ({"rounds": 0}, "rounds cannot be 0"),
        ({"dealer": 1}, "no option dealer"),
    ],
)
def test_a_bad_option_of_a_batch_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Batch(**{"game": "sticheln", "players": 4, "n": 4, **change})


def test_a_playout_of_no_games_is_refused() -> None:
    with pytest.raises(ValueError, match="games cannot be 0"):
        playouts("random", "thegame", 1, 0)
    for first in (-5, 1 << 62, 1.5, "a"):
        with pytest.raises(ValueError, match="first cannot be"):
            playouts("random", "thegame", 1, 5, first=first)  # type: ignore[arg-type]
    for rounds in (2**63, 10**30):
        with pytest.raises(ValueError, match=r"rounds cannot be .*; possible: whole numbers from 1 to 1000000000"):
            playouts("random", "sticheln", 4, 5, rounds=rounds)


def closed(number: int) -> Any:
    return lambda o, seen, seat, dice: number


@pytest.mark.parametrize("policy", ["clever", "no.such.module", ".x", "", "json", 7, None, closed(3)])
def test_what_is_no_policy_is_refused(policy: Any) -> None:
    with pytest.raises(ValueError, match=r"policy cannot be .*; possible: 'random', the name of a module"):
        playouts(policy, "thegame", 1, 10)


@pytest.mark.parametrize("move", [-1, 10**9, 131])
def test_a_policy_that_moves_illegally_is_told_so(move: int) -> None:
    """It neither hangs nor crashes, and no totals come of it."""
    wrong: Any = {-1: minus_one, 10**9: huge, 131: naming}[move]
    with pytest.raises(ValueError, match="illegal move in 20 of 20 games"):
        playouts(wrong, "sticheln", 4, 20, seed=1)


def minus_one(o: Any, seen: Any, seat: int, dice: Any) -> int:
    return -1


def huge(o: Any, seen: Any, seat: int, dice: Any) -> int:
    return 10**9


def naming(o: Any, seen: Any, seat: int, dice: Any) -> int:
    return 131


def no_move(o: Any, seen: Any, seat: int, dice: Any) -> Any:
    return None


def test_a_policy_that_cannot_be_compiled_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"The policy cannot be compiled: .+"):
        playouts(no_move, "thegame", 1, 10)


def test_the_policy_that_is_given_plays_not_one_of_its_name() -> None:
    """A function defined anew in a running program, and one that numba has compiled already."""
    import numba

    first = playouts(highest_of_the_game, "thegame", 1, 50, seed=1, scores=True)
    space: dict[str, Any] = {"thegame": thegame, "__name__": __name__}
    exec("def highest_of_the_game(o, seen, seat, dice):\n    return thegame.pick(o, seen, seat, 0)", space)
    other = playouts(space["highest_of_the_game"], "thegame", 1, 50, seed=1, scores=True)
    assert not np.array_equal(first.scores, other.scores)
    again = playouts(numba.njit(highest_of_the_game), "thegame", 1, 50, seed=1, scores=True)
    assert np.array_equal(first.scores, again.scores)


def test_a_policys_module_may_leave_out_what_has_a_default(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of another program, by name, without LOOKS; an edit of it is noticed in the next process."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "plainest_policy.py").write_text(
        "from stichwerk.rules import thegame\n\n\ndef act(o, seen, seat, dice):\n    return thegame.pick(o, seen, seat, 0)\n"
    )
    assert playouts("plainest_policy", "thegame", 1, 20, seed=1).games == 20
    assert jit._label("stichwerk.batch.kernels", {"policy": "plainest_policy"}) is None
    assert jit._label("stichwerk.batch.kernels", {"policy": RANDOM}) is not None


def test_totals_add_up_with_their_scores() -> None:
    one, two = (playouts("random", "thegame", 1, 5, seed=1, first=first, scores=True) for first in (0, 5))
    assert np.array_equal((one + two).scores, playouts("random", "thegame", 1, 10, seed=1, scores=True).scores)
    assert (one + playouts("random", "thegame", 1, 5, seed=1)).scores is None


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_game_takes_at_most_512_bytes_beside_what_is_observed(setting: Setting) -> None:
    assert batch_of(setting, 256, threads=1).bytes_per_game <= 512


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_numbers_beyond_16_bits_are_cut_off_not_wrapped(game: str) -> None:
    batch = Batch(game, 4, 1, seed=1, rounds=10**9)
    totals = batch._setup.rules.TOTALS
    batch._games._states[0, totals : totals + 4] = [10**6, -(10**6), 5, 0]
    seen = batch.observe()[0].tolist()
    assert sorted(value for value in seen if abs(value) > 1000) == [-32767, 32767, 32767]


def test_the_layout_is_explained() -> None:
    for setting in SOME:
        batch = batch_of(setting, 1)
        assert "where each" in batch.layout
        assert batch.observe().shape == (1, batch.width)
