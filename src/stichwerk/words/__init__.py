"""Everything people read, in English, German and French: one catalogue a language, for browser and terminal alike.

A language is a folder of JSON files by subject; the browser loads only those it needs.
"""

from __future__ import annotations

import functools
import json
import os
from importlib import resources
from typing import Any

LANGUAGES = ("en", "de", "fr")
SYMBOLS = {"r": "●", "b": "■", "g": "▲", "n": "◆", "y": "★", "v": "✚"}


@functools.cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by their code."""
    files = sorted(resources.files(__name__).joinpath(language).iterdir(), key=lambda file: file.name)
    return {code: sentence for file in files for code, sentence in json.loads(file.read_text("utf-8")).items()}


def say(code: str, language: str = "en", **params: Any) -> str:
    """The sentence with this code, its gaps filled."""
    shown = {name: _show(value) for name, value in params.items()}
    return catalogue(language)[code].format(**shown)


def _show(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return str(value)


def number(value: int, language: str = "en") -> str:
    """A whole number with its thousands set apart as the language does."""
    return f"{value:,}".replace(",", {"en": ",", "de": ".", "fr": "\u202f"}[language])


def language_of_user() -> str:
    """The user's language as the environment tells it, if we speak it; English if not."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in LANGUAGES else "en"
    return "en"
