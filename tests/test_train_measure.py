"""How the strength of bots is measured and published: repeatable by the command told, in every mixture of the switches."""

from __future__ import annotations

import copy
import json
import shlex
import threading
from statistics import stdev
from typing import Any

import numpy as np
import pytest

from stichwerk.batch.setup import set_up
from stichwerk.bots import careful, weights
from stichwerk.cli import main
from stichwerk.train import asked_for, measure, published, published_thegame, published_tricks
from stichwerk.train.measure import Task
from stichwerk.train.run import plus_minus, prepare, summed_up


def said(arguments: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    measure.main(shlex.split(arguments))
    return capsys.readouterr().out.splitlines()


def test_the_command_of_a_task_gives_its_figure_again(capsys: pytest.CaptureFixture[str]) -> None:
    """… whatever the threads; and a better bot leads."""
    setting = {"players": 3, "variant": "reverse", "colours": 2}
    task = Task("sticheln", "quick", setting, among="random", deals=12, seed=5)
    ((_, leads),) = measure.work([task], threads=2)
    mean, error = summed_up(leads)
    assert len(leads) == 12
    assert mean > 2 * error
    program, arguments = task.command.split("stichwerk.train.measure ")
    assert program == "python -m "
    for threads in (1, 3):
        assert said(f"{arguments} --threads {threads}", capsys) == [
            f"sticheln 3 variant=reverse colours=2 quick among random: {mean:+.2f} ± {error:.2f} (12 deals)"
        ]


def test_on_duplicate_deals_nobody_leads_players_who_play_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Every deal from each seat: among its like a bot's leads add up to nothing, to the last digit."""
    assert said("sticheln simple --among simple --players 5 --deals 7", capsys)[0].endswith("+0.00 ± 0.00 (7 deals)")


def test_a_mean_of_nothing_has_no_sign_of_its_own() -> None:
    assert plus_minus(-0.0, 0.0) == plus_minus(-0.004, 0.004) == "+0.00 ± 0.00"
    assert plus_minus(-0.006, 0.004) == "-0.01 ± 0.00"


def test_ctrl_c_waits_for_one_deal_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """… in each thread, and not for a thread to compile."""
    calls: list[tuple[bool, int]] = []

    def play(kernel: Any, setup: Any, first: int, last: int, seed: int) -> Any:
        calls.append((threading.current_thread() is threading.main_thread(), last - first))
        return np.zeros(last - first)

    monkeypatch.setattr(measure, "play", play)
    ((_, leads),) = measure.work([Task("hattrick", "random", {"players": 4}, among="random", deals=7)], threads=2)
    assert len(leads) == 7
    assert calls == [(True, 0), *[(False, 1)] * 7]


@pytest.mark.parametrize(
    ("game", "fixed", "count"), [("sticheln", {}, 24), ("sticheln", {"aim": "lucky"}, 12), ("hattrick", {}, 3)]
)
def test_every_mixture_that_the_rules_allow_is_met_once(game: str, fixed: dict[str, Any], count: int) -> None:
    """RULES 2.4: flat penalties are for misery, zeros that are trumps for luck."""
    found = list(measure.mixtures(game, fixed))
    assert len({tuple(prepare(game, {"players": 4, **setting}).o) for setting in found}) == len(found) == count


def test_a_variant_keeps_its_switches_in_all_its_mixtures() -> None:
    found = [prepare("sticheln", {"players": 4, **setting}) for setting in measure.mixtures("sticheln", {"variant": "hazy"})]
    assert {setup.options["reveal"] for setup in found} == {"end"}
    assert len(found) == 8


def test_mixtures_are_measured_for_each_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said("hattrick simple --among random --mixtures --deals 1 --option lead_tie=next", capsys)
    assert [line.split()[1] for line in lines] == ["4", "5", "6", "7"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("--deals 0", "0 is too few"),
        ("--seed -1", "seed cannot be -1"),
        ("--threads x", "x is not a whole number"),
        ("--option reveal", "write it like reveal=end"),
        ("--option reveal=soon", "'start', 'end', 'after'"),
        ("--players 9", "Sticheln is for 3 to 8"),
        ("--mixtures --players 2", "Sticheln is for 3 to 8"),
        ("--option rounds=3", "every deal is one round"),
        ("--option target=30", "every deal is one round"),
        ("--option players=5", "players is no switch here"),
        ("--players 3 --option players=5", "players is no switch here"),
        ("--option variant=reverse", "variant is no switch here"),
        ("--option reveal=end --option reveal=after", "reveal is given twice"),
        ("--option open=yes", "possible: aim, penalty, zeros, reveal, colours\n"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(wrong: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        measure.main(["sticheln", "quick", *wrong.split()])
    assert error.value.code == 2
    assert told in capsys.readouterr().err


def test_a_preset_is_measured_with_its_own_numbers_and_one_deal_tells_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES 2.4: the first edition is for 3–6."""
    lines = said("sticheln simple --among random --mixtures --variant first --option reveal=end --deals 1", capsys)
    assert {line.split()[1] for line in lines} == {"3", "4", "5", "6"}
    assert all(line.endswith("± ? (1 deals)") for line in lines)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Published rows that take no time, and what would be written of them."""
    kept: dict[str, Any] = {}
    rows = {"4 players": ({"players": 4}, 2), "6 players": ({"players": 6}, 3)}
    monkeypatch.setitem(published_tricks.ROWS, "hattrick", rows)
    monkeypatch.setattr(published_tricks, "BOTS", ("quick", "simple"))
    monkeypatch.setattr(weights, "describe", lambda name, about: kept.update(copy.deepcopy(about)))
    return kept


def test_what_is_published_is_what_was_measured(
    small: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rows that are not measured now stay; those that are published no longer go."""
    before = {"how": "once", "4 players": "as it was", "9 players": "long ago"}
    monkeypatch.setattr(weights, "provenance", lambda game: {"measured": dict(before), "runs": "as they were"})
    published.main(["hattrick", "--row", "6 players"])
    row = small["measured"].pop("6 players")
    assert small == {"measured": {"how": published_tricks.HOW, "4 players": "as it was"}, "runs": "as they were"}
    assert row["digest"] == weights.digest(weights.load("hattrick")["w"][0])
    ((_, leads),) = measure.work([Task("hattrick", "quick", {"players": 6}, deals=3, seed=published_tricks.SEED)], threads=1)
    lead, error = float(np.mean(leads)), stdev(leads) / 3**0.5
    assert (row["quick"]["lead"], row["quick"]["error"]) == (round(lead, 2), round(error, 2))
    assert row["quick"]["command"].endswith("hattrick quick --players 6 --deals 3 --seed 2040")
    assert capsys.readouterr().out.startswith(f"| 6 players | {lead:+.2f} ± {error:.2f} |")


def test_of_the_game_is_published_how_often_it_was_won(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept: dict[str, Any] = {}
    row = published_thegame.Row("careful", 3, 50, 7)
    monkeypatch.setitem(published_thegame.ROWS, "thegame", {"careful, expert": row})
    monkeypatch.setattr(weights, "describe", lambda name, about: kept.update(about))
    published.main(["thegame"])
    found = kept["measured"]["careful, expert"]
    assert set(found) == {f"players {players}" for players in range(1, 6)}
    left, _ = careful.careful_games(set_up("thegame", 2, "expert", {}).o, 0, 50, 7)
    won = float((left == 0).mean())
    assert found["players 2"]["won"] == round(100 * won, 1)
    assert found["players 2"]["error"] == round(100 * (won * (1 - won) / 50) ** 0.5, 1)
    assert found["players 2"]["left"] == round(float(left.mean()), 2)
    line = published_thegame.line("careful, expert", found)
    assert line.startswith(f"| `careful`, expert | {found['players 1']['won']} ± ")
    assert capsys.readouterr().out == line + "\n"
    assert main([*shlex.split(row.command(2))[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answers"][0]["won"] == pytest.approx(won)


def test_a_script_that_is_stopped_says_so_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped() -> None:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as end:
        asked_for.to_the_end(stopped)
    assert end.value.code == 130
    assert capsys.readouterr().err == "Stopped early; runs and rows that were finished are kept.\n"


def test_no_row_of_another_name_is_published(small: dict[str, Any]) -> None:
    with pytest.raises(SystemExit):
        published.main(["hattrick", "--row", "9 players"])
    assert not small
