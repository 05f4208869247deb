"""Many games inside one call: whole playouts, and games stepped together.

Speaks only the verbs all games share. `jit` compiles it for each game (`rules`), for what is to be counted (`tally`), for
how a seat sees the table (`layout`), for what a step is worth (`prize`) and for how seats decide (`policy`), on the CPU and
on CUDA.

Game number i of a seed has two streams: number i shuffles, number DICE + i decides. So the deals of a seed are the same
whatever the policy, the number of threads and the device.
"""

from stichwerk.batch import layout_sticheln as layout
from stichwerk.batch import layouts, tallies
from stichwerk.batch import prize_tricks as prize
from stichwerk.batch import random_policy as policy
from stichwerk.batch import tally_sticheln as tally
from stichwerk.rules import chance, machine, phases
from stichwerk.rules import sticheln as rules

DICE = 1 << 62
LEARNS = 0  # 1 in kernels for games in which one seat decides and the others play by the policy: others compile without that


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


def decide(o: list[int], s: list[int], seat: int, dice: list[int], seen: list[int]) -> int:
    """The policy's move for a seat, which sees what it may see; -1 for an illegal one.

    A policy that knows only legal moves and makes no use of more than its own cards (LOOKS false) skips both checks.
    """
    if not policy.LOOKS:
        return policy.act(o, s, seat, dice)
    rules.observe(o, s, seat, seen)
    move = policy.act(o, seen, seat, dice)
    return move if rules.allowed(o, s, seat, move) else -1


def move_once(o: list[int], s: list[int], dice: list[int], seen: list[int]) -> bool:
    """One move by the policy; whether it was legal."""
    seat = next_seat(o, s)
    move = decide(o, s, seat, dice, seen)
    if move < 0:
        return False
    rules.apply(o, s, seat, move)
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


def seed_one(i: int, seed: int, rng: list[int], dice: list[int]) -> None:
    """Sets both streams of game number i of a seed to their start."""
    chance.seed(rng, seed, i)
    if LEARNS:
        chance.seed(dice, seed, DICE + i)


def restart_one(
    o: list[int], s: list[int], rng: list[int], dice: list[int], past: list[int], learner: int, pile: list[int], seen: list[int]
) -> None:
    """The next game, up to the learner's first decision (every game asks everybody before it can end)."""
    begin(o, s, rng, pile)
    forget(past)
    if LEARNS:
        play_others(o, s, rng, dice, past, learner, pile, seen)


def forget(past: list[int]) -> None:
    for i in range(len(past)):
        past[i] = 0


def note(s: list[int], seat: int, move: int, past: list[int]) -> None:
    """What is played lies open to all: where memories are kept (`past` has room), it is noted."""
    if len(past) > 1 and s[phases.PHASE] == phases.PLAY:
        layout.note(past, seat, move)


def make(o: list[int], s: list[int], rng: list[int], past: list[int], seat: int, move: int, pile: list[int]) -> None:
    """Makes a legal move; if it has ended a round the next one is dealt."""
    note(s, seat, move, past)
    rules.apply(o, s, seat, move)
    if s[phases.PHASE] == phases.DEAL:
        deal_round(o, s, rng, pile)
        forget(past)


def play_others(
    o: list[int], s: list[int], rng: list[int], dice: list[int], past: list[int], learner: int, pile: list[int], seen: list[int]
) -> None:
    """All but the learner play by the policy until it has to decide, or the game ends.

    It stops at an illegal move: then somebody else is to act than the learner, and whoever called can tell.
    """
    while not rules.over(s) and next_seat(o, s) != learner:
        seat = next_seat(o, s)
        move = decide(o, s, seat, dice, seen)
        if move < 0:
            return
        make(o, s, rng, past, seat, move, pile)


def step_one(
    o: list[int],
    s: list[int],
    rng: list[int],
    dice: list[int],
    past: list[int],
    learner: int,
    move: int,
    pile: list[int],
    seen: list[int],
    rewards: list[int],
) -> bool:
    """Makes the next seat's move, and the others'; what each seat has gained by it; whether the game is over.

    A finished game stays as it is.
    """
    for seat in range(o[rules.PLAYERS]):
        rewards[seat] = -rules.total(o, s, seat)
    if not rules.over(s):
        make(o, s, rng, past, next_seat(o, s), move, pile)
        if LEARNS:
            play_others(o, s, rng, dice, past, learner, pile, seen)
    for seat in range(o[rules.PLAYERS]):
        rewards[seat] += rules.total(o, s, seat)
    return rules.over(s)


def is_refused(o: list[int], s: list[int], move: int) -> bool:
    """Whether a move cannot be made now (in a finished game any may be given, and none is made)."""
    return not rules.over(s) and not rules.allowed(o, s, next_seat(o, s), move)


def mask_one(o: list[int], s: list[int], moves: list[int], out: list[int]) -> None:
    """A 1 for every move the next seat may make."""
    seat = next_seat(o, s)
    if seat >= 0:
        layout.write_mask(o, s, seat, moves, out)
    else:
        layouts.write_moves(moves, 0, rules.MOVES, out)


def observe_one(o: list[int], s: list[int], past: list[int], learner: int, memory: int, seen: list[int], out: list[int]) -> None:
    """What the next seat sees; after the end what the learner does, or seat 0."""
    seat = next_seat(o, s)
    observe_seat(o, s, past, seat if seat >= 0 else max(learner, 0), memory, seen, out)


def observe_seat(o: list[int], s: list[int], past: list[int], seat: int, memory: int, seen: list[int], out: list[int]) -> None:
    """What a seat sees and, by its memory, what it remembers."""
    rules.observe(o, s, seat, seen)
    layout.write(o, seen, seat, out)
    if memory == layouts.NONE:
        layout.forget(out)
    elif memory == layouts.PERFECT:
        layout.remember(o, past, seat, out)


def prizes_one(o: list[int], kind: int, s: list[int], learner: int, gains: list[int], out: list[float]) -> None:
    """What the last step was worth to the learner; where all decide (learner -1), to every seat."""
    gained = False
    for seat in range(o[rules.PLAYERS]):
        gained = gained or gains[seat] != 0
    for k in range(len(out)):
        out[k] = prize.worth(kind, o, s, gains, learner if learner >= 0 else k) if gained else 0.0


def seed_range(first: int, last: int, seed: int, rngs: list[list[int]], dice: list[list[int]]) -> None:
    for i in range(first, last):
        seed_one(i, seed, rngs[i], dice[i])


def restart_range(
    o: list[int],
    first: int,
    last: int,
    which: list[bool],
    states: list[list[int]],
    rngs: list[list[int]],
    dice: list[list[int]],
    pasts: list[list[int]],
    learners: list[int],
    pile: list[int],
    seen: list[int],
    seats: list[int],
) -> None:
    """Where `which` says so the next game begins; whose turn it is there goes to `seats`."""
    for i in range(first, last):
        if which[i]:
            restart_one(o, states[i], rngs[i], dice[i], pasts[i], learners[i], pile, seen)
            seats[i] = next_seat(o, states[i])


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
    dice: list[list[int]],
    pasts: list[list[int]],
    learners: list[int],
    moves: list[int],
    pile: list[int],
    seen: list[int],
    rewards: list[list[int]],
    done: list[bool],
    seats: list[int],
) -> None:
    """A step of every game; whose turn it is then goes to `seats`."""
    for i in range(first, last):
        done[i] = step_one(o, states[i], rngs[i], dice[i], pasts[i], learners[i], moves[i], pile, seen, rewards[i])
        seats[i] = next_seat(o, states[i])


def mask_range(o: list[int], first: int, last: int, states: list[list[int]], moves: list[int], out: list[list[int]]) -> None:
    for i in range(first, last):
        mask_one(o, states[i], moves, out[i])


def observe_range(
    o: list[int],
    first: int,
    last: int,
    states: list[list[int]],
    pasts: list[list[int]],
    learners: list[int],
    memory: int,
    which: list[bool],
    seen: list[int],
    out: list[list[int]],
) -> None:
    for i in range(first, last):
        if which[i]:
            observe_one(o, states[i], pasts[i], learners[i], memory, seen, out[i])


def prizes_range(
    o: list[int],
    first: int,
    last: int,
    kind: int,
    states: list[list[int]],
    learners: list[int],
    rewards: list[list[int]],
    out: list[list[float]],
) -> None:
    for i in range(first, last):
        prizes_one(o, kind, states[i], learners[i], rewards[i], out[i])
