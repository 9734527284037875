"""How often each kind of work may be requested, as set by the settings. docs/limits.md is written from it."""

from typing import Literal

from msgspec import Struct, structs

from noughts.config import Settings
from noughts.server.runtime.limits import Limit

# Several devices and tabs may be open at once.
CONNECTIONS_OF_A_PLAYER = 3
# A school or a company shares one address.
PLAYERS_OF_AN_ADDRESS = 50
ADDRESSES_OF_A_SITE = 8
CONNECTIONS_OF_EVERYONE = 1000
# A page is some twenty files, fetched at once.
REQUESTS_PER_COMMAND = 5
REQUEST_BURST_PER_COMMAND = 20
LOGIN_SECONDS = 15 * 60
ADDRESS_LOGIN_SECONDS = 10 * 60
# How many times the limit of one unknown address applies to all unknown addresses together.
ADDRESSES_OF_AN_ACCOUNT = 20
# A picture takes two seconds of a process at most, a recording about a quarter of one.
PICTURE_SECONDS, PICTURE_BURST = 20.0, 30
PLAYERS_WITH_PICTURES = 4
RECORDING_SECONDS, RECORDING_BURST = 1.0, 20
PLAYERS_WHO_SPEAK_AT_ONCE = 10
PREVIEW_SECONDS, PREVIEW_BURST = 1.0, 60
# A player has ten reports a day; one address has more, for the players behind it.
REPORTS_OF_AN_ADDRESS = 30
DAY_SECONDS = 24 * 60 * 60
# Limits what a thief with a moderator's login can do before somebody notices. A busy moderator needs less.
ACTS_PER_HOUR, ACT_BURST = 60, 30
# Mails that nobody wants harm the reputation of the server that sends them.
MAIL_SECONDS, MAIL_BURST = 20 * 60.0, 3
ADDRESS_MAIL_SECONDS, ADDRESS_MAIL_BURST = 60.0, 10
ALL_MAILS_PER_SECOND, ALL_MAILS_BURST = 1.0, 60
# The largest share of the computer's time for analyses that one address gets in the long run.
ANALYSIS_SHARE = 0.5
ANALYSIS_BURST_SECONDS = 40.0

Kind = Literal[
    "request",
    "newcomer",
    "datagram",
    "login",
    "own_login",
    "registration",
    "recovery",
    "picture",
    "recording",
    "analysis",
    "preview",
    "report",
    "moderation",
    "mail",
]
# Counted over all processes, where there are several.
SHARED_KINDS: tuple[Kind, ...] = (
    "newcomer",
    "login",
    "own_login",
    "registration",
    "recovery",
    "report",
    "moderation",
    "mail",
)
_COMMANDS = "commands-per-second, command-burst"


class Limits(Struct, frozen=True):
    """All rates. `messages` has the connection's own limit first, which every message checks."""

    messages: tuple[Limit, ...]
    kinds: dict[Kind, tuple[Limit, ...]]
    connections_per_address: int

    @property
    def all(self) -> tuple[Limit, ...]:
        return (*self.messages, *(limit for limits in self.kinds.values() for limit in limits))


def limits_of(settings: Settings) -> Limits:
    """Return the limits of a server with these settings."""
    return Limits(
        messages=_messages(settings),
        kinds={
            "request": _requests(settings),
            "newcomer": _newcomers(settings),
            "datagram": _datagrams(settings),
            "login": _logins(settings),
            "own_login": (_per_account(settings, "device"),),
            "registration": _registrations(settings),
            "recovery": _recoveries(settings),
            "picture": _pictures(),
            "recording": _recordings(),
            "analysis": _analyses(settings),
            "preview": _previews(),
            "report": _reports(),
            "moderation": (Limit("actions of a moderator", "player", ACTS_PER_HOUR / 3600, ACT_BURST),),
            "mail": _mails(),
        },
        connections_per_address=settings.connections_per_address,
    )


def _messages(settings: Settings) -> tuple[Limit, ...]:
    message = Limit(
        "messages on sockets and API requests",
        "connection",
        settings.commands_per_second,
        settings.command_burst,
        _COMMANDS,
    )
    return (
        message,
        message.times(CONNECTIONS_OF_A_PLAYER, "player"),
        message.times(PLAYERS_OF_AN_ADDRESS, "address"),
        message.times(PLAYERS_OF_AN_ADDRESS * ADDRESSES_OF_A_SITE, "site"),
        message.times(CONNECTIONS_OF_EVERYONE, "everyone"),
    )


