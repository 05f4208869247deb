"""One game in Python: `Game`, its options, notation, views and replays."""

from stichwerk.game.game import Game
from stichwerk.game.refusals import BadOption, BadReplay, IllegalMove, Refusal

__all__ = ["BadOption", "BadReplay", "Game", "IllegalMove", "Refusal"]
