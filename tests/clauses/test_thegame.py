"""The Game: RULES 4, clause by clause (all but the free chat)."""

from __future__ import annotations

from typing import Any

import pytest

from stichwerk import Game, IllegalMove

from .helpers import all_cards, events, everyone, lay, play_all, thegame, thegame_cards

UPWARD = thegame_cards()  # 2, 3, … 99: dealt in this order every card fits on one ascending pile


def on(pile: str, numbers: range) -> list[str]:
    """The plays of these numbers on one pile."""
    return [f"{k}{pile}" for k in numbers]


def dealt(players: int, cards: list[str], **options: Any) -> Game:
    """The Game with the whole deck as given; seat 0 has been made to begin."""
    game = Game("thegame", players=players, seed=1, decks=[cards], **options)
    for seat in range(players if players > 1 else 0):
        game.play(seat, "start3" if seat == 0 else "start0")
    return game


# --- cards ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_the_hand_for_the_number_of_players_the_rest_is_the_draw_pile(players: int, each: int) -> None:
    """RULES 4: hand: 8 alone, 7 with two, 6 with three to five. The rest is the draw pile."""
    game = Game("thegame", players=players, seed=1)
    assert [len(game.view(seat)["hand"]) for seat in range(players)] == [each] * players
    assert game.view(None)["cards"] == [each] * players
    assert game.view(None)["draw_pile"] == 98 - players * each
    assert len(set(all_cards(game))) == players * each


def test_the_numbers_are_2_to_99() -> None:
    """RULES 4: numbers 2–99, one of each."""
    game = Game("thegame", players=1, seed=1)
    assert sorted(game.view(0)["hand"] + game.view(0)["unseen"], key=int) == [str(k) for k in range(2, 100)]
    assert game.left == 98
    assert len({tuple(all_cards(Game("thegame", players=1, seed=seed))) for seed in range(10)}) == 10


def test_four_piles_two_from_1_upward_two_from_100_downward() -> None:
    """RULES 4: `A`, `B` from 1 upward, `C`, `D` from 100 downward: at first every card fits everywhere."""
    hand = "2 3 50 60 70 80 98 99"
    game = thegame(1, [hand])
    assert game.view(None)["piles"] == {"A": 1, "B": 1, "C": 100, "D": 100}
    assert sorted(game.legal(0)) == sorted(f"{card}{pile}" for card in hand.split() for pile in "ABCD")


@pytest.mark.parametrize("players", [0, 6])
def test_the_game_is_for_one_to_five(players: int) -> None:
    """RULES 4: 1–5 players."""
    with pytest.raises(ValueError, match="players"):
        Game("thegame", players=players, seed=1)


# --- start ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_seat_says_how_much_it_wants_to_begin(players: int) -> None:
    """RULES 4: each seat says how much it wants to begin (`start0`…`start3`); all look at their hands."""
    game = Game("thegame", players=players, seed=1)
    assert game.phase == "start"
    assert game.to_act == tuple(range(players))
    for seat in range(players):
        assert sorted(game.legal(seat)) == ["start0", "start1", "start2", "start3"]
        assert game.view(seat)["hand"]
        with pytest.raises(IllegalMove):
            game.play(seat, f"{game.view(seat)['hand'][0]}A")


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ((0, 1), 1),
        ((1, 0), 0),
        ((3, 3), 0),
        ((1, 3, 2), 1),
        ((0, 0, 0), 0),
        ((2, 0, 2), 0),
        ((0, 1, 1), 1),
        ((0, 2, 1, 2), 1),
        ((0, 1, 2, 1, 3), 4),
        ((2, 3, 3, 1, 3), 1),
    ],
)
def test_the_most_eager_begins_the_lowest_seat_on_a_tie(said: tuple[int, ...], begins: int) -> None:
    """RULES 4: the most eager begins, the lowest seat on a tie; in whatever order they spoke."""
    for order in (range(len(said)), reversed(range(len(said)))):
        game = Game("thegame", players=len(said), seed=1)
        for seat in order:
            assert game.phase == "start"
            game.play(seat, f"start{said[seat]}")
        assert game.phase == "play"
        assert game.to_act == (begins,)
        assert [event["seat"] for event in events(game, "begin")] == [begins]


