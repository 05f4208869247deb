"""One catalogue, three languages: nothing missing, nothing unused, the same gaps in each."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from stichwerk import bots, words
from stichwerk.game.options import KINDS

SOURCE = "\n".join(path.read_text("utf-8") for path in (Path(words.__file__).parents[1]).rglob("*.py"))


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_has_every_sentence_with_the_same_gaps(language: str) -> None:
    english = words.catalogue("en")
    assert list(words.catalogue(language)) == list(english)
    for code, sentence in words.catalogue(language).items():
        assert sentence.strip()
        assert gaps(sentence) == gaps(english[code]), code


def made_up() -> set[str]:
    """Codes that the program puts together from names."""
    codes = {f"colour.{letter}" for letter in words.SYMBOLS} | {f"game.{name}" for name in KINDS}
    codes |= {f"option.{kind.name}.{option.name}" for kind in KINDS.values() for option in kind.options}
    codes |= {f"variant.{kind.name}.{variant}" for kind in KINDS.values() for variant in kind.presets}
    codes |= {f"plain.ask.{phase}" for phase in ("choose", "play", "name", "start")}
    codes |= {f"plain.result.{result}" for result in ("won", "excellent", "lost")}
    events = "deal aside chose named reveal misery play pass trick score spoke start begin draw signal over"
    codes |= {f"cli.{command}" for command in ("play", "simulate", "serve", "backup", "restore", "verify")}
    columns = "players games won excellent left spread points deviation winrate gameshare rounds after card pointsaxis leftaxis"
    codes |= {f"simulate.{column}" for column in columns.split()}
    return codes | {f"plain.{event}" for event in events.split()} | {f"bot.{name}" for name in bots.NAMES}


def test_every_sentence_is_used_and_every_used_one_exists() -> None:
    known = set(words.catalogue("en"))
    spelled = {
        code for code in re.findall(r"""["']([a-z_]+(?:\.[a-z_]+)+)["']""", SOURCE) if code.split(".")[0] in prefixes(known)
    }
    assert spelled | made_up() == known


def prefixes(codes: set[str]) -> set[str]:
    return {code.split(".")[0] for code in codes}


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
