"""CUDA from the same functions: compiled to PTX everywhere the extra is installed, compared with the CPU where a GPU is."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stichwerk.batch import Batch, NoCuda, playouts
from stichwerk.batch.setup import set_up
from stichwerk.rules import jit
from tests.games import ALL, Setting

HAS_EXTRA = importlib.util.find_spec("numba_cuda") is not None
needs_extra = pytest.mark.skipif(not HAS_EXTRA, reason="needs the extra 'cuda': pip install 'stichwerk[cuda]'")
HOPPER = (9, 0)


def has_gpu() -> bool:
    return HAS_EXTRA and bool(jit.load_cuda().is_available())


needs_gpu = pytest.mark.skipif(not has_gpu(), reason="needs an NVIDIA GPU")


def signatures() -> dict[str, tuple[Any, ...]]:
    from numba.core import types

    words, table = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    small, flags, seats = types.Array(types.int16, 2, "C"), types.Array(types.boolean, 1, "C"), types.Array(types.int8, 1, "C")
    pasts = types.Array(types.int8, 2, "C")
    games = (table, table, table, pasts, seats)
    return {
        "kernel_play": (words, types.int64, types.int64, types.int64, table, table),
        "kernel_play_sharing": (words, types.int64, types.int64, types.int64, table, table),
        "kernel_seed": (types.int64, table, table),
        "kernel_restart": (words, flags, *games),
        "kernel_refused": (words, table, words, words),
        "kernel_step": (words, *games, words, small, flags),
        "kernel_seats": (words, table, seats),
        "kernel_mask": (words, table, types.Array(types.uint8, 2, "C")),
        "kernel_observe": (words, table, pasts, seats, types.int64, flags, small),
        "kernel_prizes": (words, types.int64, table, seats, small, types.Array(types.float32, 2, "C")),
    }


@needs_extra
@pytest.mark.parametrize(("game", "players"), [("sticheln", 4), ("hattrick", 4), ("thegame", 3)])
def test_every_kernel_compiles_to_ptx_without_a_gpu(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = jit.load_cuda()
    from numba.cuda import dispatcher

    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))
    kernels = set_up(game, players, None, {}).cuda_kernels(f"stichwerk.bots.simple_{game}", learns=True)
    assert {name for name in vars(kernels) if name.startswith("kernel_")} == set(signatures())
    for name, signature in signatures().items():
        text, _ = cuda.compile_ptx(getattr(kernels, name).py_func, signature, cc=HOPPER)
        assert ".visible .entry" in text
        assert "call.uni" not in text, "a rule was not inlined"


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_without_cuda_a_sentence_says_what_is_missing() -> None:
    for attempt in (lambda: Batch("thegame", 1, 4, "cuda"), lambda: playouts("random", "thegame", 1, 4, "cuda")):
        with pytest.raises(NoCuda, match=r"device='cuda' needs"):
            attempt()


@needs_gpu
@pytest.mark.parametrize("setting", ALL, ids=str)
def test_the_gpu_plays_the_same_games_as_the_cpu(setting: Setting) -> None:
    """Game for game: every seat's final score, and everything that is counted; by a policy that looks too."""
    for policy in ("random", f"stichwerk.bots.simple_{setting.game}"):
        job = (policy, setting.game, setting.players, 2000)
        here = playouts(*job, "cpu", seed=5, variant=setting.variant, scores=True, **setting.options)
        there = playouts(*job, "cuda", seed=5, variant=setting.variant, scores=True, **setting.options)
        assert np.array_equal(here.scores, there.scores)
        assert np.array_equal(here.counters, there.counters)


@needs_gpu
@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_batch_on_the_gpu_steps_as_on_the_cpu(setting: Setting) -> None:
    batches = [
        Batch(setting.game, setting.players, 300, device, 5, setting.variant, autoreset=True, **setting.options)
        for device in ("cpu", "cuda")
    ]
    for number in range(200):
        masks = [on_host(batch.mask()) for batch in batches]
        assert np.array_equal(*masks)
        assert np.array_equal(*(on_host(batch.observe()) for batch in batches))
        actions = pick(masks[0], number)
        for batch in batches:
            batch.step(actions)
        for name in ("rewards", "done", "to_act"):
            assert np.array_equal(*(on_host(getattr(batch, name)) for batch in batches)), name


@needs_gpu
@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_learner_on_the_gpu_meets_the_same_others(setting: Setting) -> None:
    """With bots in the other seats, perfect memories and games begun anew."""
    more: dict[str, Any] = {"others": f"stichwerk.bots.simple_{setting.game}", "memory": "perfect", **setting.options}
    batches = [Batch(setting.game, setting.players, 300, device, 5, setting.variant, **more) for device in ("cpu", "cuda")]
    for number in range(60):
        masks = [on_host(batch.mask()) for batch in batches]
        assert np.array_equal(*masks)
        assert np.array_equal(*(on_host(batch.observe()) for batch in batches))
        for batch in batches:
            batch.step(pick(masks[0], number))
        for prize in batches[0].possible_prizes:
            assert np.array_equal(*(on_host(batch.prizes(prize)) for batch in batches)), prize
        for batch in batches:
            batch.restart(batch.done)


def on_host(array: Any) -> Any:
    return array if isinstance(array, np.ndarray) else array.copy_to_host()


def pick(mask: Any, number: int) -> Any:
    """A legal move of each game, another one in every step."""
    weights = np.random.default_rng(number).random(mask.shape) * mask
    return weights.argmax(axis=1)


@needs_gpu
def test_arrays_on_the_gpu_go_to_torch_without_a_copy_and_come_back() -> None:
    torch = pytest.importorskip("torch")
    batch = Batch("sticheln", 4, 1000, "cuda", seed=1)
    mask = torch.as_tensor(batch.mask(), device="cuda")
    assert mask.data_ptr() == batch.mask().__cuda_array_interface__["data"][0]
    batch.step(mask.argmax(dim=1))
    assert on_host(batch.to_act).tolist() == [1] * 1000
    with pytest.raises(ValueError, match="cannot make move 131 now"):
        batch.step(torch.full((1000,), 131, device="cuda"))
