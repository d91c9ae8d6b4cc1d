"""A page: one document in one language, its scripts, and what they are told at the start."""

import gzip
from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import bidirectional
from urllib.parse import urlencode, urlsplit

from flask import Response, render_template, request
from jinja2 import Environment
from markupsafe import Markup

from events.game import Game
from service import bundle, drawing
from service.call import Call
from service.language import Language, asked

HTML = "text/html; charset=utf-8"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lit-html"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Accept-Encoding",
    "Cross-Origin-Opener-Policy": "same-origin",
}

LEFTWARDS = frozenset({"R", "AL", "AN"})
"""Classes of letters and digits that turn round what stands beside them (UAX #9)."""


def otherwise(code: str) -> str:
    """The same address in that language."""
    return "?" + urlencode({**request.args, "lang": code})


def page(
    call: Call,
    name: str,
    game: Game | None = None,
    shown: Mapping[str, Any] | None = None,
    **more: Any,
) -> Response:
    """The page of that name: `<name>.html`, moved by `<name>.js` where there is one.

    `more` is told to the template and, under `context`, to its scripts; `shown` to the template.
    """
    speech, base = asked(call.query.get("lang")), call.desk.settings.base_url
    root = urlsplit(base).path
    script = f"{name}.js"
    scripts = bundle.modules(script) if script in bundle.known() else ()
    ours = [script for script in scripts if bundle.known()[script].ours]
    told = {
        "language": speech.code,
        "chosen": "lang" in call.query,
        "root": root,
        "origin": base,
        "build": bundle.build(),
        "words": speech.words(ours) if speech.code != "en" else {},
        "game": game.id if game else None,
        **more,
    }
    document = render_template(
        f"{name}.html",
        told=told,
        scripts=scripts,
        letters=drawing.letters(speech.code),
        path=request.path,
        spoken_otherwise=otherwise,
        **(shown or {}),
        **speech.context(),
    )
    return _sent(document.encode(), {**HEADERS, "Content-Language": speech.code})


def _sent(document: bytes, headers: dict[str, str]) -> Response:
    """Compressed where that is wanted: what a page holds anybody may know."""
    if request.accept_encodings.quality("gzip"):
        headers["Content-Encoding"] = "gzip"
        document = gzip.compress(document, mtime=0)
    return Response(document, 200, headers, content_type=HTML)


def notice(
    name: str, status: int, speech: Language, headers: Mapping[str, str], **shown: Any
) -> Response:
    """A page that nothing moves, and that is found in one language."""
    document = render_template(
        f"{name}.html", told={}, path=request.path, status=status, **shown, **speech.context()
    )
    guarded = {"Content-Security-Policy": POLICY, **headers}
    return Response(document, status, guarded, content_type=HTML)


def prepare(environment: Environment, base: str) -> None:
    """What every template knows, at a service that has this address."""
    root = urlsplit(base).path
    environment.globals.update(
        root=root,
        asset=lambda file: f"{root}/assets/{bundle.build()}/{file}",
        text=bundle.text,
        geometry=drawing.geometry(),
        people=_people,
        names=_names,
    )


def _people(players: Iterable[Mapping[str, Any]]) -> Markup:
    """Their names one after the other, whichever way each is written."""
    return Markup(", ").join(Markup("<bdi>{}</bdi>").format(each["name"]) for each in players)


def _names(players: Iterable[Mapping[str, Any]]) -> str:
    """The same where no element can stand, as in a title."""
    return ", ".join(_isolated(each["name"]) for each in players)


def _isolated(name: str) -> str:
    """A name between an isolate and its end where it is written from right to left."""
    leftwards = any(bidirectional(sign) in LEFTWARDS for sign in name)
    return f"\u2068{name}\u2069" if leftwards else name
