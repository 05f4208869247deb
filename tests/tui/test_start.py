"""The first screen: everything can be chosen by keys, has its sentence, and is remembered."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from stichwerk import words
from stichwerk.tui.app import theme_for
from stichwerk.tui.files import Files
from stichwerk.tui.start import StartScreen
from tests.tui.people import at, house, play, run, shown, table, until


def start(pilot: Pilot[None]) -> StartScreen:
    assert isinstance(pilot.app.screen, StartScreen)
    return pilot.app.screen


def is_written(pilot: Pilot[None], wanted: str) -> bool:
    return start(pilot).form.current.value == wanted


async def go_to(pilot: Pilot[None], key: str) -> None:
    await pilot.press("home")
    while start(pilot).form.current.key != key:
        before = start(pilot).form.at
        await pilot.press("down")
        assert start(pilot).form.at > before, f"no row {key}"


def test_every_option_is_offered_with_its_sentence(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        for option in ("aim", "zeros", "penalty", "colours", "reveal", "dealing", "rounds", "target"):
            await go_to(pilot, f"option:{option}")
            sentence = start(pilot).form.current.about
            catalogue = words.catalogue("en")
            assert sentence in (catalogue.get(f"front.does.sticheln.{option}"), catalogue[f"option.sticheln.{option}"])
            assert sentence[:60] in " ".join(shown(pilot).split())

    run(house(tmp_path), person, (120, 40))


def test_what_was_chosen_is_the_table_and_is_remembered(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await go_to(pilot, "variant")
        await pilot.press("right")
        await go_to(pilot, "players")
        await pilot.press("left")
        await go_to(pilot, "seat:2")
        await pilot.press("left")
        await go_to(pilot, "option:colours")
        await pilot.press("right")
        await go_to(pilot, "option:target")
        await pilot.press("3", "0")
        await go_to(pilot, "aids")
        await pilot.press("right", "enter")
        await until(pilot, lambda: table(pilot).scene)
        view = table(pilot).scene.view  # type: ignore[union-attr]
        assert (view["variant"], view["players"], view["table"]["aids"], view["unseen"]) == ("reverse", 3, "none", None)
        assert (view["options"]["colours"], view["options"]["target"], view["options"]["rounds"]) == (2, 30, None)
        assert [seat["bot"] for seat in view["table"]["seats"]] == [None, "simple", "beginner"]
        assert "from memory" in await sheet(pilot, "u")
        await pilot.press("escape", "q")
        await until(pilot, lambda: at(pilot) == "StartScreen")
        assert start(pilot).wish.options == {"colours": 2, "target": 30}

    run(house(tmp_path), person)
    assert Files(tmp_path).settings().wishes["sticheln"]["options"] == {"colours": 2, "target": 30}


async def sheet(pilot: Pilot[None], key: str) -> str:
    await pilot.press(key)
    await until(pilot, lambda: at(pilot) == "Sheet")
    return shown(pilot)


def test_what_does_not_go_together_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await go_to(pilot, "option:aim")
        await pilot.press("right")
        await go_to(pilot, "option:penalty")
        await pilot.press("right", "enter")
        assert at(pilot) == "StartScreen"
        assert "penalty cannot be 'flat' while aim is 'lucky'" in shown(pilot)

    run(house(tmp_path), person)


def test_language_theme_name_and_pace_change_at_once(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await go_to(pilot, "name")
        await pilot.press("backspace", "backspace", "backspace", *"Zoë")
        await go_to(pilot, "language")
        await pilot.press("right")
        assert "Wer sitzt wo?" in shown(pilot)
        await go_to(pilot, "theme")
        await pilot.press("right")
        assert pilot.app.theme == "light"
        await go_to(pilot, "pace")
        await pilot.press("right")

    run(house(tmp_path), person, (100, 50))
    kept = Files(tmp_path).settings()
    assert (kept.name, kept.language, kept.theme, kept.pace) == ("Zoë", "de", "light", "slow")


def test_a_game_of_bots_alone_can_be_watched(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await go_to(pilot, "seat:0")
        await pilot.press("right")
        await go_to(pilot, "option:rounds")
        await pilot.press("1", "enter")
        await play(pilot)
        assert table(pilot).scene.view["seat"] is None  # type: ignore[union-attr]
        await until(
            pilot, lambda: at(pilot) == "EndWindow" and " win" in shown(pilot), "the result"
        )  # one wins, or some share the win

    run(house(tmp_path), person)


def test_the_mouse_can_do_it_too(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await pilot.click("Form", offset=(30, 2))
        await pilot.click("Form", offset=(30, 2))
        assert start(pilot).wish.game == "hattrick"
        await pilot.click("Form", offset=(5, 0))
        await until(pilot, lambda: at(pilot) == "TableScreen")

    run(house(tmp_path), person)


@pytest.mark.parametrize(
    ("environment", "theme"),
    [
        ({"TERM": "xterm-256color"}, "dark"),
        ({"TERM": "xterm-256color", "COLORFGBG": "0;15"}, "light"),
        ({"TERM": "linux"}, "ansi-dark"),
        ({"TERM": "xterm", "COLORFGBG": "0;7"}, "ansi-light"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "dark"),
    ],
)
def test_the_theme_suits_the_terminal(environment: dict[str, str], theme: str) -> None:
    assert theme_for(environment) == theme


def test_settings_nobody_knows_are_the_usual_ones(tmp_path: Path) -> None:
    kept = {"pace": "warp", "theme": "plaid", "language": "xx", "game": "chess"}
    (tmp_path / "person.json").write_text(json.dumps(kept | {"wishes": {"sticheln": {"options": {"rounds": "many", "aim": 7}}}}))

    async def person(pilot: Pilot[None]) -> None:
        await go_to(pilot, "pace")
        assert start(pilot).form.current.value == words.say("settings.speed.normal", start(pilot).speech.language)
        await pilot.press("enter")
        await until(pilot, lambda: at(pilot) == "TableScreen")

    run(house(tmp_path), person)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_name_and_no_value_is_cut_in_80_columns(language: str, tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        for row in start(pilot).form.rows:
            if row.kind == "choice":
                await go_to(pilot, row.key)
                assert row.label in shown(pilot)
                assert f"‹ {row.value} ›" in shown(pilot)

    run(house(tmp_path, language), person)


def test_values_are_seen_in_a_narrow_window_and_that_there_is_more_below(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        await go_to(pilot, "variant")
        assert "‹ Classic ›" in shown(pilot)
        assert "▼" in shown(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert "▲" in shown(pilot)
        assert "▼" not in shown(pilot)

    run(house(tmp_path), person, (40, 12))


def test_no_letter_is_lost_however_fast_they_come(tmp_path: Path) -> None:
    """As from a quick hand, over a slow line, or from a terminal that pastes as if one typed."""

    async def person(pilot: Pilot[None]) -> None:
        link = "http://127.0.0.1:9/join/abc?invite=def"
        for row, text in (("name", "Grace Hopper"), ("join", link)):
            await go_to(pilot, row)
            wanted = start(pilot).form.current.value + text
            for letter in text:
                pilot.app.post_message(events.Key(letter, letter))
            await until(pilot, partial(is_written, pilot, wanted), text)

    run(house(tmp_path), person)


def test_headings_stand_out(tmp_path: Path) -> None:
    async def person(pilot: Pilot[None]) -> None:
        strips = pilot.app.screen._compositor.render_strips()
        heading = next(segment for strip in strips for segment in strip if segment.text == " The table")
        assert heading.style
        assert heading.style.bold

    run(house(tmp_path), person)


def test_broken_files_are_as_good_as_none(tmp_path: Path) -> None:
    house(tmp_path)
    (tmp_path / "person.json").write_text("{nonsense")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.json").write_bytes(b"\x00")
    (tmp_path / "games" / "b.json").write_text('{"format": "stichwerk-terminal"}')
    seen: list[Any] = []

    async def person(pilot: Pilot[None]) -> None:
        seen.append([row.key for row in start(pilot).form.rows])

    run(house(tmp_path), person)
    assert "resume:0" not in seen[0]
