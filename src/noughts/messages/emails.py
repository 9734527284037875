"""E-mail addresses over the API. An address belongs to its account alone: no other player ever sees it."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from noughts.messages.message import Part
from noughts.messages.people_commands import Password
from noughts.messages.settings import Language

MOST_CHARACTERS = 254
MOST_LOCAL_CHARACTERS = 64

# Longer than any valid address, so that a slightly too long one gets a specific error.
Email = Annotated[str, Meta(min_length=1, max_length=400)]
EmailToken = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{43}(?!\n)$")]

# What browsers accept in a field for e-mail (WHATWG), with a dot in the domain. So no address can end a header line.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+")


def is_email(text: str) -> bool:
    """Return whether mail can be sent to this."""
    local, _, _ = text.partition("@")
    return (
        len(text) <= MOST_CHARACTERS
        and len(local) <= MOST_LOCAL_CHARACTERS
        and _ADDRESS.fullmatch(text) is not None
        and not local.startswith(".")
        and not local.endswith(".")
        and ".." not in local
    )


def email_key(address: str) -> str:
    """Return a key that is the same for all spellings of an address."""
    return address.lower()


class EmailShown(Part, frozen=True, kw_only=True):
    """Your confirmed address, and a new one that isn't confirmed yet. To confirm it, open the link we sent there."""

    address: str | None
    unconfirmed: str | None


class NewEmail(Struct, frozen=True, forbid_unknown_fields=True):
    """An address for your account. `language` is that of the mail if your settings name none."""

    email: Email
    password: Password | None = None
    language: Language = "auto"


class EmailLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link that was sent by e-mail."""

    token: EmailToken


class EmailConfirmed(Part, frozen=True, kw_only=True):
    """The address is confirmed, for the account with this name."""

    name: str


class ForgottenPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The address to send a link to, if an account has it. `language` is that of the mail."""

    email: Email
    language: Language = "auto"


class MailRequested(Part, frozen=True, kw_only=True):
    """The request was received. The answer is the same whether or not an account has the address."""

    minutes: int


class LinkedPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, and the token of the link that allows it."""

    token: EmailToken
    password: Password
