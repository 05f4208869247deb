"""The quick bot's policy for Hat Trick: the move its learned weights like best."""

from stichwerk.bots import mind_hattrick as mind
from stichwerk.bots import net, weights
from stichwerk.bots.net import MOVES, ROOM, SHARED
from stichwerk.rules import hattrick as rules
from stichwerk.rules import machine

INLINE = False
LOOKS = True
ON_CUDA = False  # its weights, and the room it reckons in, are the processor's

WEIGHTS = weights.load("hattrick")["w"].astype("float64")  # a row for each of `mind.which`


def act(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    worth = machine.floats(MOVES)
    n = weigh(o, seen, seat, worth)
    return rules.pick(o, seen, seat, net.best(worth, n))


def weigh(o: list[int], seen: list[int], seat: int, worth: list[float]) -> int:
    """What each legal move, in the order of `rules.pick`, is worth; how many there are."""
    situation = machine.floats(SHARED)
    moves = machine.floats(ROOM)
    return mind.consider(o, seen, seat, WEIGHTS[mind.which(o)], situation, moves, worth)


def deal(o: list[int], seen: list[int], seat: int, dice: list[int], pile: list[int], out: list[int]) -> None:
    """A deal that could be."""
    rules.resample(o, seen, seat, dice, pile, out)


def care(o: list[int]) -> int:
    """How many times as careful a search must be: hardly anything is hidden."""
    return 1
