"""How the screens speak: the one catalogue, with its forms for one and for more, for oneself and for others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stichwerk import words
from stichwerk.game.options import KINDS

View = Mapping[str, Any]
ONE = {"en": (1,), "de": (1,), "fr": (0, 1)}  # the numbers that a language counts as one


class Speech:
    """Says sentences in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, code: str, **params: Any) -> str:
        return words.say(code, self.language, **params)

    def count(self, code: str, n: int, **params: Any) -> str:
        """The sentence for so many, which fills {n}."""
        form = "one" if abs(n) in ONE[self.language] else "other"
        return self(f"{code}.{form}", n=n, **params)

    def has(self, code: str) -> bool:
        return code in words.catalogue(self.language)

    def either(self, code: str, other: str) -> str:
        """A sentence if there is one, else something that needs none."""
        return self(code) if self.has(code) else other

    def pair(self, label: str, value: str) -> str:
        """ "Pace: fast", as the language sets its colon."""
        return self("tui.pair", label=label, value=value)

    # ---- names

    def seat(self, view: View, seat: int) -> str:
        """What to call a seat: its person's name, its bot's with the seat's number, or that it is open."""
        found = view["table"]["seats"][seat]
        if found["kind"] == "person":
            return str(found["name"])
        return self("table.openseat") if found["kind"] == "open" else self(f"table.botname.{seat}")

    def who(self, view: View, seat: int) -> str:
        """The same, and "You" for oneself."""
        return self("table.you") if seat == view["seat"] else self.seat(view, seat)

    def game(self, game: str, variant: str) -> str:
        """ "Sticheln", or with its variant where that is not the usual one: "Sticheln · Hazy"."""
        title = KINDS[game].title
        return title if variant in ("classic", "standard") else f"{title} · {self.variant(game, variant)}"

    def variant(self, game: str, variant: str) -> str:
        return self.either(f"front.variant.{game}.{variant}", variant.capitalize())

    def option(self, game: str, option: str) -> str:
        return self.either(f"front.option.{game}.{option}", option.replace("_", " ").capitalize())

    def what_it_does(self, game: str, option: str) -> str:
        return self.either(f"front.does.{game}.{option}", self(f"option.{game}.{option}"))

    def value(self, game: str, option: str, value: int | str) -> str:
        return self.either(f"front.value.{game}.{option}.{str(value).replace('-', 'minus')}", str(value))

    def bot(self, bot: str) -> str:
        return self.either(f"front.bot.{bot}", bot.capitalize())


def signed(points: int) -> str:
    """Points with their sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"
