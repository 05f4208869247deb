"""A whole table as lines that fit a window: it fits 80 × 24, and grows with more room."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from stichwerk.tui import piles, prompt, seats, tricks
from stichwerk.tui.canvas import Lines, beside, fit, high, rule, wrap
from stichwerk.tui.cards import BIG, SMALL, Face, fan, label, needed, row
from stichwerk.tui.scene import Scene, choices
from stichwerk.tui.speech import View
from stichwerk.words import SYMBOLS

SIDE, SEPARATOR = 26, " │ "  # the narrowest column beside the table
AROUND = 6  # title, the two lines over middle and hand, prompt, notice, keys
NARROWEST = 60


@dataclass(frozen=True)
class Plan:
    """Where things go: `left` columns for the table, `side` for what happened, beside all of it or only beside the seats."""

    left: int
    side: int
    whole: bool
    big: bool  # cards in the middle …
    big_hand: bool  # … and in the hand
    top: int
    middle: int
    hand: int


def least(view: View) -> tuple[int, int]:
    """The smallest window that shows a table: columns and rows."""
    middle = piles.height(False) if view["game"] == "thegame" else tricks.height(False)
    rows = AROUND + view["players"] + 1 + middle + SMALL[1]
    wide = 4 * piles.SLOT if view["game"] == "thegame" else tricks.width(view)
    return max(NARROWEST, wide, needed(_most_cards(view))), rows


def _most_cards(view: View) -> int:
    """As many as a hand has in the course of the game, so that a table that fits goes on fitting."""
    return 15 if view["game"] != "thegame" else 8


def plan(scene: Scene, width: int, height: int) -> Plan:
    view = scene.view
    wide = 4 * piles.SLOT if view["game"] == "thegame" else tricks.width(view)
    want = max(seats.width(scene), wide)
    whole = want + len(SEPARATOR) + SIDE <= width
    left = max(want, int(width * 0.6)) if whole else min(max(seats.width(scene), NARROWEST - SIDE), width)
    spare, more = height - least(view)[1], BIG[1] - SMALL[1]
    big, big_hand = spare >= more, spare >= 2 * more and width >= BIG[0] * _most_cards(view)
    middle = piles.height(big) if view["game"] == "thegame" else tricks.height(big)
    hand = (BIG if big_hand else SMALL)[1]
    top = height - AROUND - middle - hand
    return Plan(left, width - left - len(SEPARATOR), whole, big, big_hand, top, middle, hand)


def paint(scene: Scene, width: int, height: int) -> Lines:
    wide, high_ = least(scene.view)
    if width < wide or height < high_:
        return too_small(scene, width, height)
    layout = plan(scene, width, height)
    return [
        _head(scene, width),
        *_table(scene, layout, width),
        rule(_hand_title(scene), width),
        *high(_hand(scene, width, layout.big_hand), layout.hand),
        *_foot(scene, width),
    ]


def _foot(scene: Scene, width: int) -> Lines:
    """What the table waits for, what is to be told, the keys; a long sentence covers what stands above and below it."""
    asked, keys = Text.assemble(" ", prompt.prompt(scene), _typed(scene)), prompt.keys(scene, width)
    told = [Text.assemble(" ", line) for line in wrap(scene.notice, width - 1)][:3]
    return [asked, *told, keys] if len(told) == 1 else [*told, keys][:3]


def too_small(scene: Scene, width: int, height: int) -> Lines:
    """A sentence instead of a broken table."""
    wide, rows = least(scene.view)
    sentence = Text(scene.say("tui.small", width=width, height=height, wide=wide, high=rows))
    lines = [fit(line, width, "center") for line in wrap(sentence, width)]
    return [Text() for _ in range(max((height - len(lines)) // 2, 0))] + lines


def _head(scene: Scene, width: int) -> Text:
    state = prompt.state(scene)
    return Text.assemble(fit(prompt.title(scene), width - state.cell_len - 1), " ", state)


def _table(scene: Scene, layout: Plan, width: int) -> Lines:
    """Seats, middle, and what happened beside them."""
    if layout.whole:
        people = seats.lines(scene, layout.left)
        upper = [*people, *_middle(scene, layout, layout.left, layout.top - len(people))]
        return beside(upper, _side(scene, layout.side, len(upper)), layout.left, SEPARATOR)
    upper = high(seats.lines(scene, layout.left), layout.top)
    return [*beside(upper, _side(scene, layout.side, layout.top), layout.left, SEPARATOR), *_middle(scene, layout, width)]


def _middle(scene: Scene, layout: Plan, width: int, spare: int = 0) -> Lines:
    """A title and what lies there, in the middle of the rows there are to spare."""
    view, say = scene.view, scene.say
    above: Lines = [Text() for _ in range(spare // 2)]
    height = layout.middle + spare
    if view["phase"] == "waiting":
        return high([rule(say("tui.waiting.people"), width)], height + 1)
    if view["game"] == "thegame":
        return [rule(say("thegame.piles"), width), *high([*above, *piles.lines(scene, width, layout.big)], height)]
    named = view["phase"] == "name" and view["taken"] is not None
    title = say("tui.yourtaken") if named else say("table.middle")
    return [rule(title, width), *high([*above, *tricks.lines(scene, width, layout.big)], height)]


def _side(scene: Scene, width: int, height: int) -> Lines:
    """What happened; with more room also the last trick and what is unseen."""
    view, say = scene.view, scene.say
    blocks: list[Lines] = []
    if view["phase"] != "waiting" and view["game"] != "thegame" and height >= 14:
        blocks.append([rule(say("table.lasttrick"), width), *_wrapped(tricks.last_trick(scene), width)])
    if view["phase"] != "waiting" and view["unseen"] is not None:
        unseen = piles.unseen(scene) if view["game"] == "thegame" else _wrapped(tricks.unseen(scene), width)
        if height >= 12 + len(unseen) + sum(map(len, blocks)):
            blocks.append([rule(say("table.seen"), width), *unseen])
    below = [line for block in blocks for line in block]
    room = height - len(below) - 1
    return [rule(say("table.log"), width), *high(_log(scene, width, room), room), *below]


def _wrapped(lines: Lines, width: int) -> Lines:
    return [part for line in lines for part in wrap(line, width)]


def _log(scene: Scene, width: int, height: int) -> Lines:
    """The newest at the bottom."""
    lines: Lines = []
    for sentence in reversed(scene.log):
        if len(lines) >= height:
            break
        lines = [*wrap(sentence, width), *lines]
    return lines[-height:] if height > 0 else []


# ---- the hand


def _hand_title(scene: Scene) -> str:
    view, say = scene.view, scene.say
    if view["seat"] is None:
        return say("table.watching")
    aside = view.get("aside")
    title = say("table.hand")
    return f"{title} · {say.pair(say('table.aside'), row(aside, scene.palette).plain)}" if aside else title


def _hand(scene: Scene, width: int, big: bool) -> Lines:
    view = scene.view
    if view["phase"] == "name" and view["legal"]:
        return _colours(scene, width, big)
    moving = scene.may_move and bool(view["legal"])
    return fan([_card(scene, card, moving) for card in view["hand"]], width, big)


def _card(scene: Scene, card: str, moving: bool) -> Face:
    view = scene.view
    possible = any(move == card or move[:-1] == card for move in view["legal"]) or view["phase"] == "start"
    chosen = moving and card == scene.cursor
    return Face(label(card), scene.palette.of(card), "strong" if chosen else "plain", moving and not possible, card)


def _colours(scene: Scene, width: int, big: bool) -> Lines:
    """The colours one may name, each with its letter; under the one that leaves the best score that is said."""
    above: Lines = [Text() for _ in range((BIG if big else SMALL)[1] - 2)]
    names, note = Text(" "), Text()
    for letter in choices(scene.view):
        style = f"bold {'reverse ' if letter == scene.cursor else ''}{scene.palette.of(letter)}"
        name = Text(f" {SYMBOLS[letter]} {letter} {scene.say(f'colour.{letter}')} ", style=style)
        name.stylize(Style(meta={"card": letter}))
        if letter == scene.view["proposed"]:
            best = scene.say("table.naming.proposed")
            note = Text(" " * min(names.cell_len + 1, width - len(best)) + best, style="dim")
        names = Text.assemble(names, name, " ")
    return [*above, names, note]


def _typed(scene: Scene) -> Text:
    return Text(f"  {scene.typed}▏", style="bold") if scene.typed else Text()
