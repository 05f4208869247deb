"""How a learned player of Hat Trick weighs its cards: one network, and a guess at everybody's longest colour.

All weights lie in one array `w`. The names are those of `mind_sticheln`.
"""

from stichwerk.bots import marks_hattrick as marks
from stichwerk.bots import net
from stichwerk.bots import sight_hattrick as sight
from stichwerk.rules import machine

INLINE = False  # long functions: inlined they would compile for minutes

PLAYING, CHOOSING, CERTAIN = 0, 1, 2
PLAY = 0
MARKS = net.size(sight.SITUATION, sight.CARD)
SIZE = MARKS + marks.WEIGHTS
SETS = 1


def which(o: list[int]) -> int:
    return 0


def head(seen: list[int]) -> int:
    return PLAYING


def start_of(head: int) -> int:
    return PLAY


def shared_by(head: int) -> int:
    return sight.SITUATION


def own_of(head: int) -> int:
    return sight.CARD


def consider(
    o: list[int], seen: list[int], seat: int, w: list[float], situation: list[float], moves: list[float], out: list[float]
) -> int:
    """Writes what it looks at and what each card, in the order of `rules.pick`, is worth; how many there are."""
    likely = machine.floats(21)
    marks.guess(o, seen, seat, w, MARKS, likely)
    n = sight.look(o, seen, seat, likely, situation, moves)
    net.weigh(w, PLAY, situation, sight.SITUATION, moves, sight.CARD, n, out)
    return n
