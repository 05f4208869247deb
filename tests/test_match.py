"""`stichwerk match`: the same deals for all, seats rotated, figures with their errors, the same table for the same seed."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from stichwerk.arena import match as matches
from stichwerk.arena import match_command, standings
from stichwerk.arena.match import Match, Result, seatings
from stichwerk.batch import playouts
from stichwerk.bots import policy
from stichwerk.cli import main
from stichwerk.game import BadOption


def test_the_last_name_takes_the_remaining_seats_and_all_rotate() -> None:
    assert seatings("sticheln", 4, ["simple", "random"]) == (
        ("simple", "random", "random", "random"),
        ("random", "random", "random", "simple"),
        ("random", "random", "simple", "random"),
        ("random", "simple", "random", "random"),
    )
    assert len(seatings("hattrick", 4, ["simple", "random", "simple", "random"])) == 2
    assert seatings("thegame", 3, ["simple", "simple,random"]) == (("simple",) * 3, ("simple", "random", "random"))
    with pytest.raises(BadOption):
        seatings("sticheln", 3, ["simple", "random", "simple", "random"])


def test_a_deal_is_the_same_in_every_rotation_and_the_one_of_batch() -> None:
    """RULES 2.1: each seat's cards; the games of a seed are the same everywhere."""
    match = Match("sticheln", 4, seatings("sticheln", 4, ["simple"]), 3, 6, options={"rounds": 2})
    games = [[matches.dealt(match, number).view(seat)["hand"] for seat in range(4)] for number in (0, 0, 1)]
    assert games[0] == games[1] != games[2]
    deals, whole = matches.play(Match("sticheln", 4, (("simple",) * 4,), 3, 6, threads=1))
    module = policy("simple", "sticheln")
    assert module
    scores = playouts(module, "sticheln", 4, 3, seed=6, scores=True).scores.tolist()
    assert whole
    assert [[sum(points) for points in zip(*deal[0].rounds, strict=True)] for deal in deals] == scores


def test_the_figures_are_those_of_the_definitions() -> None:
    match = Match("hattrick", 4, seatings("hattrick", 4, ["simple", "random"]), 2, 1)
    one = Result(match.lineups[0], [[8, 2, 4, 0], [0, 0, 0, -3]], [0])
    two = Result(match.lineups[0], [[1, 5, 1, 1], [3, 3, -3, -3]], [0, 1])
    row = standings.as_data(match, [[one], [two]])["bots"][0]
    # A round's share of a win is divided among those who share it.
    assert row["points"] == {"mean": 3.0, "error": pytest.approx(1.0)}
    assert row["lead"]["mean"] == pytest.approx(((8 - 2 + 0 + 1) / 2 + (1 - 7 / 3 + 3 + 1) / 2) / 2)
    assert row["rounds"]["mean"] == pytest.approx(((1 + 1 / 3) / 2 + (0 + 1 / 2) / 2) / 2)
    assert row["games"] == {"mean": 0.75, "error": pytest.approx(0.25)}


def test_teams_are_compared_on_the_same_deals() -> None:
    match = Match("thegame", 1, (("simple",), ("random",)), 4, 1, "standard")
    deals = [[Result(("simple",), [], [], left), Result(("random",), [], [], 70)] for left in (0, 0, 3, 9)]
    first, second = standings.as_data(match, deals)["bots"]
    assert first["won"] == {"mean": 0.5, "error": pytest.approx(math.sqrt(1 / 3) / 2)}
    assert first["left"]["mean"] == 3
    assert second["more_than_first"]["mean"] == -0.5


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["match", *arguments, "--lang", "en"]) == 0
    return capsys.readouterr().out


def test_the_same_seed_gives_the_same_table_on_any_number_of_cores(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("hattrick", "simple", "random", "--games", "5", "--rounds", "1", "--seed", "4")
    tables = {run(capsys, *arguments, "--threads", threads) for threads in ("1", "2")}
    assert len(tables) == 1
    assert "points a round ahead of the others" in next(iter(tables))
    assert run(capsys, *arguments[:-1], "5", "--threads", "1") not in tables


def test_json_has_every_figure_and_the_picture_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.svg"
    out = run(capsys, "thegame", "simple", "random", "--games", "3", "--threads", "1", "--time", "--json", "--plot", str(file))
    data = json.loads(out)
    assert (data["deals"], data["games"], data["whole"], data["players"]) == (3, 6, True, 2)
    assert [row["name"] for row in data["bots"]] == ["simple", "random"]
    assert all(row["milliseconds"] > 0 and row["left"]["mean"] >= 0 for row in data["bots"])
    assert file.stat().st_size > 3000


def test_the_picture_shows_what_cannot_be_known_even_where_nothing_was_won() -> None:
    data = {"bots": [{"won": {"mean": 0.0}, "won_interval": [0.0, 0.3]}, {"won": {"mean": 0.5}, "won_interval": [0.2, 0.8]}]}
    shares, (down, up) = match_command._won(data)
    assert shares == [0, 50]
    assert (down, up) == ([0, pytest.approx(30)], [pytest.approx(30), pytest.approx(30)])


def test_ctrl_c_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played = matches.play_deals

    def stop_at_four(match: Match, first: int, last: int) -> list[matches.Deal]:
        if first >= 4:
            raise KeyboardInterrupt
        return played(match, first, last)

    monkeypatch.setattr(matches, "play_deals", stop_at_four)
    assert main(["match", "thegame", "random", "--games", "8", "--threads", "1", "--json", "--lang", "en"]) == 130
    shown = capsys.readouterr()
    assert json.loads(shown.out)["deals"] == 4
    assert "Stopped early" in shown.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("sticheln nobody", "There is no bot 'nobody'"),
        ("sticheln careful", "The bot careful does not play Sticheln"),
        ("thegame simple --games 0", "games cannot be 0"),
        ("thegame simple --plot match.gif", "plot cannot be 'match.gif'"),
        ("hattrick simple --players 9", "players cannot be 9"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *arguments.split(), "--lang", "en"]) == 2
    assert sentence in capsys.readouterr().err


def test_the_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    """docs/bots.md, "Write your own": the program there runs as it stands."""
    text = (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")
    (tmp_path / "my_bot.py").write_text(text.split("```python\n")[1].split("```")[0], "utf-8")
    done = subprocess.run([sys.executable, "my_bot.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "boldest" in done.stdout
