"""The worked examples of the seeds: RULES 5, every one of them."""

from __future__ import annotations

import pytest

from .helpers import (
    choose_any,
    events,
    hands_playing,
    hattrick,
    lay,
    play_all,
    play_out,
    play_rows,
    play_trick,
    sticheln,
    thegame,
)

# --- Sticheln: scores. Whole rounds: the tricks as written, led and taken by seat 0, which then ducks to the end. -------------

SCORES = [
    pytest.param(
        4,
        "r4",
        ["0: r5 r2 b0 y0", "0: g11 g3 g4 g5", "0: n11 n3 n4 n5", "0: y11 y3 y4 y5"],
        "r0 r1 b1 b2 g0 g1 g2 n0 n1 y1",
        3,
        id="chosen r4, took r2 r5 and 14 others: 3",
    ),
    pytest.param(4, "b1", [], "b0 b2 r0 r1 r2 g0 g1 g2 n0 n1 n2 y0 y1 y2", -1, id="chosen b1, took nothing: -1"),
    pytest.param(
        8,
        "r0",
        ["0: r14 r1 r3 b0 g0 n0 y0 v0"],
        "r2 b1 b2 b3 g1 g2 n1 n2 y1 y2 v1 v2",
        -13,
        id="chosen r0, took r1 r3 r14 and 5 others: -13",
    ),
    pytest.param(4, "g4", ["0: n11 n3 n4 n5"], "r0 r1 r2 b0 b1 b2 g0 g1 g2 n0 n1 y0 y1", 0, id="chosen g4, took 4 others: 0"),
]


@pytest.mark.parametrize(("players", "chosen", "tricks", "low", "score"), SCORES)
def test_scores_of_a_classic_round(players: int, chosen: str, tricks: list[str], low: str, score: int) -> None:
    """RULES 5: chosen r4, took r2 r5 and 14 others → 3; b1, nothing → −1; r0, r1 r3 r14 and 5 others → −13; g4, 4 others → 0."""
    game = sticheln(players, hands_playing(players, tricks, [f"{chosen} {low}"]), rounds=1)
    game.play(0, chosen)
    choose_any(game, keep=" ".join(tricks).split())
    play_rows(game, tricks)
    assert game.view(0)["points"][0] == score
    play_out(game, ducking=0)
    assert game.over
    assert len(game.view(None)["taken"][0]) == players * len(tricks)
    assert game.round_scores[0][0] == score


# --- Sticheln: tricks. Six play with these cards; the two more cards of each trick are zeros or low cards of the lead colour
# that can neither win nor cost, so each is worth +1 to its taker beside the four. Axel 0, Lore 1, Ulli 2, Doris 3. ------------

AXEL, LORE, ULLI, DORIS = 0, 1, 2, 3
TRICKS = [
    pytest.param(AXEL, "y6 y5 y2 y14", "y0 y1", DORIS, 4, id="y6 y5 y2 y14: Doris, +4"),
    pytest.param(DORIS, "r3 r2 b0 r4", "g0 n0", ULLI, -8, id="r3 r2 b0 r4: Ulli, -8"),
    pytest.param(ULLI, "b14 v6 g6 g4", "b0 b1", DORIS, -8, id="b14 v6 g6 g4: Doris, -8"),
    pytest.param(DORIS, "g3 y0 g2 n0", "r0 v0", DORIS, -3, id="g3 y0 g2 n0: Doris, -3"),
]


@pytest.mark.parametrize(("leader", "four", "more", "taker", "worth"), TRICKS)
def test_tricks_and_what_they_are_worth_to_their_takers(leader: int, four: str, more: str, taker: int, worth: int) -> None:
    """RULES 5: fourth, fourth, second (equal sixes: first played), first; worth +4, −8, −8 and −3 to their takers."""
    at_table = {(leader + turn) % 4: card for turn, card in enumerate(four.split())} | dict(enumerate(more.split(), start=4))
    order = [(leader + turn) % 6 for turn in range(6)]
    game = sticheln(6, hands_playing(6, [f"0: {' '.join(at_table[seat] for seat in range(6))}"]), dealer=(leader - 1) % 6)
    for seat, c in enumerate("rbrg"):
        game.play(seat, next(card for card in game.legal(seat) if card[0] == c and card not in at_table.values()))
    choose_any(game, keep=at_table.values())
    before = game.view(None)["points"][taker]
    assert [seat for seat in order if seat < 4] == [(leader + turn) % 4 for turn in range(4)]
    assert play_trick(game, " ".join(at_table[seat] for seat in order)) == taker
    assert game.view(None)["points"][taker] - before == worth + 2


PLACES = [
    pytest.param("y6 y5 y2 y14 y0 y1", 3, id="fourth"),
    pytest.param("r3 r2 b0 r4 g0 n0", 3, id="a 0 counts for nothing: fourth"),
    pytest.param("b14 v6 g6 g4 b0 b1", 1, id="equal sixes: second"),
    pytest.param("g3 y0 g2 n0 r0 v0", 0, id="zeros beside the lead: first"),
    pytest.param("g0 y0 r0 n0 b0 v0", 0, id="only zeros: the leader"),
    pytest.param("v0 b0 n0 r0 y0 g0", 0, id="only zeros, violet led: the leader"),
]


