"""Find the prose in each kind of file: Markdown text, comments, docstrings, page texts and test names."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

_SKIPPED = ("node_modules", "doors/static")
_FOLDERS = ("src", "tests", "tools", "bench", "examples", "web/src", "web/tests", "web/texts", "docs", "deploy")
# Files without a suffix.
_NAMED = ("Makefile", ".ci/run", "deploy/Caddyfile")

_SCRIPT_COMMENT = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`'
    r"|(?P<block>/\*.*?\*/|<!--.*?-->)|(?P<lines>(?<![:\w/\\])//[^\n]*(?:\n[ \t]*//[^\n]*)*)",
    re.DOTALL,
)
_SCRIPT_TEST = re.compile(r"\b(?:test|it|describe)(?:\.\w+)*\(\s*\"([^\"]+)\"")


@dataclass(frozen=True)
class Passage:
    """Text that a person reads, with the file and line where it starts."""

    path: Path
    line: int
    text: str
    # A docstring must start with a verb. Labels, table cells and test names are not sentences.
    kind: str


def passages() -> Iterator[Passage]:
    """Return every passage of the project that is checked."""
    for path in _files():
        yield from passages_of(path)


def passages_of(path: Path) -> Iterator[Passage]:
    """Return the passages of one file."""
    return _READERS.get(path.suffix, _hash_comments)(path, path.read_text())


def _files() -> list[Path]:
    found = [*ROOT.glob("*.*"), *ROOT.glob("web/*.*"), ROOT / "web" / "src" / "locales" / "en.json"]
    for folder in _FOLDERS:
        found += (ROOT / folder).rglob("*.*")
    wanted = {path for path in found if path.suffix in _READERS and (path.suffix != ".json" or path.name == "en.json")}
    wanted |= {ROOT / name for name in _NAMED}
    return sorted(path for path in wanted if not any(part in path.as_posix() for part in _SKIPPED))


def _markdown(path: Path, text: str) -> Iterator[Passage]:
    """Split at empty lines, list items, headings and table rows; leave out code."""
    text = re.sub(r"^( *)(```|~~~).*?^ *\2", _blank, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^(?: {4}|\t)\S.*$|^<.*$|<!--.*?-->", _blank, text, flags=re.MULTILINE)
    paragraph: list[str] = []
    start = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        begins = re.match(r"\s*(?:(?:[-*+]|\d+\.|#+|>)\s+|\|)", line)
        if begins or not line.strip():
            if paragraph:
                yield Passage(path, start, " ".join(paragraph), "text")
            paragraph, start = [], number
        if line.lstrip().startswith(("#", "|")):
            for cell in line.strip("#| ").split("|"):
                yield Passage(path, number, cell.strip(), "cell")
        elif line.strip():
            paragraph.append(line[begins.end() :] if begins else line.strip())


def _python(path: Path, text: str) -> Iterator[Passage]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    statements = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr):
            statements.add(node.value)
        if isinstance(node, (ast.Module, ast.ClassDef, *functions)) and (said := ast.get_docstring(node)):
            kind = "docstring" if isinstance(node, functions) and not _is_value(node) else "text"
            yield from _paragraphs(path, node.body[0].lineno, said, kind)
        if isinstance(node, functions) and node.name.startswith("test_"):
            yield Passage(path, node.lineno, node.name.removeprefix("test_").replace("_", " "), "test name")
        if isinstance(node, ast.Constant) and node not in statements and _is_shown(path, node.value):
            yield Passage(path, node.lineno, str(node.value), "string")
    yield from _python_comments(path, text)


def _is_value(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether callers use the function like a value: properties, fixtures, and the blocks of `with`."""
    return any(re.search(r"property|fixture|contextmanager", ast.unparse(mark)) for mark in function.decorator_list)


def _is_shown(path: Path, value: object) -> bool:
    """Return whether a string of the package is text for people: several words, and not SQL."""
    if not isinstance(value, str) or "src" not in path.parts:
        return False
    return bool(re.search(r"[a-z] [a-z]+ [a-z]", value)) and not re.search(r"\b[A-Z]{4,}\b|\n", value)


def _python_comments(path: Path, text: str) -> Iterator[Passage]:
    lines: list[str] = []
    start = last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        follows_code = bool(token.line[: token.start[1]].strip())
        if lines and (token.start[0] != last + 1 or follows_code):
            yield Passage(path, start, " ".join(lines), "text")
            lines = []
        if not lines:
            start = token.start[0]
        # A comment after code ends with its line.
        last = 0 if follows_code else token.start[0]
        lines.append(token.string.lstrip("#: "))
    if lines:
        yield Passage(path, start, " ".join(lines), "text")


def _script(path: Path, text: str) -> Iterator[Passage]:
    """Read the comments of TypeScript, Svelte and CSS; strings are skipped so that "https://" starts none."""
    for found in _SCRIPT_COMMENT.finditer(text):
        said = found["block"] or found["lines"]
        if said:
            line = text.count("\n", 0, found.start()) + 1
            plain = re.sub(r"^\s*(?:/\*+|\*/|\*|//+|<!--)|\*/|-->", "", said, flags=re.MULTILINE)
            yield from _paragraphs(path, line, plain, "text")
    for found in _SCRIPT_TEST.finditer(text):
        yield Passage(path, text.count("\n", 0, found.start()) + 1, found[1], "test name")


def _hash_comments(path: Path, text: str) -> Iterator[Passage]:
    """Read whole-line comments, and the help texts that follow `##` in a Makefile."""
    for found in re.finditer(r"(?:^[ \t]*#(?!!)[^\n]*(?:\n|$))+", text, re.MULTILINE):
        line = text.count("\n", 0, found.start()) + 1
        yield from _paragraphs(path, line, re.sub(r"^[ \t]*#+", "", found[0], flags=re.MULTILINE), "text")
    for found in re.finditer(r"(?<=\S) ## ([^\n]+)", text):
        yield Passage(path, text.count("\n", 0, found.start()) + 1, found[1], "text")


def _locale(path: Path, text: str) -> Iterator[Passage]:
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(r'": ("(?:\\.|[^"\\])+")', line):
            yield Passage(path, number, json.loads(found[1]), "page text")


def _paragraphs(path: Path, line: int, text: str, kind: str) -> Iterator[Passage]:
    for part in re.split(r"\n\s*\n", text):
        if part.strip():
            yield Passage(path, line, " ".join(part.split()), kind)
        line += part.count("\n") + 2
        kind = "text" if kind == "docstring" else kind


def _blank(found: re.Match[str]) -> str:
    """Return only the line breaks, so that later line numbers stay right."""
    return "\n" * found[0].count("\n")


_READERS = {
    ".md": _markdown,
    ".py": _python,
    ".ts": _script,
    ".svelte": _script,
    ".css": _script,
    ".json": _locale,
    ".conf": _hash_comments,
}
