"""Entity tags and conditions (RFC 9110, section 13)."""

import pytest

from service.preconditions import Malformed, unchanged, versions


@pytest.mark.parametrize(
    ("sent", "allowed"),
    [
        (None, None),
        ("*", None),
        ('"12.2.-"', {12}),
        ('"12"', {12}),
        ('W/"12.0.cleared"', {12}),
        ('"1.0.-", "2.0.-" ,W/"3.1.-"', {1, 2, 3}),
        ('"abc"', set()),
        ('""', set()),
        ('"1.0.-", "abc"', {1}),
        ('"99999999999999999999.0.-"', set()),
    ],
)
def test_if_match_names_versions(sent: str | None, allowed: set[int] | None) -> None:
    assert versions(sent) == allowed


@pytest.mark.parametrize("sent", ["", "12", '"1', '"1" "2"', '"1",', ",", 'w/"1"', '*, "1"', "W/*"])
def test_what_is_no_list_of_tags_is_malformed(sent: str) -> None:
    with pytest.raises(Malformed):
        versions(sent)


@pytest.mark.parametrize(
    ("sent", "same"),
    [
        (None, False),
        ("*", True),
        ('"7.0.-"', True),
        ('W/"7.0.-"', True),
        ('"6.0.-", "7.0.-"', True),
        ('"7.1.-"', False),
        ("nonsense", False),
    ],
)
def test_if_none_match_asks_for_what_is_new(sent: str | None, same: bool) -> None:
    assert unchanged(sent, '"7.0.-"') is same
