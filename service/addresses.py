"""Who is at the other end: the peer, or whom a trusted proxy announces."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from events.board import Value

Networks = tuple[IPv4Network | IPv6Network, ...]
Address = IPv4Address | IPv6Address


class Client(Value, frozen=True, kw_only=True):
    """Whom limits count; `key` is None where nobody is counted: a loopback peer of our own."""

    key: str | None
    local: bool
    """A loopback peer that no proxy, trusted or not, speaks for."""


def client(environ: Mapping[str, Any], trusted: Networks) -> Client:
    """Who sent a request, by its WSGI environment."""
    remote = environ.get("REMOTE_ADDR") or "127.0.0.1"
    announced = environ.get("HTTP_X_FORWARDED_FOR")
    if announced and (peer := _address(remote)) and _within(peer, trusted):
        return Client(key=_key(_behind(announced, peer, trusted)), local=False)
    key = _peer_key(remote)
    return Client(key=key, local=key is None and not _proxied(environ))


@lru_cache(maxsize=1024)
def _peer_key(remote: str) -> str | None:
    peer = _address(remote)
    return None if peer is None or peer.is_loopback else _key(peer)


def _proxied(environ: Mapping[str, Any]) -> bool:
    return any(f"HTTP_{name}" in environ for name in ("X_FORWARDED_FOR", "FORWARDED", "VIA"))


def _behind(announced: str, peer: Address, trusted: Networks) -> Address:
    """The last address that is not a trusted proxy's own; each proxy appends who came to it."""
    for part in reversed(announced.split(",")):
        address = _address(part.strip())
        if address is None:
            break
        peer = address
        if not _within(address, trusted):
            break
    return peer


@lru_cache(maxsize=1024)
def _address(text: str) -> Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _within(address: Address, networks: Networks) -> bool:
    return any(address in network for network in networks)


def _key(address: Address) -> str:
    """One key per IPv4 address and per IPv6 /64, which is what one subscriber gets."""
    if address.version == 4:
        return str(address)
    return str(ip_network((address, 64), strict=False))
