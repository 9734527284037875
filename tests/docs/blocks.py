"""The code blocks and commands of the README and of the guides for hosts and authors of clients."""

import re
import textwrap
from dataclasses import dataclass

from tests.docs.transcripts import ROOT

_SECTIONS = ("Host a server", "Write a client or bot")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```|(?<=^\n)((?: {4}[^\n]+\n)+)", re.DOTALL | re.MULTILINE)
_PROGRAMS = r"noughts|make|pip|python3?|docker|systemctl|journalctl|systemd-analyze|\.venv/bin/\w+"
_INLINE = re.compile(rf"`((?:{_PROGRAMS})(?: [^`\n]*)?)`")


@dataclass(frozen=True)
class Block:
    """A fenced block, or lines indented by four spaces: those are commands."""

    language: str
    text: str

    @property
    def first_line(self) -> str:
        return self.text.splitlines()[0]


def guides() -> list[str]:
    """Return the pages that must work as written, in the order of the site's menu."""
    pages = ["README.md"]
    section = ""
    for line in (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2].splitlines():
        if heading := re.fullmatch(r"  - ([^:]+):.*", line):
            section = heading[1]
        elif section in _SECTIONS:
            pages.append(line.removeprefix("      - "))
    return pages


def blocks_of(page: str) -> list[Block]:
    found = _BLOCK.findall((ROOT / page).read_text())
    return [Block(language or "sh", text or textwrap.dedent(lines)) for language, text, lines in found]


def block(page: str, first_line: str) -> str:
    """Return the text of the only block that begins with this line."""
    [found] = [block.text for block in blocks_of(page) if block.first_line == first_line]
    return found


def inline_commands(page: str) -> set[str]:
    """Return the commands in the sentences of a page. A program's name alone is a command only for `make`."""
    found = set(_INLINE.findall(_BLOCK.sub("", (ROOT / page).read_text())))
    return {command for command in found if " " in command or command == "make"}
