"""Contrast as WCAG 2.2 counts it, from the colours that drawing and style really have."""

import re

from service import bundle

THEMES = ("light", "dark")


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def symbol(name: str) -> str:
    """What a symbol of the sprite holds; raises LookupError."""
    found = re.search(rf'<symbol id="{name}"[^>]*>(.*?)</symbol>', bundle.text("pieces.svg"))
    if found is None:
        raise LookupError(name)
    return found[1]


def fills(text: str) -> list[str]:
    return re.findall(r'fill="(#[0-9a-f]+)"', text)


def strokes(text: str) -> list[str]:
    return re.findall(r'stroke="(#[0-9a-f]+)"', text)


def themed(name: str, theme: str) -> str:
    """A custom property of the board's style by day or by night; raises LookupError."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", bundle.text("board.css"))
    if found is None:
        raise LookupError(name)
    return found[1 + THEMES.index(theme)]
