"""The examples of the documentation are what they say they are."""

import re
from pathlib import Path

import pytest

from events import transcript
from tests.transcript.told import told

TEXT = (Path(__file__).parents[2] / "docs" / "transcripts.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```.*?```text\n(.*?)```", TEXT, re.DOTALL)


def test_there_are_two_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize(("written", "report"), EXAMPLES)
def test_the_report_printed_beside_an_example_is_its_report(written: str, report: str) -> None:
    read = transcript.read(written.encode(), "application/yaml")
    assert told(transcript.audit(read)) == report.splitlines()
