"""One rulebook at every speed: compiled and interpreted runs agree on whole games and on every verb along the way."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stichwerk.rules import cards, chance, hattrick, jit, machine, phases, sticheln, thegame
from tests.games import ALL, Setting

RULES: dict[str, Any] = {"sticheln": sticheln, "hattrick": hattrick, "thegame": thegame}


def array(n: int) -> Any:
    return np.zeros(n, np.int64)


class Side:
    """One way to run the rules: a module and the arrays it works on."""

    def __init__(self, rules: Any, generator: Any, o: Any, make: Any) -> None:
        self.rules, self.chance, self.o = rules, generator, o
        self.s, self.out, self.rng = make(len_state(rules)), make(len_state(rules)), make(chance.WORDS)
        self.pile = make(126)
        self.chance.seed(self.rng, 11, 5)

    def look(self, seat: int) -> list[Any]:
        """What every question about the state answers."""
        rules, o, s = self.rules, self.o, self.s
        count = rules.legal(o, s, seat, self.pile)
        answers = [count, [int(move) for move in self.pile[:count]], rules.acting(o, s), rules.score(o, s, seat)]
        answers += [rules.count(o, s, seat), rules.held(o, s, seat), rules.over(s)]
        rules.observe(o, s, seat, self.out)
        answers.append([int(word) for word in self.out])
        answers += [int(rules.unseen(o, self.out, word)) for word in (0, 1)]
        again = self.out.copy()
        rules.resample(o, again, seat, self.rng, self.pile, self.out)
        return [*answers, [int(word) for word in self.out], [int(word) for word in self.rng]]

    def deal(self) -> None:
        self.chance.shuffle(self.rng, self.pile, self.rules.deck(self.o, self.pile))
        self.rules.deal(self.o, self.s, self.pile)


def len_state(rules: ModuleType) -> int:
    size: int = getattr(rules, "WORDS")  # noqa: B009 - the compiled twin's module has no types
    return size


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_compiled_and_interpreted_agree_on_whole_games(setting: Setting) -> None:
    o = setting.start(0)._o
    plain = Side(RULES[setting.game], chance, o, lambda n: [0] * n)
    fast = Side(jit.load(f"stichwerk.rules.{setting.game}"), jit.load("stichwerk.rules.chance"), np.array(o), array)
    dice = random.Random(3)
    for side in (plain, fast):
        side.rules.start(side.o, side.s, 1)
    while not plain.rules.over(plain.s) and plain.s[1] < 2:
        if plain.s[phases.PHASE] == phases.DEAL:
            plain.deal()
            fast.deal()
        seat = dice.choice([seat for seat in range(setting.players) if plain.rules.acting(o, plain.s) >> seat & 1])
        if dice.random() < 0.3:
            assert plain.look(seat) == fast.look(seat)
        k = dice.randrange(plain.rules.count(o, plain.s, seat))
        move = plain.rules.pick(o, plain.s, seat, k)
        assert move == fast.rules.pick(fast.o, fast.s, seat, k)
        for side in (plain, fast):
            assert side.rules.allowed(side.o, side.s, seat, move)
            side.rules.apply(side.o, side.s, seat, move)
        assert list(plain.s) == list(fast.s)


def test_the_machines_instructions_count_bits_as_python_does() -> None:
    fast = jit.load("stichwerk.rules.cards")
    dice = random.Random(0)
    for word in [0, 1, cards.FULL, 1 << 62, *(dice.getrandbits(63) for _ in range(1000))]:
        assert fast.popcount(word) == cards.popcount(word)
        assert fast.highest(word) == cards.highest(word)
        if word:
            assert fast.lowest(word) == cards.lowest(word)


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int64])
def test_numbers_are_woven_of_words_as_python_does_and_nothing_beside_them_is_touched(kind: Any) -> None:
    dice, fast = random.Random(5), jit.load("stichwerk.rules.machine")
    for at in (0, 1, 63):
        for words in ([0] * 5, [cards.FULL] * 5, *([dice.getrandbits(63) for _ in range(5)] for _ in range(20))):
            plain, woven = [77] * 128, np.full(128, 77, kind)
            machine.weave(plain, at, *words)
            fast.weave(woven, at, *words)
            assert woven.tolist() == plain


def test_the_generators_stream_is_the_same_and_its_products_fit_64_bits() -> None:
    fast = jit.load("stichwerk.rules.chance")
    plain, compiled = [0, 0, 0], array(3)
    for seed, stream in [(0, 0), (7, 1), ((1 << 63) - 1, (1 << 63) - 1)]:
        chance.seed(plain, seed, stream)
        fast.seed(compiled, seed, stream)
        assert [chance.bits(plain) for _ in range(1000)] == [int(fast.bits(compiled)) for _ in range(1000)]
        assert plain[chance.STRIDE] < 1 << 31
    assert max(0x21F0AAAD, 0x735A2D97, 1 << 31) * chance.BITS32 < 1 << 63


def test_streams_of_a_seed_and_neighbouring_seeds_differ() -> None:
    firsts = set()
    for seed in range(50):
        for stream in range(50):
            rng = [0, 0, 0]
            chance.seed(rng, seed, stream)
            firsts.add((chance.bits(rng), chance.bits(rng)))
    assert len(firsts) == 2500


def test_a_shuffle_is_uniform() -> None:
    """All 24 orders of four cards, each 1000 times or nearly."""
    rng = [0, 0, 0]
    chance.seed(rng, 1, 0)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        pile = [0, 1, 2, 3]
        chance.shuffle(rng, pile, 4)
        counts[tuple(pile)] = counts.get(tuple(pile), 0) + 1
    assert len(counts) == 24
    assert all(abs(count - 1000) < 160 for count in counts.values())


@pytest.mark.parametrize("game", RULES)
def test_a_state_takes_at_most_512_bytes_with_its_generator(game: str) -> None:
    assert (len_state(RULES[game]) + chance.WORDS) * 8 <= 512


def test_a_game_of_people_never_imports_a_compiler() -> None:
    program = (
        "import sys, stichwerk\n"
        "g = stichwerk.Game('sticheln', players=4, seed=1)\n"
        "g.play(0, g.legal(0)[0]); g.view(0)\n"
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_cache_is_named_after_the_sources(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit anywhere gives another folder, so numba never serves code that calls an old version."""
    (tmp_path / "a.py").write_text("x = 1")
    monkeypatch.setattr(jit, "SOURCES", tmp_path)
    first = jit.source_hash.__wrapped__()
    (tmp_path / "a.py").write_text("x = 2")
    assert jit.source_hash.__wrapped__() != first


