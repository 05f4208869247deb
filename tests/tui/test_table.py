"""The table on the screen: what it shows in every window, what keys and mouse do, at which pace."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.pilot import Pilot

from stichwerk.table.offers import offers
from stichwerk.tui import narrate, picture, piles, scoring, tricks
from stichwerk.tui.cards import PALETTES, label
from stichwerk.tui.scene import Scene
from stichwerk.tui.speech import Speech, signed
from stichwerk.words import LANGUAGES
from tests.games import ALL, Setting
from tests.table import tables
from tests.tui.people import at, house, keys_for, play, run, shown, table, tap, until


def wished(game: str, variant: str | None = None, **more: Any) -> dict[str, Any]:
    return {"game": game, "wishes": {game: {"game": game, "variant": variant, **more} if variant else {"game": game, **more}}}


async def sit(pilot: Pilot[None]) -> None:
    await tap(pilot, "enter")
    await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).may_move and view(pilot)["legal"], "one's turn")


def view(pilot: Pilot[None]) -> Any:
    scene = table(pilot).scene
    assert scene is not None
    return scene.view


async def press_at_once(pilot: Pilot[None], *keys: str) -> None:
    """As they come over a slow line, or from an impatient hand."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await asyncio.sleep(0.3)
    await pilot.pause()


# ---- what is shown


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_every_table_fits_80_by_24_in_every_language(setting: Setting) -> None:
    """At the beginning, in the middle and at the end, for a player and for who watches."""
    from stichwerk.table import views

    live = tables.seated_for(tables.shortened(setting))
    chance = random.Random(1)
    for moves in (0, setting.players * 2, setting.players * 3, 10_000):
        tables.play(live, moves, chance)
        for seat in (0, None):
            seen = views.whole(live, seat)
            for language, (width, height) in [*((each, (80, 24)) for each in LANGUAGES), ("en", (97, 31)), ("en", (200, 60))]:
                scene = Scene(seen, Speech(language), PALETTES["dark"], True, False, (seen["hand"] or [None])[0])
                lines = picture.paint(scene, width, height)
                assert len(lines) == height
                assert all(cell_len(line.plain) <= width for line in lines), [line.plain for line in lines]
                text = "\n".join(line.plain for line in lines)
                assert "×" not in text  # the sentence of windows that are too small
                assert all(card in text for card in seen["hand"])


@pytest.mark.parametrize("game", ["sticheln", "hattrick", "thegame"])
@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_what_lies_there_lies_in_the_middle(game: str, size: tuple[int, int]) -> None:
    from stichwerk.table import views

    live = tables.seated_for(tables.shortened(next(setting for setting in ALL if setting.game == game and setting.players < 5)))
    while views.whole(live, 0)["phase"] != "play":
        tables.play(live, 1, random.Random(1))
    scene = Scene(views.whole(live, 0), Speech("en"), PALETTES["dark"], True)
    layout = picture.plan(scene, *size)
    width = layout.left if layout.whole else size[0]
    for line in (piles if game == "thegame" else tricks).lines(scene, width, layout.big)[:3]:
        before, after = (width - len(rest) for rest in (line.plain.lstrip(), line.plain.rstrip()))
        assert cell_len(line.plain) == width
        assert abs(before - after) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_sentence_is_told_whole(language: str) -> None:
    """In The Game a refused line of chat is told at length; a table of 80 × 24 has room for it."""
    from stichwerk.table import views

    live = tables.seated_for(tables.shortened(next(setting for setting in ALL if setting.game == "thegame")))
    say = Speech(language)
    for code, params in (("chat.number", {"named": "37"}), ("move.descending", {"card": "37", "pile": "C", "top": 12})):
        scene = Scene(views.whole(live, 0), say, PALETTES["dark"], True, notice=Text(say(code, **params)))
        lines = picture.paint(scene, 80, 24)
        assert len(lines) == 24
        assert all(cell_len(line.plain) <= 80 for line in lines)
        assert " ".join(say(code, **params).split()) in " ".join(" ".join(line.plain for line in lines[-3:]).split())


