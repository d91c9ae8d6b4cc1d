"""Numbers for operators (Prometheus): never a size, a game, or anything inside an event."""

import os

from prometheus_client import (
    CollectorRegistry,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)


class Metrics:
    """What one process counts; shown together with what the others count, where there are any."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "singsing_request_seconds",
            "Requests by operation and status, and how long their answers took to begin.",
            ("operation", "status"),
            buckets=SECONDS,
            registry=self._registry,
        )
        self.streams = Gauge(
            "singsing_streams",
            "Live streams that are open.",
            multiprocess_mode="livesum",
            registry=self._registry,
        )
        self._known: dict[tuple[str, int], Histogram] = {}

    def answered(self, operation: str, status: int, seconds: float) -> None:
        series = self._known.get((operation, status))
        if series is None:
            series = self._known[operation, status] = self._seconds.labels(operation, str(status))
        series.observe(seconds)

    def shown(self) -> bytes:
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
