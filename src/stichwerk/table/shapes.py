"""The shapes of what is sent as plain dicts: views, their logs, the table around a game. docs/views.md says what each key means.

Hardly anybody makes these objects. They describe the dicts, so that the web client's types are generated and tests can hold real
views against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stichwerk.table.typescript import Without

Seat = Annotated[int, Meta(ge=0, le=7, description="The number of a seat, from 0.")]
Card = Annotated[str, Meta(pattern=r"^[rbgnyv]?\d\d?$", description="Colour and number, `r4`; in The Game a number alone, `37`.")]
Colour = Literal["r", "b", "g", "n", "y", "v"]
HatColour = Literal["r", "b", "g"]
Pile = Literal["A", "B", "C", "D"]
Sign = Annotated[Literal["?", "!"], Meta(description="Go slowly there; please do not play there.")]
GameName = Literal["sticheln", "hattrick", "thegame"]


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """A dict with these keys and no others."""


class LogShape(Shape, tag_field="event"):
    """An event of the log; `event` says which."""


class Dealt(LogShape, tag="deal"):
    round: int
    dealer: Seat | None


class LaidAside(LogShape, tag="aside"):
    """One left-over card."""

    card: Card


class Chose(LogShape, tag="chose"):
    """Has made its whole choice, which is still secret."""

    seat: Seat


class Named(LogShape, tag="named"):
    """Has named all its colours, which are still secret."""

    seat: Seat


class Revealed(LogShape, tag="reveal"):
    """A chosen card is turned up."""

    seat: Seat
    card: Card


class ColourShown(LogShape, tag="misery"):
    """A colour named at the end of the round (in Reverse a lucky one)."""

    seat: Seat
    colour: Colour


class Played(LogShape, tag="play"):
    """In The Game with the pile, and whether it went back by ten."""

    seat: Seat
    card: Card
    pile: Pile | UnsetType = UNSET
    back: bool | UnsetType = UNSET


class Passed(LogShape, tag="pass"):
    seat: Seat
    card: Card


class TrickTaken(LogShape, tag="trick"):
    """In Hat Trick one for each colour."""

    seat: Seat
    colour: Colour | UnsetType = UNSET


class Scored(LogShape, tag="score"):
    round: int
    seat: Seat
    points: int


class Spoke(LogShape, tag="spoke"):
    """Has said how much it wants to begin, which is still secret."""

    seat: Seat


class EagernessShown(LogShape, tag="start"):
    """From 0 to 3, shown when all have spoken."""

    seat: Seat
    eager: int


class Began(LogShape, tag="begin"):
    seat: Seat


class Drew(LogShape, tag="draw"):
    """Ended the turn and drew so many cards."""

    seat: Seat
    count: int


class Signalled(LogShape, tag="signal"):
    """`.` takes back what was said of the pile."""

    seat: Seat
    pile: Pile
    signal: Sign | Literal["."]


class Ended(LogShape, tag="over"):
    pass


LogEvent = (
    Dealt | LaidAside | Chose | Named | Revealed | ColourShown | Played | Passed | TrickTaken | Scored
    | Spoke | EagernessShown | Began | Drew | Signalled | Ended
)  # fmt: skip


class TableSeat(Shape):
    """Who has a seat. `bot` is who plays it now, also for a person who has been away too long."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    away: bool


class RunningClock(Shape):
    """In seconds: per seat what it has used before, and since when (1970) it has been thinking."""

    per: Literal["move", "game"]
    seconds: int
    used: list[float]
    thinking_from: list[float | None]


class AboutTable(Shape):
    """The table around the game. `next` is the id of the rematch."""

    id: str
    status: Literal["waiting", "running", "paused", "over"]
    host: Seat | None
    seats: list[TableSeat]
    private: bool
    aids: Literal["all", "none"]
    clock: RunningClock | None
    commitment: str
    next: str | None


class ListedTable(AboutTable):
    """A line of the list of tables."""

    game: GameName
    variant: str
    players: int


class CommonView(Shape):
    """What every view holds. Without aids `unseen` is null until the game is over."""

    variant: str
    options: dict[str, int | str | None]
    players: int
    seat: Seat | None
    round: int
    dealer: Seat | None
    to_act: list[Seat]
    hand: list[Card]
    legal: list[str]
    cards: list[int]
    unseen: list[Card] | None
    log: list[LogEvent]
    over: bool
    table: AboutTable


