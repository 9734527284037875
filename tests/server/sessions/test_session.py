"""A client's session: reconnecting, repeated commands, missed messages, following the lobby."""

import asyncio
from collections.abc import Callable

import pytest

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.messages import commands as c
from noughts.messages.answers import AnyMessage, ClientDisconnected, ClientInfo, GameOver, ListOfGames
from noughts.messages.board_state import BoardState
from tests.doors.people import Person
from tests.servers import NoughtsServer
from tests.servers.loop_time import LoopTime
from tests.waiting import until


class Ears:
    """Records everything that a client receives."""

    def __init__(self) -> None:
        self.heard: list[AnyMessage] = []

    def __call__(self, message: AnyMessage) -> None:
        self.heard.append(message)

    def count(self, kind: type[AnyMessage]) -> int:
        return sum(isinstance(message, kind) for message in self.heard)


async def test_the_opponent_sees_a_player_leave_and_come_back(application: Application) -> None:
    ears = Ears()
    async with Client(application.address, heard=ears) as ann, Client(application.address) as bob:
        game = await ann.create()
        await bob.join(game.id)
        await until(lambda: ears.count(ClientInfo) == 1)
        await bob.close()
        await until(lambda: ears.count(ClientDisconnected) == 1)
        async with Client(application.address, token=bob.token) as returned:
            await returned.watch(game.id)
            await until(lambda: ears.count(ClientInfo) == 2)
            async with Client(application.address, token=bob.token) as second_tab:
                await second_tab.watch(game.id)
            await asyncio.sleep(0.1)
            assert (ears.count(ClientInfo), ears.count(ClientDisconnected)) == (2, 1)


async def test_resuming_games_needs_a_token_that_may_read(application: Application) -> None:
    async with Person(application.address) as owner:
        await owner.register("ann")
        game = (await owner.post("games"))["game"]
        tokens = {
            scope: (await owner.post("me/tokens", label=scope, scopes=[scope]))["token"] for scope in ("read", "talk")
        }
    async with Client(application.address, token=tokens["read"]) as reader:
        assert [one.id for one in await reader.resume()] == [game]
    async with Client(application.address, token=tokens["talk"]) as talker:
        with pytest.raises(CommandRefused, match="missing_scope"):
            await talker.resume()
        assert not talker.games


async def test_resumes_every_unfinished_game_in_one_answer(application: Application) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        games = [await ann.create(variant=variant) for variant in ("classic", "ultimate", "gomoku")]
        for game in games:
            await bob.join(game.id)
        await games[0].move(4)
        await games[1].resign()
        token = ann.token
    async with Client(application.address, token=token) as returned:
        resumed = {game.id: game for game in await returned.resume()}
        assert set(resumed) == {games[0].id, games[2].id}
        state = resumed[games[0].id].state
        assert state is not None
        assert state.cells == "....X...."


async def test_the_answer_to_a_heartbeat_includes_missed_boards(application: Application) -> None:
    ears = Ears()
    async with Client(application.address, heard=ears) as ann:
        game = await ann.create()
        await game.move(0)
        ears.heard.clear()
        for version, states in ((2, 0), (1, 1)):
            await ann.ask(c.Watch(game=game.id))
            ears.heard.clear()
            ann.send(c.Heartbeat(games={game.id: version, "nosuchgame": 1}))
            await until(lambda: any(type(message).__name__ == "Pulse" for message in ears.heard))
            await asyncio.sleep(0.05)
            assert ears.count(BoardState) == states


async def test_follows_the_lobby_until_told_to_stop(application: Application, loop_time: LoopTime) -> None:
    ears = Ears()
    async with Client(application.address, heard=ears) as ann, Client(application.address) as bob:
        ann.send(c.ListGames(follow=True))
        await until(lambda: ears.count(ListOfGames) == 1)
        game = await bob.create(name="corner")
        await until(lambda: ears.count(ListOfGames) == 2)
        newest = ears.heard[-1]
        assert isinstance(newest, ListOfGames)
        assert [open_game.id for open_game in newest.games] == [game.id]
        await ann.open_games()
        before = ears.count(ListOfGames)
        await bob.create()
        await loop_time.pass_seconds(1)
        assert ears.count(ListOfGames) == before


