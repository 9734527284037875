"""The account over the API: from guest to account, logins that end, tokens with scopes, and deletion."""

import pytest

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.messages import commands as c
from noughts.messages import people_commands as p
from noughts.messages.answers import AnyMessage, Welcome
from noughts.messages.people_answers import Logins, LoginsEnded, SettingsShown, TokenMade
from noughts.messages.refusals import Refusal
from noughts.storage.tokens import MOST_TOKENS
from tests.doors.people import PASSWORD, NewPerson, code_of
from tests.waiting import until


async def test_a_guest_who_signs_up_keeps_the_games(person: NewPerson) -> None:
    ann, bob = await person().guest(name="Ann"), await person().guest()
    game = (await ann.post("games"))["game"]
    await bob.post("join", name=game)
    old_id, old_token = ann.id, ann.token
    await ann.upgrade("ann")
    assert (ann.id, ann.token != old_token) == (old_id, True)
    assert await ann.get("me") == {"id": old_id, "name": "ann", "kind": "account", "picture": None}
    assert [state["game"] for state in await ann.get("me/games")] == [game]
    assert (await bob.get(f"games/{game}"))["players"]["X"]["name"] == "ann"
    # The guest's token no longer works, and the account accepts the password.
    ann.token = old_token
    assert code_of(await ann.call("GET", "me")) == "bad_token"
    assert (await person().log_in("ann")).id == old_id


async def test_refuses_to_turn_a_guest_into_an_account(person: NewPerson) -> None:
    await person().register("ann")
    guest = await person().guest()
    for username, password, why in [
        ("Ann", PASSWORD, "username_taken"),
        ("admin", PASSWORD, "username_reserved"),
        ("a", PASSWORD, "bad_username"),
        ("bob", "12345678", "bad_password"),
    ]:
        reply = await guest.call("POST", "me/account", {"username": username, "password": password})
        assert code_of(reply) == why
    assert (await guest.get("me"))["kind"] == "guest"
    await guest.upgrade("bob")
    assert code_of(await guest.call("POST", "me/account", {"username": "bob2", "password": PASSWORD})) == (
        "already_account"
    )


async def test_logins_are_listed_and_ended(person: NewPerson, application: Application) -> None:
    desktop = await person().register("ann")
    phone, tablet = await person().log_in("ann"), await person().log_in("ann")
    logins = (await desktop.get("me/logins"))["logins"]
    assert (len(logins), [login["isCurrent"] for login in logins].count(True)) == (3, True)
    assert all(login["scopes"] is None and login["label"].startswith("python") for login in logins)
    [phones] = [login["id"] for login in (await phone.get("me/logins"))["logins"] if login["isCurrent"]]
    async with Client(application.address, token=phone.token, reconnect=False) as connected:
        reply = await desktop.call("DELETE", f"me/logins/{phones}")
        assert reply.json()["count"] == 1
        # Its connections are closed.
        await until(lambda: not connected.is_connected)
    assert code_of(await phone.call("GET", "me")) == "bad_token"
    assert code_of(await desktop.call("DELETE", f"me/logins/{phones}")) == "no_such_login"
    assert (await desktop.call("DELETE", "me/logins")).json()["count"] == 1
    assert code_of(await tablet.call("GET", "me")) == "bad_token"
    assert (await desktop.post("logout"))["count"] == 1
    assert code_of(await desktop.call("GET", "me")) == "bad_token"


async def test_nobody_can_end_the_login_of_another(person: NewPerson) -> None:
    ann, eve = await person().register("ann"), await person().register("eve")
    [login] = (await ann.get("me/logins"))["logins"]
    assert code_of(await eve.call("DELETE", f"me/logins/{login['id']}")) == "no_such_login"
    assert (await ann.get("me"))["name"] == "ann"


async def test_a_new_password_ends_all_other_logins(person: NewPerson) -> None:
    ann, elsewhere = await person().register("ann"), await person().log_in("ann")
    await elsewhere.post("me/tokens", label="bot", scopes=["play"])
    wrong = await ann.call("POST", "me/password", {"old": "not this one", "new": "battery staple"})
    assert (wrong.status_code, code_of(wrong)) == (403, "wrong_password")
    short = await ann.call("POST", "me/password", {"old": PASSWORD, "new": "short"})
    assert code_of(short) == "bad_password"
    assert (await ann.post("me/password", old=PASSWORD, new="battery staple"))["count"] == 2
    assert (await ann.get("me"))["name"] == "ann"
    assert code_of(await elsewhere.call("GET", "me")) == "bad_token"
    assert code_of(await person().call("POST", "login", {"username": "ann", "password": PASSWORD})) == "wrong_login"
    await person().log_in("ann", "battery staple")


