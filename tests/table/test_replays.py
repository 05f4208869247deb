"""`stichwerk verify FILE` checks a finished table's replay against the commitment made before its game.

"So anyone can check every shuffle" (DESIGN, Secrets): whatever in the file is not as the secret and the rules want it is refused
with a code. A forger may repair the checksum, so here every forgery has a good one.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk import Game
from stichwerk.game import BadReplay, replay
from stichwerk.table import replays, secret
from tests.games import Setting, play_on
from tests.table.tables import ALL_SHORT, HANDFUL, SECRET, empty, finished, play, refused, seated

File = dict[str, Any]


def played(setting: Setting) -> File:
    """The file of a finished table, as it is downloaded."""
    content: File = json.loads(json.dumps(replays.write(finished(setting))))
    return content


@pytest.fixture(scope="module")
def file() -> File:
    return played(HANDFUL[0])


def changed(file: File, change: Callable[[File], Any]) -> File:
    """A forgery: one change, and a checksum that fits."""
    forged = copy.deepcopy(file)
    change(forged)
    return sealed(forged)


def sealed(file: File) -> File:
    body = {key: value for key, value in file["replay"].items() if key != "check"}
    body["count"] = len(body["moves"])
    return {**file, "replay": {**body, "check": replay.checksum(body)}}


def refusal(data: Any) -> str:
    with pytest.raises(BadReplay) as error:
        replays.verify(data)
    assert error.value.say("de") != error.value.say("fr") or error.value.code == "replay.json"
    return error.value.code


# ---- honest files


@pytest.mark.parametrize("setting", [*ALL_SHORT, *HANDFUL], ids=str)
def test_every_finished_table_is_verified(setting: Setting) -> None:
    table = finished(setting)
    content = replays.write(table)
    for form in (content, json.dumps(content), json.dumps(content).encode()):
        game = replays.verify(form)
    assert table.game is not None
    assert game.over
    assert game.replay() == table.game.replay()


def test_the_file_opens_the_secret_and_names_the_people(file: File) -> None:
    assert bytes.fromhex(file["secret"]) == SECRET
    assert file["commitment"] == secret.commitment(SECRET)
    assert file["names"] == ["Person 0", "Person 1", "Person 2", "Person 3"]
    assert file["table"] == "the table"


def test_a_table_that_has_not_ended_has_no_file() -> None:
    """ "Opens the secret when the game ends", and not before."""
    running = seated()
    play(running, 50, random.Random(1))
    for table in (empty(), seated(), running):
        with refused(table, "table.notover"):
            replays.write(table)


# ---- forgeries


def test_another_secret_or_commitment_is_refused(file: File) -> None:
    other = bytes(32)
    for change in (
        {"secret": other.hex()},
        {"commitment": secret.commitment(other)},
        {"secret": ""},
        {"secret": file["secret"][:-2]},
        {"secret": "not hex"},
        {"secret": "é" * 64},
        {"commitment": ""},
        {"commitment": file["commitment"].upper()},
    ):
        assert refusal({**file, **change}) == "verify.commitment"


def test_a_secret_exchanged_with_its_commitment_does_not_give_the_decks(file: File) -> None:
    for number in range(20):
        other = bytes([number] * 32)
        assert refusal({**file, "secret": other.hex(), "commitment": secret.commitment(other)}) in (
            "verify.deck",
            "verify.dealer",
        )


def stacked(file: File, number: int) -> File:
    """The whole game played again with the same secret, but with a deck of one's own in one round."""
    decks = copy.deepcopy(file["replay"]["decks"])
    decks[number][0], decks[number][-1] = decks[number][-1], decks[number][0]
    return forged_game(file, decks, file["replay"]["dealer"])


def forged_game(file: File, decks: list[list[str]], dealer: int | None, seed: int = 0) -> File:
    made = file["replay"]
    game = Game(made["game"], made["players"], made["variant"], decks=decks, dealer=dealer, seed=seed, **made["options"])
    play_on(game, random.Random(1), 10_000)
    return {**file, "replay": {**game.replay(), "dealer": dealer}}


@pytest.mark.parametrize("number", [0, 1])
def test_a_stacked_deck_is_refused(file: File, number: int) -> None:
    """A flawless game, every move legal, dealt from a deck that is not the secret's."""
    assert refusal(sealed(stacked(file, number))) == "verify.deck"


@pytest.mark.parametrize("setting", HANDFUL[6:], ids=str)
def test_a_stacked_deck_is_refused_in_every_game(setting: Setting) -> None:
    assert refusal(sealed(stacked(played(setting), 0))) == "verify.deck"


def test_decks_that_are_left_out_are_refused(file: File) -> None:
    """Rounds beyond the given decks are dealt from the seed, which anybody can choose."""
    for kept in (0, 1):
        forged = forged_game(file, file["replay"]["decks"][:kept], file["replay"]["dealer"])
        assert refusal(sealed(forged)) == "verify.deck"


def test_another_first_dealer_is_refused(file: File) -> None:
    for step in (1, 2, 3):
        forged = forged_game(file, file["replay"]["decks"], (file["replay"]["dealer"] + step) % 4)
        assert refusal(sealed(forged)) == "verify.dealer"