class WaitingView(CommonView):
    """Before the start, in any game: nobody has points, or (The Game) nothing is left to count yet."""

    game: GameName
    phase: Literal["waiting"]
    scores: list[int] = []
    round_scores: list[list[int]] = []
    winners: list[Seat] = []
    left: int | None = None
    won: bool | None = None


class TricksView(CommonView):
    """What Sticheln and Hat Trick have in common."""

    scores: list[int]
    round_scores: list[list[int]]
    winners: list[Seat]
    tricks: int
    tricks_played: int


class Counted(Shape):
    """Cards of which each counts the same; `points` is what all of them count together."""

    cards: list[Card]
    each: int
    points: int


class StichelnTally(Shape):
    """How a seat's points of a round came about: its own colours, the cards in them by their worth, then the others."""

    points: int
    colours: list[Colour]
    counted: list[Counted]


class TrickCard(Shape):
    seat: Seat
    card: Card


class StichelnTrick(Shape):
    leader: Seat
    winner: Seat
    cards: list[TrickCard]


class StichelnView(TricksView):
    """Without aids `taken` and `points` are null until the game is over. `last_round` is by seat; null before the first ends."""

    game: Literal["sticheln"]
    phase: Literal["choose", "play", "name", "over"]
    leader: Seat | None
    trick: list[TrickCard]
    winning: Seat | None
    last_trick: StichelnTrick | None
    chosen: list[list[Card] | None]
    named: list[list[Colour] | None]
    taken: list[list[Card]] | None
    points: list[int | None] | None
    aside: list[Card]
    last_round: list[StichelnTally] | None
    proposed: Colour | None


class HatTrickCard(Shape):
    seat: Seat
    card: Card
    passed: bool = msgspec.field(name="pass")


class HatTrickCounted(Counted):
    """A colour that was taken, or the passes."""

    passed: bool = msgspec.field(name="pass")


class HatTrickTally(Shape):
    """How a seat's points of a round came about: each colour it took, then its passes."""

    points: int
    counted: list[HatTrickCounted]


class HatTrickTrick(Shape):
    leader: Seat
    cards: list[HatTrickCard]
    winners: dict[HatColour, Seat]


class TakenCards(Shape):
    r: list[Card]
    b: list[Card]
    g: list[Card]


class HatTrickView(TricksView):
    """Without aids `passes` and `points` are null until the game is over. `last_round` as in Sticheln."""

    game: Literal["hattrick"]
    phase: Literal["play", "over"]
    leader: Seat
    trick: list[HatTrickCard]
    winning: dict[HatColour, Seat]
    last_trick: HatTrickTrick | None
    piles: list[TakenCards]
    passes: list[list[Card]] | None
    points: list[int] | None
    last_round: list[HatTrickTally] | None


class PileTops(Shape):
    A: int
    B: int
    C: int
    D: int


class TheGameView(CommonView):
    game: Literal["thegame"]
    phase: Literal["start", "play", "over"]
    left: int
    won: bool | None
    result: Literal["won", "excellent", "lost"] | None
    turn: Seat | None
    piles: PileTops
    played: list[str]
    minimum: int
    backwards: list[str]
    draw_pile: int
    hand_size: int
    signals: list[dict[Pile, Sign]]
    spoken: int | None
    eagerness: list[int] | None


AnyView = WaitingView | StichelnView | HatTrickView | TheGameView


class OwnPart(Shape):
    """What of a view is a seat's own: laid over what all see it gives the view of that seat."""

    seat: Seat
    hand: list[Card]
    legal: list[str]
    unseen: list[Card]
    cards: list[int] | UnsetType = UNSET
    chosen: list[list[Card] | None] | UnsetType = UNSET
    named: list[list[Colour] | None] | UnsetType = UNSET
    points: list[int | None] | UnsetType = UNSET
    proposed: Colour | UnsetType | None = UNSET
    backwards: list[str] | UnsetType = UNSET
    spoken: int | UnsetType | None = UNSET


class Step(Shape):
    """What a move, or (null) the deal, led to: a spectator's view, beside it each seat's own part, and what was new in the log.

    After the last move of a round all its cards are counted, and nobody is to act; the next one is not dealt yet.
    """

    move: tuple[Seat, str] | None
    shared: Annotated[dict[str, Any], Without(StichelnView | HatTrickView | TheGameView, "log", "table")]
    own: list[OwnPart]
    events: list[LogEvent]


class RoundSteps(Shape):
    """One round of a finished game, of `rounds` that it has, to be stepped through."""

    table: AboutTable
    game: GameName
    variant: str
    options: dict[str, int | str | None]
    players: int
    rounds: int
    round: int
    steps: list[Step]
