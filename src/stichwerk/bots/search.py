"""The strong bot's search: what each move leads to, in deals that could be, if all then play by the quick bot's policy.

The moves that policy likes best are tried, each in the same deals; after every stage the better half goes on (sequential
halving). A move's worth is its mean lead at the round's end plus PRIOR times what the policy thinks of it. Where much is hidden
(`quick.care`) a playout says less: then there are more of them for fewer moves, and the policy's opinion counts for more.

Written like the rules; `quick` is the policy's module for the game.
"""

from stichwerk.bots import net, standing
from stichwerk.bots import quick_sticheln as quick
from stichwerk.bots.net import MOVES
from stichwerk.rules import machine, phases
from stichwerk.rules import sticheln as rules

INLINE = False  # long functions: inlined they would compile for minutes
LOOKS = True

CANDIDATES = 6
CLOSE = 2.5  # how far behind the best, in the policy's eyes, a move may be to be tried
BUDGET = 16  # playouts a stage
PRIOR = 0.4
STATE, PILE = 64, 126


def act(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    prior = machine.floats(MOVES)
    n = quick.weigh(o, seen, seat, prior)
    if n == 1 or seen[phases.PHASE] == phases.NAME:
        return rules.pick(o, seen, seat, net.best(prior, n))
    order = machine.words(MOVES)
    for k in range(n):
        order[k] = k
    sort(prior, n, order)
    left = count_close(prior, n, order, CLOSE / quick.care(o))
    return rules.pick(o, seen, seat, halve(o, seen, seat, dice, prior, order, left))


def count_close(worth: list[float], n: int, order: list[int], close: float) -> int:
    """How many moves are no farther than that behind the best."""
    found = 1
    while found < min(n, CANDIDATES) and worth[order[found]] > worth[order[0]] - close:
        found += 1
    return found


def halve(o: list[int], seen: list[int], seat: int, dice: list[int], prior: list[float], order: list[int], left: int) -> int:
    """The best of the first `left` moves of `order`."""
    total = machine.floats(MOVES)
    value = machine.floats(MOVES)
    for k in range(MOVES):
        total[k] = 0.0
    deals, care = 0, quick.care(o)
    while left > 1:
        more = max(care * BUDGET // left, 1)
        for _ in range(more):
            try_moves(o, seen, seat, dice, order, left, total)
        deals += more
        for k in range(left):
            value[order[k]] = total[order[k]] / deals + care * PRIOR * prior[order[k]]
        sort(value, left, order)
        left = (left + 1) // 2
    return order[0]


def sort(worth: list[float], n: int, order: list[int]) -> None:
    """Puts the first n moves of an order into the order of their worth."""
    for k in range(1, n):
        moving, at = order[k], k
        while at > 0 and worth[order[at - 1]] < worth[moving]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = moving


def try_moves(o: list[int], seen: list[int], seat: int, dice: list[int], order: list[int], left: int, total: list[float]) -> None:
    """One deal, in which each of the moves is made and the round played out."""
    dealt = machine.words(STATE)
    s = machine.words(STATE)
    pile = machine.words(PILE)
    quick.deal(o, seen, seat, dice, pile, dealt)
    for k in range(left):
        machine.copy(dealt, s)
        rules.apply(o, s, seat, rules.pick(o, seen, seat, order[k]))
        play_out(o, s)
        total[order[k]] += standing.lead(o, s, seat)


def play_out(o: list[int], s: list[int]) -> None:
    seen = machine.words(STATE)
    worth = machine.floats(MOVES)
    while s[phases.PHASE] < phases.DEAL:
        seat = machine.lowest(rules.acting(o, s))
        rules.observe(o, s, seat, seen)
        n = quick.weigh(o, seen, seat, worth)
        rules.apply(o, s, seat, rules.pick(o, seen, seat, net.best(worth, n)))
