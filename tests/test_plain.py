"""The line client and the command: played through pipes, as scripts would."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from stichwerk import Game
from stichwerk.cli import main
from tests.games import ALL, Setting


def run(arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stichwerk", *arguments.split()]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


def flags(setting: Setting) -> list[str]:
    options = [part for name, value in setting.options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    return [setting.game, "--players", str(setting.players), "--variant", setting.variant, *options]


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_bots_play_every_game_to_its_end_on_the_terminal(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    short = [] if setting.game == "thegame" else ["--rounds", "1"]
    assert main(["play", *flags(setting), *short, "--seats", "random", "--seed", "3", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "The game is over." in shown
    assert ("cards left" if setting.game == "thegame" else "Won by seat") in shown


def script(game: Game) -> str:
    """What a person in seat 0 types who always takes the first legal move, against bots `random` seeded as the client does."""
    from stichwerk import bots

    others = {seat: bots.make("random", 7 + seat) for seat in range(1, game.players)}
    typed = []
    while not game.over:
        seat = game.to_act[0]
        move = others[seat].act(game.view(seat)) if seat else game.legal(0)[0]
        if seat == 0:
            typed.append(move)
        game.play(seat, move)
    return "\n".join(typed) + "\n"


@pytest.mark.parametrize(("name", "players"), [("sticheln", 4), ("hattrick", 4), ("thegame", 2)])
def test_piped_moves_play_a_whole_game_and_a_seed_plays_it_again(name: str, players: int) -> None:
    typed = script(Game(name, players, seed=7))
    first = run(f"play {name} --players {players} --seed 7 --lang en", typed)
    assert first.returncode == 0, first.stderr
    assert "The game is over." in first.stdout
    assert run(f"play {name} --players {players} --seed 7 --lang en", typed).stdout == first.stdout


def test_a_mistake_is_explained_and_asked_again() -> None:
    done = run("play sticheln --seed 7 --lang en", "x\n?\nv18\nq\n")
    assert done.returncode == 0
    assert "'x' is not a move; possible:" in done.stdout
    assert "Possible now:" in done.stdout
    assert "You do not hold v18" in done.stdout
    assert "Left before the end." in done.stdout


def test_input_that_ends_early_is_said_and_fails() -> None:
    done = run("play thegame --seed 7 --lang en", "start3\nA!\nA-\n")
    assert done.returncode == 1
    assert "Seat 0 signals A!" in done.stdout
    assert "The input ended before the game did." in done.stdout
    assert done.stderr == ""


def test_a_game_speaks_the_chosen_language() -> None:
    assert "Platz 0, wähle deine Karte:" in run("play sticheln --seed 7 --lang de", "q\n").stdout
    assert "Place 0, choisissez votre carte" in run("play sticheln --seed 7 --lang fr", "q\n").stdout


def test_the_terminal_shows_no_other_hand() -> None:
    """Whoever sits in seat 0 reads of another's card only when it is shown."""
    game = Game("sticheln", 4, seed=7)
    shown = re.findall(r"[rbgny]\d+", run("play sticheln --seed 7 --lang en", "q\n").stdout)
    assert shown == game.view(0)["hand"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("play sticheln --players 9", "players cannot be 9; Sticheln is for 3 to 8."),
        ("play sticheln --seats human,deepest", "There is no bot 'deepest'; possible: random."),
        ("play sticheln --rounds 3 --target 9", "rounds=3 and target=9 cannot both be given"),
        ("play sticheln --variant first --players 8", "players cannot be 8; Sticheln first is for 3 to 6."),
        ("play sticheln --seed -3", "seed cannot be -3"),
    ],
)
def test_a_bad_option_is_one_sentence_on_the_terminal(arguments: str, sentence: str) -> None:
    done = run(f"{arguments} --lang en")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_alone_says_what_it_can_do_in_five_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert len(capsys.readouterr().out.strip().splitlines()) == 5


@pytest.mark.parametrize("command", ["", "play", "play sticheln", "play hattrick", "play thegame"])
def test_every_help_has_an_example(command: str) -> None:
    done = run(f"{command} --help")
    assert done.returncode == 0
    assert "Example: stichwerk play" in done.stdout
