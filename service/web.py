"""The web server: gunicorn with gevent, in as many processes as the settings say."""

import gc
import os
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication
from prometheus_client import multiprocess

from events.settings import Settings
from service import logs

SPARE_CONNECTIONS = 500
"""Places beside the streams, so that full streams never keep a player from acting."""

GRACE_SECONDS = 5
"""How long open requests may go on once the server is asked to stop."""


def descriptors(settings: Settings) -> int:
    """How many open files a web process may need."""
    return 2 * _connections(settings) + 200


def address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{host}:{settings.port}"


def serve(settings: Settings) -> None:
    """Until a signal."""
    Web(settings).run()


class Web(BaseApplication):
    """Every process makes an application of its own, after gevent has taken over."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in _options(self._settings).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from service.app import create_app

        logs.configure(self._settings.log_level)
        app = create_app(self._settings)
        _collect_less()
        return app


def _collect_less() -> None:
    """Requests make few cycles, and looking for them among remembered games costs a tenth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _connections(settings: Settings) -> int:
    return settings.limits.streams_per_process + SPARE_CONNECTIONS


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "bind": address(settings),
        "workers": settings.web_workers,
        "worker_class": "service.web_worker.Worker",
        "worker_connections": _connections(settings),
        "graceful_timeout": GRACE_SECONDS,
        "worker_tmp_dir": _memory_folder(),
        "keepalive": 10,
        "limit_request_line": min(settings.limits.header_line_bytes, 8190),
        "limit_request_field_size": settings.limits.header_line_bytes,
        "forwarded_allow_ips": "",
        "control_socket_disable": True,
        "loglevel": "warning",
        "child_exit": _forget_metrics,
    }


def _memory_folder() -> str | None:
    """Where a process shows that it lives: on a disk that hangs, it would hang too."""
    folder = Path("/dev/shm")  # noqa: S108 - gunicorn makes a nameless file of its own there
    return str(folder) if os.access(folder, os.W_OK) else None


def _forget_metrics(_server: Any, worker: Any) -> None:
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
