"""From one view to the next, in pictures that can be followed: a full trick is looked at before it is taken, a round's points
before the next cards. No rule of a game is known here: pictures are made of what was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stichwerk.tui.speech import View

Event = dict[str, Any]

# Seconds a picture is looked at, at the normal pace.
PLAYED, TRICK, REVEAL, DRAWN = 0.7, 1.6, 1.6, 0.7
PACES = {"slow": 1.8, "normal": 1.0, "fast": 0.4, "none": 0.0}
QUIET: dict[str, Any] = {"to_act": [], "legal": []}


@dataclass(frozen=True)
class Frame:
    view: View
    version: int
    events: Sequence[Event]  # what has happened with this picture
    hold: float = 0.0
    is_round: bool = False  # a round's points: waits until one has seen them


def frames(before: View | None, view: View, version: int, events: Sequence[Event]) -> list[Frame]:
    """The pictures that lead to a view. `before` is the last one; None: there is nothing to lead from."""
    last = Frame(view, version, events, _hold(events, view))
    if before is None or not _has_tricks(before):
        return [last]
    if before["phase"] != "play" or not any(event["event"] == "trick" for event in events):
        return list(_with_round(before, last))
    return _trick_by_trick(before, last)


def _has_tricks(view: View) -> bool:
    return "trick" in view


def _trick_by_trick(before: View, last: Frame) -> list[Frame]:
    found: list[Frame] = []
    shown, rest = before, list[Event]()
    for at, event in enumerate(last.events):
        if event["event"] in ("play", "pass"):
            shown = _with_card(shown, event)
            found.append(Frame(shown, last.version, [*rest, event], PLAYED))
            rest = []
        elif event["event"] == "trick" and found:
            shown = _with_taker(shown, event)
            found[-1] = replace(found[-1], view=shown, events=[*found[-1].events, event], hold=TRICK)
            if not _is_trick(last.events[at + 1 : at + 2]):  # in Hat Trick a second taker may follow
                shown = {**shown, "trick": [], "winning": None if shown["game"] == "sticheln" else {}}
        else:
            rest.append(event)
    final = replace(last, events=rest, hold=_hold(rest, last.view))
    return [*found, *_with_round(found[-1].view if found else before, final)]


def _is_trick(events: Sequence[Event]) -> bool:
    return any(event["event"] == "trick" for event in events)


def _with_round(before: View, last: Frame) -> Iterator[Frame]:
    """When a round has been scored, what lies there stays until the points have been seen."""
    dealt = [event for event in last.events if event["event"] in ("deal", "aside")]
    scored = [event for event in last.events if event["event"] not in ("deal", "aside")]
    if any(event["event"] == "score" for event in scored):
        told = ("last_round", "scores", "round_scores", "winners", "over", "table")
        counted = {**before, **QUIET, **{key: last.view[key] for key in told}}
        if before["points"] is not None:
            counted["points"] = [tally["points"] for tally in last.view["last_round"]]
        yield Frame(counted, last.version, scored, is_round=True)
        last = replace(last, events=dealt, hold=0.0)
    yield last


def _with_card(view: View, event: Event) -> View:
    laid = {"seat": event["seat"], "card": event["card"]}
    if view["game"] == "hattrick":
        laid["pass"] = event["event"] == "pass"
    cards = [count - (seat == event["seat"]) for seat, count in enumerate(view["cards"])]
    hand = [card for card in view["hand"] if event["seat"] != view["seat"] or card != event["card"]]
    return {**view, **QUIET, "cards": cards, "hand": hand, "trick": [*view["trick"], laid]}


def _with_taker(view: View, event: Event) -> View:
    if view["game"] == "sticheln":
        return {**view, "winning": event["seat"]}
    return {**view, "winning": {**view["winning"], event["colour"]: event["seat"]}}


def _hold(events: Sequence[Event], view: View) -> float:
    kinds = {event["event"] for event in events}
    if view["over"]:
        return 0.0
    if kinds & {"reveal", "misery", "start"}:
        return REVEAL
    if kinds & {"play", "pass"}:
        return PLAYED
    return DRAWN if "draw" in kinds else 0.0
