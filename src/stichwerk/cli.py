"""The `stichwerk` command. Each subcommand imports its room only when it runs, so that help is quick."""

from __future__ import annotations

import argparse
import errno
import io
import os
import re
import sys
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NoReturn

from stichwerk import bots, output, words
from stichwerk.game import BadOption, Refusal
from stichwerk.game.kind import Kind, Option
from stichwerk.game.options import KINDS
from stichwerk.output import Unwritable
from stichwerk.rules.jit import NoCuda

HUMAN = "human"
GAMES = 100_000  # that simulate plays unless told otherwise
DEALS = 200  # … and match
FULL, INTERRUPTED, UNREAD = 1, 130, 141  # exit statuses: the last two as a shell tells of SIGINT and SIGPIPE

# In which language help and mistakes are said, if one was asked for.
ASKED: ContextVar[str | None] = ContextVar("asked", default=None)

# What argparse says in English only, and the sentence of ours for it.
MISTAKES = {
    r"argument (?P<option>.+?): invalid choice: (?P<given>.+) \(choose from (?P<possible>.+)\)": "cli.choice",
    r"argument (?P<option>.+?): expected .+": "cli.expected",
    r"argument (?P<option>.+?): (?P<reason>.+)": "cli.mistake",
    r"the following arguments are required: (?P<option>.+)": "cli.required",
}


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our symbols gets question marks
    before = ASKED.set(_language_asked(given))
    try:
        with output.told_apart():
            return _obey(given)
    except Unwritable as failure:
        output.drop()
        return _give_up(failure)
    except KeyboardInterrupt:  # while the last lines wait for their reader
        output.drop()
        return INTERRUPTED
    finally:
        ASKED.reset(before)


def _language_asked(given: list[str]) -> str | None:
    """Found before there is a parser: what that one says while it is made and reads is in this language already."""
    early = argparse.ArgumentParser(add_help=False)
    early.add_argument("--lang", nargs="?")
    asked: str | None = early.parse_known_args(given)[0].lang
    return asked if asked in words.LANGUAGES else None


def language() -> str:
    return ASKED.get() or words.language_of_user()


def _give_up(failure: Unwritable) -> int:
    """Who has stopped reading (`| head`) wants to hear no more; who gets less than was asked for is told."""
    if failure.errno == errno.EPIPE:
        return UNREAD
    print(f"stichwerk: {words.say('cli.output', language(), reason=failure.strerror)}", file=sys.stderr)
    return FULL


