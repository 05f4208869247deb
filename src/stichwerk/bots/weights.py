"""Learned weights: `weights/NAME.npz`, and beside it `NAME.json`, which says how they were made and how strong they are."""

from __future__ import annotations

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


def save(name: str, arrays: dict[str, Any], about: dict[str, Any], folder: Path | None = None) -> None:
    """Writes a weight file and what is to be known of it (into the package, unless told otherwise)."""
    target = folder or Path(str(resources.files(__package__))) / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(target / f"{name}.npz", **arrays)
    (target / f"{name}.json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", "utf-8")
