"""Self-play: rounds played by the policy as it is, and which way its weights should move for it to score better.

Written over the verbs all games share and a mind (`bots.mind_sticheln`), compiled for each. What counts is a seat's lead: its
points less the mean of the others'. A second network, the critic, learns to foresee how much the lead will still grow; what
a move brought beyond that (weighed by DECAY over the moves that follow) makes the move likelier, or less likely.

Who only ever plays against itself learns what works against itself. So in some rounds all seats but one may be strangers', who
play by a policy of their own and learn nothing.

A line of the diary holds one decision: what was seen and looked at, what was done, and what was foreseen.
"""

import math

from stichwerk.bots import mind_sticheln as mind
from stichwerk.bots import net, standing
from stichwerk.bots import simple_sticheln as strangers
from stichwerk.bots.net import MOVES as MOST
from stichwerk.bots.net import SHARED
from stichwerk.rules import chance, machine, phases
from stichwerk.rules import sticheln as rules
from stichwerk.train import hindsight_sticheln as hindsight
from stichwerk.train import slopes

DECAY = 0.9
SEAT, HEAD, MOVES, DONE, FACTS = 0, 1, 2, 3, 4  # whole numbers of a line
FORESEEN, LEAD, GAIN, READINGS = 0, 1, 2, 3  # other numbers
SCALE = 8.0  # points that count as one for the critic
AMONG = 0  # every so many-th time that a setting comes round, the table is full of strangers; 0: never


def foresee(critic: list[float], head: int, situation: list[float]) -> float:
    """How much of a lead the critic still expects."""
    one = machine.floats(1)
    found = machine.floats(1)
    one[0] = 1.0
    net.weigh(critic, head * critic_size(), situation, SHARED, one, 1, 1, found)
    return SCALE * found[0]


def critic_size() -> int:
    return net.size(SHARED, 1)


def to_shares(worth: list[float], n: int) -> None:
    """From what moves are worth to how likely each is played."""
    most = worth[0]
    for k in range(1, n):
        most = max(most, worth[k])
    total = 0.0
    for k in range(n):
        worth[k] = math.exp(worth[k] - most)
        total += worth[k]
    for k in range(n):
        worth[k] /= total


def draw(shares: list[float], n: int, dice: list[int]) -> int:
    left = chance.bits(dice) / 4294967296.0
    for k in range(n - 1):
        left -= shares[k]
        if left < 0.0:
            return k
    return n - 1


def begin(o: list[int], s: list[int], rng: list[int], pile: list[int]) -> None:
    rules.start(o, s, chance.below(rng, o[rules.PLAYERS]))
    chance.shuffle(rng, pile, rules.deck(o, pile))
    rules.deal(o, s, pile)


