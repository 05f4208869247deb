"""Sticheln, the variants and their mixtures: RULES 2.4, clause by clause."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from stichwerk import Game, IllegalMove

from .helpers import (
    STICHELN,
    choose,
    choose_any,
    events,
    everyone,
    follow_suit,
    hands_playing,
    play_game,
    play_round,
    play_trick,
    play_with,
    reckon,
    rounds_of,
    sticheln,
    sweep,
    sweep_deck,
    trick_taker,
    tricks_of,
)


def taker(trick: str, **options: Any) -> int:
    """Who takes this trick, one card for each player; seat 0 leads."""
    cards = trick.split()
    game = sticheln(len(cards), cards, **options)
    choose_any(game, keep=cards)
    return play_trick(game, trick)


def points_with(chosen: str, trick: str, **options: Any) -> int:
    """What seat 0 would score that chose these cards and took this trick of four, which it led."""
    game = sticheln(4, hands_playing(4, [f"0: {trick}"], [chosen]), **options)
    for card in chosen.split():
        game.play(0, card)
    choose_any(game, keep=trick.split())
    assert play_trick(game, trick) == 0
    return int(game.view(0)["points"][0])


# --- reverse -------------------------------------------------------------------------------------------------------------


def test_reverse_lucky_cards_are_worth_plus_their_number_every_other_card_minus_1() -> None:
    """RULES 2.4 reverse: lucky cards (chosen card too) are worth plus their number, every other card taken −1."""
    assert points_with("r4", "r5 r2 b0 y0", variant="reverse") == 4 + 5 + 2 - 1 - 1
    assert points_with("b4", "r5 r2 b0 y0", variant="reverse") == 4 + 0 - 3


def test_reverse_the_chosen_card_counts_though_nothing_was_taken() -> None:
    """RULES 2.4 reverse: chosen card too: plus its number."""
    game = sticheln(4, ["r4", "b11", "g0", "y2"], variant="reverse")
    choose(game, "r4 b11 g0 y2")
    assert game.view(None)["points"] == [4, 11, 0, 2]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("r11 g5 b3 n8", 2, id="the lowest trump"),
        pytest.param("r1 g5 g3 g8", 2, id="the lowest trump, all of one colour"),
        pytest.param("r11 r1 r2 g11", 3, id="a lone high trump"),
        pytest.param("r11 g3 b3 n3", 1, id="equal lowest trumps: first played"),
        pytest.param("r11 n4 y3 b3", 2, id="equal lowest trumps after a higher one"),
        pytest.param("r3 r7 r5 r1", 1, id="no trump: the highest of the lead colour"),
        pytest.param("r3 g0 r5 r4", 2, id="a 0 is no trump: the highest of the lead colour"),
        pytest.param("r11 g0 b1 y2", 2, id="a 0 is not the lowest trump"),
        pytest.param("r11 g0 b0 y9", 3, id="a lone trump among zeros"),
        pytest.param("r0 g0 b0 y0", 0, id="only zeros: the leader"),
        pytest.param("v18 v1 r7 b7 n9 y8 v0 g0", 2, id="eight players"),
    ],
)
def test_reverse_the_lowest_trump_wins(trick: str, winner: int) -> None:
    """RULES 2.4 reverse: the lowest trump wins (first played on a tie); no trump: highest of the lead colour; a 0 is no trump."""
    assert taker(trick, variant="reverse") == winner
    assert taker(trick, aim="lucky", zeros="never") == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("r11 g0 b1 y2", 1, id="a 0 of another colour is the lowest trump"),
        pytest.param("r11 g1 b0 y0", 2, id="of several zeros the first played"),
        pytest.param("r0 g0 b0 y0", 1, id="only zeros: the first of another colour"),
        pytest.param("r3 g0 r5 r4", 1, id="a lone 0 trumps"),
        pytest.param("r11 r0 r5 r3", 0, id="the lead colour's own 0 is no trump"),
        pytest.param("r11 r0 b5 y3", 3, id="the lead colour's own 0 is not the lowest trump"),
        pytest.param("r11 g5 b3 n8", 2, id="without zeros the lowest trump"),
        pytest.param("r11 g3 b3 n3", 1, id="without zeros the first of equals"),
        pytest.param("r0 r4 r5 r3", 2, id="a led 0 is no trump"),
    ],
)
def test_reverse_with_zeros_as_trumps(trick: str, winner: int) -> None:
    """RULES 2.4 reverse, `zeros="trump"`: a 0 of another colour is a trump, and so the lowest; of several the first played."""
    assert taker(trick, variant="reverse", zeros="trump") == winner


def test_reverse_the_winner_leads_the_next_trick() -> None:
    """RULES 2.4 reverse: otherwise as in classic: who takes the trick leads."""
    game = sticheln(4, ["r11", "g5", "b3", "n8"], variant="reverse")
    choose_any(game, keep=["r11", "g5", "b3", "n8"])
    play_trick(game, "r11 g5 b3 n8")
    assert game.to_act == (2,)
    assert sorted(game.view(None)["taken"][2]) == ["b3", "g5", "n8", "r11"]


# --- mild ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "points"), [("r4", -15 + 2), ("b4", -10 + 3), ("b11", -10 + 3), ("y1", -10 + 3), ("g1", -5 + 4), ("g11", -5 + 4)]
)
def test_mild_each_card_of_the_misery_colour_costs_5_the_0_too(chosen: str, points: int) -> None:
    """RULES 2.4 mild: each card of the misery colour costs 5, the 0 too, whatever its number; the others are +1."""
    assert points_with(chosen, "r5 r2 b0 y0", variant="mild") == points


def test_mild_a_chosen_0_costs_5() -> None:
    """RULES 2.4 mild: the 0 too."""
    game = sticheln(4, ["r0", "b11", "g0", "y2"], variant="mild")
    choose(game, "r0 b11 g0 y2")
    assert game.view(None)["points"] == [-5, -5, -5, -5]


@pytest.mark.parametrize(("trick", "winner"), [("r11 g2 b3 n1", 2), ("r2 g5 b5 n4", 1), ("r3 r2 b0 r4", 3), ("r0 g0 b0 y0", 0)])
@pytest.mark.parametrize("variant", ["mild", "aggravated", "hazy", "delayed", "first"])
def test_the_other_variants_leave_the_trick_as_it_is(variant: str, trick: str, winner: int) -> None:
    """RULES 2.4: only reverse changes who takes a trick."""
    assert taker(trick, variant=variant) == winner


# --- number of tricks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "usual", "with_eight"),
    [("classic", 14, 13), ("reverse", 14, 13), ("mild", 14, 13), ("aggravated", 13, 12), ("hazy", 14, 13), ("delayed", 15, 14)],
)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_the_number_of_tricks(variant: str, usual: int, with_eight: int, players: int) -> None:
    """RULES 2.2.2, 2.4: 14 tricks (13 with 8); aggravated 13 (12 with 8); delayed 15 (14 with 8)."""
    game = Game("sticheln", players=players, variant=variant, seed=1, rounds=1)
    tricks = with_eight if players == 8 else usual
    assert game.view(None)["tricks"] == tricks
    play_game(game, random.Random(2))
    assert len(events(game, "trick")) == tricks
    assert len(events(game, "play")) == tricks * players


# --- aggravated ----------------------------------------------------------------------------------------------------------


def test_aggravated_everyone_chooses_two_cards_in_two_moves() -> None:
    """RULES 2.4 aggravated: two misery colours, one card of each: two moves, one card each."""
    game = sticheln(4, ["r4 b1"], variant="aggravated")
    game.play(0, "r4")
    assert 0 in game.to_act
    assert game.phase == "choose"
    game.play(0, "b1")
    assert 0 not in game.to_act
    assert game.legal(0) == []
    assert len(game.view(0)["hand"]) == 13
    choose_any(game)
    assert game.phase == "play"
    assert sorted(game.view(None)["chosen"][0]) == ["b1", "r4"]
    assert sorted(game.view(None)["named"][0]) == ["b", "r"]
    assert [len(cards) for cards in game.view(None)["chosen"]] == [2, 2, 2, 2]


def test_aggravated_the_moves_of_the_players_may_mingle() -> None:
    """RULES 2.4 aggravated, 2.2.1: all players at once, also between another's two moves."""
    game = sticheln(3, ["r4 b1", "g2 y3", "n5 r6"], variant="aggravated")
    for seat, card in [(0, "r4"), (2, "n5"), (1, "g2"), (1, "y3"), (0, "b1")]:
        game.play(seat, card)
        assert game.phase == "choose"
    game.play(2, "r6")
    assert [sorted(cards) for cards in game.view(None)["chosen"]] == [["b1", "r4"], ["g2", "y3"], ["n5", "r6"]]


