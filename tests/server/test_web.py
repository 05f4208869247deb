"""The browser client is served by the server: its page at every address of its own, its files as browsers keep them best."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from stichwerk import words
from stichwerk.server import web
from tests.server.client import PATIENCE
from tests.server.inside import inside

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
FILES = {
    "index.html": b"<!doctype html><title>Stichwerk</title>" + b"<p>A table.</p>" * 20,
    "manifest.webmanifest": b'{"name": "Stichwerk"}' * 20,
    "icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 20,
    "icon-180.png": b"\x89PNG\r\n\x1a\n",
    "assets/index-C0FFEE12.js": b"console.log('a card flies');" * 20,
    "assets/index-C0FFEE12.css": b"body { margin: 0 }" * 20,
}
ADDRESSES = ["/", "/new", "/join/abc", "/t/fqEDHq-6PyHi", "/r/fqEDHq-6PyHi", "/rules/sticheln", "/learn/thegame", "/tables"]
ASSET = "/assets/index-C0FFEE12.js"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built client, made up."""
    folder = tmp_path_factory.mktemp("client")
    for name, body in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    folder.joinpath(".stamp").write_text("not for visitors")
    return folder


@pytest.fixture(scope="module")
def http(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with inside(tmp_path_factory.mktemp("web"), client=client) as running, visitor(running.url) as found:
        yield found


def visitor(url: str, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE, headers={"Accept": BROWSER, **headers})


def test_the_page_is_at_every_address_of_the_client(http: httpx.Client) -> None:
    for accept in (BROWSER, "*/*"):
        for address in ADDRESSES:
            answer = http.get(address, headers={"Accept": accept})
            assert (answer.status_code, answer.content) == (200, FILES["index.html"]), address
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"


def test_browsers_are_shown_the_page_where_there_is_nothing(http: httpx.Client) -> None:
    """The client says so, in its language and with a way back."""
    assert http.get("/nothing/here").content == FILES["index.html"]
    for accept in ("*/*", "application/json", "image/png"):
        answer = http.get("/nothing/here", headers={"Accept": accept})
        assert (answer.status_code, answer.json()["code"]) == (404, "door.nothing")


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/tables/none", "/assets/index-OLD.js", "/assets/", "/api/../api/x"]
)
def test_other_doors_stay_what_they_are(http: httpx.Client, path: str) -> None:
    answer = http.get(path)
    assert answer.status_code == 404
    assert answer.json()["type"] == "error"


def test_probes_answer_browsers_too(http: httpx.Client) -> None:
    assert http.get("/healthz").json() == {"status": "alive"}
    assert http.get("/readyz").json() == {"status": "ready"}
    assert http.get("/metrics").text.startswith("# HELP")
    assert http.get("/api/games").json()["games"]
    assert "Stichwerk: its doors" in http.get("/api/docs").text


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon.svg", "image/svg+xml"),
        ("/icon-180.png", "image/png"),
        (ASSET, "text/javascript; charset=utf-8"),
        ("/assets/index-C0FFEE12.css", "text/css; charset=utf-8"),
    ],
)
def test_files_have_their_kind_for_whoever_asks(http: httpx.Client, path: str, kind: str) -> None:
    answer = http.get(path, headers={"Accept": "*/*"})
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, FILES[path[1:]], kind)
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_has_a_hash_in_its_name_is_kept_for_a_year_and_the_rest_is_asked_for(http: httpx.Client) -> None:
    assert http.get(ASSET).headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/icon.svg", "/manifest.webmanifest"):
        assert http.get(path).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/t/abc", "/icon.svg", ASSET])
