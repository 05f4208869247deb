"""Information-set Monte-Carlo tree search for one observer: the yardstick, as the one known program for Sticheln has it.

A thousand times: deal the unseen cards out at random, walk down the tree by UCB1 (C = 0.7) as far as it knows this deal's
moves, add one move to it, play on at random, and credit every move on the way with what its player got out of it: its points
between the worst and the best seat's as -1 … 1, squared with their sign. Then make the move tried most often.

Written like the rules, over the verbs all games share. What others choose or name unseen stays out of the tree.
"""

import math

from stichwerk.rules import chance, machine, phases
from stichwerk.rules import sticheln as rules

INLINE = False  # long functions: inlined they would compile for minutes
LOOKS = True

ITERATIONS = 1000
EXPLORATION = 0.7

MOVE, MOVER, CHILD, NEXT, VISITS, CHANCES, NODE = 0, 1, 2, 3, 4, 5, 6  # whole numbers of a node
STATE, PILE, LONGEST, DEEPEST, SEATS = 64, 126, 16, 160, 8  # room enough for every game
TREE = (ITERATIONS + 1) * NODE
CREDITS = ITERATIONS + 1


def act(o: list[int], seen: list[int], seat: int, dice: list[int]) -> int:
    if rules.count(o, seen, seat) == 1:
        return rules.pick(o, seen, seat, 0)
    s = machine.words(STATE)
    pile = machine.words(PILE)
    tree = machine.words(TREE)
    path = machine.words(DEEPEST)
    moves = machine.words(LONGEST)
    credit = machine.floats(CREDITS)
    gains = machine.floats(SEATS)
    add_node(tree, credit, 0, -1, -1)
    for size in range(1, ITERATIONS + 1):
        rules.resample(o, seen, seat, dice, pile, s)
        length = walk(o, s, seat, dice, tree, credit, size, path, moves)
        play_on(o, s, dice)
        share_out(o, s, gains)
        for k in range(length):
            tree[path[k] * NODE + VISITS] += 1
            credit[path[k]] += gains[tree[path[k] * NODE + MOVER]]
    return most_visited(tree)


def add_node(tree: list[int], credit: list[float], node: int, move: int, mover: int) -> None:
    at = node * NODE
    tree[at + MOVE], tree[at + MOVER], tree[at + CHILD], tree[at + NEXT] = move, mover, -1, -1
    tree[at + VISITS] = tree[at + CHANCES] = 0
    credit[node] = 0.0


def walk(
    o: list[int],
    s: list[int],
    seat: int,
    dice: list[int],
    tree: list[int],
    credit: list[float],
    size: int,
    path: list[int],
    moves: list[int],
) -> int:
    """Down the tree to the node added as number `size`, or to the round's end; how many nodes lie on the way."""
    node, length = 0, 0
    while s[phases.PHASE] < phases.DEAL:
        mover = machine.lowest(rules.acting(o, s))
        if mover != seat and s[phases.PHASE] != phases.PLAY:
            move_at_random(o, s, mover, dice)
            continue
        n = rules.legal(o, s, mover, moves)
        found = select(o, s, mover, tree, credit, node, n)
        is_new = found < 0
        if is_new:
            found = size
            add_node(tree, credit, size, untried(tree, node, moves, n, dice), mover)
            tree[size * NODE + NEXT] = tree[node * NODE + CHILD]
            tree[size * NODE + CHANCES] = 1
            tree[node * NODE + CHILD] = size
        node = found
        path[length] = node
        length += 1
        rules.apply(o, s, mover, tree[node * NODE + MOVE])
        if is_new:
            break
    return length


def select(o: list[int], s: list[int], mover: int, tree: list[int], credit: list[float], node: int, n: int) -> int:
    """The child to go on with: -1 if a legal move has none yet. Every child whose move is legal has had its chance."""
    best, most, known = -1, 0.0, 0
    child = tree[node * NODE + CHILD]
    while child >= 0:
        at = child * NODE
        if rules.allowed(o, s, mover, tree[at + MOVE]):
            known += 1
            tree[at + CHANCES] += 1
            visits = tree[at + VISITS]
            bound = credit[child] / visits + EXPLORATION * math.sqrt(math.log(tree[at + CHANCES]) / visits)
            if best < 0 or bound > most:
                best, most = child, bound
        child = tree[at + NEXT]
    return best if known == n else -1


def untried(tree: list[int], node: int, moves: list[int], n: int, dice: list[int]) -> int:
    """A random one of the moves that have no child."""
    left = 0
    for k in range(n):
        if not has_child(tree, node, moves[k]):
            moves[left] = moves[k]
            left += 1
    return moves[chance.below(dice, left)]


def has_child(tree: list[int], node: int, move: int) -> bool:
    child = tree[node * NODE + CHILD]
    while child >= 0:
        if tree[child * NODE + MOVE] == move:
            return True
        child = tree[child * NODE + NEXT]
    return False


def move_at_random(o: list[int], s: list[int], mover: int, dice: list[int]) -> None:
    rules.apply(o, s, mover, rules.pick(o, s, mover, chance.below(dice, rules.count(o, s, mover))))


def play_on(o: list[int], s: list[int], dice: list[int]) -> None:
    """At random to the end of the round."""
    while s[phases.PHASE] < phases.DEAL:
        move_at_random(o, s, machine.lowest(rules.acting(o, s)), dice)


def share_out(o: list[int], s: list[int], gains: list[float]) -> None:
    """What the round brought each seat, between the worst and the best."""
    worst = best = rules.score(o, s, 0)
    for seat in range(1, o[rules.PLAYERS]):
        worst = min(worst, rules.score(o, s, seat))
        best = max(best, rules.score(o, s, seat))
    for seat in range(o[rules.PLAYERS]):
        x = 2.0 * (rules.score(o, s, seat) - worst) / (best - worst) - 1.0 if best > worst else 0.0
        gains[seat] = x * abs(x)


def most_visited(tree: list[int]) -> int:
    best = child = tree[CHILD]
    while child >= 0:
        if tree[child * NODE + VISITS] > tree[best * NODE + VISITS]:
            best = child
        child = tree[child * NODE + NEXT]
    return tree[best * NODE + MOVE]
