"""Names on every protocol: nobody can imitate an account, the server or the computer."""

import pytest

from noughts.app import Application
from tests.doors.line_talker import LineTalker
from tests.doors.people import Person, code_of
from tests.doors.talker import SocketTalker

TAKEN = ["annie", "annie ", "ANNIE", "\uff41\uff4e\uff4e\uff49\uff45", "\u0430nnie", "annie.", "ánnie"]
RESERVED = ["admin", "Moderator", "m\u043ed", "Noughts 8", "noughts-3", "Computer 1", "r00t"]
INVISIBLE = ["an\u034fnie", "\u2800", "\u3164", "\u115fbob"]
WANTED = (
    [(name, "username_taken") for name in TAKEN]
    + [(name, "username_reserved") for name in RESERVED]
    + [(name, "bad_name") for name in INVISIBLE]
)


@pytest.mark.parametrize(("name", "code"), WANTED, ids=ascii)
async def test_rejects_names_that_imitate_another_player(application: Application, name: str, code: str) -> None:
    async with Person(application.address) as annie, Person(application.address) as mallory:
        await annie.register("annie")
        assert code_of(await mallory.call("POST", "guests", {"name": name})) == code
        socket = await SocketTalker().open(application.address.replace("http", "ws") + "/ws")
        assert await socket.no("PlayAsGuest", name=name) == code
        await socket.close()
        line = await LineTalker.connect(application.line_address)
        assert (await line.ask({"username": name}))["code"] == code
        await line.hang_up()
        await mallory.register("mallory")
        assert code_of(await mallory.call("PATCH", "me", {"name": name})) == code


async def test_accepts_names_that_imitate_nobody(application: Application) -> None:
    async with Person(application.address) as annie:
        await annie.register("annie")
        for name in ("Annie", "ANNIE", "Annie Smith"):
            reply = await annie.call("PATCH", "me", {"name": name})
            assert reply.status_code == 200, reply.text
        for name in ("Аня", "Zoë", "李小龙", "cat 🐈", "annieb"):
            async with Person(application.address) as guest:
                assert (await guest.call("POST", "guests", {"name": name})).status_code == 201


@pytest.mark.parametrize("username", ["noughts-8", "noughts8", "computer1", "ad-min", "Deleted"])
async def test_refuses_reserved_usernames(application: Application, username: str) -> None:
    async with Person(application.address) as mallory:
        reply = await mallory.call("POST", "accounts", {"username": username, "password": "correct horse"})
        assert code_of(reply) == "username_reserved"
