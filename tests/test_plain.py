"""The line client and the command: played through pipes, as scripts would."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from stichwerk import Game, cli, words
from stichwerk.bots import registry
from stichwerk.bots.random import RandomBot
from stichwerk.cli import main
from stichwerk.game.options import KINDS
from stichwerk.tui import paint, plain
from tests.games import ALL, Setting


def run(arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stichwerk", *arguments.split()]
    variables = {**os.environ, "LANG": "C.UTF-8", **environment}
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60, env=variables)


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
    """What a person in seat 0 types who always takes the first legal move, against bots `simple` seeded as the client does."""
    from stichwerk import bots

    others = {seat: bots.make("simple", 7 + seat) for seat in range(1, game.players)}
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


def test_the_highest_seed_plays_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Each bot has a seed of its own, made of the game's: no number is refused that nobody has typed."""
    highest = (1 << 63) - 1
    assert main(f"play thegame --players 3 --seed {highest} --seats random --bot random --lang en".split()) == 0
    assert f"Seed {highest} plays this game again." in capsys.readouterr().out


prepared: list[str] = []


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot `late`, with something to compile."""
    players, waits = dict.fromkeys(KINDS, f"{RandomBot.__module__}:RandomBot"), dict.fromkeys(KINDS, f"{__name__}:prepare_late")
    monkeypatch.setitem(registry.ENTRIES, "late", registry.Entry(0, "instant", players, prepare=waits))
    prepared.clear()


def prepare_late(game: str) -> None:
    prepared.append(game)


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize(
    ("arguments", "waits"),
    [("--seats human --bot late --seed 3", True), ("--seats late --bot late", True), ("--seats human --bot late", False)],
    ids=["a seed", "nobody waits", "a person waits"],
)
def test_a_seed_waits_for_the_compiler_and_a_person_does_not(
    arguments: str, waits: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a bot answers before it is compiled depends on the clock, and no seed brings that back."""
    monkeypatch.setattr(plain, "ask", lambda question: "q")
    assert main(["play", "thegame", *arguments.split(), "--lang", "en"]) == 0
    assert prepared == (["thegame"] if waits else [])
    shown = capsys.readouterr()
    assert shown.err == ("The Game: compiling (once)\n" if waits else ""), "nobody waits without being told"
    assert re.search(r"Seed \d+ plays this game again\." if waits else r"Seed \d+ deals these cards again\.", shown.out)


def test_the_others_at_the_table_play_simple_unless_told_otherwise() -> None:
    assert cli._parser().parse_args(["play", "sticheln"]).bot == "simple"


def test_a_mistake_is_explained_and_asked_again() -> None:
    done = run("play sticheln --seed 7 --lang en", "x\n?\nv18\nq\n")
    assert done.returncode == 0
    assert "'x' is not a move; possible:" in done.stdout
    assert "Possible now:" in done.stdout
    assert "You do not hold v18" in done.stdout
    assert "Left before the end." in done.stdout


def test_typed_nonsense_of_any_kind_is_only_nonsense() -> None:
    done = run("play sticheln --seed 7 --lang en", "[/]\n[red]x\n:smile:\n\x1b[2J\nq\n")
    assert done.returncode == 0, done.stderr
    assert "'[/]' is not a move" in done.stdout
    assert "'[red]x' is not a move" in done.stdout


def test_a_terminal_without_our_symbols_gets_question_marks() -> None:
    done = run("play sticheln --seed 7 --lang en", "q\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "?r" in done.stdout


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
        ("play sticheln --seats human,deepest", "There is no bot 'deepest'; possible: random, beginner, simple,"),
        (
            "play thegame --players 1 --bot nobody",
            "There is no bot 'nobody'; possible: random, beginner, simple, careful, patient",
        ),
        ("play thegame --players 1 --bot strong", "The bot strong does not play The Game"),
        ("play sticheln --rounds 3 --target 9", "rounds=3 and target=9 cannot both be given"),
        ("play sticheln --variant first --players 8", "players cannot be 8; Sticheln first is for 3 to 6."),
        ("play sticheln --seed -3", "seed cannot be -3"),
        ("play sticheln --players 0", "players cannot be 0"),
        ("play sticheln --players 3 --seats human,random,random,random", "seats cannot be 'human,random,random,random'"),
    ],
)
def test_a_bad_option_is_one_sentence_on_the_terminal(arguments: str, sentence: str) -> None:
    done = run(f"{arguments} --lang en")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