def test_aggravated_the_second_card_is_of_another_colour() -> None:
    """RULES 2.4 aggravated: the second of another colour."""
    game = sticheln(4, ["r4 r5 r6 b1 g2"], variant="aggravated")
    game.play(0, "r4")
    hand = game.view(0)["hand"]
    assert "r5" in hand
    assert sorted(game.legal(0)) == sorted(card for card in hand if card[0] != "r") != []
    with pytest.raises(IllegalMove):
        game.play(0, "r5")
    assert game.view(0)["hand"] == hand


def test_aggravated_the_only_card_of_another_colour_must_be_the_second() -> None:
    """RULES 2.4 aggravated: the second of another colour, if the hand has one."""
    game = sticheln(8, ["r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 b0"], variant="aggravated")
    game.play(0, "r4")
    assert game.legal(0) == ["b0"]


@pytest.mark.parametrize("players", [5, 8])
def test_aggravated_a_hand_of_a_single_colour_chooses_two_of_it(players: int) -> None:
    """RULES 2.4 aggravated: of another colour if the hand has one; else any card. Both cost, and there is one misery colour."""
    hand = [f"r{k}" for k in range(STICHELN[players][2])]
    game = sticheln(players, [" ".join(hand)], variant="aggravated")
    game.play(0, "r4")
    assert sorted(game.legal(0)) == sorted(card for card in hand if card != "r4")
    game.play(0, "r6")
    choose_any(game)
    assert sorted(game.view(None)["chosen"][0]) == ["r4", "r6"]
    assert set(game.view(None)["named"][0]) == {"r"}
    assert game.view(None)["points"][0] == -10


