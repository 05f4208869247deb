"""Sticheln, a whole game: length, dealing, winners and options: RULES 2.3 and the presets of 2.4, clause by clause."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stichwerk import Game

from .helpers import choose, dealers, events, follow_suit, play_game, play_round, play_with, sweep, sweep_deck

# --- length --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["classic", "reverse", "mild", "aggravated", "hazy", "delayed"])
def test_a_game_is_5_rounds(variant: str) -> None:
    """RULES 2.3: length: 5 rounds."""
    game = Game("sticheln", players=3, variant=variant, seed=1)
    for done in range(5):
        assert not game.over
        assert len(game.round_scores) == done
        play_round(game)
    assert game.over
    assert game.phase == "over"
    assert game.to_act == ()
    assert len(game.round_scores) == 5


@pytest.mark.parametrize("rounds", [1, 2, 7, 101])
def test_a_number_of_rounds_can_be_agreed(rounds: int) -> None:
    """RULES 2.3: option `rounds=N`."""
    game = play_game(Game("sticheln", players=3, seed=1, rounds=rounds))
    assert len(game.round_scores) == rounds


def test_the_first_edition_recommends_10_rounds() -> None:
    """RULES 2.3, 2.4: first edition: 10 rounds."""
    game = play_game(Game("sticheln", players=3, variant="first", seed=1))
    assert len(game.round_scores) == 10


def test_the_total_is_the_sum_of_the_rounds() -> None:
    """RULES 2.3: most points over the game: rounds add up."""
    game = Game("sticheln", players=4, seed=1, rounds=3)
    for _ in range(3):
        play_round(game, random.Random(3))
        assert list(game.scores) == [sum(points) for points in zip(*game.round_scores, strict=True)]


def swept(*rounds: str, players: int = 3, sweeper: int = 0, dealer: int = 0, **options: Any) -> Game:
    """A game whose first rounds are swept by one seat, the cards chosen being as given."""
    decks = [sweep_deck(players, sweeper, chosen) for chosen in rounds]
    game = Game("sticheln", players=players, seed=1, decks=decks, dealer=dealer, **options)
    for chosen in rounds:
        sweep(game, chosen)
    return game


@pytest.mark.parametrize(("target", "over"), [(3, True), (4, True), (5, False)])
def test_a_target_ends_the_game_when_someone_reaches_or_passes_it(target: int, over: bool) -> None:
    """RULES 2.3: until someone reaches or passes a target."""
    game = swept("r6 r5 b5", target=target)
    assert list(game.scores) == [4, -5, -5]
    assert game.over is over


def test_anyone_may_reach_the_target() -> None:
    """RULES 2.3: until *someone* reaches the target."""
    game = swept("r5 r6 b5", sweeper=1, target=4)
    assert list(game.scores) == [-5, 4, -5]
    assert game.over
    assert list(game.winners) == [1]


def test_the_target_is_for_totals() -> None:
    """RULES 2.3: a target is reached by a total, over several rounds."""
    game = swept("r6 r5 b5", target=8)
    assert not game.over
    game = swept("r6 r5 b5", "r6 r5 b5", target=8)
    assert list(game.scores) == [8, -10, -10]
    assert game.over
    assert len(game.round_scores) == 2


def test_the_target_is_looked_at_after_each_round_only() -> None:
    """RULES 2.3: a target is looked at after each round: points within a round do not end the game."""
    game = Game("sticheln", players=3, seed=1, decks=[sweep_deck(3, 0, "r6 r5 b5")], dealer=0, target=20)
    choose(game, "r6 r5 b5")
    most = 0

    def watch(seat: int, hand: list[str], lead: str | None) -> str:
        nonlocal most
        most = max(most, game.view(None)["points"][0])
        assert not game.over
        return follow_suit(seat, hand, lead)

    play_with(game, watch)
    assert most >= 20
    assert game.scores[0] == 4
    assert not game.over
    assert game.phase == "choose"


@pytest.mark.parametrize("variant", ["classic", "delayed"])
def test_after_every_round_the_game_is_over_if_and_only_if_the_target_is_reached(variant: str) -> None:
    """RULES 2.3: a target is looked at after each round."""
    ended = 0
    for seed in range(8):
        game = Game("sticheln", players=3, variant=variant, seed=seed, target=1)
        while not game.over and len(game.round_scores) < 30:
            play_round(game, random.Random(seed))
            assert game.over is (max(game.scores) >= 1)
        ended += game.over
    assert ended > 0


@pytest.mark.parametrize(("variant", "rounds"), [("classic", 5), ("first", 10)])
def test_a_target_replaces_the_rounds_of_a_preset(variant: str, rounds: int) -> None:
    """RULES 2.3: a `target` replaces a preset's rounds."""
    game = Game("sticheln", players=3, variant=variant, seed=1, target=10_000)
    for _ in range(rounds + 1):
        play_round(game)
    assert not game.over


