"""Compiles the rules: the only file that imports numba, and only when something is to be compiled.

`load(name)` loads a module's source a second time and compiles every function in it, and in all modules of this package
that it uses. The module itself stays interpreted, so one game of people never waits for a compiler.

A twin can be given other modules in place of those its source imports (`load("…kernels", rules="…hattrick")`): code that
speaks the verbs all games share is written once and compiled for each.

Compiled code is kept in a folder named after a hash of all our sources, since numba does not notice that a function
called by a cached one has changed.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

PACKAGE = __name__.split(".")[0]
SOURCES = Path(__file__).parent.parent

Compiler = Callable[[FunctionType, str], Any]


@functools.cache
def load(name: str, **instead: str) -> ModuleType:
    """The compiled twin of a module, for the CPU."""
    label = "-".join([name, *sorted(instead.values())])
    swap = {key: load(other) for key, other in instead.items()}
    return make_twin(name, label, swap, load, _compile_for_cpu)


@functools.cache
def load_interpreted(name: str, **instead: str) -> ModuleType:
    """A module for other rules than its source names, not compiled."""
    swap = {key: importlib.import_module(other) for key, other in instead.items()}
    return make_twin(name, name, swap, importlib.import_module, lambda function, _: function)


def make_twin(
    name: str, label: str, swap: dict[str, ModuleType], load_other: Callable[[str], ModuleType], compile_one: Compiler
) -> ModuleType:
    """Loads a module again and puts in place of each function its compiled form, of each of our modules its twin."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module {name} to compile")
    twin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(twin)
    for key, value in list(vars(twin).items()):
        if isinstance(value, ModuleType) and value.__name__.startswith(f"{PACKAGE}."):
            setattr(twin, key, swap.get(key) or load_other(value.__name__))
        elif isinstance(value, FunctionType) and value.__module__ == name:
            setattr(twin, key, compile_one(value, label))
    return twin


def _compile_for_cpu(function: FunctionType, label: str) -> Any:
    import numba

    instruction = _instructions().get(function.__name__) if label.endswith(".cards") else None
    if instruction:
        return numba.njit(instruction, inline="always")
    dispatcher = numba.njit(function, nogil=True, error_model="numpy", _nrt=False, forceinline=True)
    dispatcher._cache = _make_cache(function, label)
    return dispatcher


@functools.cache
def _instructions() -> dict[str, Any]:
    """Functions of `cards` that are one instruction of the machine, where Python has methods of int."""
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

    return {"popcount": popcount, "lowest": lowest, "highest": highest}


def _make_cache(function: FunctionType, label: str) -> Any:
    """A cache for this function alone, in our folder, that trusts the folder's name instead of file times."""
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

    class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [Locator]

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

    return Cache(function)


@functools.cache
def source_hash() -> str:
    """A short hash of every source file of the package."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(SOURCES.rglob("*.py")):
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
