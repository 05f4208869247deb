"""The HTTP doors, through a real server: what they give, and how they refuse.

"A refusal is a code with parameters, so that every language can say it" and "nothing has changed".
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stichwerk import bots, words
from stichwerk.game import BadOption
from stichwerk.server.settings import from_environment
from stichwerk.table.shapes import ListedTable, RoundSteps
from tests.server.client import PATIENCE
from tests.server.processes import Postgres, Redis, Server, serving, stichwerk, wait_until

BOT = {"kind": "bot", "bot": "random"}
OPEN = {"kind": "open"}


@pytest.fixture
def http(base: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=base, trust_env=False, timeout=PATIENCE) as client:
        yield client


def make(http: httpx.Client, game: str = "sticheln", players: int = 3, **given: Any) -> dict[str, Any]:
    answer = http.post("/api/tables", json={"game": game, "players": players, **given})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def sit(http: httpx.Client, table: str, name: str = "Ada", **given: Any) -> httpx.Response:
    return http.post(f"/api/tables/{table}/seats", json={"name": name, **given})


def make_finished(http: httpx.Client, game: str = "sticheln", players: int = 3, **given: Any) -> dict[str, Any]:
    """A table of bots only, which play at once."""
    made = make(http, game, players, seats=[BOT] * players, **given)
    deadline = time.monotonic() + PATIENCE
    while http.get(f"/api/tables/{made['id']}/replay", params={"invite": made["invite"]}).status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return made


def assert_refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The status, the code, and a sentence that the code and the parameters make."""
    assert answer.status_code == status, answer.text
    said: dict[str, Any] = answer.json()
    assert said["type"] == "error"
    assert said["code"] == code
    language = answer.request.headers.get("accept-language", "en")[:2]
    assert said["message"] == words.say(code, language if language in words.LANGUAGES else "en", **said["params"])
    return said