def test_what_has_not_changed_is_not_sent_again(http: httpx.Client, path: str) -> None:
    tag = http.get(path).headers["etag"]
    again = http.get(path, headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert http.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_files_have_different_tags(http: httpx.Client) -> None:
    assert len({http.get(f"/{name}").headers["etag"] for name in FILES}) == len(FILES)


@pytest.mark.parametrize("path", ["/", ASSET])
@pytest.mark.parametrize(
    ("encoding", "packed"),
    [("gzip, deflate, br", True), ("*", True), ("gzip;q=0", False), ("identity", False), ("", False), ("br", False)],
)
def test_files_are_gzipped_for_who_reads_gzip(http: httpx.Client, path: str, encoding: str, packed: bool) -> None:
    with http.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
        sent = b"".join(answer.iter_raw())
    whole = FILES[path[1:] or "index.html"]
    assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
    assert answer.headers["content-length"] == str(len(sent))
    assert answer.headers["vary"] == "Accept-Encoding"
    assert (gzip.decompress(sent) if packed else sent) == whole
    assert not packed or len(sent) < len(whole)


def test_what_does_not_get_shorter_is_not_gzipped(http: httpx.Client) -> None:
    assert "content-encoding" not in http.get("/icon-180.png", headers={"Accept-Encoding": "gzip"}).headers


@pytest.mark.parametrize("path", ["/", "/t/abc", ASSET])
def test_head_tells_the_same_without_the_body(http: httpx.Client, path: str) -> None:
    told, whole = http.head(path), http.get(path)
    assert (told.status_code, told.content) == (200, b"")
    assert told.headers["content-length"] == whole.headers["content-length"]
    assert told.headers["etag"] == whole.headers["etag"]


def policy(http: httpx.Client, **headers: str) -> dict[str, list[str]]:
    said = http.get("/t/abc", headers=headers).headers["content-security-policy"]
    return {name: values for name, *values in (part.split() for part in said.split(";"))}


def test_a_page_may_load_and_reach_only_its_own_server(http: httpx.Client) -> None:
    host = http.base_url.netloc.decode()
    said = policy(http)
    assert said["default-src"] == said["script-src"] == ["'self'"]
    assert said["style-src"] == ["'self'", "'unsafe-inline'"]
    assert said["img-src"] == ["'self'", "data:"]
    assert said["connect-src"] == ["'self'", f"ws://{host}", f"wss://{host}"]
    assert said["frame-ancestors"] == said["object-src"] == said["base-uri"] == ["'none'"]


def test_a_made_up_host_does_not_get_into_the_policy(http: httpx.Client) -> None:
    assert policy(http, Host="tables.example:8443")["connect-src"][1:] == [
        "ws://tables.example:8443",
        "wss://tables.example:8443",
    ]
    assert policy(http, Host="x; script-src *")["connect-src"] == ["'self'"]
    assert policy(http, Host="x; script-src *")["script-src"] == ["'self'"]


def test_no_address_with_a_seats_token_leaves_for_another_site(http: httpx.Client) -> None:
    for path in ("/", ASSET, "/icon.svg"):
        assert http.get(path).headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path", ["/.stamp", "/../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "//etc/passwd", "/assets/%00"]
)
def test_nothing_but_the_clients_files_is_served(http: httpx.Client, path: str) -> None:
    for accept in (BROWSER, "*/*"):
        answer = http.get(path, headers={"Accept": accept})
        assert answer.content == FILES["index.html"] or answer.json()["code"] in ("door.nothing", "door.request")


def test_other_methods_are_not_for_pages(http: httpx.Client) -> None:
    for method in ("POST", "PUT", "DELETE"):
        answer = http.request(method, "/")
        assert answer.status_code in (404, 405)
        assert answer.json()["type"] == "error"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_client_that_was_not_built_says_how_to_build_it(tmp_path: Path, language: str) -> None:
    with inside(tmp_path, client=tmp_path / "nothing") as running, visitor(running.url, **{"Accept-Language": language}) as http:
        for path in ("/", "/t/abc"):
            answer = http.get(path)
            assert answer.status_code == 503
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            assert f'<html lang="{language}">' in answer.text
            assert "pip install -e ." in answer.text
        assert http.get("/api/games").status_code == 200


def test_files_do_not_use_up_the_requests_but_have_a_bound(client: Path, tmp_path: Path) -> None:
    """Of an address that may ask four times at once, files may come sixteen times, and tables still four times."""
    limited = {"limits": "on", "requests_per_second": 1.0}
    with inside(tmp_path, limited, client=client) as running, visitor(running.url) as http:
        found = [http.get("/").status_code for _ in range(30)]
        assert found[:16] == [200] * 16
        refused = http.get("/")
        if refused.status_code == 200:  # a second has passed
            refused = next(answer for answer in (http.get("/") for _ in range(50)) if answer.status_code != 200)
        assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (429, "limit.requests", "1")
        assert [http.get("/api/games").status_code for _ in range(4)] == [200] * 4


def test_a_folder_without_a_page_is_no_client(tmp_path: Path) -> None:
    tmp_path.joinpath("icon.svg").write_text("<svg/>")
    assert web.load(tmp_path) == {}


def test_a_pages_head_names_what_its_address_needs(tmp_path: Path) -> None:
    """All that the page stands on, each once, and nothing that the page has anyway."""
    made = {
        "src/pages/Table.svelte": {
            "file": "assets/Table-1.js",
            "css": ["assets/Table-2.css"],
            "imports": ["_trick.js", "_house.js"],
        },
        "_trick.js": {"file": "assets/trick-3.js", "imports": ["_house.js", "src/pages/Table.svelte"]},
        "_house.js": {"file": "assets/house-4.js"},
    }
    page = '<head><link rel="modulepreload" href="/assets/house-4.js"></head>'
    tmp_path.joinpath("index.html").write_text(page)
    tmp_path.joinpath(".vite").mkdir()
    tmp_path.joinpath(".vite", "manifest.json").write_text(json.dumps(made))
    pages = web.load(tmp_path)
    links = pages["t"].body.decode().removeprefix(page.removesuffix("</head>")).removesuffix("</head>").split()
    assert [link for link in links if link.startswith("href")] == [
        'href="/assets/Table-1.js">',
        'href="/assets/Table-2.css">',
        'href="/assets/trick-3.js">',
    ]
    assert pages["new"].body.decode() == page
    assert not [name for name in pages if "vite" in name]
