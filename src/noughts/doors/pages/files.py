"""Public files, held in memory: already compressed, each with its ETag and cache time.

No personal data is served here: answers with a token are never compressed, since their length would reveal it.
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

# Vite writes these beside a file, in the order in which we would rather send them.
ENCODINGS = {"br": ".br", "gzip": ".gz"}

# An asset's name contains the hash of its contents; everything else is revalidated, mostly with 304.
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class StoredFile(Struct, frozen=True):
    """One file in all its forms: as it is (`identity`), and compressed where that is worth it."""

    forms: Mapping[str, bytes]
    media_type: str
    digest: str
    cache_control: str

    def etag(self, encoding: str) -> str:
        """Return a form's own: caches must not take one form for another."""
        return f'"{self.digest}-{encoding}"'


def load_files(folder: Path) -> dict[str, StoredFile]:
    """Everything in this folder by its path within it. A folder that is not there is an empty one."""
    compressed = tuple(ENCODINGS.values())
    return {
        path.relative_to(folder).as_posix(): _load(path, FOR_EVER if path.parent.name == "assets" else ASK_AGAIN)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in compressed
    }


def file_of(content: bytes, media_type: str) -> StoredFile:
    """Return a file that was made here and not built."""
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
    """Return the file in the best form that this client takes, or 304 if it has it. Raises Litestar's 404 and 405."""
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
    # To HEAD as well: uvicorn then sends the length and leaves the body out.
    return ASGIResponse(body=file.forms[encoding], media_type=file.media_type, headers=headers, status_code=status)


def chosen_encoding(accepted: str, forms: Mapping[str, bytes]) -> str:
    """Return the first of ours that the client takes (RFC 9110, 12.5.3); `identity` if it takes none."""
    taken = {}
    for part in accepted.lower().replace(" ", "").split(","):
        name, _, weight = part.partition(";q=")
        # A weight of 0, 0.0 and so on means: not this one.
        taken[name] = not weight or weight.strip("0.") != ""
    return next((e for e in ENCODINGS if e in forms and taken.get(e, taken.get("*", False))), "identity")


def _has(known: str, etag: str) -> bool:
    """Return whether `If-None-Match` names this one (weakly compared, RFC 9110, 13.1.2)."""
    return known.strip() == "*" or etag in (tag.strip().removeprefix("W/") for tag in known.split(","))
