"""Voice moves over HTTP: the server recognises squares in a recording, within limits, and plays nothing itself."""

from collections.abc import AsyncIterator

import numpy as np
import pytest
import pytest_asyncio
from httpx2 import AsyncClient, Response

from bench.speech import speech, wav
from noughts.app import Application
from noughts.client import Api, CommandRefused
from noughts.voice.bounds import MOST_BYTES, MOST_SECONDS, RATE

AUDIO = {"Content-Type": "audio/wav"}


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(base_url=application.address, timeout=60) as http:
        token = (await http.post("/api/v1/guests", json={})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        yield http


async def say(http: AsyncClient, sound: bytes, **where: str) -> Response:
    return await http.post("/api/v1/voice", content=sound, params=where, headers=AUDIO)


async def test_describes_the_required_format_of_recordings(http: AsyncClient) -> None:
    info = (await http.get("/api/v1/voice")).json()
    assert info == {"available": True, "languages": ["en"], "samplesPerSecond": RATE, "mostSeconds": MOST_SECONDS}


async def test_recognises_a_square_and_plays_nothing(http: AsyncClient) -> None:
    game = (await http.post("/api/v1/games", json={"variant": "classic"})).json()["game"]
    reply = await say(http, wav(speech("top right")), game=game)
    assert reply.status_code == 200
    assert reply.json()["verdict"] == "sure"
    assert reply.json()["guesses"][0] | {"confidence": 1} == {
        "phrase": "top right",
        "confidence": 1,
        "cell": 2,
        "square": "c1",
        "command": None,
    }
    assert (await http.get(f"/api/v1/games/{game}")).json()["ply"] == 0


async def test_the_variant_decides_which_words_are_recognised(http: AsyncClient) -> None:
    sound = wav(speech("bravo four"))
    assert (await say(http, sound, variant="9x9")).json()["guesses"][0]["square"] == "b4"
    game = (await http.post("/api/v1/games", json={"variant": "ultimate", "seat": "X"})).json()["game"]
    assert (await say(http, wav(speech("top left centre")), game=game)).json()["guesses"][0]["cell"] == 10


async def test_the_client_library_sends_recordings(application: Application) -> None:
    async with Api(application.address) as api:
        await api.be_guest()
        heard = await api.hear(wav(speech("bravo four")), variant="9x9")
        assert (heard.verdict, heard.guesses[0].square) == ("sure", "b4")
        game = await api.create(variant="ultimate", seat="X")
        assert (await api.hear(wav(speech("top left centre")), game=game.game)).guesses[0].cell == 10
        assert (await api.hear(wav(np.zeros(RATE, np.float32)))).verdict == "silence"
        with pytest.raises(CommandRefused, match="bad_audio"):
            await api.hear(b"RIFF but no more")


async def test_refuses_bad_recordings(http: AsyncClient) -> None:
    for sound, status, code in (
        (b"", 422, "bad_audio"),
        (b"RIFF but no more", 422, "bad_audio"),
        (bytes(MOST_BYTES), 422, "bad_audio"),
        (bytes(MOST_BYTES + 1), 413, "too_large"),
    ):
        reply = await say(http, sound)
        assert (reply.status_code, reply.json()["code"]) == (status, code)
    silence = wav(np.zeros(RATE, np.float32))
    assert (await say(http, silence)).json() == {"verdict": "silence", "guesses": []}
    assert (await say(http, silence, variant="chess")).json()["code"] == "unknown_variant"
    assert (await say(http, silence, game="nowhere")).json()["code"] == "no_such_game"
    del http.headers["Authorization"]
    assert (await say(http, silence)).json()["code"] == "not_logged_in"


async def test_limits_recordings_per_player(http: AsyncClient) -> None:
    silence = wav(np.zeros(100, np.float32))
    for _ in range(40):
        reply = await say(http, silence)
        if reply.status_code == 429:
            break
    assert reply.json()["ratelimit"]["seconds"] > 0
    assert int(reply.headers["Retry-After"]) >= 1
