"""DESIGN, Secrets: "wire messages of one seat must not change when what that seat cannot see is permuted … (the commitment
aside)". And nothing that opens a door is ever printed.

A scripted game is played twice by people over sockets, with chosen decks: once as it is, once with every card that one seat
has not been shown exchanged for another such card, and the hidden choices with them (see `tests.test_secrets`, whose idea of
what was shown is not the server's). Every byte that seat was sent must be the same.
"""

from __future__ import annotations

import logging
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stichwerk import Game
from stichwerk.table import Table, secret, views
from tests.games import Setting, play_on
from tests.server.client import Person, all_at, ask, http_client, make_table, play_to_the_end, run, seated, sit
from tests.server.inside import Inside, inside
from tests.server.processes import environment, serving, wait_until
from tests.test_secrets import hand_and_choice, known, make, make_hidden, permuted, secret_moves, shuffled

TRIES = 50  # exchanges tried until one can be played
NONSENSE = ("r0", "b3", "50A", "n", "end", "start1", "what")  # moves that are tried out of turn, or without the card

SETTINGS = [
    (Setting("sticheln", 3, "classic", {"rounds": 2}), (1, 2, 20, 50)),
    (Setting("sticheln", 4, "hazy", {"rounds": 2}), (2, 30, 68)),
    (Setting("sticheln", 3, "delayed", {"rounds": 1}), (10, 46, 47)),
    (Setting("sticheln", 4, "aggravated", {"rounds": 1}), (1, 5, 8, 30)),
    (Setting("sticheln", 3, "aggravated", {"rounds": 1, "reveal": "end", "aim": "lucky"}), (4, 6, 20)),
    (Setting("sticheln", 7, "reverse", {"rounds": 1}), (3, 40)),
    (Setting("sticheln", 3, "delayed", {"rounds": 1, "colours": 2}), (46, 48)),
    (Setting("hattrick", 4, "standard", {"rounds": 1}), (1, 30, 1_000)),
    (Setting("thegame", 3, "standard"), (1, 2, 8, 20)),
    (Setting("thegame", 2, "expert"), (1, 9)),
]


@dataclass
class Script:
    """A game, or its beginning: the decks, the first dealer and the moves."""

    setting: Setting
    decks: list[list[str]]
    dealer: int
    moves: list[tuple[int, str]]

    def start(self) -> Game:
        return self.setting.start(0, decks=self.decks, **({} if self.setting.game == "thegame" else {"dealer": self.dealer}))


def write_script(setting: Setting, moves: int) -> Script:
    chance = random.Random(f"{setting} {moves}")
    decks = [shuffled(setting.start(1), chance) for _ in range(3)]
    script = Script(setting, decks, chance.randrange(setting.players), [])
    game = script.start()
    play_on(game, chance, moves)
    script.moves = [(seat, move) for seat, move in game.replay()["moves"]]
    return script


def exchange(script: Script, seat: int | None, chance: random.Random) -> Script:
    """The same script with what the seat has not been shown permuted."""
    for _ in range(TRIES):
        if (found := try_exchange(script, seat, chance)) and found.decks != script.decks:
            return found
    pytest.fail("no permutation could be played")


def try_exchange(script: Script, seat: int | None, chance: random.Random) -> Script | None:
    game = script.start()
    for who, move in script.moves:
        make(game, who, move)
    number = game.round - 1
    own: list[str] = [] if seat is None else hand_and_choice(game, seat)
    deck = script.decks[number]
    mapping = permuted(deck, set(deck) - known(game, seat, own), chance)
    later = [chance.sample(other, len(other)) for other in script.decks[number + 1 :]]
    decks = [*script.decks[:number], [mapping[card] for card in deck], *later]
    other = Script(script.setting, decks, script.dealer, [])
    hidden, again = secret_moves(script.setting, game, seat, script.decks), other.start()
    for n, (who, move) in enumerate(script.moves):
        if n not in hidden:
            make(again, who, move)
        elif not make_hidden(again, who, move, mapping, chance):
            return None
    other.moves = [(who, move) for who, move in again.replay()["moves"]]
    return other if again.over == game.over else None


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("stage")) as server:
        yield server


async def perform(base: str, script: Script, watcher: int | None) -> list[str]:
    """Plays a script in step; everything the watching seat, or spectator, was sent, without what names the table."""
    setting = script.setting
    made = await make_table(base, setting.game, setting.players, variant=setting.variant, options=setting.options)
    tokens = [(await sit(base, made["id"], f"person {seat}"))[1] for seat in range(setting.players)]
    people = [Person(base, made["id"], token) for token in tokens] + [Person(base, made["id"])]
    for number, person in enumerate(people):
        await person.connect()
        await all_at(people[:number], person.public)
    watching = people[-1 if watcher is None else watcher]
    for number, (seat, move) in enumerate(script.moves):
        await make_move(people, people[seat], move)
        if watcher is not None and (number % 5 == 0 or number == len(script.moves) - 1):
            await misbehave(watching)
    return [text.replace(made["id"], "ID").replace(made["commitment"], "COMMITMENT") for text in watching.received]


async def make_move(people: list[Person], person: Person, move: str) -> None:
    on = person.version
    if move[1:] in ("?", "!", "."):
        await person.send(type="signal", signal=move)
    else:
        await person.move(move)
    while person.version == on:
        await person.until_view()
    await all_at(people, person.public)


async def misbehave(person: Person) -> None:
    """Tries moves that cannot be made now: what is said about them belongs to what the seat is told."""
    for move in NONSENSE:
        if move not in person.view["legal"]:
            await person.move(move)
            await person.until("error")


@pytest.mark.parametrize(("setting", "moves"), [(s, n) for s, counts in SETTINGS for n in counts], ids=str)
def test_nothing_on_the_wire_tells_what_a_seat_may_not_know(
    stage: Inside, monkeypatch: pytest.MonkeyPatch, setting: Setting, moves: int
) -> None:
    script = write_script(setting, moves)
    chance = random.Random(moves)
    for watcher in (None, 0, setting.players - 1):
        first = record(stage, monkeypatch, script, watcher)
        second = record(stage, monkeypatch, exchange(script, watcher, chance), watcher)
        assert len(first) > len(script.moves) // 2  # of two choices the first is not shown to others
        assert first == second


def record(stage: Inside, monkeypatch: pytest.MonkeyPatch, script: Script, watcher: int | None) -> list[str]:
    monkeypatch.setattr(secret, "shuffled", lambda _key, number, _cards: script.decks[number])
    monkeypatch.setattr(secret, "first_dealer", lambda _key, _players: script.dealer)
    found: list[str] = []

    async def play() -> None:
        found.extend(await perform(stage.url, script, watcher))

    run(play())
    return found


