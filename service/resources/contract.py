"""The contract as it was committed, pages to read it and try it, and a page for each problem."""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Response, render_template

from service import pages
from service.call import Call
from service.endpoint import Answer, Endpoint
from service.language import language
from service.problems import TYPES, Problem, Slug
from service.resources.rules import LASTING

HTML = "text/html; charset=utf-8"

MARKDOWN = "text/markdown; charset=utf-8"

_LINK_OUT = re.compile(rb"\[([^]]+)\]\(\.\./[^)]*\)")

PAGE = {
    **LASTING,
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
}

SWAGGER = "flask_swagger_ui"
FILES = {
    "swagger-ui-bundle.js": (SWAGGER, "dist", "text/javascript; charset=utf-8"),
    "swagger-ui.css": (SWAGGER, "dist", "text/css; charset=utf-8"),
    "docs.js": ("service", "static", "text/javascript; charset=utf-8"),
    "page.css": ("service", "static", "text/css; charset=utf-8"),
    "example-record.ndjson": ("service", "texts", "application/x-ndjson"),
    **{
        f"{page}.md": ("service", "texts", MARKDOWN)
        for page in ("audits", "bots", "clients", "limits", "log", "transcripts", "verifying")
    },
}


def get_contract_json(_: Call) -> Response:
    content = _content("api_spec", ".", "openapi.json")
    return Response(content, 200, LASTING, content_type="application/json")


def get_contract_yaml(_: Call) -> Response:
    content = _content("api_spec", ".", "openapi.yaml")
    return Response(content, 200, LASTING, content_type="application/yaml")


def show_docs(_: Call) -> Response:
    return Response(render_template("docs.html"), 200, PAGE, content_type=HTML)


def get_docs_file(call: Call) -> Response:
    name = call.path["file"]
    if name not in FILES:
        raise Problem(Slug.NOT_FOUND, "There is no such file.")
    package, folder, content_type = FILES[name]
    content = _content(package, folder, name)
    if content_type == MARKDOWN:
        content = _LINK_OUT.sub(rb"\1", content)
    return Response(content, 200, LASTING, content_type=content_type)


def show_problem(call: Call) -> Response:
    slug = call.path["slug"]
    if slug not in set(Slug):
        raise Problem(Slug.NOT_FOUND, "There is no such problem.")
    told = {"slug": slug, "problem": TYPES[Slug(slug)]}
    return pages.notice("problem", 200, language("en"), LASTING, **told)


@cache
def _content(package: str, folder: str, name: str) -> bytes:
    place: Traversable = files(package)
    return (place if folder == "." else place.joinpath(folder)).joinpath(name).read_bytes()


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/openapi.json",
        id="getContractJson",
        tag="contract",
        summary="Get this contract as JSON",
        description="The OpenAPI document, as it was committed.",
        respond=get_contract_json,
        answers=(Answer(status=200, description="OpenAPI 3.1.", example="contract"),),
    ),
    Endpoint(
        method="GET",
        path="/openapi.yaml",
        id="getContractYaml",
        tag="contract",
        summary="Get this contract as YAML",
        description="The OpenAPI document, as it was committed.",
        respond=get_contract_yaml,
        answers=(
            Answer(
                status=200,
                description="OpenAPI 3.1.",
                content_type="application/yaml",
                example="contract_yaml",
            ),
        ),
    ),
    Endpoint(
        method="GET",
        path="/docs",
        id="showDocs",
        tag="contract",
        summary="Read and try this contract",
        description="Swagger UI; it loads nothing from another host.",
        respond=show_docs,
        answers=(
            Answer(status=200, description="A page.", content_type="text/html", example="page"),
        ),
    ),
    Endpoint(
        method="GET",
        path="/docs/{file}",
        id="getDocsFile",
        tag="contract",
        summary="Get a part of the docs page",
        description="A script or style sheet of the page that shows this contract, or a page that "
        "says more: how the log is kept and checked, audits, transcripts, limits.",
        respond=get_docs_file,
        answers=(
            Answer(
                status=200,
                description="The file.",
                content_type="text/css",
                example="style",
                also=("text/javascript", "text/markdown", "application/x-ndjson"),
            ),
        ),
        refusals=(Slug.NOT_FOUND,),
    ),
    Endpoint(
        method="GET",
        path="/problems/{slug}",
        id="showProblem",
        tag="contract",
        summary="Read about a problem",
        description="What a problem type means; `type` in a problem document leads here.",
        respond=show_problem,
        answers=(
            Answer(status=200, description="A page.", content_type="text/html", example="page"),
        ),
        refusals=(Slug.NOT_FOUND,),
    ),
)
