"""How a game has ended: who has won, the points of all rounds, or how many cards were left; and what one can do next."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stichwerk.tui.canvas import fit
from stichwerk.tui.cards import Palette
from stichwerk.tui.house import Window
from stichwerk.tui.scoring import points
from stichwerk.tui.speech import Speech, View, signed

NEAR = 20  # so few cards left are worth a kind word
NAME, POINTS, ROUNDS = 18, 5, 10  # columns, and rounds that are shown one by one


def lines(view: View, say: Speech, palette: Palette) -> list[Text]:
    if view["game"] == "thegame":
        return _together(view, say, palette)
    return [Text(_winner(view, say), style=f"bold {palette.accent}"), Text(), *_scores(view, say, palette)]


def _winner(view: View, say: Speech) -> str:
    winners = view["winners"]
    if len(winners) > 1:
        others = [say.seat(view, seat) for seat in winners if seat != view["seat"]]
        return say("table.winners.you" if view["seat"] in winners else "table.winners", who=others)
    return say("table.winner.you") if winners == [view["seat"]] else say("table.winner", who=say.seat(view, winners[0]))


def _scores(view: View, say: Speech, palette: Palette) -> list[Text]:
    first = max(len(view["round_scores"]) - ROUNDS, 0)
    rounds = range(first, len(view["round_scores"]))
    head = Text.assemble(fit(say("table.player"), NAME), *(fit(str(number + 1), POINTS, "right") for number in rounds))
    found = [Text.assemble(head, fit(say("table.total"), 8, "right"), style="dim")]
    for seat in sorted(range(view["players"]), key=lambda seat: -view["scores"][seat]):
        won = seat in view["winners"]
        name = fit(Text(f"{'♛ ' if won else '  '}{say.who(view, seat)}", style="bold" if won else ""), NAME)
        each = (fit(signed(view["round_scores"][number][seat]), POINTS, "right") for number in rounds)
        found.append(Text.assemble(name, *each, fit(points(view["scores"][seat], palette), 8, "right")))
    return found


def _together(view: View, say: Speech, palette: Palette) -> list[Text]:
    result = view["result"]
    if result == "won":
        title, praise = say("thegame.result.won"), "expert" if view["variant"] == "expert" else "won"
    else:
        title = say.count(f"thegame.result.{result}", view["left"])
        praise = "excellent" if result == "excellent" else "good" if view["left"] < NEAR else "lost"
    style = palette.bad if result == "lost" else palette.good
    laid = round((98 - view["left"]) / 98 * 40)
    bar = Text.assemble(("█" * laid, style), ("░" * (40 - laid), "dim"))
    return [Text(title, style=f"bold {style}"), Text(), bar, Text(), Text(say(f"thegame.praise.{praise}"))]


class EndWindow(Window[str]):
    """Gives "again" or "home", or nothing for who wants to look at the table once more."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = self.speech("table.over")
            with VerticalScroll():
                yield Static(Text("\n").join(lines(self._view, self.speech, self.palette)))
            again = self.speech("table.gonext" if self._view["table"]["next"] else "table.rematch")
            may = self._view["seat"] is not None or self._view["table"]["next"] or self._view["table"]["host"] is None
            first = f"{self.speech('tui.key.enter')}: {again}   " if may else ""
            sheet.border_subtitle = f"{first}q: {self.speech('browser.home')}   Esc: {self.speech('tui.look')}"

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def pressed(self, key: str) -> bool:
        choice = {"enter": "again", "q": "home", "escape": ""}.get(key)
        if choice is not None:
            self.dismiss(choice)
        return choice is not None
