"""Recovery over the API: codes shown once, a new password by a code, and nothing for people who guess."""

import asyncio

from noughts.app import Application
from noughts.client import Api, Client
from noughts.messages import people_commands as p
from noughts.messages.answers import AnyMessage
from noughts.messages.ids import PlayerId
from noughts.messages.people_answers import RecoveryCodes, RecoveryShown
from noughts.server.players.recovery import CODES, code_hash
from noughts.storage.administration import ban
from noughts.storage.recovery_codes import has_code
from tests.doors.people import PASSWORD, NewPerson, Person, code_of
from tests.waiting import until

NEW = "battery staple"
WRONG = "0000-0000-0000-0000"


async def codes_of(person: Person) -> list[str]:
    codes: list[str] = (await person.post("me/recovery-codes", password=PASSWORD))["codes"]
    return codes


def recovery(username: str, code: str, password: str = NEW) -> dict[str, str]:
    return {"username": username, "code": code, "password": password}


async def test_a_code_sets_a_new_password_and_ends_every_other_login(
    person: NewPerson, application: Application
) -> None:
    ann = await person().register("ann")
    await ann.post("me/tokens", label="bot", scopes=["play"])
    codes = await codes_of(ann)
    assert len(set(codes)) == CODES
    async with Client(application.address, token=ann.token, reconnect=False) as connected:
        recovered = await person().recover("Ann", codes[3], NEW)
        await until(lambda: not connected.is_connected)
    assert recovered.id == ann.id
    assert code_of(await ann.call("GET", "me")) == "bad_token"
    assert len((await recovered.get("me/logins"))["logins"]) == 1
    assert (await recovered.get("me/recovery"))["codesLeft"] == CODES - 1
    assert code_of(await person().call("POST", "login", {"username": "ann", "password": PASSWORD})) == "wrong_login"
    await person().log_in("ann", NEW)
    # A code works once.
    again = await person().call("POST", "recovery", recovery("ann", codes[3]))
    assert (again.status_code, code_of(again)) == (401, "wrong_recovery_code")


async def test_accepts_a_code_however_people_type_it(person: NewPerson) -> None:
    ann = await person().register("ann")
    for typed in (str.lower, lambda code: code.replace("-", " "), lambda code: f" {code.replace('-', '')} "):
        [code, *_] = await codes_of(ann)
        ann = await person().recover("ann", typed(code))


def test_letters_that_look_alike_count_as_one() -> None:
    ann, bob = PlayerId("a"), PlayerId("b")
    assert code_hash(ann, "OIL0-1") == code_hash(ann, "0110-1")
    assert code_hash(ann, "0") != code_hash(bob, "0")


async def test_stores_no_code_and_shows_each_only_once(person: NewPerson, application: Application) -> None:
    ann = await person().register("ann")
    assert (await ann.get("me/recovery"))["codesLeft"] == 0
    [code, *_] = await codes_of(ann)
    assert code not in (await ann.call("GET", "me/recovery")).text
    assert await application.database.read(has_code, ann.id, code) is False
    assert await application.database.read(has_code, ann.id, code_hash(PlayerId(ann.id), code)) is True


async def test_new_codes_need_the_password_and_end_the_old_ones(person: NewPerson) -> None:
    ann = await person().register("ann")
    [old, *_] = await codes_of(ann)
    assert code_of(await ann.call("POST", "me/recovery-codes", {"password": "not this one"})) == "wrong_password"
    [new, *_] = await codes_of(ann)
    assert code_of(await person().call("POST", "recovery", recovery("ann", old))) == "wrong_recovery_code"
    assert (await person().call("POST", "recovery", recovery("ann", new))).status_code == 200


async def test_only_a_login_of_an_account_makes_codes(person: NewPerson) -> None:
    guest = await person().guest()
    assert code_of(await guest.call("POST", "me/recovery-codes", {"password": PASSWORD})) == "account_needed"
    assert code_of(await guest.call("GET", "me/recovery")) == "account_needed"
    ann = await person().register("ann")
    ann.token = (await ann.post("me/tokens", label="bot", scopes=["read", "play", "profile"]))["token"]
    assert code_of(await ann.call("POST", "me/recovery-codes", {"password": PASSWORD})) == "missing_scope"
    assert code_of(await ann.call("GET", "me/recovery")) == "missing_scope"


