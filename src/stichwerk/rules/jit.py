"""Compiles the rules: with `linking` the only file that imports numba, and only when something is to be compiled.

`load(name)` gives a module's compiled twin: the same functions over again, bound to compiled ones wherever they call
each other or another module of this package. The module itself stays interpreted, so one game of people never waits for
a compiler. `target="cuda"` makes device functions of them instead.

A twin can be given other modules in place of those its source imports (`load("…kernels", rules="…hattrick")`): code that
speaks the verbs all games share is written once and compiled for each.

Compiled code is kept in a folder named after a hash of all our sources, since numba does not notice that a function
called by a cached one has changed.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

Stand = str | int | FunctionType  # what may stand in the place of something a module imports or defines

PACKAGE = __name__.split(".")[0]
SOURCES = Path(__file__).parent.parent
MACHINE = f"{PACKAGE}.rules.machine"
REGISTERS = 128  # a thread on CUDA, so that blocks of 512 threads always fit


def load(name: str, target: str = "cpu", /, **instead: Stand) -> ModuleType:
    """The compiled twin of a module, for "cpu" or "cuda"; with target "none" one that is not compiled, only rebound.

    `instead` names modules to take the place of imported ones, here and in the modules this one uses. A function of
    another program may be given too: it stands for a module that has just this function, as `act`. A number takes the
    place of a constant. What would be there anyway is passed over, so that whoever asks for the same gets the same twin:
    nothing is compiled twice.
    """
    return _load(name, target, tuple((key, instead[key]) for key in sorted(instead) if _changes(name, key, instead)))


@functools.cache
def _load(name: str, target: str, instead: tuple[tuple[str, Stand], ...]) -> ModuleType:
    source = vars(importlib.import_module(name))
    return _make_twin(name, source, target, _label(name, dict(instead)), dict(instead))


def _changes(name: str, key: str, instead: dict[str, Stand]) -> bool:
    """Whether what takes a place is other than what a module, or one that it uses, has there."""
    source = vars(importlib.import_module(name))
    there = source.get(key)
    usual = there.__name__ if isinstance(there, ModuleType) else there
    if isinstance(usual, str | int) and usual != instead[key]:
        return True
    used = (instead.get(k, value.__name__) for k, value in source.items() if _is_ours(value))
    return any(isinstance(other, str) and _has(other, key) and _changes(other, key, instead) for other in used)


def _is_ours(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.startswith(f"{PACKAGE}.")


def _has(name: str, key: str) -> bool:
    return key in vars(importlib.import_module(name))


def _make_twin(name: str, source: dict[str, Any], target: str, label: str | None, instead: dict[str, Stand]) -> ModuleType:
    twin = ModuleType(name)
    twin.__dict__.update(source)
    if target == "cuda":
        twin.cuda = load_cuda()  # type: ignore[attr-defined]
        twin.VECTORS = False  # type: ignore[attr-defined]  # a thread of a GPU takes one step after the other
    for key, value in source.items():
        if isinstance(value, int) and key in instead:
            setattr(twin, key, instead[key])
        elif _is_ours(value):
            setattr(twin, key, _load_used(instead.get(key, value.__name__), target, instead))
        elif isinstance(value, FunctionType) and value.__module__ == name:
            setattr(twin, key, _compile(value, twin, target, label))
        elif isinstance(value, FunctionType) and value.__module__.split(".")[0] in (name.split(".")[0], PACKAGE):
            setattr(twin, key, getattr(load(value.__module__, target), value.__name__))
    return twin


def _load_used(other: Stand, target: str, instead: dict[str, Stand]) -> ModuleType:
    """The twin of a module that another uses; what stands in the place of its imports is passed on if it has such."""
    if isinstance(other, FunctionType):
        return _foreign(other, target)
    used = vars(importlib.import_module(str(other)))
    twin = load(str(other), target, **{key: value for key, value in instead.items() if key in used})
    if hasattr(twin, "act") and not hasattr(twin, "LOOKS"):
        twin.LOOKS = True  # type: ignore[attr-defined]
    return twin


def _foreign(function: FunctionType, target: str) -> ModuleType:
    """A function of another program as a policy's module. Its program may change while it runs, so nothing is kept."""
    twin = _make_twin(function.__module__, function.__globals__, target, None, {})
    wrapped = ModuleType(function.__name__)
    wrapped.LOOKS = True  # type: ignore[attr-defined]
    wrapped.act = _compile(function, twin, target, None)  # type: ignore[attr-defined]
    return wrapped


def _label(name: str, instead: dict[str, Stand]) -> str | None:
    """What compiled code is kept under; None for what is not all ours, since we would not notice its changes."""
    others = [name, *(other for other in instead.values() if not isinstance(other, int))]
    if not all(isinstance(other, str) and other.startswith(f"{PACKAGE}.") for other in others):
        return None
    return "-".join([name, *(f"{key}={str(instead[key]).removeprefix(f'{PACKAGE}.')}" for key in sorted(instead))])


