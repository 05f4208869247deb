"""Writes what the browser shows of the rules, from the rules themselves, so that the client need not know them.

    python web/scripts/make_lessons.py

- `src/rules/tables.json`: decks by the number of players, and every variant with all its options.
- `src/rules/examples.json`: tricks with their winners and rounds with their points (RULES 5), by the options that matter.
- `src/learn/*.json`: the views of the first-game lessons. What is said at each step stands in the words (`learn.*`).

`tests/test_lessons.py` fails when a file is not what this script makes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stichwerk import Game
from stichwerk.game.options import KINDS, resolve, whole_deck
from stichwerk.rules import cards, hattrick, sticheln

SOURCE = Path(__file__).parents[1] / "src"
Json = dict[str, Any]


# --- tables ------------------------------------------------------------------------------------------------------------


def tables() -> Json:
    return {
        name: {"players": seats(name), "variants": variants(name), "options": options(name), "decks": decks(name)}
        for name in KINDS
    }


def seats(name: str) -> Json:
    kind = KINDS[name]
    return {"least": kind.least_players, "most": kind.most_players, "usual": kind.default_players}


def variants(name: str) -> Json:
    """Every variant with all its options, and for how many it is at most."""
    kind = KINDS[name]
    return {
        variant: {
            "options": resolve(kind, kind.default_players, variant, {}),
            "most": min(kind.most_players, preset.most_players),
        }
        for variant, preset in kind.presets.items()
    }


def options(name: str) -> Json:
    """The values of an option; none for whole numbers from 1."""
    return {option.name: list(option.values) for option in KINDS[name].options}


def decks(name: str) -> Json:
    kind = KINDS[name]
    return {str(players): DECKS[name](players) for players in range(kind.least_players, kind.most_players + 1)}


def coloured_deck(game: Game) -> Json:
    box = game.whole_deck()
    view = game.view(None)
    numbers = [int(card[1:]) for card in box]
    each = view["cards"][0]
    return {
        "colours": list(dict.fromkeys(card[0] for card in box)),
        "low": min(numbers),
        "high": max(numbers),
        "cards": len(box),
        "each": each,
        "aside": len(box) - each * game.players,
    }


def sticheln_deck(players: int) -> Json:
    """With the number of tricks when nobody, everybody one, or everybody two cards choose."""
    game = Game("sticheln", players, seed=1)
    lengths = [
        Game("sticheln", players, seed=1, **each).view(None)["tricks"] for each in ({"reveal": "after"}, {}, {"colours": 2})
    ]
    return {**coloured_deck(game), "tricks": lengths}


def hattrick_deck(players: int) -> Json:
    game = Game("hattrick", players, seed=1)
    return {**coloured_deck(game), "tricks": game.view(None)["tricks"]}


def thegame_deck(players: int) -> Json:
    return {"hand": {str(hand): Game("thegame", players, seed=1, hand=hand).view(None)["hand_size"] for hand in (0, -1)}}


DECKS = {"sticheln": sticheln_deck, "hattrick": hattrick_deck, "thegame": thegame_deck}


# --- examples ----------------------------------------------------------------------------------------------------------

TRICKS = {
    "follow": "y6 y5 y2 y14",
    "zero": "r3 r2 b0 r4",
    "equal": "b14 v6 g6 g4",
    "zeros": "g3 y0 g2 n0",
    "only": "g0 y0 r0 n0",
}
AIMS: dict[str, Json] = {"misery": {}, "never": {"aim": "lucky"}, "trump": {"aim": "lucky", "zeros": "trump"}}
WORTHS: dict[str, Json] = {"number": {}, "flat": {"penalty": "flat"}, "lucky": {"aim": "lucky"}}
# the cards chosen, those of their colours that were taken, and how many others
SCORES = {
    1: [("r4", "r2 r5", 14), ("b1", "", 0), ("r0", "r1 r3 r14", 5)],
    2: [("r4 b1", "r2 b3", 12), ("r0 g4", "", 0)],
}
NAMED = {1: [("r", "r2 r5", 14), ("b", "b0 b3", 9)], 2: [("r b", "r2 r5 b3", 12)]}
DOUBLE = "r9 b4 r14 g12 b11"
TIE = "r4 b14 r14 b9"


def examples() -> Json:
    return {
        "tricks": {name: {"cards": text.split(), "winner": winners(text.split())} for name, text in TRICKS.items()},
        "scores": {
            f"{worth}{colours}": {
                "chosen": [score(worth, colours, *example) for example in SCORES[colours]],
                "named": [score(worth, colours, *example) for example in NAMED[colours]],
            }
            for worth in WORTHS
            for colours in (1, 2)
        },
        "double": hattrick_trick(DOUBLE.split()),
        "ties": {tie: hattrick_trick(TIE.split(), lead_tie=tie) for tie in ("next", "compare", "colour")},
        "longest": hattrick_score(),
    }


def big_table(**switches: Any) -> list[int]:
    """The rules' options of a table with all six colours up to 14."""
    kind = KINDS["sticheln"]
    return kind.encode(6, resolve(kind, 6, "classic", switches))