def test_aggravated_nothing_shows_until_all_have_made_both_moves() -> None:
    """RULES 2.4 aggravated: nothing shows until all have made both."""
    games = [sticheln(3, ["r4 b1 g1", "g2 y3", "n5 r6"], variant="aggravated") for _ in range(2)]
    for game, first in zip(games, ("r4", "g1"), strict=True):
        game.play(0, first)
        assert not events(game, "chose", "reveal")
    assert all(games[0].view(seat) == games[1].view(seat) for seat in (1, 2, None))
    for game, second in zip(games, ("b1", "r4"), strict=True):
        game.play(0, second)
        game.play(1, "g2")
        game.play(1, "y3")
        game.play(2, "n5")
        assert not events(game, "reveal")
        assert game.view(None)["chosen"][:2] == [None, None]
        assert [event["seat"] for event in events(game, "chose")] == [0, 1]
    assert all(games[0].view(seat) == games[1].view(seat) for seat in (1, 2, None))
    games[0].play(2, "r6")
    shown = {(event["seat"], event["card"]) for event in events(games[0], "reveal")}
    assert shown == {(0, "r4"), (0, "b1"), (1, "g2"), (1, "y3"), (2, "n5"), (2, "r6")}


def test_aggravated_neither_choice_is_taken_back() -> None:
    """RULES 2.2.1 with 2.4 aggravated: a choice is not taken back."""
    game = sticheln(3, ["r4 b1 g1"], variant="aggravated")
    game.play(0, "r4")
    with pytest.raises(IllegalMove):
        game.play(0, "r4")
    game.play(0, "b1")
    with pytest.raises(IllegalMove):
        game.play(0, "g1")
    assert sorted(game.view(0)["chosen"][0]) == ["b1", "r4"]


def test_aggravated_both_colours_cost() -> None:
    """RULES 2.4 aggravated: two misery colours, both cost their numbers, both chosen cards too."""
    assert points_with("r4 b1", "r5 r2 b0 y0", variant="aggravated") == -4 - 1 - 5 - 2 - 0 + 1
    assert points_with("g4 b1", "r5 r2 b0 y0", variant="aggravated") == -4 - 1 - 0 + 3


# --- hazy ----------------------------------------------------------------------------------------------------------------


