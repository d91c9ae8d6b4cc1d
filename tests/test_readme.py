"""What the documents say works as printed, and is there."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import httpx
import msgspec
import pytest

from events.settings import Limits
from service.cli import main
from tests.soak.service import Service

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
]
PRINTED_URL = "http://127.0.0.1:8080"
STREAM_SECONDS = 2

each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)


def fenced(document: str, language: str) -> list[str]:
    """The code blocks of a document in one language."""
    text = (ROOT / document).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def code(document: Path) -> str:
    """All that a document sets as code, blocks and words."""
    text = document.read_text()
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    spans = re.findall(
        r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    )
    return "\n".join([*blocks, *spans])


def settings() -> set[str]:
    return set(re.findall(r"^# (SINGSING_\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))


@each_document
def test_every_relative_link_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)]+)\)", document.read_text())
    local = [target for target in targets if not target.startswith("https://")]
    assert [t for t in local if not (document.parent / t.partition("#")[0]).exists()] == []


@each_document
def test_every_file_that_is_named_is_there(document: Path) -> None:
    rooms = "events|service|workers|api_spec|tests|docs"
    named = re.findall(rf"(?<![\w/.])(?:{rooms})/[\w./-]*", code(document))
    assert [path for path in named if not (ROOT / path).exists()] == []


@each_document
def test_every_make_verb_that_is_named_is_one(document: Path) -> None:
    verbs = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"\bmake ([a-z-]+)", code(document))
    assert set(named) <= set(verbs)


@each_document
def test_every_command_that_is_named_is_one(document: Path) -> None:
    for words in re.findall(r"\bsingsing((?: [a-z]+)+)", code(document)):
        command: click.Command = main
        for word in words.split():
            assert isinstance(command, click.Group)
            assert word in command.commands, f"singsing{words}"
            command = command.commands[word]


@each_document
def test_every_setting_that_is_named_is_one(document: Path) -> None:
    named = re.findall(r"SINGSING_[A-Z_]*[A-Z](?![A-Z_…])", document.read_text())
    assert set(named) <= settings()


def test_every_setting_is_explained_somewhere() -> None:
    explained = "".join(document.read_text() for document in DOCUMENTS)
    assert [name for name in settings() if name not in explained] == []


@pytest.mark.parametrize("field", msgspec.structs.fields(Limits), ids=lambda field: field.name)
def test_the_table_of_limits_has_every_default(field: msgspec.structs.FieldInfo) -> None:
    table = (ROOT / "docs/limits.md").read_text()
    row = re.search(
        rf"^\|[^|]+\| ([^|]+) \| `SINGSING_LIMIT_{field.name.upper()}`", table, re.MULTILINE
    )
    assert row
    assert row[1].startswith(_written(field.name, field.default))


def _written(name: str, number: int) -> str:
    """A number as the table of limits has it."""
    if name.endswith("_bytes"):
        kib = number // 1024
        return f"{kib // 1024} MiB" if kib >= 1024 else f"{kib} KiB"
    return f"{number:,}"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    service = Service(tmp_path_factory.mktemp("readme"))
    service.start()
    yield f"http://127.0.0.1:{service.port}"
    service.stop()


def run(command: list[str], script: str, url: str, folder: Path) -> str:
    """What a printed script says, at another address; curl ends a stream after a while."""
    (folder / ".curlrc").write_text(f"max-time = {STREAM_SECONDS}\n")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        input=script.replace(PRINTED_URL, url),
        env={**os.environ, "CURL_HOME": str(folder), "PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.real_store
@pytest.mark.slow
def test_the_lines_of_the_readme_work_as_printed(url: str, tmp_path: Path) -> None:
    blocks = [block for block in fenced("README.md", "sh") if "make " not in block]
    script = "printf '\\n=====\\n'\n".join(blocks)
    turn, may, stream, log, keyed, versions = run(["sh"], script, url, tmp_path).split("\n=====\n")
    assert '"verdict":"right"' in turn
    assert '"lime":2' in turn
    assert may == "['mask', 'leave']\n"
    assert re.findall("^event: (.*)", stream, re.MULTILINE)[-2:] == [
        "sticks-removed",
        "answer-given",
    ]
    assert log.count('"type":"answer-given"') == 2
    assert re.search(r'\{"receipt":"[\w-]+\.[\w-]+\.[\w-]+"\}$', log)
    first, again = keyed.split()
    assert first == again
    assert len(first) == 43
    assert versions.startswith("304\n")
    assert '"status":412' in versions


@pytest.mark.real_store
@pytest.mark.slow
def test_the_clients_in_the_documents_play_and_check_a_game(url: str, tmp_path: Path) -> None:
    [player] = fenced("README.md", "python")
    assert re.search(r"Seat [12] wins, after \d+ turns: ", run(["python3"], player, url, tmp_path))
    [check] = fenced("docs/log.md", "python")
    finished = httpx.get(f"{url}/v1/games", params={"status": "finished"}).json()["items"]
    games = [f"{url}/v1/games/{game['id']}" for game in finished]
    said = [run(["python3", "-", game], check, url, tmp_path) for game in games]
    assert said
    assert all("the deal is that of the seed" in line for line in said)


@pytest.mark.real_store
@pytest.mark.slow
def test_the_picture_in_the_readme_is_what_the_demo_draws(url: str) -> None:
    picture = fenced("README.md", "text")[0]
    demo = [sys.executable, "-m", "service.cli", "demo", "--fast", "--url", url]
    drawn = subprocess.run(demo, capture_output=True, text=True, timeout=60, check=True).stdout
    assert picture in drawn
