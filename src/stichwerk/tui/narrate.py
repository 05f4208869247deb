"""What happened, as sentences with painted cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from stichwerk.tui.cards import Palette, painted
from stichwerk.tui.speech import Speech, View, signed
from stichwerk.words import SYMBOLS

Event = Mapping[str, Any]
SIGNS = {"?": "slow", "!": "stop", ".": "back"}
GAP = "\0"


def narrate(event: Event, view: View, speech: Speech, palette: Palette) -> Text:
    """An event of the log, in the second person where it was oneself."""
    kind = event["event"]
    if kind == "deal":
        return Text(_deal(event, view, speech), style="bold")
    if kind == "over":
        return Text(speech("event.over"), style="bold")
    if kind == "aside":
        return _with_gap(speech("event.aside", card=GAP), painted(event["card"], palette))
    if kind == "draw":
        return Text(_draw(event, view, speech))
    params, gap = _params(event, speech, palette)
    form = "you" if event["seat"] == view["seat"] else "other"
    who = {} if form == "you" else {"who": speech.seat(view, event["seat"])}
    return _with_gap(speech(f"event.{_code(event)}.{form}", **who, **params), gap)


def _deal(event: Event, view: View, speech: Speech) -> str:
    if event["dealer"] is None:
        return speech("event.dealt")
    if event["dealer"] == view["seat"]:
        return speech("event.deal.you", round=event["round"])
    return speech("event.deal.other", round=event["round"], who=speech.seat(view, event["dealer"]))


def _draw(event: Event, view: View, speech: Speech) -> str:
    if event["seat"] == view["seat"]:
        return speech.count("event.draw.you", event["count"])
    return speech.count("event.draw.other", event["count"], who=speech.seat(view, event["seat"]))


def _code(event: Event) -> str:
    kind = str(event["event"])
    if kind == "play" and "pile" in event:
        return "back" if event["back"] else "pile"
    if kind == "trick" and "colour" in event:
        return "trickof"
    return f"signal.{SIGNS[event['signal']]}" if kind == "signal" else kind


def _params(event: Event, speech: Speech, palette: Palette) -> tuple[dict[str, Any], Text]:
    """What fills the sentence's gaps, and what is painted into the one that is marked."""
    params: dict[str, Any] = {"pile": event["pile"]} if "pile" in event else {}
    if "card" in event:
        return params | {"card": GAP}, painted(event["card"], palette)
    if "colour" in event:
        return params | {"colour": GAP}, colour(event["colour"], speech, palette)
    if "points" in event:
        style = palette.good if event["points"] > 0 else palette.bad if event["points"] < 0 else ""
        return params | {"points": GAP}, Text(signed(event["points"]), style=f"bold {style}".strip())
    if "eager" in event:
        return params | {"eager": speech(f"table.eager.{event['eager']}")}, Text()
    return params, Text()


def colour(letter: str, speech: Speech, palette: Palette) -> Text:
    return Text(f"{SYMBOLS[letter]} {speech(f'colour.{letter}')}", style=f"bold {palette.of(letter)}")


def _with_gap(sentence: str, gap: Text) -> Text:
    before, _, after = sentence.partition(GAP)
    return Text.assemble(before, gap, after)


def chat(line: Event, palette: Palette) -> Text:
    return Text.assemble((f"{line['name']}: ", f"bold {palette.accent}"), str(line["text"]))