def listed(http: httpx.Client, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The list of tables by id, as soon as it is as wanted ("as they were a second ago at the latest")."""
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = http.get("/api/tables")
        assert answer.status_code == 200
        found = {table["id"]: table for table in answer.json()}
        if wanted(found):
            return found
        assert time.monotonic() < deadline, found
        time.sleep(0.1)


# ---- what is offered


def test_a_page_is_told_all_it_needs_to_offer_a_table(http: httpx.Client) -> None:
    offered = http.get("/api/games").json()
    assert [game["name"] for game in offered["games"]] == ["sticheln", "hattrick", "thegame"]
    assert [bot["name"] for bot in offered["bots"]] == list(bots.NAMES)
    assert offered["version"] == metadata.version("stichwerk")
    for game in offered["games"]:
        for variant in game["variants"]:
            make(http, game["name"], game["default_players"], variant=variant["name"], options=variant["switches"])


def test_lines_of_the_list_of_tables_have_their_shape(http: httpx.Client) -> None:
    made = make(http, "hattrick", 5)
    line = listed(http, lambda tables: made["id"] in tables)[made["id"]]
    assert (line["game"], line["variant"], line["players"]) == ("hattrick", "standard", 5)
    msgspec.convert(line, ListedTable)


# ---- making a table


def test_a_new_table_has_an_id_an_invite_and_a_commitment(http: httpx.Client) -> None:
    """ "The server publishes SHA-256 of the secret when a table starts"."""
    made = make(http)
    assert set(made) == {"id", "invite", "commitment"}
    assert len(bytes.fromhex(made["commitment"])) == 32
    shown = http.get(f"/api/tables/{made['id']}").json()
    assert shown["table"]["commitment"] == made["commitment"]
    assert shown["table"]["status"] == "waiting"
    assert shown["version"] == 0
    assert shown["seat"] is None


def test_everything_that_can_be_set_is_set(http: httpx.Client) -> None:
    clock = {"per": "game", "seconds": 600}
    made = make(http, "hattrick", 5, options={"lead_tie": "compare"}, seats=[OPEN, BOT] * 2 + [OPEN], aids="none", clock=clock)
    shown = http.get(f"/api/tables/{made['id']}").json()
    assert (shown["game"], shown["players"], shown["options"]["lead_tie"]) == ("hattrick", 5, "compare")
    assert [seat["kind"] for seat in shown["table"]["seats"]] == ["open", "bot", "open", "bot", "open"]
    assert shown["table"]["aids"] == "none"
    assert (shown["table"]["clock"]["per"], shown["table"]["clock"]["seconds"]) == ("game", 600)


BAD = [
    ({"game": "skat", "players": 3}, "option.game"),
    ({"game": "sticheln", "players": 9}, "option.players"),
    ({"game": "sticheln", "players": -1}, "option.players"),
    ({"game": "sticheln", "players": 10**30}, "option.players"),
    ({"game": "sticheln", "players": 7, "variant": "first"}, "option.players"),
    ({"game": "sticheln", "players": 3, "variant": "wild"}, "option.variant"),
    ({"game": "sticheln", "players": 3, "options": {"colours": 3}}, "option.value"),
    ({"game": "sticheln", "players": 3, "options": {"aim": ["lucky"]}}, "option.value"),
    ({"game": "sticheln", "players": 3, "options": {"rounds": 0}}, "option.whole"),
    ({"game": "sticheln", "players": 3, "options": {"rounds": 1.5}}, "option.whole"),
    ({"game": "thegame", "players": 3, "options": {"rounds": 3}}, "option.unknown"),
    ({"game": "sticheln", "players": 3, "options": {"": 1}}, "option.unknown"),
    ({"game": "sticheln", "players": 3, "options": {"seed": 1}}, "table.secret"),
    ({"game": "sticheln", "players": 3, "options": {"decks": []}}, "table.secret"),
    ({"game": "sticheln", "players": 3, "options": {"dealer": 0}}, "table.secret"),
    ({"game": "sticheln", "players": 3, "seats": [OPEN, OPEN]}, "table.seats"),
    ({"game": "sticheln", "players": 3, "seats": [{"kind": "open", "bot": "simple"}, OPEN, OPEN]}, "table.open"),
    ({"game": "sticheln", "players": 3, "seats": [{"kind": "bot", "bot": "deep"}, OPEN, OPEN]}, "bot.unknown"),
    ({"game": "sticheln", "players": 3, "seats": [{"kind": "bot"}, OPEN, OPEN]}, "bot.unknown"),
    ({"game": "sticheln", "players": 3, "clock": {"per": "move", "seconds": 0}}, "option.range"),
    ({"game": "sticheln", "players": 3, "clock": {"per": "move", "seconds": 86_401}}, "option.range"),
    ({"game": "sticheln", "players": 3, "clock": {"per": "day", "seconds": 1}}, "door.request"),
    ({"game": "sticheln", "players": 3, "aids": "some"}, "door.request"),
    ({"game": "sticheln", "players": "3"}, "door.request"),
    ({"game": "sticheln", "players": 3, "seats": [{"kind": "throne"}]}, "door.request"),
    ({"game": "sticheln", "players": 3, "private": "yes"}, "door.request"),
    ({"game": "sticheln"}, "door.request"),
    ({"game": "sticheln", "players": 3, "secret": "00"}, "door.request"),
    ([], "door.request"),
]


@pytest.mark.parametrize(("body", "code"), BAD, ids=lambda value: json.dumps(value)[:80])
def test_a_bad_option_is_refused_in_three_languages(http: httpx.Client, body: Any, code: str) -> None:
    """ "A bad option … names the option, what was given and what is possible"."""
    said = []
    for language in ("en", "de-CH,de;q=0.9,en;q=0.1", "fr"):
        answer = http.post("/api/tables", json=body, headers={"Accept-Language": language})
        said.append(assert_refused(answer, 400, code))
    assert len({json.dumps([answer["code"], answer["params"]]) for answer in said}) == 1
    assert len({answer["message"] for answer in said}) == 3


@pytest.mark.parametrize(
    "body",
    [
        '{"game":"sticheln","players":3,"options":{"rounds":1' + "0" * 30 + "}}",
        '{"game":"sticheln","players":3,"options":{"rounds":1' + "0" * 5_000 + "}}",
        '{"game":"sticheln","players":3,"options":{"target":1' + "0" * 400 + "}}",
        '{"game":"sticheln","players":3,"options":{"rounds":1e400}}',
        '{"game":"sticheln","players":3,"clock":{"per":"move","seconds":1' + "0" * 30 + "}}",
        '{"game":"sticheln","players":3,"options":{"aim":' + "[" * 20_000 + "]" * 20_000 + "}}",
        '{"game":"sticheln","players":3,"options":' + '{"a":' * 9_000 + "1" + "}" * 9_000 + "}",
        '{"game":"sticheln","players":3,"variant":"\\ud800"}',
        '{"game":"sticheln","players":3',
        "",
        "\ufeff{}",
        '{"game":"sticheln","players":NaN}',
    ],
    ids=lambda body: body[:50] + "…",
)
def test_a_monstrous_body_breaks_nothing(http: httpx.Client, body: str) -> None:
    """ "An illegal input is refused with a sentence that helps". (How many rounds are too many is another question.)"""
    answer = http.post("/api/tables", content=body.encode(), headers={"Content-Type": "application/json"})
    assert answer.status_code in (201, 400), answer.text
    if answer.status_code == 201:
        assert http.get(f"/api/tables/{answer.json()['id']}").status_code == 200


def test_a_body_that_is_too_large_is_refused(http: httpx.Client) -> None:
    body = {"game": "sticheln", "players": 3, "variant": "x" * 70_000}
    assert_refused(http.post("/api/tables", json=body), 413, "door.large")
    pieces = (b"x" * 10_000 for _ in range(10))
    assert_refused(http.post("/api/tables", content=pieces, headers={"Content-Type": "application/json"}), 413, "door.large")


@pytest.mark.parametrize(
    ("asked", "language"),
    [("de", "de"), ("fr-CA", "fr"), ("es, fr;q=0.5", "fr"), ("es", "en"), ("", "en"), ("DE", "de"), ("*", "en"), (";;,,é", "en")],
)
def test_the_first_language_we_speak_is_spoken(http: httpx.Client, asked: str, language: str) -> None:
    answer = http.get("/api/tables/none", headers={b"Accept-Language": asked.encode("latin-1")})
    assert answer.json()["message"] == words.say("table.unknown", language, table="none")
    by_query = http.get("/api/tables/none", params={"lang": language}, headers={"Accept-Language": "en"})
    assert by_query.json()["message"] == words.say("table.unknown", language, table="none")


# ---- sitting down, getting up


def test_people_sit_on_the_first_open_seats_and_the_last_one_starts_the_game(http: httpx.Client) -> None:
    """ "It starts when all its open seats are taken"."""
    made = make(http, seats=[OPEN, BOT, OPEN])
    first, second = (sit(http, made["id"], name).json() for name in ("Ada", "Béla"))
    assert (first["seat"], second["seat"]) == (0, 2)
    assert first["token"] != second["token"]
    shown = http.get(f"/api/tables/{made['id']}").json()
    assert shown["table"]["status"] == "running"
    assert [seat["name"] for seat in shown["table"]["seats"]] == ["Ada", "", "Béla"]
    assert shown["phase"] == "choose"


def test_a_full_table_is_full(http: httpx.Client) -> None:
    made = make(http, "thegame", 1)
    assert sit(http, made["id"]).status_code == 201
    assert_refused(sit(http, made["id"]), 409, "table.full")


def test_the_seats_of_a_table_are_taken_once_however_many_come_at_the_same_time(http: httpx.Client) -> None:
    from concurrent.futures import ThreadPoolExecutor

    made = make(http, "thegame", 5)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: sit(http, made["id"], f"person {n}"), range(12)))
    assert sorted(answer.json()["seat"] for answer in answers if answer.status_code == 201) == [0, 1, 2, 3, 4]
    assert sum(answer.status_code == 409 for answer in answers) == 7


@pytest.mark.parametrize(("name", "status"), [("", 409), ("  ", 409), ("a\nb", 409), ("x" * 41, 400), ("\u202eabc", 409)])
def test_a_name_has_1_to_40_visible_characters(http: httpx.Client, name: str, status: int) -> None:
    made = make(http)
    assert sit(http, made["id"], name).status_code == status
    assert http.get(f"/api/tables/{made['id']}").json()["version"] == 0


def test_a_name_may_look_like_a_number_but_is_a_text(http: httpx.Client) -> None:
    """ "The framework takes "3" for 3; the description does not": nor 37 for "37"."""
    made = make(http)
    answer = http.post(f"/api/tables/{made['id']}/seats", json={"name": 37})
    assert_refused(answer, 400, "door.request")
    assert sit(http, made["id"], "37").status_code == 201
    assert http.get(f"/api/tables/{made['id']}").json()["table"]["seats"][0]["name"] == "37"


def test_who_leaves_before_the_start_leaves_an_open_seat(http: httpx.Client) -> None:
    made = make(http)
    token = sit(http, made["id"]).json()["token"]
    left = http.delete(f"/api/tables/{made['id']}/seats", params={"token": token})
    assert (left.status_code, left.content) == (204, b"")
    assert http.get(f"/api/tables/{made['id']}").json()["table"]["seats"][0]["kind"] == "open"
    again = http.delete(f"/api/tables/{made['id']}/seats", params={"token": token})
    assert_refused(again, 403, "door.token")


def test_after_the_start_a_bot_plays_on(http: httpx.Client) -> None:
    made = make(http, options={"rounds": 1})
    tokens = [sit(http, made["id"], f"person {n}").json()["token"] for n in range(3)]
    for token in tokens:
        left = http.delete(f"/api/tables/{made['id']}/seats", headers={"Authorization": f"Bearer {token}"})
        assert left.status_code == 204
    deadline = time.monotonic() + PATIENCE
    while not (shown := http.get(f"/api/tables/{made['id']}").json())["over"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert [seat["kind"] for seat in shown["table"]["seats"]] == ["bot"] * 3


# ---- who may not


@pytest.mark.parametrize("path", ["", "/replay", "/steps"])
@pytest.mark.parametrize("table", ["none", "..", "%20", "%FF", "x" * 32, "%F0%9F%83%8F"])
def test_there_is_no_such_table(http: httpx.Client, table: str, path: str) -> None:
    answer = http.get(f"/api/tables/{table}{path}")
    assert answer.status_code == 404, answer.text
    assert answer.json()["code"] in ("table.unknown", "door.nothing")
    assert_refused(http.post("/api/tables/none/seats", json={"name": "Ada"}), 404, "table.unknown")
    assert_refused(http.delete("/api/tables/none/seats", params={"token": "x"}), 404, "table.unknown")


def test_there_is_no_such_table_on_postgres_either(postgres: Postgres, tmp_path: Path) -> None:
    """Postgres takes no NUL in a text."""
    with serving(tmp_path, postgres.new_database()) as running, httpx.Client(base_url=running.url, trust_env=False) as http:
        for table in ("none", "%00", "a%00b", "%FF", "%ED%A0%80"):
            answer = http.get(f"/api/tables/{table}")
            assert (table, answer.status_code) == (table, 404)


@pytest.mark.parametrize("given", [None, "", "wrong", "é", "x" * 128, "\x00"])
def test_a_wrong_token_opens_nothing(http: httpx.Client, given: str | None) -> None:
    made = make(http)
    sit(http, made["id"])
    params = {} if given is None else {"token": given}
    assert_refused(http.delete(f"/api/tables/{made['id']}/seats", params=params), 403, "door.token")
    assert http.get(f"/api/tables/{made['id']}").json()["table"]["seats"][0]["kind"] == "person"


def test_a_token_is_of_one_table_only(http: httpx.Client) -> None:
    first, second = make(http), make(http)
    token = sit(http, first["id"]).json()["token"]
    sit(http, second["id"])
    assert_refused(http.delete(f"/api/tables/{second['id']}/seats", params={"token": token}), 403, "door.token")


def test_a_private_table_needs_its_invite_at_every_door(http: httpx.Client) -> None:
    made, other = make_finished(http, "thegame", 1, private=True), make(http, private=True)
    waiting = make(http, private=True)
    for invite in (None, "", "wrong", other["invite"], made["id"]):
        params = {} if invite is None else {"invite": invite}
        assert_refused(http.get(f"/api/tables/{made['id']}", params=params), 403, "door.invite")
        assert_refused(http.get(f"/api/tables/{made['id']}/replay", params=params), 403, "door.invite")
        assert_refused(http.get(f"/api/tables/{made['id']}/steps", params=params), 403, "door.invite")
        assert_refused(sit(http, waiting["id"], **params), 403, "door.invite")
    with_invite = {"invite": made["invite"]}
    assert http.get(f"/api/tables/{made['id']}", params=with_invite).status_code == 200
    assert http.get(f"/api/tables/{made['id']}/replay", params=with_invite).status_code == 200
    assert http.get(f"/api/tables/{made['id']}/steps", params=with_invite).status_code == 200
    assert sit(http, waiting["id"], invite=waiting["invite"]).status_code == 201


def test_the_list_shows_public_tables_that_wait_or_run(http: httpx.Client) -> None:
    over, waiting, hidden = make_finished(http, "thegame", 1), make(http), make(http, private=True)
    running = make(http, "thegame", 1)
    sit(http, running["id"])
    found = listed(http, lambda found: running["id"] in found and over["id"] not in found)
    assert found[waiting["id"]]["status"] == "waiting"
    assert found[running["id"]]["status"] == "running"
    assert hidden["id"] not in found
    assert set(found[waiting["id"]]) >= {"game", "variant", "players", "id", "status", "seats", "host", "clock", "aids"}


def test_private_tables_do_not_push_public_ones_off_the_list(tmp_path: Path) -> None:
    """ "The public tables that wait or run, at most 100": a hundred private ones are none of them."""
    with serving(tmp_path) as running, httpx.Client(base_url=running.url, trust_env=False) as http:
        public = make(http)
        for _ in range(101):
            make(http, private=True)
        time.sleep(1.1)
        assert [table["id"] for table in http.get("/api/tables").json()] == [public["id"]]


def test_a_foreign_origin_is_refused_our_own_and_none_are_allowed(http: httpx.Client, base: str) -> None:
    """ "A page of another site may not use a visitor's browser here; programs, which send no Origin, may"."""
    made = make(http)
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        base + ".evil.example",
        "x",
        "http://[",
    ):
        headers = {"Origin": origin}
        assert_refused(http.get("/api/tables", headers=headers), 403, "door.origin")
        assert_refused(http.get(f"/api/tables/{made['id']}", headers=headers), 403, "door.origin")
        assert_refused(http.post("/api/tables", json={"game": "thegame", "players": 1}, headers=headers), 403, "door.origin")
        assert_refused(http.post(f"/api/tables/{made['id']}/seats", json={"name": "A"}, headers=headers), 403, "door.origin")
        assert_refused(http.delete(f"/api/tables/{made['id']}/seats", headers=headers), 403, "door.origin")
        assert_refused(http.get(f"/api/tables/{made['id']}/replay", headers=headers), 403, "door.origin")
    assert http.get("/api/tables", headers={"Origin": base}).status_code == 200
    assert http.get("/api/tables").status_code == 200


def test_other_origins_can_be_allowed(tmp_path: Path) -> None:
    with serving(tmp_path, origins="https://cards.example, https://b.example/") as running:
        for origin, status in [("https://cards.example", 200), ("https://b.example", 200), ("https://c.example", 403)]:
            assert httpx.get(f"{running.url}/api/tables", headers={"Origin": origin}, trust_env=False).status_code == status


# ---- replays


def test_there_is_no_replay_before_the_end(http: httpx.Client) -> None:
    """ "Never sent to anyone before the end"."""
    made = make(http)
    for path in ("replay", "steps"):
        assert_refused(http.get(f"/api/tables/{made['id']}/{path}"), 409, "table.notover")
    for number in range(3):
        sit(http, made["id"], f"person {number}")
    for path in ("replay", "steps"):
        assert_refused(http.get(f"/api/tables/{made['id']}/{path}"), 409, "table.notover")


FINISHED = [
    ("sticheln", 3, {"options": {"rounds": 2}}),
    ("sticheln", 7, {"variant": "hazy", "options": {"rounds": 1}}),
    ("hattrick", 4, {"options": {"rounds": 1, "lead_tie": "colour"}}),
    ("thegame", 2, {"variant": "expert"}),
]


@pytest.mark.parametrize(("game", "players", "given"), FINISHED)
def test_a_replay_verifies(http: httpx.Client, tmp_path: Path, game: str, players: int, given: dict[str, Any]) -> None:
    """ "… and opens the secret when the game ends, so anyone can check every shuffle"."""
    made = make_finished(http, game, players, **given)
    answer = http.get(f"/api/tables/{made['id']}/replay").json()
    assert answer["commitment"] == made["commitment"]
    file = tmp_path / "replay.json"
    file.write_text(json.dumps(answer))
    checked = stichwerk("verify", "--lang", "en", str(file))
    assert checked.returncode == 0, checked.stderr
    assert "every deck comes from the secret" in checked.stdout


@pytest.mark.parametrize("encoding", ["gzip", "identity", "gzip;q=0", "br, gzip;q=0.5"])
def test_a_finished_game_can_be_stepped_through_round_by_round(http: httpx.Client, encoding: str) -> None:
    made = make_finished(http, options={"rounds": 2})
    where = f"/api/tables/{made['id']}/steps"
    answers = [
        http.get(where, params=params, headers={"Accept-Encoding": encoding}) for params in ({}, {"round": 2}, {"round": 1})
    ]
    assert answers[0].json() == answers[2].json()
    for answer, number in zip(answers, (1, 2), strict=False):
        told = answer.json()
        msgspec.convert(told, RoundSteps)
        assert (told["round"], told["rounds"], told["table"]["id"]) == (number, 2, made["id"])
        assert answer.headers.get("content-encoding") == (None if encoding in ("identity", "gzip;q=0") else "gzip")
        assert answer.headers["vary"] == "Accept-Encoding"
    replay = http.get(f"/api/tables/{made['id']}/replay").json()["replay"]
    moves = [step["move"] for answer in answers[:2] for step in answer.json()["steps"] if step["move"]]
    assert moves == replay["moves"]


@pytest.mark.parametrize(
    ("number", "status", "code"), [(3, 404, "table.noround"), (0, 400, "door.request"), ("x", 400, "door.request")]
)
def test_there_are_only_the_rounds_there_were(http: httpx.Client, number: Any, status: int, code: str) -> None:
    made = make_finished(http, options={"rounds": 2})
    assert_refused(http.get(f"/api/tables/{made['id']}/steps", params={"round": number}), status, code)


def test_an_altered_replay_does_not_verify(http: httpx.Client, tmp_path: Path) -> None:
    answer = http.get(f"/api/tables/{make_finished(http, 'thegame', 1)['id']}/replay").json()
    file = tmp_path / "replay.json"
    deck = answer["replay"]["decks"][0]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    file.write_text(json.dumps(answer))
    checked = stichwerk("verify", "--lang", "en", str(file))
    assert checked.returncode == 2
    assert "Traceback" not in checked.stderr


# ---- the rest of the house


def test_probes_and_figures(http: httpx.Client) -> None:
    assert http.get("/healthz").json() == {"status": "alive"}
    assert http.get("/readyz").json() == {"status": "ready"}
    make_finished(http, "thegame", 1)
    http.get("/api/tables/none")
    figures = http.get("/metrics")
    assert figures.headers["content-type"].startswith("text/plain")
    for name in ("stichwerk_tables", "stichwerk_sockets", 'stichwerk_moves_total{by="bot"}', "stichwerk_move_seconds_bucket"):
        assert name in figures.text
    assert 'stichwerk_errors_total{code="table.unknown"}' in figures.text


def test_the_server_is_not_ready_without_its_database(postgres: Postgres, tmp_path: Path) -> None:
    """ "Whether the store (and Redis) can be reached"."""
    with serving(tmp_path, postgres.new_database()) as running, httpx.Client(base_url=running.url, trust_env=False) as http:
        postgres.stop()
        try:
            assert_refused(http.get("/readyz"), 503, "door.unready")
            assert http.get("/healthz").status_code == 200
            assert_refused(http.post("/api/tables", json={"game": "thegame", "players": 1}), 503, "table.store")
        finally:
            postgres.start()
        assert http.get("/readyz").status_code == 200
        make(http)


def test_the_server_is_not_ready_without_its_redis(redis: Redis, tmp_path: Path) -> None:
    with serving(tmp_path, redis=redis.url) as running, httpx.Client(base_url=running.url, trust_env=False) as http:
        assert http.get("/readyz").status_code == 200
        redis.stop()
        try:
            assert_refused(http.get("/readyz"), 503, "door.unready")
            make(http)
        finally:
            redis.start()
        wait_until(lambda: http.get("/readyz").status_code == 200, "the server is ready again")


def test_the_openapi_description_is_served(http: httpx.Client) -> None:
    described = http.get("/api/docs/openapi.json").json()
    assert described["openapi"].startswith("3.")
    assert set(described["paths"]) >= {
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/seats",
        "/api/tables/{table_id}/replay",
        "/api/tables/{table_id}/steps",
        "/healthz",
        "/readyz",
        "/metrics",
    }


@pytest.mark.parametrize(
    ("method", "path", "status", "code"), [("GET", "/nothing", 404, "door.nothing"), ("PUT", "/api/tables", 405, "door.method")]
)
def test_what_is_not_there_is_refused_in_our_own_form(http: httpx.Client, method: str, path: str, status: int, code: str) -> None:
    for language in words.LANGUAGES:
        answer = http.request(method, path, headers={"Accept-Language": language})
        assert_refused(answer, status, code)
        assert (answer.headers.get("allow") is not None) == (status == 405)


def test_the_server_does_not_tell_what_it_is_made_of(http: httpx.Client) -> None:
    headers = http.get("/healthz").headers
    assert "server" not in headers
    assert "x-powered-by" not in headers


def test_a_port_that_is_taken_gets_a_sentence(server: Server) -> None:
    port = server.url.rsplit(":", 1)[1]
    tried = stichwerk("serve", "--lang", "en", "--port", port, database=f"sqlite:///{server.folder / 'other.sqlite'}")
    assert tried.returncode == 2
    assert tried.stderr.startswith("stichwerk: Cannot listen on 127.0.0.1")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("database", "mysql://x"),
        ("database", "postgresql://nobody@127.0.0.1:1/none"),
        ("database", "sqlite:////nowhere/at/all.sqlite"),
        ("proxies", "here"),
        ("redis", "redis://127.0.0.1:1"),
        ("redis", "nonsense"),
    ],
)
def test_a_setting_that_cannot_work_gets_a_sentence(tmp_path: Path, setting: str, value: str) -> None:
    """ "An illegal input is refused with a sentence that helps"."""
    settings = {"database": f"sqlite:///{tmp_path / 'tables.sqlite'}", "port": "0"} | {setting: value}
    tried = stichwerk("serve", "--lang", "en", patience=10.0, **settings)
    assert tried.returncode == 2, tried.stderr[-500:]
    assert tried.stderr.startswith("stichwerk: ")
    assert "Traceback" not in tried.stderr


@pytest.mark.parametrize("value", ["soon", "-1", "nan", "inf", "", "1e999", "0x10"])
def test_a_number_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(BadOption, match="grace cannot be"):
        from_environment({"STICHWERK_GRACE": value})
    with pytest.raises(BadOption, match="port cannot be"):
        from_environment({"STICHWERK_PORT": value})


def test_what_is_given_wins_over_the_environment_and_that_over_the_defaults() -> None:
    found = from_environment({"STICHWERK_PORT": "1", "STICHWERK_GRACE": "2.5", "OTHER": "x"}, port=3, host=None)
    assert (found.port, found.grace, found.host, found.limited) == (3, 2.5, "127.0.0.1", True)
