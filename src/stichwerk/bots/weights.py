"""Learned weights: `weights/NAME.npz`, and beside it `NAME.json`, which says how they were made and how strong they are."""

from __future__ import annotations

import hashlib
import io
import json
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
