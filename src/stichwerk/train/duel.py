"""One player among rivals, on duplicate deals: every deal is played once with the player on each seat.

Compiled for a player (`pupil`: by weights) and the rivals' policy.
"""

from stichwerk.batch import random_policy as policy
from stichwerk.bots import standing
from stichwerk.rules import chance, machine, phases
from stichwerk.rules import sticheln as rules
from stichwerk.train import pupil


def play_round(o: list[int], s: list[int], seen: list[int], dice: list[int], guest: int, w: list[float]) -> None:
    while s[phases.PHASE] < phases.DEAL:
        seat = machine.lowest(rules.acting(o, s))
        rules.observe(o, s, seat, seen)
        move = pupil.decide(o, seen, seat, dice, w) if seat == guest else policy.act(o, seen, seat, dice)
        rules.apply(o, s, seat, move)


def play_deals(
    o: list[int],
    first: int,
    last: int,
    seed: int,
    w: list[float],
    s: list[int],
    seen: list[int],
    rng: list[int],
    dice: list[int],
    pile: list[int],
    leads: list[float],
) -> None:
    """The player's mean lead, over its seats, in each of the deals first … last-1."""
    for number in range(first, last):
        leads[number - first] = 0.0
        for guest in range(o[rules.PLAYERS]):
            chance.seed(rng, seed, number)
            chance.seed(dice, seed, (1 << 62) + number * 8 + guest)
            rules.start(o, s, chance.below(rng, o[rules.PLAYERS]))
            chance.shuffle(rng, pile, rules.deck(o, pile))
            rules.deal(o, s, pile)
            play_round(o, s, seen, dice, guest, w)
            leads[number - first] += standing.lead(o, s, guest) / o[rules.PLAYERS]
