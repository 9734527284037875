"""Following: list the accounts a player follows, follow one, unfollow one."""

from collections.abc import Awaitable, Callable
from typing import Any

from noughts.messages import people_commands as p
from noughts.messages.message import Message
from noughts.messages.people_answers import Friend, Friends
from noughts.messages.refusals import Refusal
from noughts.server.players.guests import Identity
from noughts.server.sessions.handlers.social import other_player
from noughts.server.sessions.services import Services
from noughts.storage.follows import follow, followed_by, unfollow
from noughts.storage.players import card_of

MOST_FOLLOWS = 200


async def _list_friends(services: Services, who: Identity, command: p.PeopleCommand) -> Friends:
    rows = await services.database.read(followed_by, who.card.id)
    online = await services.attendance.online([row.id for row in rows])
    friends = [Friend(player=card_of(row), online=row.id in online, since_ms=row.created_ms) for row in rows]
    return Friends(friends=sorted(friends, key=lambda friend: (not friend.online, friend.player.name.casefold())))


async def _follow(services: Services, who: Identity, command: p.Follow) -> Friends | Refusal:
    other = await other_player(services, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    if other.kind == "guest":
        return Refusal("guest_not_followed")
    refused = await services.database.write(follow, who.card.id, other.id, MOST_FOLLOWS, services.environment.now_ms())
    return Refusal(refused) if refused else await _list_friends(services, who, command)


async def _unfollow(services: Services, who: Identity, command: p.Unfollow) -> Friends | Refusal:
    other = await other_player(services, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    await services.database.write(unfollow, who.card.id, other.id)
    return await _list_friends(services, who, command)


HANDLERS: dict[type, Callable[[Services, Identity, Any], Awaitable[Message | Refusal]]] = {
    p.ListFriends: _list_friends,
    p.Follow: _follow,
    p.Unfollow: _unfollow,
}