async def test_limits_password_guesses_by_a_logged_in_client(person: NewPerson) -> None:
    ann = await person().register("ann")
    tries = [await ann.call("POST", "me/delete", {"password": f"wrong {n}"}) for n in range(6)]
    assert [code_of(reply) for reply in tries] == ["wrong_password"] * 5 + ["too_many_tries"]
    assert int(tries[-1].headers["retry-after"]) > 100


async def test_opponents_keep_the_games_of_a_deleted_account(person: NewPerson) -> None:
    ann, bob = await person().register("ann"), await person().register("bob")
    played, begun, waiting = [(await ann.post("games"))["game"] for _ in range(3)]
    for game in (played, begun):
        await bob.post("join", name=game)
    await ann.post(f"games/{played}/moves", position=4)
    await bob.post(f"games/{played}/moves", position=0)
    await ann.call("PATCH", "me/settings", {"theme": "dark"})
    assert code_of(await ann.call("POST", "me/delete", {})) == "wrong_password"
    assert (await ann.post("me/delete", password=PASSWORD))["count"] == 1
    state = await bob.get(f"games/{played}")
    assert state["result"]["winner"] == "O"
    assert state["result"]["reason"] == "resigned"
    nobody = {"id": ann.id, "name": "Deleted player", "kind": "deleted", "picture": None}
    assert state["players"]["X"] == nobody
    for game in (begun, waiting):
        assert (await bob.get(f"games/{game}"))["result"]["reason"] == "aborted"
    assert code_of(await ann.call("GET", "me")) == "bad_token"
    assert code_of(await person().call("POST", "login", {"username": "ann", "password": PASSWORD})) == "wrong_login"
    # The name is free, and its next owner is a different player.
    assert (await person().register("ann")).id != ann.id


async def test_guests_can_delete_themselves_without_a_password(person: NewPerson) -> None:
    ann = await person().guest()
    await ann.post("me/delete")
    assert code_of(await ann.call("GET", "me")) == "bad_token"


async def test_a_bot_is_marked_and_plays_by_its_token(person: NewPerson) -> None:
    owner = await person().register("robo", bot=True)
    made = await owner.post("me/tokens", label="on my server", scopes=["play"])
    assert made["login"]["scopes"] == ["play"]
    robo = person()
    robo.token = made["token"]
    state = await robo.post("games")
    assert state["players"]["X"]["kind"] == "bot"
    assert code_of(await robo.call("GET", "me/games")) == "missing_scope"


async def test_limits_the_number_of_tokens(person: NewPerson) -> None:
    ann = await person().register("ann")
    for _ in range(MOST_TOKENS):
        await ann.post("me/tokens", label="t", scopes=["read"])
    assert code_of(await ann.call("POST", "me/tokens", {"label": "t", "scopes": ["read"]})) == "too_many_tokens"
    # Repeated logins end old logins, but never a token.
    for _ in range(3):
        await person().log_in("ann")
    logins = (await ann.get("me/logins"))["logins"]
    assert sum(login["scopes"] is not None for login in logins) == MOST_TOKENS
    assert code_of(await (await person().guest()).call("POST", "me/tokens", {"label": "t", "scopes": ["read"]})) == (
        "account_needed"
    )


async def test_every_endpoint_enforces_the_scopes_of_a_token(person: NewPerson) -> None:
    owner = await person().register("robo", bot=True)
    tokens = {}
    for scope in ("read", "play", "talk", "profile"):
        tokens[scope] = (await owner.post("me/tokens", label=scope, scopes=[scope]))["token"]
    reader = person()
    reader.token = tokens["read"]
    document = (await reader.http.get("/api/openapi.json")).json()
    walked = 0
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if not operation.get("security") or path.endswith("/logout"):
                continue
            media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            allowed = set()
            for scope, token in tokens.items():
                reply = await reader.http.request(
                    method,
                    path.replace("{login}", "0" * 16).replace("{token}", "x" * 22).replace("{", "").replace("}", ""),
                    json=media.get("examples", {}).get("example", {}).get("value", {}),
                    headers={"Authorization": f"Bearer {token}"},
                )
                if Refusal("missing_scope").words not in reply.text + reply.headers.get("error-message", ""):
                    allowed.add(scope)
            walked += 1
            # Each endpoint belongs to one scope or to none. A read-only token can't change anything.
            assert len(allowed) <= 1, (method, path, allowed)
            assert method == "get" or "read" not in allowed, (method, path)
            if path.startswith(("/api/v1/me/password", "/api/v1/me/delete", "/api/v1/me/logins", "/api/v1/me/tokens")):
                assert not allowed, path
    assert walked > 30


