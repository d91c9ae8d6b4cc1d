"""The example that `docs/verifying.md` ships: `python -m tests.record.example` writes it anew."""

from pathlib import Path
from random import Random

from events.receipts import Keys
from tests.oracle import DEFAULTS
from tests.record.games import random_log
from tests.record.signed import Signed

STORED = Path(__file__).parents[2] / "docs" / "example-record.ndjson"

PUBLISHED = (
    b'{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",'
    b'"x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'
)
"""The key of RFC 8037, appendix A.1: everybody has it, so it vouches for nothing."""


def signed() -> Signed:
    """An advanced game of two, told in few events."""
    rng = Random(229)
    log = random_log(rng, DEFAULTS | {"advanced": True, "turn_seconds": 60})
    return Signed(rng, Keys.read(PUBLISHED), log)


if __name__ == "__main__":
    STORED.write_bytes(signed().content)
