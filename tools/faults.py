"""Small faults that can be planted in a source file: each changes what one expression or statement does."""

import ast
from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple

_OPPOSITES = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip


class Fault(NamedTuple):
    """One change on one line of a source file. Lines and columns are counted from 0."""

    path: Path
    line: int
    begin: int
    end: int
    text: str
    words: str

    @property
    def source(self) -> str:
        """The whole file with the fault in it."""
        lines = self.path.read_text().splitlines(keepends=True)
        line = lines[self.line]
        lines[self.line] = line[: self.begin] + self.text + line[self.end :]
        return "".join(lines)


def faults_in(path: Path, lines: Container[int]) -> Iterator[Fault]:
    """Return all faults on these lines of the functions in a file. Lines are counted from 1 here."""
    source = path.read_text()
    text = source.splitlines()
    seen: set[tuple[int, int, int, str]] = set()
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    for where, new, words in _changes(node):
                        # Only on one line and only ASCII: then byte offsets are columns.
                        key = (where.lineno, where.col_offset, where.end_col_offset or 0, new)
                        is_plain = where.lineno == where.end_lineno and text[where.lineno - 1].isascii()
                        if where.lineno in lines and is_plain and key not in seen:
                            seen.add(key)
                            yield Fault(path, key[0] - 1, *key[1:], words)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    match node:
        case ast.Compare(ops=[op]):
            sign = _OPPOSITES[type(op)]
            new = f"({ast.unparse(node.left)} {sign} {ast.unparse(node.comparators[0])})"
            yield node, new, f"compares by `{sign}`"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))", "has a condition negated"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None", "returns nothing"
        case ast.BinOp(op=ast.Add() | ast.Sub() as op):
            sign = "-" if isinstance(op, ast.Add) else "+"
            yield node, f"({ast.unparse(node.left)} {sign} {ast.unparse(node.right)})", f"computes with `{sign}`"
        case ast.BoolOp(op=op, values=values):
            word = "or" if isinstance(op, ast.And) else "and"
            joined = f" {word} ".join(f"({ast.unparse(value)})" for value in values)
            yield node, f"({joined})", f"joins by `{word}`"
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            yield node, str(number + 1), f"says {number + 1} for {number}"
        case ast.Expr(value=ast.Call()):
            yield node, "pass", "leaves a call out"
        case _:
            pass
