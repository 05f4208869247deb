"""What may not be said at a table of The Game (RULES 4, Talk): finds numbers from two up in English, French and German chat."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import NamedTuple


class _Language(NamedTuple):
    """How a language joins its number words, all in folded spelling (see `_fold`): patterns, but `words` is a plain list."""

    words: str
    one: str
    link: str
    ending: str


_ENGLISH_TENS = "twenty thirty forty fourty fifty sixty seventy eighty ninety"
_FRENCH_TENS = "vingt trente quarante cinquante soixante septante huitante octante nonante"

_LANGUAGES = (
    _Language(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        f"nineteen {_ENGLISH_TENS} {_ENGLISH_TENS.replace('ty', 'ties')} hundred thousand million dozen",
        one="one",
        link="and",
        ending="(?:e?s)?",
    ),
    _Language(
        "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
        f"{_FRENCH_TENS} cent mille millier million "
        "dizaine douzaine quinzaine vingtaine trentaine quarantaine cinquantaine soixantaine centaine",
        one="une?",
        link="et",
        ending="s?",
    ),
    _Language(
        "zwei zwo drei vier funf fuenf sechs sieben acht neun zehn elf zwolf zwoelf sechzehn siebzehn "
        "zwanzig dreissig vierzig funfzig fuenfzig sechzig siebzig achtzig neunzig hundert tausend million dutzend",
        one="eins?",
        link="und",
        # "Sechser" and "zu zweien" name a number, but "achte(n)" is an ordinal and a verb, and "Elfe(n)" are elves.
        ending="(?:(?<!acht)(?<!elf)e(?:rn?|[ns])?)?",
    ),
)

_LETTER = r"[^\W\d_]"
_GAP = r"[\W_]"
_HYPHEN = "[-\u2010]"


def _any_of(words: str) -> str:
    """A pattern for one of these words, longest first because what it has taken is never given back."""
    return f"(?>{'|'.join(sorted(words.split(), reverse=True))})"


def _whole(pattern: str) -> str:
    """The pattern where no letter touches it."""
    return f"(?<!{_LETTER})(?:{pattern})(?!{_LETTER})"


def _written(language: _Language) -> str:
    """A number in one word: "twentyone", "vingt", "einundzwanzig". In "twenty-one" the first word is enough."""
    word, one, link = _any_of(language.words), language.one, f"(?:{language.link})?"
    return f"(?:{one}{link})?+{word}(?:{link}(?:{word}|{one}))*+{language.ending}"


def _spelled(language: _Language) -> str:
    """A number with its letters apart: "t e n"."""
    return "|".join(f"{_GAP}++".join(word) for word in language.words.split())


def _ordinals() -> list[str]:
    """Ordinals with a cardinal in them; the others ("zweite") match nothing anyway. A space makes none: "play twenty first"."""
    digits = r"[0-9]++(?:st|nde?|rd|th|es?|i?e?mes?|s?te[mnrs]?)(?![^\W_])"
    english = f"{_any_of(_ENGLISH_TENS)}{_HYPHEN}{_any_of('first second third fourth fifth sixth seventh eighth ninth')}"
    tens = f"(?:quatre{_HYPHEN})?{_any_of(_FRENCH_TENS)}(?:{_HYPHEN}dix)?"
    with_et = f"{tens}(?:{_HYPHEN}| )et(?:{_HYPHEN}| )(?:un|onz)iemes?"
    french = f"(?:{tens}|dix){_HYPHEN}{_LETTER}+iemes?|quatre{_HYPHEN}vingtiemes?"
    return [digits, *map(_whole, (english, with_et, french))]


def _cardinals() -> list[str]:
    """Numbers from two up: in digits, in words, letter by letter, and ten and eleven told digit by digit."""
    digits = f"(?:[2-9]|1{_GAP}*+[0-9])(?:{_GAP}*+[0-9])*+"
    told = r"(?:one|un|eins?)[-\s]+(?:zero|null|0)|one[-\s]+one|eins[-\s]+eins"
    return [digits, *(_whole(form(language)) for form in (_written, _spelled) for language in _LANGUAGES), _whole(told)]


# Ordinals come first, so that what they take is not read again as a cardinal.
_NUMBER = re.compile(f"(?P<ordinal>{'|'.join(_ordinals())})|(?P<cardinal>{'|'.join(_cardinals())})")


def _fold(char: str) -> str:
    """Small plain letters and ASCII digits: no accents, no invisible characters, and "Ⅳ", "④" and "４" become "4"."""
    value = 10.0 if char == "🔟" else unicodedata.numeric(char, math.nan)
    if value.is_integer():
        return str(int(value))
    letters = unicodedata.normalize("NFKD", char).casefold()
    return "".join(letter for letter in letters if unicodedata.category(letter) not in ("Mn", "Me", "Cf"))


def named_number(text: str) -> str | None:
    """The first piece of a chat line that names a number from two up, or None.

    >>> named_number("I have thirty-seven"), named_number("not on the second one"), named_number("my 3 7!")
    ('thirty', None, '3 7')
    """
    folded = [(letter, place) for place, char in enumerate(text) for letter in _fold(char)]
    places = [*(place for _, place in folded), len(text)]
    for found in _NUMBER.finditer("".join(letter for letter, _ in folded)):
        if found.lastgroup == "cardinal":
            # One character may fold to several, of which only the first were found.
            return text[places[found.start()] : max(places[found.end()], places[found.end() - 1] + 1)]
    return None
