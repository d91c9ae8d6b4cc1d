"""Audits: of a game in this service's own log, and of what is sent in from anywhere."""

from typing import Any

from flask import Response

from events import proceedings
from events.refusal import Code, Refusal
from events.uploads import Full, Media, Upload
from service import bodies, lists, progress, replies
from service.allowances import Allowance
from service.call import Call, Sent
from service.endpoint import JSON, Answer, Content, Credential, Endpoint
from service.hearing import hearing
from service.problems import Problem, Slug, malformed
from service.routes import UPLOADS
from service.schemas import dockets
from service.schemas.hearings import PageQuery
from service.schemas.requests import Empty

WAIT_SECONDS = "10"
"""After which an upload is tried again where too many wait."""


def request_audit(call: Call) -> Response:
    filed = call.desk.clerk.request_audit(call.table, call.asked)
    told = hearing(call, filed.docket).audit(filed.id)
    return replies.filed(call, told, filed.fresh, filed.replayed)


def list_audits(call: Call) -> Response:
    heard = hearing(call)
    ids, further = lists.of_docket(call, [audit.id for audit in heard.docket.audits])
    return lists.page(call, [heard.audit(id) for id in ids], further)


def get_audit(call: Call) -> Response:
    return replies.json(hearing(call).audit(call.path["audit"]), 200, replies.FRESH)


def audit_upload(call: Call) -> Response:
    sent, intake = _checked(call.sent), call.desk.intake
    known = intake.known(call.asked.key, Media(sent.type), sent.content)
    try:
        upload = known or intake.keep(call.asked.key, Media(sent.type), sent.content)
    except Full as error:
        detail = "Too many uploads wait for their audit."
        headers = {"Retry-After": WAIT_SECONDS}
        raise Problem(Slug.TOO_MANY_REQUESTS, detail, headers=headers) from error
    return replies.filed(call, _sent_in(call, upload), True, known is not None)


def get_upload_audit(call: Call) -> Response:
    upload = call.desk.intake.find(call.path["audit"])
    if upload is None:
        raise Refusal(Code.NOT_FOUND, "There is no such audit, or it was sent in too long ago.")
    return replies.json(_sent_in(call, upload), 200, replies.FRESH)


def _checked(sent: Sent | None) -> Sent:
    """What was sent; raises Problem where JSON alone shows that it is no transcript."""
    if sent is None:
        raise LookupError("this endpoint takes contents")
    if sent.type == JSON and not isinstance(bodies.json(sent.content), dict):
        raise malformed([{"pointer": "", "detail": "Must be an object."}])
    return sent


def _sent_in(call: Call, upload: Upload) -> dict[str, Any]:
    pending = progress.of_upload(call.desk.jobs, upload.id)
    return proceedings.upload(upload, pending)


_ON_ITS_WAY: dict[str, Any] = {
    "status": 202,
    "description": "It is audited; ask for it again later.",
    "form": dockets.Audit,
    "headers": ("Location", "Idempotency-Replayed"),
}

_SENT: dict[str, Any] = {"tag": "audits", "stored": True}
_OF_A_GAME: dict[str, Any] = {**_SENT, "credential": Credential.LOOKED_AT}

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/v1/games/{game}/audits",
        id="requestAudit",
        summary="Ask for an audit of a game that is over",
        description="Every game is audited by itself when it ends. The same log and release is "
        "one audit, whoever asks for it.",
        respond=request_audit,
        body=Empty,
        answers=(
            Answer(
                status=200,
                description="It is there, or on its way.",
                form=dockets.Audit,
                headers=("Location",),
                example="audited",
            ),
            Answer(example="audit_requested", **_ON_ITS_WAY),
        ),
        refusals=(Slug.GAME_RUNNING, Slug.RULE_BROKEN),
        **_OF_A_GAME,
    ),
    Endpoint(
        method="GET",
        path="/v1/games/{game}/audits",
        id="listAudits",
        summary="List the audits of a game",
        description="Oldest first; none while the game runs.",
        respond=list_audits,
        query=PageQuery,
        answers=(
            Answer(
                status=200,
                description="A page of audits.",
                form=dockets.Audits,
                headers=("Link",),
                example="audits",
            ),
        ),
        **_OF_A_GAME,
    ),
    Endpoint(
        method="GET",
        path="/v1/games/{game}/audits/{audit}",
        id="getAudit",
        summary="Read an audit of a game",
        description="What it found, event by event, and where another reading of a silent point "
        "would first have changed an outcome.",
        respond=get_audit,
        answers=(
            Answer(status=200, description="The audit.", form=dockets.Audit, example="audited"),
        ),
        **_OF_A_GAME,
    ),
    Endpoint(
        method="POST",
        path="/v1/audits",
        id="auditUpload",
        summary="Have a record or a transcript audited",
        description="A portable record from anywhere, or a transcript of a game at a real table. "
        "It is judged by itself, never signed, clears nobody, and its report is kept for seven "
        "days under an id that nobody guesses.",
        respond=audit_upload,
        contents=(
            Content(
                type=JSON,
                limit="transcript_bytes",
                description="A transcript, as JSON.",
                example="transcript",
            ),
            Content(
                type=Media.YAML.value,
                limit="transcript_bytes",
                description="A transcript, as YAML.",
                example="transcript",
            ),
            Content(
                type=Media.RECORD.value,
                limit="record_bytes",
                description="A portable record, as `getRecord` gives it.",
                example="record",
            ),
        ),
        allowance=Allowance.SENT,
        answers=(Answer(example="upload_sent", **_ON_ITS_WAY),),
        **_SENT,
    ),
    Endpoint(
        method="GET",
        path=UPLOADS,
        id="getUploadAudit",
        summary="Read the audit of what was sent in",
        description="To be asked again until `status` is `done` or `failed`.",
        respond=get_upload_audit,
        answers=(
            Answer(
                status=200, description="The audit.", form=dockets.Audit, example="upload_audited"
            ),
        ),
        refusals=(Slug.NOT_FOUND,),
        **_SENT,
    ),
)
