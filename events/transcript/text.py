"""From bytes to parts."""

from events.transcript.json_parts import json_parts
from events.transcript.parts import Part, Unreadable
from events.transcript.yaml_parts import yaml_parts

LARGEST = 64 * 1024


def parse(content: bytes, media_type: str, largest: int = LARGEST) -> Part:
    """The parts of a transcript; raises Unreadable."""
    if len(content) > largest:
        raise Unreadable("", None, f"A transcript has at most {largest} bytes.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable("", line, "This is not UTF-8.") from error
    match media_type.partition(";")[0].strip().lower():
        case "application/yaml":
            return yaml_parts(text)
        case "application/json":
            return json_parts(text)
    raise Unreadable("", None, "A transcript is application/yaml or application/json.")
