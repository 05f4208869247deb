"""Sticheln, one round of the classic game: RULES 1, 2.1 and 2.2, clause by clause."""

from __future__ import annotations

import random

import pytest

from stichwerk import Game, IllegalMove

from .helpers import (
    STICHELN,
    all_cards,
    choose,
    choose_any,
    events,
    everyone,
    hands_playing,
    play_game,
    play_round,
    play_rows,
    play_trick,
    reckon,
    rounds_of,
    sticheln,
    sweep,
    sweep_deck,
    tricks_of,
)

# --- 1 Cards and notation ------------------------------------------------------------------------------------------------


def test_the_box_holds_120_cards_red_blue_green_0_to_20_brown_violet_yellow_0_to_18() -> None:
    """RULES 1: 120 cards: red, blue, green 0–20; brown, violet, yellow 0–18; one of each (eight players' and Hat Trick's)."""
    box = {*all_cards(Game("sticheln", players=8, seed=1)), *all_cards(Game("hattrick", players=7, seed=1))}
    assert box == {f"{c}{k}" for c in "rbg" for k in range(21)} | {f"{c}{k}" for c in "nvy" for k in range(19)}
    assert len(box) == 120


def test_the_first_edition_has_90_cards_0_to_14_in_six_colours() -> None:
    """RULES 1: the first edition: 90 cards, 0–14 in six colours."""
    cards = all_cards(Game("sticheln", players=6, variant="first", seed=1))
    assert sorted(cards) == sorted(f"{c}{k}" for c in "rbgnyv" for k in range(15))


def test_a_card_is_written_as_colour_letter_and_number() -> None:
    """RULES 1: `r` red, `b` blue, `g` green, `n` brown, `y` yellow, `v` violet: `r0`, `n14`."""
    game = sticheln(6, ["r0 b1 g2 n14 y10 v3"])
    for card in ("r0", "b1", "g2", "n14", "y10", "v3"):
        assert card in game.legal(0)
    game.play(0, "n14")
    assert game.view(0)["chosen"][0] == ["n14"]


@pytest.mark.parametrize("move", ["o4", "r", "4", "r04", "4r", "r15", "r-1", "", "end", "4A"])
def test_what_is_no_card_is_refused(move: str) -> None:
    """RULES 1: a card is a colour letter and its number, nothing else; here red reaches 11."""
    game = sticheln(4, ["r4"])
    before = game.view(0)
    with pytest.raises(IllegalMove):
        game.play(0, move)
    assert game.view(0) == before


def test_seats_are_numbered_from_0_in_playing_order() -> None:
    """RULES 1: seats are 0…n−1 in clockwise (playing) order."""
    game = sticheln(4, ["r4", "r3", "r2", "r1"], dealer=1)
    assert list(game.to_act) == [0, 1, 2, 3]
    choose_any(game, keep=["r4", "r3", "r2", "r1"])
    turns = []
    for card in ("r2", "r1", "r4", "r3"):
        turns.append(game.to_act)
        game.play(game.to_act[0], card)
    assert turns == [(2,), (3,), (0,), (1,)]


# --- 2.1 Deck and deal ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "highest", "colours", "cards", "each", "left_over"),
    [
        (3, 8, "gnrby", 45, 15, 0),
        (4, 11, "gnrby", 60, 15, 0),
        (5, 14, "gnrby", 75, 15, 0),
        (6, 14, "gnrbyv", 90, 15, 0),
        (7, 17, "gnrbyv", 108, 15, 3),
        (8, 18, "gnrbyv", 114, 14, 2),
    ],
)
def test_the_deck_for_the_number_of_players(
    players: int, highest: int, colours: str, cards: int, each: int, left_over: int
) -> None:
    """RULES 2.1: the table: numbers, colours, cards, how many each, how many left over."""
    for seed in range(3):
        game = Game("sticheln", players=players, seed=seed)
        dealt = all_cards(game)
        assert len(dealt) == cards
        assert sorted(dealt) == sorted(f"{c}{k}" for c in colours for k in range(highest + 1))
        assert [len(game.view(seat)["hand"]) for seat in range(players)] == [each] * players
        assert len(game.view(None)["aside"]) == left_over


