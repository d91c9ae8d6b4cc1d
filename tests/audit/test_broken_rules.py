"""Rules that were broken outright: each is named at its event, with the clause against it."""

from collections.abc import Callable

import pytest

from tests.audit.broken import BROKEN
from tests.audit.copied import audited, found
from tests.audit.scribe import GAME, Scribe


@pytest.mark.parametrize(("build", "field", "clause"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_named(build: Callable[[], Scribe], field: str, clause: str) -> None:
    scribe = build()
    sound = audited(GAME, scribe.entries()[:-1])
    assert sound.findings == ()
    finding = found(audited(GAME, scribe.entries()), scribe.version, field)
    assert clause in finding.clauses
