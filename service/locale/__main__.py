"""Brings the catalogues up to date with what is said; what is new waits for its translation."""

from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from service import messages
from service.language import DOMAIN, NAMES

FOLDER = Path(__file__).parent

HEADER = """\
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {forms}\\n"

"""


def main() -> None:
    for code in NAMES:
        if code != "en" and (written := updated(code)) != (path := place(code)).read_bytes():
            path.write_bytes(written)


def place(code: str) -> Path:
    return FOLDER / code / "LC_MESSAGES" / DOMAIN


def updated(code: str) -> bytes:
    """The catalogue of a language as it has to be, with every translation that is still of use."""
    catalogue = read_po(BytesIO(place(code).read_bytes()), locale=code)
    catalogue.update(template(), no_fuzzy_matching=True)
    text = BytesIO(HEADER.format(code=code, forms=catalogue.plural_forms).encode())
    text.seek(0, 2)
    write_po(
        text, catalogue, width=100, omit_header=True, ignore_obsolete=True, include_lineno=False
    )
    return text.getvalue()


def template() -> Catalog:
    """Every message, without a translation."""
    catalogue = Catalog()
    for file, message in messages.found():
        catalogue.add(message, locations=[(file, 1)])
    return catalogue


if __name__ == "__main__":
    main()
