"""RULES 4, Talk: a chat line may not name a number from two up, in English, French or German; all else is free."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.table.talk import named_number

NUMBERS = range(2, 100)


def table(text: str) -> list[str]:
    """The entries of a table written with bars and line breaks."""
    return [entry.strip() for entry in text.replace("\n", "|").split("|") if entry.strip()]


def names(text: str, first: int) -> dict[int, str]:
    return dict(enumerate(text.split(), first))


ENGLISH = names(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen""",
    first=1,
)
ENGLISH_TENS = names("twenty thirty forty fifty sixty seventy eighty ninety", first=2)
ENGLISH_ORDINALS = names(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth""",
    first=1,
)
GERMAN = names(
    """ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn
    neunzehn""",
    first=1,
)
GERMAN_TENS = names("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", first=2)
FRENCH = names(
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf", first=1
)
FRENCH_TENS = names("vingt trente quarante cinquante soixante", first=2)


def english(number: int, joint: str = "-") -> str:
    if number < 20:
        return ENGLISH[number]
    return ENGLISH_TENS[number // 10] + (joint + ENGLISH[number % 10] if number % 10 else "")


def english_ordinal(number: int) -> str:
    if number < 20:
        return ENGLISH_ORDINALS[number]
    if number % 10 == 0:
        return ENGLISH_TENS[number // 10].replace("ty", "tieth")
    return f"{ENGLISH_TENS[number // 10]}-{ENGLISH_ORDINALS[number % 10]}"


def german(number: int, joint: str = "") -> str:
    if number < 20:
        return GERMAN[number]
    return (GERMAN[number % 10] + joint + "und" + joint if number % 10 else "") + GERMAN_TENS[number // 10]


def german_ordinal(number: int) -> str:
    irregular = {3: "dritte", 7: "siebte", 8: "achte"}
    return irregular.get(number) or german(number) + ("te" if number < 20 else "ste")


def french(number: int) -> str:
    if number < 20:
        return FRENCH[number]
    if number == 80:
        return "quatre-vingts"
    if number > 80:
        return f"quatre-vingt-{french(number - 80)}"
    tens = min(number // 10, 6)
    rest = number - 10 * tens
    if rest == 0:
        return FRENCH_TENS[tens]
    return FRENCH_TENS[tens] + (" et " if rest in (1, 11) else "-") + FRENCH[rest]


def swiss(number: int, eighty: str = "huitante") -> str:
    if number < 70:
        return french(number)
    tens = {7: "septante", 8: eighty, 9: "nonante"}[number // 10]
    if number % 10 == 0:
        return tens
    return tens + (" et " if number % 10 == 1 else "-") + FRENCH[number % 10]


def french_ordinal(name: str) -> str:
    for end, new in (("vingts", "vingtième"), ("neuf", "neuvième"), ("cinq", "cinquième"), ("e", "ième")):
        if name.endswith(end):
            return name.removesuffix(end) + new
    return name + "ième"


def french_spellings(name: str) -> Iterator[str]:
    yield name
    for joint in ("-", " ", "", "\u2011"):
        yield name.replace(" ", "-").replace("-", joint)


def german_spellings(number: int) -> Iterator[str]:
    for joint in ("", " ", "-"):
        name = german(number, joint)
        yield from (name, name.replace("ß", "ss").replace("ö", "oe").replace("ü", "ue"), name.replace("ö", "o").replace("ü", "u"))


def spellings(number: int) -> Iterator[str]:
    yield from (english(number, joint) for joint in ("-", " ", "", " and "))
    yield from german_spellings(number)
    for name in (french(number), swiss(number), swiss(number, "octante")):
        yield from french_spellings(name)


def in_every_case(word: str) -> Iterator[str]:
    yield from (word, word.upper(), word.title(), unicodedata.normalize("NFD", word))


def test_the_names_of_this_test_are_right() -> None:
    assert (english(37), english_ordinal(21), english_ordinal(30)) == ("thirty-seven", "twenty-first", "thirtieth")
    assert (german(21), german(30), german_ordinal(99)) == ("einundzwanzig", "dreißig", "neunundneunzigste")
    assert [french(n) for n in (21, 70, 71, 77)] == ["vingt et un", "soixante-dix", "soixante et onze", "soixante-dix-sept"]
    assert [french(n) for n in (80, 81, 91, 99)] == [
        "quatre-vingts",
        "quatre-vingt-un",
        "quatre-vingt-onze",
        "quatre-vingt-dix-neuf",
    ]
    assert [french_ordinal(french(n)) for n in (4, 9, 35, 71, 80)] == [
        "quatrième",
        "neuvième",
        "trente-cinquième",
        "soixante et onzième",
        "quatre-vingtième",
    ]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_cardinal_is_refused_in_every_spelling(number: int) -> None:
    for spelling in spellings(number):
        for word in in_every_case(spelling):
            for line in (word, f"one {word}!", f"ein,{word}...", f"l'{word}\n"):
                assert named_number(line), line


@pytest.mark.parametrize("number", NUMBERS)
def test_every_ordinal_passes(number: int) -> None:
    ordinals = {english_ordinal(number)}
    ordinals |= {german_ordinal(number) + ending for ending in ("", "r", "n", "s", "m")}
    for name in (french(number), swiss(number), swiss(number, "octante")):
        ordinals |= {french_ordinal(name), french_ordinal(name).replace(" ", "-"), french_ordinal(name).replace("è", "e") + "s"}
    for ordinal in ordinals:
        for word in in_every_case(ordinal):
            assert named_number(f"the {word} pile") is None, word


@pytest.mark.parametrize("number", NUMBERS)
def test_digits_are_refused_however_they_are_set(number: int) -> None:
    digits = str(number)
    wide, bold, arabic = (
        "".join(chr(ord(zero) + int(digit)) for digit in digits) for zero in ("\N{FULLWIDTH DIGIT ZERO}", "𝟎", "٠")
    )
    for joint in ("", " ", "-", ".", "_", ", ", " / ", "\u200b", "\u00ad", "\ufe0f\u20e3", "\u0336"):
        for written in (digits, wide, bold, arabic):
            assert named_number(f"pile:{joint.join(written)}{joint}"), (joint, written)
    assert all(named_number(f"{digits}{pile}") and named_number(f"x{digits}{pile.lower()}") for pile in "ABCD")


@pytest.mark.parametrize("number", NUMBERS)
def test_ordinals_in_digits_pass(number: int) -> None:
    for ending in ("st", "nd", "rd", "th", "e", "ème", "eme", "ième", "me", "te", "ten", "ste", "ᵉ"):
        assert named_number(f"the {number}{ending}, please") is None


IN_DIGITS = """
I have 3 7 | ② is mine | ⑳ | x² | Ⅳ | ⅻ | 3️⃣ | 1️⃣0️⃣ | 🔟 | 三 | 1 0 | 1-7 | 0 2 | 2. | n° 2 | my 20s | die 20er | 37x | 37D
2nd and 3 | 3 7th | 1 0th | <3 | gr8 | twenty1 | thirty2 | one 0
"""

IN_ENGLISH = """
ten-ish | a dozen | dozens | mid-forties | fourty | any sixes? | two's | one hundred | onehundred | hundredandone | one zero
play the twenty first | twenty second | twenty–one | two_three | ＴＥＮ | 𝐭𝐞𝐧 | ⓣⓔⓝ | t̶e̶n̶ | nine-tenths | two-thirds
t w e n t y | I hold a t e n | T.E.N | t_w_o | tw\u200bo | t\u00adwo | one one
"""

IN_GERMAN = """
gib acht | sieben | zwo | ZWÖLF | Dutzend | einhundert | hundertundeins | zwei Hundert | ein Sechser | ein Zweier | Zwanziger
zu zweien | Elf | tausend Dank | zweiundzwanzig! | neun_und_neunzig | fünfzig | fuenfzig | funfzig | DREISSIG | dreiẞig | Fünfern
e-l-f | e i n u n d z w a n z i g | eins null | eins eins
"""

IN_FRENCH = """
cent | deux cents | quatre-vingts | mille | une dizaine | la trentaine | douzaine | neuf | septante et un | d i x | un zéro
vingt, deuxième pile | vingt deuxième | vingt et deuxième | deux-troisième | les deux | entre-deux
"""


@pytest.mark.parametrize("line", table(IN_DIGITS + IN_ENGLISH + IN_GERMAN + IN_FRENCH))
def test_a_number_in_disguise_is_refused(line: str) -> None:
    assert named_number(line)


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("I have 3 7, and 5", "3 7"),
        ("mine is Ｔwo up", "Ｔwo"),
        ("der Zwölfer", "Zwölfer"),
        ("ich habe dreiẞig.", "dreiẞig"),
        ("a 3️⃣!", "3️⃣"),
        ("the 2nd, not 41st; seven then eight", "seven"),
        ("J’ai QUATRE-vingts", "QUATRE"),
        ("㍚", "㍚"),
    ],
)
def test_the_first_piece_is_given_as_it_was_written(line: str, piece: str) -> None:
    assert named_number(line) == piece


ENGLISH_WORDS = """
weight often tender someone anyone alone none stone threepenny height freight canine tension attend written tennis teen tent
to too for ate won tenor fortune fiver twofold twice both pair couple one ones oneself percent attention
first second third fourth sixth tenth nineteenth twenty-first hundredths thousandth
"""

GERMAN_WORDS = """
Achtung beachten nachts Macht achten achte achter verdächtig vielleicht Elfenbein Elfen Elfe Zweifel verzweifelt Dreieck zweimal
allein ein eins eine einer einem einzeln keins null Klavier Revier Viertel neu neuen
zweite zweitens dritte vierter einundzwanzigste hunderterste
"""

FRENCH_WORDS = """
un une uns dixit cinéma septembre septet septique huître neuve centre récent accent militaire famille trop zéro va-t-en t'en
seconde deuxième troisième quatrième sixième neuvième dixième onzième vingtième unième
"""

SIGNS = "0 1 1. (1) 0,1 01 1st 1er 1ère A? B! C. ABCD :-)"


@pytest.mark.parametrize("word", f"{ENGLISH_WORDS} {GERMAN_WORDS} {FRENCH_WORDS} {SIGNS}".split())
def test_a_word_that_only_looks_like_a_number_passes(word: str) -> None:
    assert named_number(word) is None
    assert named_number(word.upper()) is None


ENGLISH_TALK = """
please don't play on the last pile
not too fast on the second pile
I'd love to go next, on pile A if that's okay
Can anyone do the backwards trick on the third one?
that one is mine, leave it alone
I can only help on one pile, sorry
nice jump, well done everyone!
wait, someone wants the fourth pile
I have a tiny step for C, a big one for D
none of my cards is any good
don't touch B, it'd be a waste of its height
often the first pile is the better one
I'll attend to the lowest pile, you take the other
we're so close, no tension please
both upward piles are awful for me
how much does it hurt you? A lot?
who should begin? I am eager
"""

GERMAN_TALK = """
ich kann nur einen Stapel brauchen
bitte nicht auf den letzten Stapel spielen
nicht so schnell auf dem zweiten Stapel
Achtung, da kommt gleich was Großes
vielleicht kann einer von euch zurückspringen
ich verzweifle, allein schaffe ich das nicht
auf dem dritten Stapel habe ich einen kleinen Schritt
lass mir den ersten, nimm du den vierten
wir achten jetzt besser auf Stapel C
achte bitte auf die absteigenden Stapel
ohne Zweifel, das macht nichts
eins noch, dann bin ich fertig
A ist tabu, B geht einigermaßen
beide aufsteigenden sind für mich gleich schlecht
einundzwanzigste Runde, und noch immer keiner raus
wer fängt an? Ich nicht, macht ihr nur
der achte Versuch wird der beste, wir sind nah dran
"""

FRENCH_TALK = """
pas trop vite sur la deuxième pile
s'il vous plaît, ne jouez pas sur la dernière
j'ai un petit pas pour la troisième
laisse-moi la première, prends une autre
ne t'en fais pas, on va y arriver
je ne peux aider que sur une pile
quelqu'un peut-il revenir en arrière ?
attention à la quatrième pile !
y a-t-il un volontaire pour commencer ?
va-t-en de la pile B, elle est à moi
aucune de mes cartes n'est bonne
c'est la vingt et unième fois qu'on perd
bravo, un joli saut !
la seconde me fait très mal, l'autre un peu
on est au centre, c'est dommage pour A et B
uns et autres, gardez la pile D
la dix-septième partie sera la bonne
"""


@pytest.mark.parametrize("line", table(ENGLISH_TALK + GERMAN_TALK + FRENCH_TALK))
def test_ordinary_talk_passes(line: str) -> None:
    assert named_number(line) is None


@given(st.text(), st.integers(2, 99), st.text())
def test_a_number_between_spaces_is_refused_in_any_line(before: str, number: int, after: str) -> None:
    assert named_number(f"{before} {number} {after}")


@given(
    st.text()
    | st.lists(st.sampled_from(["two", "zwei", "und", "t", "e", "n", "1", "ß", "㍚", "\u0301", " ", "-", "st"])).map("".join)
)
def test_the_piece_is_in_the_line_and_refused_by_itself(line: str) -> None:
    piece = named_number(line)
    assert piece is None or (piece in line and named_number(piece))


@pytest.mark.parametrize(
    "bait",
    [
        "zweiund",
        "vierzehn",
        "sixty",
        "vingt-",
        "quatre-vingt-dix-",
        "one ",
        "t ",
        "t-e-",
        "1x",
        "1st ",
        "0 ",
        "eins",
        "兆",
        "\u0301",
        "un et ",
    ],
)
def test_a_long_nasty_line_is_answered(bait: str) -> None:
    named_number(bait * 5000 + "x")
    named_number(bait + " " * 50_000 + "x")
    named_number(bait + "-" * 50_000 + bait + "a" * 50_000)