def test_a_target_ends_after_100_rounds_at_the_latest() -> None:
    """RULES 2.3: a target ends after 100 rounds at the latest."""
    game = Game("sticheln", players=3, seed=1, target=10_000)
    for _ in range(100):
        assert not game.over
        play_round(game)
    assert game.over
    assert len(game.round_scores) == 100
    assert list(game.winners) == [seat for seat in range(3) if game.scores[seat] == max(game.scores)]


@pytest.mark.parametrize("variant", ["classic", "first"])
def test_rounds_and_target_together_are_an_error(variant: str) -> None:
    """RULES 2.3: `rounds=N` or `target=N`, not both (an error)."""
    with pytest.raises(ValueError, match=r"rounds|target"):
        Game("sticheln", players=3, variant=variant, seed=1, rounds=5, target=100)


# --- dealing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 8])
def test_the_first_dealer_is_drawn_at_random(players: int) -> None:
    """RULES 2.3: first dealer: at random."""
    assert {Game("sticheln", players=players, seed=seed).view(None)["dealer"] for seed in range(100)} == set(range(players))


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_first_dealer_can_be_set(dealer: int) -> None:
    """RULES 2.3: or set by `dealer=`."""
    for seed in range(5):
        assert Game("sticheln", players=4, seed=seed, dealer=dealer).view(None)["dealer"] == dealer


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_player_with_the_lowest_total_deals_next(dealer: int) -> None:
    """RULES 2.3: `dealing="lowest"`: the player with the lowest total deals, the last dealer again if it is he."""
    game = swept("r6 r1 b5", dealer=dealer)
    assert list(game.scores) == [0, -1, -5]
    assert dealers(game) == [dealer, 2]


def test_the_lowest_total_deals_not_the_lowest_of_the_round() -> None:
    """RULES 2.3: the lowest *total* deals."""
    game = swept("r6 r5 b1", "r6 r1 b3")
    assert list(game.scores) == [4 + 0, -6, -4]
    assert game.round_scores[1][2] < game.round_scores[1][1]
    assert dealers(game) == [0, 1, 1]


@pytest.mark.parametrize(("rounds", "lowest"), [(("r6 r3 b1", "r6 r1 b3"), 2), (("r6 r1 b3", "r6 r3 b1"), 1)])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_of_equal_totals_the_lowest_score_in_the_round_just_played_deals(
    rounds: tuple[str, str], lowest: int, dealer: int
) -> None:
    """RULES 2.3: tie: the lowest score in the round just played."""
    game = swept(*rounds, dealer=dealer)
    assert list(game.scores) == [2, -4, -4]
    assert dealers(game)[2] == lowest


@pytest.mark.parametrize(
    ("sweeper", "chosen", "dealer", "following"),
    [
        (0, "r6 r5 b5", 0, 1),
        (0, "r6 r5 b5", 1, 2),
        (0, "r6 r5 b5", 2, 1),
        (1, "r5 r6 b5", 0, 2),
        (1, "r5 r6 b5", 1, 2),
        (1, "r5 r6 b5", 2, 0),
        (2, "r5 b5 r6", 0, 1),
        (2, "r5 b5 r6", 1, 0),
        (2, "r5 b5 r6", 2, 0),
    ],
)
def test_still_tied_the_first_of_them_going_left_from_the_last_dealer_deals(
    sweeper: int, chosen: str, dealer: int, following: int
) -> None:
    """RULES 2.3: still tied: the first of them going left from the last dealer, the last dealer himself coming last."""
    game = swept(chosen, sweeper=sweeper, dealer=dealer)
    assert sorted(game.scores) == [-5, -5, 4]
    assert dealers(game) == [dealer, following]


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_still_tied_at_a_larger_table(dealer: int, following: int) -> None:
    """RULES 2.3: still tied: the first of them going left, past those who are not tied; the last dealer himself coming last."""
    game = swept("r9 r2 r5 b2", players=4, variant="reverse", dealer=dealer)
    assert list(game.scores) == [59 - 47, 2, 5, 2]
    assert dealers(game) == [dealer, following]


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (1, 2), (2, 0)])
def test_all_tied_the_player_left_of_the_last_dealer_deals(dealer: int, following: int) -> None:
    """RULES 2.3: still tied: the first going left; the last dealer himself coming last."""
    game = swept("r6 r5 b5", variant="mild", dealer=dealer)
    assert list(game.scores) == [-5, -5, -5]
    assert dealers(game) == [dealer, following]