def _obey(given: list[str]) -> int:
    """Does what was asked for; the exit status."""
    if not given:
        print(say("cli.welcome"))
        return 0
    args, unknown = _parser().parse_known_args(given)
    if unknown:
        args.parser.error(words.say("cli.unknown", language(), given=" ".join(unknown)))
    try:
        status: int = args.run(args)
        return status
    except Refusal as refusal:
        print(f"stichwerk: {refusal.say(language())}", file=sys.stderr)
        return 2
    except NoCuda as missing:
        print(f"stichwerk: {missing}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
        return INTERRUPTED


def say(code: str, **params: Any) -> str:
    """For help, where argparse fills in what stands after a per cent sign."""
    return words.say(code, language(), **params).replace("%", "%%")


class Parser(argparse.ArgumentParser):
    """Speaks the language asked for, ends its help with an example on one line, and refuses in one sentence instead of a page."""

    def __init__(self, example: str = "", **given: Any) -> None:
        super().__init__(add_help=False, **given)
        self.example = example
        self._positionals.title, self._optionals.title = say("cli.arguments"), say("cli.options")
        self.add_argument("-h", "--help", action="help", help=say("cli.help"))
        self.set_defaults(parser=self)  # the one of the command that was meant

    def format_help(self) -> str:
        page = super().format_help().replace("usage: ", words.say("cli.usage", language()), 1)
        return f"{page}\n{words.say('cli.example', language(), command=f'stichwerk {self.example}')}\n"

    def error(self, message: str) -> NoReturn:
        sentence = f"{self.prog}: {_in_our_words(message)}"
        self.exit(2, f"{words.say('cli.more', language(), sentence=sentence, command=self.prog)}\n")


def _in_our_words(message: str) -> str:
    for pattern, code in MISTAKES.items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return words.say(code, language(), **found.groupdict())
    return message


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        from importlib.metadata import version

        print(f"stichwerk {version('stichwerk')}")
        parser.exit()


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(words.say("cli.whole", language(), given=repr(text)[:40])) from error


def _parser() -> Parser:
    parser = Parser("tui", prog="stichwerk", description=say("cli.about"))
    parser.add_argument("--version", action=_Version, nargs=0, help=say("cli.version"))
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_tui(commands)
    _add_play(commands)
    _add_simulate(commands)
    _add_match(commands)
    _add_serve(commands)
    _add_copies(commands)
    _add_verify(commands)
    return parser


def _add_games(commands: Any, name: str, more: str, run: Callable[[argparse.Namespace], int], bots: str = "") -> list[Parser]:
    """A subcommand with one parser for each game, all with the game's own options and a language.

    `more`: what comes after the game in the subcommand's example; `bots`: those that the games' examples name."""
    text = say(f"cli.{name}")
    parser = commands.add_parser(name, help=text, description=text, example=f"{name} thegame {more}")
    games = parser.add_subparsers(metavar="GAME", required=True)
    found = []
    for kind in KINDS.values():
        about = say(f"game.{kind.name}")
        example = f"{name} {kind.name} {bots}--players {kind.most_players}"
        game = games.add_parser(kind.name, help=about, description=about, example=example)
        game.add_argument("--lang", choices=words.LANGUAGES, default=language(), help=say("cli.lang"))
        game.set_defaults(run=run, kind=kind)
        _add_options(game, kind)
        found.append(game)
    return found


def _add_options(parser: Parser, kind: Kind) -> None:
    """One flag for each option of a game, with the sentence that says what it does."""
    presets = "; ".join(f"{name}: {say(f'variant.{kind.name}.{name}')}" for name in kind.presets)
    parser.add_argument("--variant", choices=list(kind.presets), help=presets)
    for option in kind.options:
        parser.add_argument(f"--{option.name.replace('_', '-')}", dest=option.name, **_flag(kind, option))


def _flag(kind: Kind, option: Option) -> dict[str, Any]:
    text = say(f"option.{kind.name}.{option.name}")
    flag: dict[str, Any] = {"help": text if option.default is None else say("cli.default", text=text, default=option.default)}
    if option.values:
        flag["choices"] = option.values
    if not option.values or isinstance(option.default, int):
        flag["type"] = whole
    return flag


def game_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that were given on the command line."""
    names = ["variant", *(option.name for option in args.kind.options)]
    return {name: getattr(args, name) for name in names if getattr(args, name) is not None}


def _bot_list(kind: Kind) -> str:
    return "; ".join(f"{name}: {say(f'bot.{name}')}" for name in bots.NAMES if kind.name in bots.about(name).games)


def _add_play(commands: Any) -> None:
    for game in _add_games(commands, "play", "--players 3 --seed 7", _play):
        kind: Kind = game.get_default("kind")
        limits = {"least": kind.least_players, "most": kind.most_players, "default": kind.default_players}
        game.add_argument("--players", type=whole, help=say("cli.players", **limits))
        game.add_argument("--seats", default=HUMAN, help=say("cli.whoseats", bots=_bot_list(kind)))
        game.add_argument("--bot", default="simple", help=say("cli.otherseats"))
        game.add_argument("--seed", type=whole, help=say("cli.seed"))
        if kind.has_dealer:
            game.add_argument("--dealer", type=whole, help=say("cli.dealer"))


def _play(args: argparse.Namespace) -> int:
    from stichwerk.tui import plain

    named = [name.strip() for name in args.seats.split(",")]
    players = max(args.kind.default_players, len(named)) if args.players is None else args.players
    if args.bot != HUMAN:  # also where it has no seat to take
        bots.check_name(args.bot, args.kind.name, files=True)
    if len(named) > max(players, 1):
        raise BadOption("cli.seats", given=repr(args.seats), players=players)
    seats = named + [args.bot] * (players - len(named))
    dealer = {"dealer": args.dealer} if args.kind.has_dealer else {}
    return plain.play(args.kind.name, players, seats, args.seed, args.lang, {**game_options(args), **dealer})


def _add_tui(commands: Any) -> None:
    parser = _add_command(commands, "tui", "tui --join 'https://cards.example/join/TABLE?invite=INVITE'", _tui)
    parser.set_defaults(lang=None)  # then the one somebody has set in it
    parser.add_argument("--join", metavar="URL", help=say("cli.tui.join"))
    parser.add_argument("--watch", action="store_true", help=say("cli.tui.watch"))


def _tui(args: argparse.Namespace) -> int:
    if args.watch and args.join is None:
        raise BadOption("cli.tui.nothing")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise BadOption("tui.noterminal")
    from stichwerk.tui import app

    return app.run(args.lang, args.join, args.watch)


def _add_simulate(commands: Any) -> None:
    for game in _add_games(commands, "simulate", "--players 1-5 --games 1_000_000 --plot won.svg", _simulate):
        kind: Kind = game.get_default("kind")
        game.add_argument(
            "--players", default=str(kind.default_players), help=say("cli.simulate.players", default=kind.default_players)
        )
        game.add_argument("--bot", default="simple", help=say("cli.simulate.bot", bots=_bot_list(kind)))
        game.add_argument("--games", type=whole, default=GAMES, help=say("cli.simulate.games", default=f"{GAMES:_}"))
        game.add_argument("--device", default="cpu", choices=("cpu", "cuda"), help=say("cli.simulate.device"))
        game.add_argument("--threads", type=whole, help=say("cli.simulate.threads"))
        game.add_argument("--seed", type=whole, help=say("cli.simulate.seed"))
        game.add_argument("--json", action="store_true", help=say("cli.simulate.json"))
        game.add_argument("--plot", metavar="FILE", help=say("cli.simulate.plot"))


def _simulate(args: argparse.Namespace) -> int:
    from stichwerk.arena import command
    from stichwerk.arena.simulate import Question

    options = game_options(args)
    variant = options.pop("variant", None)
    players = command.read_range(args.players)
    question = Question(args.kind.name, players[0], args.bot, args.games, args.seed, variant, options, args.device, args.threads)
    return command.run(question, players, args.json, args.plot, args.lang)


def _add_match(commands: Any) -> None:
    for game in _add_games(commands, "match", "careful simple --players 3 --games 1000", _match, "simple beginner "):
        kind: Kind = game.get_default("kind")
        code = "cli.match.seats" if kind.has_dealer else "cli.match.teams"
        game.add_argument("bots", nargs="+", metavar="BOT", help=say(code, bots=_bot_list(kind)))
        limits = {"least": kind.least_players, "most": kind.most_players, "default": kind.default_players}
        game.add_argument("--players", type=whole, default=kind.default_players, help=say("cli.match.players", **limits))
        game.add_argument("--games", type=whole, default=DEALS, help=say("cli.match.games", default=f"{DEALS:_}"))
        game.add_argument("--threads", type=whole, help=say("cli.simulate.threads"))
        game.add_argument("--seed", type=whole, help=say("cli.simulate.seed"))
        game.add_argument("--time", action="store_true", help=say("cli.match.time"))
        game.add_argument("--json", action="store_true", help=say("cli.simulate.json"))
        game.add_argument("--plot", metavar="FILE", help=say("cli.simulate.plot"))


def _match(args: argparse.Namespace) -> int:
    from stichwerk.arena import match_command
    from stichwerk.arena.match import Match, seatings
    from stichwerk.batch.setup import check_seed

    options = game_options(args)
    variant = options.pop("variant", None)
    lineups = seatings(args.kind.name, args.players, args.bots)
    seed = check_seed(args.seed)
    match = Match(args.kind.name, args.players, lineups, args.games, seed, variant, options, args.time, args.threads)
    return match_command.run(match, args.json, args.plot, args.lang)


def _add_command(commands: Any, name: str, example: str, run: Callable[[argparse.Namespace], int]) -> Parser:
    text = say(f"cli.{name}")
    parser: Parser = commands.add_parser(name, help=text, description=text, example=example)
    parser.add_argument("--lang", choices=words.LANGUAGES, default=language(), help=say("cli.lang"))
    parser.set_defaults(run=run)
    return parser


def _add_serve(commands: Any) -> None:
    parser = _add_command(commands, "serve", "serve --host 0.0.0.0 --port 8000", _serve)
    parser.description = f"{parser.description}. {say('cli.serve.more')}"
    parser.add_argument("--host", help=say("cli.serve.host", default="127.0.0.1"))
    parser.add_argument("--port", type=whole, help=say("cli.serve.port", default=8000))
    parser.add_argument("--database", metavar="URL", help=say("cli.serve.database"))
    parser.add_argument("--redis", metavar="URL", help=say("cli.serve.redis"))
    parser.add_argument("--origins", help=say("cli.serve.origins"))
    parser.add_argument("--proxies", help=say("cli.serve.proxies"))
    parser.add_argument("--open", action="store_true", help=say("cli.serve.open"))


def _serve(args: argparse.Namespace) -> int:
    from stichwerk.server import command
    from stichwerk.server.settings import from_environment

    names = ("host", "port", "database", "redis", "origins", "proxies")
    settings = from_environment(**{name: getattr(args, name) for name in names})
    return command.serve(settings, words.catalogue(args.lang)["serve.ready"], args.open)


def _add_copies(commands: Any) -> None:
    for name, run in (("backup", _backup), ("restore", _restore)):
        parser = _add_command(commands, name, f"{name} tables.backup.gz", run)
        parser.add_argument("file", type=Path, help=say("cli.backup.file"))
        parser.add_argument("--database", metavar="URL", help=say("cli.serve.database"))


def _backup(args: argparse.Namespace) -> int:
    from stichwerk.server import command
    from stichwerk.server.settings import from_environment

    tables = command.backup(from_environment(database=args.database), args.file, words.say("backup.progress", args.lang))
    print(words.say("backup.done", args.lang, tables=tables, file=args.file))
    return 0


def _restore(args: argparse.Namespace) -> int:
    from stichwerk.server import command
    from stichwerk.server.settings import from_environment

    tables = command.restore(from_environment(database=args.database), args.file, words.say("backup.reading", args.lang))
    print(words.say("backup.restored", args.lang, tables=tables, file=args.file))
    return 0


def _add_verify(commands: Any) -> None:
    parser = _add_command(commands, "verify", "verify replay.json", _verify)
    parser.add_argument("file", type=Path, help=say("cli.verify.file"))


def _verify(args: argparse.Namespace) -> int:
    from stichwerk.table import replays

    try:
        text = args.file.read_bytes()
    except OSError as error:
        raise BadOption("verify.file", file=str(args.file), reason=error.strerror) from error
    game = replays.verify(text)
    moves = len(game.replay()["moves"])
    print(words.say("verify.ok", args.lang, game=KINDS[game.name].title, players=game.players, moves=moves))
    return 0
