"""Every message that a catalogue has to translate, found where it is said."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import chain
from typing import Any

from babel.messages.extract import extract

from events import rulebook
from events.board import Colour, Kind, Length
from events.catalogue import Bot
from events.docket import Claim, Judgement, Standing
from events.game import Status

Message = str | tuple[str, str]
"""A message id, or two for one that has a plural."""

WORDS: tuple[str, ...] = (
    *(word.value for words in (Colour, Kind, Length, Status, Standing) for word in words),
    *(word.value for words in (Claim, Judgement, Bot) for word in words),
)
"""What the API calls things, where people read it too."""

KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("say", "_", "gettext")),
    **dict.fromkeys(("plural", "_n", "ngettext"), (1, 2)),
}
"""Whatever translates in Python and in templates, and the places of a message and its plural."""

_CALL = re.compile(r"(?<![\w.$])(tn?)\(\s*")
_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_TEXT = re.compile(rf"{_LITERAL}(?:\s*\+\s*{_LITERAL})*")
_COMMA = re.compile(r"\s*,\s*")


def found() -> Iterator[tuple[str, Message]]:
    """Each message with the place where it stands, some more than once."""
    for word in WORDS:
        yield "events/words", word
    for text in _rules():
        yield "events/rulebook.py", text
    for path, file in chain(_files("events"), _files("service")):
        for message in _said(path, file):
            yield path, message


def of_script(text: str) -> Iterator[Message]:
    """What `t` and `tn` are called with; raises ValueError where nobody could find it.

    Babel's own way through scripts gets lost in templates within templates.
    """
    for call in _CALL.finditer(text):
        line = text.count("\n", 0, call.start()) + 1
        one = _TEXT.match(text, call.end())
        if one is None:
            _refuse_hidden(text, call.end(), line)
        elif call[1] == "t":
            yield _joined(one[0])
        else:
            yield _joined(one[0]), _second(text, one.end(), line)


def _rules() -> Iterator[str]:
    for clause in rulebook.CLAUSES:
        yield from (clause.part, clause.text)
    for ruling in rulebook.RULINGS:
        yield from (reading.text for reading in ruling.readings)
    yield from (option.text for option in rulebook.OPTIONS)


def _files(room: str) -> Iterator[tuple[str, Traversable]]:
    """Every file below a room, but for what others wrote."""
    folders = [(room, files(room))]
    for path, folder in folders:
        for item in sorted(folder.iterdir(), key=lambda item: item.name):
            if not item.is_dir():
                yield f"{path}/{item.name}", item
            elif item.name not in {"vendor", "__pycache__"}:
                folders.append((f"{path}/{item.name}", item))


def _said(path: str, file: Traversable) -> Iterator[Message]:
    """Command lines speak English: of the service only what it serves is looked at."""
    if path.endswith(".js"):
        yield from of_script(file.read_text("utf-8"))
    elif path.startswith("service/templates/"):
        yield from _extracted("jinja2", file)
    elif path.endswith(".py") and path.startswith(("events/", "service/resources/")):
        yield from _extracted("python", file)


def _extracted(method: str, file: Traversable) -> Iterator[Message]:
    strict = {"silent": "false", "newstyle_gettext": "true"}
    source = BytesIO(file.read_bytes())
    for _, message, _, _ in extract(method, source, KEYWORDS, options=strict):
        yield message if isinstance(message, str) else (message[0], message[1])


def _second(text: str, start: int, line: int) -> str:
    comma = _COMMA.match(text, start)
    many = comma and _TEXT.match(text, comma.end())
    if not many:
        raise ValueError(f"line {line}: tn takes two texts in double quotes, then a number")
    return _joined(many[0])


def _refuse_hidden(text: str, start: int, line: int) -> None:
    """What is no text at all may be one of the `WORDS`; a text in another form would be lost."""
    argument = re.compile("[^,)]*").match(text, start)
    if argument and any(quote in argument[0] for quote in "\"'`"):
        raise ValueError(f"line {line}: a message is one text in double quotes")


def _joined(literals: str) -> str:
    return "".join(json.loads(literal) for literal in re.findall(_LITERAL, literals))
