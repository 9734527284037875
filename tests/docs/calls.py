"""Replays HTTP transcripts of the documentation against a real server, as `transcripts.py` does for messages.

A line is `WHO > METHOD /path {…}` or `WHO < STATUS {…}`. A client that received a `token` at its login sends it from
then on.
"""

import json
import re
from typing import Any

from httpx2 import AsyncClient, Response

from tests.docs.transcripts import check

_CALL = re.compile(r"(\w+) > (GET|POST|DELETE) (/\S+)(?: (\{.*\}))?")
_REPLY = re.compile(r"(\w+) < (\d{3}) (.*)")


async def play_calls(transcript: str, http: AsyncClient) -> int:
    """Play every line and return their number. Raises AssertionError at the first line that differs."""
    names: dict[str, Any] = {}
    tokens: dict[str, str] = {}
    reply: Response | None = None
    lines = transcript.strip().splitlines()
    for line in lines:
        if (call := _CALL.fullmatch(line)) is not None:
            who, method, path, body = call.groups()
            path = "/".join(names.get(part, part) for part in path.split("/"))
            headers = {"Authorization": f"Bearer {tokens[who]}"} if who in tokens else {}
            reply = await http.request(method, path, headers=headers, json=None if body is None else json.loads(body))
            continue
        said = _REPLY.fullmatch(line)
        assert said is not None, f"not a line of a transcript: {line}"
        assert reply is not None
        assert reply.status_code == int(said[2]), f"at: {line}"
        check(said[3], reply.json(), names, line)
        if isinstance(reply.json(), dict) and "username" in reply.json():
            tokens[said[1]] = reply.json()["token"]
    return len(lines)
