"""What a page's HTML may not hold, read as it came."""

from html.parser import HTMLParser

VOID = frozenset({"base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})

OPEN_ENDED = frozenset({"p", "li", "dt", "dd", "tr", "td", "th", "option", "thead", "tbody"})
"""Elements whose end may be left out."""

DATA = frozenset({"application/json", "application/ld+json"})


class Source(HTMLParser):
    """Reads a page, and says what is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.language = ""
        self.title = ""
        self._open: list[str] = []
        self._ids: set[str] = set()
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self._open]
        if not html.lower().startswith("<!doctype html>"):
            self.faults.append("no doctype")
        if not self.title.strip():
            self.faults.append("no title")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "html":
            self.language = named.get("lang") or ""
        self._attributes(tag, attrs)
        if tag == "style":
            self.faults.append("an inline style sheet")
        if tag == "script" and "src" not in named and named.get("type") not in DATA:
            self.faults.append("an inline script")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open[-1] != tag and self._open[-1] in OPEN_ENDED:
            self._open.pop()
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["title"] and "svg" not in self._open:
            self.title += data

    def _attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.faults.append(f"{name}= on <{tag}>")
            if name == "id" and value in self._ids:
                self.faults.append(f"two elements with the id {value}")
            if name == "id" and value:
                self._ids.add(value)
        doubled = {name for name, _ in attrs if [n for n, _ in attrs].count(name) > 1}
        self.faults += [f"{name}= twice on <{tag}>" for name in doubled]
