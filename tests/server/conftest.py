"""What the tests of the server share: one server, one Postgres and one Redis for each process of tests that wants them.

Where Postgres or Redis is missing their tests are skipped; with STICHWERK_NEED_SERVICES=1 (CI) they fail instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.processes import Missing, Postgres, Redis, Server, serving


def missing(error: Missing) -> None:
    if os.environ.get("STICHWERK_NEED_SERVICES") == "1":
        pytest.fail(str(error))
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite with the settings everybody has, but no limits."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def hasty_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same, where bots take over after a second."""
    with serving(tmp_path_factory.mktemp("hasty"), grace="1") as running:
        yield running


@pytest.fixture
def base(server: Server) -> str:
    return server.url


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        started = Postgres()
    except Missing as error:
        missing(error)
        return
    yield started
    started.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    try:
        started = Redis()
    except Missing as error:
        missing(error)
        return
    yield started
    started.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    service: Postgres = request.getfixturevalue("postgres")
    return service.new_database()
