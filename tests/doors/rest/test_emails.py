"""E-mail addresses over the API, with a real mail server: confirmed by a link, never shown, used only for recovery."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest_asyncio

from noughts.app import Application
from noughts.client import Client
from noughts.server.players.emails import CONFIRM_MINUTES, RECOVER_MINUTES
from noughts.storage.administration import ban
from noughts.storage.emails import email_of, sweep_links
from noughts.storage.export import rows_about
from tests.doors.people import PASSWORD, NewPerson, Person, code_of
from tests.servers.mailserver import MailServer, mail_server
from tests.servers.serving import serving
from tests.waiting import until

ANN = "Ann.Lee@example.org"
NEW = "battery staple"
SITE = "https://noughts.example"


@pytest_asyncio.fixture
async def mails() -> AsyncIterator[MailServer]:
    async with mail_server() as service:
        yield service


@pytest_asyncio.fixture
async def application(tmp_path: Path, mails: MailServer) -> AsyncIterator[Application]:
    async with serving(
        tmp_path,
        public_url=SITE,
        smtp_host="127.0.0.1",
        smtp_port=mails.port,
        smtp_tls="none",
        smtp_from="Noughts <noughts@noughts.example>",
        speech_processes=0,
    ) as application:
        yield application


async def with_email(person: Person, mails: MailServer, address: str = ANN) -> Person:
    assert (await person.call("PUT", "me/email", {"email": address, "password": PASSWORD})).status_code == 202
    await person.post("email/confirm", token=await mails.token_to(address))
    return person


async def asked(person: Person, address: str = ANN, **fields: Any) -> Any:
    return await person.call("POST", "recovery/email", {"email": address, **fields})


def new_password(token: str, password: str = NEW) -> dict[str, str]:
    return {"token": token, "password": password}


async def test_an_address_is_confirmed_by_the_link_shown_to_its_owner_and_removed(
    person: NewPerson, mails: MailServer
) -> None:
    ann = await person().register("ann")
    assert await ann.get("me/email") == {"address": None, "unconfirmed": None}
    reply = await ann.call("PUT", "me/email", {"email": ANN, "password": PASSWORD})
    assert (reply.status_code, reply.json()) == (202, {"address": None, "unconfirmed": ANN})
    mail = await mails.mail_to(ANN)
    assert (mail["From"], mail["Auto-Submitted"]) == ("Noughts <noughts@noughts.example>", "auto-generated")
    text = mail.get_content()
    assert "the account ann at noughts.example" in text
    token = text.partition(f"{SITE}/account#confirm=")[2][:43]
    # Opened on another device, where nobody is logged in.
    assert await person().post("email/confirm", token=token) == {"name": "ann"}
    assert await ann.get("me/email") == {"address": ANN, "unconfirmed": None}
    assert code_of(await person().call("POST", "email/confirm", {"token": token})) == "no_such_email_link"
    assert (await ann.call("DELETE", "me/email")).json() == {"address": None, "unconfirmed": None}
    await asked(person())
    await with_email(await person().register("bob"), mails, "bob@example.org")
    assert mails.mails == []


async def test_a_link_sets_a_new_password_and_ends_every_other_login(
    person: NewPerson, application: Application, mails: MailServer
) -> None:
    ann = await with_email(await person().register("ann"), mails)
    assert (await asked(person(), ANN.lower())).json() == {"minutes": RECOVER_MINUTES}
    token = await mails.token_to(ANN.lower())
    assert code_of(await person().call("POST", "recovery/link", new_password(token, "password1"))) == "bad_password"
    async with Client(application.address, token=ann.token, reconnect=False) as connected:
        reply = await person().call("POST", "recovery/link", new_password(token))
        assert reply.json()["player"]["id"] == ann.id
        await until(lambda: not connected.is_connected)
    assert code_of(await ann.call("GET", "me")) == "bad_token"
    await person().log_in("ann", NEW)
    assert code_of(await person().call("POST", "recovery/link", new_password(token))) == "no_such_email_link"


async def test_one_link_used_twice_at_once_counts_once(person: NewPerson, mails: MailServer) -> None:
    await with_email(await person().register("ann"), mails)
    await asked(person())
    token = await mails.token_to(ANN)
    replies = await asyncio.gather(
        *(person().call("POST", "recovery/link", new_password(token, f"password of {n}")) for n in range(3))
    )
    assert sorted(reply.status_code for reply in replies) == [200, 404, 404]


async def test_an_unknown_address_gets_the_same_answer_and_no_mail(person: NewPerson, mails: MailServer) -> None:
    await with_email(await person().register("ann"), mails)
    known, unknown = await asked(person()), await asked(person(), "nobody@example.org")
    assert (known.status_code, known.text) == (unknown.status_code, unknown.text)
    await mails.mail_to(ANN)
    # The queue is first in, first out, so the unknown address was looked up by now.
    await asked(person())
    await mails.mail_to(ANN)
    assert mails.mails == []


async def test_adding_an_address_does_not_tell_whether_others_have_it(person: NewPerson, mails: MailServer) -> None:
    await with_email(await person().register("ann"), mails)
    bob = await person().register("bob")
    replies = [
        await bob.call("PUT", "me/email", {"email": address, "password": PASSWORD}) for address in (ANN, "x" + ANN)
    ]
    assert [(reply.status_code, reply.json().keys()) for reply in replies] == [
        (202, {"address", "unconfirmed"}),
        (202, {"address", "unconfirmed"}),
    ]


async def test_each_account_with_a_shared_address_gets_its_own_link(person: NewPerson, mails: MailServer) -> None:
    for n in range(2):
        await with_email(await person().register(f"kid{n}"), mails)
    await asked(person())
    text = (await mails.mail_to(ANN)).get_content()
    assert text.count("#recover=") == 2
    assert "kid0: https://" in text
    assert "kid1: https://" in text


async def test_a_link_belongs_to_one_account_and_one_purpose(person: NewPerson, mails: MailServer) -> None:
    ann = await person().register("ann")
    await ann.call("PUT", "me/email", {"email": ANN, "password": PASSWORD})
    token = await mails.token_to(ANN)
    assert code_of(await person().call("POST", "recovery/link", new_password(token))) == "no_such_email_link"
    await ann.post("email/confirm", token=token)
    await asked(person())
    token = await mails.token_to(ANN)
    assert code_of(await person().call("POST", "email/confirm", {"token": token})) == "no_such_email_link"


async def test_a_changed_password_or_address_ends_old_links(person: NewPerson, mails: MailServer) -> None:
    ann = await with_email(await person().register("ann"), mails)
    await asked(person())
    token = await mails.token_to(ANN)
    await ann.post("me/password", old=PASSWORD, new=NEW)
    assert code_of(await person().call("POST", "recovery/link", new_password(token))) == "no_such_email_link"
    await asked(person())
    token = await mails.token_to(ANN)
    await ann.call("DELETE", "me/email")
    assert code_of(await person().call("POST", "recovery/link", new_password(token))) == "no_such_email_link"


async def test_only_a_login_of_the_owner_who_knows_the_password_adds_an_address(
    person: NewPerson, mails: MailServer
) -> None:
    ann = await person().register("ann")
    for password in ("not this one", None):
        body = {"email": ANN} | ({"password": password} if password else {})
        assert code_of(await ann.call("PUT", "me/email", body)) == "wrong_password"
    guest = await person().guest()
    assert code_of(await guest.call("PUT", "me/email", {"email": ANN})) == "account_needed"
    ann.token = (await ann.post("me/tokens", label="bot", scopes=["read", "play", "profile"]))["token"]
    for method in ("GET", "DELETE"):
        assert code_of(await ann.call(method, "me/email")) == "missing_scope"
    assert mails.mails == []


async def test_no_other_player_sees_the_address(person: NewPerson, application: Application, mails: MailServer) -> None:
    ann = await with_email(await person().register("ann"), mails)
    bob = await person().register("bob")
    for path in ("me", f"players/{ann.id}", "players/ann", "me/logins", "me/settings"):
        for reader in (ann, bob):
            assert "example.org" not in (await reader.call("GET", path)).text.lower()


async def test_hostile_addresses_are_refused(person: NewPerson, mails: MailServer) -> None:
    ann = await person().register("ann")
    for email in (
        "ann",
        "ann@localhost",
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org,eve@example.org",
        "Ann <ann@example.org>",
        "a" * 65 + "@example.org",
        "..@example.org",
        '"a b"@example.org',
        "анна@example.org",
    ):
        assert code_of(await ann.call("PUT", "me/email", {"email": email, "password": PASSWORD})) == "bad_email"
        assert code_of(await asked(person(), email)) == "bad_email"
    assert mails.mails == []


async def test_links_lead_to_the_public_address_whatever_a_request_says(person: NewPerson, mails: MailServer) -> None:
    await with_email(await person().register("ann"), mails)
    forged = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    await person().call("POST", "recovery/email", {"email": ANN}, **forged)
    text = (await mails.mail_to(ANN)).get_content()
    assert "evil" not in text
    assert f"{SITE}/account#recover=" in text


async def test_a_mailbox_gets_three_mails_and_then_has_to_wait(person: NewPerson, mails: MailServer) -> None:
    replies = [await asked(person(), address) for address in (ANN, ANN.upper(), ANN.lower(), ANN)]
    assert [reply.status_code for reply in replies] == [202, 202, 202, 429]
    assert code_of(replies[-1]) == "too_many_mails"
    assert int(replies[-1].headers["retry-after"]) > 100
    # Known or not: the limit tells nothing either.
    assert (await asked(person(), "other@example.org")).status_code == 202


async def test_guessed_tokens_are_limited(tmp_path: Path, mails: MailServer) -> None:
    async with AsyncExitStack() as stack:
        application = await stack.enter_async_context(
            serving(
                tmp_path / "strict",
                public_url=SITE,
                smtp_host="127.0.0.1",
                smtp_port=mails.port,
                smtp_tls="none",
                smtp_from="noughts@noughts.example",
                logins_per_address=3,
            )
        )
        stranger = await stack.enter_async_context(Person(application.address))
        tries = [await stranger.call("POST", "recovery/link", new_password(f"{n:043}")) for n in range(4)]
        assert [code_of(reply) for reply in tries] == ["no_such_email_link"] * 3 + ["too_many_tries"]


async def test_the_mail_is_in_the_accounts_language(person: NewPerson, mails: MailServer) -> None:
    ann = await with_email(await person().register("ann"), mails)
    await asked(person(), language="de")
    assert (await mails.mail_to(ANN))["Subject"] == "Neues Passwort festlegen"
    await ann.call("PATCH", "me/settings", {"language": "ru"})
    await asked(person(), language="de")
    assert (await mails.mail_to(ANN))["Subject"] == "Новый пароль"


async def test_the_export_has_the_address_and_deleting_the_account_deletes_it(
    person: NewPerson, application: Application, mails: MailServer
) -> None:
    ann = await with_email(await person().register("ann"), mails)
    await asked(person())
    token = await mails.token_to(ANN)
    exported = await application.database.read(rows_about, ann.id)
    assert exported["emails"][0]["address"] == ANN
    assert [sorted(row) for row in exported["email_links"]] == [["address", "expires_ms", "player_id", "purpose"]]
    await ann.post("me/delete", password=PASSWORD)
    assert await application.database.read(email_of, ann.id) is None
    assert code_of(await person().call("POST", "recovery/link", new_password(token))) == "no_such_email_link"


async def test_a_ban_is_revealed_only_to_somebody_with_a_link(
    person: NewPerson, application: Application, mails: MailServer
) -> None:
    ann = await with_email(await person().register("ann"), mails)
    await asked(person())
    token = await mails.token_to(ANN)
    await application.database.write(ban, ann.id, 1)
    assert code_of(await person().call("POST", "recovery/link", new_password(token))) == "banned"


async def test_expired_links_are_deleted(person: NewPerson, application: Application, mails: MailServer) -> None:
    ann = await person().register("ann")
    await ann.call("PUT", "me/email", {"email": ANN, "password": PASSWORD})
    await mails.mail_to(ANN)
    now_ms = application.services.environment.now_ms()
    assert await application.database.write(sweep_links, now_ms + (CONFIRM_MINUTES - 1) * 60_000) == 0
    assert await application.database.write(sweep_links, now_ms + (CONFIRM_MINUTES + 1) * 60_000) == 1


async def test_a_server_without_mail_does_not_offer_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "plain") as application, Person(application.address) as ann:
        assert (await ann.get("server"))["email"] is False
        await ann.register("ann")
        assert code_of(await ann.call("PUT", "me/email", {"email": ANN, "password": PASSWORD})) == "email_off"
        assert code_of(await asked(ann)) == "email_off"