@pytest.mark.parametrize(("trick", "place"), PLACES)
def test_tricks_in_playing_order(trick: str, place: int) -> None:
    """RULES 5: the four tricks with their four cards in a row, two harmless ones after them; only zeros → the leader."""
    game = sticheln(6, trick.split())
    choose_any(game, keep=trick.split())
    assert play_trick(game, trick) == place


# --- Hat Trick -----------------------------------------------------------------------------------------------------------

AXELS_ROUND = [
    "0: r20 r1 r2 r3",
    "0: r19 r4 r5 r6",
    "0: r18 b5 b6 b7",  # nine red
    "0: b20 b1 g5 g6",  # two blue
    "0: g20 g1 g2 g3",  # four green
    "0: g4 g19 b8 b9",
    "1: g18 b10 b11 r17",  # one passed
    "1: g17 b12 b13 b2",
    "1: g16 b14 b15 b3",
    "1: g15 b16 b17 b4",
    "3: r16 r7 g14 g13",
    "3: r15 r8 r12 r11",
    "3: r14 g7 g12 g11",
    "3: r13 g8 g10 r10",
]


def test_hat_trick_9_red_2_blue_4_green_1_passed_is_1() -> None:
    """RULES 5: Hat Trick: 9 red, 2 blue, 4 green, 1 passed → 1."""
    game = hattrick(4, hands_playing(4, AXELS_ROUND), rounds=1)
    play_rows(game, AXELS_ROUND)
    assert game.over
    view = game.view(None)
    assert {c: len(cards) for c, cards in view["piles"][0].items()} == {"r": 9, "b": 2, "g": 4}
    assert view["passes"][0] == ["r17"]
    assert game.round_scores[0][0] == 1


def test_a_double_trick_of_three_red_and_two_blue_cards_has_two_takers() -> None:
    """RULES 5: a double trick of three red and two blue cards has two takers."""
    game = hattrick(5, ["r5", "b3", "r9", "b12", "r7"])
    play_all(game, "r5 b3 r9 b12 r7")
    assert [(event["colour"], event["seat"]) for event in sorted(events(game, "trick"), key=lambda e: -ord(e["colour"]))] == [
        ("r", 2),
        ("b", 3),
    ]
    piles = game.view(None)["piles"]
    assert sorted(piles[2]["r"]) == ["r5", "r7", "r9"]
    assert piles[2]["b"] == []
    assert sorted(piles[3]["b"]) == ["b12", "b3"]
    assert piles[3]["r"] == []


# --- The Game ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pile", ["A", "B"])
def test_37_goes_on_an_ascending_47(pile: str) -> None:
    """RULES 5: The Game: 37 on an ascending 47."""
    game = thegame(1, ["47 37"])
    game.play(0, f"47{pile}")
    assert f"37{pile}" in game.view(0)["backwards"]
    game.play(0, f"37{pile}")
    assert game.view(0)["piles"][pile] == 37


@pytest.mark.parametrize("pile", ["C", "D"])
def test_75_goes_on_a_descending_65(pile: str) -> None:
    """RULES 5: The Game: 75 on a descending 65."""
    game = thegame(1, ["65 75"])
    game.play(0, f"65{pile}")
    assert f"75{pile}" in game.view(0)["backwards"]
    game.play(0, f"75{pile}")
    assert game.view(0)["piles"][pile] == 75


RUNS = [
    ("AB", "3 11 12 13 18 20 34 35 51"),
    ("AB", "2 7 19 25 28 29 49"),
    ("AB", "4 8 13"),
    ("CD", "94 90 78 61 60 57"),
    ("CD", "98 97 88 83 81"),
]


@pytest.mark.parametrize(("pile", "run"), [(pile, run) for piles, run in RUNS for pile in piles])
def test_runs_on_a_pile(pile: str, run: str) -> None:
    """RULES 5: ascending runs 3 11 12 13 18 20 34 35 51, 2 7 19 25 28 29 49 and 4 8 13; descending 94 90 78 61 60 57 and
    98 97 88 83 81."""
    cards = run.split()
    game = thegame(1, [" ".join(cards[:8])], " ".join(cards[8:]))
    lay(game, [f"{card}{pile}" for card in cards])
    assert [(str(event["card"]), event["pile"], event["back"]) for event in events(game, "play")] == [
        (card, pile, False) for card in cards
    ]
    assert game.view(0)["piles"][pile] == int(cards[-1])


def test_who_plays_four_draws_four() -> None:
    """RULES 5: who plays four draws four (one on the first pile, two on the second, one on the last)."""
    game = thegame(3, ["12 20 25 80 50 60"], "30 31 32 33")
    play_all(game, "12A 20B 25B 80D end")
    assert sorted(game.view(0)["hand"]) == ["30", "31", "32", "33", "50", "60"]
    assert [(event["seat"], event["count"]) for event in events(game, "draw")] == [(0, 4)]
    assert game.view(None)["draw_pile"] == 98 - 18 - 4
