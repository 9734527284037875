"""An endpoint's possible answers, for the API document: the successful one, and every refusal."""

import re
from typing import Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from noughts.doors.http.error_responses import ErrorBody
from noughts.messages.commands import Command
from noughts.messages.refusals import Refusal

# The token is missing or wrong, lacks permission, the page is another site's, or requests are too frequent.
OUT = ("not_logged_in", "bad_token", "missing_scope", "forbidden_origin", "json_needed", "too_many_requests")
# A write may find the store full or unreachable.
WRITING = ("storage_unavailable",)
IN_GAME = (*OUT, *WRITING, "no_such_game", "not_yours", "busy")
# A body, or a path, can be unreadable.
READING = ("malformed", "too_large")
UPLOADING = ("too_many_uploads", "upload_too_slow")


def documented(success: Any, *codes: str, status: int = 200, words: str = "Success.") -> dict[int, ResponseSpec]:
    """Return one answer for each status of these refusals, with an example of each refusal."""
    specs = {status: ResponseSpec(success, description=words, generate_examples=False)}
    by_status: dict[int, list[Refusal]] = {}
    for code in codes:
        by_status.setdefault(Refusal(code).status, []).append(Refusal(code))
    for no, refusals in sorted(by_status.items()):
        specs[no] = ResponseSpec(
            ErrorBody,
            description=" ".join(refusal.words for refusal in refusals),
            examples=[Example(summary=r.code, value={"error": r.words, "code": r.code}) for r in refusals],
            generate_examples=False,
        )
    return specs


def operation_name(command: type[Command]) -> str:
    """Return a handler's name for a command: `make_move` for `MakeMove`."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", command.__name__).lower()
