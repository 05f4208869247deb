"""Files of named arrays in the safetensors format, read and written with NumPy alone.

Eight bytes say how long the header is; the header is JSON and says of each array its type, shape and place, with a
`__metadata__` of plain text; then come the arrays.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

TYPES = {"F32": np.dtype("<f4"), "I32": np.dtype("<i4")}
NAMES = {kind: name for name, kind in TYPES.items()}
LONGEST_HEADER = 1 << 20


def save(path: Path, arrays: dict[str, Any], about: dict[str, str]) -> None:
    header: dict[str, Any] = {"__metadata__": about}
    at = 0
    for name, array in arrays.items():
        header[name] = {"dtype": NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(array.tobytes() for array in arrays.values()))


def load(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The arrays and what is said about them; ValueError for a file that is none of these."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or not 2 <= length <= min(LONGEST_HEADER, len(data) - 8):
        raise ValueError("its header is missing")
    try:
        header = json.loads(data[8 : 8 + length])
        about = header.pop("__metadata__", {})
        if not all(isinstance(text, str) for text in about.values()):
            raise TypeError
        return {name: _array(data[8 + length :], entry) for name, entry in header.items()}, about
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError("its header cannot be read") from error


def _array(data: bytes, entry: dict[str, Any]) -> Any:
    first, last = entry["data_offsets"]
    return np.frombuffer(data[first:last], TYPES[entry["dtype"]]).reshape(entry["shape"])
