"""Notices about games that players aren't looking at: stored, one for each game, up to date, sent once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client
from noughts.client.api import Api
from noughts.messages import commands as c
from noughts.messages import notice_commands as n
from noughts.messages.answers import AnyMessage, Inbox, MyGames
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting
from noughts.storage.notices import NewNotice
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer
from tests.waiting import until

SLOW = ClockSetting(days_per_move=3)


class Guests:
    """Ann is connected. Bob plays over HTTP, so he never looks at a board."""

    def __init__(self, ann: Client, bob: Api) -> None:
        self.ann = ann
        self.bob = bob

    async def told(self, count: int) -> Inbox:
        """Wait until Bob's inbox has this many notices, and return it."""
        inbox = await self.bob.inbox()
        while len(inbox.notices) != count:
            inbox = await self.bob.inbox()
        return inbox


@pytest_asyncio.fixture
async def people(server: Application) -> AsyncIterator[Guests]:
    async with Client(server.address) as ann, Api(server.address) as bob:
        await bob.be_guest("Bob")
        yield Guests(ann, bob)


async def test_notifies_a_player_of_a_turn_in_a_slow_game(server: Application, people: Guests, time: Time) -> None:
    x = await people.ann.create(clock=SLOW)
    await people.bob.join(x.id)
    await x.move(4)
    inbox = await people.told(1)
    [notice] = inbox.notices
    assert people.ann.player is not None
    assert (notice.kind, notice.game, notice.by, notice.at_ms) == ("turn", x.id, people.ann.player, time.ms)
    assert (notice.read, inbox.unread) == (False, 1)
    # A move removes the notice. The next turn gives a new one.
    await people.bob.move(x.id, 0)
    await people.told(0)
    await x.move(1)
    assert (await people.told(1)).unread == 1


async def test_a_player_looking_at_the_board_gets_no_notice(server: Application, people: Guests) -> None:
    async with Client(server.address) as cleo:
        x = await people.ann.create(clock=SLOW)
        o = await cleo.join(x.id)
        await x.move(4)
        await o.until_my_turn()
        async with Api(server.address, cleo.token) as api:
            assert (await api.inbox()).notices == []
            # A player whose page is in the background gets a notice, and looking at the board again removes it.
            await o.move(0)
            cleo.send(c.Heartbeat(hidden=True))
            await cleo.open_games()
            await x.until_my_turn()
            await x.move(1)
            while not (await api.inbox()).notices:
                pass
            cleo.send(c.Heartbeat())
            await cleo.watch(x.id)
            while (await api.inbox()).notices:
                pass


async def test_receiving_a_game_does_not_count_as_looking_at_it(server: Application, people: Guests) -> None:
    async with Client(server.address) as cleo, Api(server.address, cleo.token) as api:
        x = await people.ann.create(clock=SLOW)
        o = await cleo.join(x.id)
        await x.move(4)
        await o.until_my_turn()
        await o.move(0)
        cleo.send(c.Heartbeat(shown=()))
        await cleo.open_games()
        await x.until_my_turn()
        await x.move(1)
        while not (await api.inbox()).notices:
            pass
        # Receiving all games does not count as looking at them.
        cleo.send(c.Login(resume=True))
        await cleo.open_games()
        cleo.send(c.Heartbeat(shown=("another",)))
        await cleo.open_games()
        assert [notice.game for notice in (await api.inbox()).notices] == [x.id]
        cleo.send(c.Heartbeat(shown=(x.id,)))
        while (await api.inbox()).notices:
            pass


async def test_sends_no_turn_notices_for_real_time_games(server: Application, people: Guests) -> None:
    x = await people.ann.create(clock=ClockSetting(base_seconds=60))
    await people.bob.join(x.id)
    await x.move(4)
    untimed = await people.ann.create()
    await people.bob.join(untimed.id)
    await untimed.move(4)
    assert [notice.game for notice in (await people.told(1)).notices] == [untimed.id]


async def test_a_challenge_stays_in_the_inbox_until_answered_or_withdrawn(server: Application, people: Guests) -> None:
    bob = await people.bob.me()
    game = await people.ann.create(opponent=bob.id, clock=SLOW)
    [notice] = (await people.told(1)).notices
    assert (notice.kind, notice.game) == ("challenge", game.id)
    await people.bob.join(game.id)
    await people.told(0)
    other = await people.ann.create(opponent=bob.id, clock=SLOW)
    await people.told(1)
    await other.abort()
    await people.told(0)