TABLES = {
    "sticheln": """\
seat  colour  took  cards  now  total
▸0    ●r6     0        14   -6      0
 1    ▒▒      0        13    ?      0
 2    ▒▒      0        13    ?      0
Table 1:●r1  2:◆n3  (n3 wins as it lies)
Hand  """,
    "hattrick": """\
seat  took              passed  cards  now  total
▸0    ●r 0  ■b 0  ▲g 0  0          15    0      0
 1    ●r 0  ■b 0  ▲g 0  0          14    0      0
 2    ●r 0  ■b 0  ▲g 0  0          14    0      0
 3    ●r 0  ■b 0  ▲g 0  1          14   -2      0
Table 1:●r1  2:■b1  3:(▲g1)
Hand  """,
    "thegame": """\
Piles A↑ 2   B↑ 1   C↓ 100   D↓ 100   (draw pile 84)
  0 (you): 6 cards A!
  1: 7 cards C?
Hand  3 4 5 6 7 8""",
}


def table_of(name: str) -> Game:
    """A game with something on the table for every part of its picture."""
    if name == "sticheln":
        deck = [f"{c}{n}" for c in "rbgny" for n in range(9)]
        hands = [deck[6:21], deck[:6] + deck[21:30], deck[30:]]
        deck = hands[0] + ["r1", *(card for card in hands[1] if card != "r1")] + hands[2]
        game = Game(name, 3, "hazy", decks=[deck], dealer=0)
        for seat, card in ((0, "r6"), (1, "r2"), (2, "y8")):
            game.play(seat, card)
        game.play(1, "r1")
        game.play(2, game.legal(2)[0])
        return game
    if name == "hattrick":
        deck = (
            [f"{c}{n}" for c in "rbg" for n in range(6, 11)] + [f"r{n}" for n in range(1, 6)] + [f"r{n}" for n in range(11, 21)]
        )
        deck += (
            [f"b{n}" for n in range(1, 6)] + [f"b{n}" for n in range(11, 21)] + [f"g{n}" for n in (*range(1, 6), *range(11, 21))]
        )
        game = Game(name, 4, decks=[deck], dealer=0)
        for seat, card in ((1, "r1"), (2, "b1"), (3, "g1")):
            game.play(seat, card)
        return game
    game = Game(name, 2, decks=[[str(n) for n in range(2, 100)]])
    for seat, move in ((0, "start3"), (1, "start0"), (0, "2A")):
        game.play(seat, move)
    game.signal(0, "A!")
    game.signal(1, "C?")
    return game


@pytest.mark.parametrize("name", TABLES)
def test_the_table_shows_cards_by_symbol_and_colour(name: str) -> None:
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in paint.table(table_of(name).view(0), "en"):
        console.print(line)
    plain = "\n".join(line.rstrip() for line in console.export_text(clear=False).splitlines())
    assert plain.startswith(TABLES[name].rstrip())
    if name != "thegame":
        assert "\x1b[1;31m●r" in console.export_text(styles=True)


def test_two_people_at_one_terminal_see_what_happened_but_not_each_others_cards() -> None:
    """At a terminal the screen is cleared between them; each is told everything since their own last move."""
    game = Game("sticheln", 3, seed=7, dealer=2)
    screen = io.StringIO()
    lines = iter([game.legal(0)[0], "", game.legal(1)[0], "", "q"])
    console = Console(file=screen, force_terminal=True, width=200, color_system=None)
    plain.PlainTable(game, ["human", "human", "random"], 1, "en", console, lambda question: next(lines)).run()
    first, second, third = screen.getvalue().split(plain.FORGET)
    hands = [set(game.view(seat)["hand"]) for seat in (0, 1)]
    assert not hands[1] & set(re.findall(r"[rbgny]\d+", first))
    assert not hands[0] & set(re.findall(r"[rbgny]\d+", second))
    assert "Seat 0 has chosen." in second
    assert "Seat 1 turns up" in third


PRINTING = ["", "play --help", "play thegame --seats random --bot random --seed 3"]


def run_into(output: int, arguments: str, unbuffered: str) -> subprocess.CompletedProcess[str]:
    """`unbuffered`: whether each line is written at once, and fails then, or all at the end."""
    command = [sys.executable, "-m", "stichwerk", *arguments.split()]
    variables = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": unbuffered}
    return subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, check=False, timeout=60, env=variables)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", PRINTING)
