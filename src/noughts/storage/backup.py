"""The whole store in one file, the same for both databases. The server may run during backup and restore.

The file is gzip over JSON lines: a header, then each table with its columns and rows, then the end. An incomplete file
changes nothing. A server running on a restored store finds out before it writes again.
"""

import gzip
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, LargeBinary, Table, func, select, text, tuple_

from noughts.storage.installation import set_restored
from noughts.storage.migration import schema_of
from noughts.storage.tables import installation, metadata

FORMAT = 1
ROWS_AT_A_TIME = 2000
# A line is one row: the largest is a picture. A longer line was not written by us.
LONGEST_LINE = 16 * 1024 * 1024

# Every row except the one that records when this very store was restored.
TABLES: tuple[Table, ...] = tuple(table for table in metadata.sorted_tables if table is not installation)

Progress = Callable[[int, int], None]


class BackupError(Exception):
    """The file cannot be used, in words for the operator."""


class Header(Struct, frozen=True):
    """The first line."""

    noughts: int
    schema: str
    made_ms: int
    rows: dict[str, int]


class Heading(Struct, frozen=True):
    """The line before the rows of a table."""

    table: str
    columns: list[str]


class End(Struct, frozen=True):
    """The last line."""

    rows: int


def back_up(connection: Connection, file: IO[bytes], now_ms: int, progress: Progress) -> int:
    """Write everything that is stored at this moment, and count the rows. Call it within one snapshot."""
    counts = {str(table.name): connection.scalar(select(func.count()).select_from(table)) or 0 for table in TABLES}
    total, done = sum(counts.values()), 0
    encoder = msgspec.json.Encoder()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=5, mtime=0) as packed:
        packed.write(encoder.encode(Header(FORMAT, schema_of(connection), now_ms, counts)) + b"\n")
        for table in TABLES:
            packed.write(encoder.encode(Heading(str(table.name), [str(column.name) for column in table.c])) + b"\n")
            for rows in _pages(connection, table):
                packed.write(encoder.encode_lines([_packed(table, row) for row in rows]))
                done += len(rows)
                progress(done, total)
        packed.write(encoder.encode(End(done)) + b"\n")
    return done


def _pages(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """Yield all rows in the order of the key, a page at a time, so that few are in memory."""
    key = list(table.primary_key.columns)
    places = [list(table.c).index(column) for column in key]
    query = select(table).order_by(*key).limit(ROWS_AT_A_TIME)
    page = query
    while rows := [tuple(row) for row in connection.execute(page)]:
        yield rows
        page = query.where(tuple_(*key) > tuple(rows[-1][place] for place in places))


def _binary(table: Table) -> list[int]:
    return [place for place, column in enumerate(table.c) if isinstance(column.type, LargeBinary)]


def _packed(table: Table, row: tuple[Any, ...]) -> list[Any]:
    values = list(row)
    for place in _binary(table):
        values[place] = None if values[place] is None else b64encode(values[place]).decode()
    return values


def check_file(path: Path, schema: str) -> Header:
    """Read the whole file once. Raises `BackupError` unless it is complete and has this schema."""
    rows, ended = 0, False
    header: Header | None = None
    for line in _lines(path):
        if header is None:
            header = _decoded(line, Header)
            _check_header(header, schema)
        elif line.startswith(b"["):
            rows += 1
        elif line.startswith(b'{"rows"'):
            ended = _decoded(line, End).rows == rows
    if header is None or not ended or rows != sum(header.rows.values()):
        raise BackupError(f"{path} is incomplete or damaged: nothing was changed")
    return header


def contents(path: Path) -> dict[str, tuple[int, int]]:
    """Return the number of rows of each table, and a sum over them that is the same in any order."""
    found: dict[str, tuple[int, int]] = {}
    table = ""
    for line in _lines(path):
        if line.startswith(b'{"table"'):
            table = _decoded(line, Heading).table
            found[table] = (0, 0)
        elif line.startswith(b"["):
            rows, total = found[table]
            found[table] = (rows + 1, total + int.from_bytes(sha256(line).digest()))
    return found


def _check_header(header: Header, schema: str) -> None:
    if header.noughts != FORMAT:
        raise BackupError(f"the backup has format {header.noughts}, and this version of Noughts knows {FORMAT}")
    if header.schema != schema:
        raise BackupError(
            f"the backup has schema {header.schema} and this database {schema}: restore it with the version of "
            "Noughts that made it, into a new database, and start the newer version on that"
        )


def restore(connection: Connection, path: Path, now_ms: int, progress: Progress) -> int:
    """Replace everything with the contents of the file, in one transaction, and count the rows."""
    # First, because it locks everything: other writers wait here until this is over.
    set_restored(connection, now_ms)
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in TABLES)
        connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    for table in TABLES:
        connection.execute(table.delete())
    tables = {table.name: table for table in TABLES}
    lines = _lines(path)
    total, done = sum(_decoded(next(lines), Header).rows.values()), 0
    heading, waiting = Heading("", []), list[dict[str, Any]]()

    def flush() -> None:
        nonlocal done, waiting
        if waiting:
            connection.execute(tables[heading.table].insert(), waiting)
            done, waiting = done + len(waiting), []
            progress(done, total)

    for line in lines:
        if line.startswith(b"["):
            waiting.append(_unpacked(tables[heading.table], heading.columns, _decoded(line, list[Any])))
            if len(waiting) >= ROWS_AT_A_TIME:
                flush()
        else:
            flush()
            if line.startswith(b'{"table"'):
                heading = _decoded(line, Heading)
    flush()
    return done


def _unpacked(table: Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
    row = dict(zip(columns, values, strict=True))
    for place in _binary(table):
        name = table.c[place].name
        row[name] = None if row[name] is None else b64decode(row[name])
    return row


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as packed:
            while line := packed.readline(LONGEST_LINE):
                yield line
    except (OSError, EOFError) as error:
        raise BackupError(f"cannot read {path}: {error}") from error


def _decoded(line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise BackupError("this is not a Noughts backup: nothing was changed") from error
