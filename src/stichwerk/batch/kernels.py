"""Many games inside one call: whole playouts, and games stepped together.

Speaks only the verbs all games share. `jit` compiles it for each game (`rules`), for what is to be counted (`tally`), for
how a seat sees the table (`layout`) and for how seats decide (`policy`), on the CPU and on CUDA.

Game number i of a seed has two streams: number i shuffles, number DICE + i decides. So the deals of a seed are the same
whatever the policy, the number of threads and the device.
"""

from stichwerk.batch import layout_sticheln as layout
from stichwerk.batch import random_policy as policy
from stichwerk.batch import tallies
from stichwerk.batch import tally_sticheln as tally
from stichwerk.rules import chance, machine, phases
from stichwerk.rules import sticheln as rules

DICE = 1 << 62


def begin(o: list[int], s: list[int], rng: list[int], pile: list[int]) -> None:
    """A new game with its first round dealt."""
    rules.start(o, s, chance.below(rng, o[rules.PLAYERS]))
    deal_round(o, s, rng, pile)


def deal_round(o: list[int], s: list[int], rng: list[int], pile: list[int]) -> None:
    chance.shuffle(rng, pile, rules.deck(o, pile))
    rules.deal(o, s, pile)


def next_seat(o: list[int], s: list[int]) -> int:
    """Who decides next: of several that may, the first; what it decides stays hidden from the others. -1 after the end."""
    acting = rules.acting(o, s)
    return machine.lowest(acting) if acting else -1


def move_once(o: list[int], s: list[int], dice: list[int], seen: list[int]) -> bool:
    """One move by the policy, which sees what its seat may see; whether it was legal.

    A policy that knows only legal moves and makes no use of more than its own cards (LOOKS false) skips both checks.
    """
    seat = next_seat(o, s)
    if policy.LOOKS:
        rules.observe(o, s, seat, seen)
        move = policy.act(o, seen, seat, dice)
        if not rules.allowed(o, s, seat, move):
            return False
        rules.apply(o, s, seat, move)
    else:
        rules.apply(o, s, seat, policy.act(o, s, seat, dice))
    return True


def play_game(
    o: list[int], s: list[int], rng: list[int], dice: list[int], pile: list[int], seen: list[int], out: list[int]
) -> int:
    """Plays a whole game, counts it in `out`, and gives back its number of moves (0: broken off at an illegal one)."""
    begin(o, s, rng, pile)
    first = tally.opening(o, s)
    moves = 0
    while True:
        if not move_once(o, s, dice, seen):
            machine.bump(out, tallies.REFUSED, 1)
            return 0
        moves += 1
        if s[phases.PHASE] >= phases.DEAL:
            tally.round_over(o, s, first, out)
            if rules.over(s):
                tally.game_over(o, s, moves, out)
                return moves
            deal_round(o, s, rng, pile)
            first = tally.opening(o, s)


def play_number(
    o: list[int],
    i: int,
    seed: int,
    s: list[int],
    rng: list[int],
    dice: list[int],
    pile: list[int],
    seen: list[int],
    out: list[int],
) -> int:
    """Plays game number i of a seed."""
    chance.seed(rng, seed, i)
    chance.seed(dice, seed, DICE + i)
    return play_game(o, s, rng, dice, pile, seen, out)


def play_range(
    o: list[int],
    first: int,
    last: int,
    start: int,
    seed: int,
    s: list[int],
    rng: list[int],
    dice: list[int],
    pile: list[int],
    seen: list[int],
    out: list[int],
    scores: list[list[int]],
) -> None:
    """Plays games first … last-1; the final score of every seat goes to `scores`, whose rows count from game `start`."""
    for i in range(first, last):
        play_number(o, i, seed, s, rng, dice, pile, seen, out)
        if len(scores) > 0:
            write_scores(o, s, scores[i - start])


def write_scores(o: list[int], s: list[int], out: list[int]) -> None:
    for seat in range(o[rules.PLAYERS]):
        out[seat] = rules.total(o, s, seat)


def reset_one(o: list[int], i: int, seed: int, s: list[int], rng: list[int], pile: list[int]) -> None:
    chance.seed(rng, seed, i)
    begin(o, s, rng, pile)


def step_one(o: list[int], s: list[int], rng: list[int], move: int, pile: list[int], rewards: list[int], again: bool) -> bool:
    """Makes the next seat's move; what each seat has gained by it; whether that has ended the game.

    A finished game stays as it is, or is followed at once by a new one (`again`).
    """
    for seat in range(o[rules.PLAYERS]):
        rewards[seat] = -rules.total(o, s, seat)
    if not rules.over(s):
        rules.apply(o, s, next_seat(o, s), move)
        if s[phases.PHASE] == phases.DEAL:
            deal_round(o, s, rng, pile)
    for seat in range(o[rules.PLAYERS]):
        rewards[seat] += rules.total(o, s, seat)
    done = rules.over(s)
    if done and again:
        begin(o, s, rng, pile)
    return done


def is_refused(o: list[int], s: list[int], move: int) -> bool:
    """Whether a move cannot be made now (in a finished game any may be given, and none is made)."""
    return not rules.over(s) and not rules.allowed(o, s, next_seat(o, s), move)


def mask_one(o: list[int], s: list[int], moves: list[int], out: list[int]) -> None:
    """A 1 for every move the next seat may make."""
    for move in range(rules.MOVES):
        out[move] = 0
    seat = next_seat(o, s)
    if seat >= 0:
        for k in range(rules.legal(o, s, seat, moves)):
            out[moves[k]] = 1


def observe_one(o: list[int], s: list[int], seen: list[int], out: list[int]) -> None:
    """What the next seat sees; after the end what seat 0 does."""
    seat = max(next_seat(o, s), 0)
    rules.observe(o, s, seat, seen)
    layout.write(o, seen, seat, out)


def reset_range(
    o: list[int], first: int, last: int, seed: int, states: list[list[int]], rngs: list[list[int]], pile: list[int]
) -> None:
    for i in range(first, last):
        reset_one(o, i, seed, states[i], rngs[i], pile)


def refused_range(o: list[int], first: int, last: int, states: list[list[int]], moves: list[int]) -> int:
    """The number of the first game that cannot make its move, -1 for none."""
    for i in range(first, last):
        if is_refused(o, states[i], moves[i]):
            return i
    return -1


def step_range(
    o: list[int],
    first: int,
    last: int,
    states: list[list[int]],
    rngs: list[list[int]],
    moves: list[int],
    pile: list[int],
    rewards: list[list[int]],
    done: list[bool],
    again: bool,
) -> None:
    for i in range(first, last):
        done[i] = step_one(o, states[i], rngs[i], moves[i], pile, rewards[i], again)


def seats_range(o: list[int], first: int, last: int, states: list[list[int]], out: list[int]) -> None:
    for i in range(first, last):
        out[i] = next_seat(o, states[i])


def mask_range(o: list[int], first: int, last: int, states: list[list[int]], moves: list[int], out: list[list[int]]) -> None:
    for i in range(first, last):
        mask_one(o, states[i], moves, out[i])


def observe_range(o: list[int], first: int, last: int, states: list[list[int]], seen: list[int], out: list[list[int]]) -> None:
    for i in range(first, last):
        observe_one(o, states[i], seen, out[i])
