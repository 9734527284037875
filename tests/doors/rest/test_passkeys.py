"""Passkeys over the API, with an authenticator that signs with real keys."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.server.players.challenges import CHALLENGE_SECONDS
from noughts.server.runtime.limits import MOST_PASSKEYS
from noughts.storage.administration import ban
from noughts.storage.passkeys import sweep_challenges
from tests.doors.people import PASSWORD, NewPerson, Person, code_of
from tests.servers.authenticator import Authenticator
from tests.servers.serving import serving

NEW = "battery staple"


@pytest.fixture
def url(application: Application) -> str:
    """Return where browsers allow passkeys: a name, not an address."""
    return f"http://localhost:{application.port}"


@pytest_asyncio.fixture
async def browser(url: str) -> AsyncIterator[NewPerson]:
    async with AsyncExitStack() as stack:
        people: list[Person] = []

        def new() -> Person:
            people.append(Person(url, is_browser=True))
            stack.push_async_callback(people[-1].http.aclose)
            return people[-1]

        yield new


async def requested(person: Person) -> dict[str, Any]:
    request: dict[str, Any] = await person.post("me/passkeys/challenge", password=PASSWORD)
    return request


async def with_passkey(person: Person, device: Authenticator, name: str = "My phone") -> Person:
    await person.post("me/passkeys", **device.make(await requested(person), name))
    return person


async def challenge_for(person: Person) -> dict[str, Any]:
    challenge: dict[str, Any] = await person.post("passkeys/challenge")
    return challenge


async def try_login(person: Person, proof: dict[str, Any]) -> str:
    reply = await person.call("POST", "passkeys/login?cookie=true", proof)
    return "in" if reply.status_code == 200 else code_of(reply)


async def test_a_passkey_is_added_named_used_and_removed(browser: NewPerson, url: str) -> None:
    device = Authenticator(url)
    ann = await browser().register("ann")
    assert (await ann.get("me/passkeys"))["passkeys"] == []
    await with_passkey(ann, device, "My phone")
    [passkey] = (await ann.get("me/passkeys"))["passkeys"]
    assert (passkey["name"], passkey["usedMs"]) == ("My phone", None)
    elsewhere = browser()
    assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere))) == "in"
    assert (await elsewhere.get("me"))["name"] == "ann"
    # The first login stays.
    [passkey] = (await ann.get("me/passkeys"))["passkeys"]
    assert passkey["usedMs"] >= passkey["createdMs"]
    assert (await ann.call("DELETE", f"me/passkeys/{passkey['id']}")).json()["passkeys"] == []
    assert code_of(await ann.call("DELETE", f"me/passkeys/{passkey['id']}")) == "no_such_passkey"
    assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere))) == "wrong_passkey"


async def test_a_passkey_sets_a_new_password_and_ends_all_other_logins(browser: NewPerson, url: str) -> None:
    device = Authenticator(url)
    ann = await with_passkey(await browser().register("ann"), device)
    elsewhere = browser()
    assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere), newPassword="short")) == (
        "bad_password"
    )
    assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere), newPassword=NEW)) == "in"
    assert code_of(await ann.call("GET", "me")) == "bad_token"
    await browser().log_in("ann", NEW)


async def test_a_replayed_proof_is_refused(browser: NewPerson, url: str) -> None:
    device = Authenticator(url)
    await with_passkey(await browser().register("ann"), device)
    proof = device.prove(await challenge_for(thief := browser()))
    tries = await asyncio.gather(*(try_login(browser(), proof) for _ in range(4)))
    assert sorted(tries) == ["in", "wrong_passkey", "wrong_passkey", "wrong_passkey"]
    assert await try_login(thief, proof) == "wrong_passkey"


async def test_refuses_every_invalid_proof(browser: NewPerson, url: str) -> None:
    device, stranger = Authenticator(url), Authenticator(url)
    ann = await with_passkey(await browser().register("ann"), device)
    bob = await with_passkey(await browser().register("bob"), Authenticator(url))
    eve = browser()
    right = device.prove(await challenge_for(eve))
    other = device.prove(await challenge_for(eve))
    flipped = ("B" if right["signature"][9] == "A" else "A").join((right["signature"][:9], right["signature"][10:]))
    stranger.player = ann.id
    phishing = Authenticator("https://noughts.evil.example")
    phishing._key, phishing.credential, phishing.player = device._key, device.credential, device.player
    for proof in (
        right | {"signature": flipped},
        right | {"signature": other["signature"]},
        right | {"clientData": other["clientData"]},
        right | {"player": bob.id},
        right | {"credential": "AAAA"},
        stranger.prove(await challenge_for(eve)),
        phishing.prove(await challenge_for(eve)),
        device.prove({**await challenge_for(eve), "rpId": "noughts.evil.example"}),
        # Challenges that are not ours, or not for this.
        device.prove({"challenge": "AAAA", "rpId": "localhost"}),
        device.prove(await requested(ann)),
    ):
        assert await try_login(eve, proof) == "wrong_passkey"
    assert await try_login(eve, right) == "in"


async def test_the_device_must_verify_its_user(browser: NewPerson, url: str) -> None:
    device = Authenticator(url, verifies=False)
    ann = await browser().register("ann")
    assert code_of(await ann.call("POST", "me/passkeys", device.make(await requested(ann)))) == "bad_passkey"


async def test_a_copied_security_key_is_refused(browser: NewPerson, url: str) -> None:
    device = Authenticator(url, counts=True)
    await with_passkey(await browser().register("ann"), device)
    elsewhere = browser()
    for _ in range(2):
        assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere))) == "in"
    device.uses = 0
    assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere))) == "wrong_passkey"


async def test_a_passkey_is_added_by_the_owner_only(browser: NewPerson, url: str) -> None:
    device = Authenticator(url)
    ann, eve = await browser().register("ann"), await browser().register("eve")
    assert code_of(await ann.call("POST", "me/passkeys/challenge", {"password": "not this one"})) == "wrong_password"
    made = device.make(await requested(ann))
    assert code_of(await eve.call("POST", "me/passkeys", made)) == "bad_passkey"
    assert code_of(await ann.call("POST", "me/passkeys", made | {"name": "\u202e"})) == "bad_name"
    assert (await ann.call("POST", "me/passkeys", made)).status_code == 201
    # Neither the challenge nor the credential can be used again.
    assert code_of(await ann.call("POST", "me/passkeys", made)) == "bad_passkey"
    assert code_of(await eve.call("POST", "me/passkeys", device.make(await requested(eve)))) == "bad_passkey"
    guest = await browser().guest()
    assert code_of(await guest.call("POST", "me/passkeys/challenge", {"password": PASSWORD})) == "account_needed"


async def test_an_api_token_cannot_touch_passkeys(browser: NewPerson, person: NewPerson) -> None:
    ann = await person().register("ann")
    ann.token = (await ann.post("me/tokens", label="bot", scopes=["read", "play", "talk", "profile"]))["token"]
    for method, path in (("GET", "me/passkeys"), ("DELETE", f"me/passkeys/{'0' * 16}")):
        assert code_of(await ann.call(method, path)) == "missing_scope"
    assert code_of(await ann.call("POST", "me/passkeys/challenge", {"password": PASSWORD})) == "missing_scope"


async def test_old_challenges_are_refused_and_forgotten(
    browser: NewPerson, url: str, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Authenticator(url)
    await with_passkey(await browser().register("ann"), device)
    elsewhere = browser()
    late = device.prove(await challenge_for(elsewhere))
    now_ms = application.services.environment.now_ms()
    later_ms = now_ms + CHALLENGE_SECONDS * 1000 + 1000
    monkeypatch.setattr(application.services.environment, "now_ms", lambda: later_ms)
    assert await try_login(elsewhere, late) == "wrong_passkey"
    assert await application.database.write(sweep_challenges, now_ms) == 0
    assert await application.database.write(sweep_challenges, later_ms) == 1


async def test_the_number_of_passkeys_is_limited(browser: NewPerson, url: str) -> None:
    ann = await browser().register("ann")
    kept = [Authenticator(url).make(await requested(ann)) for _ in range(MOST_PASSKEYS + 1)]
    for made in kept[:-1]:
        assert (await ann.call("POST", "me/passkeys", made)).status_code == 201
    assert code_of(await ann.call("POST", "me/passkeys", kept[-1])) == "too_many_passkeys"
    assert code_of(await ann.call("POST", "me/passkeys/challenge", {"password": PASSWORD})) == "too_many_passkeys"


async def test_a_banned_player_does_not_get_in(browser: NewPerson, url: str, application: Application) -> None:
    device = Authenticator(url)
    ann = await with_passkey(await browser().register("ann"), device)
    await application.database.write(ban, ann.id, 1)
    elsewhere = browser()
    assert await try_login(elsewhere, device.prove(await challenge_for(elsewhere))) == "banned"


async def test_wrong_proofs_are_limited_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path, logins_per_address=7) as app:
        url = f"http://localhost:{app.port}"
        async with Person(url, is_browser=True) as eve:
            wrong = Authenticator(url).prove(await challenge_for(eve))
            tries = [await try_login(eve, wrong) for _ in range(8)]
    assert tries == ["wrong_passkey"] * 7 + ["too_many_tries"]


@pytest.mark.parametrize("origin", ["https://elsewhere.example", None])
async def test_only_our_own_page_gets_a_challenge(url: str, origin: str | None) -> None:
    async with Person(url, is_browser=origin is not None, origin=origin) as other:
        assert code_of(await other.call("POST", "passkeys/challenge", {})) == "forbidden_origin"


async def test_explains_where_passkeys_cannot_work(application: Application) -> None:
    # At a bare address.
    async with Person(application.address, is_browser=True) as ann:
        refused = await ann.call("POST", "passkeys/challenge", {})
    assert (refused.status_code, code_of(refused)) == (409, "passkeys_unavailable")


async def test_garbage_is_refused(browser: NewPerson, url: str) -> None:
    device = Authenticator(url)
    ann = await browser().register("ann")
    made = device.make(await requested(ann))
    for attestation in ("AAAA", made["attestation"][:-8], "gYGB" * 1000, "n5-f" * 1500):
        assert code_of(await ann.call("POST", "me/passkeys", made | {"attestation": attestation})) == "bad_passkey"
    for client_data in ("AAAA", "e30", "bnVsbA", "A"):
        assert code_of(await ann.call("POST", "me/passkeys", made | {"clientData": client_data})) == "bad_passkey"
    assert code_of(await ann.call("POST", "me/passkeys", made | {"attestation": "ä"})) == "malformed"
