"""E-mail addresses and the links sent there, the same on every store."""

import asyncio

from noughts.messages.board_state import PlayerCard
from noughts.storage.emails import (
    StoredLink,
    accounts_with,
    add_link,
    confirm_email,
    email_of,
    link_of,
    sweep_links,
    unconfirmed_of,
    use_link,
)
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, forget_player, set_password
from tests.storage.writing import NOW_MS, new_id, new_player

LIMIT = 2


async def account(database: Database) -> PlayerCard:
    name = new_id("P")[:20]
    card = PlayerCard(id=new_player(), name=name, kind="account")
    await database.write(add_account, NewAccount(card, name, "hash"), NOW_MS)
    return card


def address() -> str:
    return f"{new_id('Box')}@example.org"


async def test_limits_accounts_per_address_whatever_its_case(database: Database) -> None:
    accounts = [await account(database) for _ in range(LIMIT + 1)]
    shared = address()
    spellings = (shared, shared.upper(), shared.lower())
    stored = [
        await database.write(confirm_email, one.id, spelling, LIMIT, NOW_MS + n)
        for n, (one, spelling) in enumerate(zip(accounts, spellings, strict=True))
    ]
    assert stored == [True, True, False]
    assert [row.id for row in await database.read(accounts_with, shared)] == [one.id for one in accounts[:LIMIT]]
    # An account that has it may confirm it again.
    assert await database.write(confirm_email, accounts[0].id, shared, LIMIT, NOW_MS)


async def test_a_new_address_replaces_the_old_one_and_its_links(database: Database) -> None:
    ann = await account(database)
    old, new = address(), address()
    assert await database.write(confirm_email, ann.id, old, LIMIT, NOW_MS)
    await database.write(add_link, ann.id, "recover", old, hashed := new_id("H"), NOW_MS + 10)
    assert await database.read(link_of, hashed, "recover", NOW_MS) == StoredLink(ann, old)
    assert await database.write(confirm_email, ann.id, new, LIMIT, NOW_MS)
    assert await database.read(email_of, ann.id) == new
    assert await database.read(accounts_with, old) == []
    assert await database.read(link_of, hashed, "recover", NOW_MS) is None


async def test_a_link_works_once_and_only_before_it_expires(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    await database.write(add_link, ann.id, "confirm", "a@example.org", hashed := new_id("H"), NOW_MS + 10)
    assert await database.read(unconfirmed_of, ann.id, NOW_MS) == "a@example.org"
    for purpose, now_ms in (("recover", NOW_MS), ("confirm", NOW_MS + 10)):
        assert await database.read(link_of, hashed, purpose, now_ms) is None
    assert await database.read(unconfirmed_of, ann.id, NOW_MS + 10) is None
    assert not await database.write(use_link, bob.id, hashed)
    assert sorted(await asyncio.gather(*(database.write(use_link, ann.id, hashed) for _ in range(4)))) == [
        False,
        False,
        False,
        True,
    ]


async def test_a_new_password_ends_links_that_would_set_one(database: Database) -> None:
    ann = await account(database)
    links = {purpose: new_id("H") for purpose in ("confirm", "recover")}
    for purpose, hashed in links.items():
        await database.write(add_link, ann.id, purpose, "a@example.org", hashed, NOW_MS + 10)
    await database.write(set_password, ann.id, "another hash")
    assert await database.read(link_of, links["recover"], "recover", NOW_MS) is None
    assert await database.read(link_of, links["confirm"], "confirm", NOW_MS) is not None


async def test_nothing_remains_of_a_deleted_account(database: Database) -> None:
    ann = await account(database)
    own = address()
    await database.write(confirm_email, ann.id, own, LIMIT, NOW_MS)
    await database.write(add_link, ann.id, "recover", own, hashed := new_id("H"), NOW_MS + 10)
    await database.write(forget_player, ann.id)
    assert await database.read(email_of, ann.id) is None
    assert await database.read(accounts_with, own) == []
    assert not await database.write(use_link, ann.id, hashed)


async def test_expired_links_are_deleted(database: Database) -> None:
    ann = await account(database)
    await database.write(add_link, ann.id, "confirm", "a@example.org", old := new_id("H"), NOW_MS - 10)
    await database.write(add_link, ann.id, "confirm", "a@example.org", new := new_id("H"), NOW_MS + 10)
    await database.write(sweep_links, NOW_MS)
    assert not await database.write(use_link, ann.id, old)
    assert await database.write(use_link, ann.id, new)
