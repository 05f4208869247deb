"""The rules of one table in words: its options choose the sentences, the numbers come from a game set up like it."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from stichwerk.game import Game
from stichwerk.tui.speech import Speech, View

Sections = list[tuple[str, list[str]]]  # the name of each, and its sentences


def sections(view: View, say: Speech) -> Sections:
    options = {name: value for name, value in view["options"].items() if name != "dealer"}
    game = Game(view["game"], view["players"], view["variant"], seed=1, **options)
    tell = {"sticheln": _sticheln, "hattrick": _hattrick, "thegame": _thegame}[view["game"]]
    found = tell(game.options, game, say)
    return [(name, [sentence for sentence in sentences if sentence]) for name, sentences in found if any(sentences)]


def text(view: View, say: Speech, accent: str) -> list[Text]:
    lines = [Text(say(f"variant.{view['game']}.{view['variant']}").capitalize() + ".", style="italic")]
    for name, sentences in sections(view, say):
        lines += [Text(), Text(say(f"rules.section.{name}"), style=f"bold {accent}"), *map(Text, sentences)]
    return lines


def _deck(game: Game, say: Speech) -> dict[str, Any]:
    """The cards of a round: which, how many, how many each."""
    box = game.whole_deck()
    numbers = [int(card[1:]) for card in box]
    colours = [say(f"colour.{letter}") for letter in dict.fromkeys(card[0] for card in box)]
    each = game.view(None)["cards"][0]
    about = {"players": game.players, "low": min(numbers), "high": max(numbers), "colours": colours, "cards": len(box)}
    return {**about, "each": each}


def _sticheln(o: dict[str, Any], game: Game, say: Speech) -> Sections:
    deck = _deck(game, say)
    aside = deck["cards"] - deck["each"] * game.players
    kind, after, misery = f"{o['aim']}{o['colours']}", o["reveal"] == "after", o["aim"] == "misery"
    worth = "lucky" if not misery else o["penalty"]
    length = say.count("rules.sticheln.target", o["target"]) if o["target"] else say.count("rules.sticheln.length", o["rounds"])
    return [
        ("idea", [say(f"rules.sticheln.idea.{kind}")]),
        ("cards", [say("rules.sticheln.deck", **deck), say.count("rules.sticheln.aside", aside) if aside else ""]),
        (
            "choose",
            [
                "" if after else say(f"rules.sticheln.choose.{kind}"),
                say(f"rules.sticheln.reveal.{o['reveal']}"),
                "" if after else say("rules.sticheln.same"),
            ],
        ),
        (
            "trick",
            [
                say("rules.sticheln.any", tricks=game.view(None)["tricks"]),
                say(f"rules.sticheln.trump.{o['zeros']}"),
                say(f"rules.sticheln.wins.{o['aim']}"),
                say(f"rules.sticheln.zeros.{o['zeros']}"),
                say("rules.sticheln.winner"),
            ],
        ),
        ("name", [say(f"rules.sticheln.name.{kind}"), say("rules.sticheln.name.none")] if after else []),
        (
            "score",
            [
                say(f"rules.sticheln.score.{worth}{o['colours']}"),
                "" if after else say.count("rules.sticheln.chosen", o["colours"]),
            ],
        ),
        ("game", [length, say(f"rules.sticheln.dealing.{o['dealing']}"), say("rules.points")]),
        ("tips", _sticheln_tips(say, misery and not after, misery and o["reveal"] == "start")),
    ]


def _sticheln_tips(say: Speech, chosen: bool, known: bool) -> list[str]:
    choosing = [say("rules.sticheln.tip.choose"), say("rules.sticheln.tip.lead")] if chosen else []
    return [*choosing, say("rules.sticheln.tip.trump") if known else "", say("rules.tip.memory")]


def _hattrick(o: dict[str, Any], game: Game, say: Speech) -> Sections:
    last = say("rules.hattrick.score.last", tricks=game.view(None)["tricks"])
    return [
        ("idea", [say("rules.hattrick.idea.all")]),
        ("cards", [say("rules.hattrick.deck", **_deck(game, say))]),
        ("trick", [say("rules.hattrick.trick.lead"), say("rules.hattrick.trick.pass")]),
        ("take", [say("rules.hattrick.take.highest")]),
        ("next", [say("rules.hattrick.next.winner"), say(f"rules.hattrick.tie.{o['lead_tie']}")]),
        ("score", [last, say("rules.hattrick.score.longest")]),
        ("game", [say.count("rules.sticheln.length", o["rounds"]), say("rules.hattrick.dealing"), say("rules.points")]),
    ]


def _thegame(o: dict[str, Any], game: Game, say: Speech) -> Sections:
    hand, alone = game.view(None)["hand_size"], game.players == 1
    smaller = say("rules.thegame.deck.smaller") if o["hand"] == -1 else ""
    return [
        ("idea", [say("rules.thegame.idea.alone" if alone else "rules.thegame.idea.together")]),
        ("cards", [say("rules.thegame.deck", hand=hand), smaller, say("rules.thegame.piles")]),
        ("start", [] if alone else [say("rules.thegame.start.eager")]),
        (
            "turn",
            [
                say("rules.thegame.turn.minimum", minimum=o["minimum"]),
                say("rules.thegame.turn.end", hand=hand),
                say("rules.thegame.turn.empty"),
                "" if alone else say("rules.thegame.turn.skip"),
            ],
        ),
        ("back", [say("rules.thegame.back.ten")]),
        ("talk", [] if alone else [say(f"rules.thegame.talk.{about}") for about in ("numbers", "signals", "chat")]),
        (
            "result",
            [
                say("rules.thegame.result.end"),
                say("rules.thegame.result.count"),
                say("rules.thegame.result.expert") if o["minimum"] == 2 else "",
            ],
        ),
        ("tips", [say(f"rules.thegame.tip.{tip}") for tip in ("back", "small", "memory")]),
    ]