def test_a_first_dealer_that_is_left_out_cannot_be_chosen_by_the_seed(file: File) -> None:
    """Without one the dealer is drawn from the seed, which anybody can choose: so any dealer could be had."""
    made = file["replay"]
    for seed in range(20):
        drawn = Game(made["game"], made["players"], decks=made["decks"], seed=seed).options["dealer"]
        if drawn != made["dealer"]:
            assert refusal(sealed(forged_game(file, made["decks"], None, seed))) == "verify.dealer"


def test_a_dealer_in_the_game_without_dealers_is_refused() -> None:
    forged = changed(played(HANDFUL[8]), lambda file: file["replay"].update(dealer=1))
    assert refusal(forged) == "replay.options"


def test_moves_that_are_not_legal_are_refused(file: File) -> None:
    moves = file["replay"]["moves"]
    first_play = next(number for number, (_, move) in enumerate(moves) if number >= 4)
    for forged in (
        moves[1:],
        [*moves[:first_play], moves[first_play + 1], *moves[first_play:]],
        [[seat, "r0"] for seat, _ in moves],
        [*moves, moves[-1]],
    ):
        assert refusal(changed(file, lambda file, forged=forged: file["replay"].update(moves=forged))) == "replay.move"  # type: ignore[misc]
    for entry in (None, 4, [0], [0, "r1", 2], "r1"):
        assert refusal(changed(file, lambda file, entry=entry: file["replay"]["moves"].insert(3, entry))) == "replay.entry"  # type: ignore[misc]


def test_an_unfinished_game_is_refused(file: File) -> None:
    for kept in (0, 1, 30, len(file["replay"]["moves"]) - 1):
        forged = changed(file, lambda file, kept=kept: file["replay"].update(moves=file["replay"]["moves"][:kept]))  # type: ignore[misc]
        assert refusal(forged) == "verify.unfinished"


def test_an_accident_is_noticed_by_count_and_checksum(file: File) -> None:
    """Here the checksum is not repaired."""
    short = {**file["replay"], "moves": file["replay"]["moves"][:-1]}
    assert refusal({**file, "replay": short}) == "replay.count"
    assert refusal({**file, "replay": {**file["replay"], "check": "0" * 64}}) == "replay.check"
    assert refusal({**file, "replay": {**file["replay"], "seed": 1}}) == "replay.check"


# ---- files that are none


def test_a_file_cut_short_is_refused(file: File) -> None:
    text = json.dumps(file)
    for length in (0, 1, 10, len(text) // 2, len(text) - 1):
        assert refusal(text[:length]) == "replay.json"
        assert refusal(text[:length].encode()) == "replay.json"


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"PK\x03\x04", "not json", "{'a': 1}", "[" * 5_000, "9" * 5_000 + "x"])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    assert refusal(text) == "replay.json"


@pytest.mark.parametrize(
    "data", [None, 7, [], {}, "null", "[]", '"x"', "{}", "NaN", {"format": "stichwerk-replay"}, {"format": []}]
)
def test_a_foreign_file_is_refused(data: Any) -> None:
    assert refusal(data) == "replay.format"


def test_a_replay_without_its_table_is_refused(file: File) -> None:
    """Of a game alone, with no commitment, nothing can be said."""
    assert refusal(file["replay"]) == "replay.format"


def test_another_version_is_refused(file: File) -> None:
    for version in (0, 2, "1", None):
        assert refusal({**file, "version": version}) == "replay.version"


@pytest.mark.parametrize("field", list(replays.FIELDS))
def test_a_field_that_is_missing_or_of_another_kind_is_refused(file: File, field: str) -> None:
    assert refusal({key: value for key, value in file.items() if key != field}) == "replay.missing"
    for wrong in (None, 5, 1.5, True):
        assert refusal({**file, field: wrong}) == "replay.missing"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything in a file that is neither list nor dict."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for number, inner in enumerate(value) for leaf in leaves(inner, (*path, number))]
    return [path]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["r1", "A!", "end", "start1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)
FILES = [played(setting) for setting in (HANDFUL[1], HANDFUL[4], HANDFUL[6], HANDFUL[7])]


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 1 << 20), JSON, st.booleans())
def test_anything_altered_is_refused_with_a_code_and_nothing_else_goes_wrong(
    file: File, which: int, value: Any, repair: bool
) -> None:
    """Names and the table's name aside, which nothing depends on.

    With the checksum repaired two things more can be otherwise and mean the same: the seed, which deals nothing, and null for
    an option, which is its default (what null for the dealer means has a test of its own).
    """
    forged = copy.deepcopy(file)
    paths = [path for path in leaves(forged) if path[0] not in ("names", "table")]
    path = paths[which % len(paths)]
    place = forged
    for key in path[:-1]:
        place = place[key]
    means_the_same = (path[-1] == "seed" and isinstance(value, int)) or (
        value is None and path[1:2] in [("options",), ("dealer",)]
    )
    if place[path[-1]] == value or (repair and means_the_same):
        return
    place[path[-1]] = value
    refusal(sealed(forged) if repair and path[-1] not in ("check", "count") else forged)


def test_a_move_nested_almost_too_deep_for_python_is_refused_with_a_code(file: File) -> None:
    """Deep enough for `json.loads` and too deep for what says what was wrong with it: not a RecursionError."""
    text = json.dumps(file)
    for depth in range(800, 1_000):
        nested = text.replace('"moves": [[', f'"moves": [[0, {"[" * depth}{"]" * depth}], [', 1)
        assert refusal(nested).startswith("replay.")
