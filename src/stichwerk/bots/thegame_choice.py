"""Chooses a turn of The Game: lays the situation out, finds the ways to play, and takes what is worth most.

`weights` are those of `thegame_worth`; `found` and `values` get the best turns, the best first, each as two ways.
"""

from stichwerk.bots import thegame_desk as desk
from stichwerk.bots import thegame_turns as turns
from stichwerk.bots import thegame_worth as worth
from stichwerk.rules import cards, machine, phases
from stichwerk.rules import thegame as rules

INLINE = False

KEEP = 6  # ways of each size and pile that are looked at
MARGIN = 20  # how much dearer than the cheapest turn found one may be to be looked at
DESK, SETS, MARKS = desk.SIZE, desk.SETS, worth.MARKS


def turn(o: list[int], seen: list[int], seat: int, weights: list[float], keep: int, out: list[int]) -> int:
    """The best turn: its moves go to `out`, without the end; how many there are."""
    d = machine.words(DESK)
    found, values = machine.words(2), machine.floats(1)
    if best(o, seen, seat, weights, d, found, values, 1, keep) == 0:
        return 0
    return write(d, found, 0, out)


def write(d: list[int], found: list[int], k: int, out: list[int]) -> int:
    """The moves of the k-th turn found."""
    return turns.write(d, found[2 * k + 1], 1, out, turns.write(d, found[2 * k], 0, out, 0))


def best(
    o: list[int],
    seen: list[int],
    seat: int,
    weights: list[float],
    d: list[int],
    found: list[int],
    values: list[float],
    most: int,
    keep: int,
) -> int:
    """The best turns, at most so many; how many. If none reaches the minimum, those that come closest."""
    f = machine.floats(MARKS)
    desk.lay_out(o, seen, seat, d)
    turns.find(d, keep)
    worth.weigh_in(d, weights, f)
    if o[rules.PLAYERS] == 1 and seen[rules.DRAWN] == rules.CARDS:
        return play_out(d, found, values)
    for least in range(min(d[desk.NEED], d[desk.HELD]), -1, -1):
        n = search(d, f, least, found, values, most)
        if n:
            return n
    return 0


def search(d: list[int], f: list[float], least: int, found: list[int], values: list[float], most: int) -> int:
    """Puts every way up together with every way down, if they play enough cards and are not much dearer than others."""
    n, cheapest = 0, turns.DEAR
    for size in range(d[desk.HELD] + 1):
        ups = desk.PAIRS + size * desk.PAIR
        for more in range(max(least - size, 0), d[desk.HELD] + 1 - size):
            downs = desk.PAIRS + (9 + more) * desk.PAIR
            for i in range(ups + 1, ups + 1 + d[ups]):
                up = d[i]
                for j in range(downs + 1, downs + 1 + d[downs]):
                    down = d[j]
                    price = turns.price(up) + turns.price(down)
                    if price > cheapest + MARGIN:
                        break
                    if turns.cards_of(up) & turns.cards_of(down) == 0:
                        cheapest = min(cheapest, price)
                        value = worth.worth(d, f, up, down) + f[worth.UNSEEN] * worth.disregard(d, up, down)
                        n = keep_best(up, down, value, found, values, n, most)
    return n


def keep_best(up: int, down: int, value: float, found: list[int], values: list[float], n: int, most: int) -> int:
    """Into the list of the best turns, in order. Of those worth exactly the same the first: where two piles of a kind have the
    same top every turn comes twice."""
    at = n
    while at > 0 and values[at - 1] < value:
        at -= 1
    if at == most or (at > 0 and values[at - 1] == value):
        return n
    for k in range(min(n, most - 1), at, -1):
        values[k], found[2 * k], found[2 * k + 1] = values[k - 1], found[2 * k - 2], found[2 * k - 1]
    values[at], found[2 * at], found[2 * at + 1] = value, up, down
    return min(n + 1, most)


def play_out(d: list[int], found: list[int], values: list[float]) -> int:
    """Alone, with nothing left to draw: exactly as many cards as can be played."""
    ups, downs = machine.words(SETS), machine.words(SETS)
    for chosen in range(1 << d[desk.HELD]):
        ups[chosen], downs[chosen] = whole_way(d, chosen, 0), whole_way(d, chosen, 1)
    most = 0
    for chosen in range(1, 1 << d[desk.HELD]):
        if cards.popcount(chosen) > most:
            part = shared_out(ups, downs, chosen)
            if part >= 0:
                found[0], found[1], most = ups[part], downs[chosen ^ part], cards.popcount(chosen)
    values[0] = most
    return 1 if most else 0


def shared_out(ups: list[int], downs: list[int], chosen: int) -> int:
    """Which cards of a set to play upward so that the others can be played downward; -1 if it cannot be."""
    part = chosen
    while part >= 0:
        if ups[part] and downs[chosen ^ part]:
            return part
        part = part - 1 & chosen if part else -1
    return -1


def whole_way(d: list[int], chosen: int, side: int) -> int:
    """A way to play exactly these cards on the two piles of one kind; 0 for none."""
    part = chosen
    while part >= 0:
        one, two = turns.way_of(d, 2 * side, part), turns.way_of(d, 2 * side + 1, chosen ^ part)
        if one and two:
            return turns.joined(one, two)
        part = part - 1 & chosen if part else -1
    return 0


def eagerness(o: list[int], seen: list[int], seat: int) -> int:
    """How much to begin (RULES 4, Start): by how few unseen cards the cheapest turn shuts out."""
    d = machine.words(DESK)
    desk.lay_out(o, seen, seat, d)
    turns.find(d, KEEP)
    cheapest = turns.DEAR
    for size in range(d[desk.NEED] + 1):
        ups, downs = desk.PAIRS + size * desk.PAIR, desk.PAIRS + (9 + d[desk.NEED] - size) * desk.PAIR
        for i in range(ups + 1, ups + 1 + d[ups]):
            for j in range(downs + 1, downs + 1 + d[downs]):
                if turns.cards_of(d[i]) & turns.cards_of(d[j]) == 0:
                    cheapest = min(cheapest, turns.price(d[i]) + turns.price(d[j]))
    return 3 if cheapest <= 2 else 2 if cheapest <= 5 else 1 if cheapest <= 9 else 0


def wish(o: list[int], seen: list[int], seat: int, pile: int) -> int:
    """What to signal of a pile: "please do not play there" where one holds the card ten back."""
    if o[rules.PLAYERS] == 1 or seen[rules.PHASE] == phases.OVER:
        return 0
    back = rules.ten_back(pile, rules.top(seen, pile))
    return rules.NOT_THERE if rules.FIRST <= back <= rules.LAST and cards.has(seen, rules.HANDS + 2 * seat, back) else 0


def heard(o: list[int], seen: list[int], seat: int) -> int:
    """All that the others ask for, as one number: when it changes there is something to think about."""
    found = 0
    for pile in range(rules.PILES):
        found |= rules.asked(o, seen, seat, pile) << 2 * pile
    return found
