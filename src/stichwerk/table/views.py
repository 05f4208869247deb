"""What a seat sees of its table: the game's view, who sits where, and, without aids, no more than lies on a real table.

A view is its shared part, its own part and the log, so that a server can make the shared part once for all sockets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stichwerk.game import options as choices
from stichwerk.game.kind import Event
from stichwerk.table.table import Table

# What only memory tells at a real table (RULES 6), by game: there None stands for it.
REMEMBERED = {
    "sticheln": ("taken", "points", "unseen"),
    "hattrick": ("passes", "points", "unseen"),
    "thegame": ("unseen",),
}


def whole(table: Table, seat: int | None) -> dict[str, Any]:
    return {**shared(table), **own(table, seat), "log": log(table)}


def shared(table: Table) -> dict[str, Any]:
    """The part of a view that is the same for all, without the log."""
    return {**lasting(table), "table": about(table), **moving(table)}


def lasting(table: Table) -> dict[str, Any]:
    """What of the game's shared part cannot change before `stage` does."""
    return _without_aids(table, _waiting(table) if table.game is None else table.game.lasting_view())


def moving(table: Table) -> dict[str, Any]:
    """What of the shared part may change with every move."""
    return {"to_act": []} if table.game is None else _without_aids(table, table.game.moving_view())


def stage(table: Table) -> tuple[object, ...]:
    return table.arranged, table.game and table.game.stage


def setting(table: Table) -> tuple[object, ...]:
    """What is `about` the table lasts as long as this does."""
    return table.arranged, table.status


def own(table: Table, seat: int | None) -> dict[str, Any]:
    """The part of a view that is one seat's, or a spectator's, own."""
    hand = held(table, seat)
    return {"seat": seat, "legal": legal(table, seat), **hand, "unseen": unseen(table, known(table, seat, hand))}


def legal(table: Table, seat: int | None) -> list[str]:
    """A seat's moves; the same until it has something else to decide."""
    if table.game is None or seat is None or table.seats[seat].decision is None:
        return []
    return table.game.legal_view(seat)


def held(table: Table, seat: int | None) -> dict[str, Any]:
    """A seat's cards, and what else it alone sees; the same until `hold` or `own_moment` changes."""
    if table.game is None:
        return {"hand": [], "cards": [0] * table.setup.players}
    return _without_aids(table, table.game.hand_view(seat))


def hold(table: Table) -> tuple[object, ...]:
    if table.game is None or table.game.phase != "play":
        return (table.version,)
    return table.arranged, table.game.own_stage()


def own_moment(table: Table, seat: int | None) -> int:
    """Changes when a seat moves; in The Game, which shows what its turn allows, when it has something else to decide."""
    if seat is None:
        return 0
    return table.seats[seat].since if table.setup.game == "thegame" else len(table.seats[seat].moves)


def known(table: Table, seat: int | None, held_by_seat: dict[str, Any]) -> set[str]:
    return set() if table.game is None else table.game.known({"seat": seat, **held_by_seat})


def unseen(table: Table, known_to_seat: set[str]) -> list[str] | None:
    if table.game is None:
        return []
    return None if _hides(table, "unseen") else table.game.unseen(known_to_seat)


def for_bot(table: Table, seat: int) -> dict[str, Any]:
    """A bot remembers by itself: it gets the game's view whatever the aids."""
    assert table.game is not None
    return table.game.view(seat)


def log(table: Table, since: int = 0) -> list[Event]:
    """The public events after the first `since`; who comes without aids sees none from before the last trick, or turn."""
    if table.game is None:
        return []
    if table.setup.aids == "none" and since == 0:
        since = _last_trick_at(table.game.log())
    return table.game.log(since)


def log_length(table: Table) -> int:
    return 0 if table.game is None else table.game.log_length


def summary(table: Table) -> dict[str, Any]:
    """A line of a list of tables."""
    setup = table.setup
    return {"game": setup.game, "variant": setup.variant, "players": setup.players, **about(table)}


def about(table: Table) -> dict[str, Any]:
    """The table around the game."""
    return {
        "id": table.name,
        "status": table.status,
        "host": table.host,
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "bot": table.bot_of(number),
                "away": seat.is_person and seat.away_since is not None,
            }
            for number, seat in enumerate(table.seats)
        ],
        "private": table.setup.private,
        "aids": table.setup.aids,
        "clock": _clock(table),
        "commitment": table.commitment,
        "next": table.next_table,
    }


def _clock(table: Table) -> dict[str, Any] | None:
    """The clock, with what each seat has used before the decision it is thinking about, and when it began to think."""
    clock = table.setup.clock
    if clock is None:
        return None
    thinking = [seat.seen_from if seat.decision is not None else None for seat in table.seats]
    used = [seat.seen_used for seat in table.seats]
    return {"per": clock.per, "seconds": clock.seconds, "used": used, "thinking_from": thinking}


def _waiting(table: Table) -> dict[str, Any]:
    setup = table.setup
    kind = choices.kind_of(setup.game)
    return {
        "game": setup.game,
        "variant": setup.variant,
        "options": choices.resolve(kind, setup.players, setup.variant, setup.options),
        "players": setup.players,
        "round": 0,
        "dealer": None,
        "phase": "waiting",
        "over": False,
        **(_no_points(setup.players) if kind.has_dealer else {"left": None, "won": None}),
    }


def _no_points(players: int) -> dict[str, Any]:
    return {"scores": [0] * players, "round_scores": [], "winners": []}


def _without_aids(table: Table, view: dict[str, Any]) -> dict[str, Any]:
    if table.setup.aids == "all":
        return view
    return {key: None if _hides(table, key) else value for key, value in view.items()}


def _hides(table: Table, key: str) -> bool:
    return table.setup.aids == "none" and table.status != "over" and key in REMEMBERED[table.setup.game]


def _last_trick_at(log: Sequence[Event]) -> int:
    """Where the last finished trick began in the log (The Game: the turn before this one)."""
    after = [*log[1:], None]
    ends = [at for at, (event, following) in enumerate(zip(log, after, strict=True)) if _ends_trick(event, following)]
    return ends[-2] + 1 if len(ends) > 1 else 0


def _ends_trick(event: Event, following: Event | None) -> bool:
    """In Hat Trick one trick may have two takers, and so two events."""
    kind = event["event"]
    return kind in ("draw", "deal") or (kind == "trick" and (following is None or following["event"] != "trick"))