def test_eagerness_is_shown_when_all_have_spoken() -> None:
    """RULES 4: shown when all have spoken, and not before."""
    one, other = Game("thegame", players=3, seed=1), Game("thegame", players=3, seed=1)
    for game, word in ((one, "start3"), (other, "start0")):
        game.play(1, word)
        game.play(0, "start1")
        assert not events(game, "start", "begin")
    assert all(one.view(seat) == other.view(seat) for seat in (0, 2, None))
    assert [event["seat"] for event in events(one, "spoke")] == [1, 0]
    one.play(2, "start2")
    for seat in everyone(one):
        assert one.view(seat)["eagerness"] == [1, 3, 2]
        assert {(event["seat"], event["eager"]) for event in events(one, "start", seat=seat)} == {(0, 1), (1, 3), (2, 2)}


def test_each_seat_says_it_once() -> None:
    """RULES 4: each seat says how much it wants to begin: one word each."""
    game = Game("thegame", players=3, seed=1)
    game.play(0, "start1")
    assert game.to_act == (1, 2)
    assert game.legal(0) == []
    with pytest.raises(IllegalMove):
        game.play(0, "start3")
    with pytest.raises(IllegalMove):
        game.play(1, "start4")


def test_alone_there_is_no_such_step() -> None:
    """RULES 4: alone: no such step."""
    game = Game("thegame", players=1, seed=1)
    assert game.phase == "play"
    assert game.to_act == (0,)
    assert game.view(0)["eagerness"] is None


# --- turn: what fits -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pile", ["A", "B"])
def test_on_an_ascending_pile_a_higher_card_or_exactly_10_lower(pile: str) -> None:
    """RULES 4: on `A`/`B` a higher card, or exactly 10 lower."""
    game = thegame(1, ["47 37 36 38 27 46 48 99"])
    game.play(0, f"47{pile}")
    fitting = {move for move in game.legal(0) if move.endswith(pile)}
    assert fitting == {f"37{pile}", f"48{pile}", f"99{pile}"}
    for card in (36, 38, 27, 46):
        with pytest.raises(IllegalMove):
            game.play(0, f"{card}{pile}")
    assert game.view(0)["piles"][pile] == 47


@pytest.mark.parametrize("pile", ["C", "D"])
def test_on_a_descending_pile_a_lower_card_or_exactly_10_higher(pile: str) -> None:
    """RULES 4: on `C`/`D` a lower card, or exactly 10 higher."""
    game = thegame(1, ["65 75 76 74 85 66 64 2"])
    game.play(0, f"65{pile}")
    fitting = {move for move in game.legal(0) if move.endswith(pile)}
    assert fitting == {f"75{pile}", f"64{pile}", f"2{pile}"}
    for card in (76, 74, 85, 66):
        with pytest.raises(IllegalMove):
            game.play(0, f"{card}{pile}")
    assert game.view(0)["piles"][pile] == 65


def test_each_pile_is_judged_by_its_own_top() -> None:
    """RULES 4: four piles, each with its own top."""
    game = thegame(1, ["20 30 40 70 80 50 25 75"])
    play_all(game, "30A 20B 70C 80D")
    assert game.view(0)["piles"] == {"A": 30, "B": 20, "C": 70, "D": 80}
    fitting = {pile: {int(move[:-1]) for move in game.legal(0) if move[-1] == pile} for pile in "ABCD"}
    assert fitting == {"A": {40, 50, 75}, "B": {25, 40, 50, 75}, "C": {25, 40, 50}, "D": {25, 40, 50, 75}}


def test_going_back_by_ten_may_be_repeated_and_the_new_top_counts() -> None:
    """RULES 4: exactly 10 lower (higher) than the top, as often as one likes."""
    game = thegame(1, ["47 37 27 28 60 70 80 75"])
    play_all(game, "47A 37A 27A 28A")
    play_all(game, "60D 70D 80D 75D")
    assert game.view(0)["piles"] == {"A": 28, "B": 1, "C": 100, "D": 75}
    assert [event["back"] for event in events(game, "play")] == [False, True, True, False, False, True, True, False]


