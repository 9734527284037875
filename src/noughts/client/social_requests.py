"""Requests to the REST API about other players: challenges, invitations, friends and blocked players."""

from typing import Any

from noughts.client.api_requests import ApiRequests
from noughts.messages.answers import Blocks, Challenges
from noughts.messages.board_state import BoardState
from noughts.messages.people_answers import Friends
from noughts.messages.people_commands import HowBlocked


class SocialRequests(ApiRequests):
    """The methods of `Api` about other players."""

    async def challenges(self) -> Challenges:
        """List your challenges. Accept one with `join`, or `decline_challenge`. To challenge a player:
        `create(opponent=name)`.
        """
        return await self._get(Challenges, "me/challenges")

    async def decline_challenge(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/decline-challenge")

    async def invite(self, game: str) -> str:
        """Return a link that lets one person take the free seat."""
        return str((await self._post(dict[str, Any], f"games/{game}/invites"))["url"])

    async def accept_invite(self, token: str) -> BoardState:
        """Take the seat that an invitation link offers; `token` is the last part of the link."""
        return await self._post(BoardState, f"invites/{token}/accept")

    async def block(self, name: str, how: HowBlocked = "block") -> Blocks:
        return await self._call(Blocks, "PUT", f"me/blocks/{name}", json={"how": how})

    async def unblock(self, name: str) -> Blocks:
        return await self._call(Blocks, "DELETE", f"me/blocks/{name}")

    async def friends(self) -> Friends:
        """List the players you follow, those online first."""
        return await self._get(Friends, "me/friends")

    async def follow(self, name: str) -> Friends:
        return await self._call(Friends, "PUT", f"me/friends/{name}")

    async def unfollow(self, name: str) -> Friends:
        return await self._call(Friends, "DELETE", f"me/friends/{name}")