def test_an_unwritable_cache_folder_falls_back_to_a_temporary_one(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("STICHWERK_CACHE", str(tmp_path / "file"))
    assert jit.cache_folder.__wrapped__().is_dir()


def test_whoever_asks_for_the_same_gets_the_same_twin() -> None:
    """What a module has anyway may be named or not; what another module it uses has otherwise makes a twin of its own."""
    plain = jit.load("stichwerk.bots.search", "none")
    assert jit.load("stichwerk.bots.search", "none", rules="stichwerk.rules.sticheln", CANDIDATES=plain.CANDIDATES) is plain
    assert jit.load("stichwerk.bots.search", "none", CANDIDATES=2) is not plain
    other = jit.load("stichwerk.bots.search", "none", rules="stichwerk.rules.hattrick")
    assert (other.rules.__name__, plain.rules.__name__) == ("stichwerk.rules.hattrick", "stichwerk.rules.sticheln")


SHUFFLE = """
import numpy as np
from stichwerk.rules import jit

fast = jit.load("stichwerk.rules.chance")
rng, pile = np.zeros(3, np.int64), np.arange(9)
fast.seed(rng, 7, 1)
fast.shuffle(rng, pile, 9)
print(*pile, "kept" if fast.shuffle.stats.cache_hits else "compiled")
"""


def test_what_only_compiled_code_calls_is_kept_for_the_next_process_and_linked_there(tmp_path: Path) -> None:
    def run() -> str:
        environment = os.environ | {"STICHWERK_CACHE": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", SHUFFLE], env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    rng, pile = [0, 0, 0], list(range(9))
    chance.seed(rng, 7, 1)
    chance.shuffle(rng, pile, 9)
    shuffled = " ".join(map(str, pile))
    assert run() == f"{shuffled} compiled"
    assert run() == f"{shuffled} kept"
    for path in tmp_path.glob("*/stichwerk.rules.chance/*"):
        path.unlink()  # what Python calls; what that calls lies beside it
    assert run() == f"{shuffled} compiled"


# `far` is too long for the compiler to put it where it is called: other code finds it by its name.
PROBE = """
import sys
from types import ModuleType
from stichwerk.rules import jit

probe = sys.modules["stichwerk.probe"] = ModuleType("stichwerk.probe")
steps = "".join(f"    x = (x ^ STEP + {i}) * {2 * i + 1} & 0xFFFF if x & {i} else x + STEP\\n" for i in range(1, 60))
source = f"INLINE = False\\nSTEP = 0\\ndef far(x):\\n{steps}    return x\\ndef start(x):\\n    return far(x) + far(x + 1)\\n"
exec(source, vars(probe))
for step in map(int, sys.argv[1:]):
    plain, fast = (jit.load("stichwerk.probe", target, STEP=step).start for target in ("none", "cpu"))
    print(plain(7) == fast(7), "kept" if fast.stats.cache_hits else "compiled")
"""


def test_twins_that_two_processes_kept_are_not_taken_for_one_another_in_a_third(tmp_path: Path) -> None:
    """Each process numbers what it compiles from one on: by module, name and number alone they would be the same."""

    def run(*steps: str) -> list[str]:
        environment = os.environ | {"STICHWERK_CACHE": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", PROBE, *steps], env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    assert [run("2"), run("3")] == [["True compiled"]] * 2
    assert run("2", "3") == run("3", "2") == ["True kept"] * 2
