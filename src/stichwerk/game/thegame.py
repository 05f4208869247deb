"""The Game for `Game`: its options (RULES 4), its events and signals, and what its table shows."""

from __future__ import annotations

from typing import Any

from stichwerk.game.kind import Event, Kind, Option, Options, Preset
from stichwerk.game.notation import NUMBER_NAMES, NUMBER_TEXTS, PILES, SIGNALS, THEGAME_MOVES, THEGAME_TEXTS, is_signal, texts
from stichwerk.game.refusals import IllegalMove
from stichwerk.rules import cards, phases
from stichwerk.rules import thegame as rules


class TheGame(Kind):
    name = "thegame"
    title = "The Game"
    rules = rules
    least_players, most_players = 1, rules.MOST_PLAYERS
    default_players = 2
    presets = {"standard": Preset({}), "expert": Preset({"minimum": 3})}
    options = (Option("minimum", 2, (2, 3)), Option("hand", 0, (0, -1)))
    has_dealer = False
    card_texts = NUMBER_TEXTS
    card_names = NUMBER_NAMES
    moves = THEGAME_MOVES
    texts = THEGAME_TEXTS

    def encode(self, players: int, options: Options) -> list[int]:
        o = [0] * rules.OPTIONS
        o[rules.PLAYERS] = players
        o[rules.MINIMUM] = options["minimum"]
        o[rules.FEWER] = -options["hand"]
        rules.configure(o)
        return o

    def dealer(self, s: list[int]) -> int | None:
        return None

    def explain(self, o: list[int], s: list[int], seat: int, move: int, possible: list[str]) -> IllegalMove:
        text = THEGAME_TEXTS[move]
        if s[rules.PHASE] == phases.START or move > rules.END:
            return IllegalMove("move.phase", given=text, possible=possible)
        if move == rules.END:
            return IllegalMove("move.minimum", minimum=rules.minimum(o, s), played=s[rules.PLAYED])
        card, pile = divmod(move, rules.PILES)
        if not cards.has(s, rules.HANDS + 2 * seat, card):
            return IllegalMove("move.held", card=card, hand=_cards(s, seat))
        code = "move.ascending" if rules.ascends(pile) else "move.descending"
        return IllegalMove(code, card=card, pile=PILES[pile], top=rules.top(s, pile))

    def narrate(self, o: list[int], before: list[int], s: list[int], seat: int, move: int) -> list[Event]:
        if before[rules.PHASE] == phases.START:
            return self._spoken(o, s, seat)
        if move == rules.END:
            return [Event(event="draw", seat=seat, count=s[rules.DRAWN] - before[rules.DRAWN])]
        card, pile = divmod(move, rules.PILES)
        back = rules.is_back(before, card, pile)
        return [Event(event="play", seat=seat, card=NUMBER_TEXTS[card], pile=PILES[pile], back=back)]

    def _spoken(self, o: list[int], s: list[int], seat: int) -> list[Event]:
        events: list[Event] = [Event(event="spoke", seat=seat)]
        if s[rules.PHASE] != phases.START:
            events += [Event(event="start", seat=i, eager=rules.eager(s, i) - 1) for i in range(o[rules.PLAYERS])]
            events.append(Event(event="begin", seat=s[rules.TURN]))
        return events

    def signal(self, s: list[int], seat: int, text: str) -> Event:
        """RULES 4, Talk."""
        if not is_signal(text) or text[0] not in PILES:
            raise IllegalMove("signal.unreadable", given=repr(text))
        rules.signal(s, seat, PILES.index(text[0]), SIGNALS.index(text[1]))
        return Event(event="signal", seat=seat, pile=text[0], signal=text[1])

    def table(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        seats = range(o[rules.PLAYERS])
        spoken = o[rules.PLAYERS] > 1 and seen[rules.PHASE] != phases.START
        return {
            "turn": None if seen[rules.PHASE] == phases.START else seen[rules.TURN],
            "piles": {letter: rules.top(seen, i) for i, letter in enumerate(PILES)},
            "played": _played(log, seen[rules.PLAYED]),
            "minimum": rules.minimum(o, seen),
            "draw_pile": rules.CARDS - seen[rules.DRAWN],
            "signals": [_signals(seen, other) for other in seats],
            "eagerness": [rules.eager(seen, other) - 1 for other in seats] if spoken else None,
            "result": _result(seen),
        }

    def lasting(self, o: list[int], seen: list[int], log: list[Event]) -> dict[str, Any]:
        return {"hand_size": o[rules.HAND]}

    def tricks(self, s: list[int]) -> int:
        return 0

    def own(self, o: list[int], seen: list[int], seat: int) -> dict[str, Any]:
        return {
            "hand": _cards(seen, seat) if seat >= 0 else [],
            "backwards": _backwards(o, seen, seat) if seat >= 0 else [],
            "spoken": rules.eager(seen, seat) - 1 if seat >= 0 and rules.eager(seen, seat) else None,
        }


def _cards(s: list[int], seat: int) -> list[str]:
    return texts(s[rules.HANDS + 2 * seat], s[rules.HANDS + 2 * seat + 1], NUMBER_NAMES)


def _signals(seen: list[int], seat: int) -> dict[str, str]:
    given = {letter: rules.signalled(seen, seat, pile) for pile, letter in enumerate(PILES)}
    return {letter: SIGNALS[value] for letter, value in given.items() if value}


def _played(log: list[Event], count: int) -> list[str]:
    """The plays of the running turn: the last `count` of the log."""
    plays: list[str] = []
    at = len(log)
    while len(plays) < count:
        at -= 1
        if log[at]["event"] == "play":
            plays.append(f"{log[at]['card']}{log[at]['pile']}")
    return plays[::-1]


def _backwards(o: list[int], seen: list[int], seat: int) -> list[str]:
    moves = [0] * rules.LONGEST
    legal = moves[: rules.legal(o, seen, seat, moves)]
    plays = sorted(move for move in legal if move < rules.END)
    return [THEGAME_TEXTS[move] for move in plays if rules.is_back(seen, move // rules.PILES, move % rules.PILES)]


def _result(seen: list[int]) -> str | None:
    if not rules.over(seen):
        return None
    left = rules.left(seen)
    return "won" if left == 0 else "excellent" if left < rules.EXCELLENT else "lost"
