"""From a view back to the rules' arrays, so that whatever decides over arrays can sit at a table and see only its view.

`read` gives what `rules.observe` gives that seat, word for word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stichwerk.game.notation import COLOURS, HATTRICK_MOVES, PILES, SIGNALS, STICHELN_MOVES
from stichwerk.game.options import KINDS
from stichwerk.rules import cards, hattrick, phases, sticheln, thegame

View = Mapping[str, Any]

PHASES = {"choose": phases.CHOOSE, "play": phases.PLAY, "name": phases.NAME, "start": phases.START, "over": phases.OVER}


def read(view: View) -> tuple[list[int], list[int]]:
    """The options and the observation (`o` and `seen`) behind a seat's, or a spectator's, view."""
    kind = KINDS[view["game"]]
    seen = [0] * kind.rules.WORDS
    seen[phases.PHASE] = PHASES[view["phase"]]
    _READERS[kind.name](view, seen)
    return kind.encode(view["players"], dict(view["options"])), seen


def _read_sticheln(view: View, seen: list[int]) -> None:
    seen[sticheln.ROUND] = len(view["round_scores"])
    seen[sticheln.DEALER] = view["dealer"]
    seen[sticheln.LEADER] = (view["dealer"] + 1) % view["players"] if view["leader"] is None else view["leader"]
    seen[sticheln.TRICKS] = view["tricks_played"]
    seen[sticheln.PLAYED] = len(view["trick"])
    seen[sticheln.TRICK] = _packed(STICHELN_MOVES[play["card"]] for play in view["trick"])
    _add_all(seen, sticheln.ASIDE, view["aside"])
    if view["seat"] is not None:
        _add_all(seen, sticheln.HANDS + 2 * view["seat"], view["hand"])
    for seat in range(view["players"]):
        _add_all(seen, sticheln.TAKEN + 2 * seat, view["taken"][seat])
        seen[sticheln.CHOSEN + seat] = _chosen(view["chosen"][seat], view["named"][seat])
        seen[sticheln.TOTALS + seat] = view["scores"][seat]


def _chosen(chosen: list[str] | None, named: list[str] | None) -> int:
    """A seat's choice or naming; None where it lies face down."""
    if chosen is None or named is None:
        return sticheln.HIDDEN
    colours = sum(1 << COLOURS.index(letter) for letter in named)
    return colours | _packed(STICHELN_MOVES[card] + 1 for card in chosen) << sticheln.FIRST


def _read_hattrick(view: View, seen: list[int]) -> None:
    seen[hattrick.ROUND] = len(view["round_scores"])
    seen[hattrick.DEALER] = view["dealer"]
    seen[hattrick.LEADER] = view["leader"]
    seen[hattrick.TRICKS] = view["tricks_played"]
    seen[hattrick.PLAYED] = len(view["trick"])
    seen[hattrick.TRICK] = _packed(HATTRICK_MOVES[play["card"]] for play in view["trick"])
    for play in view["trick"]:
        if not play["pass"]:
            seen[hattrick.LYING] |= 1 << COLOURS.index(play["card"][0])
    if view["seat"] is not None:
        seen[hattrick.HANDS + view["seat"]] = _word(view["hand"])
    for seat in range(view["players"]):
        seen[hattrick.TAKEN + seat] = sum(_word(pile) for pile in view["piles"][seat].values())
        seen[hattrick.PASSED + seat] = _word(view["passes"][seat])
        seen[hattrick.TOTALS + seat] = view["scores"][seat]


def _read_thegame(view: View, seen: list[int]) -> None:
    seen[thegame.TURN] = view["turn"] or 0
    seen[thegame.PLAYED] = len(view["played"])
    seen[thegame.DRAWN] = thegame.CARDS - view["draw_pile"]
    for pile, letter in enumerate(PILES):
        thegame.put(seen, pile, view["piles"][letter])
    hidden = {int(card) for card in [*view["unseen"], *view["hand"]]}
    for card in range(thegame.FIRST, thegame.LAST + 1):
        if card not in hidden:
            cards.add(seen, thegame.LAID, card)
    for card in view["hand"]:
        cards.add(seen, thegame.HANDS + 2 * view["seat"], int(card))
    for seat in range(view["players"]):
        cards.set_slot(seen, thegame.EAGER, seat, _eager(view, seat))
        cards.set_slot(seen, thegame.HELD, seat, view["cards"][seat])
        for letter, signal in view["signals"][seat].items():
            thegame.signal(seen, seat, PILES.index(letter), SIGNALS.index(signal))


def _eager(view: View, seat: int) -> int:
    """How eager a seat has said it is, as far as the view tells: of others only that they have spoken, until all have."""
    if view["eagerness"] is not None:
        return int(view["eagerness"][seat]) + 1
    if seat == view["seat"]:
        return 0 if view["spoken"] is None else int(view["spoken"]) + 1
    return thegame.SPOKEN if view["phase"] == "start" and seat not in view["to_act"] else 0


def _packed(numbers: Iterable[int]) -> int:
    """A packed list (see `rules.cards`)."""
    return sum(number << cards.SLOT * k for k, number in enumerate(numbers))


def _add_all(seen: list[int], at: int, texts: list[str]) -> None:
    for text in texts:
        cards.add(seen, at, STICHELN_MOVES[text])


def _word(texts: list[str]) -> int:
    """A set of Hat Trick cards."""
    return sum(1 << HATTRICK_MOVES[text] for text in texts)


_READERS: dict[str, Callable[[View, list[int]], None]] = {
    "sticheln": _read_sticheln,
    "hattrick": _read_hattrick,
    "thegame": _read_thegame,
}
