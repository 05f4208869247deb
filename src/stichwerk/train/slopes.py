"""The slopes of a network's answers (see `bots.net`): which way each weight would move them."""

from stichwerk.bots import net
from stichwerk.bots.net import HIDDEN
from stichwerk.rules import machine


def add(
    w: list[float],
    at: int,
    situation: list[float],
    shared: int,
    moves: list[float],
    own: int,
    n: int,
    pull: list[float],
    out: list[float],
) -> None:
    """Adds to `out` the slope of the sum of pull[k] times the worth of move k."""
    base = machine.floats(HIDDEN)
    units = machine.floats(HIDDEN)
    back = machine.floats(HIDDEN)
    net.start(w, at, situation, shared, base)
    for h in range(HIDDEN):
        back[h] = 0.0
    for k in range(n):
        if pull[k] != 0.0:
            move = moves[k * own : k * own + own]
            net.spread(w, at, shared, move, own, base, units)
            add_move(w, at, shared, move, own, units, pull[k], back, out)
    add_shared(at, situation, shared, back, out)


def add_move(
    w: list[float],
    at: int,
    shared: int,
    move: list[float],
    own: int,
    units: list[float],
    pull: float,
    back: list[float],
    out: list[float],
) -> None:
    last = at + (shared + 1 + own) * HIDDEN
    row, slope = w[last : last + HIDDEN], out[last : last + HIDDEN]
    for h in range(HIDDEN):
        if units[h] > 0.0:
            slope[h] += pull * units[h]
            units[h] = pull * row[h]
        else:
            units[h] = 0.0
        back[h] += units[h]
    rows = at + (shared + 1) * HIDDEN
    for i in range(own):
        net.add_row(out[rows + i * HIDDEN : rows + (i + 1) * HIDDEN], move[i], units)
        out[last + HIDDEN + i] += pull * move[i]


def add_shared(at: int, situation: list[float], shared: int, back: list[float], out: list[float]) -> None:
    for i in range(shared):
        net.add_row(out[at + i * HIDDEN : at + (i + 1) * HIDDEN], situation[i], back)
    net.add_row(out[at + shared * HIDDEN : at + (shared + 1) * HIDDEN], 1.0, back)
