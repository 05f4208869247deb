"""From what was asked for to a full set of options, or a sentence that says what is wrong and what is possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stichwerk.game.hattrick import HatTrick
from stichwerk.game.kind import Kind, Options, is_whole
from stichwerk.game.refusals import BadOption
from stichwerk.game.sticheln import Sticheln
from stichwerk.game.thegame import TheGame

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (Sticheln(), HatTrick(), TheGame())}
MOST_SEEDS = 1 << 63


def kind_of(game: Any) -> Kind:
    if not isinstance(game, str) or game not in KINDS:
        raise BadOption("option.game", given=repr(game), possible=list(KINDS))
    return KINDS[game]


def default_variant(kind: Kind) -> str:
    return next(iter(kind.presets))


def resolve(kind: Kind, players: Any, variant: Any, given: Options) -> Options:
    """Every option of the game with its value: a switch given beside a preset wins over it (RULES 2.4)."""
    if not isinstance(variant, str) or variant not in kind.presets:
        raise BadOption("option.variant", game=kind.title, given=repr(variant), possible=list(kind.presets))
    check_players(kind, players, variant)
    check_names(kind, given)
    asked = {name: value for name, value in given.items() if value is not None}
    for option in kind.options:
        if option.name in asked:
            option.check(asked[option.name])
    defaults = {option.name: option.default for option in kind.options}
    options = {**defaults, **kind.presets[variant].switches, **asked}
    kind.reconcile(options, asked)
    return {name: int(value) if is_whole(value) else value for name, value in options.items()}


def check_names(kind: Kind, given: Options) -> None:
    for name in given:
        if name not in {option.name for option in kind.options}:
            raise BadOption("option.unknown", game=kind.title, option=name, possible=option_names(kind))


def option_names(kind: Kind) -> list[str]:
    return [*(option.name for option in kind.options), *(["dealer"] if kind.has_dealer else []), "seed", "decks"]


def check_players(kind: Kind, players: Any, variant: str) -> None:
    most = min(kind.most_players, kind.presets[variant].most_players)
    if not is_whole(players) or not kind.least_players <= players <= most:
        name = kind.title if most == kind.most_players else f"{kind.title} {variant}"
        raise BadOption("option.players", given=repr(players), game=name, least=kind.least_players, most=most)


def check_dealer(kind: Kind, players: int, dealer: Any) -> int:
    if not kind.has_dealer:
        raise BadOption("option.unknown", game=kind.title, option="dealer", possible=option_names(kind))
    if not is_whole(dealer) or not 0 <= dealer < players:
        raise BadOption("option.range", option="dealer", given=repr(dealer), least=0, most=players - 1)
    return int(dealer)


def check_seed(seed: Any) -> int:
    if not is_whole(seed) or not 0 <= seed < MOST_SEEDS:
        raise BadOption("option.range", option="seed", given=repr(seed), least=0, most=MOST_SEEDS - 1)
    return int(seed)


def read_decks(kind: Kind, o: list[int], decks: Any) -> list[list[int]]:
    """Decks given as text, as the rules know them."""
    if not isinstance(decks, (list, tuple)):
        raise BadOption("deck.type", given=type(decks).__name__)
    return [_read_deck(kind, o, number, deck) for number, deck in enumerate(decks)]


def whole_deck(kind: Kind, o: list[int]) -> list[str]:
    """The cards of a round, in order."""
    cards = [0] * kind.rules.LARGEST
    return [kind.card_texts[card] for card in cards[: kind.rules.deck(o, cards)]]


def _read_deck(kind: Kind, o: list[int], number: int, deck: Any) -> list[int]:
    whole = whole_deck(kind, o)
    if not isinstance(deck, (list, tuple)):
        raise BadOption("deck.type", given=type(deck).__name__)
    seen: set[str] = set()
    for text in deck:
        if not isinstance(text, str) or text not in whole:
            raise BadOption("deck.foreign", deck=number, card=repr(text), first=whole[0], last=whole[-1])
        if text in seen:
            raise BadOption("deck.double", deck=number, card=text)
        seen.add(text)
    missing = [text for text in whole if text not in seen]
    if missing:
        raise BadOption("deck.missing", deck=number, cards=missing)
    return [kind.card_texts.index(text) for text in deck]
