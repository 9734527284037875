"""Passkeys, the same on every store: each belongs to one player, and a challenge is answered once."""

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from noughts.messages.board_state import PlayerCard
from noughts.storage.export import rows_about
from noughts.storage.journal import Database
from noughts.storage.passkeys import (
    NewPasskey,
    StoredPasskey,
    add_passkey,
    answer_challenge,
    credential_hash,
    passkey_of_credential,
    passkey_used,
    passkeys_of,
    remove_passkey,
    sweep_challenges,
)
from noughts.storage.players import NewAccount, add_account, forget_player
from tests.storage.writing import NOW_MS, new_id, new_player

LIMIT = 2


async def account(database: Database) -> PlayerCard:
    name = new_id("P")[:20]
    card = PlayerCard(id=new_player(), name=name, kind="account")
    await database.write(add_account, NewAccount(card, name, "hash"), NOW_MS)
    return card


def passkey() -> NewPasskey:
    return NewPasskey(new_id("K"), "public", 0, "My phone")


async def test_a_passkey_belongs_to_one_player(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    new = passkey()
    assert await database.write(add_passkey, ann.id, new, LIMIT, NOW_MS)
    with pytest.raises(IntegrityError):
        await database.write(add_passkey, bob.id, new, LIMIT, NOW_MS)
    hashed = credential_hash(new.credential)
    assert await database.read(passkey_of_credential, new.credential) == StoredPasskey(ann, hashed, "public", 0)
    assert await database.write(passkey_used, hashed, 7, NOW_MS + 1)
    [row] = await database.read(passkeys_of, ann.id)
    assert (row.sign_count, row.used_ms) == (7, NOW_MS + 1)
    assert not await database.write(remove_passkey, bob.id, hashed[:16])
    assert await database.write(remove_passkey, ann.id, hashed[:16])
    assert not await database.write(passkey_used, hashed, 8, NOW_MS + 2)
    assert await database.read(passkey_of_credential, new.credential) is None


async def test_the_number_of_passkeys_is_limited(database: Database) -> None:
    ann = await account(database)
    added = [await database.write(add_passkey, ann.id, passkey(), LIMIT, NOW_MS) for _ in range(LIMIT + 1)]
    assert added == [True] * LIMIT + [False]


async def test_deleting_an_account_deletes_its_passkeys_and_an_export_names_them(database: Database) -> None:
    ann = await account(database)
    await database.write(add_passkey, ann.id, passkey(), LIMIT, NOW_MS)
    [exported] = (await database.read(rows_about, ann.id))["passkeys"]
    assert exported["name"] == "My phone"
    await database.write(forget_player, ann.id)
    assert await database.read(passkeys_of, ann.id) == []


async def test_a_challenge_can_be_answered_once_until_it_expires(database: Database) -> None:
    challenge = new_id("C")
    answers = await asyncio.gather(*(database.write(answer_challenge, challenge, NOW_MS + 9) for _ in range(4)))
    assert sorted(answers) == [False, False, False, True]
    await database.write(sweep_challenges, NOW_MS)
    assert not await database.write(answer_challenge, challenge, NOW_MS + 9)
    await database.write(sweep_challenges, NOW_MS + 9)
    assert await database.write(answer_challenge, challenge, NOW_MS + 9)
