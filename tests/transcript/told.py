"""A report in lines, as the documentation prints it."""

from events.findings import Finding, Material, Report


def told(report: Report) -> list[str]:
    return [
        *(_finding(one) for one in report.findings),
        *report.undecided,
        *(_material(one) for one in report.materiality),
    ]


def _finding(one: Finding) -> str:
    return f"Entry {one.version}, {one.field} ({', '.join(one.clauses)}): {one.sentence}"


def _material(one: Material) -> str:
    where = f"entry {one.first}" if one.first else "nowhere"
    return f"Where {one.ruling} as {one.other} would have changed anything: {where}."