def test_hazy_the_chosen_cards_stay_face_down_until_the_round_ends() -> None:
    """RULES 2.4 hazy: the chosen cards stay face down until the round ends; one knows one's own."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"], variant="hazy", rounds=1)
    choose(game, "r4 b1 g0 y2")
    assert game.phase == "play"
    while not game.over:
        assert game.view(None)["chosen"] == game.view(None)["named"] == game.view(None)["points"] == [None] * 4
        assert game.view(1)["chosen"] == [None, ["b1"], None, None]
        assert not events(game, "reveal")
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])


def test_hazy_then_they_are_shown() -> None:
    """RULES 2.4 hazy: when the round ends they are shown: after the last trick."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"], variant="hazy", rounds=2)
    choose(game, "r4 b1 g0 y2")
    play_round(game)
    first = rounds_of(game)[0]
    kinds = [event["event"] for event in first]
    assert {(event["seat"], event["card"]) for event in first if event["event"] == "reveal"} == {
        (0, "r4"),
        (1, "b1"),
        (2, "g0"),
        (3, "y2"),
    }
    assert kinds.index("reveal") > max(at for at, kind in enumerate(kinds) if kind == "trick")


def test_hazy_the_cards_are_seen_by_all_at_the_end_of_the_game() -> None:
    """RULES 2.4 hazy: then are shown: to everyone."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"], variant="hazy", rounds=1)
    choose(game, "r4 b1 g0 y2")
    play_game(game)
    for seat in everyone(game):
        assert game.view(seat)["chosen"] == [["r4"], ["b1"], ["g0"], ["y2"]]


def test_hazy_nobody_can_tell_what_another_chose() -> None:
    """RULES 2.4 hazy: face down: the others' views are the same whatever was chosen."""
    games = [sticheln(4, ["r4 g7 r9"], variant="hazy") for _ in range(2)]
    for game, card in zip(games, ("r4", "g7"), strict=True):
        game.play(0, card)
        choose_any(game)
        game.play(0, "r9")
        for _ in range(3):
            game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    for seat in (1, 2, 3, None):
        assert games[0].view(seat) == games[1].view(seat)


def test_hazy_the_hidden_colour_costs_as_in_classic() -> None:
    """RULES 2.4 hazy: otherwise as in classic."""
    game = Game("sticheln", players=3, variant="hazy", seed=1, decks=[sweep_deck(3, 0, "r6 r5 b2")], dealer=0, rounds=1)
    sweep(game, "r6 r5 b2")
    assert list(game.round_scores[0]) == [35 - 31, -5, -2]


# --- delayed -------------------------------------------------------------------------------------------------------------
#
# Three players with three cards of each colour, all following suit: seat 0 has the highest of every colour but green, seat 1
# the highest greens. So seat 0 takes all brown, red, blue and yellow cards, seat 1 all the green ones, seat 2 nothing.


def delayed(**options: Any) -> Game:
    """A delayed round after its last trick: seat 0 took four colours, seat 1 green alone, seat 2 nothing."""
    laid = sweep_deck(3, 0)
    greens = [["g3", "g4", "g5"], ["g6", "g7", "g8"], ["g0", "g1", "g2"]]
    hands = [[c for c in laid[15 * seat : 15 * seat + 15] if c[0] != "g"] + greens[seat] for seat in range(3)]
    decks = [[card for hand in hands for card in hand]]
    rounds = options.pop("rounds", 1)
    game = Game("sticheln", players=3, variant="delayed", seed=1, decks=decks, dealer=2, rounds=rounds, **options)
    play_with(game, follow_suit)
    return game


def test_delayed_nobody_chooses_at_the_start() -> None:
    """RULES 2.4 delayed: nobody chooses at the start: the first trick comes at once, with full hands."""
    game = Game("sticheln", players=4, variant="delayed", seed=1, dealer=1)
    assert game.phase == "play"
    assert game.to_act == (2,)
    assert len(game.legal(2)) == 15
    assert game.view(None)["named"] == [[], [], [], []]


def test_delayed_at_the_end_each_player_names_a_colour_among_those_they_took() -> None:
    """RULES 2.4 delayed: at the end each player names a misery colour among the colours of the cards they took."""
    game = delayed()
    assert [len(cards) for cards in game.view(None)["taken"]] == [36, 9, 0]
    assert game.phase == "name"
    assert not game.over
    assert sorted(game.legal(0)) == ["b", "n", "r", "y"]
    before = game.view(0)
    for colour in ("g", "v", "r4", ""):
        with pytest.raises(IllegalMove):
            game.play(0, colour)
    assert game.view(0) == before


