"""TypeScript declarations made from msgspec structs and type aliases, so that a client's types cannot drift from the server's."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

WIDTH = 100
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}

HELPERS = """\
/** A type, or each of a union, without some of its keys. */
export type Without<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
"""

Names = dict[Any, str]


class Without:
    """Annotates a dict that is of a type, but for some keys."""

    def __init__(self, kind: Any, *keys: str) -> None:
        self.kind, self.keys = kind, keys


def declarations(named: Mapping[str, Any]) -> str:
    """These types under their names, each followed by what it is made of: structs, and aliases that are among the named."""
    aliases = {kind: name for name, kind in named.items()}
    names: Names = {}
    for kind in named.values():
        _find(kind, aliases, names)
    if twice := [name for name, count in Counter(names.values()).items() if count > 1]:
        raise ValueError(f"names of more than one type: {', '.join(twice)}")
    return "\n".join(_declaration(kind, names) for kind in names)


def aliases_of(module: Any) -> dict[str, Any]:
    """The unions, literals and annotated types that a module gives names to."""
    origins = (Annotated, Literal, Union, UnionType)
    return {name: value for name, value in vars(module).items() if get_origin(value) in origins}


def _find(kind: Any, aliases: Names, names: Names) -> None:
    """Names a type and all it is made of, in the order in which they are met."""
    if kind in names:
        return
    if kind in aliases or _is_struct(kind):
        names[kind] = aliases.get(kind) or kind.__name__
    for part in _parts(kind):
        _find(part, aliases, names)


def _parts(kind: Any) -> tuple[Any, ...]:
    if not _is_struct(kind):
        return get_args(kind)
    return (*_bases(kind), *(field.type for field in _own_fields(kind)))


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _bases(kind: Any) -> list[Any]:
    """The struct it has fields from, if any."""
    return [base for base in kind.__bases__ if base.__struct_fields__]


def _own_fields(kind: Any) -> list[msgspec.structs.FieldInfo]:
    inherited = {name for base in _bases(kind) for name in base.__struct_fields__}
    return [field for field in msgspec.structs.fields(kind) if field.name not in inherited]


def _declaration(kind: Any, names: Names) -> str:
    lines = _interface(kind, names) if _is_struct(kind) else _alias(kind, names)
    return "".join(f"{line}\n" for line in [*_comment(kind), *lines])


def _comment(kind: Any) -> list[str]:
    said = inspect.cleandoc(_description(kind) or "").splitlines()
    if len(said) < 2:
        return [f"/** {line} */" for line in said]
    return ["/**", *(f" * {line}".rstrip() for line in said), " */"]


def _description(kind: Any) -> str | None:
    if _is_struct(kind):
        return str(kind.__doc__ or "")
    return next((meta.description for meta in get_args(kind) if isinstance(meta, msgspec.Meta)), None)


def _interface(kind: Any, names: Names) -> Iterator[str]:
    extends = "".join(f" extends {names[base]}" for base in _bases(kind))
    yield f"export interface {names[kind]}{extends} {{"
    config = kind.__struct_config__
    if config.tag_field:
        yield f"  {config.tag_field}: {json.dumps(config.tag)};"
    for field in _own_fields(kind):
        yield f"  {field.encode_name}{'' if field.required else '?'}: {_text(field.type, names)};"
    yield "}"


def _alias(kind: Any, names: Names) -> list[str]:
    line = f"export type {names[kind]} = {_spelled(kind, names)};"
    if len(line) <= WIDTH:
        return [line]
    *members, last = _members(kind, names)
    return [f"export type {names[kind]} =", *(f"  | {member}" for member in members), f"  | {last};"]


def _text(kind: Any, names: Names) -> str:
    return names.get(kind) or _spelled(kind, names)


def _spelled(kind: Any, names: Names) -> str:
    """A type as TypeScript writes it, whether or not it has a name of its own."""
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, Without):
        return f"Without<{_text(kind.kind, names)}, {' | '.join(map(json.dumps, kind.keys))}>"
    if origin is Annotated:
        return _text(_shape(*parts), names)
    if origin in (Literal, Union, UnionType):
        return " | ".join(_members(kind, names))
    if origin is tuple:
        return f"[{', '.join(_text(part, names) for part in parts)}]"
    if origin is list:
        element = _text(parts[0], names)
        return f"({element})[]" if " | " in element else f"{element}[]"
    if origin is dict:
        return _record(names, *parts)
    return PLAIN[kind]


def _shape(kind: Any, *notes: Any) -> Any:
    """Of an annotated type what it is on the wire: the type it is annotated with, if there is one."""
    return next((note for note in notes if not isinstance(note, msgspec.Meta)), kind)


def _members(kind: Any, names: Names) -> list[str]:
    if get_origin(kind) is Literal:
        return [json.dumps(value) for value in get_args(kind)]
    return [_text(part, names) for part in get_args(kind) if part is not msgspec.UnsetType]


def _record(names: Names, key: Any, value: Any) -> str:
    record = f"Record<{_text(key, names)}, {_text(value, names)}>"
    return record if key is str else f"Partial<{record}>"
