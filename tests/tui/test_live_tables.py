"""A live table on a real server over loopback: sitting down, playing, talking, losing the connection, watching."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from stichwerk.tui.app import House
from stichwerk.tui.files import Files
from stichwerk.tui.place import Link
from stichwerk.tui.remote import RemotePlace
from tests.server import client
from tests.server.inside import Inside, inside
from tests.tui.people import at, house, play, run, shown, table, tap, until

BOT = {"kind": "bot", "bot": "simple"}
OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("server")) as running:
        yield running


def made(server: Inside, game: str = "sticheln", players: int = 3, **given: Any) -> dict[str, Any]:
    return asyncio.run(client.make_table(server.url, game, players, **given))


def invitation(server: Inside, about: dict[str, Any]) -> str:
    return f"{server.url}/join/{about['id']}?invite={about['invite']}"


async def sit_down(pilot: Pilot[None]) -> None:
    await until(pilot, lambda: at(pilot) == "JoinScreen" and len(pilot.app.screen.form.rows) > 2, "the table is looked at")  # type: ignore[attr-defined]
    await pilot.press("down", "enter")
    await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene, "sits")


def socket_of(pilot: Pilot[None]) -> Any:
    place = table(pilot).place
    assert isinstance(place, RemotePlace)
    return place._socket


@pytest.mark.parametrize(("game", "players"), [("sticheln", 3), ("hattrick", 4), ("thegame", 2)])
def test_a_whole_game_at_a_live_table(game: str, players: int, server: Inside, tmp_path: Path) -> None:
    options = {} if game == "thegame" else {"rounds": 1}
    about = made(server, game, players, private=True, options=options, seats=[OPEN, *[BOT] * (players - 1)])

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        await play(pilot)
        assert at(pilot) == "EndWindow"
        await pilot.press("enter")  # asks for a rematch, and goes there
        await until(pilot, lambda: table(pilot).scene and not table(pilot).scene.view["over"], "the next table")  # type: ignore[union-attr]

    run(house(tmp_path, join=invitation(server, about)), person)


def test_who_comes_back_has_the_same_seat(server: Inside, tmp_path: Path) -> None:
    about = made(server, private=True, seats=[OPEN, BOT, BOT])
    link = invitation(server, about)
    hands: list[list[str]] = []

    async def person(pilot: Pilot[None]) -> None:
        if not hands:
            await sit_down(pilot)
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene)
        hands.append(table(pilot).scene.view["hand"])  # type: ignore[union-attr]

    run(house(tmp_path, join=link), person)
    run(house(tmp_path, join=link), person)
    run(house(tmp_path, join=f"{server.url}/t/{about['id']}"), person)
    assert hands[0] == hands[1] == hands[2] != []


def test_a_seat_can_be_taken_along_by_its_link(server: Inside, tmp_path: Path) -> None:
    about = made(server, seats=[OPEN, BOT, BOT])
    _, token = asyncio.run(client.sit(server.url, about["id"], "Grace", about["invite"]))

    async def person(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene)
        assert table(pilot).scene.view["seat"] == 0  # type: ignore[union-attr]
        assert "Grace" in [seat["name"] for seat in table(pilot).scene.view["table"]["seats"]]  # type: ignore[union-attr]

    run(house(tmp_path, join=f"{server.url}/t/{about['id']}#seat={token}"), person)


def test_a_lost_connection_comes_back_and_says_so(server: Inside, tmp_path: Path) -> None:
    about = made(server, seats=[OPEN, BOT, BOT], options={"rounds": 1})

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        links: list[str] = []
        linked = table(pilot).linked

        def told(link: Link) -> None:
            links.append(link)
            linked(link)

        table(pilot).place.hearing.linked = told  # type: ignore[method-assign]
        for _ in range(4):
            await play(pilot, 2)
            links.clear()
            socket_of(pilot).transport.abort()
            await until(pilot, lambda: "lost" in links, "it is said")
            await until(pilot, lambda: links[-1] == "open", "it is back")
        await play(pilot)
        assert len(table(pilot)._sentences) == len(table(pilot)._told)  # nothing was told twice, nothing is missing

    run(house(tmp_path, join=invitation(server, about)), person)


def test_a_move_whose_answer_is_lost_is_made_once(server: Inside, tmp_path: Path) -> None:
    """The connection breaks right after a move was sent, and another one before it could be."""
    about = made(server, seats=[OPEN, BOT, BOT], options={"rounds": 1})

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        screen = table(pilot)
        for drop_first in (False, True, False, True):
            await until(pilot, lambda: socket_of(pilot) is not None, "here")
            await until(pilot, lambda: screen.may_move and screen.scene.view["legal"], "one's turn")  # type: ignore[union-attr]
            hand, version = list(screen.scene.view["hand"]), screen.version  # type: ignore[union-attr]
            if drop_first:
                socket_of(pilot).transport.abort()
                await tap(pilot, "home", "enter")
            else:
                await tap(pilot, "home", "enter")
                await asyncio.sleep(0)
                socket_of(pilot).transport.abort()
            await until(pilot, lambda version=version: screen.version > version and screen.sent is None, "made")  # type: ignore[misc]
            await until(pilot, lambda: screen.may_move and screen.scene.view["legal"], "one's turn")  # type: ignore[union-attr]
            assert len(screen.scene.view["hand"]) == len(hand) - 1  # type: ignore[union-attr]

    run(house(tmp_path, join=invitation(server, about)), person)


def test_people_talk_signal_and_are_watched(server: Inside, tmp_path: Path) -> None:
    about = made(server, "thegame", 2, seats=[OPEN, OPEN])

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        assert "open seat" in shown(pilot)
        await pilot.press("s", "b", "u", "l", "enter", "right", "a")  # nothing to do yet
        assert at(pilot) == "TableScreen"
        _, token = await client.sit(server.url, about["id"], "Grace", about["invite"])
        async with client.Person(server.url, about["id"], token) as grace, client.Person(server.url, about["id"]) as watcher:
            await until(pilot, lambda: table(pilot).scene.view["phase"] == "start", "it begins")  # type: ignore[union-attr]
            await grace.send(type="chat", text="Hello Ada")
            await until(pilot, lambda: "Hello Ada" in shown(pilot), "it is read")
            await pilot.press("t", *"Hi", "enter")
            while "Hi" not in [line["text"] for line in grace.chat]:
                await grace.receive()
            await pilot.press(*"I hold 37", "enter", "escape")
            await until(pilot, lambda: "nobody may tell" in shown(pilot), "numbers are refused")
            await pilot.press("s", "b")
            await client.until(grace, lambda view: view["signals"][0] == {"B": "?"})
            await pilot.press("s", "b")
            await client.until(watcher, lambda view: view["signals"][0] == {"B": "!"})

    run(house(tmp_path, join=invitation(server, about)), person)


def test_what_was_said_before_one_came_is_not_new(server: Inside, tmp_path: Path) -> None:
    about = made(server, players=3, seats=[OPEN, OPEN, OPEN])

    async def person(pilot: Pilot[None]) -> None:
        _, token = await client.sit(server.url, about["id"], "Grace", about["invite"])
        async with client.Person(server.url, about["id"], token) as grace:
            for text in ("Anybody here?", "Hello?"):
                await grace.send(type="chat", text=text)
            while len(grace.chat) < 2:
                await grace.receive()
            await sit_down(pilot)
            await until(pilot, lambda: "Grace: Hello?" in shown(pilot), "it can be read")
            assert table(pilot).scene.unread == 0  # type: ignore[union-attr]
            await asyncio.sleep(0.2)
            socket_of(pilot).transport.abort()
            await until(pilot, lambda: table(pilot)._link == "lost")
            await grace.send(type="chat", text="There you are!")
            await until(pilot, lambda: "There you are!" in shown(pilot), "what was said while one was away")
            assert table(pilot).scene.unread == 1  # type: ignore[union-attr]
            assert "1 new line" in shown(pilot)

    run(house(tmp_path, join=invitation(server, about)), person)


def test_the_host_fills_a_seat_and_pauses(server: Inside, tmp_path: Path) -> None:
    about = made(server, players=3)

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        await choose(pilot, "host:fill:1")
        await until(pilot, lambda: table(pilot).scene.view["table"]["seats"][1]["kind"] == "bot", "filled")  # type: ignore[union-attr]
        await choose(pilot, "host:start")
        await until(pilot, lambda: table(pilot).scene.view["phase"] == "choose", "started")  # type: ignore[union-attr]
        await choose(pilot, "host:pause")
        await until(pilot, lambda: "Paused" in shown(pilot), "paused")
        assert not table(pilot).may_move
        await choose(pilot, "host:resume")
        await until(pilot, lambda: table(pilot).may_move, "resumed")
        await leave(pilot)

    run(house(tmp_path, join=invitation(server, about)), person)


def test_leaving_and_removing_are_asked_about_first(server: Inside, tmp_path: Path) -> None:
    about = made(server, players=3)

    def second(pilot: Pilot[None]) -> str:
        return str(table(pilot).scene.view["table"]["seats"][1]["kind"])  # type: ignore[union-attr]

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        await client.sit(server.url, about["id"], "Grace", about["invite"])
        await until(pilot, lambda: second(pilot) == "person", "Grace sits")
        for answer, left in (("escape", "person"), ("enter", "open")):
            await choose(pilot, "host:remove:1")
            await until(pilot, lambda: "Really remove Grace?" in shown(pilot), "asked")
            await tap(pilot, "enter", "enter")  # too hasty to have read it
            assert at(pilot) == "Question"
            await asyncio.sleep(0.5)
            await tap(pilot, answer)
            await until(pilot, lambda left=left: second(pilot) == left, "answered")  # type: ignore[misc]
        await choose(pilot, "leave")
        await until(pilot, lambda: "Leave for good?" in shown(pilot), "asked")
        await tap(pilot, "escape")
        assert at(pilot) == "TableScreen"
        await leave(pilot)

    run(house(tmp_path, join=invitation(server, about)), person)


async def leave(pilot: Pilot[None]) -> None:
    await choose(pilot, "leave")
    await until(pilot, lambda: at(pilot) == "Question", "asked")
    await asyncio.sleep(0.5)
    await tap(pilot, "enter")
    await until(pilot, lambda: at(pilot) == "StartScreen", "left")


async def choose(pilot: Pilot[None], code: str) -> None:
    """Goes through the menu to an entry and takes it."""
    from textual.widgets import OptionList

    await pilot.press("m")
    await until(pilot, lambda: at(pilot) == "MenuWindow")
    await pilot.press("home", *["down"] * pilot.app.screen.query_one(OptionList).get_option_index(code), "enter")


def test_watching_shows_no_hand_and_takes_no_seat(server: Inside, tmp_path: Path) -> None:
    about = made(server, seats=[OPEN, BOT, BOT])

    async def person(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene)
        view = table(pilot).scene.view  # type: ignore[union-attr]
        assert view["seat"] is None
        assert view["table"]["seats"][0]["kind"] == "open"
        assert "You are watching" in shown(pilot)

    run(house(tmp_path, join=invitation(server, about), watch=True), person)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("nonsense", "does not lead to a table"),
        ("http://127.0.0.1:1/t/abc", "cannot be reached"),
        ("SERVER/t/abcabcabc", "There is no table abcabcabc"),
    ],
)
def test_a_link_that_leads_nowhere_is_answered_with_a_sentence(link: str, sentence: str, server: Inside, tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: sentence in shown(pilot), sentence)
        await pilot.press("down", "enter")
        await until(pilot, lambda: at(pilot) == "StartScreen")

    run(house(tmp_path, join=link.replace("SERVER", server.url)), person)


def test_an_impatient_enter_takes_one_seat(server: Inside, tmp_path: Path) -> None:
    about = made(server, players=3)

    async def person(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: at(pilot) == "JoinScreen" and len(pilot.app.screen.form.rows) > 2)  # type: ignore[attr-defined]
        await pilot.press("down")
        for _ in range(3):
            pilot.app.post_message(events.Key("enter", None))
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene)
        await asyncio.sleep(0.3)
        assert [seat["kind"] for seat in table(pilot).scene.view["table"]["seats"]] == ["person", "open", "open"]  # type: ignore[union-attr]

    run(house(tmp_path, join=invitation(server, about)), person)


def test_where_nothing_can_be_kept_one_plays_all_the_same_and_is_told(server: Inside, tmp_path: Path) -> None:
    about = made(server, seats=[OPEN, BOT, BOT])
    (tmp_path / "folder").write_text("in the way")

    async def person(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        await until(pilot, lambda: "cannot be kept" in shown(pilot), "it is told")
        await leave(pilot)

    run(House(Files(tmp_path / "folder"), "en", join=invitation(server, about)), person)
