"""The rival: the same application with one more endpoint, which does nothing. Run as a module."""

import os
from typing import Any

from flask import request

from service import environment
from service.web import Web


class Trivial(Web):
    def load(self) -> Any:
        app = super().load()
        app.add_url_rule("/nothing", "nothing", _nothing, methods=["POST"])
        return app


def _nothing() -> Any:
    return {"done": len(request.get_json())}


if __name__ == "__main__":
    Trivial(environment.settings(os.environ)).run()
