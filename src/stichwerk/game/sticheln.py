"""Sticheln for `Game`: its options and presets (RULES 2.3, 2.4), its events, and what its table shows."""

from __future__ import annotations

import functools
from typing import Any

from stichwerk.game.kind import Event, Kind, Option, Options, Preset, group, last_trick
from stichwerk.game.notation import CARD_NAMES, CARD_TEXTS, COLOURS, STICHELN_MOVES, STICHELN_TEXTS, card_set
from stichwerk.game.refusals import BadOption, IllegalMove
from stichwerk.rules import cards, phases
from stichwerk.rules import sticheln as rules

AIMS = ("misery", "lucky")
ZEROS = ("never", "trump")
PENALTIES = ("number", "flat")
REVEALS = ("start", "end", "after")
DEALINGS = ("lowest", "rotate")
COLOUR_SETS = [[letter for place, letter in enumerate(COLOURS) if bits >> place & 1] for bits in range(rules.COLOUR_BITS + 1)]


class Sticheln(Kind):
    name = "sticheln"
    title = "Sticheln"
    rules = rules
    least_players, most_players = 3, rules.MOST_PLAYERS
    default_players = 4
    presets = {
        "classic": Preset({}),
        "reverse": Preset({"aim": "lucky"}),
        "mild": Preset({"penalty": "flat"}),
        "aggravated": Preset({"colours": 2}),
        "hazy": Preset({"reveal": "end"}),
        "delayed": Preset({"reveal": "after"}),
        "first": Preset({"rounds": 10, "dealing": "rotate"}, most_players=6),
    }
    options = (
        Option("aim", "misery", AIMS),
        Option("zeros", "never", ZEROS),
        Option("penalty", "number", PENALTIES),
        Option("colours", 1, (1, 2)),
        Option("reveal", "start", REVEALS),
        Option("dealing", "lowest", DEALINGS),
        Option("rounds", 5),
        Option("target", None),
    )
    card_texts = CARD_TEXTS
    card_names = CARD_NAMES
    moves = STICHELN_MOVES
    texts = STICHELN_TEXTS

    def reconcile(self, options: Options, asked: Options) -> None:
        if options["target"] is not None:
            if asked.get("rounds") is not None:
                raise BadOption("option.length", rounds=asked["rounds"], target=options["target"])
            options["rounds"] = None
        if options["aim"] == "lucky" and options["penalty"] == "flat":
            raise BadOption("option.clash", option="penalty", given="'flat'", other="aim", value="'lucky'", possible="'number'")
        if options["aim"] == "misery" and options["zeros"] == "trump":
            raise BadOption("option.clash", option="zeros", given="'trump'", other="aim", value="'misery'", possible="'never'")

    def encode(self, players: int, options: Options) -> list[int]:
        o = [0] * rules.OPTIONS
        o[rules.PLAYERS] = players
        o[rules.LUCKY] = AIMS.index(options["aim"])
        o[rules.FLAT] = PENALTIES.index(options["penalty"])
        o[rules.COLOURS] = options["colours"]
        o[rules.REVEAL] = REVEALS.index(options["reveal"])
        o[rules.ZEROS] = ZEROS.index(options["zeros"])
        o[rules.ROTATE] = DEALINGS.index(options["dealing"])
        o[rules.ROUNDS] = options["rounds"] or 0
        o[rules.TARGET] = options["target"] or 0
        rules.configure(o)
        return o

    def dealer(self, s: list[int]) -> int | None:
        return s[rules.DEALER]

    def explain(self, o: list[int], s: list[int], seat: int, move: int, possible: list[str]) -> IllegalMove:
        text = STICHELN_TEXTS[move]
        if s[rules.PHASE] == phases.NAME:
            return IllegalMove("move.name", given=text, possible=possible)
        if move >= rules.NAMING:
            return IllegalMove("move.phase", given=text, possible=possible)
        if cards.has(s, rules.HANDS + 2 * seat, move):
            first = rules.first_chosen(s[rules.CHOSEN + seat])
            return IllegalMove("move.colour", first=CARD_TEXTS[first], possible=possible)
        return IllegalMove("move.held", card=text, hand=card_set(s, rules.HANDS + 2 * seat))

    def narrate(self, o: list[int], before: list[int], s: list[int], seat: int, move: int) -> list[Event]:
        events: list[Event] = []
        if before[rules.PHASE] == phases.PLAY:
            events.append(Event(event="play", seat=seat, card=CARD_TEXTS[move]))
            if s[rules.PLAYED] == 0:
                events.append(Event(event="trick", seat=s[rules.LEADER]))
        elif s[rules.PHASE] != before[rules.PHASE] or rules.is_done(o, s, seat):
            events.append(Event(event="chose" if before[rules.PHASE] == phases.CHOOSE else "named", seat=seat))
        if rules.is_open(o, s) and not rules.is_open(o, before):
            events += self._turned_up(o, s)
        return events

    def _turned_up(self, o: list[int], s: list[int]) -> list[Event]:
        events: list[Event] = []
        for seat in range(o[rules.PLAYERS]):
            if o[rules.REVEAL] == rules.AFTER:
                events += [Event(event="misery", seat=seat, colour=letter) for letter in _colours(s[rules.CHOSEN + seat])]
            else:
                events += [Event(event="reveal", seat=seat, card=card) for card in _cards(s[rules.CHOSEN + seat])]
        return events

    def opening(self, o: list[int], s: list[int]) -> list[Event]:
        return [Event(event="aside", card=card) for card in card_set(s, rules.ASIDE)]

    def table(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        return {"trick": _trick(o, seen), "winning": rules.winning(o, seen) if seen[rules.PLAYED] else None}

    def lasting(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        seats = range(o[rules.PLAYERS])
        return {
            "leader": None if seen[rules.PHASE] == phases.CHOOSE else seen[rules.LEADER],
            "last_trick": _last_trick(o, log),
            "tricks": o[rules.LENGTH],
            "tricks_played": seen[rules.TRICKS],
            "taken": [card_set(seen, rules.TAKEN + 2 * other) for other in seats],
            "aside": card_set(seen, rules.ASIDE),
            **(_choices(o, seen) if rules.is_open(o, seen) else {}),
        }

    def tricks(self, s: list[int]) -> int:
        return s[rules.TRICKS]

    def own_tricks(self, o: list[int], s: list[int]) -> int:
        return 0 if rules.is_open(o, s) else s[rules.TRICKS]

    def own(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        hand = card_set(seen, rules.HANDS + 2 * seat) if seat >= 0 else []
        return {
            "hand": hand,
            "proposed": _proposed(o, seen, seat) if seen[rules.PHASE] == phases.NAME and seat >= 0 else None,
            **({} if rules.is_open(o, seen) else _choices(o, seen)),
        }

    def tally(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        """The cards of its own colours by what they count, the dearest first, then all others."""
        marked, others = dict[int, list[str]](), dict[int, list[str]]()
        for card in _owned(seen, seat):
            is_marked = seen[rules.CHOSEN + seat] >> cards.colour(card) & 1
            (marked if is_marked else others).setdefault(_worth(o, seen, seat, card), []).append(CARD_TEXTS[card])
        groups = [*sorted(marked.items(), key=lambda found: -abs(found[0])), *others.items()]
        return {
            "points": rules.score(o, seen, seat),
            "colours": _colours(seen[rules.CHOSEN + seat]),
            "counted": [group(same, each) for each, same in groups],
        }


def _choices(o: list[int], seen: list[int]) -> dict[str, Any]:
    """What was chosen or named, and what that makes of the points: the same for all once it lies open."""
    chosen = seen[rules.CHOSEN : rules.CHOSEN + o[rules.PLAYERS]]
    return {
        "chosen": [None if choice & rules.HIDDEN else _cards(choice) for choice in chosen],
        "named": [None if choice & rules.HIDDEN else _colours(choice) for choice in chosen],
        "points": [_points(o, seen, seat) if _counts(o, seen, seat) else None for seat in range(o[rules.PLAYERS])],
    }


def _points(o: list[int], seen: list[int], seat: int) -> int:
    at = rules.TAKEN + 2 * seat
    return _score(tuple(o), seen[rules.CHOSEN + seat], seen[at], seen[at + 1])


@functools.lru_cache(maxsize=4096)  # a trick changes the points of one seat, and those of all are told
def _score(o: tuple[int, ...], chosen: int, low: int, high: int) -> int:
    alone = [0] * rules.WORDS
    alone[rules.CHOSEN], alone[rules.TAKEN], alone[rules.TAKEN + 1] = chosen, low, high
    return rules.score(o, alone, 0)  # type: ignore[arg-type]


def _cards(chosen: int) -> list[str]:
    return list(_chosen_cards(chosen))


@functools.lru_cache(maxsize=4096)  # told anew with every trick
def _chosen_cards(chosen: int) -> tuple[str, ...]:
    return tuple(CARD_TEXTS[card] for card in (rules.first_chosen(chosen), rules.second_chosen(chosen)) if card >= 0)


def _colours(chosen: int) -> list[str]:
    return COLOUR_SETS[chosen & rules.COLOUR_BITS][:]


def _counts(o: list[int], seen: list[int], seat: int) -> bool:
    """Whether a seat's points can be told: its colours are known, or it took nothing and has none to name."""
    chosen = seen[rules.CHOSEN + seat]
    if chosen & rules.HIDDEN:
        return False
    return rules.has_named(o, seen, seat) if o[rules.REVEAL] == rules.AFTER else rules.has_chosen(o, seen, seat)


def _owned(seen: list[int], seat: int) -> list[int]:
    found = [0] * rules.LARGEST
    return found[: cards.spread(rules.owned(seen, seat, 0), rules.owned(seen, seat, 1), found, 0)]


def _worth(o: list[int], seen: list[int], seat: int, card: int) -> int:
    """What one card counts for a seat: what the seat would score if it had only that one."""
    alone = [0] * rules.WORDS
    alone[rules.CHOSEN + seat] = seen[rules.CHOSEN + seat] & rules.COLOUR_BITS
    cards.add(alone, rules.TAKEN + 2 * seat, card)
    return rules.score(o, alone, seat)


def _proposed(o: list[int], seen: list[int], seat: int) -> str | None:
    """The colour that leaves a seat that must name one the best score."""
    moves = [0] * rules.LONGEST
    possible = sorted(moves[: rules.legal(o, seen, seat, moves)])
    return STICHELN_TEXTS[max(possible, key=lambda move: _score_after(o, seen, seat, move))] if possible else None


def _score_after(o: list[int], seen: list[int], seat: int, naming: int) -> int:
    named = seen[:]
    named[rules.CHOSEN + seat] |= 1 << (naming - rules.NAMING)
    return rules.score(o, named, seat)


def _trick(o: list[int], seen: list[int]) -> list[dict[str, Any]]:
    players, leader = o[rules.PLAYERS], seen[rules.LEADER]
    return [
        {"seat": (leader + k) % players, "card": CARD_TEXTS[cards.slot(seen[rules.TRICK], k)]} for k in range(seen[rules.PLAYED])
    ]


def _last_trick(o: list[int], log: list[Event]) -> dict[str, Any] | None:
    events = last_trick(log, o[rules.PLAYERS])
    if not events:
        return None
    plays = [{"seat": event["seat"], "card": event["card"]} for event in events[:-1]]
    return {"leader": plays[0]["seat"], "winner": events[-1]["seat"], "cards": plays}
