"""The line client: any game, people and bots, one line a move. Reads piped input too, so scripts can play."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console

from stichwerk.bots import Bot, check_name, compiles, make, prepare
from stichwerk.game import Game, Refusal
from stichwerk.game.notation import is_signal
from stichwerk.game.options import MOST_SEEDS, kind_of
from stichwerk.tui import paint
from stichwerk.words import say

HUMAN = "human"
DONE, ENDED = 0, 1  # exit statuses: played to the end or left on purpose; the input ended first
FORGET = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and what can be scrolled back to


class Quit(Exception):
    """Somebody typed q."""


class PlainTable:
    """One table at one terminal. `ask` gives the next line somebody types, or raises EOFError."""

    def __init__(
        self, game: Game, seats: list[str], seed: int, language: str, console: Console, ask: Callable[[str], str]
    ) -> None:
        self.game = game
        self.language = language
        self.console = console
        self.ask = ask
        own = [(seed + seat) % MOST_SEEDS for seat in range(game.players)]
        self.bots: dict[int, Bot] = {seat: make(name, own[seat]) for seat, name in enumerate(seats) if name != HUMAN}
        self.people = [seat for seat in range(game.players) if seat not in self.bots]
        self.looking: int | None = self.people[0] if self.people else None
        self.shown = dict.fromkeys([None, *self.people], 0)  # how much of the log each person has seen

    def run(self) -> int:
        """Plays to the end; the exit status."""
        try:
            self._play()
        except Quit:
            self._say("plain.left")
            return DONE
        except EOFError:
            self.console.print()
            self._say("plain.ended")
            return ENDED
        self.console.print(paint.ending(self.game.view(None), self.language))
        return DONE

    def _play(self) -> None:
        self._show_events()
        while not self.game.over:
            seat = self.game.to_act[0]
            if seat in self.bots:
                self.game.play(seat, self.bots[seat].act(self.game.view(seat)))
            else:
                self._let_person_move(seat)
            self._let_bots_signal()
            self._show_events()

    def _let_bots_signal(self) -> None:
        if self.game.name != "thegame":
            return
        for seat, bot in self.bots.items():
            if self.game.over:
                return
            for signal in bot.signal(self.game.view(seat)):
                self.game.signal(seat, signal)

    def _let_person_move(self, seat: int) -> None:
        if seat != self.looking:
            self._hand_over(seat)
        view = self.game.view(seat)
        for line in paint.table(view, self.language):
            self.console.print(line)
        while not self._try(seat, self.ask(say(f"plain.ask.{view['phase']}", self.language, seat=seat) + " ").strip()):
            pass

    def _hand_over(self, seat: int) -> None:
        """Another person sits down at the terminal: the last one's cards go, and what has happened since is told."""
        if self.console.is_terminal:
            self.console.file.write(FORGET)
            self.ask(say("plain.handover", self.language, seat=seat))
        self.looking = seat
        self._show_events()

    def _try(self, seat: int, typed: str) -> bool:
        """Does what was typed; whether it was a move."""
        if typed == "q":
            raise Quit
        if typed in ("", "?"):
            self._help(seat)
            return False
        try:
            if is_signal(typed):
                self.game.signal(seat, typed)
                self._show_events()
                return False
            self.game.play(seat, typed)
            return True
        except Refusal as refusal:
            self.console.print(refusal.say(self.language), style="yellow", highlight=False)
            return False

    def _help(self, seat: int) -> None:
        self._say("plain.help", possible=self.game.legal(seat))
        if self.game.name == "thegame":
            self._say("plain.help.signals")

    def _show_events(self) -> None:
        for event in self.game.log(self.shown[self.looking]):
            self.console.print(paint.event(event, self.language))
        self.shown[self.looking] = len(self.game.log())

    def _say(self, code: str, **params: Any) -> None:
        self.console.print(say(code, self.language, **params), highlight=False)


def ask(question: str) -> str:
    """The next line somebody types."""
    if sys.stdin is None or sys.stdin.closed:
        raise EOFError
    return input(question)


def play(game: str, players: int, seats: list[str], seed: int | None, language: str, options: Mapping[str, Any]) -> int:
    """Sets up a table at this terminal and plays it. With people and no seed it begins at once, while its bots compile."""
    chosen = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
    for name in seats:
        if name != HUMAN:
            check_name(name, game, files=True)
    table = PlainTable(Game(game, players, seed=chosen, **options), seats, chosen, language, console, ask)
    slow = [name for name in dict.fromkeys(seats) if name != HUMAN and compiles(name, game)]
    at_once = seed is None and HUMAN in seats
    if slow and not at_once:
        _compile(slow, game, language)
    status = table.run()
    console.print(say("plain.seed.cards" if slow and at_once else "plain.seed", language, seed=chosen), style="dim")
    return status


def _compile(names: list[str], game: str, language: str) -> None:
    """Waits for the compiler: only then bots play their best from the first move, and the same each time."""
    print(say("simulate.compiling", language, game=kind_of(game).title), file=sys.stderr)  # nothing moving: people type into it
    for name in names:
        prepare(name, game)
