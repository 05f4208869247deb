"""Compiled functions that only compiled functions call: kept as LLVM's code, ready to be linked into whoever calls them.

numba makes machine code of every function, and optimises it together with all that it calls, even where nobody but another
compiled function ever calls it: more than half of a compiler's work, done again at every level. Here that is left to the one
that Python calls.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary


class Linked(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function and of those it calls, as far as the compiler has brought it before optimising."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Nowhere: there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Linked:
        """Asked only for `set_env`."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """What code needs to deal with Python's objects: ours has none."""

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()


class Pipeline(compiler.Compiler):  # type: ignore[misc]
    """numba's, into such a library."""

    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, library or Linked(target.codegen(), "linked"), *more)


def rebuild(target: Any, payload: Any) -> Any:
    """What was compiled, from what the cache kept of it."""
    (name, _, code), described, environment, signature, objectmode, lifted, annotation, reload_init, environments = payload
    library = Linked(target.codegen(), name)
    library._final_module = binding.parse_bitcode(code)
    library._finalized = True
    return compiler.CompileResult(
        typing_context=target.typing_context,
        target_context=target,
        entry_point=target.get_executable(library, described, environment),
        typing_error=None,
        type_annotation=annotation,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        fndesc=described,
        library=library,
        call_helper=None,
        environment=environment,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )
