"""The API about following: the accounts you follow, and which of them are online."""

from litestar import delete, get, put

from noughts.doors.http.authentication import Connection
from noughts.doors.http.documented import OUT, WRITING, documented
from noughts.doors.rest.account import needs, run_account_command
from noughts.doors.rest.social import NameInPath
from noughts.messages import people_commands as p
from noughts.messages.people_answers import Friends
from noughts.server.players.guests import Identity


@get(
    "/me/friends",
    tags=["players"],
    summary="List the players I follow and who of them is online",
    opt=needs(p.ListFriends),
    responses=documented(Friends, *OUT, words="Those online first, each group by name."),
)
async def list_friends(request: Connection, identity: Identity) -> Friends:
    friends: Friends = await run_account_command(request, identity, p.ListFriends())
    return friends


@put(
    "/me/friends/{name:str}",
    tags=["players"],
    summary="Follow an account",
    opt=needs(p.Follow),
    responses=documented(
        Friends,
        *OUT,
        *WRITING,
        "malformed",
        "no_such_player",
        "guest_not_followed",
        "blocked",
        "too_many_follows",
        words="All the players you follow.",
    ),
)
async def follow(request: Connection, name: NameInPath, identity: Identity) -> Friends:
    friends: Friends = await run_account_command(request, identity, p.Follow(name=name))
    return friends


@delete(
    "/me/friends/{name:str}",
    tags=["players"],
    summary="Stop following a player",
    status_code=200,
    opt=needs(p.Unfollow),
    responses=documented(Friends, *OUT, *WRITING, "malformed", "no_such_player", words="The players you still follow."),
)
async def unfollow(request: Connection, name: NameInPath, identity: Identity) -> Friends:
    friends: Friends = await run_account_command(request, identity, p.Unfollow(name=name))
    return friends


HANDLERS = [list_friends, follow, unfollow]
