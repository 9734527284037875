"""Every HTTP answer has an id, and so has every line that is logged meanwhile."""

from collections.abc import Callable

import httpx2

from tests.servers import NoughtsServer
from tests.waiting import until


async def test_every_answer_has_its_own_request_id(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts(environment={"NOUGHTS_LOG_LEVEL": "debug"})
    async with httpx2.AsyncClient(base_url=server.url) as http:
        ids = [(await http.get(path)).headers["x-request-id"] for path in ("/healthz", "/api/v1/games/none", "/lost")]
    assert len(set(ids)) == 3
    # A line is written after its answer is sent.
    await until(lambda: all(f'"request": "{one}"' in server.log.read_text() for one in ids))
    assert '"route": "/api/v1/games/{game_id}"' in server.log.read_text()