def test_a_play_is_a_card_of_the_own_hand_and_a_pile() -> None:
    """RULES 1, 4: a play is the number and the pile letter, of a card one holds."""
    game = thegame(1, ["37 38 39 40 41 42 43 44"], "50")
    for move in ("50A", "37", "37E", "A37", "A", "37a", "100A", "1A", "start1", "r4"):
        with pytest.raises(IllegalMove):
            game.play(0, move)
    assert game.view(0)["piles"] == {"A": 1, "B": 1, "C": 100, "D": 100}
    assert len(game.view(0)["hand"]) == 8
    game.play(0, "37A")
    assert "37" not in game.view(0)["hand"]
    assert game.left == 97


# --- turn: how many, and drawing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_play_at_least_2_cards_as_many_as_you_like(players: int) -> None:
    """RULES 4: play at least 2 cards, one after the other, as many as you like. Then `end`."""
    game = dealt(players, UPWARD)
    held = len(game.view(0)["hand"])
    for count in range(held + 1):
        assert game.to_act == (0,)
        assert ("end" in game.legal(0)) is (count >= 2)
        assert len(game.legal(0)) > 1 or count == held
        if count < 2:
            with pytest.raises(IllegalMove):
                game.play(0, "end")
        if count < held:
            game.play(0, f"{2 + count}A")


def test_nobody_plays_out_of_turn() -> None:
    """RULES 4: the turn is one seat's until `end`."""
    game = dealt(3, UPWARD)
    play_all(game, "2A 3A")
    for seat in (1, 2):
        assert game.legal(seat) == []
        for move in (f"{game.view(seat)['hand'][0]}A", "end"):
            with pytest.raises(IllegalMove):
                game.play(seat, move)
    assert game.to_act == (0,)


@pytest.mark.parametrize("count", [2, 3, 5, 6])
def test_end_draws_back_to_the_full_hand_from_the_top_of_the_pile(count: int) -> None:
    """RULES 4: then `end`: draw back to the full hand."""
    game = dealt(3, UPWARD)
    lay(game, on("A", range(2, 2 + count)))
    assert len(game.view(0)["hand"]) == 6 - count
    game.play(0, "end")
    kept = [str(k) for k in range(2 + count, 8)]
    drawn = [str(k) for k in range(20, 20 + count)]
    assert sorted(game.view(0)["hand"], key=int) == kept + drawn
    assert game.view(None)["draw_pile"] == 80 - count
    assert [(event["seat"], event["count"]) for event in events(game, "draw")] == [(0, count)]


def test_then_the_next_seat() -> None:
    """RULES 4: next seat: clockwise from whoever began, round the table."""
    game = Game("thegame", players=5, seed=1, decks=[UPWARD])
    for seat, word in enumerate(("start0", "start0", "start0", "start3", "start0")):
        game.play(seat, word)
    turns = []
    for plays in ("20A 21A", "26A 27A", "2B 3B", "8B 9B", "14B 15B", "22B 23B", "28A 29A"):
        turns.append(game.to_act)
        play_all(game, f"{plays} end")
    assert turns == [(3,), (4,), (0,), (1,), (2,), (3,), (4,)]


def test_end_is_said_even_with_an_empty_hand() -> None:
    """RULES 4: `end` always said, even with an empty hand; then the hand is drawn full again."""
    game = dealt(1, UPWARD)
    lay(game, on("A", range(2, 10)))
    assert game.view(0)["hand"] == []
    assert not game.over
    assert game.to_act == (0,)
    assert game.legal(0) == ["end"]
    assert not events(game, "draw")
    game.play(0, "end")
    assert len(game.view(0)["hand"]) == 8


def test_end_is_said_even_with_an_empty_hand_and_an_empty_draw_pile() -> None:
    """RULES 4: `end` always said, even with an empty hand."""
    game = dealt(3, UPWARD)
    lay(game, on("A", range(2, 92)))
    assert game.view(None)["draw_pile"] == 0
    assert game.view(2)["hand"] == []
    assert game.to_act == (2,)
    assert game.legal(2) == ["end"]
    game.play(2, "end")
    assert game.to_act == (0,)


