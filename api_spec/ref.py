"""How one form of the contract refers to another."""

from typing import Any

Form = dict[str, Any]

REF = "#/components/schemas/{name}"


def ref(name: str) -> Form:
    return {"$ref": REF.format(name=name)}
