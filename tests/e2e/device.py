"""A device that keeps passkeys: the virtual authenticator of Chromium."""

from typing import Any

from tests.e2e.person import PASSWORD, Person


def at_a_name(url: str) -> str:
    """Return where browsers allow passkeys: a name, not an address."""
    return url.replace("127.0.0.1", "localhost")


class Device:
    """The authenticator of one page: its person confirms everything at once, until they refuse."""

    def __init__(self, session: Any, authenticator: str) -> None:
        self._session = session
        self._authenticator = authenticator

    @classmethod
    async def of(cls, person: Person) -> "Device":
        session = await person.context.new_cdp_session(person.page)
        await session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = await session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return cls(session, made["authenticatorId"])

    async def credentials(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self._send("getCredentials"))["credentials"]
        return found

    async def take(self, other: "Device") -> None:
        """Copy the passkeys of the other device, as a synchronised keychain does."""
        for credential in await other.credentials():
            await self._send("addCredential", credential=credential)

    async def refuse(self) -> None:
        await self._send("setUserVerified", isUserVerified=False)

    async def _send(self, what: str, **fields: Any) -> Any:
        return await self._session.send(f"WebAuthn.{what}", {"authenticatorId": self._authenticator, **fields})


async def add_passkey(person: Person, name: str) -> None:
    await person.press("Add a passkey")
    form = person.page.locator("form").filter(has=person.page.get_by_role("button", name="Add a passkey"))
    await form.get_by_label("Name of the passkey").fill(name)
    await form.get_by_label("Current password").fill(PASSWORD)
    await form.get_by_role("button", name="Add a passkey").click()
