"""Private games can be joined only by id or invitation, and only their players see them in lists."""

import pytest

from noughts.app import Application
from noughts.client import Client, CommandRefused
from tests.doors.people import Person


async def test_a_private_game_cannot_be_joined_by_its_name(application: Application) -> None:
    async with (
        Client(application.address) as ann,
        Client(application.address) as bob,
        Client(application.address) as eve,
    ):
        game = await ann.create(name="our corner", visibility="private")
        with pytest.raises(CommandRefused, match="no_such_game"):
            await eve.join("our corner")
        # A public game may have the same name, and joining by name leads to it.
        public = await eve.create(name="Our Corner")
        assert (await bob.join("our corner")).id == public.id
        assert (await bob.join(game.id)).id == game.id


async def test_only_its_players_see_a_finished_private_game_in_lists(application: Application) -> None:
    address = application.address
    async with Person(address) as ann, Person(address) as bob, Person(address) as eve, Person(address) as nobody:
        for person, name in ((ann, "ann"), (bob, "bob"), (eve, "eve")):
            await person.register(name)
        ids = {}
        for visibility in ("public", "private"):
            setup = {"variant": "gomoku", "rated": True, "clock": {"baseSeconds": 60}, "seat": "X"}
            game = (await ann.post("games", visibility=visibility, **setup))["game"]
            await bob.post("join", name=game)
            for cell, person in ((0, ann), (1, bob)):
                await person.post(f"games/{game}/moves", position=cell)
            await bob.post(f"games/{game}/resign")
            ids[visibility] = game
        both = [ids["private"], ids["public"]]
        for viewer, seen in ((ann, both), (bob, both), (eve, both[1:]), (nobody, both[1:])):
            for path in ("players/ann/games", "players/bob/games", "players/ann/versus/bob"):
                assert [one["game"] for one in (await viewer.get(path))["games"]] == seen
            assert (await viewer.get("players/ann/versus/bob"))["sums"]["won"] == 2
            history = (await viewer.get("players/ann/ratings/gomoku/bullet"))["points"]
            assert [point["game"] for point in history] == [ids["public"], None]
