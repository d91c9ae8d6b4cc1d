"""Whatever was tampered with, audit and second opinion name the same first wrong event."""

from random import Random

import pytest

from tests.audit.brute import first_wrong
from tests.audit.copied import Copied, copied
from tests.audit.sorts import golden
from tests.audit.tampering import tampered

PARTS = 10
EACH = 60


def agreed(copy: Copied) -> bool:
    report, wrong = copy.audited(), first_wrong(copy)
    return report.sound_to == (len(copy) if wrong is None else wrong - 1)


@pytest.mark.parametrize("part", range(PARTS))
def test_both_name_the_same_first_wrong_event(part: int) -> None:
    rng = Random(f"tampering {part}")
    found = 0
    for _ in range(EACH):
        copy = tampered(rng, copied(rng.choice(golden())))
        assert agreed(copy), (copy.audited().findings[:2], first_wrong(copy))
        found += first_wrong(copy) is not None
    assert found > EACH / 2
