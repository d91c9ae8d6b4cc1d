"""The browser of the machine, started for tests: it asks nobody but the service."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FINDER = Path(__file__).parents[1] / "tools" / "chromium.sh"

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


class Missing(Exception):
    """There is no browser here; the sentence says what to do."""


def found() -> str:
    """The path of a Chromium; raises Missing."""
    told = subprocess.run([FINDER], capture_output=True, text=True, check=False)
    if told.returncode:
        raise Missing(told.stderr.strip())
    return told.stdout.strip()


def required() -> bool:
    """Whether tests fail without what they need from the machine, in place of being skipped."""
    return os.environ.get("CI") == "true"


@contextmanager
def launched() -> Iterator[Browser]:
    """Raises Missing."""
    program = found()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
