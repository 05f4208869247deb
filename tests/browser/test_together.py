"""Four people with four browsers at one table, one of whom is cut off for a while, and somebody who looks on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.lines import Line
from tests.browser.visitors import Visitor, new_table
from tests.server.inside import Inside

NAMES = ["Ada", "Bea", "Carl", "Dora"]
TRICKS = 14


def test_four_people_a_lost_connection_and_a_spectator_who_learns_nothing(visit: Guests, house: Inside) -> None:
    table = new_table(house.url, "sticheln", 4)
    watching = visit()
    eyes = Line(watching.page)
    watching.go(f"/t/{table}")
    people = [visit() for _ in NAMES]
    lines = [Line(person.page) for person in people]
    for person, name in zip(people, NAMES, strict=True):
        person.sit_down(table, name)
    for person in people:
        person.wait_for_turn(TRICKS + 1)
        person.choose(person.hand[0])
    for trick in range(TRICKS):
        if trick == 3:
            cut_off(people[1], lines[1])
        if trick == 5:
            people[2].page.reload()
        play_a_trick(people, TRICKS - trick)
    for person, next_name in zip(people, [*NAMES[1:], NAMES[0]], strict=True):
        expect(person.page.get_by_role("dialog", name="Round 1 is over")).to_contain_text(next_name)
    assert watching.hand == []
    knows_nothing_secret(eyes.views)


def cut_off(person: Visitor, line: Line) -> None:
    """It comes back by itself, with the same cards, and says so meanwhile."""
    before, opened = person.hand, line.opened
    told = person.page.locator("#main").get_by_text("The connection is lost")
    line.cut()
    expect(told).to_be_visible()
    person.until(lambda: line.opened > opened, "the page connects again")
    expect(told).to_be_hidden()
    person.until(lambda: person.hand == before, "the cards are there again")


def play_a_trick(people: list[Visitor], left: int) -> None:
    """Whoever may, plays; the page of each tells when."""
    waiting = list(people)
    while waiting:
        waiting[0].until(lambda: any(len(person.playable) == left for person in waiting), "somebody may play")
        player = next(person for person in waiting if len(person.playable) == left)
        play_first_card(player, left)
        waiting.remove(player)


def play_first_card(player: Visitor, left: int) -> None:
    player.card(player.playable[0]).click()
    player.until(lambda: len(player.hand) < left, "the card has left the hand")


def knows_nothing_secret(views: list[dict[str, Any]]) -> None:
    played = [view for view in views if view["phase"] in ("choose", "play")]
    assert {view["phase"] for view in played} == {"choose", "play"}
    for view in played:
        assert (view["seat"], view["hand"], view["legal"]) == (None, [], [])
        if view["phase"] == "choose" and view["round"] == 1:
            assert not any(view["chosen"]), "a chosen card is shown before all have chosen"


@pytest.mark.parametrize("lost", ["the move", "its answer"])
def test_a_move_is_neither_lost_nor_doubled(visit: Guests, house: Inside, lost: str) -> None:
    guest = visit()
    line = Line(guest.page)
    guest.sit_down(new_table(house.url, "sticheln", 3, bots=2))
    guest.wait_for_turn(15)
    guest.choose(guest.hand[0])
    guest.wait_for_turn(14)
    card = guest.playable[0]
    line.mute, line.deaf = lost == "the move", True
    guest.card(card).click()
    guest.until(lambda: line.moves[-1]["move"] == card, "the move is sent")
    line.cut()
    guest.wait_for_turn(13)
    again = [move for move in line.moves if move["move"] == card]
    assert all(move == again[0] for move in again)
    assert len(again) > 1 or lost == "its answer"  # a view may have told already that it was made
    plays = [event for event in whole_log(line) if event["event"] == "play" and event["seat"] == 0]
    assert [event["card"] for event in plays] == [card]


def test_a_line_that_died_without_a_word_is_noticed(visit: Guests, house: Inside) -> None:
    guest = visit()
    guest.sit_down(new_table(house.url, "thegame", 1))
    guest.until(lambda: len(guest.playable) == 8, "the cards are dealt")
    guest.expected = "WebSocket connection"
    guest.context.set_offline(True)
    guest.card(guest.playable[0]).click()
    guest.page.locator(".pile.lit .target").first.click()
    expect(guest.page.locator("#main").get_by_text("The connection is lost")).to_be_visible()
    guest.context.set_offline(False)
    guest.wait_for_turn(7)


def whole_log(line: Line) -> list[dict[str, Any]]:
    """On connecting a view has the whole log, afterwards only what is new."""
    latest = max(at for at, view in enumerate(line.views) if any(event["event"] == "deal" for event in view["log"]))
    return [event for view in line.views[latest:] for event in view["log"]]