def _compile(function: FunctionType, twin: ModuleType, target: str, label: str | None) -> Any:
    """A module's function bound to the twin, where it finds its compiled fellows."""
    bound = FunctionType(function.__code__, twin.__dict__, function.__name__, function.__defaults__, function.__closure__)
    if target == "none":
        return bound
    if target == "cuda":
        return _compile_for_cuda(bound, label)
    if label:
        bound.__qualname__ = _own_name(function, label)
    return _compile_for_cpu(bound, label)


def _own_name(function: FunctionType, label: str) -> str:
    """What compiled code is called. A linker goes by names alone: what two processes have kept under one must be the same."""
    return f"{function.__name__}_{hashlib.sha256(label.encode()).hexdigest()[:12]}"


def _compile_for_cpu(function: FunctionType, label: str | None) -> Any:
    """Without reference counting (rules own nothing) and with everything inlined: four times as fast as plain njit.

    Where functions are long and do much, that gains nothing and compiles for minutes: modules that say INLINE = False.
    """
    import numba

    from stichwerk.rules import linking

    instruction = _instructions().get(function.__name__) if label == MACHINE else None
    if instruction:
        return numba.njit(instruction, inline="always") if isinstance(instruction, FunctionType) else instruction
    inlined = function.__globals__.get("INLINE", True)
    options = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": inlined}
    called = numba.njit(function, **options)
    # What is called by compiled code alone needs no door to Python, and no machine code of its own (unless it is not ours: who
    # knows what that needs).
    more = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **({"pipeline_class": linking.Pipeline} if label else {})}
    used = numba.njit(function, **options, **more)
    called.get_call_template, called.get_overload = used.get_call_template, used.get_overload
    if label:
        called._cache = _make_cache(function, label)
        used._cache = _make_cache(function, f"{label}-used", linking.rebuild)
    return called


@functools.cache
def _instructions() -> dict[str, Any]:
    """Functions of `machine` that are one instruction of the machine, where Python has methods of int."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def ones(_context: Any, word: Any) -> Any:
        return types.int64(word), lambda _ctx, builder, _sig, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def zeros_below(_context: Any, word: Any) -> Any:
        return types.int64(word), lambda _ctx, builder, _sig, args: builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    @intrinsic  # type: ignore[untyped-decorator]
    def zeros_above(_context: Any, word: Any) -> Any:
        return types.int64(word), lambda _ctx, builder, _sig, args: builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    def popcount(word: int) -> Any:
        return ones(word)

    def lowest(word: int) -> Any:
        return zeros_below(word)

    def highest(word: int) -> Any:
        return 63 - zeros_above(word)

    room = {"floats": _room_for(types.float64), "words": _room_for(types.int64)}
    return {"popcount": popcount, "lowest": lowest, "highest": highest, "copy": _copy, "weave": _weaver(), **room}


def _weaver() -> Any:
    """`machine.weave` over vectors: 32 numbers at once, twice (the middle one of the 63 is in both halves)."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    half, bits, small = ir.IntType(32), ir.VectorType(ir.IntType(1), 32), ir.VectorType(ir.IntType(8), 32)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.args[0].dtype)
        many = ir.VectorType(kind, 32)
        data = arrayobj.make_array(signature.args[0])(context, builder, args[0]).data
        for first in (ir.Constant(ir.IntType(64), 0), ir.Constant(ir.IntType(64), 31)):
            found = ir.Constant(small, [0] * 32)
            for place, word in enumerate(args[2:]):
                which = builder.bitcast(builder.trunc(builder.lshr(word, first), half), bits)
                digit = builder.select(which, ir.Constant(small, [1 << place] * 32), ir.Constant(small, [0] * 32))
                found = builder.or_(found, digit)
            start = builder.bitcast(builder.gep(data, [builder.add(args[1], first)]), many.as_pointer())
            wide = builder.zext(found, many) if kind.width > 8 else found
            builder.store(wide, start, align=kind.width // 8)
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]
    def lay(_context: Any, out: Any, at: Any, ones: Any, twos: Any, fours: Any, eights: Any, sixteens: Any) -> Any:
        return types.void(out, types.intp, *[types.int64] * 5), build

    def weave(out: Any, at: int, ones: int, twos: int, fours: int, eights: int, sixteens: int) -> None:
        lay(out, at, ones, twos, fours, eights, sixteens)

    return weave


