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
CURL_SECONDS = 5
"""Ends a stream that goes on; everything else answers sooner."""

UNFOLDED = {"COLUMNS": "500"}
"""A terminal so wide that no line of a printed answer is broken."""

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
            if not isinstance(command, click.Group):
                break
            assert word in command.commands, f"singsing{words}"
            command = command.commands[word]


OF_THE_TESTS = "SINGSING_CHROMIUM"


@each_document
def test_every_setting_that_is_named_is_one(document: Path) -> None:
    named = re.findall(r"SINGSING_[A-Z_]*[A-Z](?![A-Z_…])", document.read_text())
    assert set(named) <= settings() | {OF_THE_TESTS}


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
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


@pytest.fixture(scope="module")
def url(home: Path) -> Iterator[str]:
    service = Service(home)
    service.start()
    yield f"http://127.0.0.1:{service.port}"
    service.stop()


def run(command: list[str], script: str, url: str, home: Path) -> str:
    """What a printed script says in the project's folder, of the service that a fixture runs."""
    (home / ".curlrc").write_text(f"max-time = {CURL_SECONDS}\n")
    places = {"CURL_HOME": home, "TMPDIR": home, "SINGSING_DATA": home / "data"}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        input=script.replace(PRINTED_URL, url),
        env={**os.environ, **UNFOLDED, **{k: str(v) for k, v in places.items()}, "PATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def printed(block: str, said: str) -> bool:
    """Whether a printed answer is what was said; … stands for whatever differs each time."""
    return re.search(re.escape(block).replace("…", ".*?"), said, re.DOTALL) is not None


def blocks(first: str, last: str) -> list[str]:
    """The shell's blocks of the README between two headings, but for those that start anything."""
    _, _, after = (ROOT / "README.md").read_text().partition(f"\n## {first}\n")
    found = re.findall(
        r"^```sh\n(.*?)^```", after.partition(f"\n## {last}\n")[0], re.MULTILINE | re.DOTALL
    )
    return [block for block in found if "make " not in block]


def said(blocks: list[str], url: str, home: Path) -> list[str]:
    """What each block says, all of them in one shell."""
    return run(["sh"], "printf '\\n=====\\n'\n".join(blocks), url, home).split("\n=====\n")


@pytest.mark.real_store
@pytest.mark.slow
def test_the_lines_of_the_readme_work_as_printed(url: str, home: Path) -> None:
    running = blocks("Two commands", "When the game is over")
    turn, may, alone, stream, story, log, keyed, versions = said(running, url, home)
    assert '"verdict":"right"' in turn
    assert '"lime":2' in turn
    assert may == "['mask', 'leave', 'dispute']\n"
    assert alone.split() == ["Elephant", "mask", "removal"]
    assert "Ben" in story
    assert re.findall("^event: (.*)", stream, re.MULTILINE)[-2:] == [
        "sticks-removed",
        "answer-given",
    ]
    assert "Ben (place 2) met le masque." in story
    assert log.count('"type":"answer-given"') == 2
    assert re.search(r'\{"receipt":"[\w-]+\.[\w-]+\.[\w-]+"\}$', log)
    first, second = keyed.split()
    assert first == second
    assert len(first) == 43
    assert versions.startswith("304\n")
    assert '"status":412' in versions


@pytest.mark.real_store
@pytest.mark.slow
def test_a_finished_game_is_replayed_disputed_and_checked_as_printed(url: str, home: Path) -> None:
    tour = blocks("When the game is over", "What is promised, and what is not")
    watched, ruled, sound, damaged, second, audited = said(tour, url, home)
    silent, fine, wrong = fenced("README.md", "text")[1:4]
    assert "Ben wins with three prisoners" in watched
    assert "  31  Ben (seat 2) answers: " in watched
    assert '"verdict":"dismissed","clauses":["T3"]' in ruled
    assert printed(silent.strip(), ruled)
    assert printed(fine, sound)
    assert printed(wrong, damaged)
    assert re.findall(r"exit status (\d)", second) == ["0", "1"]
    assert re.search(r"\d+ games audited: nothing wrong ", audited)
    [kept] = home.glob("*/demo")
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.real_store
@pytest.mark.slow
def test_the_clients_in_the_documents_play_and_check_a_game(url: str, home: Path) -> None:
    [player] = fenced("README.md", "python")
    assert re.search(r"Seat [12] wins, after \d+ turns: ", run(["python3"], player, url, home))
    [check], [receipts] = fenced("docs/log.md", "python"), fenced("docs/clients.md", "python")
    finished = httpx.get(f"{url}/v1/games", params={"status": "finished"}).json()["items"]
    games = [f"{url}/v1/games/{game['id']}" for game in finished]
    told = [run(["python3", "-", game], check, url, home) for game in games]
    assert told
    assert all("the deal is that of the seed" in line for line in told)
    assert "The service signed event 1" in run(["python3", "-", games[0]], receipts, url, home)


@pytest.mark.real_store
@pytest.mark.slow
def test_the_picture_in_the_readme_is_what_the_demo_draws(url: str) -> None:
    picture = fenced("README.md", "text")[0]
    demo = [sys.executable, "-m", "service.cli", "demo", "--fast", "--url", url]
    drawn = subprocess.run(demo, capture_output=True, text=True, timeout=60, check=True).stdout
    assert picture in drawn
