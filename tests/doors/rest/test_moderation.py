"""The API for moderators: who may use it, what it does to a player, and what is logged."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.messages.answers import Welcome
from noughts.messages.commands import Chat
from noughts.server.players.moderation_views import PAGE
from noughts.server.runtime.limits import MOST_REPORTS_ABOUT_ONE
from noughts.server.runtime.rates import ACT_BURST, REPORTS_OF_AN_ADDRESS
from noughts.storage.chat_lines import lines_of, sweep_lines
from noughts.storage.moderation import set_role
from tests.doors.people import PASSWORD, NewPerson, Person, code_of
from tests.server.virtual import DAY_MS, START_MS, Time, server_at

# Every request of a moderator, with a body that would be accepted.
REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "moderation/reports", None),
    ("GET", "moderation/reports/abc", None),
    ("POST", "moderation/reports/abc/close", {"outcome": "acted"}),
    ("GET", "moderation/players/eve", None),
    ("PUT", "moderation/players/eve/sanctions/mute", {"hours": 1}),
    ("DELETE", "moderation/players/eve/sanctions/mute", None),
    ("PUT", "moderation/players/eve/name", {}),
    ("DELETE", "moderation/players/eve/picture", None),
    ("POST", "moderation/players/eve/notes", {"words": "a note"}),
    ("GET", "moderation/log", None),
]


async def promote(server: Application, who: Person) -> None:
    await server.services.database.write(set_role, who.id, "moderator")


@pytest_asyncio.fixture
async def mia(application: Application, person: NewPerson) -> Person:
    """A moderator."""
    mia = await person().register("mia")
    await promote(application, mia)
    return mia


@pytest.fixture
def time() -> Time:
    return Time()


@pytest_asyncio.fixture
async def server(time: Time, tmp_path: Path) -> AsyncIterator[Application]:
    async with server_at(time, tmp_path) as server:
        yield server


# Permissions.


async def test_lists_every_request_of_the_api(mia: Person) -> None:
    document = (await mia.http.get("/api/openapi.json")).json()
    paths = {
        (method.upper(), path.removeprefix("/api/v1/"))
        for path, item in document["paths"].items()
        for method in item
        if path.startswith("/api/v1/moderation")
    }
    places = {"{report}": "abc", "{name}": "eve", "{kind}": "mute"}
    for place, example in places.items():
        paths = {(method, path.replace(place, example)) for method, path in paths}
    assert paths == {(method, path) for method, path, _ in REQUESTS}


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
async def test_refuses_everybody_but_moderators(
    method: str, path: str, body: Any, mia: Person, person: NewPerson
) -> None:
    eve = await person().register("eve")
    guest, robo, stranger, program = (
        await person().guest(),
        await person().register("robo", bot=True),
        person(),
        person(),
    )
    program.token = (await mia.post("me/tokens", label="all", scopes=["read", "play", "talk", "profile"]))["token"]
    for who in (eve, guest, robo):
        reply = await who.call(method, path, body)
        assert (reply.status_code, code_of(reply)) == (403, "moderators_only")
    assert code_of(await stranger.call(method, path, body)) == "not_logged_in"
    # A moderator's own program can't do it either: its token may lie in a file somewhere.
    assert code_of(await program.call(method, path, body)) == "missing_scope"
    assert (await mia.call(method, path, body)).json().get("code") in (None, "no_such_report", "not_imposed")


async def test_losing_the_role_takes_effect_at_once(application: Application, mia: Person) -> None:
    assert await mia.get("moderation/reports") == {"reports": [], "next": None}
    await application.services.database.write(set_role, mia.id, None)
    assert code_of(await mia.call("GET", "moderation/reports")) == "moderators_only"


async def test_only_a_moderators_login_shows_the_role(application: Application, mia: Person, person: NewPerson) -> None:
    eve = await person().register("eve")
    program = (await mia.post("me/tokens", label="bot", scopes=["read"]))["token"]
    shown = []
    for token in (mia.token, eve.token, program):
        heard: list[Any] = []
        async with Client(application.address, token=token, heard=heard.append):
            shown += [message.role for message in heard if isinstance(message, Welcome)]
    assert shown == ["moderator", None, None]


async def test_the_api_neither_grants_roles_nor_acts_against_moderators(
    application: Application, mia: Person, person: NewPerson
) -> None:
    max_ = await person().register("max")
    await promote(application, max_)
    assert (await mia.call("PATCH", "me", {"name": "Mia", "role": "moderator"})).status_code == 422
    for name in ("max", "mia"):
        for method, path, body in REQUESTS:
            if "players/eve/" in path:
                assert code_of(await mia.call(method, path.replace("eve", name), body)) == "moderator_exempt"
    await person().log_in("max")


async def test_limits_the_actions_of_a_stolen_login(mia: Person, person: NewPerson) -> None:
    await person().register("eve")
    for _ in range(ACT_BURST):
        await mia.post("moderation/players/eve/notes", words="a note")
    refused = await mia.call("PUT", "moderation/players/eve/sanctions/close", {})
    assert (refused.status_code, code_of(refused)) == (429, "too_many_requests")
    assert (await mia.get("moderation/players/eve"))["sanctions"] == []


async def test_the_cookie_works_only_from_our_own_page(application: Application, mia: Person) -> None:
    browser = Person(application.address, is_browser=True)
    stranger = Person(application.address, is_browser=True, origin="https://evil.example")
    async with browser, stranger:
        await browser.log_in("mia")
        await browser.register("eve2")
        stranger.http.cookies = browser.http.cookies
        act = ("PUT", "moderation/players/eve2/sanctions/mute", {"hours": 1})
        assert code_of(await stranger.call(*act)) == "forbidden_origin"


# Reports.


async def test_pages_through_reports_newest_first(
    application: Application, mia: Person, person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.server.players.moderation_views.PAGE", 2)
    assert PAGE > 2
    bob = await person().register("bob")
    made = []
    for name in ("eve", "zoe", "kim"):
        await person().register(name)
        made.append((await bob.post("reports", name=name, why="cheating", words=f"about {name}"))["report"])
    first = await mia.get("moderation/reports")
    second = await mia.get(f"moderation/reports?before={first['next']}")
    shown = [report["id"] for report in first["reports"] + second["reports"]]
    assert set(shown) == set(made)
    assert (len(first["reports"]), len(second["reports"]), second["next"]) == (2, 1, None)
    assert (await mia.get("moderation/reports?before=nothing"))["reports"] == []
    times = [report["createdMs"] for report in first["reports"] + second["reports"]]
    assert times == sorted(times, reverse=True)
    assert {report["words"] for report in first["reports"]} <= {"about eve", "about zoe", "about kim"}


async def test_closes_a_report_with_its_outcome_once(mia: Person, person: NewPerson) -> None:
    bob = await person().register("bob")
    await person().register("eve")
    report = (await bob.post("reports", name="eve", why="abuse"))["report"]
    closed = await mia.post(f"moderation/reports/{report}/close", outcome="warned", words="Talked to eve.")
    assert (closed["report"]["outcome"], closed["report"]["openAboutPlayer"]) == ("warned", 0)
    again = await mia.call("POST", f"moderation/reports/{report}/close", {"outcome": "acted"})
    assert code_of(again) == "no_such_report"
    assert (await mia.get("moderation/reports"))["reports"] == []
    assert [one["id"] for one in (await mia.get("moderation/reports?reports=closed"))["reports"]] == [report]
    (entry,) = (await mia.get("moderation/log"))["entries"]
    assert (entry["action"], entry["report"], entry["words"]) == ("close_report", report, "warned. Talked to eve.")


async def test_shows_the_chat_of_the_reported_game_and_keeps_it_no_longer_than_needed(
    time: Time, server: Application
) -> None:
    async with Person(server.address) as mia, Person(server.address) as bob, Person(server.address) as eve:
        for who, name in ((mia, "mia"), (bob, "bob"), (eve, "eve")):
            await who.register(name)
        await promote(server, mia)
        game = (await bob.post("games"))["game"]
        await eve.post("join", name=game)
        async with Client(server.address, token=eve.token) as client:
            await client.ask(Chat(game=game, text="You play like a fool"))
        database = server.services.database
        async with asyncio.timeout(10):
            while not await database.read(lines_of, game):  # noqa: ASYNC110 - stored in the background
                await asyncio.sleep(0.005)
        report = (await bob.post("reports", name="eve", why="abuse", game=game))["report"]
        shown = await mia.get(f"moderation/reports/{report}")
        assert [(line["by"]["name"], line["seat"], line["words"]) for line in shown["chat"]] == [
            ("eve", "O", "You play like a fool")
        ]
        assert shown["report"]["game"] == game
        assert await database.write(sweep_lines, START_MS + DAY_MS) == 0
        await mia.post(f"moderation/reports/{report}/close", outcome="acted")
        assert await database.write(sweep_lines, START_MS - 1) == 0
        assert await database.write(sweep_lines, START_MS + DAY_MS) == 1


async def test_one_address_cannot_flood_the_queue(mia: Person, person: NewPerson) -> None:
    for n in range(4):
        await person().register(f"player{n}")
    guests = [await person().guest() for _ in range(12)]
    codes = [
        (await guest.call("POST", "reports", {"name": f"player{n}", "why": why})).json().get("code")
        for guest in guests
        for n in range(4)
        for why in ("abuse",)
    ]
    assert codes.count(None) == REPORTS_OF_AN_ADDRESS
    assert set(codes) == {None, "too_many_reports"}


async def test_the_same_report_again_changes_nothing(mia: Person, person: NewPerson) -> None:
    bob = await person().register("bob")
    await person().register("eve")
    first = await bob.post("reports", name="eve", why="abuse", words="once")
    assert await bob.post("reports", name="eve", why="abuse", words="twice") == first
    assert await bob.post("reports", name="eve", why="cheating") != first
    assert len((await mia.get("moderation/reports"))["reports"]) == 2


async def test_limits_the_reports_about_one_player(
    mia: Person, person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_REPORTS_ABOUT_ONE > 1
    monkeypatch.setattr("noughts.server.sessions.handlers.reports.MOST_REPORTS_ABOUT_ONE", 1)
    await person().register("eve")
    one, other = await person().guest(), await person().guest()
    await one.post("reports", name="eve", why="abuse")
    assert code_of(await other.call("POST", "reports", {"name": "eve", "why": "abuse"})) == "already_reported"


# Acts.


async def test_a_muted_player_cannot_chat_until_the_mute_ends(time: Time, server: Application) -> None:
    async with Person(server.address) as mia, Person(server.address) as eve:
        await mia.register("mia")
        await eve.register("eve")
        await promote(server, mia)
        game = (await eve.post("games"))["game"]
        muted = await mia.call("PUT", "moderation/players/eve/sanctions/mute", {"hours": 2, "words": "Insults."})
        assert muted.json()["sanctions"] == [{"kind": "mute", "sinceMs": START_MS, "endsMs": START_MS + 2 * 3_600_000}]
        async with Client(server.address, token=eve.token) as client:
            with pytest.raises(CommandRefused) as refused:
                await client.ask(Chat(game=game, text="Let me speak"))
            assert (refused.value.code, refused.value.wait_seconds) == ("muted", 7200)
            time.pass_seconds(7200)
            await client.ask(Chat(game=game, text="At last"))


async def test_a_banned_player_is_disconnected_and_may_return_when_the_ban_ends(
    time: Time, server: Application
) -> None:
    async with Person(server.address) as mia, Person(server.address) as eve:
        await mia.register("mia")
        await eve.register("eve")
        await promote(server, mia)
        assert code_of(await mia.call("PUT", "moderation/players/eve/sanctions/ban", {})) == "end_needed"
        assert (await mia.call("PUT", "moderation/players/eve/sanctions/ban", {"hours": 24})).status_code == 200
        assert code_of(await eve.call("GET", "me")) == "bad_token"
        refused = await eve.http.post("/api/v1/login", json={"username": "eve", "password": PASSWORD})
        assert (refused.status_code, code_of(refused), refused.headers["retry-after"]) == (403, "banned", "86400")
        time.pass_days(1)
        await eve.log_in("eve")


async def test_a_closed_account_stays_closed_until_it_is_reopened(mia: Person, person: NewPerson) -> None:
    eve = await person().register("eve")
    await mia.call("PUT", "moderation/players/eve/sanctions/ban", {"hours": 1})
    closed = await mia.call("PUT", "moderation/players/eve/sanctions/close", {"hours": 5, "words": "Cheats."})
    assert [(one["kind"], one["endsMs"] is None) for one in closed.json()["sanctions"]] == [
        ("ban", False),
        ("close", True),
    ]
    login = {"username": "eve", "password": PASSWORD}
    assert code_of(await eve.http.post("/api/v1/login", json=login)) == "account_closed"
    await mia.call("DELETE", "moderation/players/eve/sanctions/close")
    assert code_of(await eve.http.post("/api/v1/login", json=login)) == "banned"
    await mia.call("DELETE", "moderation/players/eve/sanctions/ban")
    await person().log_in("eve")
    assert code_of(await mia.call("DELETE", "moderation/players/eve/sanctions/ban")) == "not_imposed"
    actions = [entry["action"] for entry in (await mia.get("moderation/log"))["entries"]]
    assert sorted(actions) == ["ban", "close", "reopen", "unban"]


async def test_a_renamed_player_keeps_the_new_name_for_a_while(time: Time, server: Application) -> None:
    async with Person(server.address) as mia, Person(server.address) as eve:
        await mia.register("mia")
        await eve.register("eve")
        await promote(server, mia)
        await eve.call("PATCH", "me", {"name": "Rude Name"})
        game = (await eve.post("games"))["game"]
        renamed = (await mia.call("PUT", "moderation/players/eve/name", {"name": "Polite"})).json()
        assert (renamed["player"]["name"], renamed["log"][0]["words"]) == ("Polite", "Rude Name → Polite.")
        assert (await mia.get(f"games/{game}"))["players"]["X"]["name"] == "Polite"
        refused = await eve.call("PATCH", "me", {"name": "Rude Name"})
        assert (code_of(refused), refused.headers["retry-after"]) == ("name_kept", str(30 * 86_400))
        taken = await mia.call("PUT", "moderation/players/eve/name", {"name": "Mia"})
        assert code_of(taken) == "username_taken"
        assert (await mia.call("PUT", "moderation/players/eve/name", {})).json()["player"]["name"] == "eve"
        time.pass_days(30)
        assert (await eve.call("PATCH", "me", {"name": "Nice Name"})).status_code == 200


async def test_moderators_can_act_against_guests(mia: Person, person: NewPerson) -> None:
    guest = await person().guest(name="Rude")
    renamed = (await mia.call("PUT", f"moderation/players/{guest.id}/name", {})).json()
    assert renamed["player"]["name"] != "Rude"
    assert renamed["username"] is None
    await mia.call("PUT", f"moderation/players/{guest.id}/sanctions/ban", {"hours": 1})
    assert code_of(await guest.call("GET", "me")) == "bad_token"


async def test_notes_are_for_moderators_and_go_with_the_account(mia: Person, person: NewPerson) -> None:
    eve = await person().register("eve")
    noted = await mia.post("moderation/players/eve/notes", words="Warned on Monday.")
    assert [(one["action"], one["by"]["name"], one["words"]) for one in noted["log"]] == [
        ("note", "mia", "Warned on Monday.")
    ]
    assert code_of(await mia.call("POST", "moderation/players/eve/notes", {"words": "\u200b"})) == "malformed"
    await eve.post("me/delete", password=PASSWORD)
    (entry,) = (await mia.get("moderation/log"))["entries"]
    assert (entry["about"]["kind"], entry["words"]) == ("deleted", "")
