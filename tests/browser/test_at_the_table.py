"""What a seat is: it can be taken along, minded by a bot, called to; and the table's own small services."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stichwerk import words
from tests.browser import scenes
from tests.browser.conftest import Guests
from tests.browser.lines import Line
from tests.browser.visitors import PHONE, WIDE, new_table
from tests.server.inside import Inside


def test_a_seat_is_taken_along_to_another_device(visit: Guests) -> None:
    guest = visit()
    scenes.choose(guest)
    guest.page.get_by_role("button", name=guest.say("browser.menu"), exact=True).click()
    guest.button(guest.say("browser.device")).click()
    link = guest.page.locator("dialog input[readonly]").input_value()
    phone = visit(size=(390, 844))
    phone.page.goto(link)
    phone.wait_for_turn(15)
    assert phone.hand == guest.hand
    phone.until(lambda: "seat=" not in phone.page.url, "the token is taken out of the address")
    phone.choose(phone.hand[0])
    guest.wait_for_turn(14)


def test_a_link_that_opens_no_seat_takes_nobodys_seat_away(visit: Guests) -> None:
    guest = visit()
    scenes.choose(guest)
    own = guest.page.url
    guest.page.goto(own + "#seat=nonsense")
    expect(guest.page.get_by_role("alert")).to_contain_text(words.catalogue("en")["door.token"].split("{")[0])
    guest.page.goto(own)
    guest.wait_for_turn(15)


def test_a_bot_sits_in_for_who_is_away_and_goes_when_they_come_back(visit: Guests, house: Inside) -> None:
    table = new_table(house.url, "sticheln", 3, bots=1)
    ada, bea = visit(), visit()
    heard = ada.listen()
    ada.sit_down(table, "Ada")
    bea.sit_down(table, "Bea")
    bea.wait_for_turn(15)
    seat = bea.page.url
    bea.go("/rules")
    told = ada.page.locator("#main").get_by_text(ada.say("table.standin"))
    expect(told.first).to_be_visible(timeout=15_000)
    bea.page.goto(seat)
    bea.until(lambda: bool(bea.hand), "the cards are there again")
    expect(told).to_have_count(0)
    assert "Bea is away: a bot sits in." in heard()
    assert "Bea is back." in heard()


def test_the_title_calls_whose_turn_it_is(visit: Guests) -> None:
    guest = visit()
    scenes.choose(guest)
    expect(guest.page).to_have_title(re.compile("^● Your turn! – .+ – Stichwerk$"))


def test_a_screen_reader_is_told_of_turns_cards_tricks_and_points(visit: Guests) -> None:
    guest = visit()
    told = guest.listen()
    scenes.round_over(guest)
    for part in ("Your turn", "plays", "takes the trick", "You play", "scores", "You score"):
        assert part in told()
    assert told().count("Your turn") == 1 + 14  # a choice and 14 cards: once for each, whatever the others do meanwhile


def test_the_last_card_plays_itself_where_that_is_wanted(visit: Guests) -> None:
    guest = visit(lastCard=True)
    scenes.choose(guest, players=3)
    guest.choose(guest.hand[0])
    for left in range(14, 1, -1):
        guest.wait_for_turn(left)
        guest.card(guest.playable[0]).click()
    guest.page.get_by_role("dialog", name="Round 1 is over").wait_for()


def test_people_talk_and_can_be_muted(visit: Guests, house: Inside) -> None:
    table = new_table(house.url, "sticheln", 3, bots=1)
    ada, bea = visit(), visit()
    line = Line(ada.page)
    ada.sit_down(table, "Ada")
    bea.sit_down(table, "Bea")
    ada.wait_for_turn(15)
    ada.button("Chat").click()
    bea.button("Chat").click()
    heard = ada.page.get_by_role("log")

    def say(text: str) -> None:
        bea.page.get_by_label(bea.say("browser.chat.write")).fill(text)
        bea.button("Send").click()

    say("<b>hello</b> 42")
    expect(heard).to_contain_text("<b>hello</b> 42")
    ada.button("Mute Bea").click()
    say("and again")
    ada.until(lambda: any(message.get("text") == "and again" for message in line.heard), "the server passes it on")
    expect(heard).not_to_contain_text("and again")


def test_a_table_for_friends_is_made_on_the_page_and_joined_by_its_link(visit: Guests) -> None:
    ada, bea = visit(), visit()
    ada.go("/new?friends&game=thegame")
    ada.page.locator("button.go").click()
    link = ada.page.locator("input[readonly]").input_value()
    bea.page.goto(link)
    bea.page.get_by_label(bea.say("settings.name")).fill("Bea")
    bea.button(bea.say("front.join.sit")).click()
    expect(ada.page.get_by_text("Bea").first).to_be_visible()


def test_who_only_looks_at_a_table_with_a_free_seat_can_sit_down(visit: Guests, house: Inside) -> None:
    guest = visit()
    guest.go(f"/t/{new_table(house.url, 'sticheln', 4, bots=3)}")
    guest.page.get_by_role("link", name=guest.say("front.join.sit")).click()
    guest.button(guest.say("front.join.sit")).click()
    guest.until(lambda: len(guest.playable) == 15, "the cards are dealt")


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_a_tables_own_rules_are_read_without_leaving_it(visit: Guests, house: Inside, size: tuple[int, int]) -> None:
    guest = visit(size=size)
    guest.sit_down(new_table(house.url, "sticheln", 4, bots=3, variant="hazy"))
    guest.button(guest.say("browser.rules.here")).click()
    expect(guest.page.get_by_role("dialog")).to_contain_text(guest.say("rules.sticheln.reveal.end"))
    guest.page.keyboard.press("Escape")
    guest.until(lambda: len(guest.playable) == 15, "the table is still there")


def test_what_makes_no_sense_gets_a_sentence_once_and_ways_on(visit: Guests) -> None:
    guest = visit()
    said = words.catalogue("en")["table.unknown"].split("{")[0].strip()
    for page in ("t", "join", "r"):
        guest.go(f"/{page}/nothing-here")
        expect(guest.page.get_by_role("alert")).to_have_count(1)
        expect(guest.page.get_by_role("alert")).to_contain_text(said)
        expect(guest.page.locator("#main").get_by_role("link", name=guest.say("browser.home"))).to_be_visible()
    for page in ("nowhere", "constructor", "t/", "join/", "r", f"join/{'x' * 100}"):
        guest.go(f"/{page}")
        expect(guest.page.get_by_role("heading", name=guest.say("browser.nowhere"))).to_be_visible()
        expect(guest.page.get_by_role("banner")).to_be_visible()
    guest.complaints.clear()  # that they are not found stands in the console too
