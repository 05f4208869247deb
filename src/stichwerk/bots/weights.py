"""Learned weights: `weights/NAME.npz`, and beside it `NAME.json`, which says how they were made and how strong they are."""

from __future__ import annotations

import hashlib
import io
import json
import math
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = "weights"


def load(name: str) -> dict[str, Any]:
    """The arrays of a weight file by their names."""
    data = (resources.files(__package__) / FOLDER / f"{name}.npz").read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return {key: arrays[key] for key in arrays.files}


def load_run(path: Path, size: int) -> tuple[Any, dict[str, Any]]:
    """The weights that a run of training left, so many, and what is told of them beside them (`path`)."""
    arrays = path.with_suffix(".npz")
    try:
        about: dict[str, Any] = json.loads(path.read_text("utf-8"))
        with np.load(io.BytesIO(arrays.read_bytes()), allow_pickle=False) as found:
            w = found["w"]
        told, finite = about["digest"], np.isfinite(w).all()
    except Exception as error:  # there is no end to the ways in which a damaged file can fail
        raise ValueError(f"{path} or the .npz beside it is missing or damaged: train it anew") from error
    if told != digest(w):
        raise ValueError(f"{arrays} is not what the .json beside it tells of, as if a run had been stopped: train it anew")
    if not finite:
        raise ValueError(f"{arrays} holds weights that are no numbers: train it anew")
    return check_size(w, size, str(arrays)), about


def check_size(w: Any, size: int, where: str) -> Any:
    """The weights, if they are as many as the code makes use of."""
    if w.shape != (size,):
        raise ValueError(f"{where} holds {w.size} weights where the code has {size}: train it anew")
    return w


def renewed(shipped: Any, shape: tuple[int, ...], rows: dict[Any, Any]) -> Any:
    """The bots' array with these rows in their places; a new one if it has another shape than the code by now."""
    if shipped.shape != shape and len(rows) < math.prod(shape[:-1]):
        whole = f"all {math.prod(shape[:-1])} runs of {shape[-1]} weights each"
        raise ValueError(f"the bots' weights are laid out otherwise than the code has it: {whole} must be collected together")
    found = shipped.copy() if shipped.shape == shape else np.zeros(shape, shipped.dtype)
    for place, row in rows.items():
        found[place] = row
    return found


def provenance(name: str) -> dict[str, Any]:
    """Command, seed, time and measured strength of a weight file."""
    found: dict[str, Any] = json.loads((resources.files(__package__) / FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def digest(w: Any) -> str:
    """By which whoever trains again can tell whether the same weights came out."""
    return hashlib.sha256(w.tobytes()).hexdigest()


def save(name: str, arrays: dict[str, Any], about: dict[str, Any], folder: Path | None = None) -> None:
    """Writes a weight file and what is to be known of it (into the package, unless told otherwise)."""
    target = folder or _home()
    target.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(target / f"{name}.npz", **arrays)
    describe(name, about, target)


def describe(name: str, about: dict[str, Any], folder: Path | None = None) -> None:
    """Writes what is to be known of a weight file, which stays as it is."""
    ((folder or _home()) / f"{name}.json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _home() -> Path:
    return Path(str(resources.files(__package__))) / FOLDER
