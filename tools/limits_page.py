"""Writes the tables of docs/limits.md from the limits in the code. The text around them is written by hand."""

from pathlib import Path

from noughts.config import Settings
from noughts.server.runtime.limits import BOUNDS
from noughts.server.runtime.rates import limits_of

PAGE = Path(__file__).parent.parent / "docs" / "limits.md"

_PER = {
    "message": "message",
    "connection": "connection",
    "player": "player",
    "address": "address (IPv6: /64)",
    "site": "network (IPv4: /24, IPv6: /48)",
    "everyone": "everyone together",
    "account": "account, from all addresses together",
    "account_from_address": "account, from one address",
    "device": "account, from a known browser or logged in",
    "mailbox": "e-mail address",
}


def rate_rows() -> list[str]:
    return [
        f"| {limit.counts} | {_PER[limit.per]} | {_rate(limit.rate)} | {_number(limit.burst)} | "
        f"{', '.join(f'`{name}`' for name in limit.setting.split(', ') if name)} |"
        for limit in limits_of(Settings()).all
    ]


def bound_rows() -> list[str]:
    return [f"| {b.counts} | {_PER[b.per]} | {f'{_number(b.most)} {b.unit}'.rstrip()} | {b.then} |" for b in BOUNDS]


def _rate(per_second: float) -> str:
    """Return a rate in the smallest unit of time in which it is at least 1."""
    for factor, unit in ((1, "second"), (60, "minute")):
        if per_second * factor >= 1:
            return f"{per_second * factor:,.3g} a {unit}" if per_second < 1 else f"{_number(per_second)} a {unit}"
    return f"{per_second * 3600:,.3g} an hour"


def _number(value: float) -> str:
    return f"{value:,.10g}"


TABLES = {
    "| what | for each | on average | at once | setting |": rate_rows,
    "| what | for each | at most | then |": bound_rows,
}


def page_with_tables(text: str) -> str:
    """Return the page with each table generated from the code."""
    for heading, rows in TABLES.items():
        before, _, rest = text.partition(heading + "\n")
        _, gap, after = rest.partition("\n\n")
        rule = "|" + "---|" * (heading.count("|") - 1)
        text = "\n".join([before + heading, rule, *rows()]) + (gap + after if gap else "\n")
    return text


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text()))