@pytest.mark.parametrize("clock", [SLOW, ClockSetting(base_seconds=60)], ids=["slow", "real-time"])
async def test_both_players_learn_how_a_challenge_ended(
    server: Application, people: Guests, clock: ClockSetting
) -> None:
    heard: list[AnyMessage] = []
    async with Client(server.address, heard=heard.append) as cleo, Api(server.address) as dora:
        await dora.be_guest("Dora")
        assert cleo.player is not None
        cleo.send(n.ListNotices(follow=True))

        def kinds() -> list[list[str]]:
            return [[notice.kind for notice in message.notices] for message in heard if isinstance(message, Inbox)]

        # Withdrawn: the challenged player no longer has to answer.
        withdrawn = await people.ann.create(opponent=cleo.player.id, clock=clock)
        await until(lambda: kinds() == [[], ["challenge"]])
        await withdrawn.abort()
        await until(lambda: kinds()[2:] == [[]])
        # Accepted, over another door.
        accepted = await people.ann.create(opponent=cleo.player.id, clock=clock, seat="X")
        await until(lambda: kinds()[3:] == [["challenge"]])
        async with Api(server.address, cleo.token) as elsewhere:
            await elsewhere.join(accepted.id)
        await until(lambda: kinds()[4:] == [[]])
        # Declined: the challenger gets a notice that names the player, unless they are looking at the game.
        game = await cleo.create(opponent=(await dora.me()).id, clock=clock)
        await dora.decline_challenge(game.id)
        cleo.send(c.Heartbeat(shown=()))
        other = await cleo.create(opponent=(await dora.me()).id, clock=clock)
        await dora.decline_challenge(other.id)
        await until(lambda: kinds()[5:] == [["declined"]])
        [notice] = [message for message in heard if isinstance(message, Inbox)][-1].notices
        assert (notice.game, notice.by) == (other.id, await dora.me())


async def test_a_rematch_offer_stays_in_the_inbox(server: Application, people: Guests) -> None:
    x = await people.ann.create(clock=SLOW)
    await people.bob.join(x.id)
    await x.move(4)
    await people.bob.move(x.id, 0)
    await x.until_my_turn()
    await x.resign()
    await people.told(0)
    await x.play_again()
    [notice] = (await people.told(1)).notices
    assert (notice.kind, notice.game) == ("rematch", x.id)
    # Days later it is still there, and leads to the running game.
    state = await people.bob.play_again(x.id)
    assert state.next_game is not None
    while [(notice.kind, notice.game) for notice in (await people.told(1)).notices] != [("turn", state.next_game)]:
        pass
    other = await people.ann.create(clock=SLOW)
    await people.bob.join(other.id)
    await other.move(4)
    await people.bob.resign(other.id)
    await other.play_again()
    await people.told(2)
    await other.play_again(False)
    await people.told(1)


async def test_dismisses_a_notice_that_is_still_being_stored(server: Application, people: Guests) -> None:
    x = await people.ann.create(clock=SLOW)
    await people.bob.join(x.id)
    game = server.services.tables._tables[x.id].game
    assert game.o is not None
    put = asyncio.create_task(server.services.notices.put(NewNotice(game.o, x.id, "cancelling", game.x)))
    await asyncio.sleep(0)
    assert not put.done()
    server.services.notices.dismiss_soon(game.o, x.id)
    assert await put == [True]
    await people.told(0)


async def test_marks_notices_as_read_and_dismisses_them(server: Application, people: Guests) -> None:
    games = [await people.ann.create(clock=SLOW) for _ in range(3)]
    for game in games:
        await people.bob.join(game.id)
        await game.move(4)
    await people.told(3)
    assert (await people.bob.read(games[0].id)).unread == 2
    inbox = await people.bob.dismiss(games[1].id)
    assert {notice.game for notice in inbox.notices} == {games[0].id, games[2].id}
    assert (await people.bob.read()).unread == 0
    assert (await people.bob.dismiss("no-such-game")).notices == (await people.bob.inbox()).notices


