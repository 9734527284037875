"""Previews of shared links, in the reader's language and with a picture."""

import re
from collections.abc import AsyncIterator
from html import unescape
from io import BytesIO

import pytest
import pytest_asyncio
from httpx2 import AsyncClient
from PIL import Image

from noughts.app import Application
from noughts.doors.pages.files import load_files
from noughts.doors.pages.preview_texts import chosen_language, load_words
from noughts.doors.pages.site import STATIC
from noughts.server.previews.preview_jobs import HEIGHT, WIDTH
from noughts.server.runtime.budget import Client
from noughts.server.runtime.rates import PREVIEW_BURST
from tests.doors.people import Person

WON = "classic.b2a1b1c3b3"


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(base_url=application.address, timeout=30) as http:
        yield http


async def _tags(http: AsyncClient, path: str, language: str = "en") -> dict[str, str]:
    page = (await http.get(path, headers={"Accept-Language": language})).raise_for_status()
    assert "Accept-Language" in page.headers["vary"]
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)" />', page.text)
    return {name: unescape(value) for name, value in found}


async def _picture(http: AsyncClient, address: str) -> Image.Image:
    reply = (await http.get(address)).raise_for_status()
    assert reply.headers["content-type"] == "image/png"
    picture = Image.open(BytesIO(reply.content))
    assert picture.size == (WIDTH, HEIGHT)
    return picture.convert("RGB")


async def test_a_game_shows_its_players_and_board_and_result(application: Application, http: AsyncClient) -> None:
    async with Person(application.address) as ann, Person(application.address) as bob:
        await ann.guest(name='Ann "<b>" {o}')
        await bob.guest(name="Bob")
        game = (await ann.post("games", variant="classic", seat="X"))["game"]
        waiting = await _tags(http, f"/g/{game}")
        assert waiting["og:title"] == 'Ann "<b>" {o} wants to play Classic'
        await bob.post("join", name=game)
        playing = await _tags(http, f"/g/{game}")
        assert playing["og:title"] == 'Ann "<b>" {o} vs. Bob · Classic'
        empty = await _picture(http, playing["og:image"])
        for ply, (person, cell) in enumerate([(ann, 4), (bob, 0), (ann, 1), (bob, 3), (ann, 7)]):
            await person.post(f"games/{game}/moves", position=cell, ply=ply)
        over = await _tags(http, f"/g/{game}", "de-AT, en;q=0.5")
        assert over["og:locale"] == "de_DE"
        assert "hat gewonnen" in over["og:description"]
        assert over["twitter:card"] == "summary_large_image"
        # A new address, so that no cache shows the old board.
        assert over["og:image"] != playing["og:image"]
        assert (await _picture(http, over["og:image"])).tobytes() != empty.tobytes()


async def test_invitations_replays_puzzles_and_players_have_their_own_previews(
    application: Application, http: AsyncClient
) -> None:
    async with Person(application.address) as ann:
        await ann.register("anna")
        game = (await ann.post("games", variant="gomoku"))["game"]
        token = (await ann.post(f"games/{game}/invites"))["token"]
        pages = {
            f"/invite/{token}": "anna invites you to play Gomoku",
            f"/replay/{WON}": "Replay · Classic",
            "/puzzles/classic-1": "Puzzle · Classic",
            "/u/anna": "anna on Noughts",
            "/": "Noughts",
        }
        for path, title in pages.items():
            tags = await _tags(http, path)
            assert tags["og:title"] == title
            assert tags["og:url"] == application.address + path
            await _picture(http, tags["og:image"])


@pytest.mark.parametrize("path", ["/g/none", "/invite/none", "/replay/none", "/puzzles/none", "/u/nobody", "/puzzles"])
async def test_a_broken_link_has_the_general_preview(http: AsyncClient, path: str) -> None:
    assert (await _tags(http, path))["og:title"] == "Noughts"


@pytest.mark.parametrize(
    "path",
    ["game/none.png", "replay/classic.zz.png", "variant/none.png", "puzzle/none.png", "player/x.png", "a/b.png"],
)
async def test_a_missing_game_has_no_picture(http: AsyncClient, path: str) -> None:
    assert (await http.get(f"/preview/{path}")).status_code == 404
    assert (await http.get(f"/preview/{path.removesuffix('.png')}")).status_code == 404


async def test_limits_new_pictures_by_address_but_not_cached_ones(application: Application, http: AsyncClient) -> None:
    budget = application.services.gatekeeper.budget
    await _picture(http, "/preview/variant/classic.png")
    for _ in range(PREVIEW_BURST):
        budget.take("preview", Client("127.0.0.1"))
    assert (await http.get("/preview/variant/gomoku.png")).status_code == 429
    await _picture(http, "/preview/variant/classic.png")


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", "en"),
        ("pt-PT,pt;q=0.9", "pt-BR"),
        ("fi, ru;q=0.4, de;q=0.7", "de"),
        ("zh-CN", "zh-CN"),
        ("de;q=0, es", "es"),
        ("de;q=abc, fr", "fr"),
        ("*,;=" * 500, "en"),
    ],
)
def test_uses_the_readers_preferred_language(accepted: str, chosen: str) -> None:
    assert chosen_language(accepted, load_words(load_files(STATIC))) == chosen


async def test_only_a_board_may_be_framed_by_other_sites(http: AsyncClient) -> None:
    for path in ("/embed/g/none", f"/embed/replay/{WON}"):
        policy = (await http.get(path)).raise_for_status().headers.get_list("content-security-policy")
        assert len(policy) == 1
        assert "frame-ancestors *" in policy[0]
        assert "default-src 'self'" in policy[0]
    for path in ("/embed", "/embed/", "/embed/g", "/embed/account/x", "/embed/g/a/b"):
        reply = await http.get(path)
        assert reply.status_code == 404
        assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in (await http.get("/g/none")).headers["content-security-policy"]
