"""Reads the SINGSING_* variables into settings."""

import re
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from events.receipts import Keys
from events.settings import Limits, Settings
from service import secret_files

T = TypeVar("T")

EVENTS_SCHEMES = ("redis", "rediss", "unix", "cluster", "memory")

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(Exception):
    """A variable whose value makes no sense; the sentence names it, never its value."""


def settings(environ: Mapping[str, str], events_url: str | None = None) -> Settings:
    """Makes missing secret and key files; raises BadSetting or secret_files.Unusable."""
    read = _Reader(environ)
    folder = data_folder(environ)
    host, port = read("BIND", "127.0.0.1:8080", _address)
    url = events_url or read("EVENTS_URL", "", _store_url)
    return Settings(
        events_url=url,
        queue_url=read("QUEUE_URL", url, _queue_url),
        data_folder=folder,
        host=host,
        port=port,
        base_url=read("BASE_URL", _origin(host, port), _base_url),
        secret=_secret(environ, folder),
        keys=_keys(environ, folder),
        trusted_proxies=tuple(read("TRUSTED_PROXIES", "", _networks)),
        replicas=read("REPLICAS", "0", _number(0, 100)),
        web_workers=read("WEB_WORKERS", "2", _number(1, 64)),
        metrics_open=read("METRICS_OPEN", "no", _yes_or_no),
        log_level=read("LOG_LEVEL", "WARNING", _level),
        limits=_limits(read),
    )


def data_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("SINGSING_DATA", "data")).expanduser().absolute()


def events_url(environ: Mapping[str, str]) -> str:
    """Empty where the service is to start a store of its own."""
    return _Reader(environ)("EVENTS_URL", "", _store_url)


def base_url(environ: Mapping[str, str]) -> str:
    """Where clients find the service; no file is made."""
    read = _Reader(environ)
    return read("BASE_URL", _origin(*read("BIND", "127.0.0.1:8080", _address)), _base_url)


class _Reader:
    """Reads one variable; an empty one counts as not set."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def __call__(self, name: str, default: str, read: Callable[[str], T]) -> T:
        text = self._environ.get(f"SINGSING_{name}", "").strip() or default
        try:
            return read(text)
        except ValueError as error:
            raise BadSetting(f"SINGSING_{name}: {error}.") from error


def _secret(environ: Mapping[str, str], folder: Path) -> bytes:
    if not (text := environ.get("SINGSING_SECRET", "")):
        return secret_files.secret(folder)
    try:
        return secret_files.read_secret(text)
    except ValueError as error:
        raise BadSetting("SINGSING_SECRET must be 64 hex digits.") from error


def _keys(environ: Mapping[str, str], folder: Path) -> Keys:
    if not (text := environ.get("SINGSING_SIGNING_KEY", "")):
        return secret_files.keys(folder)
    try:
        return Keys.read(text)
    except ValueError as error:
        raise BadSetting(f"SINGSING_SIGNING_KEY: {error}.") from error


def _limits(read: _Reader) -> Limits:
    defaults: dict[str, Any] = msgspec.structs.asdict(Limits())
    lowest = {"actions_per_minute": 60}
    return Limits(
        **{
            name: read(f"LIMIT_{name.upper()}", str(default), _number(lowest.get(name, 1), 2**31))
            for name, default in defaults.items()
        }
    )


def _number(lowest: int, highest: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,10}", text) or not lowest <= int(text) <= highest:
            raise ValueError(f"it must be a whole number from {lowest} to {highest}")
        return int(text)

    return read


def _yes_or_no(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise ValueError("it must be yes or no")
    return text == "yes"


def _level(text: str) -> str:
    if text not in LEVELS:
        raise ValueError("it must be " + ", ".join(LEVELS))
    return text


def _address(text: str) -> tuple[str, int]:
    match = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[^\s:\[\]/]+):([0-9]{1,5})", text)
    if not match or not 0 < int(match[2]) < 65536:
        raise ValueError("it must be an address and a port, like 127.0.0.1:8080 or [::1]:8080")
    return match[1].strip("[]"), int(match[2])


def _origin(host: str, port: int) -> str:
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 — compared only
    return f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"


def _base_url(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in {"http", "https"} or not url.hostname or url.query or url.fragment:
        raise ValueError("it must be an http or https URL without query or fragment")
    if url.username or not text.isascii():
        raise ValueError("it must be in ASCII and name no user")
    return text.rstrip("/")


def _store_url(text: str) -> str:
    if text and urlsplit(text).scheme not in EVENTS_SCHEMES:
        raise ValueError("it must begin with " + ", ".join(f"{s}://" for s in EVENTS_SCHEMES))
    return text


def _queue_url(text: str) -> str:
    if text.startswith("cluster:"):
        raise ValueError("the store of jobs must be a single server, also beside a cluster")
    return _store_url(text)


def _networks(text: str) -> list[Any]:
    return [ip_network(part.strip()) for part in text.split(",") if part.strip()]
