"""Every bound of the server in one table: what is counted, for whom, how much. docs/limits.md is written from it.

Rates, which depend on the settings, are in `rates.py`.
"""

from typing import Literal

from msgspec import Struct

from noughts.messages.codec import MAX_COMMAND_BYTES, MAX_PICTURE_COMMAND_BYTES
from noughts.voice.bounds import MOST_BYTES as MOST_RECORDING_BYTES

Per = Literal[
    "message",
    "connection",
    "player",
    "address",
    "site",
    "everyone",
    "account",
    "account_from_address",
    "device",
    "mailbox",
]

# Work is counted in messages: a command, a frame, an object or a line is one, and so is every further 4 KiB.
BYTES_PER_MESSAGE = 4096

# Messages beyond the limit that are still answered; after that the client is disconnected.
MOST_STRIKES = 100
# Connections of all doors in this process.
MOST_CONNECTIONS = 20_000
# How much a client may leave unread before it is disconnected.
MOST_UNREAD_MESSAGES = 64
MOST_UNREAD_BYTES = 256 * 1024
# Connections that may hold a message of more than 4 KiB (a picture) at one time.
MOST_LARGE_MESSAGES = 48
MOST_LARGE_MESSAGES_OF_AN_ADDRESS = 8
# Addresses that talk over UDP, and those among them not yet shown to receive our answers.
MOST_PEERS = 10_000
MOST_UNPROVEN_PEERS = 1_000
# How long a message may take from its first byte to its last.
WHOLE_MESSAGE_SECONDS = 10.0
# The first line and the headers of an HTTP request together, and likewise the trailers with them.
MOST_HEADER_BYTES = 16 * 1024
# The body of an HTTP request, and of one that sends a picture.
MOST_BODY_BYTES = 16 * 1024
MOST_PICTURE_BYTES = 512 * 1024
# HTTP requests sent before the first was answered.
MOST_PIPELINED_REQUESTS = 8
# How long an HTTP client may leave an answer unread.
UNREAD_ANSWER_SECONDS = 10.0

# Request bodies that are being received; each may hold 512 KiB of memory.
MOST_UPLOADS = 64
MOST_UPLOADS_OF_A_PLAYER = 2
MOST_UPLOADS_OF_AN_ADDRESS = 16
# Work that waits for a process or a thread. A place is taken only when all that the work needs has arrived.
MOST_WAITING_PICTURES = 16
MOST_WAITING_RECORDINGS = 8
MOST_WAITING_PREVIEWS = 16
MOST_WAITING_PASSWORDS = 64
MOST_WAITING_MAILS = 100
# Requests to the OpenID Connect provider at one time.
MOST_PROVIDER_CALLS = 16
MOST_PICTURES_OF_A_PLAYER = 4
MOST_RECORDINGS_OF_A_PLAYER = 2
MOST_ANALYSES_OF_A_PLAYER = 2
# The part of a queue that one address may fill.
SHARE_OF_AN_ADDRESS = 0.5
# Passkeys of one account: one for each of its devices.
MOST_PASSKEYS = 20
# Logins at the provider that one account may have.
MOST_PROVIDER_LOGINS = 5
# Accounts with the same e-mail address: those of a family, or a player and their bots.
MOST_ACCOUNTS_OF_AN_EMAIL = 5
MOST_CHAT_LINES = 4
CHAT_SECONDS = 10.0
# Reports that a player may send in a day, and open reports that there may be about one player.
MOST_REPORTS = 10
MOST_REPORTS_ABOUT_ONE = 20
# How long chat is stored, and how much of one game's.
CHAT_DAYS = 7
MOST_STORED_LINES = 500
# Finished games that wait to be judged for moderators, and how long the result is stored.
MOST_GAMES_TO_JUDGE = 64
SIGNAL_DAYS = 90
# A command that stores something new counts as this many messages.
MESSAGES_FOR_MAKING = 3.0


class Limit(Struct, frozen=True):
    """`rate` a second on average and `burst` at once, for each one of `per`."""

    counts: str
    per: Per
    rate: float
    burst: float
    setting: str = ""

    def times(self, factor: float, per: Per) -> "Limit":
        """Return the same limit for a larger group."""
        return Limit(self.counts, per, self.rate * factor, self.burst * factor, self.setting)


class Bound(Struct, frozen=True):
    """A number that is never exceeded, and what happens at it."""

    counts: str
    per: Per
    most: float
    unit: str
    then: str


def share_of_an_address(most: int) -> int:
    """Return how many of the places in a queue one address may have."""
    return max(1, int(most * SHARE_OF_AN_ADDRESS))


