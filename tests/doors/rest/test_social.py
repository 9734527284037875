"""Other players over the API: challenges by name, one-time invitations, and blocked players."""

import asyncio

import pytest

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.messages import commands as c
from noughts.messages import people_commands as p
from noughts.messages.answers import AnyMessage, Challenges, WatcherSaid
from noughts.messages.people_answers import InviteMade
from noughts.server.matchmaking.creation import MOST_CHALLENGES
from noughts.server.matchmaking.invites import LIFE_MS
from noughts.server.players.cleanup import DAY_MS, sweep_once
from noughts.server.players.guests import token_hash
from noughts.server.runtime.limits import MOST_REPORTS
from noughts.storage.invites import invitation, sweep_invites
from noughts.storage.players import player_named
from tests.doors.people import NewPerson, code_of
from tests.waiting import until


async def test_a_challenge_by_username_is_listed_and_accepted(person: NewPerson) -> None:
    ann, bob, eve = [await person().register(name) for name in ("ann", "bob", "eve")]
    game = (await ann.post("games", opponent="BOB", variant="gomoku"))["game"]
    [challenge] = (await bob.get("me/challenges"))["incoming"]
    assert (challenge["state"]["game"], challenge["by"]["name"], challenge["to"]["id"]) == (game, "ann", bob.id)
    [sent] = (await ann.get("me/challenges"))["outgoing"]
    assert sent == challenge
    # Nobody else can take it, and no list shows it.
    assert code_of(await eve.call("POST", "join", {"name": game})) == "not_invited"
    assert (await eve.get("games"))["games"] == []
    assert (await bob.post("join", name=game))["players"]["O"]["name"] == "bob"
    assert (await bob.get("me/challenges")) == (await ann.get("me/challenges"))
    assert (await bob.get("me/challenges"))["incoming"] == []


async def test_a_challenge_is_declined(person: NewPerson) -> None:
    ann, bob, eve = [await person().register(name) for name in ("ann", "bob", "eve")]
    game = (await ann.post("games", opponent="bob"))["game"]
    assert code_of(await eve.call("POST", f"games/{game}/decline-challenge", {})) == "not_invited"
    state = await bob.post(f"games/{game}/decline-challenge")
    assert state["result"] == {"winner": None, "reason": "declined", "line": []}
    assert (await ann.get("me/challenges"))["outgoing"] == []


async def test_refuses_challenges_that_are_not_allowed(person: NewPerson) -> None:
    ann, bob = await person().register("ann"), await person().register("bob")
    for nobody in ("ann", ann.id, "nobody-here", "Deleted", "a b"):
        assert (await ann.call("POST", "games", {"opponent": nobody})).status_code in (404, 422)
    for _ in range(MOST_CHALLENGES):
        await ann.post("games", opponent=bob.id)
    assert code_of(await ann.call("POST", "games", {"opponent": "bob"})) == "already_challenged"


async def test_only_one_person_can_use_an_invitation(person: NewPerson, application: Application) -> None:
    ann, bob, eve = await person().guest(name="Ann"), await person().guest(), await person().guest()
    game = (await ann.post("games", visibility="private"))["game"]
    link = await ann.post(f"games/{game}/invites")
    assert link["url"] == f"{application.address}/invite/{link['token']}"
    assert len(link["token"]) == 22
    assert link["url"] in link["text"]
    stored = await application.database.read(invitation, link["token"], application.services.environment.now_ms())
    assert stored is None, "the token is stored as it is"
    # Looking doesn't use up the invitation, and needs no player.
    for _ in range(2):
        assert (await person().get(f"invites/{link['token']}"))["by"]["name"] == "Ann"
    assert code_of(await ann.call("POST", f"invites/{link['token']}/accept")) == "own_game"
    tries = await asyncio.gather(*(who.call("POST", f"invites/{link['token']}/accept") for who in (bob, eve)))
    assert sorted(reply.status_code for reply in tries) == [200, 404]
    winner, loser = (bob, eve) if tries[0].status_code == 200 else (eve, bob)
    assert (await winner.post(f"invites/{link['token']}/accept"))["game"] == game
    for token in (link["token"], "x" * 22):
        assert code_of(await loser.call("POST", f"invites/{token}/accept")) == "no_such_invite"
        assert code_of(await loser.call("GET", f"invites/{token}")) == "no_such_invite"


