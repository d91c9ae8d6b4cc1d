"""Whom a limit counts."""

from ipaddress import ip_network

import pytest

from service.addresses import Client, client

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("127.0.0.0/8"), ip_network("fd00::/8"))


def seen(peer: str, announced: str | None = None, trusted: bool = True) -> Client:
    environ = {"REMOTE_ADDR": peer}
    if announced is not None:
        environ["HTTP_X_FORWARDED_FOR"] = announced
    return client(environ, TRUSTED if trusted else ())


@pytest.mark.parametrize(
    ("peer", "announced", "key"),
    [
        ("203.0.113.7", None, "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        ("10.1.1.1", "198.51.100.1", "198.51.100.1"),
        ("10.1.1.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.1.1.1", "198.51.100.1, 10.2.2.2", "198.51.100.1"),
        ("10.1.1.1", "6.6.6.6, nonsense, 10.2.2.2", "10.2.2.2"),
        ("10.1.1.1", "nonsense", "10.1.1.1"),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("::ffff:203.0.113.7", None, "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),
        ("fd00::1", "2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ],
)
def test_the_one_who_is_counted(peer: str, announced: str | None, key: str) -> None:
    assert seen(peer, announced).key == key


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", ""])
def test_a_loopback_peer_that_nobody_announced_is_local_and_not_counted(peer: str) -> None:
    assert seen(peer) == Client(key=None, local=True)


def test_a_loopback_peer_that_speaks_for_others_untrusted_is_not_local() -> None:
    assert seen("127.0.0.1", "6.6.6.6", trusted=False) == Client(key=None, local=False)


def test_an_announced_loopback_address_is_not_local() -> None:
    assert not seen("127.0.0.1", "127.0.0.1").local
