"""Every setting of a server: by command line, by environment (STICHWERK_…), or as it is by default."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import platformdirs

from stichwerk.game.refusals import BadOption

PREFIX = "STICHWERK_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # sqlite:///FILE or postgresql://…; empty: a file in the user's data folder
    redis: str = ""  # redis://…, for more than one process
    origins: str = ""  # other origins that may use the server, with commas between
    proxies: str = ""  # addresses and networks of trusted proxies, with commas between
    limits: str = "on"  # "off": no rate limits and no counts by address, for tests and benchmarks
    grace: float = 60.0  # seconds of absence after which a bot plays
    requests_per_second: float = 50.0  # of one address, over HTTP
    messages_per_second: float = 500.0  # of one socket
    tables_per_address: int = 200
    sockets_per_address: int = 500
    spectators: int = 100  # of one table
    message_bytes: int = 4_096
    body_bytes: int = 65_536
    idle_hours: float = 24.0  # after which a table that nobody touches is removed
    kept_hours: float = 24.0 * 30  # the same for one whose game is over, so that its replay can be fetched

    @property
    def limited(self) -> bool:
        return self.limits != "off"

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy's asynchronous engines want it."""
        given = self.database or default_database()
        for plain, full in (("sqlite:///", "sqlite+aiosqlite:///"), ("postgresql://", "postgresql+asyncpg://")):
            if given.startswith(plain):
                return full + given.removeprefix(plain)
        raise BadOption("serve.database", given=given.split("@")[-1])

    @property
    def trusted(self) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
        try:
            return [ipaddress.ip_network(text.strip(), strict=False) for text in self.proxies.split(",") if text.strip()]
        except ValueError as error:
            raise BadOption("serve.proxies", given=self.proxies) from error

    @property
    def allowed_origins(self) -> set[str]:
        return {text.strip().rstrip("/") for text in self.origins.split(",") if text.strip()}


def default_database() -> str:
    folder = Path(platformdirs.user_data_dir("stichwerk", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def from_environment(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """What was given (None: was not) wins over the environment, which wins over the defaults."""
    found: dict[str, Any] = {
        name: environment[PREFIX + name.upper()] for name in Settings.__struct_fields__ if PREFIX + name.upper() in environment
    }
    found.update({name: value for name, value in given.items() if value is not None})
    kinds = get_type_hints(Settings)
    return Settings(**{name: _convert(name, value, kinds[name]) for name, value in found.items()})


def _convert(name: str, value: Any, kind: type) -> Any:
    try:
        converted = kind(value)
    except ValueError as error:
        raise BadOption("serve.setting", option=name, given=repr(value), kind=kind.__name__) from error
    if kind is not str and not 0 <= converted < float("inf"):
        raise BadOption("serve.setting", option=name, given=repr(value), kind=kind.__name__)
    return converted
