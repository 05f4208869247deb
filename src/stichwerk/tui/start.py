"""The first screen: go on with a game, or choose one with its variant, players, options and bots; and how one likes it."""

from __future__ import annotations

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from stichwerk.game.options import KINDS
from stichwerk.game.refusals import Refusal
from stichwerk.table import Table
from stichwerk.table.offers import OfferedOption
from stichwerk.tui import saved, wish
from stichwerk.tui.app import THEMES
from stichwerk.tui.form import Did, Form, Row
from stichwerk.tui.frames import PACES
from stichwerk.tui.house import Room
from stichwerk.tui.local import LocalPlace
from stichwerk.tui.saved import Saved
from stichwerk.tui.wish import ME
from stichwerk.words import LANGUAGES

TONGUES = {"en": "English", "de": "Deutsch", "fr": "Français"}
NAME, LONGEST_LINK = 40, 500


class StartScreen(Room[None]):
    CSS = """
    StartScreen { layout: vertical; overflow: hidden; }
    #about { height: 3; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.link = ""
        self.trouble = ""

    def compose(self) -> ComposeResult:
        yield Static(id="head", classes="line")
        yield Form(self.did, self.palette.accent)
        yield Static(id="about")
        yield Static(id="keys", classes="line hint")

    def on_mount(self) -> None:
        settings = self.house.settings
        self.wish = wish.fitted(settings.wishes.get(settings.game, {"game": settings.game}))
        self.games, broken = saved.unfinished(self.house.files)
        if broken:
            self.trouble = self.speech("tui.broken", file=broken[0])
        self.form = self.query_one(Form)
        self._show("resume:0" if self.games else "play")
        self.form.focus()

    def _show(self, at: str | None = None) -> None:
        self.form.accent = self.palette.accent
        self.form.show(self._rows(), at)
        say = self.speech
        self.query_one("#head", Static).update(
            Text.assemble(("Stichwerk", f"bold {self.palette.accent}"), f"  {say('front.headline')}")
        )
        self.query_one("#keys", Static).update(Text(say("tui.start.keys"), no_wrap=True, overflow="ellipsis"))
        self._explain()

    def _explain(self) -> None:
        about = Text(self.trouble, style=f"bold {self.palette.bad}") if self.trouble else Text(self.form.current.about)
        self.query_one("#about", Static).update(about)

    # ---- what there is to choose

    def _rows(self) -> list[Row]:
        say = self.speech
        rows = [self._resume(number, game) for number, game in enumerate(self.games)]
        rows += [Row("play", say("front.play"), kind="action", about=self._table_in_words())]
        rows += [Row("", say("front.new.table"), kind="heading"), *self._table_rows()]
        rows += [Row("", say("front.new.seats"), kind="heading"), *self._seat_rows()]
        rows += [Row("", say("front.new.more"), kind="heading"), *self._option_rows()]
        rows += [Row("", say("browser.settings"), kind="heading"), *self._own_rows()]
        rows += [Row("", say("front.friends"), kind="heading")]
        rows += [Row("join", say("tui.join"), self.link, say("tui.join.how"), "text")]
        return [*rows, Row("quit", say("tui.quit"), kind="action")]

    def _resume(self, number: int, game: Saved) -> Row:
        setup = game.table.setup
        label = self.speech("tui.resume", game=self.speech.game(setup.game, setup.variant))
        return Row(f"resume:{number}", label, kind="action", about=self._state_in_words(game.table))

    def _state_in_words(self, table: Table) -> str:
        players = self.speech.count("front.players", table.setup.players)
        assert table.game is not None
        if table.setup.game == "thegame":
            return f"{players}, {self.speech.count('thegame.result.lost', table.game.left)}"
        return f"{players}, {self.speech('tui.resume.round', round=table.game.round)}"

    def _table_in_words(self) -> str:
        game = self.speech.game(self.wish.game, self.wish.variant)
        return f"{game}, {self.speech.count('front.players', self.wish.players)}"

    def _table_rows(self) -> list[Row]:
        say, now = self.speech, self.wish
        aids = say("tui.aids.all" if now.aids == "all" else "tui.aids.none")
        return [
            Row("game", say("tui.game"), KINDS[now.game].title, say(f"game.{now.game}")),
            Row("variant", say("rules.variant"), say.variant(now.game, now.variant), say(f"variant.{now.game}.{now.variant}")),
            Row("players", say("rules.players"), str(now.players)),
            Row("aids", say("tui.aids"), aids, say("front.aids.all" if now.aids == "all" else "front.aids.none")),
        ]

    def _seat_rows(self) -> list[Row]:
        return [self._seat_row(at, bot) for at, bot in enumerate(self.wish.seats)]

    def _seat_row(self, at: int, bot: str) -> Row:
        say = self.speech
        label = say("table.seat", n=at + 1)
        if bot == ME:
            return Row(f"seat:{at}", label, say("front.new.you"))
        about = say("front.new.watch") if at == 0 else say(f"bot.{bot}")
        return Row(f"seat:{at}", label, say("tui.bot", level=say.bot(bot)), about)

    def _option_rows(self) -> list[Row]:
        return [self._option_row(option) for option in wish.game_of(self.wish).options]

    def _option_row(self, option: OfferedOption) -> Row:
        game, value = self.wish.game, wish.value_of(self.wish, option)
        shown = self.speech("front.new.unused") if value is None else self.speech.value(game, option.name, value)
        kind = "choice" if option.values else "number"
        title, about = self.speech.option(game, option.name), self.speech.what_it_does(game, option.name)
        return Row(f"option:{option.name}", title, shown, about, kind)  # type: ignore[arg-type]

    def _own_rows(self) -> list[Row]:
        say, settings = self.speech, self.house.settings
        theme = settings.theme if settings.theme in THEMES else "auto"
        return [
            Row("name", say("settings.name"), settings.name, say("settings.name.hint"), "text"),
            Row("language", say("settings.language"), TONGUES[say.language]),
            Row("theme", say("settings.theme"), say(f"tui.theme.{theme.replace('-', '_')}"), say("tui.theme.about")),
            Row("pace", say("settings.speed"), say(f"settings.speed.{settings.pace}"), say("tui.pace.about")),
        ]

    # ---- what is done

    def did(self, event: Did) -> None:
        if not self.is_in_front:  # Enter was pressed twice
            return
        self.trouble = ""
        kind, _, which = event.key.partition(":")
        if event.what == "look":
            self._explain()
        elif event.what == "take":
            self._take(kind, which)
        elif event.what == "type":
            self._type(kind, which, event.text)
        else:
            self._step(kind, which, event.step)

    def _take(self, kind: str, which: str) -> None:
        if kind == "quit":
            self.app.exit()
        elif kind == "resume":
            self._sit_at(self.games[int(which)])
        elif kind == "join" and self.link:
            self.house.join(self.link)
        else:
            self._play()

    def _play(self) -> None:
        try:
            setup = wish.setup_of(self.wish)
            begun = saved.begin(self.house.files, setup, self.house.settings.name.strip() or self.speech("front.guest"))
        except Refusal as refusal:
            self._complain(refusal.say(self.speech.language))
        except OSError as error:
            self._complain(self.speech("tui.nosave", reason=error.strerror or error))
        else:
            self._sit_at(begun)

    def _complain(self, sentence: str) -> None:
        self.trouble = sentence
        self._explain()

    def _sit_at(self, game: Saved) -> None:
        files, name = self.house.files, self.house.settings.name.strip() or self.speech("front.guest")
        setup = game.table.setup
        self.house.go_to_table(LocalPlace(game, lambda: saved.begin(files, setup, name)))

    def _type(self, kind: str, which: str, text: str) -> None:
        if kind == "join":
            self.link = text[:LONGEST_LINK]
        elif kind == "name":
            self.house.settings.name = text[:NAME]
        elif kind == "option":
            option = self._option(which)
            number = min(int(text), option.most or int(text)) if text.isdecimal() else 0
            wish.change(self.wish, option, number or None)
        self._changed()

    def _step(self, kind: str, which: str, by: int) -> None:
        step = {"option": self._step_option, "seat": self._step_seat}.get(kind, self._step_table)
        step(which or kind, by)
        self._changed()

    def _step_option(self, name: str, by: int) -> None:
        option = self._option(name)
        now = wish.value_of(self.wish, option)
        if option.values:
            wish.change(self.wish, option, wish.step(list(option.values), now, by))
        else:
            wish.change(self.wish, option, min(max(int(now or 0) + by, 0), option.most or 1) or None)

    def _step_seat(self, at: str, by: int) -> None:
        bots = wish.bots(self.wish.game)
        self.wish.seats[int(at)] = wish.step([ME, *bots] if at == "0" else bots, self.wish.seats[int(at)], by)

    def _step_table(self, kind: str, by: int) -> None:
        now, settings = self.wish, self.house.settings
        if kind == "game":
            name = wish.step([game.name for game in wish.games()], now.game, by)
            self._keep_wish()
            self.wish = wish.fitted({**settings.wishes.get(name, {}), "game": name})
        elif kind == "variant":
            variant = wish.step([variant.name for variant in wish.game_of(now).variants], now.variant, by)
            self.wish = wish.fitted({**msgspec.to_builtins(now), "variant": variant, "options": {}})
        elif kind == "players":
            game, most = wish.game_of(now), wish.variant_of(now).most_players
            now.players = wish.step(list(range(game.least_players, most + 1)), now.players, by)
            self.wish = wish.fitted(now)
        elif kind == "aids":
            now.aids = wish.step(["all", "none"], now.aids, by)
        else:
            self._step_own(kind, by)

    def _step_own(self, kind: str, by: int) -> None:
        settings = self.house.settings
        if kind == "language":
            self.house.use_language(wish.step(list(LANGUAGES), self.speech.language, by))
        elif kind == "theme":
            settings.theme = wish.step(list(THEMES), settings.theme, by)
            self.house.use_theme(settings.theme)
        elif kind == "pace":
            settings.pace = wish.step(list(PACES), settings.pace, by)

    def _option(self, name: str) -> OfferedOption:
        return next(option for option in wish.game_of(self.wish).options if option.name == name)

    def _keep_wish(self) -> None:
        self.house.settings.wishes[self.wish.game] = msgspec.to_builtins(self.wish)

    def _changed(self) -> None:
        self.house.settings.game = self.wish.game
        self._keep_wish()
        self._show()

    def on_unmount(self) -> None:
        self.house.keep_settings()
