"""The quick bot's policy for Sticheln: the move its learned weights like best."""

from stichwerk.bots import mind_sticheln as mind
from stichwerk.bots import net, weights
from stichwerk.bots import plausible_sticheln as plausible
from stichwerk.bots.net import MOVES, ROOM, SHARED
from stichwerk.rules import machine
from stichwerk.rules import sticheln as rules

INLINE = False
LOOKS = True
ON_CUDA = False  # its weights, and the room it reckons in, are the processor's

WEIGHTS = weights.load("sticheln")["w"].astype("float64")  # a row for each of `mind.which`


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
    """A deal that could be, with hidden choices that the others could well have made."""
    plausible.deal(o, seen, seat, WEIGHTS[mind.which(o)], mind.MARKS, dice, pile, out)


def care(o: list[int]) -> int:
    """How many times as careful a search must be: choices that lie face down make playouts differ more."""
    return 2 if o[rules.REVEAL] == rules.AT_END else 1
