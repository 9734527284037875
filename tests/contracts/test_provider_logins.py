"""Logins at a provider that are linked to accounts, the same on every store."""

import pytest
from sqlalchemy.exc import IntegrityError

from noughts.messages.board_state import PlayerCard
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, forget_player
from noughts.storage.provider_logins import (
    account_of_provider,
    add_provider_login,
    provider_hash,
    provider_login_used,
    provider_logins_of,
    remove_provider_login,
)
from tests.storage.writing import NOW_MS, new_id, new_player

LIMIT = 2
ISSUER = "https://id.example"


async def account(database: Database) -> PlayerCard:
    name = new_id("P")[:20]
    card = PlayerCard(id=new_player(), name=name, kind="account")
    await database.write(add_account, NewAccount(card, name, "hash"), NOW_MS)
    return card


async def test_a_login_belongs_to_one_account_of_one_issuer(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    subject = new_id("S")
    assert await database.write(add_provider_login, ann.id, ISSUER, subject, LIMIT, NOW_MS)
    with pytest.raises(IntegrityError):
        await database.write(add_provider_login, bob.id, ISSUER, subject, LIMIT, NOW_MS)
    assert await database.read(account_of_provider, ISSUER, subject) == ann
    assert await database.read(account_of_provider, "https://other.example", subject) is None
    assert await database.write(provider_login_used, ISSUER, subject, NOW_MS + 1)
    [row] = await database.read(provider_logins_of, ann.id)
    assert (row.subject, row.used_ms) == (subject, NOW_MS + 1)
    start = provider_hash(ISSUER, subject)[:16]
    assert not await database.write(remove_provider_login, bob.id, start)
    assert await database.write(remove_provider_login, ann.id, start)
    assert not await database.write(provider_login_used, ISSUER, subject, NOW_MS + 2)


async def test_limits_the_number_and_deletes_logins_with_their_account(database: Database) -> None:
    ann = await account(database)
    subjects = [new_id("S") for _ in range(LIMIT + 1)]
    added = [await database.write(add_provider_login, ann.id, ISSUER, one, LIMIT, NOW_MS) for one in subjects]
    assert added == [True] * LIMIT + [False]
    await database.write(forget_player, ann.id)
    assert await database.read(account_of_provider, ISSUER, subjects[0]) is None
