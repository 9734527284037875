"""With pictures that are slow to decode, games continue and the server still stops in time."""

import asyncio
import time
from base64 import b64encode
from collections.abc import Callable

from noughts.server.players.picture_worker import MOST_SCANS
from tests.doors.talker import SocketTalker
from tests.server.players.many_scans import jpeg_of_scans
from tests.servers import NoughtsServer

MOST_STOP_SECONDS = 5


async def test_games_continue_during_slow_pictures_and_the_server_stops_in_time(
    start_noughts: Callable[..., NoughtsServer],
) -> None:
    server = start_noughts()
    url = server.url.replace("http", "ws") + "/ws"
    attackers = [await SocketTalker().open(url) for _ in range(6)]
    x, o = await SocketTalker().open(url), await SocketTalker().open(url)
    for player in (x, o):
        await player.must("PlayAsGuest")
    await x.must("CreateGame", name="beside", seat="X")
    await o.must("JoinGame", name="beside")
    await x.must("StartGame")
    absurd = b64encode(jpeg_of_scans(4000)).decode()
    slowest = b64encode(jpeg_of_scans(MOST_SCANS)).decode()
    for number, attacker in enumerate(attackers):
        for picture in (absurd, slowest):
            attacker.say("CreateLogin", username=f"mallory{number}", password="correct horse", profilePicture=picture)
    assert (await attackers[0].hear("ActionSuccess", re="CreateLogin"))["code"] == "bad_picture"
    slow_moves = 0
    for ply, (player, cell) in enumerate(((x, 0), (o, 3), (x, 1), (o, 4), (x, 2))):
        began = time.monotonic()
        await player.must("MakeMove", position=cell, ply=ply, id=f"m{ply}")
        slow_moves += time.monotonic() - began > 0.5
    assert slow_moves == 0
    began = time.monotonic()
    assert await asyncio.to_thread(server.end) == 0
    assert time.monotonic() - began < MOST_STOP_SECONDS
    assert not server.tracebacks
