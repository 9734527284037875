"""Public files, held in memory: already compressed, each with its ETag and cache time.

No personal data is served here: compressing an answer that contains a token could reveal the token by its length.
"""

import gzip
import mimetypes
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from litestar.datastructures import Headers
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.response.base import ASGIResponse
from litestar.types import HTTPScope
from msgspec import Struct

# Compressed forms that Vite writes next to each file, the preferred one first.
ENCODINGS = {"br": ".br", "gzip": ".gz"}

# An asset's name contains the hash of its contents; everything else is revalidated, mostly with 304.
IMMUTABLE = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class StoredFile(Struct, frozen=True):
    """One file in all its forms: unchanged (`identity`), and compressed if that saves enough."""

    forms: Mapping[str, bytes]
    media_type: str
    digest: str
    cache_control: str

    def etag(self, encoding: str) -> str:
        """Return the ETag of one form: caches must not confuse the forms."""
        return f'"{self.digest}-{encoding}"'


def load_files(folder: Path) -> dict[str, StoredFile]:
    """Return all files in this folder by their relative paths. A missing folder counts as empty."""
    compressed = tuple(ENCODINGS.values())
    return {
        path.relative_to(folder).as_posix(): _load(path, IMMUTABLE if path.parent.name == "assets" else ASK_AGAIN)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in compressed
    }


def file_of(content: bytes, media_type: str) -> StoredFile:
    """Return a file from contents generated at run time."""
    forms = {"identity": content, "gzip": gzip.compress(content, mtime=0)}
    return StoredFile(forms, media_type, _digest(content), ASK_AGAIN)


def _load(path: Path, cache_control: str) -> StoredFile:
    forms = {"identity": path.read_bytes()}
    for encoding, suffix in ENCODINGS.items():
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            forms[encoding] = beside.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return StoredFile(forms, media_type, _digest(forms["identity"]), cache_control)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def answer(scope: HTTPScope, file: StoredFile | None, status: int = 200, vary: str = "Accept-Encoding") -> ASGIResponse:
    """Return the file in the best form that the client accepts, or 304 if it is cached.

    Raises Litestar's 404 and 405.
    """
    if scope["method"] not in ("GET", "HEAD"):
        raise MethodNotAllowedException(headers={"Allow": "GET, HEAD"})
    if file is None:
        raise NotFoundException
    asked = Headers.from_scope(scope)
    encoding = chosen_encoding(asked.get("accept-encoding", ""), file.forms)
    headers = {"Cache-Control": file.cache_control, "ETag": file.etag(encoding), "Vary": vary}
    if status == 200 and _has(asked.get("if-none-match", ""), file.etag(encoding)):
        return ASGIResponse(status_code=304, headers=headers)
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    # The body is set for HEAD as well: uvicorn sends its length and leaves it out.
    return ASGIResponse(body=file.forms[encoding], media_type=file.media_type, headers=headers, status_code=status)


def chosen_encoding(accepted: str, forms: Mapping[str, bytes]) -> str:
    """Return our preferred encoding that the client accepts (RFC 9110, 12.5.3), or `identity`."""
    taken = {}
    for part in accepted.lower().replace(" ", "").split(","):
        name, _, weight = part.partition(";q=")
        # A weight of 0, in any spelling, means “not acceptable”.
        taken[name] = not weight or weight.strip("0.") != ""
    return next((e for e in ENCODINGS if e in forms and taken.get(e, taken.get("*", False))), "identity")


def _has(known: str, etag: str) -> bool:
    """Return whether `If-None-Match` names this ETag (weak comparison, RFC 9110, 13.1.2)."""
    return known.strip() == "*" or etag in (tag.strip().removeprefix("W/") for tag in known.split(","))
