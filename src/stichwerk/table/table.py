"""The one authority over a table: who sits where, whose turn it is, what is stale. See the package's docstring.

A command checks and returns the event that is to be stored, or None when there is nothing to do; it changes nothing. `apply`
makes a stored event happen. The same events always make the same table.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from stichwerk import bots
from stichwerk.game import Game
from stichwerk.game import options as choices
from stichwerk.game.refusals import Refusal
from stichwerk.table import events, secret, talk
from stichwerk.table.events import Event
from stichwerk.table.seat import Decision, Seat
from stichwerk.table.setup import Place, Setup

RULES = 1  # to be raised when a change of the rules would make an old table's events play differently
NAME_LENGTH = 40
CHAT_LENGTH = 300
CHAT_LINES = 1_000
EVENTS = 50_000  # more than any game needs; a table that has as many takes no more
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs of which nothing is seen: Hangul's fillers, Braille without dots
BY_CLOCK = 0.05  # seconds after a deadline at which a bot moves, so that a move on time counts


class TableRefusal(Refusal):
    """Something a table does not allow; nothing has changed."""


def shows(text: str) -> bool:
    """Whether there is anything to be seen: a letter, a number, a sign, and not only what looks like a space."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK for sign in text)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Table:
    def __init__(self, name: str, setup: Setup, key: bytes, created: float) -> None:
        self.name = name
        self.setup = setup
        self.secret = key
        self.commitment = secret.commitment(key)
        self.version = 0  # how many events there have been; of people's versions see version_for
        self._shown = 0  # the last of them that changed what all see (chat does not)
        self._secret = 0  # how many only one seat knows of
        self.arranged = 0  # the last version that changed more than the game: seats, host, pause
        self.game: Game | None = None
        self.paused_at: float | None = None
        self.chat: list[dict[str, Any]] = []
        self.next_table: str | None = None
        self.seats = [Seat(place.kind, bot=place.bot) for place in setup.places]
        self._start_if_full(created)

    # ---- what is the case

    @property
    def status(self) -> str:
        if self.game is None:
            return "waiting"
        if self.game.over:
            return "over"
        return "running" if self.paused_at is None else "paused"

    @property
    def host(self) -> int | None:
        """The person who has sat longest."""
        people = [(seat.order, number) for number, seat in enumerate(self.seats) if seat.is_person]
        return min(people)[1] if people else None

    def version_for(self, seat: int | None) -> int:
        """The table's version as a seat, or spectator, knows it: a rival's first of two choices does not count (RULES 2.4)."""
        return self.version - self._secret + (0 if seat is None else self._seat(seat).secret)

    def shown_to(self, seat: int | None) -> int:
        """The last event that changed what a seat, or spectator, sees."""
        return self._shown if seat is None else max(self._shown, self.seats[seat].shown)

    def seat_of(self, token: str) -> int | None:
        """Whose token this is."""
        given = hash_token(token)
        for number, seat in enumerate(self.seats):
            if seat.token and hmac.compare_digest(seat.token, given):
                return number
        return None

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays a seat now; None for a person who is here, or may come back in time."""
        found = self.seats[seat]
        return found.bot if found.kind == "bot" else self.setup.stand_in if found.relieved else None

    @property
    def is_attended(self) -> bool:
        """Whether people who are here play all seats, without a clock: until it is arranged anew nothing happens by itself."""
        return self.setup.clock is None and all(seat.is_person and seat.away_since is None for seat in self.seats)

    def bots_to_act(self) -> list[int]:
        if self.game is None or self.status != "running" or self.version >= EVENTS:
            return []
        return [seat for seat in self.game.to_act if self.bot_of(seat)]

    def dead_processes(self, is_alive: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
        """Seats with connections through processes that are no more."""
        for number, seat in enumerate(self.seats):
            yield from ((number, process) for process in seat.processes if not is_alive(process))

    # ---- what people do

    def sit(self, name: str, token: str, at: float) -> Event:
        name = name.strip()
        if not shows(name) or len(name) > NAME_LENGTH or not name.isprintable():
            raise TableRefusal("table.name", most=NAME_LENGTH)
        return events.Sat(seat=self._open_seat(), name=name, token=hash_token(token), at=at)

    def sit_again(self, name: str, hashed: str, at: float) -> Event:
        """A person of the table before, with the token they have."""
        return events.Sat(seat=self._open_seat(), name=name, token=hashed, at=at)

    def _open_seat(self) -> int:
        for number, seat in enumerate(self.seats):
            if seat.kind == "open":
                return number
        raise TableRefusal("table.full")

    def leave(self, seat: int, at: float) -> Event:
        self._check_person(seat)
        return events.Left(seat=seat, at=at)

    def come(self, seat: int, process: str, at: float) -> Event | None:
        self._check_person(seat)
        return None if process in self.seats[seat].processes else events.Came(seat=seat, process=process, at=at)

    def go(self, seat: int, process: str, at: float) -> Event | None:
        return events.Went(seat=seat, process=process, at=at) if process in self.seats[seat].processes else None

    def move(self, seat: int, on: int, move: str, at: float) -> Event | None:
        """A person's move, made on version `on`; None if it is one that was made already."""
        self._check_person(seat)
        if self.seats[seat].moves.get(on) == move:
            return None
        return self._checked_move(seat, on, move, events.Moved(seat=seat, move=move, on=on, at=at))

    def bot_move(self, seat: int, on: int, move: str, at: float, by_clock: bool = False) -> Event:
        if not by_clock and not self.bot_of(seat):
            raise TableRefusal("table.stale", version=on, now=self.version_for(seat))
        moved = events.Moved(seat=seat, move=move, on=on, by="clock" if by_clock else "bot", at=at)
        return self._checked_move(seat, on, move, moved)

    def _checked_move(self, seat: int, on: int, move: str, event: Event) -> Event:
        game, now = self._running(), self.version_for(seat)
        if on > now:
            raise TableRefusal("table.future", version=on, now=now)
        if on < self.seats[seat].since:
            raise TableRefusal("table.stale", version=on, now=now)
        game.check(seat, move)
        return event

    def signal(self, seat: int, signal: str, at: float) -> Event:
        self._check_person(seat)
        return self._checked_signal(seat, signal, at)

    def bot_signal(self, seat: int, signal: str, at: float) -> Event:
        self._check_worn()
        if not self.bot_of(seat):
            raise TableRefusal("table.gone")
        return self._checked_signal(seat, signal, at)

    def _checked_signal(self, seat: int, signal: str, at: float) -> Event:
        if self.game is None or self.game.over:
            raise TableRefusal("table.notrunning")
        self.game.check_signal(seat, signal)
        return events.Signalled(seat=seat, signal=signal, at=at)

    def say(self, seat: int, text: str, at: float) -> Event:
        self._check_person(seat)
        text = text.strip()
        if not shows(text) or len(text) > CHAT_LENGTH or any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
            raise TableRefusal("chat.length", most=CHAT_LENGTH)
        if len(self.chat) >= CHAT_LINES:
            raise TableRefusal("chat.full", most=CHAT_LINES)
        if self.setup.game == "thegame" and (named := talk.named_number(text)):
            raise TableRefusal("chat.number", named=named)
        return events.Said(seat=seat, text=text, at=at)

    # ---- what the host does

    def start(self, by: int, at: float) -> Event:
        self._check_host(by)
        self._check_waiting()
        return events.Started(at=at)

    def fill(self, by: int, seat: int, bot: str, at: float) -> Event:
        self._check_host(by)
        self._check_waiting()
        bots.check_name(bot, self.setup.game)
        if self._seat(seat).kind != "open":
            raise TableRefusal("table.taken", seat=seat)
        return events.Filled(seat=seat, bot=bot, at=at)

    def remove(self, by: int, seat: int, at: float) -> Event:
        self._check_host(by)
        if seat == by or not self._seat(seat).is_person:
            raise TableRefusal("table.nobody", seat=seat)
        return events.Left(seat=seat, removed=True, at=at)

    def pause(self, by: int, at: float) -> Event:
        self._check_host(by)
        if self._running().over:
            raise TableRefusal("table.notrunning")
        return events.Paused(at=at)

    def resume(self, by: int, at: float) -> Event:
        """The host's to say; while the host is away, anyone's who sits here."""
        self._check_person(by)
        if self.status != "paused" or self.host is None or self.seats[self.host].away_since is None:
            self._check_host(by)
        if self.status != "paused":
            raise TableRefusal("table.notpaused")
        return events.Resumed(at=at)

    def follow(self, by: int, table: str, at: float) -> Event:
        """A rematch at another table, which whoever sits here may ask for; the first to ask wins."""
        self._check_person(by)
        if self.status != "over":
            raise TableRefusal("table.notover")
        if self.next_table:
            raise TableRefusal("table.followed", table=self.next_table)
        return events.Followed(table=table, at=at)

    def setup_again(self) -> Setup:
        """The setup of a rematch: seats that people have are theirs, the others bots'."""
        places = (Place() if seat.is_person else Place("bot", seat.bot) for seat in self.seats)
        return msgspec.structs.replace(self.setup, places=tuple(places))

    # ---- what time brings

    def due(self, now: float) -> Event | None:
        """What has to happen because time has passed, a time-out aside (for that a bot must think: `timed_out`)."""
        for number, seat in enumerate(self.seats):
            if self._relief_at(seat) <= now:
                return events.Relieved(seat=number, at=now)
        return None

    def timed_out(self, now: float) -> list[int]:
        """The seats whose time for a move is up: a bot makes it."""
        return [number for number, seat in enumerate(self.seats) if self._move_at(number, seat) <= now]

    def deadline(self) -> float:
        """When something is due next."""
        if self.setup.clock is None and all(seat.away_since is None for seat in self.seats):
            return float("inf")
        return min(min(self._relief_at(seat), self._move_at(number, seat)) for number, seat in enumerate(self.seats))

    def _relief_at(self, seat: Seat) -> float:
        if not seat.is_person or seat.away_since is None or seat.relieved or self.status != "running":
            return float("inf")
        return max(seat.away_since, self._started_at) + self.setup.grace

    def _move_at(self, number: int, seat: Seat) -> float:
        clock = self.setup.clock
        if clock is None or seat.decision is None or self.status != "running" or self.bot_of(number):
            return float("inf")
        used = seat.used if clock.per == "game" else 0.0
        return seat.thinking_from + max(clock.seconds - used, 0.0) + BY_CLOCK

    # ---- making an event happen

    def apply(self, event: Event) -> None:
        self.version += 1
        if self.setup.clock or not isinstance(event, _WITHIN_THE_GAME):
            self.arranged = self.version  # a clock's times change with every move
        secret_before = self._secret
        _HAPPENINGS[type(event)](self, event)
        if self.game is not None:
            self._note_decisions(event.at)
        if not isinstance(event, events.Said) and self._secret == secret_before:
            self._shown = self.version

    def _sat(self, event: events.Sat) -> None:
        self.seats[event.seat].sit(event.name, event.token, self.version, event.at)
        self._start_if_full(event.at)

    def _left(self, event: events.Left) -> None:
        if self.game is None:
            self.seats[event.seat] = Seat()
        else:
            self.seats[event.seat].give_to_bot(self.setup.stand_in)

    def _filled(self, event: events.Filled) -> None:
        self.seats[event.seat].give_to_bot(event.bot)
        self._start_if_full(event.at)

    def _came(self, event: events.Came) -> None:
        self.seats[event.seat].come(event.process)

    def _went(self, event: events.Went) -> None:
        self.seats[event.seat].go(event.process, event.at)

    def _relieved(self, event: events.Relieved) -> None:
        self.seats[event.seat].relieved = True

    def _started(self, event: events.Started) -> None:
        for seat in self.seats:
            if seat.kind == "open":
                seat.give_to_bot(self.setup.stand_in)
        self._start_if_full(event.at)

    def _paused(self, event: events.Paused) -> None:
        self.paused_at = event.at

    def _resumed(self, event: events.Resumed) -> None:
        """The time of the pause counts for nobody."""
        paused, self.paused_at = self.paused_at or event.at, None
        for seat in self.seats:
            seat.wait(paused, event.at, self._started_at)

    def _moved(self, event: events.Moved) -> None:
        self._playing().play(event.seat, event.move)
        self.seats[event.seat].moves[event.on] = event.move

    def _signalled(self, event: events.Signalled) -> None:
        self._playing().signal(event.seat, event.signal)

    def _said(self, event: events.Said) -> None:
        line = {"seat": event.seat, "name": self.seats[event.seat].name, "text": event.text, "at": event.at}
        self.chat.append(line)

    def _followed(self, event: events.Followed) -> None:
        self.next_table = event.table

    def _start_if_full(self, at: float) -> None:
        if any(seat.kind == "open" for seat in self.seats):
            return
        setup = self.setup
        shuffle = functools.partial(secret.shuffled, self.secret)
        self.game = Game(setup.game, setup.players, setup.variant, seed=0, decks=shuffle, **self._dealer(), **setup.options)
        self._started_at = at
        self._note_decisions(at)

    def _dealer(self) -> dict[str, int]:
        has_dealer = choices.kind_of(self.setup.game).has_dealer
        return {"dealer": secret.first_dealer(self.secret, self.setup.players)} if has_dealer else {}

    def _note_decisions(self, at: float) -> None:
        """What each seat has to decide, which changes with its own moves, the phase and the round, never with others' choices."""
        game = self._playing()
        acting, now = game.to_act, (game.phase, game.round)
        for number, seat in enumerate(self.seats):
            decision = (*now, len(seat.moves)) if number in acting else None
            if decision != seat.decision:
                self._decide(number, seat, decision, at)

    def _decide(self, number: int, seat: Seat, decision: Decision, at: float) -> None:
        if secretly := seat.is_half_way(decision):
            self._secret += 1
            seat.secret += 1
            seat.shown = self.version
        seat.decide(decision, self.version_for(number), at, secretly)

    # ---- checks

    def _playing(self) -> Game:
        if self.game is None:
            raise TableRefusal("table.notrunning")
        return self.game

    def _running(self) -> Game:
        if self.status == "paused":
            raise TableRefusal("table.paused")
        return self._playing()

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < self.setup.players:
            raise TableRefusal("move.seat", given=seat, last=self.setup.players - 1)
        return self.seats[seat]

    def _check_person(self, seat: int) -> None:
        if not self._seat(seat).is_person:
            raise TableRefusal("table.gone")
        self._check_worn()

    def _check_worn(self) -> None:
        if self.version >= EVENTS:
            raise TableRefusal("table.worn", most=EVENTS)

    def _check_host(self, by: int) -> None:
        self._check_person(by)
        if by != self.host:
            raise TableRefusal("table.host")

    def _check_waiting(self) -> None:
        if self.game is not None:
            raise TableRefusal("table.started")


_WITHIN_THE_GAME = (events.Moved, events.Signalled, events.Said)  # they arrange nothing anew

_HAPPENINGS: dict[type, Callable[[Table, Any], None]] = {
    events.Sat: Table._sat,
    events.Left: Table._left,
    events.Filled: Table._filled,
    events.Came: Table._came,
    events.Went: Table._went,
    events.Relieved: Table._relieved,
    events.Started: Table._started,
    events.Paused: Table._paused,
    events.Resumed: Table._resumed,
    events.Moved: Table._moved,
    events.Signalled: Table._signalled,
    events.Said: Table._said,
    events.Followed: Table._followed,
}
