"""DESIGN, Secrets: 32 random bytes; decks come from them by SHA-256 in counter mode, published as a commitment at the start.

"Clients can never set `seed`, `decks` or `dealer` of a live table."
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from stichwerk.game.refusals import BadOption
from stichwerk.table import secret, setup, views
from tests.games import ALL, Setting
from tests.table.tables import SECRET, game_of, seated_for

KEYS = [hashlib.sha256(b"test %d" % number).digest() for number in range(4_800)]


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


# ---- the secret and its commitment


def test_a_secret_is_32_bytes_and_never_the_same() -> None:
    drawn = [secret.draw() for _ in range(100)]
    assert {len(key) for key in drawn} == {32}
    assert len(set(drawn)) == 100


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert secret.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    table = seated_for(ALL[0])
    assert table.commitment == views.about(table)["commitment"] == secret.commitment(SECRET)


# ---- the shuffle


def by_hand(key: bytes, purpose: str) -> Iterable[int]:
    """The documented stream: SHA-256 of secret, purpose and counter, cut into 32-bit numbers, high byte first."""
    for counter in itertools.count():
        block = hashlib.sha256(key + b" " + purpose.encode() + b" " + str(counter).encode()).hexdigest()
        yield from (int(block[at : at + 8], 16) for at in range(0, 64, 8))


def test_anyone_can_deal_a_deck_again_with_sha256_and_a_pencil() -> None:
    """Fisher–Yates from the last card down, each place drawn without favour from the stream "deck N"."""
    cards = [str(number) for number in range(2, 100)]
    for round_number, key in enumerate(KEYS[:50]):
        words, deck = iter(by_hand(key, f"deck {round_number}")), cards[:]
        for last in reversed(range(1, 98)):
            word = next(word for word in words if word < 2**32 - 2**32 % (last + 1))
            deck[last], deck[word % (last + 1)] = deck[word % (last + 1)], deck[last]
        assert secret.shuffled(key, round_number, cards) == deck


def test_decks_that_were_dealt_once_are_dealt_so_forever() -> None:
    """Old tables must stay verifiable: this may never change."""
    cards = [f"{colour}{number}" for colour in "rbgny" for number in range(9)]
    assert " ".join(secret.shuffled(SECRET, 0, cards)[:12]) == "g8 r6 b3 b5 r4 b8 y0 r5 r3 r8 g2 b1"
    assert " ".join(secret.shuffled(SECRET, 1, cards)[:12]) == "r6 n7 g4 r5 y8 g0 b2 y5 y7 g7 n8 b1"
    assert [secret.first_dealer(SECRET, players) for players in range(3, 9)] == [0, 1, 3, 3, 4, 1]


def test_a_shuffle_keeps_the_cards_and_leaves_its_argument_alone() -> None:
    cards = list("abcdefgh")
    assert sorted(secret.shuffled(SECRET, 0, cards)) == cards == list("abcdefgh")
    assert secret.shuffled(SECRET, 0, []) == []
    assert secret.shuffled(SECRET, 0, ["x"]) == ["x"]


def test_every_order_of_four_cards_is_equally_likely() -> None:
    """Chi-square over the 24 orders, 4800 fixed secrets: below the bound that one fair shuffler in a thousand exceeds."""
    orders = Counter("".join(secret.shuffled(key, 0, list("abcd"))) for key in KEYS)
    assert len(orders) == 24
    assert chi_square(orders.values(), 4_800 / 24) < 49.73


def test_every_card_comes_to_every_place_equally_often() -> None:
    """Chi-square of 60 cards, for the first place, one in the middle and the last; 59 degrees of freedom."""
    cards = [str(number) for number in range(60)]
    decks = [secret.shuffled(key, 1, cards) for key in KEYS]
    for place in (0, 29, 59):
        counts = Counter(deck[place] for deck in decks)
        assert chi_square((counts[card] for card in cards), 4_800 / 60) < 98.32


@pytest.mark.parametrize(("players", "bound"), [(3, 13.82), (4, 16.27), (5, 18.47), (7, 22.46), (8, 24.32)])
def test_every_seat_deals_first_equally_often(players: int, bound: float) -> None:
    counts = Counter(secret.first_dealer(key, players) for key in KEYS)
    assert sorted(counts) == list(range(players))
    assert chi_square(counts.values(), 4_800 / players) < bound


def test_numbers_from_an_incomplete_run_are_thrown_away() -> None:
    """2**32 is no multiple of 3: the one number too many would make 0 more likely than 1 and 2."""
    top = 2**32 - 1
    assert secret._below(iter([top, top, 5]), 3) == 2
    assert secret._below(iter([top - 1]), 3) == 2
    assert secret._below(iter([top]), 2) == 1, "a multiple of 2"
    for n in range(1, 121):
        limit = 2**32 - 2**32 % n
        assert secret._below(iter([limit - 1]), n) == n - 1
        assert limit > top or secret._below(iter([limit, top, n + 1]), n) == 1 % n


# ---- what comes from it


def decks(key: bytes, setting: Setting = ALL[0]) -> list[Any]:
    game = game_of(seated_for(setting, key=key))
    return [game.replay()["decks"], game.replay()["dealer"]]


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_the_same_secret_deals_the_same(setting: Setting) -> None:
    """Deck and first dealer of a live table are the secret's, and the view shows the hand it gives."""
    assert decks(SECRET, setting) == decks(SECRET, setting)
    game = game_of(seated_for(setting))
    assert game.replay()["decks"] == [secret.shuffled(SECRET, 0, game.whole_deck())]
    if setting.game != "thegame":
        assert game.replay()["dealer"] == secret.first_dealer(SECRET, setting.players)


def test_rounds_and_tables_and_the_dealer_have_streams_of_their_own() -> None:
    cards = [str(number) for number in range(2, 100)]
    dealt = [tuple(secret.shuffled(key, number, cards)) for key in KEYS[:20] for number in range(20)]
    assert len(set(dealt)) == 400
    assert secret.shuffled(SECRET, 1, cards) != secret.shuffled(SECRET, 11, cards)
    assert next(secret._words(SECRET, "dealer")) != next(secret._words(SECRET, "deck 0"))


def test_no_two_secrets_that_differ_in_one_bit_deal_alike() -> None:
    cards = [str(number) for number in range(2, 100)]
    flipped = [SECRET[:at] + bytes([SECRET[at] ^ 1 << bit]) + SECRET[at + 1 :] for at in range(32) for bit in range(8)]
    assert len({tuple(secret.shuffled(key, 0, cards)) for key in [SECRET, *flipped]}) == 257


# ---- nobody else may deal


@pytest.mark.parametrize("option", ["seed", "decks", "dealer"])
@pytest.mark.parametrize("value", [None, 0, [], "x"])
@pytest.mark.parametrize("game", ["sticheln", "hattrick", "thegame"])
def test_clients_can_never_set_what_is_dealt(game: str, option: str, value: Any) -> None:
    with pytest.raises(BadOption) as error:
        setup.check(game, 4, options={option: value})
    assert (error.value.code, error.value.params) == ("table.secret", {"option": option})
