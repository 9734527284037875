"""The client library's methods about people, against a real server."""

import pytest

from noughts.app import Application
from noughts.client import Api, Client, CommandRefused

PASSWORD = "correct horse"


async def test_a_bot_registers_and_plays_its_first_game(application: Application) -> None:
    async with Api(application.address) as owner, Api(application.address) as ann:
        assert (await owner.register("robo", PASSWORD, bot=True)).player.kind == "bot"
        token = await owner.make_token("my bot", "read", "play")
        assert [login.label for login in await owner.logins() if login.scopes] == ["my bot"]
        await ann.be_guest("Ann")
        challenge = await ann.create(opponent="robo")
        async with Api(application.address, token) as robo, Client(application.address, token=token) as client:
            assert [entry.state.game for entry in (await robo.challenges()).incoming] == [challenge.game]
            game = await client.join(challenge.game)
            assert game.state is not None
            assert game.state.players.O is not None
            assert game.state.players.O.name == "robo"
            with pytest.raises(CommandRefused, match="missing_scope"):
                await robo.block("ann")


async def test_manages_an_account_and_follows_others(application: Application) -> None:
    async with Api(application.address) as ann, Api(application.address) as bob:
        await ann.be_guest()
        assert (await ann.become_account("ann", PASSWORD)).player.name == "ann"
        assert (await ann.change_settings(theme="dark")).theme == (await ann.settings()).theme == "dark"
        await bob.register("bob", PASSWORD)
        await ann.block("bob", "mute")
        assert (await ann.unblock("bob")).blocks == []
        game = await ann.create(visibility="private")
        link = await ann.invite(game.game)
        assert (await bob.accept_invite(link.rpartition("/")[2])).game == game.game
        declined = await ann.create(opponent="bob")
        assert (await bob.decline_challenge(declined.game)).result is not None
        assert await ann.log_out() == 1
        with pytest.raises(CommandRefused, match="bad_token"):
            await ann.me()
        await ann.log_in("ann", PASSWORD)
        assert (await ann.me()).name == "ann"