def test_one_draws_as_far_as_the_pile_reaches() -> None:
    """RULES 4: draw back to the full hand, as far as the pile reaches."""
    game = dealt(1, UPWARD)
    lay(game, on("A", range(2, 98)))
    assert game.view(0)["hand"] == []
    assert game.view(0)["draw_pile"] == 2
    game.play(0, "end")
    assert sorted(game.view(0)["hand"]) == ["98", "99"]
    assert game.view(0)["draw_pile"] == 0
    assert [event["count"] for event in events(game, "draw")] == [8] * 11 + [2]


# --- empty draw pile -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("minimum", [2, 3])
def test_when_the_draw_pile_is_empty_the_minimum_is_1(minimum: int) -> None:
    """RULES 4: when the draw pile is empty the minimum is 1 (expert: still 1 once the draw pile is empty)."""
    game = dealt(1, UPWARD, minimum=minimum)
    low = 2
    while game.view(0)["draw_pile"]:
        assert game.view(0)["minimum"] == minimum
        for _ in range(minimum):
            assert "end" not in game.legal(0)
            game.play(0, f"{low}A")
            low += 1
        game.play(0, "end")
    assert game.view(0)["minimum"] == 1
    assert len(game.view(0)["hand"]) == 8
    assert "end" not in game.legal(0)
    game.play(0, f"{low}A")
    assert "end" in game.legal(0)
    game.play(0, "end")
    assert len(game.view(0)["hand"]) == 7
    assert not game.over


def test_with_one_card_left_to_draw_the_minimum_is_still_2() -> None:
    """RULES 4: the minimum is 1 when the draw pile is *empty*."""
    game = dealt(1, UPWARD)
    lay(game, on("A", range(2, 5)))
    game.play(0, "end")
    low = 5
    while game.view(0)["draw_pile"] > 1:
        play_all(game, f"{low}A {low + 1}A end")
        low += 2
    assert game.view(0)["draw_pile"] == 1
    game.play(0, f"{low}A")
    assert "end" not in game.legal(0)


def test_more_than_the_minimum_of_1_may_be_played() -> None:
    """RULES 4: as many as you like, also when the draw pile is empty."""
    game = dealt(3, UPWARD)
    lay(game, on("A", range(2, 93)))
    assert game.to_act == (0,)
    assert game.view(None)["draw_pile"] == 0
    assert "end" in game.legal(0)
    assert "93A" in game.legal(0)
    play_all(game, "93A 94A")
    assert game.to_act == (0,)
    assert not game.over


def test_a_player_without_cards_is_skipped() -> None:
    """RULES 4: a player without cards is skipped."""
    game = dealt(3, UPWARD)
    lay(game, on("A", range(2, 92)))
    play_all(game, "end 92A end 98B end")
    assert game.view(2)["hand"] == []
    assert game.view(None)["cards"] == [5, 1, 0]
    assert game.to_act == (0,)
    play_all(game, "93A end")
    assert game.to_act == (1,)
    play_all(game, "99B end")
    assert game.view(None)["cards"] == [4, 0, 0]
    assert game.to_act == (0,)
    play_all(game, "94A end")
    assert game.to_act == (0,)


# --- end -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_game_is_won_at_once_with_the_last_of_the_98_cards(players: int) -> None:
    """RULES 4: the end comes at once with the last of the 98 cards; 0 left is a win."""
    game = dealt(players, UPWARD)
    lay(game, on("A", range(2, 99)))
    assert not game.over
    assert game.won is None
    assert game.left == 1
    assert game.view(None)["result"] is None
    if "99" not in game.view(game.to_act[0])["hand"]:
        game.play(game.to_act[0], "end")
    game.play(game.to_act[0], "99A")
    assert game.over
    assert game.phase == "over"
    assert game.to_act == ()
    assert game.won is True
    assert game.left == 0
    assert game.view(None)["result"] == "won"


STUCK = "99 98 2 3 50 51 52 53"  # after 99A 98B 2C 3D only 89A, 88B, 12C and 13D would fit


