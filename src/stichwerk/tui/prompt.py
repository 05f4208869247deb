"""The sentences around a table: what it is, what it waits for, which keys help now."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stichwerk.tui.scene import Scene, can_signal


def title(scene: Scene) -> Text:
    """ "Sticheln · Hazy    Round 2 of 5 · Trick 4 of 14"."""
    view, say = scene.view, scene.say
    name = Text(f" {say.game(view['game'], view['variant'])}", style=f"bold {scene.palette.accent}")
    return Text.assemble(name, "   ", " · ".join(_where(scene)))


def _where(scene: Scene) -> list[str]:
    view, say = scene.view, scene.say
    if view["phase"] == "waiting":
        return [say("tui.waiting.people")]
    if view["game"] == "thegame":
        return [f"{view['draw_pile']} {say('thegame.drawpile')}", f"{view['left']} {say('thegame.left')}"]
    target = view["options"].get("target")
    rounds = view["options"]["rounds"]
    first = (
        say("table.round", round=view["round"], rounds=rounds)
        if target is None
        else say("table.roundtarget", round=view["round"], target=target)
    )
    trick = min(view["tricks_played"] + 1, view["tricks"])
    return [first, say("table.trick", trick=trick, tricks=view["tricks"])]


def state(scene: Scene) -> Text:
    """What is to be known of the connection, or how one watches."""
    say = scene.say
    if scene.link != "open":
        code = "browser.connecting" if scene.link == "connecting" else "browser.lost"
        return Text(f" {say(code)} ", style=f"bold reverse {scene.palette.bad}")
    if scene.view["table"]["status"] == "paused":
        return Text(f" {say('table.pause')} ", style=f"bold reverse {scene.palette.accent}")
    if scene.unread:
        return Text(say.count("browser.chat.unread", scene.unread), style=f"bold {scene.palette.accent}")
    if scene.view["seat"] is None:
        return Text(say("table.watching"), style="dim")
    return Text()


def prompt(scene: Scene) -> Text:
    """What the table waits for."""
    view = scene.view
    if scene.signalling:
        return Text(scene.say("tui.signal.which"), style=f"bold {scene.palette.accent}")
    if scene.may_move and view["legal"]:
        return Text(_own(scene), style=f"bold {scene.palette.accent}")
    return Text(_others(scene))


def _own(scene: Scene) -> str:
    view, say = scene.view, scene.say
    lucky = view["options"].get("aim") == "lucky"
    if view["game"] == "thegame":
        return _own_turn(scene)
    if view["phase"] == "name":
        return say("table.naming.lucky" if lucky else "table.naming")
    if view["phase"] == "play":
        return say("table.yourturn")
    if view["options"]["colours"] == 2:
        return say("table.choose.second" if view["chosen"][view["seat"]] else "table.choose.two")
    return say("table.choose.lucky" if lucky else "table.choose")


def _own_turn(scene: Scene) -> str:
    """The Game: how many cards are still to be played."""
    view, say = scene.view, scene.say
    if view["phase"] == "start":
        return say("thegame.start")
    needed = view["minimum"] - len(view["played"])
    rest = say.count("thegame.needed", needed) if needed > 0 else say("thegame.enough")
    return say.pair(say("table.yourturn"), rest)


def _others(scene: Scene) -> str:
    view, say = scene.view, scene.say
    if view["over"]:
        return say("tui.over")
    if view["phase"] == "waiting":
        return say("tui.waiting.people")
    others = [seat for seat in view["to_act"] if seat != view["seat"]]
    if not others:
        return say("browser.loading") if scene.is_sending else ""
    if view["phase"] == "play":
        return say("table.turn", who=say.seat(view, others[0]))
    return say("table.waiting.others") if len(others) > 1 else say("table.waiting.for", who=say.seat(view, others[0]))


def keys(scene: Scene, width: int) -> Text:
    """The keys that help now, as many as there is room for; each can be clicked."""
    line = Text(" ")
    for key, press, code in _keys(scene):
        written = scene.say("tui.key.enter") if key == ENTER else key
        hint = Text.assemble((written, "bold reverse"), f" {scene.say(code)}  ")
        hint.stylize(Style(meta={"key": press}))
        if line.cell_len + hint.cell_len > width:
            break
        line = Text.assemble(line, hint)
    return line


ENTER = "⏎"
Hint = tuple[str, str, str]  # what is written on the key, what is pressed, what it does


def _keys(scene: Scene) -> list[Hint]:
    view = scene.view
    more: list[Hint] = [("?", "question_mark", "tui.key.help"), ("m", "m", "tui.key.menu")]
    if scene.is_live:
        more.append(("t", "t", "tui.key.talk"))
    points: list[Hint] = [("p", "p", "tui.key.points")] if view.get("last_round") else []
    if view["over"]:
        return [(ENTER, "enter", "tui.key.result"), *more, *points, ("q", "q", "tui.key.home")]
    if view["phase"] == "waiting":
        return [*more, ("q", "q", "tui.key.home")]
    known: list[Hint] = [] if view["game"] == "thegame" else [("l", "l", "tui.key.last")]
    more = [*more, *known, ("u", "u", "tui.key.unseen"), ("h", "h", "tui.key.log")]
    return [*_now(scene), *more, ("+ −", "plus", "tui.key.pace"), ("q", "q", "tui.key.home"), *points]


def _now(scene: Scene) -> list[Hint]:
    """The keys of one's own move, or the one that goes ahead."""
    view = scene.view
    if not scene.may_move or not view["legal"]:
        signs: list[Hint] = [("s", "s", "tui.key.signal")] if can_signal(view) else []
        return [("␣", "space", "tui.key.skip"), *signs]
    if view["game"] != "thegame" or view["phase"] == "start":
        return [("← →", "right", "tui.key.choose"), (ENTER, "enter", "tui.key.take")]
    found: list[Hint] = [("← →", "right", "tui.key.choose"), ("A–D", "a", "tui.key.lay")]
    if "end" in view["legal"]:
        found.append(("e", "e", "tui.key.end"))
    return [*found, ("s", "s", "tui.key.signal")] if can_signal(view) else found