def test_going_left_starts_at_the_last_dealer_not_at_the_first() -> None:
    """RULES 2.3: going left from the *last* dealer: the second tie is counted from who dealt the second round."""
    game = swept("r6 r5 b5", "r6 r5 b5", variant="mild", dealer=1)
    assert dealers(game) == [1, 2, 0]


@pytest.mark.parametrize("variant", ["classic", "reverse", "mild"])
def test_lowest_deals_throughout_a_game(variant: str) -> None:
    """RULES 2.3: lowest total, then lowest of the round just played, then going left; after every round."""
    for seed in range(8):
        game = play_game(Game("sticheln", players=3, variant=variant, seed=seed, rounds=6), random.Random(seed))
        seen, totals = dealers(game), [0, 0, 0]
        assert len(seen) == 6
        for last, following, points in zip(seen, seen[1:], game.round_scores, strict=False):
            totals = [total + gained for total, gained in zip(totals, points, strict=True)]
            left = [(last + step) % 3 for step in (1, 2, 3)]
            assert following == min(left, key=lambda seat: (totals[seat], points[seat]))


@pytest.mark.parametrize("options", [{"dealing": "rotate"}, {"variant": "first"}])
def test_rotate_passes_the_deal_to_the_left(options: dict[str, Any]) -> None:
    """RULES 2.3: `dealing="rotate"`: the player left of the last dealer."""
    game = Game("sticheln", players=4, seed=1, dealer=2, **options)
    for _ in range(4):
        play_round(game)
    assert dealers(game) == [2, 3, 0, 1, 2]


def test_the_player_left_of_the_dealer_leads_in_every_round() -> None:
    """RULES 2.2.2, 2.3: the player left of the dealer leads the first trick of each round."""
    game = play_game(Game("sticheln", players=5, seed=2))
    following = None
    for event in events(game, "deal", "play"):
        if event["event"] == "deal":
            following = (event["dealer"] + 1) % 5
        elif following is not None:
            assert event["seat"] == following
            following = None


# --- winner --------------------------------------------------------------------------------------------------------------


def test_most_points_win() -> None:
    """RULES 2.3: winner: most points."""
    game = swept("r6 r5 b5", rounds=1)
    assert game.over
    assert list(game.winners) == [0]


def test_if_all_are_negative_the_least_negative_wins() -> None:
    """RULES 2.3: the least negative if all are negative."""
    game = swept("r9 r1 r2 b5", players=4, rounds=1)
    assert list(game.scores) == [47 - 63, -1, -2, -5]
    assert list(game.winners) == [1]


def test_equal_top_totals_share_the_win() -> None:
    """RULES 2.3: equal top totals share the win."""
    game = swept("r6 r5 b5", variant="reverse", rounds=1)
    assert list(game.scores) == [31 - 35, 5, 5]
    assert list(game.winners) == [1, 2]


def test_all_may_share_the_win() -> None:
    """RULES 2.3: equal top totals share the win."""
    game = swept("r6 r5 b5", variant="mild", rounds=1)
    assert list(game.scores) == [-5, -5, -5]
    assert sorted(game.winners) == [0, 1, 2]


def test_the_total_decides_not_the_last_round() -> None:
    """RULES 2.3: most points in total."""
    game = swept("r6 r5 b1", "r6 r1 b5", variant="reverse", rounds=2)
    assert list(game.scores) == [31 - 35 + 35 - 35, 6, 6]
    assert list(game.winners) == [1, 2]


def test_nobody_has_won_before_the_end() -> None:
    """RULES 2.3: the winner is known at the end."""
    game = swept("r6 r5 b5", rounds=2)
    assert not game.over
    assert list(game.winners) == []


# --- options and presets -------------------------------------------------------------------------------------------------

CLASSIC = {
    "aim": "misery",
    "zeros": "never",
    "penalty": "number",
    "colours": 1,
    "reveal": "start",
    "dealing": "lowest",
    "rounds": 5,
}


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        ("classic", {}),
        ("reverse", {"aim": "lucky"}),
        ("mild", {"penalty": "flat"}),
        ("aggravated", {"colours": 2}),
        ("hazy", {"reveal": "end"}),
        ("delayed", {"reveal": "after"}),
        ("first", {"rounds": 10, "dealing": "rotate"}),
    ],
)
def test_each_variant_is_a_preset_over_the_switches(variant: str, changes: dict[str, Any]) -> None:
    """RULES 2.4: each is a named preset over independent switches; what it does not name stays classic."""
    view = Game("sticheln", players=4, variant=variant, seed=1).view(None)
    resolved = {name: view["options"][name] for name in CLASSIC}
    assert view["variant"] == variant
    assert resolved == CLASSIC | changes