async def test_sends_the_inbox_to_a_player_who_follows_it(server: Application, people: Guests) -> None:
    heard: list[AnyMessage] = []
    async with Client(server.address, heard=heard.append) as cleo:
        x = await people.ann.create(clock=SLOW)
        o = await cleo.join(x.id)
        await x.move(4)
        await o.until_my_turn()
        await o.move(0)
        await x.until_my_turn()
        await o.leave()

        def inboxes() -> list[Inbox]:
            return [message for message in heard if isinstance(message, Inbox)]

        await x.move(1)
        async with Api(server.address, cleo.token) as api:
            while not (await api.inbox()).notices:
                pass
        # Without a subscription no `Inbox` is sent, so clients of the older protocols never see it.
        assert inboxes() == []
        cleo.send(n.ListNotices(follow=True))
        await until(lambda: len(inboxes()) == 1)
        assert inboxes()[0].unread == 1
        await cleo.ask(n.ReadNotices())
        await until(lambda: len(inboxes()) == 2)
        assert inboxes()[1].unread == 0
        await cleo.ask(n.DismissNotices(game=x.id))
        await until(lambda: len(inboxes()) == 3)
        assert inboxes()[2].notices == []


async def test_notices_survive_a_restart_and_end_with_a_move(time: Time, tmp_path: Path) -> None:
    async with server_at(time, tmp_path) as server, Client(server.address) as ann, Api(server.address) as bob:
        welcome = await bob.be_guest()
        x = await ann.create(clock=SLOW)
        await bob.join(x.id)
        await x.move(4)
        await Guests(ann, bob).told(1)
    async with server_at(time, tmp_path) as server, Api(server.address, welcome.token) as bob:
        assert len((await bob.inbox()).notices) == 1
        await bob.move(x.id, 0)
        while (await bob.inbox()).notices:
            pass


async def test_lists_all_my_games_with_my_turn_first(server: Application, people: Guests) -> None:
    heard: list[AnyMessage] = []
    async with Client(server.address, heard=heard.append) as cleo:
        theirs, mine, newer = [await cleo.create(clock=SLOW) for _ in range(3)]
        alone = await cleo.create(clock=SLOW)
        for game in (theirs, mine, newer):
            await people.ann.join(game.id)
        await theirs.move(4)
        cleo.send(n.ListMyGames())
        await until(lambda: any(isinstance(message, MyGames) for message in heard))
        [answer] = [message for message in heard if isinstance(message, MyGames)]
        assert answer.waiting == 2
        assert [state.game for state in answer.games[:2]] == [mine.id, newer.id]
        assert {state.game for state in answer.games[2:]} == {theirs.id, alone.id}
        async with Api(server.address, cleo.token) as api:
            assert [state.game for state in await api.my_games()] == [state.game for state in answer.games]
            assert await api.waiting() == {"games": 4, "waiting": 2, "next": mine.id, "unread": 0}


@pytest.mark.parametrize("told", [True, False], ids=["with Redis", "with Redis away"])
async def test_two_nodes_send_one_notice(postgres_url: str, valkey: ValkeyServer, time: Time, told: bool) -> None:
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    heard: list[AnyMessage] = []
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address) as ann,
        Client(second.address, heard=heard.append) as bob,
    ):
        x = await ann.create(clock=SLOW)
        o = await bob.join(x.id)
        bob.send(n.ListNotices(follow=True))
        await until(lambda: any(isinstance(message, Inbox) for message in heard))
        # A player looking at the board on the other node gets no notice.
        await x.move(4)
        await o.until_my_turn()
        await o.move(0)
        async with Api(first.address, bob.token) as api:
            assert (await api.inbox()).notices == []
            await o.leave()
            assert bob.player is not None
            # Wait until the other node knows that Bob no longer looks; before that, it sends no notice.
            async with asyncio.timeout(10):
                while await first.server.attendance.is_looking(bob.player.id, x.id):  # noqa: ASYNC110 - no event tells
                    await asyncio.sleep(0.01)
            if not told:
                valkey.stop()
                # The node notices this within milliseconds, and uses the last report until then.
                assert await first.server.bus.sightings(PlayerId("")) is None
            await x.until_my_turn(10)
            await x.move(1)
            while len((await api.inbox()).notices) != 1:
                pass
        if told:
            await until(lambda: [m.unread for m in heard if isinstance(m, Inbox)] == [0, 1])
