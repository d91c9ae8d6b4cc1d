"""`singsing verify`: checks a record without a store, a server or a network."""

import json
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec

from service.findings_page import heading, lines
from service.named_game import CannotTell
from service.terminal import plain

CONFIRMED = "A receipt of event {}, signed by a key that you trust, names the same hash."

WRONG = 1
UNREADABLE = 2


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Keys that you trust: a JWKS that did not come with the record.",
)
@click.option(
    "--trust",
    multiple=True,
    metavar="THUMBPRINT",
    help="Trust the key of the record with this thumbprint (RFC 7638).",
)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    metavar="JWS|FILE",
    help="A receipt that you kept, or a file with one a line.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict for a program.")
@click.pass_context
def verify(
    ctx: click.Context,
    file: BinaryIO,
    keys: Path | None,
    trust: tuple[str, ...],
    receipts: tuple[str, ...],
    as_json: bool,
) -> None:
    """Check a record: form, chain, veils, deal, every ruling, certificate and receipts.

    FILE may be - for standard input. The record's own keys prove nothing. Exit status:
    0 sound, 1 wrong, 2 unreadable.
    """
    from events import record, verification

    jwks, kept = _keys(keys), [token for given in receipts for token in _receipts(given)]
    try:
        verdict = verification.verify(
            record.read(_read(file, record.SIZE + 1)), jwks, trust, receipts=kept
        )
    except record.Unreadable as error:
        _say_unreadable(error.line, error.sentence, as_json)
        ctx.exit(UNREADABLE)
    if as_json:
        click.echo(msgspec.json.encode(msgspec.structs.asdict(verdict) | {"unreadable": None}))
    else:
        for line in _told(verdict):
            click.echo(plain(line))
    ctx.exit(0 if verdict.ok else WRONG)


def _read(file: BinaryIO, size: int) -> bytes:
    """Raises CannotTell."""
    try:
        return file.read(size)
    except OSError as error:
        raise CannotTell(f"{plain(file.name)} cannot be read.") from error


def _keys(path: Path | None) -> Any:
    """The JWKS of a file; raises click.BadParameter where no key in it is of use."""
    from events.receipts import usable

    if path is None:
        return None
    try:
        jwks = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise click.BadParameter("The file is not JSON.", param_hint="--keys") from error
    if not usable(jwks)["keys"]:
        raise click.BadParameter("The file holds no Ed25519 key.", param_hint="--keys")
    return jwks


def _receipts(given: str) -> list[str]:
    """The receipts of a file, or the one that was given itself."""
    try:
        return Path(given).read_text(encoding="utf-8").split()
    except (OSError, ValueError) as error:
        if given.count(".") == 2:
            return [given]
        raise click.BadParameter(
            "It is neither a receipt nor a file with receipts.", param_hint="--receipt"
        ) from error


def _say_unreadable(line: int | None, sentence: str, as_json: bool) -> None:
    if as_json:
        told = {"ok": False, "unreadable": {"line": line, "sentence": sentence}}
        click.echo(msgspec.json.encode(told))
        return
    where = "The file" if line is None else f"Line {line}"
    click.echo(plain(f"Unreadable. {where}: {sentence}"))


def _told(verdict: Any) -> list[str]:
    """The verdict in lines."""
    claims = verdict.certificate
    signed = claims and f"Certified by {claims.iss} at {claims.at}: {claims.standing}."
    return [
        heading(verdict.game, verdict),
        *[line for finding in verdict.findings for line in lines(finding)],
        *([signed] if signed and verdict.ok else []),
        *[CONFIRMED.format(version) for version in verdict.confirmed],
        *[f"Not checked: {note}" for note in verdict.unchecked],
    ]
