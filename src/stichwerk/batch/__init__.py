"""Many games at once: `Batch` steps them together, `playouts` plays them whole inside compiled calls; CPU threads or CUDA."""

from stichwerk.batch import tallies as tallies
from stichwerk.batch.batch import Batch
from stichwerk.batch.play import Totals, playouts
from stichwerk.rules.jit import NoCuda

__all__ = ["Batch", "NoCuda", "Totals", "playouts"]
