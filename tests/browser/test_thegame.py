"""The Game on a phone: cards are drawn onto piles with a finger; and what must not be possible is not."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Locator, expect

from tests.browser.conftest import Guests
from tests.browser.lines import Line
from tests.browser.visitors import PHONE, Visitor, new_table

MOST_CARDS = 98


class Finger:
    """A finger on the glass: real touch events."""

    def __init__(self, guest: Visitor) -> None:
        self._devtools: CDPSession = guest.context.new_cdp_session(guest.page)

    def drag(self, what: Locator, onto: Locator) -> None:
        here, there = middle(what), middle(onto)
        self._touch("touchStart", here)
        for step in range(1, 6):
            part = step / 5
            self._touch("touchMove", (here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part))
        self._touch("touchEnd", None)

    def _touch(self, kind: str, at: tuple[float, float] | None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(of: Locator) -> tuple[float, float]:
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pile(guest: Visitor, letter: str) -> Locator:
    return guest.page.locator(f"[data-pile='{letter}']")


def test_a_whole_game_by_finger_on_a_phone(visit: Guests) -> None:
    """Small steps where possible, until nothing fits; the page tells how good that was."""
    guest = visit(size=PHONE)
    line, finger, told = Line(guest.page), Finger(guest), guest.listen()
    guest.sit_down(new_table(guest.url, "thegame", 1))
    guest.until(lambda: len(guest.hand) == 8, "the cards are dealt")
    for _ in range(2 * MOST_CARDS):
        view = line.views[-1]
        if view["over"]:
            break
        if "end" in view["legal"]:
            guest.button(guest.say("thegame.end")).click()
        else:
            move = smallest_step(view)
            finger.drag(guest.card(move[:-1]), pile(guest, move[-1]))
        guest.until(lambda view=view: line.views[-1] is not view, "the move is made")  # type: ignore[misc]
        guest.until(lambda: sorted(guest.hand) == sorted(line.views[-1]["hand"]), "the page shows the hand")
    ending = guest.page.locator("[data-result]")
    expect(ending).to_be_visible()
    assert ending.get_attribute("data-result") == line.views[-1]["result"]
    assert ending.get_by_role("heading").inner_text() in told()
    turns = [view for view in line.views if view["legal"] and not view["played"]]
    assert told().count(guest.say("table.yourturn")) == len(turns)  # called once a turn, not once a card


def smallest_step(view: dict[str, dict[str, int]]) -> str:
    moves: list[str] = [move for move in view["legal"] if move != "end"]
    return min(moves, key=lambda move: abs(int(move[:-1]) - view["piles"][move[-1]]))


def test_only_the_piles_where_a_card_fits_light_up(visit: Guests) -> None:
    guest = visit(size=PHONE)
    line, finger = Line(guest.page), Finger(guest)
    guest.sit_down(new_table(guest.url, "thegame", 1))
    guest.until(lambda: len(guest.hand) == 8, "the cards are dealt")
    low, high = guest.hand[0], guest.hand[-1]
    finger.drag(guest.card(high), pile(guest, "A"))
    guest.until(lambda: len(guest.hand) == 7, "the card lies")
    guest.card(low).click()
    assert "lit" not in (pile(guest, "A").get_attribute("class") or "")
    assert "lit" in (pile(guest, "B").get_attribute("class") or "")
    sent = len(line.moves)
    finger.drag(guest.card(low), pile(guest, "A"))
    guest.page.wait_for_timeout(200)
    assert len(line.moves) == sent
    expect(guest.button(guest.say("thegame.end"))).to_be_disabled()


def test_signals_are_given_and_seen_by_the_others_and_numbers_are_not_told(visit: Guests) -> None:
    table = new_table(visit().url, "thegame", 2)
    ada, bea = visit(), visit()
    lines = [Line(ada.page), Line(bea.page)]
    ada.sit_down(table, "Ada")
    bea.sit_down(table, "Bea")
    for guest in (ada, bea):
        guest.button(guest.say("table.eager.2")).click()
    ada.until(lambda: lines[0].views[-1]["phase"] == "play", "the game begins")
    ada.page.get_by_role("toolbar", name="Tell the others about pile C").get_by_role("button").last.click()
    expect(pile(bea, "C")).to_contain_text("Ada")
    ada.button("Chat").click()
    ada.page.get_by_label(ada.say("browser.chat.write")).fill("I have forty-two")
    ada.button("Send").click()
    expect(ada.page.get_by_role("alert")).to_be_visible()
    assert not [message for message in lines[1].heard if message["type"] == "chat"]


def test_what_may_not_be_said_is_told_over_the_chat_and_can_be_put_differently(visit: Guests) -> None:
    """On a phone the chat lies over the page, which is out of reach meanwhile."""
    guest = visit(size=PHONE)
    guest.sit_down(new_table(guest.url, "thegame", 2, bots=1))
    guest.button(guest.say("browser.chat")).click()
    field = guest.page.get_by_label(guest.say("browser.chat.write"))
    field.fill("I have forty-two")
    guest.button(guest.say("browser.chat.send")).click()
    chat = guest.page.get_by_role("dialog")
    expect(chat.get_by_role("alert")).to_contain_text("forty")
    expect(field).to_have_value("I have forty-two")
    field.fill("please not on the second pile")
    guest.button(guest.say("browser.chat.send")).click()
    expect(chat.get_by_role("log")).to_contain_text("second pile")
    expect(chat.get_by_role("alert")).to_have_count(0)