async def test_changes_the_display_name(person: NewPerson) -> None:
    ann, bob = await person().register("ann"), await person().register("bob")
    game = (await ann.post("games"))["game"]
    assert (await ann.call("PATCH", "me", {"name": "Änn the Great"})).json()["name"] == "Änn the Great"
    assert (await bob.get(f"games/{game}"))["players"]["X"]["name"] == "Änn the Great"
    for name, why in [("Bob", "username_taken"), ("b0b", "username_taken"), ("Admin", "username_reserved"),
                      ("a\u202eb", "bad_name"), ("x" * 21, "bad_name"), (" ", "bad_name")]:  # fmt: skip
        assert code_of(await ann.call("PATCH", "me", {"name": name})) == why
    assert (await ann.call("PATCH", "me", {"name": "ANN"})).json()["name"] == "ANN"
    await person().log_in("ann")


async def test_stores_settings(person: NewPerson) -> None:
    ann = await person().register("ann")
    at_first = await ann.get("me/settings")
    assert (at_first["theme"], at_first["volume"], at_first["idleDays"], at_first["chat"]) == ("system", 70, 7, True)
    changed = (await ann.call("PATCH", "me/settings", {"theme": "dark", "quietFrom": "22:30", "language": "ru"})).json()
    assert changed == at_first | {"theme": "dark", "quietFrom": "22:30", "language": "ru"}
    assert (await ann.call("PATCH", "me/settings", {"quietFrom": ""})).json()["quietFrom"] == ""
    assert (await (await person().log_in("ann")).get("me/settings"))["theme"] == "dark"
    for wrong in ({"volume": 101}, {"theme": "pink"}, {"quietFrom": "24:00"}, {"idleDays": 0}, {"nothing": 1}):
        assert (await ann.call("PATCH", "me/settings", wrong)).status_code == 422
    assert code_of(await (await person().guest()).call("GET", "me/settings")) == "account_needed"


async def test_manages_the_account_over_the_socket(application: Application) -> None:
    heard: list[AnyMessage] = []
    async with Client(application.address, heard=heard.append) as ann:
        guest_token = ann.token
        assert ann.player is not None
        await ann.ask(p.BecomeAccount(username="ann", password=PASSWORD))
        await until(lambda: ann.token != guest_token)
        assert isinstance(heard[-1], Welcome)
        assert heard[-1].player.kind == "account"
        await ann.ask(p.ChangeSettings(theme="dark"))
        await until(lambda: isinstance(heard[-1], SettingsShown))
        await ann.ask(p.ChangeName(name="Ann the Great"))
        await ann.ask(p.MakeToken(label="bot", scopes=("play",)))
        await until(lambda: isinstance(heard[-1], TokenMade))
        await ann.ask(p.ListLogins())
        await until(lambda: isinstance(heard[-1], Logins))
        assert isinstance(heard[-1], Logins)
        assert [login.is_current for login in heard[-1].logins].count(True) == 1
        async with Client(application.address, token=ann.token, reconnect=False) as other:
            await ann.ask(p.ChangePassword(old=PASSWORD, new="battery staple"))
            await until(lambda: isinstance(heard[-1], LoginsEnded))
            # The other connection has the same login, and stays open.
            await other.ask(p.ShowSettings())
        with pytest.raises(CommandRefused, match="wrong_password"):
            await ann.ask(p.DeleteAccount(password="not this"))
        await ann.ask(p.DeleteAccount(password="battery staple"))


async def test_scopes_apply_on_the_socket(application: Application, person: NewPerson) -> None:
    owner = await person().register("robo", bot=True)
    made = await owner.post("me/tokens", label="t", scopes=["read"])
    async with Client(application.address, token=made["token"]) as robo:
        assert await robo.open_games() == []
        for command in (c.CreateGame(), c.Chat(game="g", text="hi"), p.ChangeName(name="x"), p.Logout(),
                        p.MakeToken(label="more", scopes=("play",)), c.MakeMove(game="g", cell=1)):  # fmt: skip
            with pytest.raises(CommandRefused, match="missing_scope"):
                await robo.ask(command)
        await robo.ask(p.ShowSettings())
