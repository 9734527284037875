"""The machine's certificate authorities, read once for all HTTP clients of a worker.

httpx reads them for every client, which takes 40 ms of processor time. Most tests need no more for all the rest.
"""

import os
import ssl
from collections.abc import Iterator
from functools import cache

import httpcore2
import pytest

_read = httpcore2.default_ssl_context


@pytest.fixture(autouse=True, scope="session")
def authorities_read_once() -> Iterator[None]:
    """Let all HTTP clients with the same settings share one set of authorities."""
    httpcore2.default_ssl_context = _shared
    yield
    httpcore2.default_ssl_context = _read


def _shared(*, _trust_env: bool = True) -> ssl.SSLContext:
    return _context(_trust_env, os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def _context(trust_env: bool, _file: str | None, _folder: str | None) -> ssl.SSLContext:
    return _read(_trust_env=trust_env)
