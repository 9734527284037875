"""Chat reaches both players of a game, whichever nodes they are connected to."""

from collections.abc import Callable

from noughts.client import Client
from noughts.messages import commands as c
from noughts.messages.answers import AnyMessage, ChatLine, EmoteShown
from tests.servers import NoughtsServer, ValkeyServer
from tests.waiting import until


async def test_chat_reaches_players_on_other_nodes(
    start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer
) -> None:
    options = ("--database", postgres_url, "--redis", valkey.url)
    first, second = start_noughts(*options), start_noughts(*options)
    heard: list[AnyMessage] = []
    async with Client(first.url) as ann, Client(second.url, heard=heard.append) as bob:
        game = await ann.create(visibility="private")
        await bob.join(game.id)
        await ann.ask(c.Chat(game=game.id, text="hello there"))
        await ann.ask(c.Emote(game=game.id, emote="wow"))
        await until(lambda: any(isinstance(message, EmoteShown) for message in heard))
        said = [message for message in heard if isinstance(message, ChatLine | EmoteShown)]
        assert said == [
            ChatLine(game=game.id, seat="X", text="hello there"),
            EmoteShown(game=game.id, seat="X", emote="wow"),
        ]
    assert first.tracebacks == second.tracebacks == []
