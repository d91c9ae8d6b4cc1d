"""Games that people played with the real box, written down by hand, and what the rules say of them.

`docs/transcripts.md` explains the notation. What is not known is carried as unknown.
"""

from events.transcript.audit import audit
from events.transcript.form import transcript
from events.transcript.parts import Unreadable
from events.transcript.text import LARGEST, parse
from events.transcript.values import Transcript

__all__ = ["LARGEST", "Transcript", "Unreadable", "audit", "read"]


def read(content: bytes, media_type: str, largest: int = LARGEST) -> Transcript:
    """A transcript as `application/yaml` or `application/json`; raises Unreadable."""
    return transcript(parse(content, media_type, largest))
