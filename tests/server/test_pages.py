"""What a socket is sent is what its seat sees: views are sent in parts, of which only those that changed are made again."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from stichwerk.server.sockets import Pages
from stichwerk.table import Table, views
from stichwerk.table.setup import check
from tests.games import ALL, Setting


def seated(setting: Setting, aids: str, **others: Any) -> Table:
    setup = check(setting.game, setting.players, setting.variant, dict(setting.options), aids=aids, **others)
    table = Table("table", setup, bytes(32), 0.0)
    for number in range(setting.players):
        table.apply(table.sit(f"person {number}", f"token {number}", 1.0))
    return table


def sent(pages: Pages, seat: int | None, since: int) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(pages.page(seat, since))["view"]
    return view


@pytest.mark.parametrize("aids", ["all", "none"])
@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_page_is_the_view_at_every_moment(setting: Setting, aids: str) -> None:
    table, chance = seated(setting, aids), random.Random(5)
    pages, now = Pages(table), 2.0
    assert table.game
    while not table.game.over and table.version < 150:
        for seat in (None, *range(setting.players)):
            since = chance.randint(0, views.log_length(table))
            expected = {**views.whole(table, seat), "log": views.log(table, since)}
            assert sent(pages, seat, since) == json.loads(json.dumps(expected))
        seat = chance.choice(table.game.to_act)
        now += 1.0
        event = table.move(seat, table.version_for(seat), chance.choice(table.game.legal(seat)), now)
        assert event
        table.apply(event)
        if chance.random() < 0.2:
            table.apply(table.say(seat, "well", now))
        if chance.random() < 0.1:
            came = table.come(seat, f"process {now}", now)
            assert came
            table.apply(came)
