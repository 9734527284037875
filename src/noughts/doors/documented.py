"""What an endpoint of our API may answer, for the document: the answer when it works, and every way of saying no."""

import re
from typing import Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from noughts.doors.replies import ErrorBody
from noughts.messages.commands import Command
from noughts.messages.refusals import Refusal

# One who asks with no token, or a wrong one, or one that is not for this, or from another site's page, or too often.
OUT = ("not_logged_in", "bad_token", "missing_scope", "forbidden_origin", "json_needed", "too_many_requests")
# Whoever writes may find the store full or gone.
WRITING = ("storage_unavailable",)
IN_GAME = (*OUT, *WRITING, "no_such_game", "not_yours", "busy")
# A body, or a path, can be unreadable.
READING = ("malformed", "too_large")


def documented(success: Any, *codes: str, status: int = 200, words: str = "It worked.") -> dict[int, ResponseSpec]:
    """One answer for each status that these refusals have, with an example for each of them."""
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
    """A handler's name for a command: `make_move` for `MakeMove`."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", command.__name__).lower()
