"""Text that somebody else wrote, made harmless for a terminal."""


def plain(text: str) -> str:
    """What a terminal may act on, or what turns a line around, stands as an escape."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
