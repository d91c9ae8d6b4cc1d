"""Variables become settings, and bad ones are named."""

from ipaddress import ip_network
from pathlib import Path

import msgspec
import pytest

from events.settings import Limits, Settings
from service import environment
from service.environment import BadSetting


def read(folder: Path, **variables: str) -> Settings:
    return environment.settings(
        {"SINGSING_DATA": str(folder), **{f"SINGSING_{n}": v for n, v in variables.items()}}
    )


def test_without_variables_it_binds_to_this_machine_only(tmp_path: Path) -> None:
    settings = read(tmp_path)
    assert (settings.host, settings.port) == ("127.0.0.1", 8080)
    assert settings.base_url == "http://127.0.0.1:8080"
    assert settings.limits == Limits()
    assert not settings.metrics_open
    assert settings.trusted_proxies == ()


def test_every_variable_has_its_place(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        BIND="[::]:9000",
        BASE_URL="https://games.example/sing/",
        EVENTS_URL="rediss://store.example:6380/1",
        TRUSTED_PROXIES="10.0.0.0/8, ::1",
        REPLICAS="2",
        WEB_WORKERS="4",
        METRICS_OPEN="yes",
        SECRET="ab" * 32,
        LIMIT_BODY_BYTES="100",
    )
    assert (settings.host, settings.port) == ("::", 9000)
    assert settings.base_url == "https://games.example/sing"
    assert settings.events_url == settings.queue_url == "rediss://store.example:6380/1"
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))
    assert (settings.replicas, settings.web_workers, settings.metrics_open) == (2, 4, True)
    assert settings.secret == b"\xab" * 32
    assert settings.limits.body_bytes == 100


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BIND", "8080"),
        ("BIND", "127.0.0.1:0"),
        ("BIND", "127.0.0.1:70000"),
        ("BASE_URL", "games.example"),
        ("BASE_URL", "https://me@games.example"),
        ("BASE_URL", "https://games.example/?a=b"),
        ("EVENTS_URL", "http://127.0.0.1"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("REPLICAS", "-1"),
        ("WEB_WORKERS", "0"),
        ("METRICS_OPEN", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("SECRET", "short"),
        ("SIGNING_KEY", "{}"),
        ("LIMIT_BODY_BYTES", "1e3"),
        ("LIMIT_ACTIONS_PER_MINUTE", "59"),
    ],
)
def test_a_bad_value_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"SINGSING_{name}"):
        read(tmp_path, **{name: value})


@pytest.mark.parametrize("name", ["EVENTS_URL", "SECRET", "SIGNING_KEY"])
def test_a_value_that_could_be_secret_is_not_repeated(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read(tmp_path, **{name: "htp://me:password@store"})
    assert "password" not in str(caught.value)


def test_settings_never_print_their_secrets(tmp_path: Path) -> None:
    settings = read(tmp_path, SECRET="ab" * 32)
    assert "ab" * 32 not in repr(settings)
    assert repr(b"\xab")[2:-1] not in repr(settings)


def test_the_example_file_documents_every_variable() -> None:
    example = Path(__file__).parents[2].joinpath(".env.example").read_text()
    names = {"DATA", "BIND", "BASE_URL", "EVENTS_URL", "QUEUE_URL", "SECRET", "SIGNING_KEY"}
    names |= {"TRUSTED_PROXIES", "REPLICAS", "WEB_WORKERS", "METRICS_OPEN", "LOG_LEVEL"}
    names |= {f"LIMIT_{field.name.upper()}" for field in msgspec.structs.fields(Limits)}
    assert {line.lstrip("# ").split("=")[0] for line in example.splitlines() if "=" in line} == {
        f"SINGSING_{name}" for name in names
    }
