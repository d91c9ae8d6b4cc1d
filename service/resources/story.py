"""What has happened at a table, in words."""

from itertools import islice

from flask import Response

from events import sight
from events.story import story
from service import lists, replies
from service.call import Call
from service.endpoint import Answer, Credential, Endpoint
from service.language import asked
from service.schemas import answers
from service.schemas.requests import EventsQuery

PAGE = 50


def get_story(call: Call) -> Response:
    after, limit = lists.beginning(call), call.query["limit"] or PAGE
    game = call.desk.play.look(call.table.game)
    speech = asked()
    seat = sight.seat_of(game, call.table.credential)
    told = story(call.desk.play.events(game, 0), game, seat, speech.say)
    shown = list(islice(told, after, after + limit))
    further = shown and shown[-1].version < game.version
    page = lists.page(call, shown, lists.version_written(shown[-1].version) if further else None)
    page.headers.update(replies.spoken(replies.PRIVATE, speech))
    return page


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/v1/games/{game}/story",
        id="getStory",
        tag="log",
        credential=Credential.LOOKED_AT,
        stored=True,
        spoken=True,
        summary="Hear what has happened",
        description="The events of a game in sentences, oldest first, in the language of "
        "`Accept-Language`. What you may not know you are not told: which stick went, in the turn "
        "that goes on. Resolved turns are told whole.",
        respond=get_story,
        query=EventsQuery,
        answers=(
            Answer(
                status=200,
                description="A page of sentences.",
                form=answers.Story,
                headers=("Link", "Content-Language"),
                example="story",
            ),
        ),
    ),
)
