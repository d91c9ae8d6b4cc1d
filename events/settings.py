"""What an operator chooses, as one frozen value. Reads no environment."""

from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from events.board import Secretive, Value
from events.receipts import Keys


class Limits(Value, frozen=True, kw_only=True):
    """How much one client may ask for. Every number can be changed."""

    body_bytes: int = 16 * 1024
    record_bytes: int = 1024 * 1024
    transcript_bytes: int = 64 * 1024
    body_seconds: int = 10
    """A body that has not arrived by then is 408."""
    header_line_bytes: int = 8 * 1024
    statement_characters: int = 1000
    streams_per_address: int = 40
    streams_per_process: int = 2000
    tables_per_hour: int = 20
    """Tables opened, per address (IPv6: per /64)."""
    joins_per_hour: int = 60
    """Tables joined, per address (IPv6: per /64)."""
    uploads_per_hour: int = 60
    """Records and transcripts sent in, per address (IPv6: per /64)."""
    actions_per_minute: int = 600
    """Per seat; never below 60."""


class Settings(Secretive, frozen=True, kw_only=True):
    """Never printed whole: it holds secrets."""

    events_url: str
    """`redis://`, `rediss://` or `unix://`; `memory://` keeps nothing."""
    queue_url: str
    data_folder: Path
    host: str
    port: int
    base_url: str
    """`iss` of what is signed and start of absolute links, without a slash at its end."""
    secret: bytes
    """32 bytes, the same on all processes; what a retry must find again is made from it."""
    keys: Keys
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    replicas: int = 0
    """How many replicas must hold an event before its receipt is signed."""
    web_workers: int = 2
    metrics_open: bool = False
    """Whether others than loopback peers may read /metrics."""
    log_level: str = "WARNING"
    """INFO logs every request."""
    limits: Limits = Limits()

    def __repr__(self) -> str:
        return f"Settings(base_url={self.base_url!r}, …)"
