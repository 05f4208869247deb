"""The screens of the client, each with the way to get there: for axe, for the pictures that are compared, and for the README."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.visitors import Visitor, new_table, wait_for_end

Scene = Callable[[Visitor], None]


def page(path: str) -> Scene:
    """A page that needs nothing but its address."""

    def show(guest: Visitor) -> None:
        guest.go(path)
        guest.page.wait_for_load_state("networkidle")

    return show


def join(guest: Visitor) -> None:
    guest.go(f"/join/{new_table(guest.url, 'sticheln', 4, bots=1, variant='hazy')}")
    guest.page.get_by_label(guest.say("settings.name")).wait_for()


def waiting(guest: Visitor) -> None:
    guest.sit_down(new_table(guest.url, "sticheln", 5, bots=2))
    guest.page.get_by_role("img", name=guest.say("browser.qr")).wait_for()


def settings(guest: Visitor) -> None:
    guest.go("/")
    guest.button(guest.say("browser.settings")).click()
    guest.page.get_by_role("dialog").wait_for()


def choose(guest: Visitor, players: int = 4, **more: Any) -> None:
    guest.sit_down(new_table(guest.url, "sticheln", players, bots=players - 1, **more))
    guest.until(lambda: len(guest.playable) > 12, "the cards are dealt")


def play(guest: Visitor, players: int = 4, tricks: int = 3) -> None:
    """After a few tricks, on one's own turn."""
    choose(guest, players)
    left = len(guest.hand) - 1
    guest.choose(guest.hand[4])
    for done in range(tricks):
        guest.wait_for_turn(left - done)
        guest.card(guest.playable[done]).click()
    guest.wait_for_turn(left - tricks)


def play_last(guest: Visitor) -> None:
    """A trick that only one's own card is missing from."""
    play(guest)
    while guest.page.get_by_test_id("trick").get_by_role("listitem").count() < 3:
        left = len(guest.hand) - 1
        guest.card(guest.playable[-1]).click()
        guest.wait_for_turn(left)


def play_with_eight(guest: Visitor) -> None:
    play(guest, players=8)


def round_over(guest: Visitor, **more: Any) -> None:
    choose(guest, players=3, **more)
    guest.choose(guest.hand[4])
    for left in range(14, 0, -1):
        guest.wait_for_turn(left)
        guest.card(guest.playable[0]).click()
    guest.page.get_by_role("dialog").wait_for()


def naming(guest: Visitor) -> None:
    """Delayed, after the last trick; seat 0 has taken something there, since it plays its highest cards first."""
    choose(guest, players=3, variant="delayed")
    for left in range(15, 0, -1):
        guest.wait_for_turn(left)
        guest.card(max(guest.playable, key=lambda card: int(card[1:]))).click()
    guest.page.locator("[data-colour]").first.wait_for()


def lost_table(guest: Visitor) -> None:
    guest.go("/t/nothing-here")
    guest.page.get_by_role("alert").wait_for()


def over(guest: Visitor) -> None:
    round_over(guest, options={"rounds": 1})
    guest.button(guest.say("table.toresult")).click()
    guest.button(guest.say("table.rematch")).wait_for()


def hattrick(guest: Visitor) -> None:
    guest.sit_down(new_table(guest.url, "hattrick", 5, bots=4))
    for left in (12, 11, 10):
        guest.wait_for_turn(left)
        guest.card(guest.playable[left % 3]).click()
    guest.wait_for_turn(9)


def thegame_start(guest: Visitor) -> None:
    guest.sit_down(new_table(guest.url, "thegame", 3, bots=2))
    guest.page.get_by_role("heading", name=guest.say("thegame.start")).wait_for()


def thegame(guest: Visitor) -> None:
    """Alone, after a turn, with a card picked up."""
    guest.sit_down(new_table(guest.url, "thegame", 1))
    guest.until(lambda: len(guest.playable) == 8, "the cards are dealt")
    for _ in range(2):
        take_and_lay(guest)
    guest.button(guest.say("thegame.end")).click()
    guest.until(lambda: len(guest.hand) == 8 and len(guest.playable) > 1, "the hand is full again")
    guest.card(guest.playable[1]).click()


def take_and_lay(guest: Visitor) -> None:
    guest.until(lambda: bool(guest.playable), "the move before has been answered")
    held = len(guest.hand)
    guest.card(guest.playable[0]).click()
    guest.page.locator(".pile.lit .target").first.click()
    guest.until(lambda: len(guest.hand) < held, "the card lies")


def thegame_over(guest: Visitor) -> None:
    guest.go(f"/t/{finished(guest.url, 'thegame', 2)}")
    guest.page.locator("[data-result]").wait_for()


def replay(guest: Visitor) -> None:
    guest.go(f"/r/{finished(guest.url, 'sticheln', 4, options={'rounds': 1})}?step=20")
    guest.page.get_by_role("slider").wait_for()


def finished(url: str, game: str, players: int, **more: Any) -> str:
    """A table that bots have played to its end."""
    table = new_table(url, game, players, bots=players, **more)
    wait_for_end(url, table)
    return table


SCENES: dict[str, Scene] = {
    "front": page("/"),
    "new": page("/new"),
    "new for friends": page("/new?friends&game=thegame"),
    "tables": page("/tables"),
    "nowhere": page("/nowhere"),
    "no such table": lost_table,
    "rules": page("/rules"),
    "rules of Sticheln": page("/rules/sticheln"),
    "rules of Hat Trick": page("/rules/hattrick"),
    "rules of The Game": page("/rules/thegame"),
    "lessons": page("/learn"),
    "lesson in Sticheln": page("/learn/sticheln"),
    "lesson in The Game": page("/learn/thegame"),
    "settings": settings,
    "join": join,
    "waiting": waiting,
    "choose": choose,
    "play": play,
    "play with eight": play_with_eight,
    "naming": naming,
    "round over": round_over,
    "over": over,
    "hat trick": hattrick,
    "The Game, start": thegame_start,
    "The Game": thegame,
    "The Game, over": thegame_over,
    "replay": replay,
}
