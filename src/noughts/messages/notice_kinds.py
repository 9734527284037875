"""Every kind of notice, in one table: when it applies, and which setting turns its push off."""

from typing import Literal

from msgspec import Struct

NoticeKind = Literal["turn", "challenge", "rematch", "waiting", "cancelling", "cancelled", "declined"]
NotifySetting = Literal["notify_turn", "notify_challenge", "notify_reminder"]


class NoticeRule(Struct, frozen=True):
    """How the server handles one kind of notice."""

    setting: NotifySetting
    # The states of the game in which the notice applies. In other states it is hidden, and removed later.
    true_while: tuple[Literal["open", "playing", "finished"], ...]


NOTICE_KINDS: dict[NoticeKind, NoticeRule] = {
    "turn": NoticeRule("notify_turn", ("playing",)),
    "challenge": NoticeRule("notify_challenge", ("open",)),
    "rematch": NoticeRule("notify_challenge", ("finished",)),
    "declined": NoticeRule("notify_challenge", ("finished",)),
    "waiting": NoticeRule("notify_reminder", ("playing", "open")),
    "cancelling": NoticeRule("notify_reminder", ("playing", "open")),
    "cancelled": NoticeRule("notify_reminder", ("finished",)),
}
