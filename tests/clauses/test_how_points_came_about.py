"""The round's end on paper: `last_round` says how every seat's points came about, `proposed` which colour to name.

Points themselves are tested where their clauses are; here it is what a table is told of them.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from stichwerk import Game
from tests.games import ALL, Setting

from .helpers import choose_any, hands_playing, play_game, play_out, play_round, play_rows, sticheln

WITH_POINTS = [setting for setting in ALL if setting.game != "thegame"]


def group(cards: str, each: int, **more: Any) -> dict[str, Any]:
    return {"cards": cards.split(), "each": each, "points": each * len(cards.split()), **more}


OTHERS = group("b0 g3 g4 g5 g11 n3 n4 n5 n11 y0 y3 y4 y5 y11", 1)
ONE_BY_ONE = [group("r5", -5), group("r4", -4), group("r2", -2), OTHERS]
ALIKE = [group("r2 r4 r5", -5), OTHERS]


@pytest.mark.parametrize(("variant", "points", "counted"), [("classic", 3, ONE_BY_ONE), ("mild", -1, ALIKE)])
def test_misery_cards_are_counted_by_their_worth_and_the_others_together(
    variant: str, points: int, counted: list[dict[str, Any]]
) -> None:
    """RULES 5: chosen r4, took r2 r5 and 14 others → 3 (2.2.3; 2.4, mild: each misery card costs 5). The chosen card counts."""
    tricks = ["0: r5 r2 b0 y0", "0: g11 g3 g4 g5", "0: n11 n3 n4 n5", "0: y11 y3 y4 y5"]
    low = "r0 r1 b1 b2 g0 g1 g2 n0 n1 y1"
    game = sticheln(4, hands_playing(4, tricks, [f"r4 {low}"]), rounds=1, variant=variant)
    game.play(0, "r4")
    choose_any(game, keep=" ".join(tricks).split())
    play_rows(game, tricks)
    play_out(game, ducking=0)
    assert game.view(None)["last_round"][0] == {"points": points, "colours": ["r"], "counted": counted}


@pytest.mark.parametrize("setting", WITH_POINTS, ids=str)
def test_the_groups_add_up_to_the_points(setting: Setting) -> None:
    """RULES 2.2.3, 3 (score): in every variant, and each card that counts is counted once."""
    game = setting.start(3, rounds=1)
    play_game(game, random.Random(3))
    for seat, tally in enumerate(game.view(None)["last_round"]):
        assert tally["points"] == game.round_scores[0][seat] == sum(group["points"] for group in tally["counted"])
        cards = [card for group in tally["counted"] for card in group["cards"]]
        assert sorted(cards) == sorted(came_to(game.view(None), seat))


def came_to(view: dict[str, Any], seat: int) -> list[str]:
    if view["game"] == "sticheln":
        return [*view["taken"][seat], *view["chosen"][seat]]
    return [*view["passes"][seat], *(card for pile in view["piles"][seat].values() for card in pile)]


@pytest.mark.parametrize(
    "game", [Game("sticheln", 4, seed=5, rounds=2), Game("hattrick", 4, seed=5, rounds=2)], ids=lambda g: g.name
)
def test_it_is_told_to_all_from_the_rounds_end_to_the_next(game: Game) -> None:
    """Nothing before the first round is scored; then the same for all, also after the end of the game."""
    chance = random.Random(5)
    assert game.last_round is None
    for number in (0, 1):
        play_round(game, chance)
        views = [game.view(seat)["last_round"] for seat in (None, 0, 1, 2, 3)]
        assert views == [views[0]] * 5
        assert [tally["points"] for tally in views[0]] == game.round_scores[number]
    assert game.over


def test_whoever_changes_what_they_were_told_changes_nothing() -> None:
    game = play_game(Game("sticheln", 3, seed=1, rounds=1), random.Random(1))
    told, before = game.view(0)["last_round"], game.view(1)["last_round"]
    told[0]["counted"][0]["cards"].clear()
    told[0]["points"] = 99
    assert game.view(1)["last_round"] == before != told


def test_hattrick_counts_each_colour_and_then_the_passes() -> None:
    """RULES 3, score: the longest colour +1 a card, the other two -1, each passed card -2."""
    game = Game("hattrick", 4, seed=2, rounds=1)
    play_game(game, random.Random(2))
    view = game.view(None)
    for seat, tally in enumerate(view["last_round"]):
        piles = [pile for pile in view["piles"][seat].values() if pile]
        longest = max(len(pile) for pile in piles)
        expected = [group(" ".join(pile), 1 if len(pile) == longest else -1, **{"pass": False}) for pile in piles]
        passes = [group(" ".join(view["passes"][seat]), -2, **{"pass": True})] if view["passes"][seat] else []
        if [len(pile) for pile in piles].count(longest) == 1:
            assert tally["counted"] == expected + passes


def test_delayed_proposes_the_colour_that_costs_least_to_whoever_must_name() -> None:
    """RULES 2.4, Delayed: a misery colour is named at the end; nobody else, and nobody at another time, is told one."""
    game = Game("sticheln", 4, "delayed", seed=8, rounds=1)
    chance = random.Random(8)
    while game.phase == "play":
        assert [game.view(seat)["proposed"] for seat in (None, 0, 1, 2, 3)] == [None] * 5
        game.play(game.to_act[0], chance.choice(game.legal(game.to_act[0])))
    proposals = {seat: game.view(seat)["proposed"] for seat in range(4)}
    assert {seat for seat, colour in proposals.items() if colour} == set(game.to_act)
    assert game.view(None)["proposed"] is None
    best = {seat: max(score_of(game, seat, colour) for colour in game.legal(seat)) for seat in game.to_act}
    for seat in game.to_act:
        assert score_of(game, seat, proposals[seat]) == best[seat]
        game.play(seat, proposals[seat])
        if not game.over:
            assert game.view(seat)["proposed"] is None, "it has named"
    assert {seat: game.round_scores[0][seat] for seat in best} == best


def score_of(game: Game, seat: int, colour: str) -> int:
    """RULES 2.2.3, with the seat's colour named so."""
    return sum(-int(card[1:]) if card[0] == colour else 1 for card in game.view(None)["taken"][seat])
