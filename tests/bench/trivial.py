"""The rival: the same server with one Flask endpoint that does nothing. Run as a module."""

import os
from typing import Any

from flask import Flask, request

from service import environment
from service.web import Web


class Trivial(Web):
    def load_config(self) -> None:
        super().load_config()
        self.cfg.set("worker_class", "gevent")

    def load(self) -> Any:
        app = Flask("trivial")

        @app.post("/nothing")
        def nothing() -> Any:
            return {"done": len(request.get_json())}

        @app.get("/readyz")
        def ready() -> Any:
            return {}

        return app


if __name__ == "__main__":
    Trivial(environment.settings(os.environ)).run()
