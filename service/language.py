"""The languages that are spoken here, English without a catalogue and the others by gettext.

Nothing is installed for a whole process: a language is a value, and whoever speaks is handed one.
"""

import gettext
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import request
from jinja2 import Environment
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from events.board import Value
from service import messages

NAMES = {"en": "English", "fr": "Français"}
"""Every language by its code, under the name that it gives itself; the first is the default."""

DOMAIN = "singsing.po"


class Language(Value, frozen=True, kw_only=True):
    code: str
    name: str
    catalogue: gettext.NullTranslations

    def say(self, message: str) -> str:
        """A message id, which is the English text, translated; `{names}` are left to fill in."""
        return self.catalogue.gettext(message) if message else ""

    def plural(self, one: str, many: str, n: int) -> str:
        return self.catalogue.ngettext(one, many, n)

    def words(self, names: Iterable[str]) -> dict[str, str]:
        """What scripts of those names under service/assets say, and the words of the game.

        Of a message with a plural, each form stands under its English one.
        """
        return _words(self.code, tuple(names))

    def context(self) -> dict[str, Any]:
        """What a template of this language needs (see `prepare`)."""
        return {
            "language": self,
            "_": lambda message, /, **named: _plain(self.say(message), named),
            "_n": lambda one, many, n, /, **named: _plain(
                self.plural(one, many, n), {"n": n, **named}
            ),
            "gettext": lambda message, /, **named: _marked(self.say(message), named),
            "ngettext": lambda one, many, n, /, **named: _marked(
                self.plural(one, many, n), {"num": n, **named}
            ),
        }


def _plain(text: str, named: dict[str, Any]) -> Markup:
    return escape(text).format(**named)


def _marked(text: str, named: dict[str, Any]) -> Markup:
    """The elements are the template's own; what is filled in is escaped."""
    return Markup(text) % named  # noqa: S704


def prepare(environment: Environment) -> None:
    """Templates speak as the `context()` of a language that they are rendered with.

    `{{ _("{name} sits down", name=…) }}` and `{{ _n("{n} stick", "{n} sticks", n) }}` are plain
    words, as `t` and `tn` of the scripts; `{% trans %}` is for texts with elements in them.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.newstyle_gettext = True  # type: ignore[attr-defined]


@cache
def language(code: str) -> Language:
    """Raises KeyError where it is not spoken here."""
    return Language(code=code, name=NAMES[code], catalogue=_catalogue(code))


def negotiated(accept: str | None) -> Language:
    """The best that an `Accept-Language` allows, whatever its region; English where none is."""
    wanted = parse_accept_header(accept, LanguageAccept)
    best = (_primary(tag) for tag, quality in wanted if quality > 0)
    return language(next((code for code in best if code in NAMES), "en"))


def _primary(tag: str) -> str:
    return "en" if tag == "*" else tag.partition("-")[0].lower()


def asked(chosen: str | None = None) -> Language:
    """The language of this request: the chosen one where it is spoken, else the browser's."""
    if chosen is not None and chosen in NAMES:
        return language(chosen)
    return negotiated(request.headers.get("Accept-Language"))


@cache
def _words(code: str, names: tuple[str, ...]) -> dict[str, str]:
    spoken = language(code)
    found = {word: spoken.say(word) for word in messages.WORDS}
    for name in names:
        for message in messages.of_script(_asset(name)):
            match message:
                case str():
                    found[message] = spoken.say(message)
                case one, many:
                    found[one], found[many] = (spoken.plural(one, many, n) for n in (1, 2))
    return found


def _asset(name: str) -> str:
    return files("service").joinpath("assets", name).read_text("utf-8")


def _catalogue(code: str) -> gettext.NullTranslations:
    """Read from the text that translators write; what they have not translated is English."""
    if code == "en":
        return gettext.NullTranslations()
    text = files("service").joinpath("locale", code, "LC_MESSAGES", DOMAIN).read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(text), locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
