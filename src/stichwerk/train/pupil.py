"""The player being trained: the move worth most by the weights as they are."""

from stichwerk.bots import mind_sticheln as mind
from stichwerk.bots import net
from stichwerk.bots.net import MOVES, ROOM, SHARED
from stichwerk.rules import machine
from stichwerk.rules import sticheln as rules


def decide(o: list[int], seen: list[int], seat: int, dice: list[int], w: list[float]) -> int:
    situation = machine.floats(SHARED)
    moves = machine.floats(ROOM)
    worth = machine.floats(MOVES)
    n = mind.consider(o, seen, seat, w, situation, moves, worth)
    return rules.pick(o, seen, seat, net.best(worth, n))