@pytest.mark.parametrize("players", [0, 1, 2, 9])
def test_sticheln_is_for_three_to_eight(players: int) -> None:
    """RULES 2.1: the table knows 3 to 8 players."""
    with pytest.raises(ValueError, match="players"):
        Game("sticheln", players=players, seed=1)


def test_the_cards_are_shuffled_for_every_game_and_every_round() -> None:
    """RULES 2.1: a deal is random, and a new one each round."""
    deals = set()
    for seed in range(10):
        game = Game("sticheln", players=3, seed=seed, rounds=2)
        deals.add(tuple(all_cards(game)))
        play_round(game)
        deals.add(tuple(all_cards(game)))
    assert len(deals) == 20


@pytest.mark.parametrize(("players", "aside"), [(7, ["r17", "v0", "y3"]), (8, ["g18", "n5"])])
def test_left_over_cards_are_shown_to_all_before_anyone_chooses(players: int, aside: list[str]) -> None:
    """RULES 2.1: left-over cards are shown to all before anyone chooses."""
    game = sticheln(players, aside=" ".join(aside))
    assert game.phase == "choose"
    assert len(game.to_act) == players
    for seat in everyone(game):
        assert sorted(game.view(seat)["aside"]) == aside
        assert sorted(event["card"] for event in events(game, "aside", seat=seat)) == aside
        assert not set(aside) & set(game.view(seat)["unseen"])


@pytest.mark.parametrize("players", [7, 8])
def test_left_over_cards_lie_aside_for_the_round(players: int) -> None:
    """RULES 2.1: left-over cards lie aside for the round: nobody holds, plays or takes them."""
    game = Game("sticheln", players=players, seed=5, rounds=1)
    aside = game.view(None)["aside"]
    play_game(game)
    assert game.view(None)["aside"] == aside
    played = [event["card"] for event in events(game, "play", "reveal")]
    assert len(played) == players * STICHELN[players][2]
    assert not set(aside) & set(played)


@pytest.mark.parametrize("players", [7, 8])
def test_left_over_cards_are_shuffled_in_again_for_the_next_round(players: int) -> None:
    """RULES 2.1: left-over cards are shuffled in again for the next round."""
    back_in_play = 0
    for seed in range(5):
        game = Game("sticheln", players=players, seed=seed, rounds=2)
        deck, aside = sorted(all_cards(game)), set(game.view(None)["aside"])
        play_round(game)
        assert sorted(all_cards(game)) == deck
        back_in_play += len(aside - set(game.view(None)["aside"]))
    assert back_in_play > 0


# --- 2.2.1 Choose --------------------------------------------------------------------------------------------------------


def test_all_players_choose_at_once_in_any_order() -> None:
    """RULES 2.2.1: all players at once pick one card of their hand."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"])
    assert game.phase == "choose"
    for seat, card in [(2, "g0"), (0, "r4"), (3, "y2")]:
        game.play(seat, card)
        assert game.phase == "choose"
        assert seat not in game.to_act
    assert game.to_act == (1,)
    game.play(1, "b1")
    assert game.phase == "play"


def test_any_card_of_the_hand_may_be_chosen_and_no_other() -> None:
    """RULES 2.2.1: pick one card of their hand."""
    game = sticheln(4, ["r4", "b1"])
    assert sorted(game.legal(0)) == sorted(game.view(0)["hand"])
    assert len(game.legal(0)) == 15
    before = game.view(0)
    with pytest.raises(IllegalMove):
        game.play(0, "b1")
    assert game.view(0) == before


def test_the_chosen_card_leaves_the_hand() -> None:
    """RULES 2.2.1: the card is picked out of the hand: it cannot be played to a trick."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"])
    choose(game, "r4 b1 g0 y2")
    assert "r4" not in game.view(0)["hand"]
    assert len(game.view(0)["hand"]) == 14
    assert game.to_act == (0,)
    with pytest.raises(IllegalMove):
        game.play(0, "r4")