def _requests(settings: Settings) -> tuple[Limit, ...]:
    request = Limit(
        "HTTP requests",
        "address",
        settings.commands_per_second * REQUESTS_PER_COMMAND,
        settings.command_burst * REQUEST_BURST_PER_COMMAND,
        _COMMANDS,
    )
    everyone = request.times(CONNECTIONS_OF_EVERYONE // REQUEST_BURST_PER_COMMAND, "everyone")
    return (request, request.times(ADDRESSES_OF_A_SITE, "site"), everyone)


def _newcomers(settings: Settings) -> tuple[Limit, ...]:
    per_minute = settings.guests_per_minute
    newcomer = Limit("new guests", "address", per_minute / 60, per_minute, "guests-per-minute")
    in_all = max(settings.newcomers_per_minute, per_minute)
    everyone = Limit(newcomer.counts, "everyone", in_all / 60, in_all / 5, "newcomers-per-minute")
    return (newcomer, newcomer.times(ADDRESSES_OF_A_SITE, "site"), everyone)


def _datagrams(settings: Settings) -> tuple[Limit, ...]:
    datagram = Limit(
        "UDP datagrams without a secret",
        "address",
        settings.commands_per_second,
        settings.command_burst,
        _COMMANDS,
    )
    everyone = datagram.times(PLAYERS_OF_AN_ADDRESS, "everyone")
    return (datagram, datagram.times(ADDRESSES_OF_A_SITE, "site"), everyone)


def _per_account(settings: Settings, per: Literal["account_from_address", "device"]) -> Limit:
    most = settings.logins_per_account
    return Limit("failed logins", per, most / LOGIN_SECONDS, most, "logins-per-account")


def _logins(settings: Settings) -> tuple[Limit, ...]:
    most = settings.logins_per_address
    login = Limit("failed logins", "address", most / ADDRESS_LOGIN_SECONDS, most, "logins-per-address")
    guess = _per_account(settings, "account_from_address")
    site = login.times(ADDRESSES_OF_A_SITE, "site")
    return (login, site, guess, guess.times(ADDRESSES_OF_AN_ACCOUNT, "account"))


def _recoveries(settings: Settings) -> tuple[Limit, ...]:
    # Like logins, but counted apart: somebody who forgot the password has used up the attempts to log in. There is no
    # limit on an account from all addresses, since strangers could lock its owner out, and nobody can guess a code.
    login, site, guess, _ = _logins(settings)
    return tuple(structs.replace(limit, counts="failed recoveries") for limit in (login, site, guess))


def _registrations(settings: Settings) -> tuple[Limit, ...]:
    most = settings.registrations_per_address
    one = Limit("new accounts", "address", most / ADDRESS_LOGIN_SECONDS, most, "registrations-per-address")
    return (one, one.times(ADDRESSES_OF_A_SITE, "site"))


def _pictures() -> tuple[Limit, ...]:
    picture = Limit("pictures sent", "player", 1 / PICTURE_SECONDS, PICTURE_BURST)
    address = picture.times(PLAYERS_WITH_PICTURES, "address")
    return (picture, address, address.times(ADDRESSES_OF_A_SITE, "site"))


def _recordings() -> tuple[Limit, ...]:
    recording = Limit("recordings sent", "player", 1 / RECORDING_SECONDS, RECORDING_BURST)
    address = recording.times(PLAYERS_WHO_SPEAK_AT_ONCE, "address")
    return (recording, address, address.times(ADDRESSES_OF_A_SITE, "site"))


def _analyses(settings: Settings) -> tuple[Limit, ...]:
    rate = max(1, settings.engine_processes) * ANALYSIS_SHARE
    seconds = Limit("seconds of analysis by the computer", "player", rate, ANALYSIS_BURST_SECONDS, "engine-processes")
    return (seconds, seconds.times(1, "address"), seconds.times(2, "site"))


def _reports() -> tuple[Limit, ...]:
    report = Limit("reports", "address", REPORTS_OF_AN_ADDRESS / DAY_SECONDS, REPORTS_OF_AN_ADDRESS)
    return (report, report.times(ADDRESSES_OF_A_SITE, "site"))


def _mails() -> tuple[Limit, ...]:
    # A stranger who uses up the limit of a mailbox has had three links sent to its owner, so this locks nobody out.
    mail = Limit("requests for a mailed link", "mailbox", 1 / MAIL_SECONDS, MAIL_BURST)
    address = Limit(mail.counts, "address", 1 / ADDRESS_MAIL_SECONDS, ADDRESS_MAIL_BURST)
    everyone = Limit(mail.counts, "everyone", ALL_MAILS_PER_SECOND, ALL_MAILS_BURST)
    return (mail, mail.times(2, "player"), address, address.times(ADDRESSES_OF_A_SITE, "site"), everyone)


def _previews() -> tuple[Limit, ...]:
    preview = Limit("new link previews", "address", 1 / PREVIEW_SECONDS, PREVIEW_BURST)
    return (preview, preview.times(ADDRESSES_OF_A_SITE, "site"))
