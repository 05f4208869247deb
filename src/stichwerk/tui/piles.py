"""The middle of The Game's table: four piles, where the chosen card fits, and what the others have said of them."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stichwerk.rules.thegame import ascends
from stichwerk.tui.canvas import Lines, fit
from stichwerk.tui.cards import BIG, SMALL, Face, box
from stichwerk.tui.scene import Scene, fits
from stichwerk.tui.speech import signed

SLOT, WIDEST = 12, 18
EAGERNESS = range(4)


def height(big: bool) -> int:
    return (BIG if big else SMALL)[1] + 4


def lines(scene: Scene, width: int, big: bool) -> Lines:
    if scene.view["phase"] == "start" and scene.view["seat"] is not None:
        return _start(scene)
    slot = min(width // 4, WIDEST)
    columns = [_pile(scene, number, pile, slot, big) for number, pile in enumerate(scene.view["piles"])]
    found = [*(Text().join(parts) for parts in zip(*columns, strict=True)), _played(scene)]
    return [fit(line, width, "center") for line in found]


def _pile(scene: Scene, number: int, pile: str, slot: int, big: bool) -> Lines:
    say, view = scene.say, scene.view
    up = ascends(number)
    card = scene.cursor if scene.may_move else None
    possible = fits(view, card, pile)
    face = Face(str(view["piles"][pile]), scene.palette.accent if possible else "", "strong" if possible else "plain", code=pile)
    arrow, direction = ("↑", say("thegame.up")) if up else ("↓", say("thegame.down"))
    has_room = max(len(say("thegame.up")), len(say("thegame.down"))) + 5 <= slot
    named = direction if has_room else ""
    head = Text.assemble((f"{pile} {arrow} ", "bold"), (named, "dim"))
    return [
        fit(head, slot, "center"),
        *(fit(line, slot, "center") for line in box(face, big)),
        fit(_fit(scene, card, pile), slot, "center"),
        fit(_signs(scene, pile, slot), slot, "center"),
    ]


def _fit(scene: Scene, card: str | None, pile: str) -> Text:
    """Whether the chosen card may be laid here, and how far it goes."""
    view = scene.view
    if card is None or not view["legal"]:
        return Text()
    if not fits(view, card, pile):
        return Text("–", style="dim")
    if f"{card}{pile}" in view["backwards"]:
        return Text(f"{card}: {scene.say('thegame.back')}!", style=f"bold {scene.palette.good}")
    return Text(f"{card}: {signed(int(card) - view['piles'][pile])}", style=f"bold {scene.palette.accent}")


def _signs(scene: Scene, pile: str, slot: int) -> Text:
    """The strongest sign that anybody has given, with how many gave one; a click changes one's own."""
    given = [signs[pile] for signs in scene.view["signals"] if pile in signs]
    own = {} if scene.view["seat"] is None else scene.view["signals"][scene.view["seat"]]
    click = Style(meta={"key": f"sign {pile}"})
    if scene.signalling:
        return Text.assemble(Text(f" {pile}? ", style=Style.parse("reverse") + click), f" {own.get(pile, '')}")
    if not given:
        return Text("", style=click)
    stop = "!" in given
    code, style = ("thegame.signal.stop", scene.palette.bad) if stop else ("thegame.signal.slow", scene.palette.accent)
    marked = f"{'!' if stop else '?'} {scene.say(code)}"
    return Text(marked if len(marked) <= slot else scene.say(code), style=Style.parse(f"bold {style}") + click)


def _played(scene: Scene) -> Text:
    view, say = scene.view, scene.say
    if view["phase"] != "play":
        return Text()
    if not view["played"]:
        return Text(f" {say('thegame.played.none')}", style="dim")
    plays = ", ".join(say("thegame.onpile", card=play[:-1], pile=play[-1]) for play in view["played"])
    return Text(f" {say.pair(say('thegame.played'), plays)}", style="dim")


def _start(scene: Scene) -> Lines:
    """How much one would like to begin."""
    say, view = scene.say, scene.view
    lines = [Text(f" {say('thegame.start')}", style="bold"), Text(f" {say('thegame.start.ask')}")]
    if view["spoken"] is not None:
        eager = say(f"table.eager.{view['spoken']}")
        return [*lines, Text(), Text(f" {say('thegame.start.said', eager=eager)}")]
    return [*lines, *(_answer(scene, eager) for eager in EAGERNESS)]


def _answer(scene: Scene, eager: int) -> Text:
    move = f"start{eager}"
    chosen = scene.cursor == move
    style = Style.parse("bold reverse" if chosen else "") + Style(meta={"card": move})
    return Text.assemble("  ▸ " if chosen else "    ", Text(f" {eager}  {scene.say(f'table.eager.{eager}')} ", style=style))


def unseen(scene: Scene) -> Lines:
    """The numbers one has not seen yet, ten in a line."""
    view, say = scene.view, scene.say
    if view["unseen"] is None:
        return [Text(say("table.noaids"), style="dim")]
    hidden = {int(card) for card in view["unseen"]}
    held = {int(card) for card in view["hand"]}
    return [Text(" ").join(_number(scene, ten + one, hidden, held) for one in range(10)) for ten in range(0, 100, 10)]


def _number(scene: Scene, number: int, hidden: set[int], held: set[int]) -> Text:
    if number in held:
        return Text(f"{number:>2}", style=f"bold reverse {scene.palette.accent}")
    return Text(f"{number:>2}", style="bold") if number in hidden else Text(" ·", style="dim")
