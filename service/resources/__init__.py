"""One module per concern; each lists its endpoints."""

from service.endpoint import Endpoint
from service.resources import (
    assets,
    audits,
    contract,
    disputes,
    games,
    history,
    log,
    operation,
    pages,
    rules,
    story,
    turns,
)

ENDPOINTS: tuple[Endpoint, ...] = (
    *games.ENDPOINTS,
    *turns.ENDPOINTS,
    *log.ENDPOINTS,
    *story.ENDPOINTS,
    *history.ENDPOINTS,
    *audits.ENDPOINTS,
    *disputes.ENDPOINTS,
    *rules.ENDPOINTS,
    *pages.ENDPOINTS,
    *assets.ENDPOINTS,
    *contract.ENDPOINTS,
    *operation.ENDPOINTS,
)
