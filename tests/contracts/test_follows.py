"""Following on every store: it is one-sided, has a limit, and ends with a block or a deletion."""

from sqlalchemy import Connection

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.storage.blocks import set_block, unset_block
from noughts.storage.export import rows_about
from noughts.storage.follows import follow, followed_by, unfollow
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, add_guest, forget_player, sweep_guests
from noughts.storage.tables import follows
from tests.storage.writing import NOW_MS, new_id, new_player

LIMIT = 3


async def account(database: Database) -> PlayerId:
    name = new_id("F")[:20]
    card = PlayerCard(id=new_player(), name=name, kind="account")
    await database.write(add_account, NewAccount(card, name, "hash"), NOW_MS)
    return card.id


async def followed(database: Database, player: PlayerId) -> list[PlayerId]:
    return [row.id for row in await database.read(followed_by, player)]


async def test_following_is_one_sided_and_can_be_repeated(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    for _ in range(2):
        assert await database.write(follow, ann, bob, LIMIT, NOW_MS) is None
    assert await followed(database, ann) == [bob]
    assert await followed(database, bob) == []
    await database.write(unfollow, ann, bob)
    assert await followed(database, ann) == []


async def test_the_number_of_follows_is_limited(database: Database) -> None:
    ann, *others = [await account(database) for _ in range(LIMIT + 2)]
    for other in others[:LIMIT]:
        assert await database.write(follow, ann, other, LIMIT, NOW_MS) is None
    assert await database.write(follow, ann, others[-1], LIMIT, NOW_MS) == "too_many_follows"
    # Following somebody again doesn't count twice.
    assert await database.write(follow, ann, others[0], LIMIT, NOW_MS) is None


async def test_a_block_ends_following_both_ways_and_a_mute_does_not(database: Database) -> None:
    ann, bob, eve = [await account(database) for _ in range(3)]
    for one, other in ((ann, bob), (bob, ann), (ann, eve)):
        await database.write(follow, one, other, LIMIT, NOW_MS)
    await database.write(set_block, ann, bob, "mute", LIMIT, NOW_MS)
    assert await followed(database, bob) == [ann]
    await database.write(set_block, ann, bob, "block", LIMIT, NOW_MS)
    for one, other in ((ann, bob), (bob, ann)):
        assert await database.write(follow, one, other, LIMIT, NOW_MS) == "blocked"
    await database.write(unset_block, ann, bob)
    assert await followed(database, bob) == []
    assert await followed(database, ann) == [eve]


async def test_a_block_hides_a_follow_that_was_stored_at_the_same_time(database: Database) -> None:
    # As if it was stored at the same time as the block.
    ann, bob = await account(database), await account(database)
    await database.write(set_block, bob, ann, "block", LIMIT, NOW_MS)

    def store_anyway(connection: Connection) -> None:
        connection.execute(follows.insert().values(player_id=ann, other_id=bob, created_ms=NOW_MS))

    await database.write(store_anyway)
    assert await followed(database, ann) == []


async def test_a_deleted_account_follows_nobody_and_has_no_followers(database: Database) -> None:
    ann, bob = await account(database), await account(database)
    for one, other in ((ann, bob), (bob, ann)):
        await database.write(follow, one, other, LIMIT, NOW_MS)
    await database.write(forget_player, bob)
    assert await followed(database, ann) == await followed(database, bob) == []
    assert (await database.read(rows_about, ann))["follows"] == []


async def test_a_removed_guest_follows_nobody(database: Database) -> None:
    guest, bob = new_player(), await account(database)
    await database.write(add_guest, PlayerCard(id=guest, name="Guest", kind="guest"), new_id("t"), 0)
    await database.write(follow, guest, bob, LIMIT, NOW_MS)
    await database.write(sweep_guests, 1, 500)
    assert await followed(database, guest) == []


async def test_the_export_lists_followed_players_but_not_followers(database: Database) -> None:
    ann, bob, eve = [await account(database) for _ in range(3)]
    await database.write(follow, ann, bob, LIMIT, NOW_MS)
    await database.write(follow, eve, ann, LIMIT, NOW_MS)
    exported = (await database.read(rows_about, ann))["follows"]
    assert exported == [{"player_id": ann, "other_id": bob, "created_ms": NOW_MS}]
