"""Follows a game's stream from its beginning, beside whoever plays it."""

import json
from http.client import HTTPConnection, HTTPException, HTTPResponse

from tests.oracle import Json


class Listener:
    """What came is read when the game is over: it waits in the socket till then."""

    def __init__(self, connection: HTTPConnection, response: HTTPResponse) -> None:
        self._connection, self._response = connection, response

    def close(self) -> None:
        self._response.close()
        self._connection.close()

    def faults(self, events: list[Json]) -> list[str]:
        """Whether the stream brought every event once, in order, and then ended."""
        try:
            frames = self._response.read().decode().split("\n\n")
        except (OSError, HTTPException) as fault:
            return [f"the stream broke: {fault!r}"]
        finally:
            self.close()
        ids = [line[4:] for frame in frames for line in frame.split("\n") if line[:4] == "id: "]
        wanted = [str(event["version"]) for event in events]
        if ids != wanted:
            return [f"the stream brought {ids} of {wanted}"]
        told = [line[6:] for f in frames for line in f.split("\n") if line[:6] == "data: "]
        hashes = [json.loads(line)["hash"] for line in told]
        same = hashes == [event["hash"] for event in events]
        return [] if same else ["the stream brought other events"]
