"""The few requests that a client of the game needs."""

from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

Json = dict[str, Any]


class DemoFailed(Exception):
    """The service did not do what the demo asked."""


class Client:
    """One seat's way to a service: JSON in and out, its token in the header."""

    def __init__(self, url: str, token: str | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise DemoFailed(f"{url} is no http or https address.")
        self._url = url.rstrip("/")
        self._token = token

    def as_seat(self, token: str) -> "Client":
        return Client(self._url, token)

    def get(self, path: str) -> Any:
        return self._ask(Request(self._url + path))  # noqa: S310 — http or https, see __init__

    def post(self, path: str, body: Json | None = None) -> Any:
        content = msgspec.json.encode(body or {})
        request = Request(self._url + path, data=content, method="POST")  # noqa: S310 — as above
        request.add_header("Content-Type", "application/json")
        return self._ask(request)

    def _ask(self, request: Request) -> Any:
        """Raises DemoFailed, with the problem that the service names."""
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urlopen(request, timeout=10) as answer:  # noqa: S310 — as above
                return msgspec.json.decode(answer.read())
        except HTTPError as error:
            raise DemoFailed(f"{request.full_url}: {_detail(error)}") from error
        except (URLError, OSError) as error:
            raise DemoFailed(f"{self._url} does not answer. Start one: singsing serve") from error


def _detail(error: HTTPError) -> str:
    try:
        return str(msgspec.json.decode(error.read())["detail"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return f"status {error.code}"
