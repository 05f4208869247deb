"""Bots from files: the format is safetensors', they play on NumPy alone, and a live table opens no file for anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from stichwerk import Game, bots
from stichwerk.arena.match import Match, play, seatings
from stichwerk.bots import tensors
from stichwerk.bots.from_file import FORMAT, Net, load, observe
from stichwerk.cli import main
from stichwerk.game.options import KINDS
from stichwerk.game.refusals import BadOption
from stichwerk.table import Place, setup

ABOUT = {"format": FORMAT, "game": "thegame", "memory": "cards"}


def lowest_first(path: Path, **about: str) -> str:
    """A bot of The Game that likes a move the better the lower its number, but looks at one number of its observation."""
    arrays: dict[str, Any] = {
        "columns": np.array([104, 107], np.int32),
        "low": np.array([0, 1], np.int32),
        "high": np.array([98, 100], np.int32),
        "rows": np.ones((199, 4), np.float32),
        "b0": np.zeros(4, np.float32),
        "w1": np.zeros((4, 405), np.float32),
        "b1": -np.arange(405, dtype=np.float32),
    }
    tensors.save(path, arrays, {**ABOUT, **about})
    return f"file:{path}"


def test_the_format_is_that_of_safetensors(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.safetensors", tmp_path / "theirs.safetensors"
    lowest_first(ours)
    save_file({"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([7], np.int32)}, theirs, {"x": "y"})
    read = load_file(ours)
    assert read["b1"].tolist() == (-np.arange(405)).tolist()
    assert read["rows"].shape == (199, 4)
    arrays, about = tensors.load(theirs)
    assert (arrays["a"].tolist(), arrays["b"].tolist(), about) == ([[0, 1, 2], [3, 4, 5]], [7], {"x": "y"})


def test_it_plays_what_it_likes_best_of_what_is_legal(tmp_path: Path) -> None:
    bot = bots.make(lowest_first(tmp_path / "low.safetensors"))
    game = Game("thegame", 1, seed=4)
    while not game.over:
        move = bot.act(game.view(0))
        assert move == min(game.legal(0), key=lambda text: game._kind.moves[text])
        game.play(0, move)
    assert bot.signal(game.view(0)) == []


def test_its_net_is_what_the_file_says(tmp_path: Path) -> None:
    """One number that counts, through two layers, by hand."""
    path = tmp_path / "net.safetensors"
    arrays = {
        "columns": np.array([0, 2], np.int32),
        "low": np.array([0, -1], np.int32),
        "high": np.array([1, 1], np.int32),
        "rows": np.array([[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], np.float32),
        "b0": np.array([-2.5, 0], np.float32),
        "w1": np.array([[1, 1], [1, -1]], np.float32),
        "b1": np.array([0, 10], np.float32),
    }
    tensors.save(path, arrays, ABOUT)
    net = Net("thegame", "cards", tensors.load(path)[0])
    assert net.weigh(np.array([1, 9, 0])).tolist() == [2, 8]  # 2-2.5 is cut off; 2 is left
    assert net.weigh(np.array([[1, 9, 0], [5, 9, 99]])).tolist() == [[2, 8], [4, 6]], "values beyond the bounds are cut off"


def test_it_sits_down_at_every_kind_of_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = lowest_first(tmp_path / "low.safetensors")
    assert main(["play", "thegame", "--players", "2", "--seats", name, "--bot", name, "--seed", "3"]) == 0
    assert "plays" in capsys.readouterr().out
    match = Match("thegame", 2, seatings("thegame", 2, [name, "random"]), 3, 1, threads=1)
    deals, whole = play(match)
    assert whole
    assert len(deals) == 3
    assert main(["simulate", "thegame", "--players", "1", "--bot", name, "--games", "3", "--threads", "1", "--json"]) == 0


@pytest.mark.parametrize("memory", ["none", "cards", "perfect"])
def test_a_bot_sees_as_much_as_it_remembers(memory: str, tmp_path: Path) -> None:
    net = load(lowest_first(tmp_path / f"{memory}.safetensors", memory=memory))
    view = Game("thegame", 1, seed=4).view(0)
    assert len(observe(view, net.memory)) == {"none": 141, "cards": 141, "perfect": 441}[memory]


NO_METADATA = b'{"__metadata__": 5}', b'{"__metadata__": {"format": "stichwerk policy 1", "game": []}}'


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "No such file"),
        (b"", "its header is missing"),
        (b"\xff" * 100, "its header is missing"),
        (b"\x02" + bytes(7) + b"[]", "its header cannot be read"),
        (b"\x02" + bytes(7) + b"{}", "holds no bot of ours"),
        *((len(text).to_bytes(8, "little") + text, "its header cannot be read") for text in (*NO_METADATA, b"[" * 5000)),
    ],
)
def test_a_file_that_is_no_bot_is_refused_in_a_sentence(content: bytes | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadOption, match=sentence):
        bots.make(f"file:{path}")


def test_a_file_in_the_home_of_nobody_is_refused_too() -> None:
    with pytest.raises(BadOption, match="No such file"):
        bots.make("file:~nobody-lives-here/some.safetensors")


PARTS = ["columns", "low", "high", "rows", "b0", "w1", "b1"]


@pytest.mark.parametrize(("part", "kept"), [*((part, None) for part in PARTS), ("rows", 198), ("w1", 3), ("columns", 0)])
def test_a_bot_whose_parts_do_not_fit_is_refused_before_the_game(part: str, kept: int | None, tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    lowest_first(path)
    arrays, about = tensors.load(path)
    whole = arrays.pop(part)
    tensors.save(path, arrays if kept is None else {**arrays, part: whole[:kept]}, about)
    with pytest.raises(BadOption, match="its arrays do not fit"):
        bots.make(f"file:{path}")


@pytest.mark.parametrize("part", ["rows", "b1"])
def test_a_bot_that_does_not_know_what_it_likes_is_refused(part: str, tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    lowest_first(path)
    arrays, about = tensors.load(path)
    tensors.save(path, {**arrays, part: np.full_like(arrays[part], np.nan)}, about)
    with pytest.raises(BadOption, match="its arrays do not fit"):
        bots.make(f"file:{path}")


def test_a_file_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    """Whoever trains on and looks again sees what has been learned since."""
    path = tmp_path / "low.safetensors"
    name, view = lowest_first(path), Game("thegame", 1, seed=4).view(0)
    assert bots.make(name).act(view) == min(view["legal"], key=KINDS["thegame"].moves.__getitem__)
    assert load(name) is load(name)
    arrays, about = tensors.load(path)
    tensors.save(path, {**arrays, "b1": -arrays["b1"]}, about)
    assert bots.make(name).act(view) == max(view["legal"], key=KINDS["thegame"].moves.__getitem__)


def test_it_plays_its_own_game_only(tmp_path: Path) -> None:
    name = lowest_first(tmp_path / "low.safetensors")
    with pytest.raises(BadOption, match="does not play Sticheln"):
        bots.check_name(name, "sticheln", files=True)


def test_nobody_makes_a_live_table_open_a_file(tmp_path: Path) -> None:
    name = lowest_first(tmp_path / "low.safetensors")
    with pytest.raises(BadOption, match="There is no bot 'file:"):
        bots.check_name(name, "thegame")
    with pytest.raises(BadOption, match="There is no bot 'file:"):
        setup.check("thegame", 1, places=[Place("bot", name)])
    with pytest.raises(BadOption, match="There is no bot 'file:"):
        setup.check("thegame", 1, stand_in=name)
