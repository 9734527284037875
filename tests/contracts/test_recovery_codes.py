"""Recovery codes on every store: each works once, new ones replace old ones, and they are deleted with the account."""

import asyncio

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.storage.export import rows_about
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, forget_player
from noughts.storage.recovery_codes import codes_left, has_code, replace_codes, use_code
from tests.storage.writing import NOW_MS, new_id, new_player


async def account(database: Database) -> PlayerId:
    name = new_id("R")[:20]
    card = PlayerCard(id=new_player(), name=name, kind="account")
    await database.write(add_account, NewAccount(card, name, "hash"), NOW_MS)
    return card.id


async def test_a_code_works_once_and_for_its_player_only(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    first, second = new_id("C"), new_id("C")
    await database.write(replace_codes, ann, [first, second], NOW_MS)
    assert await database.read(has_code, bob, first) is False
    assert await database.write(use_code, bob, first) is False
    used = await asyncio.gather(*(database.write(use_code, ann, first) for _ in range(4)))
    assert sorted(used) == [False, False, False, True]
    assert await database.read(has_code, ann, first) is False
    assert await database.read(has_code, ann, second) is True
    assert await database.read(codes_left, ann) == 1


async def test_new_codes_replace_the_old_ones(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    old, new, other = new_id("C"), new_id("C"), new_id("C")
    await database.write(replace_codes, ann, [old], NOW_MS)
    await database.write(replace_codes, bob, [other], NOW_MS)
    await database.write(replace_codes, ann, [new], NOW_MS)
    assert await database.read(has_code, ann, old) is False
    assert await database.read(has_code, ann, new) is True
    assert await database.read(has_code, bob, other) is True


async def test_deleting_an_account_deletes_its_codes_and_an_export_has_no_hash(database: Database) -> None:
    ann = await account(database)
    await database.write(replace_codes, ann, [new_id("C")], NOW_MS)
    exported = await database.read(rows_about, ann)
    assert exported["recovery_codes"] == [{"player_id": ann, "created_ms": NOW_MS}]
    await database.write(forget_player, ann)
    assert await database.read(codes_left, ann) == 0
