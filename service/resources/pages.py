"""The pages that people play on. They use nothing that another client could not."""

from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
from flask import Response

from events import sight
from events.docket import RELEASE, Docket
from events.game import Game
from events.rulebook import CLAUSES, OPTIONS, RULINGS
from service import pages
from service.call import Call
from service.endpoint import Answer, Endpoint
from service.hearing import Hearing
from service.schemas.pages import GuessSeen, PageSeen, ReplaySeen


def show_lobby(call: Call) -> Response:
    return pages.page(call, "lobby")


def show_rules(call: Call) -> Response:
    parts = [(part, [*clauses]) for part, clauses in groupby(CLAUSES, key=attrgetter("part"))]
    return pages.page(call, "rules", shown={"parts": parts, "rulings": RULINGS, "options": OPTIONS})


def show_table(call: Call) -> Response:
    """The public's first picture is in the document; whoever holds a seat asks for theirs."""
    game = _game(call)
    return pages.page(
        call,
        "table",
        game,
        shown={"seen": sight.view(game, None, call.desk.docket(game))},
    )


def show_replay(call: Call) -> Response:
    return _of_the_past(call, "replay")


def show_guess(call: Call) -> Response:
    return _of_the_past(call, "guess")


def show_audit(call: Call) -> Response:
    return _about(call, _game(call), "audit", release=RELEASE)


def show_dispute(call: Call) -> Response:
    game = _game(call)
    docket = call.desk.clerk.docket(game.id)
    dispute = Hearing(call.desk, game, docket).dispute(call.path["dispute"])
    return _about(call, game, "dispute", docket, dispute=dispute)


def _of_the_past(call: Call, name: str) -> Response:
    """A page for games that are over."""
    return _about(call, _game(call), name, chair=call.query.get("chair"))


def _about(
    call: Call, game: Game, name: str, docket: Docket | None = None, **more: Any
) -> Response:
    """A page about a game, of which it is told who plays, as in the lobby.

    Its docket comes along where that was just read.
    """
    seen = msgspec.to_builtins(sight.row(game, docket or call.desk.docket(game)))
    return pages.page(call, name, game, seen=seen, **more)


def _game(call: Call) -> Game:
    return call.desk.play.look(call.path["game"])


def _page(path: str, id: str, summary: str, description: str, **declared: Any) -> Endpoint:
    return Endpoint(
        method="GET",
        path=path,
        id=id,
        tag="pages",
        summary=summary,
        description=description,
        query=declared.pop("query", PageSeen),
        shared=False,
        spoken=True,
        answers=(
            Answer(
                status=200,
                description="A page.",
                content_type="text/html",
                headers=("Content-Encoding", "Content-Language", "Cross-Origin-Opener-Policy"),
                example="page",
            ),
        ),
        stored="{game}" in path,
        **declared,
    )


ENDPOINTS = (
    _page(
        "/",
        "showLobby",
        "Visit the lobby",
        "Open a table, sit down at one, watch one, replay one.",
        respond=show_lobby,
    ),
    _page(
        "/rules",
        "showRules",
        "Read how it is played",
        "The rules in plain words, and every clause and ruling by its name.",
        respond=show_rules,
    ),
    _page(
        "/games/{game}",
        "showTable",
        "Play or watch at a table",
        "A table from its opening to its end, as the public sees it; the seats that a browser "
        "holds see theirs.",
        respond=show_table,
    ),
    _page(
        "/games/{game}/replay",
        "showReplay",
        "Watch a game again",
        "A game that is over, event by event, from any chair. `#12` after the address leads to "
        "event 12.",
        respond=show_replay,
        query=ReplaySeen,
    ),
    _page(
        "/games/{game}/guess",
        "showGuess",
        "Guess along with a game",
        "A game that is over, through the mask of one of its players: it stops before each "
        "answer, and you give yours first.",
        respond=show_guess,
        query=GuessSeen,
    ),
    _page(
        "/games/{game}/audit",
        "showAudit",
        "Read what a game is worth",
        "Its audits and disputes, with the evidence; its log is verified again in the browser.",
        respond=show_audit,
    ),
    _page(
        "/games/{game}/disputes/{dispute}",
        "showDispute",
        "Follow a dispute",
        "What was objected to, and the ruling: the clause, what is recorded, what the rules give.",
        respond=show_dispute,
    ),
)
