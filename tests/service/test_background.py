"""Work that can wait gives way."""

import subprocess
import sys
from pathlib import Path

import pytest

SAID = """
import os
from pathlib import Path
from service.background import give_way
before = os.getpriority(os.PRIO_PROCESS, 0)
give_way()
group = Path("/proc/self/autogroup")
print(os.getpriority(os.PRIO_PROCESS, 0) - before, group.read_text() if group.exists() else "")
"""


def said(*, leads: bool) -> str:
    asked = [sys.executable, "-c", SAID]
    told = subprocess.run(
        asked, start_new_session=leads, capture_output=True, text=True, check=True
    )
    return told.stdout


@pytest.mark.skipif(
    not Path("/proc/self/autogroup").exists(), reason="only Linux weighs sessions, where it does"
)
def test_a_session_of_its_own_gives_way_as_a_whole() -> None:
    assert said(leads=True).strip().endswith("nice 10")


def test_a_process_gives_way_to_others_of_its_session() -> None:
    assert said(leads=False).startswith("10 ")
