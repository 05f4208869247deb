"""Whole games inside one compiled call. Speaks only the verbs all games share; `jit` compiles it for each game."""

from stichwerk.rules import cards, chance, phases
from stichwerk.rules import sticheln as rules


def deal_round(o: list[int], s: list[int], rng: list[int], pile: list[int]) -> None:
    """Shuffles and deals the round the state waits for."""
    chance.shuffle(rng, pile, rules.deck(o, pile))
    rules.deal(o, s, pile)


def random_move(o: list[int], s: list[int], rng: list[int]) -> None:
    """One legal move at random, by the first seat that may move."""
    seat = cards.lowest(rules.acting(o, s))
    k = chance.below(rng, rules.count(o, s, seat))
    rules.apply(o, s, seat, rules.pick(o, s, seat, k))


def random_game(o: list[int], s: list[int], rng: list[int], pile: list[int]) -> int:
    """Plays a whole game at random and counts its moves."""
    rules.start(o, s, chance.below(rng, o[0]))
    moves = 0
    while not rules.over(s):
        if s[0] == phases.DEAL:
            deal_round(o, s, rng, pile)
        else:
            random_move(o, s, rng)
            moves += 1
    return moves


def random_games(o: list[int], s: list[int], rng: list[int], pile: list[int], games: int) -> int:
    moves = 0
    for _ in range(games):
        moves += random_game(o, s, rng, pile)
    return moves