def test_output_that_nobody_reads_any_longer_ends_the_command_quietly(arguments: str, unbuffered: str) -> None:
    """`stichwerk … | head`."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run_into(writing, arguments, unbuffered)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", PRINTING)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only where there is a disk that always is full")
def test_output_onto_a_full_disk_is_one_sentence(arguments: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = run_into(full.fileno(), arguments, unbuffered)
    assert done.returncode == 1
    assert done.stderr == "stichwerk: The output cannot be written: No space left on device.\n"


def test_a_full_disk_elsewhere_is_not_taken_for_the_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(plain, "play", fill)
    with pytest.raises(OSError, match="No space left"):
        main(["play", "thegame"])


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_command_alone_says_what_it_can_do_in_five_lines(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """… that also are five in a terminal of 80 columns."""
    shown = io.StringIO()
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setattr(sys, "stdout", shown)
    assert main([]) == 0
    lines = shown.getvalue().splitlines()
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80


GAMES = ("sticheln", "hattrick", "thegame")
OTHERS = ("tui", "serve", "backup", "restore", "verify")
COMMANDS = ["", *OTHERS, *(f"{name}{game}" for name in ("play", "simulate", "match") for game in ("", *(f" {g}" for g in GAMES)))]


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example_that_works(
    command: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one line, to be copied; and in the user's language throughout."""
    monkeypatch.setenv("LC_ALL", language)
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    page = capsys.readouterr().out
    (example,) = re.findall(r"(?:Example|Beispiel|Exemple\s): stichwerk (.*)", page)
    assert example.startswith(command)
    assert "/" in example or cli._parser().parse_args(example.split()).run
    if language != "en":
        assert not re.search("usage:|positional|show this|and exit", page)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("play thegame --lang de --help", "dieselben Karten und Bots noch einmal; wartet zuerst auf Bots, die kompilieren"),
        ("play thegame --help --lang=fr", "attend d’abord les bots qui compilent"),
        ("serve --lang de --help", "Aufruf: stichwerk serve"),
        ("play thegame --help --lang en", "usage: stichwerk play thegame"),
        ("match thegame --lang de", "BOT fehlt."),
        ("play thegame --players x --lang fr", "--players : 'x' n’est pas un nombre entier."),
        ("tui --foo --lang de", "Die Option --foo gibt es hier nicht."),
        ("tui --watch --lang de", "--watch braucht --join mit dem Link eines Tisches."),
        ("play thegame --lang it", "--lang ne peut pas être 'it' ; possible : 'en', 'de', 'fr'."),
        ("play thegame --lang", "--lang demande une valeur."),
    ],
)
def test_help_and_mistakes_are_in_the_language_asked_for(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is asked for; in the user's, here French, where none is or nobody speaks it."""
    monkeypatch.setenv("LC_ALL", "fr_FR")
    monkeypatch.setenv("COLUMNS", "300")
    with contextlib.suppress(SystemExit):
        assert main(arguments.split()) == 2
    assert sentence in "".join(capsys.readouterr())
    assert cli.language() == "fr", "what is asked next is asked in the user's language again"


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"stichwerk \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("tui --foo", "stichwerk tui: There is no option --foo here."),
        ("play thegame --players x", "stichwerk play thegame: --players: 'x' is not a whole number."),
        ("match thegame", "stichwerk match thegame: BOT is missing."),
        ("chess", "stichwerk: COMMAND cannot be 'chess'; possible: 'tui', 'play',"),
        ("tui --join", "stichwerk tui: --join needs a value."),
        ("tui --watch", "stichwerk: --watch needs --join with the link of a table."),
        ("serve --redis nowhere", "stichwerk: Redis is at redis://HOST:PORT, not at nowhere."),
        ("serve --origins nowhere", "stichwerk: Origins are like https://cards.example, with commas between, not nowhere."),
        ("restore nowhere.gz", "stichwerk: nowhere.gz cannot be read: No such file or directory."),
        ("verify nowhere.json", "stichwerk: nowhere.json cannot be read: No such file or directory."),
    ],
)
def test_a_mistyped_command_gets_a_sentence_and_no_page(arguments: str, sentence: str) -> None:
    done = run(arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) <= 2