async def test_commands_repeated_over_two_connections_take_effect_once(application: Application) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        game = await ann.create()
        joined = await bob.join(game.id)
        tabs = {}
        for client in (ann, bob):
            tabs[client] = [client, Client(application.address, token=client.token)]
            await tabs[client][1].open()
        for ply, cell in enumerate((4, 0, 2, 1, 6)):
            mover = (ann, bob)[ply % 2]
            await (game, joined)[ply % 2].until(lambda state, ply=ply: state.ply == ply)  # type: ignore[misc]
            command = c.MakeMove(id=f"move-{ply}", game=game.id, ply=ply, cell=cell)
            answers = await asyncio.gather(*(tab.ask(command) for tab in tabs[mover]))
            answers += await asyncio.gather(*(tab.ask(command) for tab in tabs[mover]))
            assert {(answer.value, answer.version) for answer in answers} == {(True, ply + 3)}
        assert game.state is not None
        assert game.state.ply == 5
        for client in (ann, bob):
            await tabs[client][1].close()


async def test_repeated_commands_get_the_same_answer_after_a_restart(
    start_noughts: Callable[..., NoughtsServer],
) -> None:
    server = start_noughts()
    async with Client(server.url) as ann, Client(server.url) as bob:
        created = await ann.ask(c.CreateGame(id="create", visibility="private"))
        assert created.game is not None
        joined = await bob.ask(c.JoinGame(id="join", name=created.game))
        commands = [
            (ann, c.MakeMove(id="good", game=created.game, cell=4)),
            (ann, c.MakeMove(id="too-early", game=created.game, cell=0)),
            (bob, c.MakeMove(id="taken", game=created.game, cell=4)),
        ]
        first = [await _answer(client, command) for client, command in commands]
        assert first == [(True, 3), "not_your_turn", "cell_taken"]
        await bob.ask(c.MakeMove(id="reply", game=created.game, cell=0))
        server.kill()
        server.start()
        assert [await _answer(client, command) for client, command in commands] == first
        # The move would be legal now, but a refused command stays refused.
        assert (await ann.ask(c.CreateGame(id="create", visibility="private"))).game == created.game
        assert (await bob.ask(c.JoinGame(id="join", name=created.game))).version == joined.version
        state = (await ann.watch(created.game)).state
        assert state is not None
        assert state.cells == "O...X...."


async def _answer(client: Client, command: c.AnyCommand) -> tuple[bool, int | None] | str:
    try:
        answer = await client.ask(command)
    except CommandRefused as refused:
        return refused.code
    return answer.value, answer.version


async def test_clients_reconnect_after_a_clean_shutdown(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts()
    async with Client(server.url) as ann, Client(server.url) as bob:
        game = await ann.create()
        joined = await bob.join(game.id)
        moves = asyncio.create_task(game.move(4))
        await moves
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await asyncio.to_thread(server.end) == 0
        assert loop.time() - began < 5
        server.start()
        await joined.until_my_turn()
        await joined.move(0)
        assert (await game.until(lambda state: state.ply == 2)).cells == "O...X...."
    assert server.tracebacks == []


@pytest.mark.parametrize("winner", ["X", "O"])
async def test_both_players_receive_the_result(application: Application, winner: str) -> None:
    ears = Ears(), Ears()
    async with Client(application.address, heard=ears[0]) as ann, Client(application.address, heard=ears[1]) as bob:
        game = await ann.create()
        joined = await bob.join(game.id)
        await (joined if winner == "X" else game).resign()
        await until(lambda: all(ear.count(GameOver) == 1 for ear in ears))
        results = [message.result for ear in ears for message in ear.heard if isinstance(message, GameOver)]
        assert results == (["Win", "Lose"] if winner == "X" else ["Lose", "Win"])
