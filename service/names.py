"""Names that people give themselves, made plain: nothing invisible, nothing that runs away."""

import re
import unicodedata

LONGEST_SENT = 160
LONGEST = 40

FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category that show nothing."""


def tidy(name: str) -> str:
    """The name as the table shows it; raises ValueError with a sentence where it is no name."""
    if len(name) > LONGEST_SENT:
        raise ValueError(f"Longer than {LONGEST_SENT} characters.")
    name = re.sub(" +", " ", unicodedata.normalize("NFC", name)).strip(" ")
    if not 1 <= len(name) <= LONGEST:
        raise ValueError(f"Must have 1 to {LONGEST} characters.")
    kinds = [unicodedata.category(sign)[0] for sign in name]
    if any(kind not in "LMNPS" and sign != " " for kind, sign in zip(kinds, name, strict=True)):
        raise ValueError("Only letters, marks, numbers, punctuation, symbols and spaces.")
    if not any(kind in "LN" and s not in FILLERS for kind, s in zip(kinds, name, strict=True)):
        raise ValueError("At least one letter or number.")
    if "MMM" in "".join(kinds):
        raise ValueError("At most two marks in a row.")
    return name
