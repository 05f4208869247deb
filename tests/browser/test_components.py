"""The client's components by themselves: their own tests, in Vitest."""

from __future__ import annotations

import pytest

from tests.server.conftest import missing
from tests.server.processes import Missing
from web import build


def test_the_components_pass_their_tests(capsys: pytest.CaptureFixture[str]) -> None:
    if build.version_of("vitest") is None:
        missing(Missing("The components' tests need Node and its packages: python web/build.py packages"))
    build.use("test")
    assert "passed" in capsys.readouterr().out
