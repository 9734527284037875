"""Pictures over HTTP: the file is the body, its size is limited, and unused pictures are removed."""

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
import pytest_asyncio
from httpx2 import AsyncClient, Response
from PIL import Image
from sqlalchemy import func, select

from noughts.app import Application
from noughts.storage.tables import pictures
from tests.doors.rooms_user import RoomsUser


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(base_url=application.address, timeout=30) as http:
        yield http


def png(colour: str, size: tuple[int, int] = (50, 50)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


async def put(http: AsyncClient, user: RoomsUser, data: bytes) -> Response:
    return await http.put("/api/v1/me/picture", content=data, headers={"Authorization": f"Bearer {user.token}"})


async def test_sets_and_serves_a_picture(http: AsyncClient) -> None:
    ann = await RoomsUser(http).register("ann")
    reply = await put(http, ann, png("red"))
    assert reply.status_code == 200
    path = reply.json()["picture"]
    assert (await ann.call("GET", "/api/v1/me")).json()["picture"] == path
    shown = await http.get(path)
    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert Image.open(BytesIO(shown.content)).getpixel((128, 128)) == (255, 0, 0, 255)


async def test_removes_unused_pictures(http: AsyncClient, application: Application) -> None:
    ann, bob = await RoomsUser(http).register("ann"), await RoomsUser(http).register("bob")
    red = (await put(http, ann, png("red"))).json()["picture"]
    assert (await put(http, bob, png("red"))).json()["picture"] == red
    await put(http, ann, png("blue"))
    assert (await http.get(red)).status_code == 200
    await put(http, bob, png("blue"))
    assert (await http.get(red)).status_code == 404
    count = select(func.count()).select_from(pictures)
    assert await application.database.read(lambda connection: connection.scalar(count)) == 1


async def test_refuses_bad_requests(http: AsyncClient) -> None:
    ann = await RoomsUser(http).register("ann")
    guest = RoomsUser(http, (await http.post("/api/v1/guests", json={})).json()["token"])
    for user, data, status, code in [
        (ann, b"no picture", 422, "bad_picture"),
        (ann, b"", 422, "bad_picture"),
        (ann, png("red", (3000, 10)), 422, "bad_picture"),
        (ann, bytes(512 * 1024 + 1), 413, "too_large"),
        (guest, png("red"), 403, "account_needed"),
        (RoomsUser(http, "nonsense"), png("red"), 401, "bad_token"),
    ]:
        reply = await put(http, user, data)
        assert (reply.status_code, reply.json()["code"]) == (status, code)


@pytest.mark.parametrize("name", ["x.png", "0" * 64, "0" * 64 + ".gif", "..%2f..%2fetc%2fpasswd", "%00"])
async def test_answers_404_for_an_unknown_picture(http: AsyncClient, name: str) -> None:
    assert (await http.get(f"/pictures/{name}")).status_code == 404