async def test_an_invitation_expires(person: NewPerson, application: Application) -> None:
    ann, bob = await person().guest(), await person().guest()
    game = (await ann.post("games"))["game"]
    first, second = (
        (await ann.post(f"games/{game}/invites"))["token"],
        (await ann.post(f"games/{game}/invites"))["token"],
    )
    later = application.services.environment.now_ms() + LIFE_MS + 1
    assert await application.database.read(invitation, token_hash(first), later) is None
    # The seat was taken in another way: both links are invalid, and reveal nothing else.
    await bob.post("join", name=game)
    eve = await person().guest()
    for token in (first, second):
        assert code_of(await eve.call("POST", f"invites/{token}/accept")) == "no_such_invite"
        assert code_of(await eve.call("GET", f"invites/{token}")) == "no_such_invite"
    assert await application.database.write(sweep_invites, later) == 2
    assert code_of(await ann.call("POST", f"games/{game}/invites")) == "game_full"
    assert code_of(await eve.call("POST", f"games/{game}/invites")) == "not_yours"


async def test_serves_the_qr_code_of_an_invitation(person: NewPerson) -> None:
    ann = await person().guest()
    game = (await ann.post("games"))["game"]
    link = await ann.post(f"games/{game}/invites")
    for path in (link["qr"].removeprefix("/api/v1/"), f"games/{game}/qr.svg"):
        reply = await ann.call("GET", path)
        assert reply.headers["content-type"].startswith("image/svg+xml")
        assert reply.content.startswith(b"<svg")
        assert b"script" not in reply.content
    assert (await person().call("GET", f"games/{game}/qr.svg")).status_code == 401


async def test_blocked_players_are_never_paired(person: NewPerson) -> None:
    ann, eve = await person().register("ann"), await person().register("eve")
    waiting = (await ann.post("games", visibility="private"))["game"]
    link = await ann.post(f"games/{waiting}/invites")
    reply = await ann.call("PUT", "me/blocks/EVE", {})
    assert [(entry["player"]["name"], entry["how"]) for entry in reply.json()["blocks"]] == [("eve", "block")]
    for me, other in ((ann, "eve"), (eve, "ann")):
        assert code_of(await me.call("POST", "games", {"opponent": other})) == "blocked"
    assert code_of(await eve.call("POST", "join", {"name": waiting})) == "blocked"
    assert code_of(await eve.call("POST", f"invites/{link['token']}/accept")) == "blocked"
    # Pairing doesn't bring them together either, no matter which of the two waits.
    first = (await ann.post("pair"))["game"]
    assert (await eve.post("pair"))["game"] != first
    assert (await (await person().guest()).post("pair"))["game"] == first
    assert (await ann.call("DELETE", "me/blocks/eve")).json()["blocks"] == []
    assert (await eve.post("join", name=waiting))["phase"] == "playing"
    assert code_of(await ann.call("PUT", "me/blocks/nobody-here", {})) == "no_such_player"
    assert code_of(await ann.call("PUT", "me/blocks/ann", {})) == "no_such_player"


async def test_stores_reports_up_to_a_limit(person: NewPerson) -> None:
    ann, eve = await person().register("ann"), await person().register("eve")
    for n in range(MOST_REPORTS):
        assert (await ann.post("reports", name="eve", why="abuse", game=f"game{n}"))["report"]
    reply = await ann.call("POST", "reports", {"name": eve.id, "why": "other"})
    assert (reply.status_code, code_of(reply)) == (429, "too_many_reports")
    assert int(reply.headers["retry-after"]) >= reply.json()["ratelimit"]["seconds"] > 80_000


class Ears:
    """Collects the chat that a client receives."""

    def __init__(self) -> None:
        self.heard: list[AnyMessage] = []

    def __call__(self, message: AnyMessage) -> None:
        self.heard.append(message)

    @property
    def texts(self) -> list[str]:
        return [text for message in self.heard if (text := getattr(message, "text", None)) is not None]


