"""One catalogue, three languages: nothing missing, nothing unused, the same gaps in each."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

from stichwerk import bots, words
from stichwerk.game.options import KINDS
from stichwerk.tui.app import THEMES

SOURCE = "\n".join(path.read_text("utf-8") for path in (Path(words.__file__).parents[1]).rglob("*.py"))
WEB = Path(__file__).parents[1] / "web" / "src"
BROWSER = "\n".join(path.read_text("utf-8") for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte"))
CODE = r"[a-z_]+(?:\.(?!csv\b)[a-z0-9_]+)+"  # and not thegame.csv


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_has_every_sentence_with_the_same_gaps(language: str) -> None:
    english = words.catalogue("en")
    assert list(words.catalogue(language)) == list(english)
    for code, sentence in words.catalogue(language).items():
        assert sentence.strip()
        assert gaps(sentence) == gaps(english[code]), code


def test_no_code_stands_in_two_subjects() -> None:
    """The browser loads subjects one by one: of two sentences with one code it would show either."""
    for language in words.LANGUAGES:
        files = sorted(Path(words.__file__).parent.joinpath(language).glob("*.json"))
        codes = [code for file in files for code in json.loads(file.read_text("utf-8"))]
        assert sorted(set(codes)) == sorted(codes)


def made_up() -> set[str]:
    """Codes that the program puts together from names."""
    codes = {f"colour.{letter}" for letter in words.SYMBOLS} | {f"game.{name}" for name in KINDS}
    codes |= {f"option.{kind.name}.{option.name}" for kind in KINDS.values() for option in kind.options}
    codes |= {f"variant.{kind.name}.{variant}" for kind in KINDS.values() for variant in kind.presets}
    codes |= {f"plain.ask.{phase}" for phase in ("choose", "play", "name", "start")}
    codes |= {f"plain.result.{result}" for result in ("won", "excellent", "lost")}
    events = "deal aside chose named reveal misery play pass trick score spoke start begin draw signal over"
    codes |= {f"cli.{command}" for command in ("tui", "play", "simulate", "match", "serve", "backup", "restore", "verify")}
    codes |= {f"tui.theme.{theme.replace('-', '_')}" for theme in THEMES}
    columns = "players games won excellent left spread points deviation winrate gameshare rounds after card pointsaxis leftaxis"
    codes |= {f"simulate.{column}" for column in columns.split()}
    return codes | {f"plain.{event}" for event in events.split()} | {f"bot.{name}" for name in bots.NAMES}


def test_every_sentence_is_used_and_every_used_one_exists() -> None:
    known = set(words.catalogue("en"))
    spelled = {code for code in re.findall(rf"""["']({CODE})["']""", SOURCE) if code.split(".")[0] in prefixes(known)}
    used = {form for code in spelled for form in forms(code, known)} | made_up()
    assert used <= known
    assert known - used == known & (spelled_in_browser(known) | made_up_in_browser(known)) - used


def test_every_code_that_python_puts_together_can_exist() -> None:
    """`f"table.botname.{seat}"`: some sentence must fit, or nobody would notice that all of them have gone."""
    known = set(words.catalogue("en"))
    for pattern in re.findall(r'f"([a-z_]+\.[a-z0-9_.]*\{[^"\n]*)"', SOURCE):
        if pattern.split(".")[0] in prefixes(known):
            fits = re.compile(re.sub(r"\\\{.*?\\\}", "[a-z0-9_.]+", re.escape(pattern)))
            assert any(fits.fullmatch(code) for code in known), pattern


def test_every_sentence_that_the_browser_spells_exists() -> None:
    known = set(words.catalogue("en"))
    assert spelled_in_browser(known) <= known


def spelled_in_browser(known: set[str]) -> set[str]:
    """Codes between quotes; where a sentence has forms (for one, for more; for you, for others) all of these."""
    spelled = {code for code in re.findall(rf"""["'`]({CODE})["'`]""", BROWSER) if code.split(".")[0] in prefixes(known)}
    return {form for code in spelled for form in forms(code, known)}


def forms(code: str, known: set[str]) -> set[str]:
    found = {f"{code}.{form}" for form in ("one", "other", "you")} & known
    return found | ({code} & known) or {code}


def made_up_in_browser(known: set[str]) -> set[str]:
    """Codes that the browser puts together: `variant.${game}.${name}`. Each such pattern must fit a sentence."""
    found = set()
    for pattern in re.findall(r"`([a-z_]+\.[a-z0-9_.]*\$\{[^`]*)`", BROWSER):
        if pattern.split(".")[0] in prefixes(known):
            fits = re.compile(re.sub(r"\\\$\\\{.*?\\\}", "[a-z0-9_]+", re.escape(re.sub(r"\$\{[^}]*\}+", "${}", pattern))))
            bases = {code.removesuffix(".other") for code in known}
            fitting = {form for base in bases if fits.fullmatch(base) for form in forms(base, known)}
            assert fitting, pattern
            found |= fitting
    return found


def prefixes(codes: set[str]) -> set[str]:
    return {code.split(".")[0] for code in codes}


def test_french_is_set_as_french_is() -> None:
    """Where a browser breaks its lines no colon begins one, and an apostrophe is an apostrophe."""
    for file in sorted(Path(words.__file__).parent.joinpath("fr").glob("*.json")):
        if file.stem not in ("terminal", "tui", "env"):
            for code, sentence in json.loads(file.read_text("utf-8")).items():
                assert not re.search(r" [:;!?»]|« |'|\w …", sentence), code


def test_every_colour_has_its_own_symbol() -> None:
    assert len(set(words.SYMBOLS.values())) == 6


@pytest.mark.parametrize(
    ("environment", "language"),
    [({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "C.UTF-8"}, "en"), ({"LANG": "de_AT", "LC_ALL": "fr_FR"}, "fr"), ({}, "en")],
)
def test_the_users_language_is_taken_from_the_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert words.language_of_user() == language
