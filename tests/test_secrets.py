"""DESIGN, Secrets: what a seat is told does not change when what it cannot see is permuted.

The permuted game is made from outside: every card that a seat has never been shown is exchanged, in the deck, for
another such card, the hidden choices follow, and the same game is played again. Views, logs, legal moves and error
messages of that seat must be the same, byte for byte, after every move. What it has not been shown is worked out here
from the log and the seat's hands, not by the rules' own idea of what is unseen.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from stichwerk import Game, IllegalMove
from tests.games import ALL, Setting, play_on

SHOWN = ("play", "pass", "reveal", "aside")


def told(game: Game, seat: int | None) -> str:
    """Everything a seat is told: its view, its moves, and how its mistakes are answered."""
    errors = [] if seat is None else [refused(game, seat, move) for move in ("r0", "b3", "50A", "n", "end", "start1", "what")]
    legal = [] if seat is None else game.legal(seat)
    seen = game._s[:]
    game._kind.rules.observe(game._o, game._s, -1 if seat is None else seat, seen)
    return json.dumps([game.view(seat), legal, errors, seen], sort_keys=True)


def refused(game: Game, seat: int, move: str) -> str:
    if move in game.legal(seat):
        return "legal"
    with pytest.raises(IllegalMove) as error:
        game.play(seat, move)
    return str(error.value)


def last_deck(game: Game) -> list[str]:
    deck: list[str] = game.replay()["decks"][game.view(None)["round"] - 1]
    return deck


def known(game: Game, seat: int | None, hands: list[str]) -> set[str]:
    """The cards of this round that have been shown to the seat."""
    log = game.log()
    start = max(i for i, event in enumerate(log) if event["event"] == "deal")
    return {str(event["card"]) for event in log[start:] if event["event"] in SHOWN} | set(hands)


def permuted(cards: list[str], hidden: set[str], chance: random.Random) -> dict[str, str]:
    """A random exchange of the hidden cards for each other; the others stay."""
    before = [card for card in cards if card in hidden]
    after = chance.sample(before, len(before))
    return {**{card: card for card in cards}, **dict(zip(before, after, strict=True))}


def secret_moves(setting: Setting, game: Game, seat: int | None, deals: list[list[str]]) -> set[int]:
    """The numbers of the other seats' choices of this round that have been made but not shown."""
    shown_later = {"choose": game.phase == "choose" or game.options.get("reveal") == "end"}
    again = setting.start(0, decks=deals, **same_dealer(game))
    hidden: set[int] = set()
    for n, (who, move) in enumerate(game.replay()["moves"]):
        phase, number = again.phase, again.view(None)["round"]
        make(again, who, move)
        is_choice = phase in ("choose", "name", "start") and move[1:] not in ("?", "!", ".")
        if is_choice and who != seat and number == game.view(None)["round"] and shown_later.get(phase, game.phase == phase):
            hidden.add(n)
    return hidden


def assert_keeps_secrets(setting: Setting, seed: int, moves: int) -> None:
    chance = random.Random(f"{setting} {seed}")
    whole = setting.start(seed)
    deals = [shuffled(whole, chance) for _ in range(3)]
    game = setting.start(seed, decks=deals)
    play_on(game, chance, moves)
    assert game.over or game.view(None)["round"] <= len(deals), "give it more decks"
    if game.over:
        return  # what ended it may have been in a hidden hand
    for seat in [None, *range(game.players)]:
        assert any(twin(setting, seed, game, seat, deals, chance) for _ in range(50)), "no permutation could be played"


def shuffled(game: Game, chance: random.Random) -> list[str]:
    view = game.view(None)
    cards = sorted(view["unseen"] + view.get("aside", []))
    return chance.sample(cards, len(cards))


def twin(
    setting: Setting, seed: int, game: Game, seat: int | None, deals: list[list[str]], chance: random.Random
) -> tuple[Game, Game] | None:
    """Plays the game again, as it was and with everything hidden from the seat permuted, and compares after every move.

    None if the exchange has made a hidden choice impossible (two cards of one colour) or left the seat to act stuck in The
    Game, so that there is no such game.
    """
    number = game.view(None)["round"] - 1
    own: list[str] = [] if seat is None else hand_and_choice(game, seat)
    exchange = permuted(deals[number], set(deals[number]) - known(game, seat, own), chance)
    later = [chance.sample(deck, len(deck)) for deck in deals[number + 1 :]]
    decks = [*deals[:number], [exchange[card] for card in deals[number]], *later]
    first, second = setting.start(seed, decks=deals), setting.start(seed + 1, decks=decks, **same_dealer(game))
    hidden = secret_moves(setting, game, seat, deals)
    for n, (who, move) in enumerate(game.replay()["moves"]):
        make(first, who, move)
        if not make_hidden(second, who, move, exchange, chance) if n in hidden else not make(second, who, move):
            return None
        if first.over != second.over:
            return None
        if first.view(None)["round"] == number + 1:
            assert told(first, seat) == told(second, seat), (setting, seat, n)
    return first, second


def same_dealer(game: Game) -> dict[str, int]:
    return {"dealer": game.options["dealer"]} if "dealer" in game.options else {}


def hand_and_choice(game: Game, seat: int) -> list[str]:
    view = game.view(seat)
    return [*view["hand"], *((view.get("chosen") or [None] * game.players)[seat] or [])]


def make(game: Game, seat: int, move: str) -> bool:
    if move[1:] in ("?", "!", "."):
        game.signal(seat, move)
    else:
        game.play(seat, move)
    return True


def make_hidden(game: Game, seat: int, move: str, exchange: dict[str, str], chance: random.Random) -> bool:
    """The hidden choice in the permuted game: the card in the other's place, any colour, any eagerness."""
    legal = game.legal(seat)
    wanted = exchange.get(move) or chance.choice(legal)
    if wanted not in legal:
        return False
    game.play(seat, wanted)
    return True


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_seat_learns_nothing_of_what_it_cannot_see(setting: Setting) -> None:
    for moves in (1, 2, setting.players, 2 * setting.players + 3, 40):
        assert_keeps_secrets(setting, seed=moves, moves=moves)


@pytest.mark.parametrize("setting", [s for s in ALL if s.options.get("reveal") == "after" or s.variant == "delayed"], ids=str)
def test_a_naming_stays_secret_until_all_have_named(setting: Setting) -> None:
    tricks = 14 if setting.players == 8 else 15
    for named in (1, 2):
        assert_keeps_secrets(setting, seed=named, moves=tricks * setting.players + named)


def test_the_test_can_fail() -> None:
    """A view that shows another hand is caught."""

    class Leaky(Game):
        def view(self, seat: int | None) -> dict[str, Any]:
            return {**super().view(seat), "oops": super().view(1)["hand"]}

    class LeakySetting(Setting):
        def start(self, seed: int, **more: Any) -> Game:
            return Leaky(self.game, self.players, self.variant, seed=seed, **more)

    with pytest.raises(AssertionError):
        assert_keeps_secrets(LeakySetting("sticheln", 4, "classic"), seed=1, moves=10)


def test_the_seed_is_in_no_view_and_no_log() -> None:
    seed = 7_391_046_825_517_305_264
    for name, players in (("sticheln", 4), ("hattrick", 4), ("thegame", 3)):
        game = Game(name, players, seed=seed)
        play_on(game, random.Random(1), 30)
        for seat in (None, 0):
            assert str(seed) not in told(game, seat)