def test_the_colour_of_the_chosen_card_is_the_misery_colour() -> None:
    """RULES 2.2.1: its colour is their misery colour."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"])
    choose(game, "r4 b1 g0 y2")
    assert game.view(None)["named"] == [["r"], ["b"], ["g"], ["y"]]


def test_choices_lie_face_down_until_the_last_has_chosen_then_all_are_turned_up_together() -> None:
    """RULES 2.2.1: when the last has chosen, all are turned up together."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"])
    choose(game, "r4 b1 g0")
    assert game.view(None)["chosen"] == [None, None, None, []]
    assert game.view(3)["chosen"] == [None, None, None, []]
    assert game.view(0)["chosen"] == [["r4"], None, None, []]
    assert not events(game, "reveal")
    game.play(3, "y2")
    for seat in everyone(game):
        assert game.view(seat)["chosen"] == [["r4"], ["b1"], ["g0"], ["y2"]]
    shown = {(event["seat"], event["card"]) for event in events(game, "reveal")}
    assert shown == {(0, "r4"), (1, "b1"), (2, "g0"), (3, "y2")}


def test_the_chosen_cards_stay_visible() -> None:
    """RULES 2.2.1: they stay visible (to the end of the round)."""
    game = sticheln(4, ["r4", "b1", "g0", "y2"], rounds=1)
    choose(game, "r4 b1 g0 y2")
    while not game.over:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
        assert game.view(None)["chosen"] == game.view(2)["chosen"] == [["r4"], ["b1"], ["g0"], ["y2"]]


def test_several_players_may_have_the_same_colour() -> None:
    """RULES 2.2.1: several players may have the same colour."""
    game = sticheln(4, ["r4", "r1", "r0", "r2"])
    choose(game, "r4 r1 r0 r2")
    assert game.view(None)["named"] == [["r"]] * 4


def test_a_new_round_is_a_new_choice() -> None:
    """RULES 2.2.1: a new round is a new choice: any card again, and the new colour is the one that counts."""
    game = Game("sticheln", players=3, seed=3, rounds=2)
    choose_any(game)
    first = game.view(None)["named"][0][0]
    play_round(game)
    assert game.phase == "choose"
    assert game.to_act == (0, 1, 2)
    assert game.view(None)["chosen"] == [[], [], []]
    other = next(card for card in game.legal(0) if card[0] != first)
    game.play(0, other)
    choose_any(game)
    assert game.view(None)["named"][0] == [other[0]] != [first]
    play_round(game)
    for seat, points in enumerate(game.round_scores[1]):
        log = rounds_of(game)[1]
        chosen = [event["card"] for event in log if event["event"] == "reveal" and event["seat"] == seat]
        taken = [card for taker, cards in tricks_of(log) if taker == seat for _, card in cards]
        assert points == reckon(taken, chosen, chosen[0][0])


