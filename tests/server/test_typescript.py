"""The web client's types are the server's: the generated file is fresh and compiles, and real views have the shapes it says."""

from __future__ import annotations

import random
import shutil
import subprocess
from typing import Any

import msgspec
import pytest

from stichwerk.server import typescript
from stichwerk.server.sockets import Pages
from stichwerk.table import Clock, Table, messages, setup, shapes, views
from stichwerk.table.typescript import declarations
from tests.games import ALL, Setting, sensible

NOW = 1_000.0
VIEWS: dict[str, Any] = {"sticheln": shapes.StichelnView, "hattrick": shapes.HatTrickView, "thegame": shapes.TheGameView}


def new_table(setting: Setting, aids: str, clock: Clock | None = None) -> Table:
    chosen = setup.check(setting.game, setting.players, setting.variant, setting.options, aids=aids, clock=clock)
    return Table("table", chosen, str(setting).encode(), NOW)


def seat_all(table: Table) -> None:
    for seat in range(table.setup.players):
        table.apply(table.sit(f"Person {seat}", f"token {seat}", NOW))


def check_views(table: Table) -> None:
    """Every seat's page, and a spectator's, as it goes over the wire: no key missing, none too many, nothing of another type."""
    pages = Pages(table)
    for seat in (None, *range(table.setup.players)):
        message = msgspec.json.decode(pages.page(seat, 0), type=messages.View)
        assert message.view == msgspec.to_builtins(views.whole(table, seat))
        kind = shapes.WaitingView if table.game is None else VIEWS[table.setup.game]
        msgspec.convert(message.view, kind, strict=True)
    msgspec.convert(views.summary(table), shapes.ListedTable, strict=True)


def move(table: Table, chance: random.Random) -> None:
    assert table.game
    if table.setup.game == "thegame" and chance.random() < 0.2:
        signal = chance.choice("ABCD") + chance.choice("?!.")
        table.apply(table.signal(chance.randrange(table.setup.players), signal, NOW))
    seat = chance.choice(table.game.to_act)
    event = table.move(seat, table.version_for(seat), chance.choice(sensible(table.game, seat)), NOW)
    assert event
    table.apply(event)


def test_the_generated_file_is_fresh() -> None:
    fresh = typescript.FILE.is_file() and typescript.FILE.read_text(encoding="utf-8") == typescript.wire()
    assert fresh, f"{typescript.FILE} is stale: run {typescript.COMMAND}"


@pytest.mark.parametrize("aids", setup.AIDS)
@pytest.mark.parametrize("setting", ALL, ids=str)
def test_views_of_whole_games_have_their_shapes(setting: Setting, aids: str) -> None:
    chance = random.Random(str(setting))
    table = new_table(setting, aids)
    check_views(table)
    seat_all(table)
    check_views(table)
    while table.status == "running":
        move(table, chance)
        if chance.random() < 0.05:
            check_views(table)
    check_views(table)


@pytest.mark.parametrize("game", VIEWS)
def test_views_of_tables_with_clocks_bots_and_pauses_have_their_shapes(game: str) -> None:
    table = new_table(next(setting for setting in ALL if setting.game == game and setting.players == 4), "all", Clock("game", 60))
    table.apply(table.sit("Host", "token", NOW))
    table.apply(table.fill(0, 1, "random", NOW))
    check_views(table)
    table.apply(table.start(0, NOW))
    table.apply(table.pause(0, NOW))
    check_views(table)
    table.apply(table.resume(0, NOW + 1.5))
    table.apply(table.leave(0, NOW + 2.5))
    check_views(table)


def test_what_is_not_declared_is_noticed() -> None:
    table = new_table(ALL[0], "all")
    view = views.whole(table, None)
    for wrong in ({**view, "more": 1}, {**view, "round": "1"}, {key: view[key] for key in view if key != "log"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, shapes.WaitingView, strict=True)


def test_a_name_stands_for_one_type() -> None:
    with pytest.raises(ValueError, match="more than one type: Move"):
        declarations({"Move": messages.FromServer, "FromClient": messages.FromClient})


def test_the_generated_file_compiles() -> None:
    installed = typescript.FILE.parents[2] / "node_modules/.bin"
    compiler = shutil.which("tsc", path=installed) or shutil.which("tsc")
    if not compiler:
        pytest.skip("TypeScript's compiler is not installed here")
    done = subprocess.run([compiler, "--strict", "--noEmit", typescript.FILE], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