def test_the_game_ends_at_once_when_no_card_fits_at_the_start_of_a_turn() -> None:
    """RULES 4: at once when the player whose turn it is has not yet played the minimum and no card fits."""
    game = thegame(1, [STUCK], "60 61 62 63")
    play_all(game, "99A 98B 2C 3D")
    assert not game.over
    assert game.legal(0) == ["end"]
    game.play(0, "end")
    assert game.over
    assert game.to_act == ()
    assert game.legal(0) == []
    assert game.won is False
    assert game.left == 94
    assert game.view(None)["result"] == "lost"


def test_with_the_minimum_played_a_hand_that_fits_nowhere_does_not_end_the_game() -> None:
    """RULES 4: only who has *not yet played the minimum* is stuck: here the drawn card fits again."""
    game = thegame(1, [STUCK], "89 60 61 88")
    play_all(game, "99A 98B 2C 3D")
    assert game.legal(0) == ["end"]
    game.play(0, "end")
    assert not game.over
    assert sorted(game.legal(0)) == ["88B", "89A"]


@pytest.mark.parametrize(("card", "pile"), [(89, "A"), (88, "B"), (12, "C"), (13, "D")])
def test_a_single_card_that_goes_back_by_ten_keeps_the_game_alive(card: int, pile: str) -> None:
    """RULES 4: the end comes when *no* card fits: exactly 10 lower (higher) fits too, on each pile."""
    game = thegame(1, [STUCK], f"60 61 62 {card}")
    play_all(game, "99A 98B 2C 3D end")
    assert not game.over
    assert game.legal(0) == [f"{card}{pile}"]


@pytest.mark.parametrize(
    ("opening", "draw", "fits"),
    [
        pytest.param("98A 97B 2C 3D", "99 60 61 62", {"99A", "99B"}, id="a higher card"),
        pytest.param("99A 98B 3C 4D", "2 60 61 62", {"2C", "2D"}, id="a lower card"),
        pytest.param("99A 97B 2C 3D", "98 60 61 62", {"98B"}, id="a higher card on the second pile only"),
        pytest.param("99A 98B 2C 4D", "3 60 61 62", {"3D"}, id="a lower card on the last pile only"),
        pytest.param("97A 99B 2C 3D", "98 60 61 62", {"98A"}, id="a higher card on the first pile only"),
        pytest.param("99A 98B 4C 2D", "3 60 61 62", {"3C"}, id="a lower card on the third pile only"),
    ],
)
def test_a_single_fitting_card_keeps_the_game_alive(opening: str, draw: str, fits: set[str]) -> None:
    """RULES 4: the end comes when *no* card fits on any pile."""
    hand = " ".join(play[:-1] for play in opening.split())
    game = thegame(1, [f"{hand} 50 51 52 53"], draw)
    play_all(game, f"{opening} end")
    assert not game.over
    assert set(game.legal(0)) == fits


def test_the_game_ends_at_once_when_the_minimum_cannot_be_reached_and_the_cards_played_stay() -> None:
    """RULES 4: at once when the minimum is not reached and no card fits; cards already played this turn stay played."""
    game = thegame(1, [STUCK], "89 60 61 62")
    play_all(game, "99A 98B 2C 3D end")
    assert not game.over
    assert game.legal(0) == ["89A"]
    game.play(0, "89A")
    assert game.over
    assert game.won is False
    assert game.left == 93
    assert game.view(0)["piles"]["A"] == 89
    assert "89" not in game.view(0)["hand"]


def test_two_cards_are_not_enough_when_the_minimum_is_3() -> None:
    """RULES 4 expert: `minimum=3`: stuck after two cards is the end."""
    for minimum, over in ((2, False), (3, True)):
        game = thegame(1, [STUCK], "89 88 61 62", minimum=minimum)
        play_all(game, "99A 98B 2C 3D end 89A")
        assert not game.over
        game.play(0, "88B")
        assert game.over is over
        assert game.left == 92


