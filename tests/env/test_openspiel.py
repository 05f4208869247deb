"""OpenSpiel's own tests on our games, and that they are the games of `Game`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel': pip install 'stichwerk[openspiel]'")

import stichwerk.env.openspiel  # noqa: E402, F401 - registers the games
from stichwerk import Game  # noqa: E402
from stichwerk.bots.from_file import observe  # noqa: E402
from stichwerk.rules import chance, jit  # noqa: E402

GAMES = [
    "sticheln(players=3,rounds=1)",
    "sticheln(players=4,variant=aggravated,rounds=2)",
    "sticheln(players=5,variant=delayed,rounds=1)",
    "sticheln(players=3,variant=hazy,rounds=1)",
    "hattrick(players=4,rounds=1,lead_tie=colour)",
    "thegame(players=1)",
    "thegame(players=3,variant=expert)",
]


def load(name: str) -> Any:
    return pyspiel.load_game(f"python_stichwerk_{name}")


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation(name: str) -> None:
    """Among much else: masks, copies, stored states, tensors of all players in every state."""
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def test_the_name_of_the_issue_loads() -> None:
    game = pyspiel.load_game("python_stichwerk_sticheln(players=4)")
    assert game.num_players() == 4
    assert game.max_chance_nodes_in_history() == (60 + 1) * 5


def play_along(name: str, seed: int) -> Any:
    """A game of `Game`, and the same in OpenSpiel; yields both before every decision, and after the end."""
    state = load(name).new_initial_state()
    setting = state.of
    options = setting_of(name)
    dice, decks = random.Random(seed), list[list[str]]()

    def shuffle(_: int, deck: list[str]) -> list[str]:
        decks.append(dice.sample(deck, len(deck)))
        return decks[-1]

    game = Game(setting.kind.name, seed=seed, decks=shuffle, **options)
    numbers = {text: n for n, text in enumerate(setting.kind.card_texts)}
    while not game.over:
        deal(state, game, [numbers[card] for card in decks[-1]])
        yield game, state
        seat = game.to_act[0]
        move = dice.choice(game.legal(seat))
        game.play(seat, move)
        state.apply_action(setting.kind.moves[move])
    yield game, state


def setting_of(name: str) -> dict[str, Any]:
    pairs = [text.split("=") for text in name[name.index("(") + 1 : -1].split(",")]
    return {key: int(value) if value.isdigit() else value for key, value in pairs}


def deal(state: Any, game: Game, deck: list[int]) -> None:
    """Deals as the game was dealt, if it is chance's turn."""
    if state.is_chance_node():
        if len(state.chance_outcomes()) == game.players:
            state.apply_action(game.options["dealer"])
        for card in deck:
            state.apply_action(card)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_game_of_game(name: str) -> None:
    for game, state in play_along(name, 3):
        if not game.over:
            assert state.current_player() == game.to_act[0]
            moves = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
            assert sorted(moves) == sorted(game.legal(game.to_act[0]))
        for seat in range(game.players):
            assert state.information_state_tensor(seat) == observe(game.view(seat), "perfect")
            assert state.observation_tensor(seat) == observe(game.view(seat), "cards")
    points = [98 - game.left] * game.players if game.name == "thegame" else game.scores
    assert state.is_terminal()
    assert state.returns() == points


@pytest.mark.parametrize("name", GAMES)
def test_observers_and_information_states_tell_nothing_hidden(name: str) -> None:
    """What a player cannot see is dealt anew: strings and tensors of every observer stay the same."""
    game = load(name)
    observers = [
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall, private_info=private))
        for recall in (False, True)
        for private in (pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE)
    ]
    changed = 0
    for number, (played, state) in enumerate(play_along(name, 4)):
        if number % 5 or played.over:
            continue
        for seat in range(played.players):
            before = [shown(observer, state, seat) for observer in observers]
            kept = state.s[:]
            changed += redeal(state, seat)
            assert [shown(observer, state, seat) for observer in observers] == before
            state.s = kept
    assert changed or "players=1" in name


def shown(observer: Any, state: Any, seat: int) -> Any:
    observer.set_from(state, seat)
    return observer.tensor.tolist(), observer.string_from(state, seat)


def redeal(state: Any, seat: int) -> bool:
    """Whatever the seat cannot see in another way; whether it is another."""
    rules = jit.load(f"stichwerk.rules.{state.of.kind.name}", "none")
    other, dice = state.s[:], [0] * chance.WORDS
    chance.seed(dice, seat, len(state.history()))
    found = rules.resample(state.of.o, state.seen(seat), seat, dice, [0] * 126, other)
    changed = found and other != state.s
    state.s = other if found else state.s
    return bool(changed)


def test_an_information_state_remembers_what_the_table_no_longer_shows() -> None:
    """Two states that look the same now to one who has forgotten how they came about, and differ to one who has not."""
    game = load("hattrick(players=4,rounds=1)")
    texts = []
    for first, second in ((0, 1), (1, 0)):
        state = game.new_initial_state()
        state.apply_action(3)
        for card in state.of.deck:
            state.apply_action(card)
        for _ in range(2):  # two tricks, in which the leader's two lowest cards change places
            for _ in range(4):
                legal = state.legal_actions()
                state.apply_action(legal[first if len(legal) == 15 else second if first == 1 and len(legal) == 14 else 0])
        texts.append(state.information_state_string(0))
    assert texts[0] != texts[1]


def test_a_public_observer_sees_no_hand() -> None:
    game = load("sticheln(players=3,rounds=1)")
    public = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    _, state = next(iter(play_along("sticheln(players=3,rounds=1)", 5)))
    public.set_from(state, 1)
    assert not (np.asarray(public.tensor)[:126] == 2).any()
    with pytest.raises(ValueError, match="one player's private information"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))


def test_openspiels_algorithms_run() -> None:
    """A determinized search, and a policy evaluated by it."""
    from open_spiel.python.algorithms import mcts

    game = load("thegame(players=1)")
    _, state = next(iter(play_along("thegame(players=1)", 6)))
    bot = mcts.MCTSBot(
        game, 1.0, 5, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()
