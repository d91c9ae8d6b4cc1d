"""French says whatever English says, to whoever asks for it."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from jinja2 import DictLoader, Environment

from events.board import SeatNo
from events.sentences import sentence
from events.sight import Chair
from service import bundle, messages
from service.language import NAMES, language, negotiated, prepare
from service.locale import __main__ as locale
from service.locale.__main__ import place, template
from tests.record.games import random_log
from tests.service.played import Played
from tests.service.world import World, told

TRANSLATED = [code for code in NAMES if code != "en"]

_PARAMETER = re.compile(r"\{\w+\}|%\(\w+\)s")


def catalogue(code: str) -> Catalog:
    return read_po(BytesIO(place(code).read_bytes()), locale=code)


def translated(code: str) -> Iterator[Message]:
    return (message for message in catalogue(code) if message.id)


def forms(message: Message) -> tuple[list[str], list[str]]:
    """What English says, in singular and plural where it has both, and what the other one says."""
    english, other = message.id, message.string
    return (
        [english] if isinstance(english, str) else list(english),
        [other] if isinstance(other, str) else list(other or ()),
    )


def parameters(text: str) -> list[str]:
    return sorted(set(_PARAMETER.findall(text)))


@pytest.mark.parametrize("code", TRANSLATED)
def test_nothing_is_said_that_has_no_translation(code: str) -> None:
    known = catalogue(code)
    lacking = []
    for message in template():
        found = known.get(message.id)
        if message.id and (not found or found.fuzzy or not all(forms(found)[1])):
            lacking.append((message.id, [file for file, _ in message.locations]))
    assert not lacking, "translate these in the catalogue, after `make words`"


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_parameters_of_its_message(code: str) -> None:
    for message in translated(code):
        english, other = ([parameters(text) for text in texts if text] for texts in forms(message))
        assert all(named in english for named in other), message.id
        assert not other or other[-1] == english[-1], message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    said_here = template()
    assert [message.id for message in translated(code) if message.id not in said_here] == []


def test_an_update_keeps_what_is_translated_and_changes_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "fr.po"
    kept.write_bytes(place("fr").read_bytes() + b'\nmsgid "gone"\nmsgstr "zut"\n')
    monkeypatch.setattr(locale, "place", lambda _: kept)
    once = locale.updated("fr")
    kept.write_bytes(once)
    assert locale.updated("fr") == once
    assert "ouvre une table." in once.decode()
    assert "zut" not in once.decode()


def test_french_has_its_own_spaces_and_marks() -> None:
    for message in translated("fr"):
        for text in forms(message)[1]:
            assert not re.search(r"[^\u00a0\u202f][;!?»]|[^\u00a0]:|«[^\u00a0]|'", text), text


CHAIRS: tuple[Chair, ...] = ("table", "public", SeatNo(1), SeatNo(2))


def test_every_sentence_can_be_said_in_french() -> None:
    french, unsaid = language("fr"), set[str]()
    for seed in range(25):
        log = random_log(Random(seed))
        for event, before, after in zip(log.events, [None, *log.games], log.games, strict=False):
            for chair in CHAIRS:
                english = sentence(event, before, after, chair)
                text = sentence(event, before, after, chair, french.say)
                assert text != english
                assert "{" not in text
                assert not re.search(r"\b(the|stick|window|seat|and)\b", text), text
                unsaid |= set(re.findall("red|forger", text))
    assert not unsaid


@pytest.mark.parametrize(
    ("accept", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("FR", "fr"),
        ("fr-CA", "fr"),
        ("fr-FR, en;q=0.5", "fr"),
        ("fr_BE", "en"),
        ("de, fr;q=0.3", "fr"),
        ("de", "en"),
        ("fr;q=0.4, en;q=0.7", "en"),
        ("en;q=0.4, fr;q=0.7", "fr"),
        ("fr;q=0, en", "en"),
        ("*", "en"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        (";;q=,,\\x00", "en"),
    ],
)
def test_the_language_is_the_best_that_is_accepted(accept: str | None, code: str) -> None:
    assert negotiated(accept).code == code


def said(script: str) -> list[messages.Message]:
    return list(messages.of_script(script))


def test_a_script_s_messages_are_found_in_templates_within_templates() -> None:
    script = """
        html`<p>don't ${on ? html`<b>${t("Mask on")}</b> it's` : nothing} ${t("One, \\"two\\"")}</p>
        ${tn("{n} stick", "{n} sticks", sticks.length)} ${t("{who} has " +
          "the Lime", {who})} ${t(stick.colour)} ${format("no")} ${cut("no")} ${x.t("no")}`
    """
    assert said(script) == [
        "Mask on",
        'One, "two"',
        ("{n} stick", "{n} sticks"),
        "{who} has the Lime",
    ]


@pytest.mark.parametrize(
    "script", ["t('Mask on')", "t(`Mask on`)", 't(on ? "On" : "Off")', 'tn("{n} stick", many, 3)']
)
def test_a_message_that_nobody_could_find_is_refused(script: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        said(script)


def test_a_page_is_given_what_its_scripts_say_and_no_more() -> None:
    scripts = [name for name, asset in bundle.known().items() if asset.ours and name[-3:] == ".js"]
    for name in scripts:
        words = language("fr").words([name])
        said_there = [*messages.of_script(bundle.text(name))]
        flat = {text for each in said_there for text in ([each] if isinstance(each, str) else each)}
        assert words.keys() == flat | set(messages.WORDS)
    assert language("fr").words(["board.js"])["yellow"] == "jaune"


def rendered(code: str, source: str, **given: object) -> str:
    environment = Environment(loader=DictLoader({"page.html": source}), autoescape=True)
    prepare(environment)
    return environment.get_template("page.html").render(**language(code).context(), **given)


def test_a_template_says_plain_words_and_fills_them_in() -> None:
    source = '<p>{{ _("{who} puts the mask on.", who=name) }} {{ _("Right!") }}</p>'
    assert rendered("en", source, name="<Ana>") == "<p>&lt;Ana&gt; puts the mask on. Right!</p>"
    assert rendered("fr", source, name="A&b") == "<p>A&amp;b met le masque. Juste\u202f!</p>"


def test_a_template_counts_as_its_language_does() -> None:
    source = '{{ _n("{n} <stick>", "{n} <sticks>", n) }}'
    assert [rendered("en", source, n=n) for n in (0, 1, 2)] == [
        "0 &lt;sticks&gt;",
        "1 &lt;stick&gt;",
        "2 &lt;sticks&gt;",
    ]


def test_texts_with_elements_keep_them_and_escape_what_is_filled_in() -> None:
    source = "{% trans who=name %}<b>{{ who }}</b> at 100%{% endtrans %}"
    counted = (
        "{% trans n=n %}{{ n }} <i>stick</i>{% pluralize %}{{ n }} <i>sticks</i>{% endtrans %}"
    )
    assert rendered("en", source, name="<Ana>") == "<b>&lt;Ana&gt;</b> at 100%"
    assert rendered("fr", counted, n=2) == "2 <i>sticks</i>"


def texts(rules: dict[str, list[dict[str, object]]]) -> Iterator[object]:
    for clause in rules["clauses"]:
        yield from (clause["part"], clause["text"])
    for ruling in rules["rulings"]:
        readings = ruling["readings"]
        assert isinstance(readings, list)
        yield from (reading["text"] for reading in readings)
    yield from (option["text"] for option in rules["options"])


def test_the_rules_speak_the_reader_s_language_and_keep_their_names(world: World) -> None:
    english = world.client.get("/v1/rules")
    french = world.client.get("/v1/rules", headers={"Accept-Language": "fr-FR, en;q=0.5"})
    assert [english.headers["Content-Language"], french.headers["Content-Language"]] == ["en", "fr"]
    assert {answer.headers["Vary"] for answer in (english, french)} == {"Accept-Language"}
    assert not set(texts(told(english))) & set(texts(told(french)))
    for english_part, french_part in zip(
        told(english)["clauses"], told(french)["clauses"], strict=True
    ):
        assert english_part["id"] == french_part["id"]
        assert re.findall("`.*?`", english_part["text"]) == re.findall("`.*?`", french_part["text"])
    assert told(english)["kinds"] == told(french)["kinds"]


def test_a_replay_speaks_the_listener_s_language() -> None:
    table = Played(World(), 1).table
    english = table.send("GET", None, "/replay")
    french = table.send("GET", None, "/replay", headers={"Accept-Language": "fr"})
    assert [english.headers["Content-Language"], french.headers["Content-Language"]] == ["en", "fr"]
    assert b"ouvre une table." in french.get_data()
    assert b"opens a table." in english.get_data()