def test_nobody_learns_anothers_choice_before_that_moment() -> None:
    """RULES 2.2.1: nobody learns another's choice before all have chosen."""
    one, other = sticheln(4, ["r4 g7"]), sticheln(4, ["r4 g7"])
    one.play(0, "r4")
    other.play(0, "g7")
    for seat in (1, 2, 3, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(0) != other.view(0)


def test_that_someone_has_chosen_is_public() -> None:
    """RULES 2.2.1: that someone has chosen is public."""
    game = sticheln(4, ["r4", "b1"])
    game.play(1, "b1")
    for seat in everyone(game):
        assert [event["seat"] for event in events(game, "chose", seat=seat)] == [1]
        assert game.view(seat)["to_act"] == [0, 2, 3]


@pytest.mark.parametrize("again", ["r4", "g7"])
def test_a_choice_is_not_taken_back(again: str) -> None:
    """RULES 2.2.1: a choice is not taken back."""
    game = sticheln(4, ["r4 g7"])
    game.play(0, "r4")
    assert game.legal(0) == []
    before = game.view(0)
    with pytest.raises(IllegalMove):
        game.play(0, again)
    assert game.view(0) == before


# --- 2.2.2 Tricks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tricks"), [(3, 14), (4, 14), (5, 14), (6, 14), (7, 14), (8, 13)])
def test_a_round_has_14_tricks_13_with_eight(players: int, tricks: int) -> None:
    """RULES 2.2.2: 14 tricks (13 with 8 players)."""
    game = play_game(Game("sticheln", players=players, seed=1, rounds=1))
    played = tricks_of(game.view(None)["log"])
    assert len(played) == tricks
    assert all(len({seat for seat, _ in cards}) == players for _, cards in played)
    assert len(game.round_scores) == 1


@pytest.mark.parametrize(("dealer", "leader"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_player_left_of_the_dealer_leads_the_first_trick(dealer: int, leader: int) -> None:
    """RULES 2.2.2: the player left of the dealer leads the first."""
    game = sticheln(4, dealer=dealer)
    choose_any(game)
    assert game.to_act == (leader,)
    assert game.view(None)["leader"] == leader


def test_everyone_plays_in_turn_and_nobody_else() -> None:
    """RULES 2.2.2: everyone in turn plays."""
    game = sticheln(4, dealer=2)
    choose_any(game)
    for seat in (3, 0, 1, 2):
        assert game.to_act == (seat,)
        for idle in {0, 1, 2, 3} - {seat}:
            assert game.legal(idle) == []
            with pytest.raises(IllegalMove):
                game.play(idle, game.view(idle)["hand"][0])
        game.play(seat, game.legal(seat)[0])


def test_any_card_may_be_played_no_duty_to_follow_to_trump_or_to_beat() -> None:
    """RULES 2.2.2: everyone plays any card: no duty to follow, to trump or to beat."""
    hands = ["r5 r1", "r7 r2 b3 g9", "r8 r3 b4 g10", "r9 r0 b5 g11"]
    game = sticheln(4, hands)
    choose(game, "r1 b3 b4 b5")
    game.play(0, "r5")
    for seat in (1, 2, 3):
        assert sorted(game.legal(seat)) == sorted(game.view(seat)["hand"])
        assert len(game.legal(seat)) == 14
        game.play(seat, hands[seat].split()[1 if seat == 1 else -1])
    assert game.to_act == (3,)


TRICKS = [
    pytest.param("r3 r7 r5 r1", 1, id="only the lead colour: its highest"),
    pytest.param("r11 r7 r5 r1", 0, id="only the lead colour: the leader's"),
    pytest.param("r11 g1 r10 r9", 1, id="a trump beats every lead card"),
    pytest.param("r11 g2 b3 n1", 2, id="the highest trump of whatever colour"),
    pytest.param("r2 r11 g1 r10", 2, id="a lone low trump"),
    pytest.param("r4 g9 g3 g5", 1, id="several trumps of one colour"),
    pytest.param("r2 g5 b5 n4", 1, id="equal trumps: first played"),
    pytest.param("r2 b5 y5 g5", 1, id="equal trumps in another order of colours: first played"),
    pytest.param("r2 y5 n5 b5", 1, id="equal trumps, yellow first"),
    pytest.param("r2 g3 b5 n5", 2, id="equal trumps after a lower one"),
    pytest.param("r5 r6 g5 b5", 2, id="a lead card as high does not matter"),
    pytest.param("g4 r3 b2 r4", 3, id="the last card may win"),
    pytest.param("r3 r2 b0 r4", 3, id="a 0 is no trump"),
    pytest.param("r1 g0 b0 y0", 0, id="lead card among zeros"),
    pytest.param("r0 r1 g0 b0", 1, id="a led 0 loses to its colour"),
    pytest.param("r0 g1 r11 b0", 1, id="a led 0 loses to a trump"),
    pytest.param("r0 g0 b1 y0", 2, id="a lone trump among zeros"),
    pytest.param("b0 g0 r0 y0", 0, id="only zeros: the leader, blue"),
    pytest.param("y0 g0 n0 r0", 0, id="only zeros: the leader, yellow"),
    pytest.param("g0 r0 b0", 0, id="three players, only zeros"),
    pytest.param("r8 g0 r7", 0, id="three players, the leader's high card"),
    pytest.param("r8 b1 g1", 1, id="three players, equal trumps"),
    pytest.param("y14 y13 n1 b0 g1", 2, id="five players"),
    pytest.param("v14 r1 b1 g2 n2 y0", 3, id="six players"),
    pytest.param("r14 v3 v2 v1 v0 r13", 1, id="violet is a colour like the others"),
    pytest.param("v17 v0 v1 r0 v16 v2 v3", 0, id="seven players, no trump"),
    pytest.param("n17 g9 v17 b17 n16 r17 n15", 2, id="seven players, three equal trumps"),
    pytest.param("r18 r17 b1 g1 n1 y1 v1 r16", 2, id="eight players, five equal trumps"),
    pytest.param("v0 r0 g0 b0 n0 y0 v1 v2", 7, id="eight players, all six zeros"),
]


@pytest.mark.parametrize(("trick", "winner"), TRICKS)
def test_the_highest_trump_takes_the_trick_without_trump_the_highest_of_the_lead_colour(trick: str, winner: int) -> None:
    """RULES 2.2.2: the first card's colour leads, any other colour is a trump, except a 0; highest trump, of equal ones the
    first played; no trump: the highest of the lead colour, so with only zeros the leader's, and otherwise no 0 ever wins."""
    cards = trick.split()
    game = sticheln(len(cards), cards)
    choose_any(game, keep=cards)
    assert play_trick(game, trick) == winner


@pytest.mark.parametrize(("dealer", "winner"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_the_winning_place_is_counted_from_the_leader_whoever_leads(dealer: int, winner: int) -> None:
    """RULES 2.2.2: first played means first after the leader, not the lowest seat."""
    hands = hands_playing(4, [f"{(dealer + 1) % 4}: r2 r3 g1 b5"])
    game = sticheln(4, hands, dealer=dealer)
    choose_any(game, keep=["r2", "r3", "g1", "b5"])
    assert play_trick(game, "r2 r3 g1 b5") == winner


@pytest.mark.parametrize(("leader", "winner"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_of_equal_trumps_the_first_played_wins_whoever_leads(leader: int, winner: int) -> None:
    """RULES 2.2.2: of equal trumps the one played first."""
    trick = "r2 y5 n5 g5"
    game = sticheln(4, hands_playing(4, [f"{leader}: {trick}"]), dealer=(leader - 1) % 4)
    choose_any(game, keep=trick.split())
    assert play_trick(game, trick) == winner


def test_the_lead_colour_is_set_anew_by_the_first_card_of_each_trick() -> None:
    """RULES 2.2.2: the first card's colour is the lead colour: of each trick."""
    rows = ["0: r2 g3 r4 r5", "1: g2 r1 g11 g10", "2: b1 g1 b9 b8"]
    game = sticheln(4, hands_playing(4, rows, ["y1", "y2", "y3", "y4"]))
    choose(game, "y1 y2 y3 y4")
    play_rows(game, rows)
    assert [event["seat"] for event in events(game, "trick")] == [1, 2, 3]


def test_the_winner_takes_the_cards() -> None:
    """RULES 2.2.2: the winner takes the cards."""
    rows = ["0: r2 g3 r4 r5", "1: g2 r1 g11 g10", "2: b1 b2 b9 b8"]
    game = sticheln(4, hands_playing(4, rows, ["y1", "y2", "y3", "y4"]))
    choose(game, "y1 y2 y3 y4")
    play_rows(game, rows)
    taken = [set(cards) for cards in game.view(None)["taken"]]
    assert taken == [{"b1", "b2", "b9", "b8"}, {"r2", "g3", "r4", "r5"}, {"g2", "r1", "g11", "g10"}, set()]
    assert game.view(None)["trick"] == []


@pytest.mark.parametrize(
    ("trick", "winner"), [("r9 r2 r3 r1", 0), ("r9 g2 r3 r1", 1), ("r9 g2 b3 r1", 2), ("r9 g2 b3 y4", 3), ("r0 g0 b0 y0", 0)]
)
def test_the_winner_leads_the_next_trick(trick: str, winner: int) -> None:
    """RULES 2.2.2: the winner leads the next trick."""
    game = sticheln(4, trick.split())
    choose_any(game, keep=trick.split())
    play_trick(game, trick)
    assert game.to_act == (winner,)
    assert game.view(None)["leader"] == winner


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_every_trick_of_a_round_is_led_by_the_winner_of_the_one_before(players: int) -> None:
    """RULES 2.2.2: left of the dealer, then the winner leads, and the others follow clockwise."""
    game = play_game(Game("sticheln", players=players, seed=4, dealer=1, rounds=1))
    leader = 2
    for winner, cards in tricks_of(game.view(None)["log"]):
        assert [seat for seat, _ in cards] == [(leader + turn) % players for turn in range(players)]
        leader = winner


# --- 2.2.3 Score ---------------------------------------------------------------------------------------------------------


def test_each_card_of_the_misery_colour_costs_its_number() -> None:
    """RULES 2.2.3: each card of your misery colour costs its number; every other card you took is +1."""
    rows = ["0: r7 r5 r0 b0", "0: g8 r6 g5 y0"]
    game = sticheln(4, hands_playing(4, rows, ["r1", "b1", "b2", "b3"]))
    choose(game, "r1 b1 b2 b3")
    play_rows(game, rows[:1])
    assert game.view(None)["points"] == [-1 - 7 - 5 - 0 + 1, -1, -2, -3]
    play_rows(game, rows[1:])
    assert game.view(None)["points"] == [-12, -1 + 4, -2, -3]


def test_the_chosen_card_costs_too() -> None:
    """RULES 2.2.3: the chosen card too."""
    game = sticheln(4, ["r4", "b11", "g0", "y2"])
    choose(game, "r4 b11 g0 y2")
    assert game.view(None)["points"] == [-4, -11, 0, -2]


def test_whoever_takes_nothing_pays_for_the_chosen_card_alone() -> None:
    """RULES 2.2.3: the chosen card costs its number; who takes nothing gets nothing else."""
    game = Game("sticheln", players=3, seed=1, decks=[sweep_deck(3, 1, "r4 r6 b2")], dealer=0, rounds=1)
    sweep(game, "r4 r6 b2")
    assert [len(cards) for cards in game.view(None)["taken"]] == [0, 42, 0]
    assert [game.round_scores[0][seat] for seat in (0, 2)] == [-4, -2]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_a_round_is_scored_by_the_cards_taken_and_chosen(players: int) -> None:
    """RULES 2.2.3: misery cards and the chosen one cost their numbers, every other card you took is +1."""
    rng = random.Random(players)
    for seed in range(3):
        game = play_game(Game("sticheln", players=players, seed=seed, rounds=1), rng)
        tricks = tricks_of(game.view(None)["log"])
        for seat in range(players):
            chosen = [event["card"] for event in events(game, "reveal") if event["seat"] == seat]
            taken = [card for taker, cards in tricks if taker == seat for _, card in cards]
            assert game.round_scores[0][seat] == reckon(taken, chosen, chosen[0][0])
        assert game.scores == game.round_scores[0]


def test_points_are_counted_at_the_end_of_the_round() -> None:
    """RULES 2.2.3: points are counted at the end of the round."""
    game = Game("sticheln", players=3, seed=2, rounds=2)
    choose_any(game)
    for _ in range(14 * 3 - 1):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
        assert list(game.scores) == [0, 0, 0]
        assert list(game.round_scores) == []
        assert not events(game, "score")
    game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert len(game.round_scores) == 1
    assert list(game.scores) == list(game.round_scores[0])
    shown = {event["seat"]: event["points"] for event in events(game, "score")}
    assert shown == dict(enumerate(game.round_scores[0]))