@pytest.mark.parametrize(("language", "own"), [("en", "dealt by you."), ("de", "du hast gegeben."), ("fr", "donnée par vous.")])
def test_the_log_calls_oneself_you_also_who_dealt(language: str, own: str) -> None:
    from stichwerk.table import views

    live = tables.seated_for(tables.shortened(next(setting for setting in ALL if setting.game == "sticheln")))
    for seat in (0, 1, None):
        seen = views.whole(live, seat)
        told = narrate.narrate({"event": "deal", "round": 2, "dealer": 0}, seen, Speech(language), PALETTES["dark"]).plain
        assert told.endswith(own) == (seat == 0)
        assert (seen["table"]["seats"][0]["name"] in told) == (seat != 0)


def test_a_tiny_window_has_a_sentence_instead_and_grows_again(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        hand = view(pilot)["hand"]
        for width, height in ((40, 10), (79, 12), (20, 5), (5, 2), (1, 1)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert not any(card in shown(pilot) for card in hand if len(card) > 2)
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "This window has 40 × 10" in " ".join(shown(pilot).split())
        for width, height in ((80, 24), (133, 47), (250, 70)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert "Your hand" in shown(pilot)
            assert all(card in shown(pilot) for card in hand)

    run(house(tmp_path), person)


def test_the_card_that_wins_right_now_is_marked(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        marked = 0
        for _ in range(8):
            await tap(pilot, *keys_for(view(pilot)))
            await until(pilot, lambda: table(pilot).may_move and view(pilot)["legal"])
            if view(pilot)["trick"]:
                winning = next(play["card"] for play in view(pilot)["trick"] if play["seat"] == view(pilot)["winning"])
                marked += 1
                await pilot.pause()
                strong = [line for line in shown(pilot).split("\n") if "║" in line]
                assert any(winning.lstrip("rbgnyv") in line for line in strong)
                assert " wins " in shown(pilot)
        assert marked

    run(house(tmp_path), person)


@pytest.mark.parametrize("game", offers().games, ids=lambda game: game.name)
def test_help_tells_the_rules_of_this_very_table(game: Any, tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: at(pilot) == "Sheet")
        text = " ".join(shown(pilot).replace("│", " ").split())
        expected = {
            "sticheln": "Each card of your misery colour costs 5",
            "hattrick": "red comes before blue",
            "thegame": "Lay at least 3 cards",
        }[game.name]
        assert expected in text
        await pilot.press("escape")
        assert at(pilot) == "TableScreen"

    options = {"hattrick": {"lead_tie": "colour"}}.get(game.name, {})
    variant = {"sticheln": "mild", "hattrick": "standard", "thegame": "expert"}[game.name]
    run(house(tmp_path, kept=wished(game.name, variant, options=options)), person, (110, 90))


def test_what_is_longer_than_the_window_can_be_scrolled(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await pilot.press("question_mark", "end")
        await until(pilot, lambda: "live one waits for you" in shown(pilot), "the last line of the rules")
        await pilot.press("escape")
        await play(pilot, 8)
        await until(pilot, lambda: table(pilot).may_move and view(pilot)["legal"])
        await pilot.press("h")
        await until(pilot, lambda: at(pilot) == "Sheet")
        newest = table(pilot)._sentences[-1].plain
        await until(pilot, lambda: f"│ {newest} " in shown(pilot).replace("  │", " │")[500:], "the newest sentence")

    run(house(tmp_path), person)


def test_log_last_trick_and_unseen_cards_can_be_looked_at(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await play(pilot, 3)
        await until(pilot, lambda: table(pilot).may_move and view(pilot)["legal"])
        for key, words in (
            ("l", view(pilot)["last_trick"]["cards"][0]["card"]),
            ("u", view(pilot)["unseen"][-1]),
            ("h", " the trick."),
        ):
            await pilot.press(key)
            await until(pilot, lambda: at(pilot) == "Sheet")
            assert words in shown(pilot)
            await pilot.press("escape")

    run(house(tmp_path), person)


def test_a_rounds_points_are_counted_card_by_card(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        while at(pilot) != "RoundWindow":
            if table(pilot).may_move and view(pilot)["legal"]:
                await tap(pilot, *keys_for(view(pilot)))
            await asyncio.sleep(0.01)
        await pilot.press("pageup", "pageup", "pageup")
        text = shown(pilot)
        for tally in view(pilot)["last_round"]:
            assert all(card in text for group in tally["counted"] for card in group["cards"])
        assert "Enter: Next round" in text
        await pilot.press("enter")
        await until(pilot, lambda: view(pilot)["round"] == 2, "the next round")

    run(house(tmp_path, kept=wished("sticheln", "classic", players=3)), person, (120, 60))


@pytest.mark.parametrize("players", [4, 8])
def test_the_last_of_a_rounds_points_is_seen_in_80_by_24(players: int, tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        while at(pilot) != "RoundWindow":
            if table(pilot).may_move and view(pilot)["legal"]:
                await tap(pilot, *keys_for(view(pilot)))
            await asyncio.sleep(0.01)
        worst = min(view(pilot)["scores"])
        await until(pilot, lambda: f"= {signed(worst)}   total {signed(worst)}" in shown(pilot), "the last seat's sum")
        assert view(pilot)["points"] == view(pilot)["scores"]  # the table behind says the same

    run(house(tmp_path, kept=wished("sticheln", "classic", players=players)), person)


def test_the_last_rounds_points_can_be_looked_at_again_also_after_quitting(tmp_path: Path) -> None:
    async def first(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await tap(pilot, "p")
        assert at(pilot) == "TableScreen"  # there are none yet
        while at(pilot) != "RoundWindow":
            if table(pilot).may_move and view(pilot)["legal"]:
                await tap(pilot, *keys_for(view(pilot)))
            await asyncio.sleep(0.01)
        await pilot.press("ctrl+q")

    async def second(pilot: Pilot[None]) -> None:
        await sit(pilot)
        for opens, closes in (("p", "p"), ("p", "escape"), ("m", "enter")):
            await tap(pilot, opens)
            if opens == "m":
                await tap(pilot, "down", "enter")
            await until(pilot, lambda: at(pilot) == "RoundWindow", "looked at again")
            await until(pilot, lambda: "Round 1 is over" in shown(pilot) and "Escape closes" in shown(pilot))
            assert f"= {signed(max(view(pilot)['scores']))}" in shown(pilot)
            await tap(pilot, closes)
            await until(pilot, lambda: at(pilot) == "TableScreen", "closed")
        assert table(pilot).may_move

    kept = wished("sticheln", "classic", players=3)
    run(house(tmp_path, kept=kept), first, (120, 60))
    run(house(tmp_path), second, (120, 60))


@pytest.mark.parametrize("width", [30, 40, 66, 94])
def test_many_cards_are_broken_between_cards_and_never_inside_their_sum(width: int) -> None:
    cards = [f"{colour}{number}" for colour in "rb" for number in range(10)]
    group = {"cards": cards, "each": 1, "points": 20}
    seen: Any = {"seat": 0, "scores": [20], "last_round": [{"points": 20, "counted": [group]}]}
    _, parts, _ = scoring.counted(seen, Speech("en"), PALETTES["dark"])
    lines = [line.plain for line in scoring.broken(parts, width)]
    assert " ".join(" ".join(lines).split()) == f"{' '.join(map(label, cards))} 20 × +1 = +20 → +20"
    assert all(cell_len(line) <= width for line in lines)
    assert lines[-1].endswith("20 × +1 = +20  → +20")
    assert all(line.startswith("    ") for line in lines[1:])


# ---- what is done


def test_arrows_letters_and_typing_choose_a_card(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        hand = view(pilot)["hand"]
        await pilot.press("home", "right")
        assert table(pilot).hands.cursor == hand[1]
        await pilot.press("left", "left")
        assert table(pilot).hands.cursor == hand[-1]
        for card in (hand[7], hand[3], hand[12]):
            await pilot.press(*card)
            assert table(pilot).hands.cursor == card
        await pilot.press("enter")
        await until(pilot, lambda: view(pilot)["chosen"][0] == [hand[12]], "chosen")

    run(house(tmp_path), person)


def test_a_card_that_one_does_not_hold_is_not_another_one(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        hand = view(pilot)["hand"]
        first = hand[0]
        for missing in (f"{first[0]}19", "v3"):  # of a colour one has, and of one that four players do not have
            await pilot.press(*missing, "enter")
            sentence = f"You do not hold {missing}"
            await until(pilot, lambda sentence=sentence: sentence in shown(pilot), "refused")  # type: ignore[misc]
        await pilot.press(*first, "enter")
        await until(pilot, lambda: view(pilot)["chosen"][0] == [first], "chosen")

    run(house(tmp_path), person)


def test_a_number_that_one_does_not_hold_is_not_laid(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        missing = next(str(number) for number in range(99, 9, -1) if str(number) not in view(pilot)["hand"])
        for key in ("a", "enter"):
            await pilot.press(*missing, key)
            await until(pilot, lambda: f"You do not hold {missing}" in shown(pilot), "refused")
            await pilot.press("escape")
        held = view(pilot)["hand"][-1]
        await pilot.press(*held, "a")
        await until(pilot, lambda: view(pilot)["piles"]["A"] == int(held), "laid")

    run(house(tmp_path, kept=wished("thegame", players=1)), person)


def test_a_click_chooses_and_another_plays(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        hand = view(pilot)["hand"]
        row = next(number for number, line in enumerate(shown(pilot).split("\n")) if hand[0] in line and hand[-1] in line)
        await pilot.click("TableCanvas", offset=(2 + 5 * 6, row + 1))  # its edge is the card too
        assert table(pilot).hands.cursor == hand[6]
        await pilot.click("TableCanvas", offset=(2 + 5 * 4, row))
        assert table(pilot).hands.cursor == hand[4]
        await pilot.click("TableCanvas", offset=(2 + 5 * 4, row))
        await until(pilot, lambda: view(pilot)["chosen"][0] == [hand[4]], "chosen")

    run(house(tmp_path), person)


def test_the_game_shows_where_a_card_fits_and_why_not(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        low, high = view(pilot)["hand"][0], view(pilot)["hand"][-1]
        assert f"{low}: +{int(low) - 1}" in shown(pilot)
        await pilot.press("e")
        await until(pilot, lambda: "The turn cannot end yet" in shown(pilot))
        await pilot.press(*high, "a")
        await until(pilot, lambda: view(pilot)["piles"]["A"] == int(high), "laid")
        await pilot.press(*low, "a")
        if int(high) - int(low) != 10:
            await until(pilot, lambda: f"{low} does not fit pile A" in shown(pilot), "refused")
        await pilot.press("b")
        await until(pilot, lambda: view(pilot)["piles"]["B"] == int(low), "laid")
        assert f"{high} on A, {low} on B" in shown(pilot)
        await pilot.press("e")
        await until(pilot, lambda: len(view(pilot)["hand"]) == 8, "drawn")

    run(house(tmp_path, kept=wished("thegame", players=1)), person)


def test_piles_are_clicked_and_signs_given_at_any_time(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await pilot.press("s", "c")
        await until(pilot, lambda: view(pilot)["signals"][0] == {"C": "?"})
        assert "slowly" in shown(pilot) or view(pilot)["phase"] == "start"
        await pilot.press("s", "c", "s", "c")
        await until(pilot, lambda: view(pilot)["signals"][0] == {})
        await pilot.press("3")
        await until(pilot, lambda: view(pilot)["turn"] == 0 and table(pilot).may_move)
        first = view(pilot)["hand"][0]
        row, line = next((number, line) for number, line in enumerate(shown(pilot).split("\n")) if "╔" in line)
        await pilot.click("TableCanvas", offset=(line.index("╔") + 2, row + 1))
        await until(pilot, lambda: view(pilot)["piles"]["A"] == int(first), "laid by a click")

    run(house(tmp_path, kept=wished("thegame", players=2)), person)


def test_a_colour_is_named_after_the_tricks(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        while view(pilot)["phase"] == "play":
            if table(pilot).may_move and view(pilot)["legal"]:
                await tap(pilot, *keys_for(view(pilot)))
            await asyncio.sleep(0.01)
        if view(pilot)["legal"]:
            await until(pilot, lambda: "best for you" in shown(pilot))
            assert table(pilot).hands.cursor == view(pilot)["proposed"]

    run(house(tmp_path, kept=wished("sticheln", "delayed", players=3)), person)


# ---- at which pace


def test_bots_play_one_after_the_other_and_can_be_hurried(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await tap(pilot, "home", "enter")
        await asyncio.sleep(0.3)
        assert len(view(pilot)["trick"]) <= 1  # the cards that were turned up are still being looked at
        await tap(pilot, "space")
        await until(pilot, lambda: table(pilot).may_move and view(pilot)["legal"], "one's turn")

    run(house(tmp_path, pace="slow", kept=wished("sticheln", players=8)), person)


def test_the_pace_is_changed_at_the_table(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await pilot.press("minus")
        assert "Pace of the cards: normal" in shown(pilot)
        await pilot.press("plus", "plus")
        assert table(pilot).projector.pace == "none"

    run(house(tmp_path, pace="fast"), person)


def test_again_and_home_after_the_end(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await play(pilot)
        await pilot.press("escape")
        assert "Enter shows the result" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: at(pilot) == "EndWindow")
        await pilot.press("enter")
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene and not view(pilot)["over"], "once more")
        await pilot.press("q")
        await until(pilot, lambda: at(pilot) == "StartScreen")

    run(house(tmp_path, kept=wished("thegame", players=1)), person)


@pytest.mark.parametrize("opens", ["question_mark", "l", "u", "h", "m"])
@pytest.mark.parametrize("closes", ["escape", "q"])
def test_keys_that_come_at_once_close_a_window_and_never_the_table(opens: str, closes: str, tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await pilot.press(opens)
        await press_at_once(pilot, closes, "escape", "escape", "right")
        assert [type(screen).__name__ for screen in pilot.app.screen_stack[1:]] == ["TableScreen"]
        assert table(pilot).hands.cursor == view(pilot)["hand"][1]  # the last key was for the table, and came there
        await press_at_once(pilot, opens, "escape", "u", "u", "l")
        assert [type(screen).__name__ for screen in pilot.app.screen_stack[1:]] == ["TableScreen", "Sheet"]

    run(house(tmp_path), person)


def test_an_impatient_enter_begins_one_game_and_plays_nothing(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await press_at_once(pilot, "enter", "enter", "enter")
        await until(pilot, lambda: at(pilot) == "TableScreen" and table(pilot).scene)
        assert len(list((tmp_path / "games").iterdir())) == 1
        assert len(view(pilot)["hand"]) == 15

    run(house(tmp_path), person)


def test_an_impatient_enter_closes_a_rounds_points_and_plays_nothing(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        while at(pilot) != "RoundWindow":
            if table(pilot).may_move and view(pilot)["legal"]:
                await tap(pilot, *keys_for(view(pilot)))
            await asyncio.sleep(0.01)
        await tap(pilot, "enter")
        await until(pilot, lambda: table(pilot).may_move and view(pilot)["phase"] == "choose", "the next round")
        for _ in range(5):  # held down
            await tap(pilot, "enter")
            await asyncio.sleep(0.1)
        assert table(pilot).sent is None
        assert view(pilot)["chosen"][0] == []
        await tap(pilot, "right", "enter")  # on purpose
        await until(pilot, lambda: view(pilot)["chosen"][0], "chosen")

    run(house(tmp_path, kept=wished("sticheln", "classic", players=3)), person)


def test_without_colours_everything_can_still_be_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: no colour of our own, as black on black would be on few colours; what is chosen stands out by its style."""
    monkeypatch.setenv("NO_COLOR", "1")

    def styles(pilot: Pilot[None]) -> list[Any]:
        screen = pilot.app.screen
        strips = screen._compositor.render_strips()
        for each in pilot.app._filters:
            strips = [strip.apply_filter(each, screen.background_colors[1]) if each.enabled else strip for strip in strips]
        return [(segment.text, segment.style) for strip in strips for segment in strip if segment.style]

    async def person(pilot: Pilot[None]) -> None:
        await sit(pilot)
        await pilot.pause()
        painted = styles(pilot)
        assert all(not style.color or style.color.is_default for _, style in painted)
        assert all(not style.bgcolor or style.bgcolor.is_default for _, style in painted)
        assert [text.strip()[1:] for text, style in painted if style.reverse and text.strip()[1:] in view(pilot)["hand"]] == [
            table(pilot).hands.cursor
        ]
        await pilot.press("m")
        await until(pilot, lambda: at(pilot) == "MenuWindow")
        await pilot.pause()
        assert "".join(text for text, style in styles(pilot) if style.underline).strip() == "Rules"

    run(house(tmp_path), person)
