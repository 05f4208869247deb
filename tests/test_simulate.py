"""`stichwerk simulate`: right figures with their uncertainty, progress, JSON, pictures, Ctrl-C, refusals."""

from __future__ import annotations

import io
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from rich.console import Console

from stichwerk import bots
from stichwerk.arena import answers, command, plots, simulate, statistics
from stichwerk.arena.simulate import Question
from stichwerk.batch.play import Totals, playouts
from stichwerk.bots import registry
from stichwerk.bots.random import RandomBot
from stichwerk.cli import main
from stichwerk.game import BadOption
from stichwerk.game.options import KINDS
from stichwerk.words import LANGUAGES, number, say


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["simulate", *arguments, "--json", "--lang", "en"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["answers"]
    return found


def test_the_games_answer_adds_up_and_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    question = ("thegame", "--players", "1-3", "--games", "3_000", "--seed", "5")
    found = asked(capsys, *question)
    assert [answer["players"] for answer in found] == [1, 2, 3]
    for answer in found:
        histogram = {int(left): times for left, times in answer["left_histogram"].items()}
        assert sum(histogram.values()) == answer["games"] == 3000
        assert answer["won"] == histogram.get(0, 0) / 3000
        assert answer["won_interval"][0] <= answer["won"] <= answer["won_interval"][1]
        assert answer["left"]["mean"] == pytest.approx(sum(left * times for left, times in histogram.items()) / 3000)
    assert asked(capsys, *question) == found
    assert asked(capsys, *question, "--threads", "1") == found


def test_stichelns_answer_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = asked(capsys, "sticheln", "--variant", "mild", "--games", "400", "--seed", "5", "--rounds", "2")
    assert answer["rounds"] == 800
    assert sum(answer["points_histogram"].values()) == 3200
    assert [place["count"] for place in answer["points_by_place"]] == [800] * 4
    assert sum(figure["count"] for figure in answer["points_by_card"].values()) == 3200
    assert sum(figure["count"] for figure in answer["points_by_number"].values()) == 3200
    whole = sum(place["mean"] for place in answer["points_by_place"]) / 4
    assert answer["points"]["mean"] == pytest.approx(whole)
    assert (answer["seed"], answer["variant"], answer["options"]["penalty"]) == (5, "mild", "flat")


def test_the_error_of_the_mean_is_that_of_whole_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """Seats of one round are not independent: what one wins the others have not."""
    (answer,) = asked(capsys, "hattrick", "--players", "7", "--games", "500", "--seed", "5", "--rounds", "1")
    policy = bots.policy("simple", "hattrick")
    assert policy
    rounds = playouts(policy, "hattrick", 7, 500, seed=5, rounds=1, scores=True).scores.mean(axis=1)
    assert answer["points"]["error"] == pytest.approx(rounds.std(ddof=1) / math.sqrt(500))


def test_one_round_alone_tells_no_error_and_is_json_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = asked(capsys, "sticheln", "--games", "1", "--rounds", "1", "--seed", "5")
    assert answer["points_by_place"][0]["error"] is None
    assert main(["simulate", "sticheln", "--games", "1", "--rounds", "1", "--lang", "en"]) == 0
    assert "± ?" in capsys.readouterr().out


def test_nothing_won_can_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "none.svg"
    assert (
        main(["simulate", "thegame", "--players", "1", "--games", "5", "--bot", "random", "--plot", str(file), "--lang", "en"])
        == 0
    )
    assert file.exists()


def test_hat_trick_has_no_chosen_cards(capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = asked(capsys, "hattrick", "--players", "6", "--games", "200", "--seed", "5", "--lead-tie", "colour")
    assert answer["points_by_card"] == {}
    assert len(answer["points_by_place"]) == 6


@pytest.mark.parametrize(("game", "title"), [("sticheln", "Sticheln"), ("hattrick", "Hat Trick"), ("thegame", "The Game")])
def test_people_get_tables_in_their_language(game: str, title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", game, "--games", "200", "--seed", "1", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    variant = {"sticheln": "classic"}.get(game, "standard")
    assert f"{title} ({variant}) · Bot: simple · je 200 Spiele · Startwert: 1\n" in shown
    assert ("gewonnen" if game == "thegame" else "Punkte je Runde") in shown


@pytest.mark.parametrize(
    ("language", "words"), [("en", " · 1 game each · "), ("de", " · je 1 Spiel · "), ("fr", " · 1 partie chacun · ")]
)
def test_the_heading_can_count_to_one(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "thegame", "--players", "1,2", "--games", "1", "--bot", "random", "--lang", language]) == 0
    assert words in capsys.readouterr().out


def test_a_file_is_told_nothing_of_the_progress(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "thegame", "--games", "2", "--bot", "random", "--lang", "en"]) == 0
    assert capsys.readouterr().err == ""


def all_players(game: str) -> list[dict[str, Any]]:
    """What is answered for every number of players, as of very many games."""
    kind, found = KINDS[game], []
    for players in range(kind.least_players, kind.most_players + 1):
        question = Question(game, players, "random", 30, seed=1)
        found.append(answers.as_data(question, simulate.ask(question)[0]) | {"games": 1_000_000})
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(KINDS))
def test_nothing_is_cut_off_in_a_window_of_80_columns(game: str, language: str) -> None:
    data, shown = all_players(game), {80: io.StringIO(), 500: io.StringIO()}
    for width, file in shown.items():
        for table in answers.as_tables(data, language, width):
            Console(width=width, file=file).print(table)
    small, large = (file.getvalue() for file in shown.values())
    figure = r"-?\d+\.\d+(?: ± \d+\.\d+| \(\S+–\S+\))?|-?\d+ … -?\d+ … -?\d+|" + re.escape(number(1_000_000, language))
    assert sorted(re.findall(figure, small)) == sorted(re.findall(figure, large)), "each in one piece"
    word = r"[^\W\d]+"
    assert set(re.findall(word, small)) == set(re.findall(word, large))


