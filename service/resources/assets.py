"""The files that pages load."""

from flask import Response, request

from service import bundle
from service.call import Call
from service.endpoint import Answer, Endpoint
from service.problems import Problem, Slug

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}

UNTIL_NEXT = {"Cache-Control": "no-store"}
"""For a page of another release that still asks by its old address."""


def get_asset(call: Call) -> Response:
    asset = bundle.known().get(call.path["asset"])
    if asset is None:
        raise Problem(Slug.NOT_FOUND, "There is no such file.")
    headers = dict(FOR_EVER if call.path["build"] == bundle.build() else UNTIL_NEXT)
    if request.accept_encodings.quality("gzip"):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.compressed, 200, headers, content_type=asset.type)
    return Response(asset.content, 200, headers, content_type=asset.type)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/assets/{build}/{asset}",
        id="getAsset",
        tag="pages",
        summary="Get a file of the pages",
        description="A script, style sheet or drawing. Its address holds a digest of all of them, "
        "so it can be kept for ever.",
        respond=get_asset,
        answers=(
            Answer(
                status=200,
                description="The file.",
                content_type="text/css",
                headers=("Content-Encoding",),
                example="style",
                also=("text/javascript", "image/svg+xml"),
            ),
        ),
        refusals=(Slug.NOT_FOUND,),
    ),
)
