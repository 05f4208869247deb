"""The phases a game can be in. DEAL waits for a deck: before the first round and between rounds."""

PHASE = 0  # where every game's state keeps its phase
CHOOSE, PLAY, NAME, START, DEAL, OVER = 0, 1, 2, 3, 4, 5