def test_classic_is_the_default() -> None:
    """RULES 2.3, 2.4: the defaults: classic, 5 rounds, the lowest deals."""
    view = Game("sticheln", players=4, seed=1).view(None)
    assert view["variant"] == "classic"
    assert {name: view["options"][name] for name in CLASSIC} == CLASSIC


@pytest.mark.parametrize(
    ("variant", "switches"),
    [
        ("reverse", {"aim": "misery"}),
        ("reverse", {"zeros": "trump"}),
        ("reverse", {"reveal": "end"}),
        ("mild", {"penalty": "number"}),
        ("mild", {"colours": 2}),
        ("aggravated", {"colours": 1}),
        ("hazy", {"reveal": "start"}),
        ("delayed", {"reveal": "end"}),
        ("first", {"rounds": 3}),
        ("first", {"dealing": "lowest"}),
        ("first", {"aim": "lucky"}),
        ("classic", {"dealing": "rotate", "rounds": 2}),
    ],
)
def test_a_switch_given_beside_a_preset_wins_over_it(variant: str, switches: dict[str, Any]) -> None:
    """RULES 2.4: a switch given beside a preset wins over it."""
    options = Game("sticheln", players=4, variant=variant, seed=1, **switches).view(None)["options"]
    assert {name: options[name] for name in switches} == switches


def test_a_switch_beside_a_preset_also_wins_in_play() -> None:
    """RULES 2.4: a switch given beside a preset wins over it: `mild` with penalties by number is classic."""
    assert list(swept("r6 r5 b5", variant="mild", penalty="number", rounds=1).scores) == [4, -5, -5]
    assert list(swept("r6 r5 b1", variant="reverse", aim="misery", rounds=1).scores) == [4, -5, -1]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_first_edition_is_for_three_to_six(players: int) -> None:
    """RULES 2.4: `first`: classic with 3–6 players."""
    assert Game("sticheln", players=players, variant="first", seed=1).view(None)["players"] == players


@pytest.mark.parametrize("players", [7, 8])
def test_the_first_edition_with_more_than_six_is_an_error(players: int) -> None:
    """RULES 2.4: `first`: 3–6 players (more: an error)."""
    with pytest.raises(ValueError, match="players"):
        Game("sticheln", players=players, variant="first", seed=1)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"variant": "mild", "aim": "lucky"}, "penalty|aim"),
        ({"variant": "reverse", "penalty": "flat"}, "penalty|aim"),
        ({"aim": "lucky", "penalty": "flat"}, "penalty|aim"),
        ({"zeros": "trump"}, "zeros|aim"),
        ({"variant": "hazy", "zeros": "trump"}, "zeros|aim"),
        ({"variant": "reverse", "zeros": "trump", "aim": "misery"}, "zeros|aim"),
    ],
)
def test_mixtures_without_a_meaning_are_errors(options: dict[str, Any], named: str) -> None:
    """RULES 2.4: errors: `penalty="flat"` with `aim="lucky"` and `zeros="trump"` with `aim="misery"`."""
    with pytest.raises(ValueError, match=named):
        Game("sticheln", players=4, seed=1, **options)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("variant", "rude"),
        ("aim", "happy"),
        ("zeros", "always"),
        ("penalty", "double"),
        ("colours", 0),
        ("colours", 3),
        ("colours", "2"),
        ("colours", True),
        ("reveal", "never"),
        ("dealing", "highest"),
        ("rounds", 0),
        ("rounds", -1),
        ("rounds", 2.5),
        ("rounds", "5"),
        ("rounds", True),
        ("target", 0),
        ("target", -100),
        ("target", 99.5),
        ("target", "100"),
        ("dealer", 4),
        ("dealer", -1),
        ("dealer", 1.5),
        ("lead_tie", "next"),
        ("minimum", 2),
    ],
)
def test_other_values_are_refused_by_name(option: str, value: Any) -> None:
    """RULES 2.3, 2.4: the options and their values (`rounds` and `target` whole numbers from 1); else an error that names it."""
    with pytest.raises(ValueError, match=option):
        Game("sticheln", players=4, seed=1, **{option: value})