def test_it_is_the_player_whose_turn_it_is_who_must_be_able_to_play() -> None:
    """RULES 4: when the *player whose turn it is* cannot: another's fitting card does not help."""
    game = thegame(2, ["99 98 2 3 89 12 13", "50 51 52 53 54 55 56"])
    play_all(game, "99A 98B 2C 3D")
    assert not game.over
    game.play(0, "end")
    assert game.over
    assert game.won is False
    assert game.left == 94


def test_another_player_being_stuck_is_no_end() -> None:
    """RULES 4: when the player whose turn it is cannot: who is stuck while others play may be helped by them."""
    game = thegame(2, ["99 98 2 3 89 80 13", "90 51 52 53 54 55 91"])
    play_all(game, "99A 98B 2C 3D 89A end")
    assert not game.over
    assert game.to_act == (1,)
    assert sorted(game.legal(1)) == ["90A", "91A"]


def test_with_an_empty_draw_pile_one_card_is_enough() -> None:
    """RULES 4: the minimum being 1, a player who has played one card and is stuck says `end`; stuck with none ends the game."""
    cards = [99, 2, 3, *range(4, 40), *range(43, 92), 40, 41, 42, *range(92, 99)]
    plays = ["99B", "2C", "3D", *on("A", range(4, 40)), *on("A", range(43, 97))]
    game = dealt(1, [str(card) for card in cards])
    lay(game, plays)
    game.play(0, "end")
    assert game.view(0)["draw_pile"] == 0
    assert len(game.view(0)["hand"]) == 5
    game.play(0, "98A")
    assert not game.over
    assert game.legal(0) == ["end"]
    game.play(0, "end")
    assert game.over
    assert game.left == 4


@pytest.mark.parametrize(("left", "result"), [(1, "excellent"), (9, "excellent"), (10, "lost"), (11, "lost")])
def test_the_result_is_the_cards_left_in_hands_and_draw_pile_under_10_is_excellent(left: int, result: str) -> None:
    """RULES 4: result: cards left in hands and draw pile; under 10 excellent; only 0 is a win."""
    kept = range(40, 40 + left)
    plays = ["99B", "2C", "3D", *[f"{k}A" for k in range(4, 99) if k not in kept]]
    game = dealt(1, [play[:-1] for play in plays] + [str(k) for k in kept])
    lay(game, plays)
    if not game.over:
        game.play(0, "end")
    assert game.over
    assert game.won is False
    assert game.left == left
    assert len(game.view(0)["hand"]) + game.view(0)["draw_pile"] == left
    assert game.view(None)["result"] == result


def test_cards_in_all_hands_are_left() -> None:
    """RULES 4: cards left in hands and draw pile: everyone's hands."""
    game = thegame(3, ["99 98 2 3 40 41", "50 51 52 53 54 55"])
    assert game.left == 98
    play_all(game, "99A 98B 2C 3D")
    assert game.left == 94
    game.play(0, "end")
    assert game.over
    assert game.left == 94 == sum(game.view(None)["cards"]) + game.view(None)["draw_pile"]


# --- expert --------------------------------------------------------------------------------------------------------------


def test_expert_plays_at_least_3() -> None:
    """RULES 4: expert: `minimum=3`."""
    game = dealt(2, UPWARD, minimum=3)
    for card in (2, 3, 4):
        assert "end" not in game.legal(0)
        game.play(0, f"{card}A")
    assert "end" in game.legal(0)
    game.play(0, "end")
    assert game.to_act == (1,)
    assert len(game.view(0)["hand"]) == 7


@pytest.mark.parametrize("minimum", [2, 3])
@pytest.mark.parametrize(("players", "each"), [(1, 7), (2, 6), (3, 5), (4, 5), (5, 5)])
def test_hands_of_one_card_fewer_refilled_to_that_smaller_size(players: int, each: int, minimum: int) -> None:
    """RULES 4: `hand=-1`: hands of one card fewer, refilled to that smaller size; alone (`minimum=2`) it is allowed too."""
    game = dealt(players, UPWARD, hand=-1, minimum=minimum)
    assert game.view(None)["cards"] == [each] * players
    assert game.view(None)["draw_pile"] == 98 - players * each
    lay(game, on("A", range(2, 6)))
    game.play(0, "end")
    assert len(game.view(0)["hand"]) == each
    assert game.view(None)["draw_pile"] == 98 - players * each - 4


