"""What the clause tests share: decks laid by hand, scripted tricks, and play to the end of a round.

Everything goes through the public face of `stichwerk.Game`. The little rule knowledge in here (decks, `trick_taker`, `reckon`)
is a second reading of the rulebook, written without looking at the first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from stichwerk import Game

View = dict[str, Any]

# RULES 2.1: players -> highest number, colours, cards each.
STICHELN = {
    3: (8, "gnrby", 15),
    4: (11, "gnrby", 15),
    5: (14, "gnrby", 15),
    6: (14, "gnrbyv", 15),
    7: (17, "gnrbyv", 15),
    8: (18, "gnrbyv", 14),
}
# RULES 3: players -> lowest number, cards each.
HATTRICK = {4: (1, 15), 5: (1, 12), 6: (1, 10), 7: (0, 9)}
# RULES 4: players -> cards each.
THEGAME = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}


# --- cards and decks ---------------------------------------------------------------------------------------------------


def colour(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def sticheln_cards(players: int) -> list[str]:
    highest, colours, _ = STICHELN[players]
    return [f"{c}{k}" for k in range(highest + 1) for c in colours]


def hattrick_cards(players: int) -> list[str]:
    return [f"{c}{k}" for k in range(HATTRICK[players][0], 21) for c in "rbg"]


def thegame_cards() -> list[str]:
    return [str(k) for k in range(2, 100)]


def deck(box: Sequence[str], size: int, players: int, hands: Sequence[str], after: str = "") -> list[str]:
    """The box in dealing order: each hand as written and filled up to `size`, then `after`, then the rest."""
    wanted = [text.split() for text in hands] + [[] for _ in range(players - len(hands))]
    fixed = {*chain(*wanted), *after.split()}
    rest = iter([card for card in box if card not in fixed])
    filled = [hand + [next(rest) for _ in range(size - len(hand))] for hand in wanted]
    laid = [*chain(*filled), *after.split(), *rest]
    assert sorted(laid) == sorted(box), "the script deals a card that is not in the box, or one twice"
    return laid


def hands_playing(players: int, rows: Sequence[str], held: Sequence[str] = ()) -> list[str]:
    """The hands that can play `rows`, each a leader and the cards in playing order ("2: r4 b1 g0"), beside what is `held`."""
    hands = [text.split() for text in held] + [[] for _ in range(players - len(held))]
    for row in rows:
        leader, cards = row.split(":")
        for turn, card in enumerate(cards.split()):
            hands[(int(leader) + turn) % players].append(card)
    return [" ".join(hand) for hand in hands]


# --- games dealt by hand -----------------------------------------------------------------------------------------------


def sticheln(players: int, hands: Sequence[str] = (), *, aside: str = "", dealer: int | None = None, **options: Any) -> Game:
    """Sticheln whose first round is dealt as written. Without a `dealer` seat 0 leads."""
    laid = deck(sticheln_cards(players), STICHELN[players][2], players, hands, aside)
    first = players - 1 if dealer is None else dealer
    return Game("sticheln", players=players, seed=1, decks=[laid], dealer=first, **options)


def hattrick(players: int, hands: Sequence[str] = (), *, dealer: int | None = None, **options: Any) -> Game:
    """Hat Trick whose first round is dealt as written. Without a `dealer` seat 0 leads."""
    laid = deck(hattrick_cards(players), HATTRICK[players][1], players, hands)
    first = players - 1 if dealer is None else dealer
    return Game("hattrick", players=players, seed=1, decks=[laid], dealer=first, **options)


def thegame(players: int, hands: Sequence[str] = (), draw: str = "", *, begins: int | None = 0, **options: Any) -> Game:
    """The Game dealt as written, `draw` on top of the draw pile; seat `begins` has been made to begin (None: not yet)."""
    size = THEGAME[players] + options.get("hand", 0)
    game = Game("thegame", players=players, seed=1, decks=[deck(thegame_cards(), size, players, hands, draw)], **options)
    if players > 1 and begins is not None:
        for seat in range(players):
            game.play(seat, "start3" if seat == begins else "start0")
    return game


# --- moves -------------------------------------------------------------------------------------------------------------


def play_all(game: Game, text: str) -> None:
    """Play the moves of `text`, each by the first seat that is to act."""
    for move in text.split():
        game.play(game.to_act[0], move)


def choose(game: Game, text: str) -> None:
    """Seat 0 chooses the first card of `text`, seat 1 the second, …"""
    for seat, card in enumerate(text.split()):
        game.play(seat, card)


def choose_any(game: Game, keep: Iterable[str] = ()) -> None:
    """Everyone still choosing picks some card that is not to be kept."""
    kept = set(keep)
    while game.phase == "choose":
        seat = game.to_act[0]
        game.play(seat, next(card for card in game.legal(seat) if card not in kept))


def play_trick(game: Game, cards: str) -> int:
    """Play a Sticheln trick, the cards in playing order; the seat that took it."""
    before = len(events(game, "trick"))
    play_all(game, cards)
    tricks = events(game, "trick")
    assert len(tricks) == before + 1
    return int(tricks[-1]["seat"])


def play_rows(game: Game, rows: Sequence[str]) -> None:
    """Play tricks written as leader and cards in playing order: "2: r4 b1 g0"; the leader must be the one to act."""
    for row in rows:
        leader, cards = row.split(":")
        assert game.to_act == (int(leader),), f"{game.to_act} leads, not {row}"
        play_all(game, cards)


def play_round(game: Game, rng: random.Random | None = None) -> None:
    """Play the round to its end: any legal moves."""
    pick = rng or random.Random(0)
    done = len(game.round_scores)
    while not game.over and len(game.round_scores) == done:
        seat = game.to_act[0]
        game.play(seat, pick.choice(sorted(game.legal(seat))))


def play_game(game: Game, rng: random.Random | None = None) -> Game:
    while not game.over:
        play_round(game, rng)
    return game


def lay(game: Game, plays: Iterable[str]) -> None:
    """Play these in The Game, saying `end` whenever whose turn it is does not hold the next card."""
    for play in plays:
        while play[:-1] not in game.view(game.to_act[0])["hand"]:
            game.play(game.to_act[0], "end")
        game.play(game.to_act[0], play)


def play_with(game: Game, policy: Callable[[int, list[str], str | None], str]) -> None:
    """Play the tricks of this round by `policy(seat, hand, lead card or None)`."""
    done = len(game.round_scores)
    while game.phase == "play" and len(game.round_scores) == done:
        seat = game.to_act[0]
        trick = game.view(seat)["trick"]
        game.play(seat, policy(seat, game.legal(seat), trick[0]["card"] if trick else None))


def play_out(game: Game, ducking: int) -> None:
    """Play the round out so that seat `ducking` takes nothing more: it plays low, the others trump as high as they can."""

    def policy(seat: int, hand: list[str], lead: str | None) -> str:
        if seat == ducking:
            return min(hand, key=number)
        return max(hand, key=lambda card: (lead is not None and card[0] != lead[0], number(card)))

    took = [event for event in events(game, "trick") if event["seat"] == ducking]
    play_with(game, policy)
    assert [event for event in events(game, "trick") if event["seat"] == ducking] == took, "the script failed: it took a trick"


# --- a round in which one seat takes every trick (3 to 5 players) --------------------------------------------------------
#
# The sweeper holds the three highest cards of each of the five colours, everyone else three lower ones of each. All follow
# suit, so the sweeper takes all. Whoever took nothing scores by the chosen card alone: the scores can be set at will.
# The sweeper must choose red; of the others one may choose another colour: a red 0 is dealt to that seat, to throw away.


def sweep_deck(players: int, sweeper: int, chosen: str = "") -> list[str]:
    picks = chosen.split() or ["r0"] * players
    odd = [seat for seat, card in enumerate(picks) if card[0] != "r"]
    assert len(odd) <= 1
    assert picks[sweeper][0] == "r"
    hands: list[list[str]] = [[] for _ in range(players)]
    for c in "gnrby":
        hands[sweeper] += [f"{c}{3 * players - k}" for k in (1, 2, 3)]
        fixed = {seat: [p for p in (pick, *["r0"] * (seat in odd)) if p[0] == c] for seat, pick in enumerate(picks) if chosen}
        reserved = set(chain(*fixed.values()))
        rest = [f"{c}{k}" for k in range(3 * players - 3) if f"{c}{k}" not in reserved]
        for seat in range(players):
            if seat != sweeper:
                own = fixed.get(seat, [])
                hands[seat] += own + [rest.pop(0) for _ in range(3 - len(own))]
    return [*chain(*hands)]


def follow_suit(seat: int, hand: list[str], lead: str | None) -> str:
    """Red is led last; a suit is followed as high as possible; who cannot follow throws a 0 away."""
    if lead is None:
        return max(hand, key=lambda card: (card[0] != "r", number(card)))
    same = [card for card in hand if card[0] == lead[0]]
    return max(same, key=number) if same else next(card for card in hand if number(card) == 0)


def sweep(game: Game, chosen: str = "") -> None:
    """Play a round of a `sweep_deck` to its end (or to the naming)."""
    choose(game, chosen)
    play_with(game, follow_suit)


# --- reading a game ----------------------------------------------------------------------------------------------------


def events(game: Game, *kinds: str, seat: int | None = None) -> list[View]:
    """The events of these kinds, oldest first, from that seat's log (None: a spectator's)."""
    return [event for event in game.view(seat)["log"] if event["event"] in kinds]


def everyone(game: Game) -> list[int | None]:
    """All who look: the seats and a spectator."""
    return [*range(game.view(None)["players"]), None]


def all_cards(game: Game) -> list[str]:
    """All cards of a round just dealt: hands and left-overs."""
    view = game.view(None)
    hands = [game.view(seat)["hand"] for seat in range(view["players"])]
    return [*chain(*hands), *view.get("aside", [])]


def dealers(game: Game) -> list[int]:
    return [event["dealer"] for event in events(game, "deal")]


def rounds_of(game: Game) -> list[list[View]]:
    """The log, cut into rounds."""
    rounds: list[list[View]] = []
    for event in game.view(None)["log"]:
        if event["event"] == "deal":
            rounds.append([])
        rounds[-1].append(event)
    return rounds


def tricks_of(log: Iterable[View]) -> list[tuple[int, list[tuple[int, str]]]]:
    """The Sticheln tricks in a log: (taker, [(seat, card) in playing order])."""
    tricks: list[tuple[int, list[tuple[int, str]]]] = []
    table: list[tuple[int, str]] = []
    for event in log:
        if event["event"] == "play":
            table.append((event["seat"], event["card"]))
        elif event["event"] == "trick":
            tricks.append((event["seat"], table))
            table = []
    return tricks


# --- a second reading of the trick and of the score ----------------------------------------------------------------------


def trick_taker(cards: Sequence[str], aim: str = "misery", zeros: str = "never") -> int:
    """RULES 2.2.2 and 2.4: which of the cards, in playing order, takes the trick."""
    trumps = [card for card in cards if card[0] != cards[0][0] and (number(card) > 0 or zeros == "trump")]
    if not trumps:
        return cards.index(max((card for card in cards if card[0] == cards[0][0]), key=number))
    return cards.index(min(trumps, key=number) if aim == "lucky" else max(trumps, key=number))


def reckon(
    taken: Iterable[str], chosen: Iterable[str], colours: Iterable[str], aim: str = "misery", penalty: str = "number"
) -> int:
    """RULES 2.2.3 and 2.4: what a seat scores with these cards."""
    own, sign = set(colours), 1 if aim == "lucky" else -1
    return sum(sign * (5 if penalty == "flat" else number(card)) if card[0] in own else -sign for card in chain(taken, chosen))
