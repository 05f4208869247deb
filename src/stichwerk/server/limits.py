"""How much of everything one address, or one socket, may use."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict

from stichwerk.game.refusals import Refusal

REMEMBERED = 10_000  # addresses; the longest silent is forgotten first
BURST = 4.0  # seconds' worth of requests that may come at once
PAGES = 4.0  # as many of the client's files as requests: a page has several, and they cost next to nothing


class TooMany(Refusal):
    """A limit was reached; nothing has changed."""


class Bucket:
    """So many a second in the long run, and a few seconds' worth at once."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float) -> None:
        self.rate, self.most = rate, max(rate * BURST, 1.0)
        self.left, self.at = self.most, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * self.rate, self.most)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Rates:
    """How often each address may ask."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate)
        self._buckets[address] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise TooMany("limit.requests", most=self._rate)


class Limits:
    """Of one process."""

    def __init__(self, limited: bool, requests: float, tables: int, sockets: int) -> None:
        self._limited, self._tables, self._sockets = limited, tables, sockets
        self._requests, self._pages = Rates(requests), Rates(requests * PAGES)
        self._made: dict[str, str] = {}  # table -> the address that made it
        self._count: Counter[str] = Counter()
        self._open: Counter[str] = Counter()

    def request(self, address: str) -> None:
        if self._limited:
            self._requests.take(address)

    def page(self, address: str) -> None:
        """A file of the browser client."""
        if self._limited:
            self._pages.take(address)

    def table_made(self, address: str, table: str) -> None:
        """Counts a table before it is made, so that nobody gets too many by asking for all at once."""
        if self._limited and self._count[address] >= self._tables:
            raise TooMany("limit.tables", most=self._tables)
        self._made[table] = address
        self._count[address] += 1

    def table_ended(self, table: str) -> None:
        address = self._made.pop(table, None)
        if address:
            _less(self._count, address)

    def socket_opened(self, address: str) -> None:
        if self._limited and self._open[address] >= self._sockets:
            raise TooMany("limit.sockets", most=self._sockets)
        self._open[address] += 1

    def socket_closed(self, address: str) -> None:
        _less(self._open, address)


def _less(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if counter[address] <= 0:
        del counter[address]


def real_address(peer: str, forwarded: str, trusted: list[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> str:
    """Who asks: the peer, or, if that is a proxy we trust, the last address it forwards that is not one."""
    path = [peer, *reversed([part.strip() for part in forwarded.split(",") if part.strip()])]
    for address in path[:-1]:
        if not _is_in(address, trusted):
            return address
    return path[-1]


def _is_in(address: str, networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in networks)
