"""Environments for learning: the games at the doors of PettingZoo, Gymnasium and OpenSpiel (docs/env.md).

`sticheln_v0`, `hattrick_v0` and `thegame_v0` are PettingZoo's; importing this package registers Gymnasium's
`stichwerk/Sticheln-v0`, `stichwerk/HatTrick-v0` and `stichwerk/TheGame-v0` (also for `make_vec`); `openspiel` registers
OpenSpiel's. They drive the compiled rules and hold none of their own.
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as missing:
    raise ImportError("stichwerk.env needs the extra 'env': pip install 'stichwerk[env]'.") from missing

NAMES = {"sticheln": "Sticheln", "hattrick": "HatTrick", "thegame": "TheGame"}

for _game, _name in NAMES.items():
    gymnasium.register(
        f"stichwerk/{_name}-v0",
        entry_point="stichwerk.env.single:SingleEnv",
        vector_entry_point="stichwerk.env.vector:StichwerkVector",
        kwargs={"game": _game},
        disable_env_checker=True,  # it looks at every observation; ours are looked at in the tests
    )
