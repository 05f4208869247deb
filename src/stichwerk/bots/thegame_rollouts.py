"""How the patient bot chooses a turn of The Game: it tries the best few out in worlds that look the same to it.

In every world the unseen cards lie differently, and agree with what the others have said; all turns are tried in the same
worlds. After each a few turns are played on by the evaluation, and then it is asked how likely the game is won
(`thegame_value`); once nothing is left to draw it is played to its end. Only a gain that stands out from its error overrules
the evaluation (without that, trying out makes play worse).
"""

import math

from stichwerk.bots import thegame_choice as choice
from stichwerk.bots import thegame_desk as desk
from stichwerk.bots import thegame_series as series
from stichwerk.bots import thegame_value as value
from stichwerk.bots import thegame_worth as worth
from stichwerk.rules import cards, chance, machine, phases
from stichwerk.rules import thegame as rules

INLINE = False

TURNS = 6  # the best turns that are tried
AHEAD = 2  # times each seat plays on in a world
KEEP = 4  # ways of each size that are looked at there
WORK = 1000  # turns played in all worlds together, about
FEWEST = 8  # worlds before any turn is given up
GATE = 1.3  # standard errors by which a turn must be better than the evaluation's
HOPELESS = 1.0  # … and worse, to be given up
SETTLED = 2.5  # … and better, to be chosen without further ado
RUDE = 0.05  # how much likelier the game must be won for a request to be disregarded

DESK, WORDS, DECK, PILES, SUMS, VALUE = desk.SIZE, rules.WORDS, rules.LARGEST, rules.PILES, TURNS, value.ROW
WAYS = 2 * TURNS


def turn(
    o: list[int], seen: list[int], seat: int, weights: list[float], odds: list[float], dice: list[int], out: list[int]
) -> int:
    """The best turn: its moves go to `out`, without the end; how many there are. `odds`: the weights of `thegame_value`."""
    d, found, values = machine.words(DESK), machine.words(WAYS), machine.floats(TURNS)
    n = choice.best(o, seen, seat, weights, d, found, values, TURNS, choice.KEEP)
    if n == 0:
        return 0
    certain = n == 1 or (o[rules.PLAYERS] == 1 and seen[rules.DRAWN] == rules.CARDS)
    return choice.write(d, found, 0 if certain else compare(o, seen, seat, weights, odds, dice, d, found, n), out)


def compare(
    o: list[int],
    seen: list[int],
    seat: int,
    weights: list[float],
    odds: list[float],
    dice: list[int],
    d: list[int],
    found: list[int],
    n: int,
) -> int:
    """Which of n turns to choose."""
    gains, squares = machine.floats(SUMS), machine.floats(SUMS)
    world = machine.words(WORDS)
    for k in range(n):
        gains[k], squares[k] = 0.0, 0.0
    alive, worlds, work = (1 << n) - 1, 0, 0
    while work < WORK and alive & alive - 1:
        imagine(o, seen, seat, dice, world)
        work += try_all(o, world, seat, weights, odds, d, found, alive, gains, squares)
        worlds += 1
        if worlds >= FEWEST and worlds % 4 == 0:
            alive = promising(gains, squares, n, alive, worlds)
    return decide(gains, squares, n, alive, worlds)


def try_all(
    o: list[int],
    world: list[int],
    seat: int,
    weights: list[float],
    odds: list[float],
    d: list[int],
    found: list[int],
    alive: int,
    gains: list[float],
    squares: list[float],
) -> int:
    """Every turn that is still tried, in one world: what it gains over the first. How many turns that took."""
    s, plan, result = machine.words(WORDS), machine.words(8), machine.floats(1)
    work, first = 0, 0.0
    for k in range(TURNS):
        if alive >> k & 1:
            rules.copy(world, s)
            series.speak(o, s)  # as all would in this world; what people ask for besides is weighed by `disregard`
            series.carry_out(o, s, seat, plan, choice.write(d, found, k, plan), weights, KEEP)
            work += look_ahead(o, s, weights, odds, result)
            result[0] -= RUDE * worth.disregard(d, found[2 * k], found[2 * k + 1])
            if k == 0:
                first = result[0]
            gains[k] += result[0] - first
            squares[k] += (result[0] - first) * (result[0] - first)
    return work


def look_ahead(o: list[int], s: list[int], weights: list[float], odds: list[float], result: list[float]) -> int:
    """Plays on for some turns: how likely the game is won then; how many turns."""
    turns, most = 0, AHEAD * o[rules.PLAYERS]
    while s[rules.PHASE] == phases.PLAY and (turns < most or s[rules.DRAWN] == rules.CARDS):
        play_valued(o, s, weights, odds, result)
        turns += 1
    if s[rules.PHASE] == phases.OVER:
        result[0] = 1.0 if rules.left(s) == 0 else 0.0
    return turns + 1


def play_valued(o: list[int], s: list[int], weights: list[float], odds: list[float], result: list[float]) -> None:
    """A turn by the evaluation, and what can be hoped for after it."""
    d, found, values = machine.words(DESK), machine.words(2), machine.floats(1)
    f, plan = machine.floats(VALUE), machine.words(8)
    seat, going = s[rules.TURN], True
    series.speak(o, s)
    while going:
        choice.best(o, s, seat, weights, d, found, values, 1, KEEP)
        n = choice.write(d, found, 0, plan)
        value.weigh_in(d, odds, f)
        result[0] = value.likelihood(d, f, found[0], found[1])
        going = series.goes_on(o, s, series.follow(o, s, seat, plan, n), n)
    series.end(o, s, seat)


