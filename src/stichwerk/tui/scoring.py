"""What a round has brought: every seat's cards by what they count, one after the other; stays until one has seen it."""

from __future__ import annotations

from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stichwerk.tui.cards import Palette, painted, row
from stichwerk.tui.frames import PACES
from stichwerk.tui.house import CLOSES, Window
from stichwerk.tui.speech import Speech, View, signed

STEP = 0.45  # seconds between two groups of cards, at the normal pace
SET_IN = "    "


Parts = list[Text]  # of a line: each stays whole


def counted(view: View, say: Speech, palette: Palette) -> list[Parts]:
    """For each seat, the best first, its lines: the name, then each group of cards with what it counts so far, then the total."""
    tallies = sorted(enumerate(view["last_round"]), key=lambda found: -found[1]["points"])
    return [line for seat, tally in tallies for line in _seat(view, seat, tally, say, palette)]


def _seat(view: View, seat: int, tally: dict[str, Any], say: Speech, palette: Palette) -> list[Parts]:
    colours = row(tally.get("colours", ()), palette)
    lines, so_far = [[Text.assemble((say.who(view, seat), "bold"), "  ", colours)]], 0
    for group in tally["counted"]:
        so_far += group["points"]
        lines.append(_group(group, so_far, say, palette))
    if not tally["counted"]:
        lines.append([Text(f"  {say('table.nothing')}", style="dim")])
    total = f"{say('plain.total')} {signed(view['scores'][seat])}"
    lines.append([Text.assemble("  = ", points(tally["points"], palette), (f"   {total}", "dim"))])
    return lines


def _group(group: dict[str, Any], so_far: int, say: Speech, palette: Palette) -> Parts:
    """ "●r5 ●r4  2 × −5 = −10": the cards one by one, then the whole sum."""
    count, each = len(group["cards"]), group["each"]
    passed = f"{say('table.pass')}  " if group.get("pass") else ""
    times = f"{count} × {signed(each)} = " if count > 1 else ""
    sum_ = Text.assemble(f"{passed}{times}", points(group["points"], palette), (f"  → {signed(so_far)}", "dim"))
    cards = [painted(card, palette) for card in group["cards"]]
    cards[0] = Text.assemble("  ", cards[0])
    cards[-1] = Text.assemble(cards[-1], " ")
    return [*cards, sum_]


def points(value: int, palette: Palette) -> Text:
    return Text(signed(value), style=f"bold {palette.good if value > 0 else palette.bad if value < 0 else ''}".strip())


class Wrapped:
    """Lines that are broken between their parts only; what goes on below is set in."""

    def __init__(self, lines: list[Parts]) -> None:
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for parts in self._lines:
            yield from broken(parts, options.max_width)


def broken(parts: Parts, width: int) -> list[Text]:
    lines = [parts[0]]
    for part in parts[1:]:
        longer = Text.assemble(lines[-1], " ", part)
        if longer.cell_len <= width:
            lines[-1] = longer
        else:
            lines.append(Text.assemble(SET_IN, part))
    return lines


class RoundWindow(Window[None]):
    def __init__(self, view: View, again: bool = False) -> None:
        """`again`: they have been seen, and are looked at once more, all at once."""
        super().__init__()
        self._view, self._again = view, again
        self._shown = 1

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = self.speech("table.roundover", round=len(self._view["round_scores"]))
            with VerticalScroll():
                yield Static(id="counted")

    def on_mount(self) -> None:
        self._lines = counted(self._view, self.speech, self.palette)
        self.query_one(VerticalScroll).focus()
        pause = STEP * PACES[self.house.settings.pace]
        if pause > 0 and not self._again:
            self.set_interval(pause, self._step)
        else:
            self._shown = len(self._lines)
        self._show()

    @property
    def _is_done(self) -> bool:
        return self._shown >= len(self._lines)

    def _step(self) -> None:
        if not self._is_done:
            self._shown += 1
            self._show()

    def _show(self) -> None:
        self.query_one("#counted", Static).update(Wrapped(self._lines[: self._shown]))
        self.query_one(".sheet").border_subtitle = self._keys()
        if not self._again:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def _keys(self) -> str:
        say = self.speech
        if self._again:
            return say("tui.sheet.keys")
        if not self._is_done:
            return f"{say('tui.key.space')}: {say('browser.skipahead')}"
        return f"{say('tui.key.enter')}: {say('table.toresult' if self._view['over'] else 'table.next')}"

    def pressed(self, key: str) -> bool:
        if key not in (CLOSES if self._again else ("enter", "space", "escape")):
            return False
        if self._is_done:
            self.dismiss()
        else:
            self._shown = len(self._lines)
            self._show()
        return True
