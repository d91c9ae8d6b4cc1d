"""Ways to damage a record, from a flipped bit to a log that was forged whole."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from events import chain
from events.certificates import TYPE, check
from events.chain import canonical, digest
from events.receipts import Fault, Keys
from tests.record.signed import Signed

Json = dict[str, Any]
Damage = Callable[[Random, Signed], bytes]

_OTHER_KEYS = Keys.fresh()


def _lines(signed: Signed) -> list[bytes]:
    return signed.content.split(b"\n")[:-1]


def _joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _values(signed: Signed) -> list[Json]:
    return [json.loads(line) for line in _lines(signed)]


def _told(values: list[Json]) -> bytes:
    return _joined([canonical(value) for value in values])


def _veiled(event: Json) -> None:
    """The veil made anew over what is opened."""
    if event.get("veil") is not None and "hidden" in event:
        event["veil"] = chain.veil(event["hidden"], event["salt"])


def rechained(values: list[Json], veils: bool = True) -> bytes:
    """Every veil, link and hash made anew, as a forger would."""
    previous = None
    for event in values[1:-1]:
        if veils:
            _veiled(event)
        event["previous"] = previous
        hashed = {n: v for n, v in event.items() if n not in ("hash", "hidden", "salt")}
        previous = event["hash"] = digest(canonical(hashed))
    values[-1]["head"] = previous
    return _told(values)


# Bytes and lines


def flipped_bit(rng: Random, signed: Signed) -> bytes:
    content = bytearray(signed.content)
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def other_letter(rng: Random, signed: Signed) -> bytes:
    content = bytearray(signed.content)
    spots = [at for at, byte in enumerate(content) if chr(byte).isalnum()]
    content[rng.choice(spots)] = ord(rng.choice("0123456789abcdefghij"))
    return bytes(content)


def dropped_line(rng: Random, signed: Signed) -> bytes:
    lines = _lines(signed)
    del lines[rng.randrange(len(lines))]
    return _joined(lines)


def doubled_line(rng: Random, signed: Signed) -> bytes:
    lines = _lines(signed)
    at = rng.randrange(len(lines))
    return _joined(lines[: at + 1] + lines[at:])


def swapped_lines(rng: Random, signed: Signed) -> bytes:
    lines = _lines(signed)
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return _joined(lines)


def cut(rng: Random, signed: Signed) -> bytes:
    return signed.content[: rng.randrange(len(signed.content))]


def cut_between_lines(rng: Random, signed: Signed) -> bytes:
    lines = _lines(signed)
    return _joined(lines[: rng.randrange(len(lines))])


def shortened(rng: Random, signed: Signed) -> bytes:
    """Cut, with a last line that says so."""
    values = _values(signed)
    keep = rng.randrange(1, len(values) - 1)
    closing = {"certificate": None, "events": keep, "head": values[keep]["hash"]}
    return _told([*values[: keep + 1], closing])


def stray_bytes(rng: Random, signed: Signed) -> bytes:
    at = rng.randrange(len(signed.content))
    stray = rng.choice([b" ", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xff", b"\x00", b"\xed\xa0\x80"])
    return signed.content[:at] + stray + signed.content[at:]


# Texts with more than one meaning


def _retold(rng: Random, signed: Signed, before: bytes) -> bytes:
    """A member put before the others of some line."""
    lines = _lines(signed)
    at = rng.randrange(len(lines))
    lines[at] = b"{" + before + b"," + lines[at][1:]
    return _joined(lines)


def doubled_member(rng: Random, signed: Signed) -> bytes:
    return _retold(rng, signed, rng.choice([b'"action":{}', b'"events":1', b'"game":"x"']))


def odd_number(rng: Random, signed: Signed) -> bytes:
    numbers = [b"1.0", b"1.5", b"-0", b"1e3", b"1e+21", b"9007199254740992", b"9007199254740993"]
    numbers += [b"NaN", b"1" * 5000, b"0" + b"1", b"1e400", b"-9007199254740991"]
    return _retold(rng, signed, b'"a":' + rng.choice(numbers))


def odd_text(rng: Random, signed: Signed) -> bytes:
    texts = [rb'"\ud800"', rb'"\udc00\ud800"', rb'"\ud83d\ude00"', rb'"\u0041"', b'"\xed\xa0\x80"']
    return _retold(rng, signed, b'"a":' + rng.choice([*texts, b'"\x1f"', rb'"\/"', b'"\x7f"']))


def nested(rng: Random, signed: Signed) -> bytes:
    depth = rng.choice([14, 15, 16, 17, 500, 30_000])
    return _retold(rng, signed, b'"a":' + b"[" * depth + b"]" * depth)


def odd_name(rng: Random, signed: Signed) -> bytes:
    return _retold(rng, signed, rng.choice(['"ä":1', '"\U0001f600":1', '"__proto__":{}']).encode())


# Fields


def _event(rng: Random, values: list[Json]) -> Json:
    return rng.choice(values[1:-1])


def _other(rng: Random, value: Any) -> Any:
    match value:
        case bool():
            return rng.choice([not value, 1, None])
        case int():
            return rng.choice([value + 1, value - 1, None, str(value), True, 2**53 - 1])
        case str():
            return rng.choice([value + "x", "", None, 7, [value]])
        case None:
            return rng.choice([1, "x", {}, []])
        case list():
            return rng.choice([[], None, value[1:], [*value, *value], {}, "x"])
    return rng.choice([{}, None, {**value, "x": 1}, [], "x"])


def _somewhere(rng: Random, event: Json) -> None:
    """Changes, drops or adds a member, perhaps deep inside."""
    holder: Any = event
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        deep = [key for key in keys if isinstance(holder[key], dict | list) and holder[key]]
        if not deep or rng.random() < 0.4:
            break
        holder = holder[rng.choice(deep)]
    key = rng.choice(keys)
    change = rng.random()
    if change < 0.75:
        holder[key] = _other(rng, holder[key])
    elif change < 0.9:
        del holder[key]
    elif isinstance(holder, dict):
        holder["extra"] = 1


def changed_field(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    _somewhere(rng, rng.choice(values))
    return _told(values)


def changed_field_rechained(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    event = _event(rng, values)
    _somewhere(rng, event)
    event.setdefault("action", {})
    hidden = event.get("hidden")
    if not isinstance(hidden, dict) or not isinstance(event.get("salt"), str):
        event.pop("hidden", None), event.pop("salt", None)
        return rechained(values, veils=False)
    return rechained(values)


def changed_type(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    _event(rng, values)["type"] = rng.choice(values[1:-1])["type"]
    return rechained(values)


def earlier_time(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    times = ["2020-01-01T00:00:00.000Z", "2020-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z"]
    times += ["2026-01-01T00:00:00Z", "2026-01-01T24:00:00.000Z", "9999-12-31T23:59:59.999Z"]
    times += ["2026-01-01T00:00:60.000Z", "2026-01-01T00:00:00.000Z\n", "٢026-01-01T00:00:00.000Z"]
    _event(rng, values)["at"] = rng.choice(times)
    return rechained(values)


def half_rechained(rng: Random, signed: Signed) -> bytes:
    """One event changed and its own hash made anew; the next still names the old one."""
    values = _values(signed)
    event = _event(rng, values)
    _somewhere(rng, event["outcome"] or event)
    hashed = {n: v for n, v in event.items() if n not in ("hash", "hidden", "salt")}
    event["hash"] = digest(canonical(hashed))
    return _told(values)


# Veils and the deal


def _hiding(rng: Random, values: list[Json], name: str = "") -> Json | None:
    hiding = [
        e for e in values[1:-1] if isinstance(e.get("hidden"), dict) and name in str(e["hidden"])
    ]
    return rng.choice(hiding) if hiding else None


def other_stick_opened(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    event = _hiding(rng, values, "sticks")
    if event and event["hidden"].get("sticks"):
        stick = event["hidden"]["sticks"][0]
        stick["colour"] = rng.choice([c for c in ("red", "blue", "white") if c != stick["colour"]])
    return _told(values) if rng.random() < 0.5 else rechained(values)


def other_salt(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    if event := _hiding(rng, values):
        event["salt"] = rng.choice(["0" * 32, "0" * 31, "F" * 32, "", event["salt"].upper()])
    return _told(values) if rng.random() < 0.5 else rechained(values)


def nothing_opened(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    if event := _hiding(rng, values):
        for name in rng.choice([["hidden"], ["salt"], ["hidden", "salt"]]):
            if rng.random() < 0.5:
                del event[name]
            else:
                event[name] = None
    return _told(values)


def something_opened(rng: Random, signed: Signed) -> bytes:
    """Something hidden where there is nothing to hide."""
    values = _values(signed)
    if plain := [event for event in values[1:-1] if event["veil"] is None]:
        event = rng.choice(plain)
        event["hidden"] = rng.choice([{}, {"sticks": []}])
        event["salt"], event["veil"] = "0" * 32, "sha256:"
    return rechained(values)


def other_seed(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    values[1]["hidden"]["seed"] = rng.choice([f"{rng.getrandbits(128):032x}", "", "zz" * 16])
    return rechained(values)


def other_deal(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    if event := _hiding(rng, values, "prisoners"):
        deal = event["hidden"]["deal"]
        one, other = rng.sample(range(12), 2)
        deal[one]["sticks"], deal[other]["sticks"] = deal[other]["sticks"], deal[one]["sticks"]
    return rechained(values)


def other_first(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    for event in values[1:-1]:
        if event["type"] == "game-started":
            event["outcome"][rng.choice(["lime", "mask"])] = rng.randint(1, 5)
    return rechained(values)


def other_options(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    options = values[1]["action"]["options"]
    name = rng.choice(list(options))
    odd = [0, 1, 5, 24, -3, 2**53 - 1, "x", None, True, 10, "random", "stay", "either"]
    options[name] = rng.choice(odd)
    return rechained(values)


# Who signed


def no_certificate(rng: Random, signed: Signed) -> bytes:
    return signed.written(None)


def _with_certificate(signed: Signed, change: Callable[[Json], Any], keys: Keys) -> bytes:
    if signed.certificate is None:
        return signed.written("a.b.c")
    claims = check(signed.certificate, signed.keys.public())
    assert not isinstance(claims, Fault)
    plain = json.loads(canonical(claims))
    change(plain)
    return signed.written(keys.seal(TYPE, canonical(plain)))


def other_certificate(rng: Random, signed: Signed) -> bytes:
    """Signed with the right key, saying something else."""
    return _with_certificate(signed, lambda claims: _somewhere(rng, claims), signed.keys)


def certificate_of_another_key(rng: Random, signed: Signed) -> bytes:
    return _with_certificate(signed, lambda claims: None, _OTHER_KEYS)


def tampered_certificate(rng: Random, signed: Signed) -> bytes:
    token = list(signed.certificate or "a.b.c")
    token[rng.randrange(len(token))] = rng.choice("AbC_-.=9é")
    return signed.written("".join(token))


def other_keys(rng: Random, signed: Signed) -> bytes:
    values = _values(signed)
    key = values[0]["keys"]["keys"][0]
    change = rng.choice(["x", "kty", "crv", "none"])
    if change == "none":
        values[0]["keys"]["keys"] = []
    else:
        key[change] = rng.choice(["", "OKP", "A" * 43, "A" * 42 + "B", key["x"][:-1], "Ed448"])
    return _told(values)


def forged_whole(rng: Random, signed: Signed) -> bytes:
    """Another game under the same name, with keys and a certificate of the forger's own."""
    forged = Signed(rng, _OTHER_KEYS)
    values = _values(forged)
    for value in values[:-1]:
        value["game"] = signed.game
    return rechained(values)


DAMAGES: tuple[Damage, ...] = (
    flipped_bit,
    other_letter,
    dropped_line,
    doubled_line,
    swapped_lines,
    cut,
    cut_between_lines,
    shortened,
    stray_bytes,
    doubled_member,
    odd_number,
    odd_text,
    nested,
    odd_name,
    changed_field,
    changed_field_rechained,
    changed_type,
    earlier_time,
    half_rechained,
    other_stick_opened,
    other_salt,
    nothing_opened,
    something_opened,
    other_seed,
    other_deal,
    other_first,
    other_options,
    no_certificate,
    other_certificate,
    certificate_of_another_key,
    tampered_certificate,
    other_keys,
    forged_whole,
)