async def test_players_chat_unless_muted_or_switched_off(application: Application, person: NewPerson) -> None:
    owners = [await person().register(name) for name in ("ann", "bob")]
    ears = Ears(), Ears()
    async with (
        Client(application.address, token=owners[0].token, heard=ears[0]) as ann,
        Client(application.address, token=owners[1].token, heard=ears[1]) as bob,
    ):
        game = await ann.create()
        await bob.join(game.id)
        await ann.ask(c.Chat(game=game.id, text="hello"))
        assert (ears[0].texts, ears[1].texts) == (["hello"], ["hello"])
        # If muted, the sender sees no difference, but the other player receives nothing.
        await bob.ask(p.Block(name="ann", how="mute"))
        await ann.ask(c.Chat(game=game.id, text="are you there?"))
        await bob.ask(p.Unblock(name="ann"))
        await ann.ask(c.Chat(game=game.id, text="good luck"))
        await until(lambda: ears[1].texts == ["hello", "good luck"])
        assert ears[0].texts == ["hello", "are you there?", "good luck"]
        # With chat off, neither of the two can send.
        await bob.ask(p.ChangeSettings(chat=False))
        for client in (ann, bob):
            with pytest.raises(CommandRefused, match="chat_off"):
                await client.ask(c.Emote(game=game.id, emote="wow"))


async def test_spectators_chat_among_themselves(application: Application) -> None:
    ears = [Ears() for _ in range(4)]
    async with (
        Client(application.address, heard=ears[0]) as ann,
        Client(application.address, heard=ears[1]) as bob,
        Client(application.address, name="Cleo", heard=ears[2]) as cleo,
        Client(application.address, heard=ears[3]) as dan,
    ):
        game = await ann.create()
        await bob.join(game.id)
        for watcher in (cleo, dan):
            with pytest.raises(CommandRefused, match="not_yours"):
                await watcher.ask(c.Chat(game=game.id, text="not looking"))
            await watcher.watch(game.id)
        await cleo.ask(c.Chat(game=game.id, text="X will win"))
        await until(lambda: ears[3].texts == ["X will win"])
        said = next(message for message in ears[3].heard if isinstance(message, WatcherSaid))
        assert said.by.name == "Cleo"
        assert ears[2].texts == ["X will win"]
        assert ears[0].texts == ears[1].texts == []
        with pytest.raises(CommandRefused, match="said_already"):
            await cleo.ask(c.Chat(game=game.id, text="X will win!"))
        with pytest.raises(CommandRefused, match="not_yours"):
            await cleo.ask(c.Emote(game=game.id, emote="wow"))
        await ann.ask(c.Chat(game=game.id, text="between us"))
        assert ears[3].texts == ["X will win"]


async def test_challenges_and_invitations_over_the_socket(application: Application, person: NewPerson) -> None:
    owner = await person().register("bob")
    ears = Ears()
    async with (
        Client(application.address, heard=ears) as ann,
        Client(application.address, token=owner.token, heard=(bobs := Ears())) as bob,
    ):
        await ann.create(opponent="bob")
        await bob.ask(p.ListChallenges())
        await until(lambda: any(isinstance(message, Challenges) for message in bobs.heard))
        challenges = next(message for message in bobs.heard if isinstance(message, Challenges))
        await bob.ask(c.DeclineChallenge(game=challenges.incoming[0].state.game))
        game = await ann.create(visibility="private")
        await ann.ask(p.MakeInvite(game=game.id))
        await until(lambda: any(isinstance(message, InviteMade) for message in ears.heard))
        made = next(message for message in ears.heard if isinstance(message, InviteMade))
        assert (await bob.ask(c.AcceptInvite(token=made.token))).game == game.id


async def test_marks_players_who_look_the_same(person: NewPerson) -> None:
    ann, other, bob = await person().guest(name="Ann 1"), await person().guest(name="ann l"), await person().guest()
    game = (await ann.post("games"))["game"]
    assert (await ann.get(f"games/{game}"))["alike"] == []
    assert (await other.post("join", name=game))["alike"] == ["name"]
    game = (await ann.post("games"))["game"]
    assert (await bob.post("join", name=game))["alike"] == []


async def test_removes_guests_who_never_played(person: NewPerson, application: Application) -> None:
    idle, player, account = await person().guest(), await person().guest(), await person().register("ann")
    await player.post("games")
    database, now_ms = application.database, application.services.environment.now_ms()
    assert await sweep_once(database, now_ms + 6 * DAY_MS, 7) == 0
    assert await sweep_once(database, now_ms + 8 * DAY_MS, 7) == 1
    assert code_of(await idle.call("GET", "me")) == "bad_token"
    for kept in (player, account):
        assert await database.read(player_named, kept.id) is not None
