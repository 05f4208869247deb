"""`stichwerk match`: the same deals for all, seats rotated, figures with their errors, the same table for the same seed."""

from __future__ import annotations

import io
import json
import math
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from stichwerk.arena import match as matches
from stichwerk.arena import match_command, standings
from stichwerk.arena.match import Match, Result, seatings
from stichwerk.batch import playouts
from stichwerk.bots import careful, policy
from stichwerk.cli import main
from stichwerk.game import BadOption
from stichwerk.game.options import default_variant, kind_of
from stichwerk.words import LANGUAGES, say


def test_the_last_name_takes_the_remaining_seats_and_all_rotate() -> None:
    assert seatings("sticheln", 4, ["simple", "random"]) == (
        ("simple", "random", "random", "random"),
        ("random", "random", "random", "simple"),
        ("random", "random", "simple", "random"),
        ("random", "simple", "random", "random"),
    )
    assert len(seatings("hattrick", 4, ["simple", "random", "simple", "random"])) == 2
    assert seatings("hattrick", 4, ["simple, random"]) == seatings("hattrick", 4, ["simple", "random"])
    assert seatings("thegame", 3, ["simple", "simple,random"]) == (("simple",) * 3, ("simple", "random", "random"))
    assert seatings("thegame", 2, ["simple", "simple,simple"]) == (("simple", "simple"),), "one team, named twice"


def test_every_deal_has_another_order_around_the_table_in_which_each_bot_sits_everywhere() -> None:
    """Who plays after a weak player gains by it: so nobody does so in all deals."""
    match = Match("sticheln", 4, seatings("sticheln", 4, ["strong", "quick", "simple"]), 60, 5)
    after_quick: Counter[str] = Counter()
    for number in range(60):
        lineups = matches.lineups_of(match, number)
        for seat in zip(*lineups, strict=True):
            assert Counter(seat) == {"strong": 1, "quick": 1, "simple": 2}
        after_quick[lineups[0][(lineups[0].index("quick") + 1) % 4]] += 1
    assert 10 < after_quick["strong"] < 30, "a third of them, or nearly"
    teams = Match("thegame", 2, (("careful", "simple"),), 2, 5)
    assert [matches.lineups_of(teams, number) for number in range(5)] == [teams.lineups] * 5, "a team sits as it was named"


@pytest.mark.parametrize(("players", "code"), [(3, "cli.seats"), (10**12, "option.players"), (-2, "option.players")])
def test_seats_are_made_for_as_many_as_can_play(players: int, code: str) -> None:
    with pytest.raises(BadOption) as error:
        seatings("sticheln", players, ["simple", "random", "simple", "random"])
    assert error.value.code == code


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "bots"), [("thegame", "patient,careful,beginner"), ("hattrick", "strong,beginner")])
def test_no_figure_is_cut_off_in_a_small_window(game: str, bots: str, language: str) -> None:
    match = Match(game, 5, seatings(game, 5, [bots]), 2, 1, "standard", timed=True)
    spent = dict.fromkeys(bots.split(","), (31.4, 90))
    deals = [
        [Result(lineup, [[points, -12, 5, 3, 0]], [0], left, spent) for lineup in match.lineups]
        for points, left in ((10, 10), (0, 98))
    ]
    data, shown = standings.as_data(match, deals), {80: io.StringIO(), 500: io.StringIO()}
    for width, file in shown.items():
        Console(width=width, file=file).print(standings.as_table(data, language, width))
    small, large = (re.findall(r"\d+\.\d+", file.getvalue()) for file in shown.values())
    assert sorted(small) == sorted(large)
    assert "348.889" in small
    whole = [sorted(re.findall(r"[-+]?\d+\.\d+ ± \d+\.\d+", file.getvalue())) for file in shown.values()]
    assert whole[0] == whole[1], "a figure and its error stay together"


@pytest.mark.parametrize(
    ("mean", "points", "percent"), [(-1e-17, "+0.00", "+0.0"), (0.0, "+0.00", "+0.0"), (-0.006, "-0.01", "-0.6")]
)
def test_no_minus_stands_before_nothing(mean: float, points: str, percent: str) -> None:
    """Such as what a bot is ahead of itself."""
    value = {"mean": mean, "error": 0.0}
    assert standings.signed(value) == f"{points} ± 0.00"
    assert standings.shares(value, "+") == f"{percent} ± 0.0"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["match", *arguments, "--lang", "en"]) == 0
    return capsys.readouterr().out