def error(gain: float, square: float, worlds: int) -> float:
    """The standard error of a sum of gains."""
    return math.sqrt(max(square - gain * gain / worlds, 0.0))


def promising(gains: list[float], squares: list[float], n: int, alive: int, worlds: int) -> int:
    """Without the turns that are clearly worse than the best so far; the evaluation's stays, since all are measured by it,
    until one is certainly better."""
    top = 0
    for k in range(1, n):
        if alive >> k & 1 and gains[k] > gains[top]:
            top = k
    for k in range(1, n):
        spread = max(error(gains[k], squares[k], worlds), error(gains[top], squares[top], worlds))
        if alive >> k & 1 and k != top and gains[k] < gains[top] - HOPELESS * spread:
            alive &= ~(1 << k)
    if alive == 1 | 1 << top and gains[top] > SETTLED * error(gains[top], squares[top], worlds):
        return 1 << top
    return alive


def decide(gains: list[float], squares: list[float], n: int, alive: int, worlds: int) -> int:
    best = 0
    for k in range(1, n):
        if alive >> k & 1 and gains[k] > gains[best] and gains[k] > GATE * error(gains[k], squares[k], worlds):
            best = k
    return best


def imagine(o: list[int], seen: list[int], seat: int, dice: list[int], world: list[int]) -> None:
    """A world that looks the same: the unseen cards dealt at random, but told-of cards to who told of them."""
    pile, kept = machine.words(DECK), machine.words(PILES)
    n = cards.spread(rules.unseen(o, seen, 0), rules.unseen(o, seen, 1), pile, 0)
    chance.shuffle(dice, pile, n)
    settled = 0
    for told in (True, False):  # in this order: one card may be ten back from two piles
        for p in range(PILES):
            settled = put_right(o, seen, seat, dice, pile, n, p, told, kept, settled)
    rules.hand_out(o, seen, seat, dice, pile, n, world)


def put_right(
    o: list[int],
    seen: list[int],
    seat: int,
    dice: list[int],
    pile: list[int],
    n: int,
    p: int,
    told: bool,
    kept: list[int],
    settled: int,
) -> int:
    """The card ten back from a pile's top: to who asks not to play there, else into the draw pile: who held it would ask.

    `kept` has the places of the cards that are put right already; how many these are then.
    """
    at = place_of(pile, n, rules.ten_back(p, rules.top(seen, p)))
    teller = told_by(o, seen, seat, p)
    if at < 0 or is_kept(kept, settled, at) or told != (teller < o[rules.PLAYERS]):
        return settled
    first = first_place(o, seen, seat, teller)
    last = first + rules.held(o, seen, teller) if told else n
    kept[settled] = move_into(pile, at, first, last, kept, settled, dice)
    return settled + 1


def told_by(o: list[int], seen: list[int], seat: int, p: int) -> int:
    """The first of the others who asks not to play on a pile; the number of players if nobody does."""
    for other in range(o[rules.PLAYERS]):
        if other != seat and rules.signalled(seen, other, p) == rules.NOT_THERE:
            return other
    return o[rules.PLAYERS]


def first_place(o: list[int], seen: list[int], seat: int, other: int) -> int:
    """Where the cards of another seat begin among those handed out; for the number of players: where the draw pile does."""
    found = 0
    for before in range(other):
        if before != seat:
            found += rules.held(o, seen, before)
    return found


def place_of(pile: list[int], n: int, card: int) -> int:
    for i in range(n):
        if pile[i] == card:
            return i
    return -1


def is_kept(kept: list[int], settled: int, place: int) -> bool:
    return place_of(kept, settled, place) >= 0


def move_into(pile: list[int], at: int, first: int, last: int, kept: list[int], settled: int, dice: list[int]) -> int:
    """Brings the card at one place to any place between two that need not be kept, unless it is there; where it is then."""
    if first <= at < last:
        return at
    free = last - first
    for k in range(settled):
        if first <= kept[k] < last:
            free -= 1
    if free == 0:
        return at
    left = chance.below(dice, free)
    for other in range(first, last):
        if not is_kept(kept, settled, other):
            if left == 0:
                pile[at], pile[other] = pile[other], pile[at]
                return other
            left -= 1
    return at


def play_turn(o: list[int], s: list[int], seen: list[int], weights: list[float], odds: list[float], dice: list[int]) -> int:
    """One turn of a game in which all play like this; how many moves."""
    plan = machine.words(8)
    seat, moves, going = s[rules.TURN], 0, True
    series.speak(o, s)
    while going:
        rules.observe(o, s, seat, seen)
        n = turn(o, seen, seat, weights, odds, dice, plan)
        made = series.follow(o, s, seat, plan, n)
        moves += made
        going = series.goes_on(o, s, made, n)
    return moves + series.end(o, s, seat)


def play_range(
    o: list[int],
    first: int,
    last: int,
    seed: int,
    weights: list[float],
    odds: list[float],
    left: list[int],
    moves: list[int],
) -> None:
    """Plays games first … last-1 of a seed whole, every seat by trying out (see `thegame_series`)."""
    for i in range(first, last):
        s, seen, dice = machine.words(WORDS), machine.words(WORDS), machine.words(3)
        series.deal(o, s, seed, i)
        chance.seed(dice, seed, (1 << 62) + i)
        count = series.begin(o, s)
        while s[rules.PHASE] == phases.PLAY:
            count += play_turn(o, s, seen, weights, odds, dice)
        left[i - first], moves[i - first] = rules.left(s), count
