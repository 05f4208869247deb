"""Hat Trick for `Game`: its options (RULES 3), its events, and what its table shows."""

from __future__ import annotations

from typing import Any

from stichwerk.game.kind import Event, Kind, Option, Options, Preset, group, last_trick
from stichwerk.game.notation import CARD_NAMES, CARD_TEXTS, COLOURS, HATTRICK_MOVES, HATTRICK_TEXTS, texts
from stichwerk.game.refusals import IllegalMove
from stichwerk.rules import cards
from stichwerk.rules import hattrick as rules

LEAD_TIES = ("next", "compare", "colour")
TAKEN, PASSED = {"pass": False}, {"pass": True}


class HatTrick(Kind):
    name = "hattrick"
    title = "Hat Trick"
    rules = rules
    least_players, most_players = 4, rules.MOST_PLAYERS
    default_players = 4
    presets = {"standard": Preset({})}
    options = (Option("lead_tie", "next", LEAD_TIES), Option("rounds", 5))
    card_texts = CARD_TEXTS
    card_names = CARD_NAMES
    moves = HATTRICK_MOVES
    texts = HATTRICK_TEXTS

    def encode(self, players: int, options: Options) -> list[int]:
        o = [0] * rules.OPTIONS
        o[rules.PLAYERS] = players
        o[rules.LEAD_TIE] = LEAD_TIES.index(options["lead_tie"])
        o[rules.ROUNDS] = options["rounds"]
        rules.configure(o)
        return o

    def dealer(self, s: list[int]) -> int | None:
        return s[rules.DEALER]

    def explain(self, o: list[int], s: list[int], seat: int, move: int, possible: list[str]) -> IllegalMove:
        return IllegalMove("move.held", card=HATTRICK_TEXTS[move], hand=possible)

    def narrate(self, o: list[int], before: list[int], s: list[int], seat: int, move: int) -> list[Event]:
        passed = rules.is_pass(before, move)
        events: list[Event] = [Event(event="pass" if passed else "play", seat=seat, card=CARD_TEXTS[move])]
        if s[rules.PLAYED] == 0:
            events += self._takers(o, before, s)
        return events

    def _takers(self, o: list[int], before: list[int], s: list[int]) -> list[Event]:
        """Who took which colour in the trick that has just ended: whose pile of it has grown."""
        return [
            Event(event="trick", seat=seat, colour=COLOURS[colour])
            for colour in range(rules.SUITS)
            for seat in range(o[rules.PLAYERS])
            if cards.in_word(s[rules.TAKEN + seat] ^ before[rules.TAKEN + seat], colour)
        ]

    def table(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        seats = range(o[rules.PLAYERS])
        return {
            "trick": _trick(o, seen),
            "winning": _winning(o, seen),
            "passes": [_cards(seen[rules.PASSED + other]) for other in seats],
            "points": [rules.score(o, seen, other) for other in seats],
        }

    def lasting(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        return {
            "leader": seen[rules.LEADER],
            "last_trick": _last_trick(o, log),
            "tricks": o[rules.LENGTH],
            "tricks_played": seen[rules.TRICKS],
            "piles": [_by_colour(seen[rules.TAKEN + other]) for other in range(o[rules.PLAYERS])],
        }

    def tricks(self, s: list[int]) -> int:
        return s[rules.TRICKS]

    def tally(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        best, piles, passed = rules.longest(seen, seat), _by_colour(seen[rules.TAKEN + seat]), _cards(seen[rules.PASSED + seat])
        counted = [group(pile, rules.worth(COLOURS.index(letter), best), **TAKEN) for letter, pile in piles.items() if pile]
        passes = [group(passed, rules.PASS_WORTH, **PASSED)] if passed else []
        return {"points": rules.score(o, seen, seat), "counted": counted + passes}

    def own(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        return {"hand": _cards(seen[rules.HANDS + seat]) if seat >= 0 else []}


def _cards(word: int) -> list[str]:
    return texts(word, 0, CARD_NAMES)


def _by_colour(word: int) -> dict[str, list[str]]:
    return {COLOURS[c]: _cards(word & cards.COLOUR << c * cards.NUMBERS) for c in range(rules.SUITS)}


def _winning(o: list[int], seen: list[int]) -> dict[str, int]:
    winners = {COLOURS[colour]: rules.winner_of(o, seen, colour) for colour in range(rules.SUITS)}
    return {letter: seat for letter, seat in winners.items() if seat >= 0}


def _trick(o: list[int], seen: list[int]) -> list[dict[str, Any]]:
    played = [cards.slot(seen[rules.TRICK], k) for k in range(seen[rules.PLAYED])]
    return [
        {
            "seat": (seen[rules.LEADER] + k) % o[rules.PLAYERS],
            "card": CARD_TEXTS[card],
            "pass": rules.is_pass(seen, card),
        }
        for k, card in enumerate(played)
    ]


def _last_trick(o: list[int], log: list[Event]) -> dict[str, Any] | None:
    events = last_trick(log, o[rules.PLAYERS])
    if not events:
        return None
    plays, takers = events[: o[rules.PLAYERS]], events[o[rules.PLAYERS] :]
    shown = [{"seat": event["seat"], "card": event["card"], "pass": event["event"] == "pass"} for event in plays]
    return {"leader": plays[0]["seat"], "cards": shown, "winners": {event["colour"]: event["seat"] for event in takers}}