async def test_the_new_password_must_be_good_and_a_bad_one_costs_no_code(person: NewPerson) -> None:
    ann = await person().register("ann")
    [code, *_] = await codes_of(ann)
    assert code_of(await person().call("POST", "recovery", recovery("ann", code, "short"))) == "bad_password"
    assert code_of(await person().call("POST", "recovery", recovery("ann", code, "password1"))) == "bad_password"
    assert (await ann.get("me/recovery"))["codesLeft"] == CODES


async def test_a_code_used_twice_at_once_counts_once(person: NewPerson) -> None:
    [code, *_] = await codes_of(await person().register("ann"))
    replies = await asyncio.gather(
        *(person().call("POST", "recovery", recovery("ann", code, f"password of {n}")) for n in range(4))
    )
    winners = [n for n, reply in enumerate(replies) if reply.status_code == 200]
    assert len(winners) == 1
    await person().log_in("ann", f"password of {winners[0]}")


async def test_limits_guesses_and_says_how_long_to_wait(person: NewPerson) -> None:
    ann = await person().register("ann")
    [code, *_] = await codes_of(ann)
    tries = [await person().call("POST", "recovery", recovery("ann", WRONG)) for _ in range(6)]
    assert [code_of(reply) for reply in tries] == ["wrong_recovery_code"] * 5 + ["too_many_tries"]
    assert int(tries[-1].headers["retry-after"]) > 100
    assert code_of(await person().call("POST", "recovery", recovery("ann", code))) == "too_many_tries"


async def test_somebody_who_forgot_the_password_can_still_use_a_code(person: NewPerson) -> None:
    [code, *_] = await codes_of(await person().register("ann"))
    for _ in range(6):
        refused = await person().call("POST", "login", {"username": "ann", "password": "is it this one"})
    assert code_of(refused) == "too_many_tries"
    assert (await person().call("POST", "recovery", recovery("ann", code))).status_code == 200


async def test_an_unknown_name_gets_the_same_answer(person: NewPerson) -> None:
    await codes_of(await person().register("ann"))
    await person().register("bare")
    names = ("ann", "bare", "nobody", "no name at all")
    replies = [await person().call("POST", "recovery", recovery(name, WRONG)) for name in names]
    assert len({(reply.status_code, reply.text) for reply in replies}) == 1


async def test_a_ban_is_revealed_only_to_somebody_with_a_code(person: NewPerson, application: Application) -> None:
    ann = await person().register("ann")
    [code, *_] = await codes_of(ann)
    await application.database.write(ban, ann.id, 1)
    assert code_of(await person().call("POST", "recovery", recovery("ann", WRONG))) == "wrong_recovery_code"
    assert code_of(await person().call("POST", "recovery", recovery("ann", code))) == "banned"


async def test_a_browser_gets_the_token_as_a_cookie_and_only_from_our_page(
    person: NewPerson, application: Application
) -> None:
    codes = await codes_of(await person().register("ann"))
    async with Person(application.address, is_browser=True) as browser:
        reply = await browser.call("POST", "recovery?cookie=true", recovery("ann", codes[0]))
        assert "token" not in reply.json()
        assert (await browser.get("me"))["name"] == "ann"
    async with Person(application.address, is_browser=True, origin="https://elsewhere.example") as other:
        refused = await other.call("POST", "recovery?cookie=true", recovery("ann", codes[1]))
        assert code_of(refused) == "forbidden_origin"


async def test_signing_up_returns_the_same_fields_as_before(person: NewPerson) -> None:
    reply = await person().call("POST", "accounts", {"username": "robo", "password": PASSWORD, "bot": True})
    assert reply.json().keys() == {"type", "player", "token"}


async def test_the_client_library_makes_and_uses_codes(application: Application) -> None:
    async with Api(application.address) as ann:
        await ann.register("ann", PASSWORD)
        codes = await ann.make_recovery_codes(PASSWORD)
    async with Api(application.address) as later:
        welcome = await later.recover("ann", codes[0], NEW)
        assert welcome.player.name == "ann"
        assert (await later.recovery()).codes_left == CODES - 1


async def test_the_socket_takes_the_same_commands(person: NewPerson, application: Application) -> None:
    ann = await person().register("ann")
    heard: list[AnyMessage] = []
    async with Client(application.address, token=ann.token, heard=heard.append) as connected:
        await connected.ask(p.MakeRecoveryCodes(password=PASSWORD))
        await until(lambda: isinstance(heard[-1], RecoveryCodes))
        await connected.ask(p.ShowRecovery())
        await until(lambda: heard[-1] == RecoveryShown(codes_left=CODES))