def _queue(counts: str, most: int, most_of_a_player: int | None = None) -> tuple[Bound, ...]:
    bounds = [
        Bound(counts, "address", share_of_an_address(most), "", "the next is refused"),
        Bound(counts, "everyone", most, "", "the next is refused"),
    ]
    if most_of_a_player is not None:
        bounds.insert(0, Bound(counts, "player", most_of_a_player, "", "the next is refused"))
    return tuple(bounds)


def _size(counts: str, most_bytes: int, then: str = "it is refused") -> Bound:
    return Bound(counts, "message", most_bytes / 1024, "KiB", then)


BOUNDS = (
    _size("a message on a socket", MAX_COMMAND_BYTES, "the connection is closed"),
    _size("a message on a socket with a picture", MAX_PICTURE_COMMAND_BYTES, "the connection is closed"),
    _size("the first line and the headers of an HTTP request", MOST_HEADER_BYTES, "the connection is closed"),
    _size("the body of an HTTP request", MOST_BODY_BYTES),
    _size("a picture sent over HTTP", MOST_PICTURE_BYTES),
    _size("a recording sent over HTTP", MOST_RECORDING_BYTES),
    Bound("messages beyond the rate", "connection", MOST_STRIKES, "", "the connection is closed"),
    Bound("messages the client has not read", "connection", MOST_UNREAD_MESSAGES, "", "the connection is cut"),
    Bound("bytes the client has not read", "connection", MOST_UNREAD_BYTES // 1024, "KiB", "the connection is cut"),
    Bound("time to send a whole message", "connection", WHOLE_MESSAGE_SECONDS, "s", "the connection is closed"),
    Bound("messages of more than 4 KiB", "address", MOST_LARGE_MESSAGES_OF_AN_ADDRESS, "", "the oldest is closed"),
    Bound("messages of more than 4 KiB", "everyone", MOST_LARGE_MESSAGES, "", "the oldest is closed"),
    Bound("UDP clients", "everyone", MOST_PEERS, "", "the next is refused"),
    Bound(
        "UDP clients that have not proven their address",
        "everyone",
        MOST_UNPROVEN_PEERS,
        "",
        "the oldest is forgotten",
    ),
    Bound("connections", "everyone", MOST_CONNECTIONS, "", "the next is refused"),
    Bound("pipelined HTTP requests", "connection", MOST_PIPELINED_REQUESTS, "", "the connection is closed"),
    Bound("time to read an HTTP answer", "connection", UNREAD_ANSWER_SECONDS, "s", "the connection is cut"),
    Bound("request bodies being received", "player", MOST_UPLOADS_OF_A_PLAYER, "", "the next is refused"),
    Bound("request bodies being received", "address", MOST_UPLOADS_OF_AN_ADDRESS, "", "the next is refused"),
    Bound("request bodies being received", "everyone", MOST_UPLOADS, "", "the oldest is refused"),
    *_queue("pictures waiting to be decoded", MOST_WAITING_PICTURES, MOST_PICTURES_OF_A_PLAYER),
    *_queue("recordings waiting to be recognised", MOST_WAITING_RECORDINGS, MOST_RECORDINGS_OF_A_PLAYER),
    *_queue("link previews waiting to be drawn", MOST_WAITING_PREVIEWS),
    *_queue("passwords waiting to be checked", MOST_WAITING_PASSWORDS),
    Bound("analyses waiting for the computer", "player", MOST_ANALYSES_OF_A_PLAYER, "", "the next is refused"),
    Bound("passkeys", "player", MOST_PASSKEYS, "", "the next is refused"),
    Bound("mails waiting to be sent", "everyone", MOST_WAITING_MAILS, "", "the next is refused"),
    Bound(
        "logins that wait for the OpenID Connect provider", "everyone", MOST_PROVIDER_CALLS, "", "the next is refused"
    ),
    Bound("linked logins at the provider", "player", MOST_PROVIDER_LOGINS, "", "the next is refused"),
    Bound("accounts", "mailbox", MOST_ACCOUNTS_OF_AN_EMAIL, "", "the next is not confirmed"),
    Bound(f"chat messages in {CHAT_SECONDS:g} seconds", "player", MOST_CHAT_LINES, "", "the next is refused"),
    Bound("reports in 24 hours", "player", MOST_REPORTS, "", "the next is refused"),
    Bound("open reports about one player", "everyone", MOST_REPORTS_ABOUT_ONE, "", "the next is refused"),
    Bound("stored chat messages of one game", "everyone", MOST_STORED_LINES, "", "the oldest is removed"),
    Bound("finished games waiting to be checked", "everyone", MOST_GAMES_TO_JUDGE, "", "the next is skipped"),
    Bound("time that signals for moderators are stored", "everyone", SIGNAL_DAYS, "days", "they are removed"),
    Bound("time that chat is stored", "everyone", CHAT_DAYS, "days", "it is removed"),
)