def company(o: list[int], turn: int) -> int:
    """The seats that strangers have, a bit each, when a setting comes round for the turn-th time."""
    if AMONG == 0 or turn % AMONG != 0:
        return 0
    return (1 << o[rules.PLAYERS]) - 1 & ~(1 << turn // AMONG % o[rules.PLAYERS])


def play(
    o: list[int],
    s: list[int],
    others: int,
    w: list[float],
    critic: list[float],
    dice: list[int],
    seens: list[list[int]],
    facts: list[list[int]],
    readings: list[list[float]],
    situations: list[list[float]],
    moves: list[list[float]],
    shares: list[list[float]],
) -> int:
    """Plays a dealt round and writes the diary of all but the `others`; how many lines that took."""
    lines = 0
    while s[phases.PHASE] < phases.DEAL:
        seat = machine.lowest(rules.acting(o, s))
        seen, fact, reading = seens[lines], facts[lines], readings[lines]
        rules.observe(o, s, seat, seen)
        if others >> seat & 1:
            rules.apply(o, s, seat, strangers.act(o, seen, seat, dice))
            continue
        fact[SEAT], fact[HEAD] = seat, mind.head(seen)
        situation = situations[lines]
        for i in range(SHARED):
            situation[i] = 0.0
        n = mind.consider(o, seen, seat, w, situation, moves[lines], shares[lines])
        to_shares(shares[lines], n)
        fact[MOVES], fact[DONE] = n, draw(shares[lines], n, dice)
        reading[LEAD] = standing.lead(o, s, seat)
        move = rules.pick(o, seen, seat, fact[DONE])
        if fact[HEAD] != mind.CERTAIN and n > 1:
            reading[FORESEEN] = foresee(critic, fact[HEAD], situation)
            lines += 1
        rules.apply(o, s, seat, move)
    return lines


def judge(o: list[int], s: list[int], lines: int, facts: list[list[int]], readings: list[list[float]]) -> None:
    """Writes down what each move brought beyond what was foreseen."""
    foreseen = machine.floats(8)
    leads = machine.floats(8)
    gains = machine.floats(8)
    for seat in range(o[rules.PLAYERS]):
        foreseen[seat] = gains[seat] = 0.0
        leads[seat] = standing.lead(o, s, seat)
    for line in range(lines - 1, -1, -1):
        seat, reading = facts[line][SEAT], readings[line]
        surprise = leads[seat] - reading[LEAD] + foreseen[seat] - reading[FORESEEN]
        gains[seat] = surprise + DECAY * gains[seat]
        reading[GAIN] = gains[seat]
        foreseen[seat], leads[seat] = reading[FORESEEN], reading[LEAD]


def learn(
    line: int,
    w: list[float],
    critic: list[float],
    curiosity: float,
    facts: list[list[int]],
    readings: list[list[float]],
    situations: list[list[float]],
    moves: list[list[float]],
    shares: list[list[float]],
    slope: list[float],
    critic_slope: list[float],
) -> float:
    """Adds one decision's slopes; how undecided it was (its entropy)."""
    pull = machine.floats(MOST)
    fact, share, gain = facts[line], shares[line], readings[line][GAIN]
    n, head = fact[MOVES], fact[HEAD]
    doubt = 0.0
    for k in range(n):
        doubt -= share[k] * math.log(share[k] + 1e-12)
    for k in range(n):
        wanted = (1.0 if k == fact[DONE] else 0.0) - share[k]
        pull[k] = wanted * gain / SCALE - curiosity * share[k] * (math.log(share[k] + 1e-12) + doubt)
    slopes.add(w, mind.start_of(head), situations[line], mind.shared_by(head), moves[line], mind.own_of(head), n, pull, slope)
    one = machine.floats(1)
    one[0] = 1.0
    pull[0] = gain / SCALE
    slopes.add(critic, head * critic_size(), situations[line], SHARED, one, 1, 1, pull, critic_slope)
    return doubt


def play_and_learn(
    options: list[list[int]],
    first: int,
    last: int,
    seed: int,
    w: list[float],
    critic: list[float],
    curiosity: float,
    s: list[int],
    rng: list[int],
    dice: list[int],
    pile: list[int],
    seens: list[list[int]],
    facts: list[list[int]],
    readings: list[list[float]],
    situations: list[list[float]],
    moves: list[list[float]],
    shares: list[list[float]],
    slope: list[float],
    critic_slope: list[float],
    told: list[float],
) -> None:
    """Plays rounds number first … last-1 of a seed, with the options in turn, and adds up the slopes of all decisions.

    `told`: how many decisions there were and doubts, and the log-likelihood of the marks with how many these were.
    """
    for number in range(first, last):
        o = options[number % len(options)]
        chance.seed(rng, seed, number)
        chance.seed(dice, seed, (1 << 62) + number)
        begin(o, s, rng, pile)
        lines = play(o, s, company(o, number // len(options)), w, critic, dice, seens, facts, readings, situations, moves, shares)
        judge(o, s, lines, facts, readings)
        told[0] += lines
        for line in range(lines):
            told[1] += learn(line, w, critic, curiosity, facts, readings, situations, moves, shares, slope, critic_slope)
            hindsight.learn(o, s, seens[line], facts[line][SEAT], w, slope, told)
