"""Friends over the API and the socket: follow, see who is online, unfollow."""

from pathlib import Path
from typing import Any

import pytest

from noughts.app import Application
from noughts.client import Api, Client, CommandRefused
from noughts.messages import people_commands as p
from noughts.messages.answers import AnyMessage
from noughts.messages.people_answers import Friends
from noughts.server.sessions.handlers import friends as handlers
from tests.doors.people import NewPerson, Person, code_of
from tests.server.virtual import START_MS, Time, server_at
from tests.waiting import until


def names(friends: Any) -> list[str]:
    return [friend["player"]["name"] for friend in friends["friends"]]


def online(friends: Any) -> list[tuple[str, bool]]:
    return [(friend["player"]["name"], friend["online"]) for friend in friends["friends"]]


async def test_a_guest_follows_accounts_and_unfollows_them(person: NewPerson) -> None:
    ann = await person().guest()
    for name in ("zoe", "Bob"):
        await person().register(name)
    await ann.call("PUT", "me/friends/ZOE", {})
    assert names((await ann.call("PUT", "me/friends/bob", {})).json()) == ["Bob", "zoe"]
    assert names(await ann.get("me/friends")) == ["Bob", "zoe"]
    assert names((await ann.call("DELETE", "me/friends/bob")).json()) == ["zoe"]


async def test_friends_who_are_online_come_first(tmp_path: Path) -> None:
    time = Time()
    async with (
        server_at(time, tmp_path) as server,
        Person(server.address) as ann,
        Person(server.address) as bob,
        Person(server.address) as zoe,
    ):
        for who, name in ((ann, "ann"), (bob, "bob"), (zoe, "zoe")):
            await who.register(name)
        for other in (bob, zoe):
            await ann.call("PUT", f"me/friends/{other.id}", {})
        await bob.get("me")
        assert online(await ann.get("me/friends")) == [("bob", True), ("zoe", False)]
        time.pass_seconds(31)
        server.services.attendance.timed_out()
        async with Client(server.address, token=zoe.token):
            friends = await ann.get("me/friends")
            assert online(friends) == [("zoe", True), ("bob", False)]
            assert [friend["sinceMs"] for friend in friends["friends"]] == [START_MS, START_MS]


async def test_refuses_to_follow_guests_unknown_players_yourself_or_too_many(
    person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, guest = await person().register("ann"), await person().guest()
    for name in ("bob", "eve"):
        await person().register(name)
    assert code_of(await ann.call("PUT", f"me/friends/{guest.id}", {})) == "guest_not_followed"
    for name in ("ann", "nobody-here"):
        assert code_of(await ann.call("PUT", f"me/friends/{name}", {})) == "no_such_player"
        assert code_of(await ann.call("DELETE", f"me/friends/{name}")) == "no_such_player"
    monkeypatch.setattr(handlers, "MOST_FOLLOWS", 1)
    await ann.call("PUT", "me/friends/bob", {})
    assert code_of(await ann.call("PUT", "me/friends/eve", {})) == "too_many_follows"


async def test_blocked_players_do_not_follow_each_other(person: NewPerson) -> None:
    ann, eve = await person().register("ann"), await person().register("eve")
    for one, other in ((ann, "eve"), (eve, "ann")):
        await one.call("PUT", f"me/friends/{other}", {})
    await ann.call("PUT", "me/blocks/eve", {})
    for one, other in ((ann, "eve"), (eve, "ann")):
        assert names(await one.get("me/friends")) == []
        assert code_of(await one.call("PUT", f"me/friends/{other}", {})) == "blocked"


async def test_follows_over_the_socket(person: NewPerson, application: Application) -> None:
    bob = await person().register("bob")
    heard: list[AnyMessage] = []
    async with Client(application.address, heard=heard.append) as ann, Client(application.address, token=bob.token):
        await ann.ask(p.Follow(name="bob"))
        await ann.ask(p.ListFriends())
        await ann.ask(p.Unfollow(name="bob"))
        await until(lambda: sum(isinstance(message, Friends) for message in heard) == 3)
    lists = [message.friends for message in heard if isinstance(message, Friends)]
    assert [[(friend.player.name, friend.online) for friend in friends] for friends in lists] == [
        [("bob", True)],
        [("bob", True)],
        [],
    ]


async def test_a_token_needs_the_right_scopes(application: Application) -> None:
    async with Api(application.address) as owner, Api(application.address) as bob:
        await owner.register("ann", "correct horse")
        await bob.register("bob", "correct horse")
        assert [friend.player.name for friend in (await owner.follow("bob")).friends] == ["bob"]
        async with Api(application.address, await owner.make_token("reader", "read")) as reader:
            assert len((await reader.friends()).friends) == 1
            with pytest.raises(CommandRefused, match="missing_scope"):
                await reader.unfollow("bob")
        assert (await owner.unfollow("bob")).friends == []
