"""One module per concern; each lists its endpoints."""

from service.endpoint import Endpoint
from service.resources import contract, games, log, operation, rules, turns

ENDPOINTS: tuple[Endpoint, ...] = (
    *games.ENDPOINTS,
    *turns.ENDPOINTS,
    *log.ENDPOINTS,
    *rules.ENDPOINTS,
    *contract.ENDPOINTS,
    *operation.ENDPOINTS,
)
