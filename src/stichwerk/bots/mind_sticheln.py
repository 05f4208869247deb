"""How a learned player of Sticheln weighs its moves: a network for playing, one for choosing, and a guess at hidden colours.

All weights lie in one array `w`. Naming (Delayed) needs none: the points say which colour is best.
"""

from stichwerk.bots import marks_sticheln as marks
from stichwerk.bots import net
from stichwerk.bots import sight_sticheln as sight
from stichwerk.rules import machine, phases
from stichwerk.rules import sticheln as rules

INLINE = False  # long functions: inlined they would compile for minutes

PLAYING, CHOOSING, CERTAIN = 0, 1, 2  # what decides: a network, or the points alone
PLAY = 0
CHOOSE = net.size(sight.SITUATION, sight.CARD)
MARKS = CHOOSE + net.size(sight.CHOICE, sight.CHOSEN_CARD)
SIZE = MARKS + marks.WEIGHTS
SETS = 12  # of weights: for misery, luck and flat misery, each with open, hidden and late colours; then with two late ones
TWO_LATE = 9


def which(o: list[int]) -> int:
    """The set of weights for a game's switches."""
    aim = o[rules.LUCKY] + 2 * o[rules.FLAT]
    return TWO_LATE + aim if o[rules.REVEAL] == rules.AFTER and o[rules.COLOURS] == 2 else 3 * aim + o[rules.REVEAL]


def head(seen: list[int]) -> int:
    """What decides now."""
    if seen[rules.PHASE] == phases.NAME:
        return CERTAIN
    return CHOOSING if seen[rules.PHASE] == phases.CHOOSE else PLAYING


def start_of(head: int) -> int:
    """Where the weights of a network begin."""
    return CHOOSE if head == CHOOSING else PLAY


def shared_by(head: int) -> int:
    return sight.CHOICE if head == CHOOSING else sight.SITUATION


def own_of(head: int) -> int:
    return sight.CHOSEN_CARD if head == CHOOSING else sight.CARD


def consider(
    o: list[int], seen: list[int], seat: int, w: list[float], situation: list[float], moves: list[float], out: list[float]
) -> int:
    """Writes what it looks at and what each legal move, in the order of `rules.pick`, is worth; how many there are."""
    if seen[rules.PHASE] == phases.NAME:
        return name(o, seen, seat, out)
    if seen[rules.PHASE] == phases.CHOOSE:
        n = sight.look_to_choose(o, seen, seat, situation, moves)
        net.weigh(w, CHOOSE, situation, sight.CHOICE, moves, sight.CHOSEN_CARD, n, out)
        return n
    likely = machine.floats(48)
    table = machine.floats(8)
    marks.guess(o, seen, seat, w, MARKS, likely)
    n = sight.look(o, seen, seat, likely, table, situation, moves)
    net.weigh(w, PLAY, situation, sight.SITUATION, moves, sight.CARD, n, out)
    return n


def name(o: list[int], seen: list[int], seat: int, out: list[float]) -> int:
    """The points each colour would leave, if named: two are named best one after the other."""
    before = seen[rules.CHOSEN + seat]
    n = rules.count(o, seen, seat)
    for k in range(n):
        move = rules.pick(o, seen, seat, k)
        seen[rules.CHOSEN + seat] = before | 1 << (move - rules.NAMING)
        out[k] = 10.0 * rules.score(o, seen, seat)
        seen[rules.CHOSEN + seat] = before
    return n