def test_the_defaults_are_not_expert() -> None:
    """RULES 4: at least 2 cards and full hands unless the expert game is asked for."""
    options = Game("thegame", players=3, seed=1).view(None)["options"]
    assert (options["minimum"], options["hand"]) == (2, 0)


@pytest.mark.parametrize(
    ("option", "value"), [("minimum", 1), ("minimum", 4), ("minimum", 0), ("hand", 1), ("hand", -2), ("hand", -8), ("hand", "0")]
)
def test_other_values_are_refused_by_name(option: str, value: Any) -> None:
    """RULES 4: values: `minimum` 2 or 3, `hand` 0 or −1."""
    with pytest.raises(ValueError, match=option):
        Game("thegame", players=3, seed=1, **{option: value})


# --- talk: signals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pile", ["A", "B", "C", "D"])
@pytest.mark.parametrize("mark", ["?", "!"])
def test_a_signal_stands_at_its_pile_for_all_to_see(pile: str, mark: str) -> None:
    """RULES 4: signals per pile: `A?` go slowly there, `A!` please do not play there."""
    game = dealt(3, UPWARD)
    game.signal(1, f"{pile}{mark}")
    for seat in everyone(game):
        assert game.view(seat)["signals"] == [{}, {pile: mark}, {}]
        said = [(event["seat"], event["pile"], event["signal"]) for event in events(game, "signal", seat=seat)]
        assert said == [(1, pile, mark)]


def test_one_signal_per_seat_and_pile_the_newest_replaces() -> None:
    """RULES 4: one per seat and pile, the newest replaces."""
    game = dealt(3, UPWARD)
    for seat, signal in [(0, "A?"), (1, "A!"), (1, "C?"), (0, "A!"), (1, "A?")]:
        game.signal(seat, signal)
    assert game.view(None)["signals"] == [{"A": "!"}, {"A": "?", "C": "?"}, {}]


def test_a_signal_is_taken_back() -> None:
    """RULES 4: `A.` take it back: that seat's, at that pile."""
    game = dealt(3, UPWARD)
    for seat, signal in [(0, "A?"), (0, "B!"), (1, "A!"), (0, "A.")]:
        game.signal(seat, signal)
    assert game.view(None)["signals"] == [{"B": "!"}, {"A": "!"}, {}]


def test_signals_are_given_at_any_time_by_any_seat() -> None:
    """RULES 4: at any time, by any seat: before the start, in one's own turn and in another's; it is no move."""
    game = Game("thegame", players=3, seed=1, decks=[UPWARD])
    game.signal(2, "D!")
    assert game.view(None)["signals"][2] == {"D": "!"}
    assert list(game.to_act) == [0, 1, 2]
    for seat in range(3):
        game.play(seat, "start0")
    game.play(0, "2A")
    legal = game.legal(0)
    for seat in range(3):
        game.signal(seat, "B?")
    assert [own["B"] for own in game.view(None)["signals"]] == ["?", "?", "?"]
    assert game.to_act == (0,)
    assert game.legal(0) == legal
    play_all(game, "3A end")
    assert game.view(None)["signals"][2] == {"B": "?", "D": "!"}


@pytest.mark.parametrize("signal", ["", "A", "!", "E!", "A5", "37", "A37", "37A", "A!!", "end", "a!"])
def test_a_signal_says_nothing_else_least_of_all_a_number(signal: str) -> None:
    """RULES 4: no player may tell the number of a card; signals are a pile letter and `?`, `!` or `.`."""
    game = dealt(3, UPWARD)
    before = game.view(1)
    with pytest.raises((IllegalMove, ValueError)):
        game.signal(0, signal)
    assert game.view(1) == before


def test_alone_one_may_signal_too() -> None:
    """RULES 4: signals by any seat."""
    game = dealt(1, UPWARD)
    game.signal(0, "A!")
    assert game.view(0)["signals"] == [{"A": "!"}]
