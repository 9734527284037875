"""Requests to the REST API about one's own account: signing up, logging in, recovery and tokens."""

from noughts.client.api_requests import ApiRequests
from noughts.messages.answers import Welcome
from noughts.messages.people_answers import LoginInfo, Logins, LoginsEnded, RecoveryCodes, RecoveryShown, TokenMade
from noughts.messages.scopes import Scope


class AccountRequests(ApiRequests):
    """The methods of `Api` about one's own account."""

    async def be_guest(self, name: str | None = None) -> Welcome:
        """Create a guest, and act as this guest from now on."""
        return self._act_as(await self._post(Welcome, "guests", name=name))

    async def register(self, username: str, password: str, *, bot: bool = False) -> Welcome:
        """Create an account, and act as this account from now on."""
        return self._act_as(await self._post(Welcome, "accounts", username=username, password=password, bot=bot))

    async def log_in(self, username: str, password: str) -> Welcome:
        """Log in, and act as this account from now on."""
        return self._act_as(await self._post(Welcome, "login", username=username, password=password))

    async def become_account(self, username: str, password: str) -> Welcome:
        """Turn this guest into an account."""
        return self._act_as(await self._post(Welcome, "me/account", username=username, password=password))

    async def log_out(self) -> int:
        """End the current login; its token becomes invalid."""
        return (await self._post(LoginsEnded, "logout")).count

    async def make_recovery_codes(self, password: str) -> list[str]:
        """Return new recovery codes; older ones stop working. Keep them: the server shows them only once."""
        return (await self._post(RecoveryCodes, "me/recovery-codes", password=password)).codes

    async def recovery(self) -> RecoveryShown:
        """Return how this account can be recovered without its password."""
        return await self._get(RecoveryShown, "me/recovery")

    async def recover(self, username: str, code: str, password: str) -> Welcome:
        """Set a new password with a recovery code, and act as this account from now on. All other logins end."""
        return self._act_as(await self._post(Welcome, "recovery", username=username, code=code, password=password))

    async def logins(self) -> list[LoginInfo]:
        return (await self._get(Logins, "me/logins")).logins

    async def end_login(self, login: str) -> int:
        """End this login or API token."""
        return (await self._call(LoginsEnded, "DELETE", f"me/logins/{login}")).count

    async def make_token(self, label: str, *scopes: Scope) -> str:
        """Return a token for a program. Keep it: the server shows it only once."""
        return (await self._post(TokenMade, "me/tokens", label=label, scopes=scopes)).token
