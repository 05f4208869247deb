"""One Chromium and one server for each process of tests. Without Chromium these tests are skipped; in CI they fail instead.

Both end with the last test of this folder, not with the process: Playwright's own event loop runs for as long as its browser
does, and tests of other folders that a process has still to run want one of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitors import Visitor, launch
from tests.server.conftest import missing
from tests.server.inside import Inside, inside
from tests.server.processes import Missing
from web import build

Guests = Callable[..., Visitor]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            found = launch(playwright)
        except Missing as error:
            missing(error)
            return
        yield found
        found.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server with the client, which must be the newest."""
    assert build.is_fresh(), "The client is older than its sources: run python web/build.py"
    with inside(tmp_path_factory.mktemp("house"), {"grace": 2.0}) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, house: Inside) -> Iterator[Guests]:
    """Lets people in; at the end all of them leave."""
    guests: list[Visitor] = []

    def let_in(**wishes: Any) -> Visitor:
        guests.append(Visitor(browser, house.url, **wishes))
        return guests[-1]

    yield let_in
    for guest in guests:
        guest.leave()