def number_of(card: str) -> int:
    return KINDS["sticheln"].card_texts.index(card)


def winners(trick: list[str]) -> Json:
    """The place of the winning card, by what is aimed at and whether zeros are trumps."""
    packed = sum(number_of(card) << cards.SLOT * place for place, card in enumerate(trick))
    return {aim: sticheln.winning_place(big_table(**switches), packed, len(trick)) for aim, switches in AIMS.items()}


def score(worth: str, colours: int, own: str, taken: str, others: int) -> Json:
    o = big_table(**WORTHS[worth], colours=colours)
    chosen = [card for card in own.split() if len(card) > 1]
    letters = [card[0] for card in own.split()]

    def points(took: list[str]) -> int:
        s = [0] * sticheln.WORDS
        for card in [*chosen, *took]:
            cards.add(s, sticheln.TAKEN, number_of(card))
        s[sticheln.CHOSEN] = sum(1 << "rbgnyv".index(letter) for letter in letters)
        return sticheln.score(o, s, 0)

    rest = [f"{letter}{number}" for letter in "yvn" for number in range(1, 12)][:others]
    return {
        "chosen": chosen,
        "took": taken.split(),
        "own": points(taken.split()),
        "others": others,
        "points": points([*taken.split(), *rest]),
    }


def hattrick_trick(trick: list[str], **switches: Any) -> Json:
    """Who takes what, as places in playing order; passes; and who leads next."""
    players = len(trick)
    game = Game(
        "hattrick",
        players,
        seed=1,
        dealer=players - 1,
        decks=[dealt("hattrick", players, [[card] for card in trick])],
        **switches,
    )
    for seat, card in enumerate(trick):
        game.play(seat, card)
    view = game.view(None)
    last = view["last_trick"]
    return {
        "cards": trick,
        "winners": last["winners"],
        "passes": [place for place, laid in enumerate(last["cards"]) if laid["pass"]],
        "leader": view["leader"],
    }


def hattrick_score() -> Json:
    """RULES 5: 9 red, 2 blue, 4 green and one pass."""
    piles, passed = {"r": 9, "b": 2, "g": 4}, 1
    s = [0] * hattrick.WORDS
    for place, count in enumerate(piles.values()):
        s[hattrick.TAKEN] |= (1 << count) - 1 << place * cards.NUMBERS
    s[hattrick.PASSED] = (1 << passed) - 1 << cards.NUMBERS - passed
    kind = KINDS["hattrick"]
    o = kind.encode(4, resolve(kind, 4, "standard", {}))
    return {"piles": piles, "passes": passed, "points": hattrick.score(o, s, 0)}


# --- lessons -----------------------------------------------------------------------------------------------------------


def dealt(name: str, players: int, hands: list[list[str]], after: str = "") -> list[str]:
    """A deck that deals these hands, filled up with what is left, and has `after` on top of the rest."""
    kind = KINDS[name]
    box = whole_deck(kind, kind.encode(players, resolve(kind, players, next(iter(kind.presets)), {})))
    size = Game(name, players, seed=1).view(None)["cards"][0]
    fixed = {card for hand in hands for card in hand} | set(after.split())
    rest = iter([card for card in box if card not in fixed])
    full = [hand + [next(rest) for _ in range(size - len(hand))] for hand in hands]
    return [*(card for hand in full for card in hand), *after.split(), *rest]


