"""How bad input is refused: a code with parameters, so that every language can say it, and a sentence in English."""

from __future__ import annotations

from typing import Any

from stichwerk import words


class Refusal(ValueError):
    """Something that cannot be done; nothing has changed."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(words.say(code, **params))
        self.code = code
        self.params = params

    def __reduce__(self) -> Any:
        return _again, (type(self), self.code, self.params)

    def say(self, language: str) -> str:
        params = {name: value.say(language) if isinstance(value, Refusal) else value for name, value in self.params.items()}
        return words.say(self.code, language, **params)


def _again(kind: type[Refusal], code: str, params: dict[str, Any]) -> Refusal:
    return kind(code, **params)


class IllegalMove(Refusal):
    """A move or signal that the rules do not allow now."""


class BadOption(Refusal):
    """An option, a player count or a deck that no game can be started with."""


class BadReplay(Refusal):
    """A replay or record that is broken, altered or not ours."""
