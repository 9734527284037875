"""A client that runs for months forgets old games, reconnects, respects limits, and fails when its login ends."""

import asyncio
import gc
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from noughts.app import Application
from noughts.client import Api, Client, CommandRefused, ConnectionLost, LoginEnded, RemoteGame
from noughts.client import connection as connection_module
from noughts.client import heartbeat as heartbeat_module
from noughts.messages import notice_commands as n
from noughts.messages.answers import AnyMessage, Inbox
from noughts.messages.board_state import BoardState
from noughts.rules import Move
from tests.servers import NoughtsServer, free_port
from tests.servers.wire import wire_to
from tests.waiting import until

SOON_SECONDS = 10.0


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send heartbeats twice a second, and wait half a second for an answer."""
    monkeypatch.setattr(heartbeat_module, "HEARTBEAT_SECONDS", 0.5)
    monkeypatch.setattr(connection_module, "ANSWER_SECONDS", 0.5)


async def _seated(x: Client, o: Client) -> tuple[RemoteGame, RemoteGame]:
    game = await x.create(visibility="private")
    return game, await o.join(game.id)


async def test_finished_games_are_forgotten(application: Application) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        for _ in range(5):
            x, _ = await _seated(ann, bob)
            await x.resign()
            await x.until(lambda state: state.result is not None)
        held = x
        del x, _
        await until(lambda: not ann.games and not bob.games)
        gc.collect()
        assert list(ann._known.held) == [held.id]
        # After a reconnect there are no requests about them either.
        commands = application.services.metrics.commands
        ann.drop()
        await until(lambda: not ann.is_connected)
        await ann.open_games()
        # One request to log in, one for the list.
        assert application.services.metrics.commands - commands == 2


async def test_resumes_many_games_within_the_servers_limits(start_noughts: Callable[..., NoughtsServer]) -> None:
    limits = {"NOUGHTS_COMMANDS_PER_SECOND": "40", "NOUGHTS_COMMAND_BURST": "30"}
    server = start_noughts(environment=limits)
    heard: list[AnyMessage] = []
    async with Client(server.url, heard=heard.append) as ann:
        games = await asyncio.gather(*(ann.create(visibility="private") for _ in range(40)))
        heard.clear()
        ann.drop()

        def seen() -> set[str]:
            return {message.game for message in heard if isinstance(message, BoardState)}

        await until(lambda: seen() == {game.id for game in games}, timeout=30)


async def test_an_ended_login_fails_every_waiting_call(application: Application) -> None:
    async with Api(application.address) as api:
        token = (await api.register("robot", "a password of some length")).token
        assert token is not None
        async with Client(application.address, token=token) as client:
            game = await client.create()
            events = client.events()
            waiting = [
                asyncio.create_task(game.until(lambda state: state.result is not None, None)),
                asyncio.create_task(_drain(events)),
            ]
            await api.log_out()
            for task in waiting:
                with pytest.raises(LoginEnded, match="bad_token"):
                    await asyncio.wait_for(task, SOON_SECONDS)
            with pytest.raises(LoginEnded):
                await client.create()
        with pytest.raises(LoginEnded):
            await Client(application.address, token=token).open()
        with pytest.raises(LoginEnded):
            await api.me()


async def _drain(events: object) -> None:
    async for _ in events:  # type: ignore[attr-defined]
        pass


@pytest.mark.usefixtures("impatient")
async def test_reconnects_if_the_server_does_not_answer(application: Application) -> None:
    async with (
        wire_to(application.port) as wire,
        Client(f"http://127.0.0.1:{wire.port}") as ann,
        Client(application.address) as bob,
    ):
        x, o = await _seated(ann, bob)
        wire.cut()
        await until(lambda: not ann.is_connected, timeout=SOON_SECONDS)
        wire.mend()
        await x.move(4)
        await o.until(lambda state: state.cells[4] == "X", SOON_SECONDS)


async def test_follows_notices_after_a_lost_connection(application: Application) -> None:
    async with Client(application.address, name="Ann") as ann, Api(application.address) as bob:
        assert (await ann.ask(n.ListNotices(follow=True))).value
        assert (await ann.notices(follow=True)).notices == []
        events = ann.events()
        ann.drop()
        await bob.be_guest("Bob")
        assert ann.player is not None
        await bob.create(opponent=ann.player.id)

        async def challenged() -> Inbox:
            async for message in events:
                if isinstance(message, Inbox) and message.notices:
                    return message
            raise AssertionError

        inbox = await asyncio.wait_for(challenged(), SOON_SECONDS)
        assert [notice.kind for notice in inbox.notices] == ["challenge"]
        [challenge] = (await ann.challenges()).incoming
        assert challenge.by.name == "Bob"
        game = await ann.join(challenge.state.game)
        assert game.seat == "O"
        declined = await bob.create(opponent=ann.player.id)
        await ann.decline(declined.game)
        assert (await ann.challenges()).incoming == []


async def test_challenges_a_player(application: Application) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        assert bob.player is not None
        game = await ann.challenge(bob.player.id, variant="wild")
        [challenge] = (await bob.challenges()).incoming
        assert (challenge.state.game, challenge.state.variant) == (game.id, "wild")


async def test_lists_legal_moves(application: Application) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        x, o = await _seated(ann, bob)
        await x.move(4)
        await o.until_my_turn()
        assert o.legal_moves() == tuple(Move(cell, "O") for cell in range(9) if cell != 4)
        wild = await ann.create(variant="wild", visibility="private")
        assert wild.legal_moves() == ()
        await bob.join(wild.id)
        await wild.until_my_turn()
        assert len(wild.legal_moves()) == 18
        ultimate = await ann.create(variant="ultimate", visibility="private")
        await bob.join(ultimate.id)
        await ultimate.until_my_turn()
        assert len(ultimate.legal_moves()) == 81
        await ultimate.move(0)
        # The first cell of the first board sends the opponent there.
        assert len((await ultimate.until(lambda state: state.ply == 1)).open_boards) == 1
        assert len(ultimate.legal_moves()) == 8


async def test_raises_only_our_own_errors(application: Application) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    for url in (nobody, "http://no such host", "nonsense"):
        with pytest.raises(ConnectionLost):
            await Client(url).open()
        with pytest.raises(ConnectionLost):
            async with Api(url, patience_seconds=0) as api:
                await api.me()
    server = await asyncio.start_server(_answer_with_a_page, "127.0.0.1", 0)
    page = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    with pytest.raises(ConnectionLost):
        async with Api(page) as api:
            await api.make_token("a label")
    with pytest.raises(ConnectionLost):
        await Client(page).open()
    server.close()
    with pytest.raises(CommandRefused, match="no_such_game"):
        async with Client(application.address) as ann:
            await ann.watch("nothing")


async def _answer_with_a_page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>")
    writer.close()


async def test_a_request_waits_for_a_server_that_is_starting(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts()
    async with Api(server.url) as api:
        await api.be_guest()
        await asyncio.to_thread(server.kill)
        created = asyncio.create_task(api.create())
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.start)
        assert (await created).phase == "open"
    assert urlsplit(server.url).port == server.port
