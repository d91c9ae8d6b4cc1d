"""Logs as JSON lines on standard error: what happened, never what an event or a header holds."""

import logging
import sys

import structlog


class _Forwarded(logging.Handler):
    """What RQ says, as one of our lines."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger(record.name).log(record.levelno, record.getMessage())


def configure(level: str) -> None:
    """Once in every process; `info` has a line for every request."""
    logging.getLogger("rq").handlers = [_Forwarded()]
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