def test_what_is_wider_than_its_window_goes_on_in_the_next_line() -> None:
    shown = io.StringIO()
    (table,) = answers.as_tables(all_players("thegame"), "en", 40)
    Console(width=40, file=shown).print(table)
    assert "1,000,000" not in shown.getvalue()
    written = [cell for column in table.columns for cell in map(str, [column.header, *column.cells])]
    assert sorted("".join(shown.getvalue().replace("─", "").split())) == sorted("".join("".join(written).split()))


def test_no_minus_stands_before_nothing() -> None:
    assert answers.plus_minus({"mean": -0.001, "error": 0.001}) == "0.00 ± 0.00"
    assert answers.plus_minus({"mean": -0.006, "error": None}) == "-0.01 ± ?"


@pytest.mark.parametrize(
    ("arguments", "heading"),
    [
        ("sticheln --variant mild --rounds 2", "Sticheln (mild, rounds=2)"),
        ("sticheln --variant mild --penalty flat --target 9", "Sticheln (mild, target=9)"),
        ("thegame --variant expert --minimum 3", "The Game (expert)"),
        ("thegame --variant expert --minimum 2 --hand -1", "The Game (expert, minimum=2, hand=-1)"),
    ],
)
def test_the_heading_says_what_was_played(arguments: str, heading: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The variant, and of the options those that are not its own."""
    assert main(["simulate", *arguments.split(), "--games", "3", "--bot", "random", "--seed", "1", "--lang", "en"]) == 0
    assert f"{heading} · bot: random · 3 games each · seed: 1\n" in capsys.readouterr().out


def test_the_heading_counts_the_games_that_were_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """… and not those asked for, when somebody presses Ctrl-C."""

    def stop_at_two_thousand(question: Question, progress: Any) -> tuple[Totals, bool]:
        games = question.games if question.players == 1 else 2_000
        return playouts("random", question.game, question.players, games, seed=1), games == question.games

    monkeypatch.setattr(simulate, "ask", stop_at_two_thousand)
    assert main(["simulate", "thegame", "--players", "1-3", "--games", "3_000", "--seed", "1", "--lang", "en"]) == 130
    assert "The Game (standard) · bot: simple · 2,000–3,000 games each · seed: 1\n" in capsys.readouterr().out


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize("game", ["sticheln", "hattrick", "thegame"])
def test_the_answer_is_drawn(game: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"answer.{ending}"
    assert main(["simulate", game, "--players", "4,5", "--games", "300", "--plot", str(file), "--lang", "en"]) == 0
    start = file.read_bytes()[:200]
    assert start.startswith(b"\x89PNG") if ending == "png" else b"<?xml" in start
    assert file.stat().st_size > 5000


@pytest.mark.parametrize("title", ["The Game (standard) · bot: simple", "word " * 90, "file:/a-folder/" + "name" * 90])
def test_the_pictures_heading_is_whole(title: str) -> None:
    """Over several lines if need be, and a name that is longer than one too."""
    figure = plots.picture(all_players("thegame"), title, "en")
    figure.draw_without_rendering()
    (heading,) = figure.texts
    assert "".join(heading.get_text().split()) == "".join(title.split())
    assert heading.get_window_extent().x0 > 0
    assert heading.get_window_extent().x1 < figure.bbox.width
    assert (len(heading.get_text().splitlines()) > 1) == (len(title) > 100), "and no more lines than that"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_stays_beside_its_name(language: str) -> None:
    """… where the heading of a narrow picture is broken."""
    title = say("match.title", language, game="The Game", variant="standard", players=3, deals=1, seed=2)
    for tenths in range(14, 40):
        figure = Figure(figsize=(tenths / 10, 3))
        plots.head(figure, title)
        assert not re.search(r":$|^[\d:·]", figure.texts[0].get_text(), re.MULTILINE)


def test_the_share_won_stands_above_its_error_bar() -> None:
    """… which would strike it through."""
    data = [answer | {"won": 0.5, "won_interval": (0.2, 0.9)} for answer in all_players("thegame")]
    figure = plots.picture(data, "", "en")
    figure.draw_without_rendering()
    axes = figure.axes[0]
    assert [text.get_text() for text in axes.texts] == ["50.0 %"] * 5
    for place, text in enumerate(axes.texts):
        box, (middle, end) = text.get_window_extent(), axes.transData.transform((place, 90))
        assert box.y0 > end
        assert (box.x0 + box.x1) / 2 == pytest.approx(middle)
        assert box.y1 < axes.get_window_extent().y1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "titles"), [("thegame", ["interval", ""]), ("sticheln", ["", "errors", "errors"])])
def test_a_picture_says_what_its_error_bars_are(game: str, titles: list[str], language: str) -> None:
    figure = plots.picture(all_players(game), "", language)
    assert [axes.get_title() for axes in figure.axes] == [code and say(f"simulate.bars.{code}", language) for code in titles]


class Watched(RandomBot):
    """A bot that is not compiled."""

    def signal(self, view: Any) -> list[str]:
        return ["A?"] if view["seat"] == 0 and not view["signals"][0] else []


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    players = dict.fromkeys(KINDS, f"{__name__}:{Watched.__name__}")
    monkeypatch.setitem(registry.ENTRIES, "watched", registry.Entry(0, "instant", players))


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize(("game", "players"), [("sticheln", 3), ("hattrick", 4), ("thegame", 2)])
def test_a_bot_that_is_not_compiled_answers_the_same_question_slower(game: str, players: int) -> None:
    """The same kind of play compiled and through views: the figures agree within their errors."""
    slow, whole = simulate.ask(Question(game, players, "watched", 60, seed=3, threads=2))
    fast, _ = simulate.ask(Question(game, players, "random", 20_000, seed=3))
    assert whole
    assert slow.games == 60
    figures = [
        statistics.mean_of(statistics.merged([totals.histogram(place) for place in range(players)])) for totals in (slow, fast)
    ]
    assert abs(figures[0].value - figures[1].value) < 5 * math.hypot(figures[0].error, figures[1].error)
    if game == "sticheln":
        assert sum(slow.card(card)[0] for card in range(126)) == 3 * slow.rounds


@pytest.mark.usefixtures("watched")
def test_a_bot_that_is_not_compiled_cannot_play_on_a_gpu() -> None:
    with pytest.raises(ValueError, match="Bot watched is not compiled for cuda"):
        simulate.check(Question("thegame", 1, "watched", device="cuda"))


@pytest.mark.parametrize("game", ["sticheln", "hattrick"])
def test_a_bot_that_is_compiled_for_the_processor_only_cannot_play_on_a_gpu(game: str) -> None:
    """`quick` is: refused in a sentence, before the compiler does in a page."""
    assert bots.policy("quick", game)
    with pytest.raises(BadOption) as error:
        simulate.check(Question(game, 4, "quick", device="cuda"))
    assert error.value.code == "simulate.device"
    simulate.check(Question(game, 4, "quick"))
    simulate.check(Question(game, 4, "simple", device="cuda"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("thegame --players 1-9", "players cannot be 6; The Game is for 1 to 5"),
        ("thegame --players two", "players cannot be 'two'; possible: a number, a list or a range"),
        ("thegame --players 5-1", "players cannot be '5-1'"),
        ("thegame --players 1-9999999999", "players cannot be"),
        ("thegame --games 0", "games cannot be 0"),
        ("thegame --bot deepest", "There is no bot 'deepest'"),
        ("thegame --plot answer.gif", "plot cannot be 'answer.gif'; possible"),
        ("thegame --plot /nowhere/at/all.svg", "plot cannot be '/nowhere/at/all.svg'"),
        ("sticheln --rounds 99999999999999999999", "rounds cannot be 99999999999999999999"),
        ("sticheln --rounds 3 --target 9", "rounds=3 and target=9 cannot both be given"),
        ("sticheln --threads 0", "threads cannot be 0"),
        ("thegame --seed -1", "seed cannot be -1"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments.split(), "--lang", "en"]) == 2
    assert sentence in capsys.readouterr().err


def hear_ctrl_c() -> None:
    """Whoever started these tests in the background may have made them deaf to it, and with them all they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_prints_what_there_is() -> None:
    simulate.ask(Question("sticheln", 4, games=1))  # so that the program below finds it compiled
    program = [sys.executable, "-m", "stichwerk", "simulate", "sticheln", "--games", "1_000_000_000", "--json", "--lang", "en"]
    with subprocess.Popen(
        program,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
        preexec_fn=hear_ctrl_c,
    ) as process:
        try:
            time.sleep(6)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    found = json.loads(out)
    assert process.returncode == 130
    assert not found["whole"]
    assert "Stopped early; this is what was played." in err
    assert 0 < found["answers"][0]["games"] < 1_000_000_000


def test_ctrl_c_before_the_first_games_is_no_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(simulate, "playouts", interrupt)
    assert main(["simulate", "thegame", "--lang", "en"]) == 130
    assert "Stopped before the first games were played." in capsys.readouterr().err


def interrupt(*_: Any, **__: Any) -> Totals:
    raise KeyboardInterrupt


called: list[tuple[bool, int, int]] = []


def whole_games(o: Any, first: int, last: int, seed: int) -> tuple[Any, Any]:
    """What a bot of The Game plays whole games by; it notes whether the main thread asks, and for which."""
    called.append((threading.current_thread() is threading.main_thread(), first, last))
    return np.zeros(last - first, np.int64), np.ones(last - first, np.int64)


def test_the_main_thread_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """There Ctrl-C ends it; a pool's thread would first have to finish."""
    players, whole = ({"thegame": f"{__name__}:{name}"} for name in (Watched.__name__, whole_games.__name__))
    monkeypatch.setitem(registry.ENTRIES, "whole", registry.Entry(0, "instant", players, series=whole))
    called.clear()
    counted, _ = simulate.ask(Question("thegame", 2, "whole", 50, seed=3, threads=2))
    assert counted.games == 50
    assert called[0] == (True, 0, 0), "not one game: it only compiles"
    assert not any(main for main, _, _ in called[1:])


def test_wilsons_interval() -> None:
    """Against published values: 0 of 10, 5 of 10, and 81 of 263."""
    assert statistics.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert statistics.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert statistics.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert statistics.wilson(0, 0) == (0.0, 1.0)
    for trials in range(1, 300):
        assert statistics.wilson(0, trials)[0] == 0.0
        assert statistics.wilson(trials, trials)[1] == 1.0


def test_means_and_quantiles() -> None:
    values = [random.Random(1).randrange(-20, 30) for _ in range(500)]
    histogram: dict[int, int] = {}
    for value in values:
        histogram[value] = histogram.get(value, 0) + 1
    figure = statistics.mean_of(histogram)
    average = sum(values) / 500
    deviation = math.sqrt(sum((value - average) ** 2 for value in values) / 499)
    assert (figure.value, figure.deviation) == pytest.approx((average, deviation))
    assert figure.error == pytest.approx(deviation / math.sqrt(500))
    assert statistics.quantile(histogram, 0.5) == sorted(values)[249]
    assert statistics.quantile({3: 1}, 0.9) == 3
    assert math.isnan(statistics.mean(0, 0, 0).value)
    with pytest.raises(ValueError, match="empty"):
        statistics.quantile({}, 0.5)


def test_ranges_of_players() -> None:
    assert command.read_range("4") == [4]
    assert command.read_range("3,5-7") == [3, 5, 6, 7]
    assert command.read_range("3,3,1-3") == [1, 2, 3]


def test_pieces_grow_and_shrink_gently() -> None:
    assert simulate.next_piece(1000, 0.001) == 8000
    assert simulate.next_piece(1000, 0.3) == 1000
    assert simulate.next_piece(1000, 300.0) == 125
    assert simulate.next_piece(1, 300.0) == 1