def test_delayed_a_forced_naming_is_still_a_move() -> None:
    """RULES 2.4 delayed: each player names a colour, also who took one colour only (DESIGN: a forced naming is still a move)."""
    game = delayed()
    assert 1 in game.to_act
    assert game.legal(1) == ["g"]
    game.play(0, "n")
    assert game.phase == "name"
    assert game.to_act == (1,)
    assert not game.over
    game.play(1, "g")
    assert game.over


def test_delayed_whoever_took_nothing_scores_0_and_names_none() -> None:
    """RULES 2.4 delayed: whoever took nothing scores 0 and names none."""
    game = delayed()
    assert game.to_act == (0, 1)
    assert game.legal(2) == []
    with pytest.raises(IllegalMove):
        game.play(2, "g")
    game.play(0, "n")
    game.play(1, "g")
    assert game.round_scores[0][2] == 0
    assert 2 not in {event["seat"] for event in events(game, "named", "misery")}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_delayed_the_colours_are_named_in_any_order(order: tuple[int, int]) -> None:
    """RULES 2.4 delayed: in any order; the named colour costs its numbers, every other card is +1."""
    game = delayed()
    for seat in order:
        game.play(seat, {0: "n", 1: "g"}[seat])
    assert list(game.round_scores[0]) == [27 - 36, -36, 0]


def test_delayed_the_colours_are_shown_together() -> None:
    """RULES 2.4 delayed: shown together: nobody learns a named colour before the last is named."""
    one, other = delayed(), delayed()
    one.play(0, "n")
    other.play(0, "y")
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)
    assert [event["seat"] for event in events(one, "named")] == [0]
    assert not events(one, "misery")
    assert one.view(1)["named"][0] is None
    assert one.view(0)["named"][0] == ["n"]
    one.play(1, "g")
    assert {(event["seat"], event["colour"]) for event in events(one, "misery")} == {(0, "n"), (1, "g")}
    for viewer in everyone(one):
        assert one.view(viewer)["named"] == [["n"], ["g"], []]


def test_delayed_a_named_colour_is_not_taken_back() -> None:
    """RULES 2.2.1 with 2.4 delayed: a choice is not taken back."""
    game = delayed()
    game.play(0, "n")
    assert game.legal(0) == []
    with pytest.raises(IllegalMove):
        game.play(0, "y")
    assert game.view(0)["named"][0] == ["n"]


def test_delayed_is_followed_by_the_next_round() -> None:
    """RULES 2.4 delayed, 2.3: the round is scored and the next one dealt."""
    game = delayed(rounds=2)
    game.play(1, "g")
    game.play(0, "b")
    assert list(game.round_scores[0]) == [-9, -36, 0]
    assert game.view(None)["round"] == 2
    assert game.phase == "play"
    assert game.view(None)["dealer"] == 1
    assert game.view(None)["named"] == [[], [], []]


# --- mixtures ------------------------------------------------------------------------------------------------------------


def test_aggravated_and_delayed_names_two_colours_or_one_if_only_one_was_taken() -> None:
    """RULES 2.4 mixtures: aggravated + delayed: name two colours, or one if only one was taken."""
    game = delayed(colours=2)
    assert len(events(game, "trick")) == 15
    assert list(game.to_act) == [0, 1]
    game.play(0, "n")
    assert 0 in game.to_act
    assert sorted(game.legal(0)) == ["b", "r", "y"]
    assert not events(game, "named")
    with pytest.raises(IllegalMove):
        game.play(0, "n")
    game.play(0, "y")
    assert game.to_act == (1,)
    assert game.phase == "name"
    assert game.legal(1) == ["g"]
    game.play(1, "g")
    assert game.over
    assert list(game.round_scores[0]) == [18 - 72, -36, 0]
    assert [sorted(colours) for colours in game.view(None)["named"]] == [["n", "y"], ["g"], []]


