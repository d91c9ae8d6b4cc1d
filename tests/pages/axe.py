"""axe-core, run beside a page: in a world of its own, which the page's policy does not bind."""

from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import CDPSession, Page

SCRIPT = Path(__file__).parents[1] / "tools" / "axe" / "node_modules" / "axe-core" / "axe.min.js"

LAW = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
"""WCAG 2.2 AA, and what axe's makers advise besides."""

OPTIONS = {"runOnly": {"type": "tag", "values": LAW}, "resultTypes": ["violations"]}


def violations(page: Page) -> list[str]:
    """What bars people from this page as it stands: rule, element, reason."""
    session = page.context.new_cdp_session(page)
    try:
        world = _world(session)
        _said(session, world, SCRIPT.read_text())
        run = f"axe.run(document, {msgspec.json.encode(OPTIONS).decode()})"
        found = _said(session, world, f"{run}.then((told) => told.violations)")
    finally:
        session.detach()
    return [_line(rule, node) for rule in found for node in rule["nodes"]]


def _line(rule: Any, node: Any) -> str:
    return f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"


def _world(session: CDPSession) -> int:
    frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    made = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "axe"})
    return int(made["executionContextId"])


def _said(session: CDPSession, world: int, expression: str) -> Any:
    asked = {"expression": expression, "contextId": world, "awaitPromise": True}
    told = session.send("Runtime.evaluate", {**asked, "returnByValue": True})
    if fault := told.get("exceptionDetails"):
        raise RuntimeError(fault)
    return told["result"].get("value")
