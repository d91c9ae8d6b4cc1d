"""A whole service for as long as somebody looks at its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.service import Service


@contextmanager
def served() -> Iterator[str]:
    """Its address."""
    with TemporaryDirectory(prefix="singsing-pages-") as folder:
        service = Service(Path(folder))
        service.start()
        try:
            yield f"http://127.0.0.1:{service.port}"
        finally:
            service.stop()
