"""How quick the table in the browser is, in a real Chromium on loopback.

    python -m bench.browser [--runs 5] [--latency 0]

- The first table: from an empty cache until the picture is made in which a card of the hand may be played, on a mid-range phone
  as Lighthouse imagines one (processor four times slower, 1.6 Mb/s, `--latency` milliseconds for every answer); and the bytes
  that came, with those that the page fetches after that picture.
- A click: until the next picture shows it, on this machine as it is.
- Tasks: the longest one that held up the page during half a round with all its flights, from Chromium's own trace: as long
  as it lasted, and what it took of the processor (it lasts longer where Chromium's other processes and the server want the same
  cores). Every task counts, whatever it did, but the page is left to itself: the trace notes tasks alone (Playwright's usual one
  also samples every stack, which makes them a quarter longer), and cards are clicked with the bare mouse (a locator's click runs
  Playwright's own checks within the page's task). For what lies where, the page is asked between two moves.

The bounds are those of the project (2 s, 150 kB gzipped, 100 ms, 50 ms). A busy machine shows up here: look at the best run too.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.browser.visitors import launch
from tests.server.processes import serving

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOWER = 4
PATIENCE = 60_000  # milliseconds
QUIET = 4_000  # milliseconds in which nothing is asked of a page that loads
SETTLING = 150  # milliseconds
PRESS = 60  # milliseconds that a finger stays on the button
LOOK = 50  # milliseconds between two looks at the table
BYTES_A_SECOND = 1.6e6 / 8
BOUND_TABLE, BOUND_BYTES, BOUND_CLICK, BOUND_TASK = 2000.0, 150_000, 100.0, 50.0
PLAYABLE = "[data-card]:not([aria-disabled='true'])"
NOW = "button.now:not(:disabled)"
# The page itself notes when it has first shown something, which is when the frame after that begins: to ask it from outside would
# cost the phone a good part of a second, since Playwright then brings its own scripts into the page.
NOTE = """{
  const look = () => requestAnimationFrame(document.querySelector(%s) ? () => (window.shownAt = performance.now()) : look);
  look();
}"""
# From the click's own moment to the frame after the one in which the card has gone.
CLICK = """(card) => new Promise((done) => {
  const button = document.querySelector(`[data-card="${card}"]`);
  button.addEventListener("click", (event) => {
    const at = event.timeStamp;
    const look = () => requestAnimationFrame(button.isConnected ? look : (now) => done(now - at));
    requestAnimationFrame(look);
  }, { once: true, capture: true });
  button.click();
})"""
MIDDLE = """([selector, count]) => {
  const found = document.querySelectorAll(selector);
  if (found.length !== count) return null;
  const { left, top, width, height } = found[0].getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
TRACED = ["-*", "disabled-by-default-devtools.timeline"]


def new_seat(url: str, **changes: Any) -> tuple[str, str]:
    """A table against three bots: its id, and the token of the only person's seat."""
    seats = [{"kind": "open"}, *[{"kind": "bot", "bot": "simple"}] * 3]
    with httpx.Client(base_url=url, trust_env=False) as http:
        made = http.post("/api/tables", json={"game": "sticheln", "players": 4, "seats": seats, **changes}).json()
        taken = http.post(f"/api/tables/{made['id']}/seats", json={"name": "Ada"}).json()
    return made["id"], taken["token"]


@contextlib.contextmanager
def visitor(browser: Browser, wide: bool = False, **settings: Any) -> Iterator[tuple[BrowserContext, Page]]:
    context = browser.new_context(**({} if wide else PHONE))
    kept = json.dumps({"lastCard": False, "twoSteps": False, **settings})
    context.add_init_script(f"localStorage.setItem('stichwerk.settings', '{kept}')")
    page = context.new_page()
    try:
        yield context, page
    finally:
        context.close()


def slow_down(context: BrowserContext, page: Page, latency: float) -> list[float]:
    """A phone of the middle class; the list grows by the bytes of every answer."""
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    devtools.send("Network.enable")
    conditions = {
        "offline": False,
        "latency": latency,
        "downloadThroughput": BYTES_A_SECOND,
        "uploadThroughput": BYTES_A_SECOND / 2,
    }
    devtools.send("Network.emulateNetworkConditions", conditions)
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return sizes


def first_table(browser: Browser, url: str, latency: float) -> tuple[float, float]:
    """Milliseconds until a card may be played, and bytes."""
    table, token = new_seat(url)
    with visitor(browser) as (context, page):
        sizes = slow_down(context, page, latency)
        return shown_after(page, f"{url}/t/{table}#seat={token}", PLAYABLE), sum(sizes)


def play_now(browser: Browser, url: str, latency: float) -> tuple[float, float]:
    """The same by way of the front page: until it can be pressed, and from the press to the first playable card."""
    with visitor(browser) as (context, page):
        slow_down(context, page, latency)
        ready = shown_after(page, url, NOW)
        pressed = float(page.evaluate(f"(document.querySelector('{NOW}').click(), performance.now())"))
        page.wait_for_selector(PLAYABLE)
        return ready, float(page.evaluate("performance.now()")) - pressed


def shown_after(page: Page, address: str, selector: str) -> float:
    """Milliseconds until the page has shown something, counted from the moment it was asked for."""
    page.add_init_script(NOTE % json.dumps(selector))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(QUIET)
    page.wait_for_selector(selector)
    return float(page.evaluate("window.shownAt"))


def choose(page: Page) -> None:
    page.wait_for_selector(PLAYABLE)
    for _ in range(2):
        page.locator(PLAYABLE).first.click()


def clicks(browser: Browser, url: str) -> list[float]:
    """Milliseconds from each click of a round to the picture that shows it."""
    table, token = new_seat(url)
    with visitor(browser, wide=True, speed="none") as (_, page):
        page.goto(f"{url}/t/{table}#seat={token}")
        choose(page)
        return [shown(page, left) for left in range(14, 0, -1)]


def shown(page: Page, left: int) -> float:
    expect(page.locator(PLAYABLE)).to_have_count(left, timeout=PATIENCE)
    return float(page.evaluate(CLICK, page.locator(PLAYABLE).first.get_attribute("data-card")))


def longest_tasks(browser: Browser, url: str, folder: Path) -> tuple[float, float]:
    """The longest task of the page's main thread in half a round with all its flights, and the most processor time that one took,
    in milliseconds."""
    table, token = new_seat(url)
    trace = folder / "trace.json"
    with visitor(browser, wide=True, speed="fast") as (_, page):
        page.goto(f"{url}/t/{table}#seat={token}")
        point(page, 15)
        browser.start_tracing(page=page, path=str(trace), categories=TRACED)
        page.wait_for_timeout(2 * SETTLING)
        for left in (15, 15, *range(14, 7, -1)):  # a choice is pressed twice
            page.mouse.click(*point(page, left), delay=PRESS)
        page.wait_for_timeout(SETTLING)
        browser.stop_tracing()
    found = main_thread_tasks(json.loads(trace.read_text("utf-8"))["traceEvents"])
    return max(task["dur"] for task in found) / 1000, max(task["tdur"] for task in found) / 1000


def point(page: Page, left: int) -> tuple[float, float]:
    """Where the first of so many playable cards lies, as soon as there are so many and it lies still."""
    before = None
    for _ in range(PATIENCE // LOOK):
        found = page.evaluate(MIDDLE, [PLAYABLE, left])
        if found and found == before:
            return float(found[0]), float(found[1])
        before = found
        page.wait_for_timeout(LOOK)
    raise TimeoutError(f"{left} cards could not be played")


def main_thread_tasks(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All but those of the first moment, in which the tracing itself begins."""
    mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
    found = [e for e in events if e["name"] == "RunTask" and "tdur" in e and (e["pid"], e["tid"]) in mains]
    start = min(task["ts"] for task in found) + SETTLING * 1000
    return [task for task in found if task["ts"] > start]


def report(rows: list[tuple[str, list[float], float, str]]) -> None:
    table = Table("", "median", "best", "worst", "bound", "")
    for name, values, bound, unit in rows:
        middle = statistics.median(values)
        cells = [f"{value:,.0f} {unit}" for value in (middle, min(values), max(values), bound)]
        table.add_row(name, *cells, "reached" if middle <= bound else "missed")
    Console(width=120).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--latency", type=float, default=0, help="milliseconds the phone waits for every answer")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as server, sync_playwright() as playwright, Progress() as bar:
        folder, url = Path(name), server.url
        browser = launch(playwright)
        steps = bar.add_task("the table in the browser", total=args.runs * 4)

        def several(measure: Any, *more: Any) -> list[Any]:
            found = []
            for _ in range(args.runs):
                found.append(measure(browser, url, *more))
                bar.advance(steps)
            return found

        tables, pages = several(first_table, args.latency), several(play_now, args.latency)
        presses, works = several(clicks), several(longest_tasks, folder)
        browser.close()
    report(
        [
            ("first table, by a link, empty cache", [ms for ms, _ in tables], BOUND_TABLE, "ms"),
            ("  bytes for it", [size for _, size in tables], BOUND_BYTES, "B"),
            ("front page, empty cache", [ms for ms, _ in pages], BOUND_TABLE, "ms"),
            ("  Play now to the first table", [ms for _, ms in pages], BOUND_TABLE, "ms"),
            ("a click shows", [ms for run in presses for ms in run], BOUND_CLICK, "ms"),
            ("the longest task", [lasted for lasted, _ in works], BOUND_TASK, "ms"),
            ("  the most processor time of one", [took for _, took in works], BOUND_TASK, "ms"),
        ]
    )


if __name__ == "__main__":
    main()
