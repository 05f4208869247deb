"""Axe finds nothing on any page: wide and on a phone, light and dark."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Guests
from tests.browser.scenes import SCENES
from tests.browser.visitors import PHONE, WIDE, Visitor
from tests.server.conftest import missing
from tests.server.processes import Missing
from web import build

LOOKS: list[dict[str, Any]] = [{"size": WIDE, "dark": False}, {"size": PHONE, "dark": True}]


@pytest.fixture(scope="session")
def axe() -> str:
    file = build.MODULES / "axe-core" / "axe.min.js"
    if not file.is_file():
        missing(Missing("axe-core is needed: python web/build.py packages"))
    return file.read_text("utf-8")


@pytest.mark.parametrize("look", LOOKS, ids=["wide, light", "phone, dark"])
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_in_anybodys_way(visit: Guests, axe: str, scene: str, look: dict[str, Any]) -> None:
    guest = visit(**look)
    SCENES[scene](guest)
    assert complaints(guest, axe) == []


def complaints(guest: Visitor, axe: str) -> list[str]:
    guest.page.evaluate(axe)
    found = guest.page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [f"{each['id']}: {node['html'][:200]}" for each in found["violations"] for node in each["nodes"]]