def test_reverse_and_delayed_names_a_lucky_colour() -> None:
    """RULES 2.4 mixtures: `aim` and `reveal` combine."""
    game = delayed(aim="lucky")
    game.play(0, "n")
    game.play(1, "g")
    assert list(game.round_scores[0]) == [36 - 27, 36, 0]


def test_mild_and_delayed_costs_5_a_card() -> None:
    """RULES 2.4 mixtures: `penalty` and `reveal` combine."""
    game = delayed(penalty="flat")
    game.play(0, "n")
    game.play(1, "g")
    assert list(game.round_scores[0]) == [27 - 45, -45, 0]


def test_reverse_and_aggravated_has_two_lucky_colours() -> None:
    """RULES 2.4 mixtures: `aim` and `colours` combine."""
    assert points_with("r4 b1", "r5 r2 b0 y0", aim="lucky", colours=2) == 4 + 1 + 5 + 2 + 0 - 1


def test_mild_and_aggravated_costs_5_a_card_of_either_colour() -> None:
    """RULES 2.4 mixtures: `penalty` and `colours` combine."""
    assert points_with("r4 b1", "r5 r2 b0 y0", penalty="flat", colours=2) == -25 + 1


def test_aggravated_and_hazy_hides_both_cards_to_the_end() -> None:
    """RULES 2.4 mixtures: `colours` and `reveal` combine."""
    game = sticheln(4, ["r4 b1"], colours=2, reveal="end", rounds=1)
    game.play(0, "r4")
    game.play(0, "b1")
    choose_any(game)
    while not game.over:
        assert game.view(1)["chosen"][0] is None
        assert not events(game, "reveal")
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert sorted(game.view(1)["chosen"][0]) == ["b1", "r4"]
    assert len(events(game, "reveal")) == 8


AIMS = [("misery", "number", "never"), ("misery", "flat", "never"), ("lucky", "number", "never"), ("lucky", "number", "trump")]
MIXTURES = [
    {"aim": aim, "penalty": penalty, "zeros": zeros, "colours": colours, "reveal": reveal}
    for (aim, penalty, zeros), colours, reveal in product(AIMS, (1, 2), ("start", "end", "after"))
]


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("switches", MIXTURES, ids=lambda switches: "-".join(str(value) for value in switches.values()))
def test_all_mixtures_combine(switches: dict[str, Any], players: int) -> None:
    """RULES 2.4 mixtures: `aim` × `penalty` × `colours` × `reveal` all combine: tricks, moment of showing, colours and scores."""
    game = play_game(Game("sticheln", players=players, seed=players, rounds=2, **switches), random.Random(7))
    options = game.view(None)["options"]
    assert {name: options[name] for name in switches} == switches
    for log, scored in zip(rounds_of(game), game.round_scores, strict=True):
        check_round(log, list(scored), players, switches)


def check_round(log: list[dict[str, Any]], scored: list[int], players: int, switches: dict[str, Any]) -> None:
    """Hold a finished round against a naive second reading of the rules."""
    aim, penalty, reveal, colours = (switches[name] for name in ("aim", "penalty", "reveal", "colours"))
    kinds = [event["event"] for event in log]
    tricks = tricks_of(log)
    assert len(tricks) == (14 if players == 8 else 15) - (0 if reveal == "after" else colours)
    for winner, cards in tricks:
        assert winner == cards[trick_taker([card for _, card in cards], aim, switches["zeros"])][0]
    shown = "misery" if reveal == "after" else "reveal"
    other = "reveal" if reveal == "after" else "misery"
    assert other not in kinds
    assert (kinds.index(shown) < kinds.index("play")) is (reveal == "start")
    assert kinds.index(shown) < kinds.index("play") or "trick" not in kinds[kinds.index(shown) :]
    for seat in range(players):
        chosen = [event["card"] for event in log if event["event"] == "reveal" and event["seat"] == seat]
        named = [event["colour"] for event in log if event["event"] == "misery" and event["seat"] == seat]
        taken = [card for winner, cards in tricks if winner == seat for _, card in cards]
        own = {card[0] for card in chosen} | set(named)
        available = {card[0] for card in taken}
        assert len(own) == (min(colours, len(available)) if reveal == "after" else colours)
        assert own <= available or reveal != "after"
        assert scored[seat] == reckon(taken, chosen, own, aim, penalty)
        assert len(chosen) == (0 if reveal == "after" else colours)
