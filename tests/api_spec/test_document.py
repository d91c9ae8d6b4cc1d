"""The committed contract is valid, and is what the declarations say."""

import yaml
from openapi_spec_validator import validate

from api_spec.__main__ import written
from service.resources import ENDPOINTS
from tests.service.contract import CONTRACT

SUCCESSES = ("200", "201", "202")


def test_the_committed_contract_is_what_the_declarations_say() -> None:
    for path, text in written().items():
        assert path.read_text() == text, f"{path.name} is out of date: run python -m api_spec"


def test_the_contract_is_valid_openapi() -> None:
    validate(CONTRACT.document)
    assert CONTRACT.document["openapi"] == "3.1.0"


def test_yaml_and_json_say_the_same() -> None:
    texts = {path.suffix: text for path, text in written().items()}
    assert yaml.safe_load(texts[".yaml"]) == CONTRACT.document


def test_every_endpoint_is_in_the_contract_with_a_name_of_its_own() -> None:
    operations = [
        operation for path in CONTRACT.document["paths"].values() for operation in path.values()
    ]
    assert [operation["operationId"] for operation in operations] == [e.id for e in ENDPOINTS]
    assert len({endpoint.id for endpoint in ENDPOINTS}) == len(ENDPOINTS)


def test_every_operation_has_words_and_examples() -> None:
    for path, methods in CONTRACT.document["paths"].items():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["tags"]
            success = next(
                operation["responses"][s] for s in SUCCESSES if s in operation["responses"]
            )
            shown = next(iter(success["content"].values()))
            assert "example" in shown, path
            for status, answer in operation["responses"].items():
                problem = answer.get("content", {}).get("application/problem+json")
                assert status < "400" or problem["examples"], f"{path} {status}"
