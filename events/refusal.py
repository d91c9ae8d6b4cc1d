"""Why something asked for does not happen. Nothing is recorded of a refusal."""

from enum import StrEnum


class Code(StrEnum):
    """Causes of refusals, named as the problem types that clients see."""

    RULE_BROKEN = "rule-broken"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    UNAUTHORISED = "unauthorised"
    GAME_RUNNING = "game-running"
    STALE = "stale"
    KEY_REUSED = "idempotency-key-reused"
    TOKEN_GIVEN = "token-given"  # noqa: S105 - the name of a refusal


class Refusal(Exception):
    """A refusal by cause; `clauses` are those whose condition failed."""

    def __init__(self, code: Code, sentence: str, *clauses: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clauses = clauses


class BrokenLog(Exception):
    """A stored log that does not verify, shrank or changed: never played on, served to nobody."""

    def __init__(self, game: str, version: int, field: str, sentence: str) -> None:
        super().__init__(f"{game} at version {version}, {field}: {sentence}")
        self.game = game
        self.version = version
        self.field = field
        self.sentence = sentence