def test_the_same_seed_gives_the_same_table_on_any_number_of_cores(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("hattrick", "simple", "random", "--games", "5", "--rounds", "1", "--seed", "4")
    tables = {run(capsys, *arguments, "--threads", threads) for threads in ("1", "2")}
    assert len(tables) == 1
    assert "points a round ahead of the others" in next(iter(tables))
    assert run(capsys, *arguments[:-1], "5", "--threads", "1") not in tables


def test_the_heading_says_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES 2.3: a target replaces the preset's rounds."""
    words = "match sticheln simple random --players 3 --variant first --target 9 --reveal start --games 2 --seed 6"
    assert main(words.split()) == 0
    assert capsys.readouterr().out.startswith("Sticheln (first, target=9) · players: 3 · deals: 2 · seed: 6\n")


def test_timing_a_match_changes_nothing_but_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither of bots that play whole games in one compiled call nor of those that play through views."""
    arguments = ("thegame", "patient", "beginner", "--players", "1", "--games", "4", "--seed", "1", "--threads", "1", "--json")
    untimed, timed = json.loads(run(capsys, *arguments)), json.loads(run(capsys, *arguments, "--time"))
    assert all(row.pop("milliseconds") > 0 for row in timed["bots"])
    assert timed == untimed


def test_no_move_is_charged_with_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[bool] = []

    def games(o: Any, first: int, last: int, seed: int) -> tuple[Any, Any]:
        began = time.thread_time()
        while not compiled and time.thread_time() < began + 0.2:
            pass
        compiled.append(True)
        return np.zeros(last - first, np.int64), np.ones(last - first, np.int64)

    monkeypatch.setattr(careful, "careful_games", games)
    match = Match("thegame", 1, (("careful",),), 3, 1, timed=True, threads=1)
    deals, _ = matches.play(match)
    assert standings.as_data(match, deals)["bots"][0]["milliseconds"] < 10


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


def a_match(game: str, names: list[str]) -> dict[str, Any]:
    """The standings of one with the longest seed there is."""
    match = Match(game, 4, seatings(game, 4, names), 2, (1 << 63) - 1, options={"rounds": 7} if game == "sticheln" else {})
    match = replace(match, variant=default_variant(kind_of(game)))
    return standings.as_data(match, [[Result(lineup, [[3, 1, 0, -2]], [0], left) for lineup in match.lineups] for left in (0, 9)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "names"),
    [("thegame", ["patient"]), ("hattrick", ["strong", "simple"]), ("sticheln", ["strong", "simple", "random"])],
)
def test_the_pictures_heading_is_whole(game: str, names: list[str], language: str) -> None:
    data = a_match(game, names)
    figure = match_command.picture(data, language)
    figure.draw_without_rendering()
    (heading,) = figure.texts
    assert heading.get_text().split() == standings.title(data, language).split()
    box, below = heading.get_window_extent(), figure.axes[0].get_tightbbox()
    assert box.x0 > 0
    assert box.x1 < figure.bbox.width
    assert below
    assert box.y0 > below.y1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "code"), [("thegame", "simulate.bars.interval"), ("sticheln", "simulate.bars.errors")])
def test_the_picture_says_what_its_error_bars_are(game: str, code: str, language: str) -> None:
    """They are twice as long as the error in the table."""
    (axes,) = match_command.picture(a_match(game, ["simple", "random"]), language).axes
    assert axes.get_title() == say(code, language)


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


def test_ctrl_c_before_the_first_deal_answers_a_program_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(match: Match) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "prepare", stop)
    for game in ("thegame", "sticheln"):
        assert main(["match", game, "simple", "--time", "--seed", "3", "--json", "--lang", "en"]) == 130
        shown = capsys.readouterr()
        data = json.loads(shown.out)
        assert (data["whole"], data["deals"], data["games"], data["bots"], data["seed"]) == (False, 0, 0, [], 3)
        assert "Stopped before the first games were played." in shown.err
    assert main(["match", "thegame", "simple", "--lang", "en"]) == 130
    assert capsys.readouterr().out == ""


def test_a_process_that_starts_leaves_ctrl_c_to_its_parent() -> None:
    """From its first moment on, or it complains in a page while the parent says in a sentence what was played."""
    with matches._deaf_to_ctrl_c():
        pool = get_context("spawn").Pool(1)
    with pool:
        assert pool.apply(signal.getsignal, (signal.SIGINT,)) == signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) != signal.SIG_IGN


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("sticheln nobody", "There is no bot 'nobody'"),
        ("sticheln careful", "The bot careful does not play Sticheln"),
        ("thegame simple --games 0", "games cannot be 0"),
        ("thegame simple --plot match.gif", "plot cannot be 'match.gif'"),
        ("thegame simple --threads 0", "threads cannot be 0"),
        ("thegame simple --seed -1", "seed cannot be -1"),
        ("hattrick simple --players 9", "players cannot be 9"),
        ("hattrick simple --players 12000", "players cannot be 12000"),
        ("hattrick simple --players -2", "players cannot be -2"),
        ("sticheln simple --players 7 --variant first", "players cannot be 7"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is compiled, let alone played."""
    monkeypatch.delattr(matches, "prepare")
    assert main(["match", *arguments.split(), "--lang", "en"]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_bot_of_the_documentation_plays(threads: str, tmp_path: Path) -> None:
    """docs/bots.md, "Write your own": the program there runs as it stands, and on several cores: each process is told of it."""
    text = (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")
    program, found = re.subn('"--games", "20"', rf'\g<0>, "--threads", "{threads}"', text.split("```python\n")[1].split("```")[0])
    assert found == 1
    (tmp_path / "my_bot.py").write_text(program, "utf-8")
    done = subprocess.run([sys.executable, "my_bot.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "boldest" in done.stdout
