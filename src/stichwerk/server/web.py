"""The web door: the browser client's files, kept in memory, and its page for every address that is no other door's.

The build puts the client into the folder `client/` beside this file (web/build.py); names in `assets/` carry a hash. The page
is the same for all addresses but for its head, which names what this address needs: the browser then fetches it all at
once, instead of finding out about one after the other.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar, Request

from stichwerk import words
from stichwerk.server.doors import address_of, as_message, language_of, takes_gzip
from stichwerk.server.limits import TooMany

FOLDER = Path(__file__).parent / "client"
PAGE = "/index.html"
MANIFEST = Path(".vite", "manifest.json")  # what the build made of which source
OTHER_DOORS = ("api", "healthz", "readyz", "metrics")  # by the first part of the path
# The client's own addresses by their first part (web/src/lib/pages.ts).
SOURCES = {
    "": "src/pages/Front.svelte",
    "new": "src/pages/New.svelte",
    "join": "src/pages/Join.svelte",
    "tables": "src/pages/Tables.svelte",
    "t": "src/pages/Table.svelte",
    "r": "src/pages/Replay.svelte",
    "rules": "src/pages/Rules.svelte",
    "learn": "src/pages/Learn.svelte",
}
HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # keep it, but ask whether it is still the same

# The page's own origin and nothing else. Svelte sets style attributes; {sockets} is for browsers whose 'self' has no WebSockets.
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'{sockets}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ALWAYS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}  # a seat's link carries its token

Answer = tuple[int, dict[str, str], bytes]


class WebFile(NamedTuple):
    body: bytes
    packed: bytes  # gzipped; empty where that is no shorter
    kind: str
    tag: str
    cache: str


def load(folder: Path = FOLDER) -> dict[str, WebFile]:
    """The files of a built client by their paths; {} if it has not been built."""
    if not folder.joinpath("index.html").is_file():
        return {}
    paths = sorted(
        path for path in folder.rglob("*") if path.is_file() and not path.relative_to(folder).as_posix().startswith(".")
    )
    files = {f"/{path.relative_to(folder).as_posix()}": _pack(path.read_bytes(), path) for path in paths}
    return files | _pages(files[PAGE].body, folder / MANIFEST)


def _pack(body: bytes, path: Path) -> WebFile:
    packed = gzip.compress(body, 9, mtime=0)
    return WebFile(
        body=body,
        packed=packed if len(packed) < len(body) else b"",
        kind=KINDS.get(path.suffix, "application/octet-stream"),
        tag=f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',
        cache=FOREVER if path.parent.name == "assets" else ASK_AGAIN,
    )


def _pages(page: bytes, manifest: Path) -> dict[str, WebFile]:
    """The page for each address, under the address's first part, with what it needs named in its head."""
    made = msgspec.json.decode(manifest.read_bytes()) if manifest.is_file() else {}
    pages = {}
    for first, source in SOURCES.items():
        links = [_link(file) for file in _needed(made, source) if file.encode() not in page]
        pages[first] = _pack(page.replace(b"</head>", "".join(links).encode() + b"</head>"), Path(PAGE))
    return pages


def _needed(made: dict[str, Any], source: str, known: frozenset[str] = frozenset()) -> list[str]:
    """The files that a source has become, with those it stands on."""
    if source not in made or source in known:
        return []
    chunk = made[source]
    below = [file for other in chunk.get("imports", ()) for file in _needed(made, other, known | {source})]
    return list(dict.fromkeys([chunk["file"], *chunk.get("css", ()), *below]))


def _link(file: str) -> str:
    return f'<link rel="{"stylesheet" if file.endswith(".css") else "modulepreload"}" crossorigin href="/{file}">\n'


class WebDoor:
    """The application with the client's files before it."""

    def __init__(self, app: Litestar, files: Mapping[str, WebFile]) -> None:
        self._app, self._files = app, files
        self.state = app.state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        if not self._is_ours(request):
            await self._app(scope, receive, send)
            return
        await _send(send, self._answer(request), with_body=scope["method"] == "GET")

    def _is_ours(self, request: Request[Any, Any, Any]) -> bool:
        path = request.scope["path"]
        first = _first_part(path)
        if path in self._files or first in SOURCES:
            return True
        return first not in (*OTHER_DOORS, "assets") and "text/html" in request.headers.get("accept", "")

    def _answer(self, request: Request[Any, Any, Any]) -> Answer:
        hub = self.state.hub
        try:
            hub.limits.page(address_of(request, hub.settings))
        except TooMany as refusal:
            said = msgspec.json.encode(as_message(refusal, language_of(request)))
            return 429, {"Content-Type": "application/json", "Retry-After": "1"}, said
        if not self._files:
            return _unbuilt(language_of(request))
        path = request.scope["path"]
        return _file(request, self._files.get(path) or self._files.get(_first_part(path)) or self._files[PAGE])


def _first_part(path: str) -> str:
    return path.split("/")[1] if path.startswith("/") else ""


def _file(request: Request[Any, Any, Any], file: WebFile) -> Answer:
    headers = {"Content-Type": file.kind, "Cache-Control": file.cache, "ETag": file.tag, "Vary": "Accept-Encoding", **ALWAYS}
    if file.kind == KINDS[".html"]:
        headers["Content-Security-Policy"] = _policy(request.headers.get("host", ""))
    if file.tag in request.headers.get("if-none-match", ""):
        return 304, headers, b""
    if file.packed and takes_gzip(request):
        return 200, {**headers, "Content-Encoding": "gzip"}, file.packed
    return 200, headers, file.body


def _policy(host: str) -> str:
    return POLICY.format(sockets=f" ws://{host} wss://{host}" if HOST.fullmatch(host) else "")


def _unbuilt(language: str) -> Answer:
    """A page with one sentence, which says how to build the client."""
    said = html.escape(words.say("door.unbuilt", language))
    page = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Stichwerk</title><p>{said}</p></html>\n'
    return 503, {"Content-Type": KINDS[".html"], "Cache-Control": "no-store", "Vary": "Accept-Language", **ALWAYS}, page.encode()


async def _send(send: Any, answer: Answer, with_body: bool) -> None:
    status, headers, body = answer
    if status != 304:
        headers = {**headers, "Content-Length": str(len(body))}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body if with_body else b""})