HIDDEN = ("log", "unseen")  # too much to carry; the lessons show neither


class Lesson:
    """A game that is shown to its first seat: each step, and the pictures that lead to it.

    A picture is what has changed in the view and what has happened; the first holds the whole view.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.view: Json = {}
        self.told = 0
        self.way: list[Json] = []
        self.look(game.view(0))

    def look(self, view: Json, lying: bool = False) -> None:
        """Adds a picture; of a trick that still lies there, though it is won already."""
        events = view["log"][self.told :]
        self.told = len(view["log"])
        if lying:
            kept = {key: view[key] for key in ("hand", "cards", "log")}
            last = view["last_trick"]
            view = self.view | kept | {"trick": last["cards"], "winning": last["winner"], "to_act": [], "legal": []}
        shown = {key: value for key, value in view.items() if key not in HIDDEN}
        changed = {key: value for key, value in shown.items() if key not in self.view or self.view[key] != value}
        self.view = shown
        self.way.append({"view": changed, "events": events})

    def play(self, seat: int, move: str) -> None:
        tricks = self.game.view(0).get("tricks_played")
        if move[-1] in "?!.":
            self.game.signal(seat, move)
        else:
            self.game.play(seat, move)
        view = self.game.view(0)
        self.look(view, lying=view.get("tricks_played") != tricks)

    def step(self, name: str, **more: Any) -> Json:
        """What is said here, and how it came to this."""
        way, self.way = self.way, []
        return {"name": name, "way": way, **more}

    def ask(self, name: str, move: str, why: Json) -> Json:
        """A step at which this move is asked for; `why` tells why not another."""
        asked = self.step(name, move=move, why=why)
        self.play(0, move)
        return asked


NAMES = ["", "Mia", "Ben", "Eva"]
HANDS = [
    "r9 r11 b1 b3 b4 b7 g2 g5 g6 g8 g9 g10 n10 y0 y7",
    "r6 g4 y1 n2",  # Mia
    "b10 g0 g1 n4",  # Ben
    "b5 n8 r1 y9",  # Eva
]
CHOICES = {1: "n2", 2: "g1", 3: "r1"}
FEW, MANY = "ryn", "g"


def sticheln_game() -> Game:
    return Game("sticheln", 4, seed=1, dealer=3, decks=[dealt("sticheln", 4, [hand.split() for hand in HANDS])])


def sticheln_lesson() -> Json:
    """Choosing, then three tricks: leading, ducking, having the last word."""
    return {"names": NAMES, "steps": list(sticheln_steps(Lesson(sticheln_game())))}


def sticheln_steps(lesson: Lesson) -> Iterator[Json]:
    game = lesson.game

    def others(text: str) -> None:
        for move in text.split():
            lesson.play(game.to_act[0], move)

    yield lesson.step("welcome")
    yield lesson.step("colours")
    for seat, card in CHOICES.items():
        lesson.play(seat, card)
    yield lesson.ask("choose", "b3", why_not_choose(game.legal(0)))
    yield lesson.step("shown")
    yield lesson.ask("lead", "y7", why_not_lead(game.legal(0)))
    others("y1 n4 n8")
    yield lesson.step("led")
    lesson.look(game.view(0))
    others("b5")
    cost = worth_if(game, "n10 r6 b10", 0)
    yield lesson.ask("duck", "b4", why_not_duck(game.legal(0)))
    others("r6 b10")
    yield lesson.step("ducked", params={"points": cost})
    lesson.look(game.view(0))
    others("g4 g0 y9")
    yield lesson.ask("take", "n10", why_not_take(game.legal(0)))
    yield lesson.step("took")
    lesson.look(game.view(0))
    yield lesson.step("count", params={"points": game.view(0)["points"][0]})
    yield lesson.step("late")
    yield lesson.step("memory")
    yield lesson.step("done")


def worth_if(game: Game, text: str, seat: int) -> int:
    """What the trick would be worth to a seat if these cards were played."""
    other = Game.from_replay(game.replay())
    before = other.view(None)["points"][seat]
    for move in text.split():
        other.play(other.to_act[0], move)
    return int(other.view(None)["points"][seat] - before)


def why_not_choose(legal: list[str]) -> Json:
    found = {card: "few" for card in legal if card[0] in FEW} | {card: "many" for card in legal if card[0] in MANY}
    return found | {"b1": "lowest", "b4": "dearer", "b7": "dearer"}


def why_not_lead(legal: list[str]) -> Json:
    found = {card: "own" for card in legal if card[0] == "b"} | dict.fromkeys(("r9", "r11", "n10"), "strong")
    return found | {card: "needle" for card in legal if card[0] == "g"} | {"y0": "zero"}


def why_not_duck(legal: list[str]) -> Json:
    found = {card: "trump" for card in legal if card[0] != "b"}
    return found | {"y0": "safe", "b1": "lower", "b7": "above"}


def why_not_take(legal: list[str]) -> Json:
    found = {card: "green" for card in legal if card[0] == "g"} | {card: "throw" for card in legal if card[0] == "b"}
    return found | {"r11": "enough", "r9": "equal", "y0": "nothing"}


PAIR = ["", "Mia"]
START = ["3 6 31 41 58 90 97", "2 4 18 27 72 79 86"]
DRAWN = "12 55 64  96 94  49 67  91 88  33 71  15 46"  # turn by turn: one's own, Mia's, …
TURNS = {
    "small": "3A",
    "again": "6A",
    "free": "97C",
    "draw": "end",
    "second": "12A",
    "listen": "90D",
    "enough": "end",
    "pair": "41A",
    "back": "31A",
    "finish": "end",
}
MIA = {"draw": "2B 4B end C!", "enough": "96C 94C end C."}


def thegame_game() -> Game:
    return Game("thegame", 2, seed=1, decks=[dealt("thegame", 2, [hand.split() for hand in START], DRAWN)])


def thegame_lesson() -> Json:
    """Three turns with Mia: small steps, listening and knowing when to stop, ten back and talking."""
    return {"names": PAIR, "steps": list(thegame_steps(Lesson(thegame_game())))}


def thegame_steps(lesson: Lesson) -> Iterator[Json]:
    def mia(text: str) -> None:
        for move in text.split():
            lesson.play(1, move)

    yield lesson.step("welcome")
    yield lesson.step("piles")
    lesson.play(1, "start1")
    yield lesson.ask("begin", "start3", {f"start{eager}": "shy" for eager in range(3)})
    for name, move in TURNS.items():
        view = lesson.game.view(0)
        yield lesson.ask(name, move, {other: why_not(name, view, other, move) for other in view["legal"] if other != move})
        mia(MIA.get(name, ""))
    signals = {f"{pile}{sign}": "softly" if pile == "A" else "elsewhere" for pile in "ABCD" for sign in "?!"}
    del signals["A!"]
    yield lesson.ask("say", "A!", signals)
    mia("91C 88D end")
    yield lesson.step("heeded")
    yield lesson.step("done")


def why_not(name: str, view: Json, other: str, move: str) -> str:
    """Why a move is not the one that is asked for."""
    if other in BETTER_LATER.get(name, {}):
        return BETTER_LATER[name][other]
    if move == "end":
        return "stop"
    if other == "end":
        return "early"
    if view["signals"][1].get(other[-1]) == "!":
        return "asked"
    if other[:-1] != move[:-1] or step(view, other) > NEAR:
        return "jump"
    return "twin" if step(view, other) == step(view, move) else "pile"


NEAR = 10  # on a pile this near a card is not quite wrong
BETTER_LATER = {
    "small": {"6A": "order", "6B": "order", "97C": "later", "97D": "later"},
    "again": {"97C": "later", "97D": "later"},
    "free": {"90C": "order"},
    "second": {"90D": "later"},
    "pair": {"31A": "order"},
}


def step(view: Json, move: str) -> int:
    """How far a pile moves on with this play."""
    return abs(int(move[:-1]) - int(view["piles"][move[-1]]))


# --- files -------------------------------------------------------------------------------------------------------------


def files() -> dict[Path, str]:
    made = {
        SOURCE / "rules" / "tables.json": tables(),
        SOURCE / "rules" / "examples.json": examples(),
        SOURCE / "learn" / "sticheln.json": sticheln_lesson(),
        SOURCE / "learn" / "thegame.json": thegame_lesson(),
    }
    return {path: json.dumps(content, separators=(",", ":")) + "\n" for path, content in made.items()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
