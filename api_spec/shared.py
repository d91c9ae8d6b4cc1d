"""What many operations share: headers, the credential, tags, and the words before it all."""

from service.language import NAMES

TOLD = """\
Sing Sing is a game of memory for two to five people: a stick disappears while you are blindfolded,
and you say which. Open a table, sit down, and play to its end with any HTTP client; every action
is an event in an append-only log that anybody can verify: `/docs/log.md` says how it is kept (the
canonical form, hashes, veils, the deal), `/docs/verifying.md` how to check it.

Errors are problem documents (RFC 9457). Of several, the first in this order is reported: path
(404), method (405), token (401), game (404), then the body: 408, 413, 415, 400, 422; then a key
that was used for something else, 403, 412, 404 or 409, and 503 last. 429 comes with `Retry-After`.

A seat token goes into `Authorization: Bearer`. Without one you are the public, which sees what the
mask wearer sees. GET paths answer HEAD, and every path answers OPTIONS, for browsers.

Each POST and DELETE takes an `Idempotency-Key`: the same request with the same key is served once,
and answered again as it was, with the game as you may see it now.
"""

TAGS = [
    {"name": "games", "description": "Tables: open, find, look at, join, leave, start."},
    {"name": "turns", "description": "Mask, removal, answer."},
    {"name": "log", "description": "Events, receipts, the live stream."},
    {"name": "history", "description": "Of games that are over: moments, replay, record."},
    {"name": "audits", "description": "The rules again on every event, of our games and of yours."},
    {"name": "disputes", "description": "What seats object to, the rulings, and the docket."},
    {"name": "rules", "description": "Clauses, rulings, and the keys that sign."},
    {"name": "pages", "description": "What people play on, and the files that it is made of."},
    {"name": "contract", "description": "This document, and pages about it."},
    {"name": "operation", "description": "For whoever runs the service."},
]

EXAMPLES = {
    "alive": {"status": "alive"},
    "ready": {"status": "ready", "durable": True, "warnings": []},
    "metrics": "# TYPE singsing_streams gauge\nsingsing_streams 3.0\n",
    "contract": {"openapi": "3.1.0"},
    "contract_yaml": {"openapi": "3.1.0"},
    "page": "<!doctype html>\n",
    "style": "main { max-width: 40rem; }\n",
    "transcript": {
        "players": ["Ana", "Ben"],
        "lime": "Ana",
        "turns": [{"removed": "5 long", "answer": "5 long green", "verdict": "right"}],
    },
}
"""Of answers that do not come from a game."""

FORMS = {
    "Transcript": {
        "type": "object",
        "description": "A game at a real table, written down by hand: players, rulings, the board, "
        "then turn after turn. Whatever is left out or `unknown` is worked out where the rules "
        "decide it.",
    },
}
"""Of bodies that are not looked into before they are audited."""

SECURITY = {
    "type": "http",
    "scheme": "bearer",
    "description": "A seat token: 43 characters, given to whoever opens or joins a table.",
}

HEADERS = {
    "Location": {
        "description": "Where what was made can be read.",
        "schema": {"type": "string", "format": "uri"},
    },
    "ETag": {
        "description": "`<version>.<seat, or 0 for the public>.<standing, or ->`.",
        "schema": {"type": "string"},
        "example": '"12.2.-"',
    },
    "Link": {
        "description": 'The next page, `rel="next"` (RFC 8288); absent on the last one.',
        "schema": {"type": "string"},
    },
    "Content-Encoding": {
        "description": "There, and `gzip`, where you accept that.",
        "schema": {"type": "string", "enum": ["gzip"]},
    },
    "Content-Language": {
        "description": "The language of its sentences.",
        "schema": {"type": "string", "enum": list(NAMES)},
    },
    "Cross-Origin-Opener-Policy": {
        "description": "`same-origin`.",
        "schema": {"type": "string", "enum": ["same-origin"]},
    },
    "Idempotency-Replayed": {
        "description": "There, and `true`, where an earlier request with this key was served.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "RateLimit-Policy": {
        "description": "A limit that applies: its name, quota `q` and window `w` in seconds.",
        "schema": {"type": "string"},
        "example": '"opened";q=20;w=3600',
    },
    "RateLimit": {
        "description": "What is left of it: `r` requests, anew in `t` seconds.",
        "schema": {"type": "string"},
        "example": '"opened";r=19;t=3600',
    },
    "Retry-After": {
        "description": "Seconds to wait.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "WWW-Authenticate": {
        "description": "The kind of credential that is taken.",
        "schema": {"type": "string", "enum": ["Bearer"]},
    },
}