def test_the_test_can_fail(stage: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that tells another's hand is caught."""
    honest = views.log

    def leaky(table: Table, since: int = 0) -> list[Any]:
        return [*honest(table, since), {"event": "oops", "hand": table.game.view(1)["hand"] if table.game else []}]

    monkeypatch.setattr(views, "log", leaky)
    script = write_script(Setting("sticheln", 3, "classic", {"rounds": 1}), 5)
    other = exchange(script, 0, random.Random(1))
    assert record(stage, monkeypatch, script, 0) != record(stage, monkeypatch, other, 0)


# ---- what opens doors


async def visit_everything(base: str) -> list[str]:
    """Uses every door, rightly and wrongly; gives back all that must stay secret."""
    made = await make_table(base, "thegame", 2, private=True)
    tokens = [(await sit(base, made["id"], name, made["invite"]))[1] for name in ("Ada", "Bob")]
    people = [Person(base, made["id"], token) for token in tokens]
    for person in people:
        await person.connect()
    await people[0].send(type="chat", text="psst")
    for text in ('{"type":"nonsense"}', '{"type":"move","version":1,"move":"nonsense"}'):
        await people[0].send_text(text)
        await people[0].until("error")
    await play_to_the_end(people)
    async with http_client(base) as http:
        for invite in (made["invite"], made["invite"] + "x"):
            for path in ("", "/replay"):
                await http.get(f"/api/tables/{made['id']}{path}", params={"invite": invite})
        replay = (await http.get(f"/api/tables/{made['id']}/replay", params={"invite": made["invite"]})).json()
        await http.get(f"/api/tables/none?token={tokens[0]}")
        await http.delete(f"/api/tables/{made['id']}/seats", headers={"Authorization": f"Bearer {tokens[0]}"})
        await http.delete(f"/api/tables/{made['id']}/seats", params={"token": tokens[0]})
    return [*tokens, made["invite"], replay["secret"], repr(bytes.fromhex(replay["secret"]))[2:-1]]


def assert_untold(text: str, secrets: list[str]) -> None:
    assert not [line for line in text.splitlines() if any(hidden in line for hidden in secrets)]


def test_no_key_is_in_what_the_server_prints_or_counts_or_refuses(tmp_path: Path) -> None:
    async def play() -> None:
        secrets = await visit_everything(running.url)
        async with http_client(running.url) as http:
            assert_untold((await http.get("/metrics")).text, secrets)
            assert_untold((await http.get("/api/tables")).text, secrets)
        assert_untold(running.output, secrets)

    with serving(tmp_path) as running:
        run(play())
    assert "Traceback" not in running.output


DEBUGGED = """
import logging, sys
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
from stichwerk.cli import main
sys.exit(main(["serve", "--lang", "en", "--port", "0"]))
"""


def test_no_key_is_in_the_log_at_any_level(tmp_path: Path) -> None:
    """… also where a host lets every library say all it can."""
    log = tmp_path / "log"
    settings = {"STICHWERK_DATABASE": f"sqlite:///{tmp_path / 'tables.sqlite'}", "STICHWERK_LIMITS": "off"}
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-c", DEBUGGED], stdout=output, stderr=output, env=environment(settings))
    try:
        wait_until(lambda: "http://127" in log.read_text(errors="replace"), "the server says where it is")
        found = re.search(r"http://[0-9.:]+[0-9]", log.read_text(errors="replace"))
        assert found
        secrets: list[str] = []

        async def play() -> None:
            secrets.extend(await visit_everything(found.group()))

        run(play())
    finally:
        process.terminate()
        process.wait(15)
    assert_untold(log.read_text(errors="replace"), secrets)


def test_no_key_is_in_the_log_when_a_table_cannot_be_stored(tmp_path: Path) -> None:
    """A database says no and a driver quotes what it was given: the secret and the invite of the table are part of that."""

    async def play() -> None:
        async with http_client(running.url) as http:
            answer = await http.post("/api/tables", json={"game": "thegame", "players": 1})
        assert answer.status_code >= 500
        assert "no room" not in answer.text

    with serving(tmp_path) as running:
        refuse(running.file, "tables")
        run(play())
    assert "[parameters:" not in running.output


def refuse(file: Path, table: str) -> None:
    """Makes a database refuse every new row of a table."""
    with sqlite3.connect(file, timeout=10) as connection:
        connection.execute(f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no room'); END")
    connection.close()


def test_a_seat_is_told_nothing_of_other_seats_keys(base: str) -> None:
    async def play() -> None:
        people = await seated(base, Setting("thegame", 3, "standard"))
        await play_to_the_end(people)
        secret_key = (await ask(base, f"/api/tables/{people[0].table}/replay"))["secret"]
        for person in people:
            assert_untold("\n".join(person.received), [secret_key, *(other.token or "" for other in people)])

    run(play())


def test_logging_is_quiet(caplog: pytest.LogCaptureFixture, stage: Inside) -> None:
    """What the server's own logger says at any level, while everything is used."""
    caplog.set_level(logging.DEBUG, logger="stichwerk")
    secrets: list[str] = []

    async def play() -> None:
        secrets.extend(await visit_everything(stage.url))

    run(play())
    assert_untold(caplog.text, secrets)
