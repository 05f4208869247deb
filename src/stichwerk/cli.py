"""The `stichwerk` command. Each subcommand imports its room only when it runs, so that help is quick."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from stichwerk import bots, words
from stichwerk.game import Refusal
from stichwerk.game.kind import Kind, Option
from stichwerk.game.options import KINDS

WELCOME = """\
Stichwerk: Sticheln with all its variants, Hat Trick and The Game.
  stichwerk play sticheln              a game of Sticheln against bots, here in the terminal
  stichwerk play thegame --players 2   The Game with one bot
  stichwerk play hattrick --help       the options of a game
  stichwerk --help                     all commands"""

DEFAULT_PLAYERS = {"sticheln": 4, "hattrick": 4, "thegame": 2}


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    if not given:
        print(WELCOME)
        return 0
    args = _parser().parse_args(given)
    try:
        status: int = args.run(args)
        return status
    except Refusal as refusal:
        print(f"stichwerk: {refusal.say(args.lang)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stichwerk",
        description="Sticheln with all its variants, Hat Trick and The Game.",
        epilog="Example: stichwerk play sticheln --variant reverse --players 5",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_play(commands)
    return parser


def _add_play(commands: Any) -> None:
    text = "play a game in the terminal, line by line"
    play = commands.add_parser(
        "play", help=text, description=f"{text.capitalize()}.", epilog="Example: stichwerk play thegame --players 3 --seed 7"
    )
    games = play.add_subparsers(title="games", metavar="GAME", required=True)
    for kind in KINDS.values():
        about = words.say(f"game.{kind.name}")
        example = f"Example: stichwerk play {kind.name} --players {kind.most_players} --seats human,random"
        game = games.add_parser(kind.name, help=about, description=about, epilog=example)
        add_game_options(game, kind)
        game.add_argument(
            "--seats", default="human", help=f"who sits where, from seat 0: human or a bot, by commas; bots: {_bots()}"
        )
        game.add_argument("--seed", type=int, help="play the same cards and bots again")
        game.add_argument("--lang", choices=words.LANGUAGES, default=words.language_of_user(), help="language")
        game.set_defaults(run=_play, kind=kind)


def _bots() -> str:
    return "; ".join(f"{name} {words.say(f'bot.{name}')}" for name in bots.NAMES)


def add_game_options(parser: argparse.ArgumentParser, kind: Kind) -> None:
    """One flag for each option of a game, with the sentence that says what it does."""
    default = DEFAULT_PLAYERS[kind.name]
    parser.add_argument(
        "--players", type=int, help=f"{kind.least_players} to {kind.most_players} (default: {default}, or the seats named)"
    )
    presets = ", ".join(f"{name}: {words.say(f'variant.{kind.name}.{name}')}" for name in kind.presets)
    parser.add_argument("--variant", choices=list(kind.presets), help=presets)
    for option in kind.options:
        parser.add_argument(f"--{option.name.replace('_', '-')}", dest=option.name, **_flag(kind, option))
    if kind.has_dealer:
        parser.add_argument("--dealer", type=int, help="the seat that deals first (default: at random)")


def _flag(kind: Kind, option: Option) -> dict[str, Any]:
    default = "" if option.default is None else f" (default: {option.default})"
    flag: dict[str, Any] = {"help": words.say(f"option.{kind.name}.{option.name}") + default}
    if option.values:
        flag["choices"] = option.values
    if not option.values or isinstance(option.default, int):
        flag["type"] = int
    return flag


def game_options(args: argparse.Namespace, kind: Kind) -> dict[str, Any]:
    """The options that were given on the command line."""
    names = ["variant", *(option.name for option in kind.options), *(["dealer"] if kind.has_dealer else [])]
    return {name: getattr(args, name) for name in names if getattr(args, name) is not None}


def _play(args: argparse.Namespace) -> int:
    from stichwerk.tui import plain

    named = [name.strip() for name in args.seats.split(",")]
    players = args.players or max(DEFAULT_PLAYERS[args.kind.name], len(named))
    seats = (named + ["random"] * players)[:players]
    return plain.play(args.kind.name, players, seats, args.seed, args.lang, game_options(args, args.kind))