def _room_for(kind: Any) -> Any:
    """An array on the stack of the function that asks for it: rules own nothing, and policies need a place to reckon."""
    from numba.core import cgutils, types
    from numba.core.errors import RequireLiteralValue
    from numba.extending import intrinsic
    from numba.np import arrayobj

    array = types.Array(kind, 1, "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = signature.args[0].literal_value
        made = arrayobj.make_array(array)(context, builder)
        data = cgutils.alloca_once(builder, context.get_data_type(kind), size)
        shape, width = ([context.get_constant(types.intp, n)] for n in (size, 8))
        arrayobj.populate_array(made, data=data, shape=shape, strides=width, itemsize=width[0], meminfo=None)
        return made._getvalue()

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def room(_context: Any, n: Any) -> Any:
        if not isinstance(n, types.IntegerLiteral):
            raise RequireLiteralValue("n")
        return array(n), build

    return room


def _copy(s: Any, out: Any) -> None:
    """Word by word: CUDA has no slices, and small arrays are copied faster so."""
    for i in range(len(s)):
        out[i] = s[i]


class CannotCompile(ValueError):
    """A policy of another program that numba cannot compile."""


@contextmanager
def compiling() -> Iterator[None]:
    """Says in one sentence what numba says in fifty lines."""
    from numba.core.errors import NumbaError

    try:
        yield
    except NumbaError as error:
        reason = next((line for line in str(error).splitlines() if line.strip() and "pipeline" not in line), "no reason given")
        raise CannotCompile(f"The policy cannot be compiled: {reason.strip()}") from error


class NoCuda(RuntimeError):
    """CUDA was asked for and is not here."""


@functools.cache
def load_cuda() -> Any:
    """numba.cuda, or a sentence that says what is missing."""
    import numpy as np

    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for a name that NumPy 2.5 dropped
    try:
        import numba_cuda  # noqa: F401 - says whether the extra is installed: numba alone has an old numba.cuda
        from numba import cuda
    except ImportError as error:
        raise NoCuda("device='cuda' needs the extra 'cuda': pip install 'stichwerk[cuda]'.") from error
    return cuda


def _compile_for_cuda(function: FunctionType, label: str | None) -> Any:
    cuda = load_cuda()
    instruction = _device_instructions().get(function.__name__) if label == MACHINE else None
    if function.__name__.startswith("kernel_"):
        return cuda.jit(function, max_registers=REGISTERS)
    return cuda.jit(instruction or function, device=True, forceinline=True)


@functools.cache
def _device_instructions() -> dict[str, Any]:
    import numpy as np

    cuda = load_cuda()

    def popcount(word: int) -> Any:
        return cuda.popc(word)

    def lowest(word: int) -> Any:
        return cuda.ffs(word) - 1

    def highest(word: int) -> Any:
        return 63 - cuda.clz(word)

    def nth_bit(word: int, k: int) -> Any:
        """By halving: in as many steps for every k, since the threads of a warp wait for each other. Of 32 bits, a register."""
        half, rank, place = np.uint32(word), np.int32(k), np.int32(0)
        for step in (32, 16, 8, 4, 2, 1):
            below = np.int32(cuda.popc(np.uint32(half & np.uint32((1 << step) - 1))))
            if rank >= below:
                rank = np.int32(rank - below)
                half = np.uint32(word >> 32) if step == 32 else np.uint32(half >> np.uint32(step))
                place = np.int32(place + step)
        return np.int64(place)

    def bump(counters: Any, at: int, by: int) -> None:
        cuda.atomic.add(counters, at, by)

    return {"popcount": popcount, "lowest": lowest, "highest": highest, "nth_bit": nth_bit, "copy": _copy, "bump": bump}


def _make_cache(function: FunctionType, label: str, rebuild: Callable[[Any, Any], Any] | None = None) -> Any:
    """A cache for this function alone, in our folder, that trusts the folder's name instead of file times.

    `rebuild` makes of what was kept what was compiled, where numba's own way does not.
    """
    from numba.core import caching

    folder = str(cache_folder() / label)

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        def __init__(self, py_func: FunctionType, py_file: str) -> None:
            self._line = py_func.__code__.co_firstlineno

        def get_cache_path(self) -> str:
            return folder

        def get_source_stamp(self) -> str:
            return source_hash()

        def get_disambiguator(self) -> str:
            return str(self._line)

        @classmethod
        def from_function(cls, py_func: FunctionType, py_file: str) -> Any:
            return cls(py_func, py_file)

    class Files(caching.IndexDataCacheFile):  # type: ignore[misc]
        def save(self, key: Any, data: Any) -> None:
            """In a file named after the key, and that before it is listed: processes that save at once never mix theirs."""
            name = self._data_name(int(hashlib.sha256(repr(key).encode()).hexdigest()[:15], 16))
            self._save_data(name, data)
            self._save_index(self._load_index() | {key: name})

    class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [Locator]

        def rebuild(self, target: Any, kept: Any) -> Any:
            return (rebuild or super().rebuild)(target, kept)

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

        def __init__(self, py_func: FunctionType) -> None:
            super().__init__(py_func)
            self._cache_file = Files(self._cache_path, self._impl.filename_base, source_hash())

    return Cache(function)


@functools.cache
def source_hash() -> str:
    """A short hash of every source file of the package, and of the weights that are compiled in."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted([*SOURCES.rglob("*.py"), *SOURCES.rglob("*.npz")]):
        digest.update(str(path.relative_to(SOURCES)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path:
    """Where compiled code is kept: STICHWERK_CACHE, the user's cache folder, or a temporary one if neither can be written."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(os.environ.get("STICHWERK_CACHE") or home / "stichwerk") / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="stichwerk-"))
