"""RULES 1: how cards and moves are written, both ways."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stichwerk import Game, IllegalMove
from stichwerk.game import notation
from stichwerk.rules import cards, thegame


def test_every_card_is_a_colour_letter_and_its_number() -> None:
    assert len(set(notation.CARD_TEXTS)) == 126
    for text, card in notation.STICHELN_MOVES.items():
        assert notation.STICHELN_TEXTS[card] == text
        if len(text) > 1:
            assert (notation.COLOURS[cards.colour(card)], str(cards.number(card))) == (text[0], text[1:])


def test_every_move_of_the_game_has_one_text() -> None:
    assert len(notation.THEGAME_MOVES) == 98 * 4 + 1 + 4
    assert all(notation.THEGAME_TEXTS[move] == text for text, move in notation.THEGAME_MOVES.items())
    assert notation.THEGAME_MOVES["37A"] // thegame.PILES == 37


@given(st.text(max_size=6) | st.from_regex(r"[rbgnyv]\d{1,3}|\d{1,3}[A-E]|start\d", fullmatch=True))
def test_what_is_not_a_legal_move_is_refused_whatever_it_is(text: str) -> None:
    for game in (Game("sticheln", 4, seed=1), Game("hattrick", 4, seed=1, dealer=3), Game("thegame", 1, seed=1)):
        if text not in game.legal(0):
            before = game.view(0)
            try:
                game.play(0, text)
            except IllegalMove:
                assert game.view(0) == before
            else:
                raise AssertionError(text)
