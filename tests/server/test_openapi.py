"""The OpenAPI description, held against the running server by Schemathesis: no server error, and every answer is as described.

Requests are made up from the description, right ones and wrong ones; the table they are about is one that exists, or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.client import PATIENCE, Person, make_table, run, sit, until
from tests.server.processes import Server, serving

EXAMPLES = 80  # of right requests, and as many wrong ones, for each operation
OPERATIONS = [
    ("POST", "/api/tables"),
    ("GET", "/api/games"),
    ("GET", "/api/tables"),
    ("GET", "/api/tables/{table_id}"),
    ("POST", "/api/tables/{table_id}/seats"),
    ("DELETE", "/api/tables/{table_id}/seats"),
    ("GET", "/api/tables/{table_id}/replay"),
    ("GET", "/api/tables/{table_id}/steps"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("described")) as running:
        yield running


@pytest.fixture(scope="module")
def description(described: Server) -> Any:
    return schemathesis.openapi.from_url(f"{described.url}/api/docs/openapi.json")


@pytest.fixture(scope="module")
def existing(described: Server) -> list[str]:
    """Tables of every game, which wait, run and are over."""
    found: list[str] = []

    async def prepare() -> None:
        bot = {"kind": "bot", "bot": "random"}
        for game, players, seats in (
            ("thegame", 5, None),
            ("thegame", 2, [bot, {"kind": "open"}]),
            ("thegame", 1, [bot]),
            ("sticheln", 3, [bot] * 3),
            ("hattrick", 4, [bot] * 4),
            ("sticheln", 3, None),
        ):
            made = await make_table(described.url, game, players, seats=seats)
            found.append(made["id"])
        _, token = await sit(described.url, found[-1], "Ada")
        async with Person(described.url, found[-1], token) as host:
            await host.send(type="host", action="start")
            await until(host, lambda view: view["phase"] == "choose")

    run(prepare())
    return found


def test_all_doors_are_in_the_list(description: Any) -> None:
    found = {(operation.ok().method.upper(), operation.ok().path) for operation in description.get_all_operations()}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_right_requests_are_answered_as_described(description: Any, existing: list[str], method: str, path: str) -> None:
    excluded = [positive_data_acceptance] if (method, path) == OPERATIONS[0] else []  # which options go together is said in words
    hold(description[path][method], GenerationMode.POSITIVE, existing, excluded)


@pytest.mark.parametrize(("method", "path"), [each for each in OPERATIONS if "{" in each[1] or each[0] == "POST"])
def test_wrong_requests_are_refused_as_described(description: Any, existing: list[str], method: str, path: str) -> None:
    hold(description[path][method], GenerationMode.NEGATIVE, existing, [])


def hold(operation: Any, mode: GenerationMode, existing: list[str], excluded: list[Any]) -> None:
    """Makes many requests and checks every answer."""

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
    @given(case=operation.as_strategy(generation_mode=mode), table=st.sampled_from([*existing, None]))
    def check(case: Any, table: str | None) -> None:
        if table and "{table_id}" in case.path and (mode is GenerationMode.POSITIVE or case.method == "POST"):
            case.path_parameters["table_id"] = table
        case.call_and_validate(timeout=PATIENCE, excluded_checks=excluded)

    check()


@pytest.mark.parametrize("name", ["NewTable", "Guest"])
def test_what_is_refused_is_not_described_as_allowed(description: Any, name: str) -> None:
    """A field too many is refused, so a description that leaves it open misleads whoever generates a client."""
    schemas = description.raw_schema["components"]["schemas"]
    found = [schema for key, schema in schemas.items() if key == name or key.endswith(f"_{name}")]
    assert [schema.get("additionalProperties") for schema in found] == [False]
