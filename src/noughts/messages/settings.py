"""A player's settings. The server keeps them for accounts; a guest's device keeps its own."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Volume = Annotated[int, Meta(ge=0, le=100, description="of all sounds, in percent")]
Theme = Literal["system", "light", "dark"]
Language = Annotated[str, Meta(pattern=r"^([a-z]{2,3}(-[A-Za-z0-9]{2,8})?|auto)(?!\n)$", max_length=12)]
IdleDays = Annotated[int, Meta(ge=1, le=30, description="days without a move after which a game may be cancelled")]
TimeOfDay = Annotated[str, Meta(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?(?!\n)$", max_length=5)]
UtcOffset = Annotated[int, Meta(ge=-840, le=840)]


class PlayerSettings(Struct, frozen=True, rename="camel", kw_only=True):
    """Every setting with its default. Fields are only ever added: old rows must stay readable."""

    volume: Volume = 70
    sounds: bool = True
    theme: Theme = "system"
    # `auto` is what the browser asks for.
    language: Language = "auto"
    # A move is shown first, and sent when it is confirmed.
    confirm_moves: bool = False
    # A move is shown first, and sent after a moment in which it can be undone.
    undo_moves: bool = False
    idle_days: IdleDays = 7
    # All notifications, and each kind of them.
    notifications: bool = True
    notify_turn: bool = True
    notify_challenge: bool = True
    notify_reminder: bool = True
    # No notifications are sent between these two times, in the player's time zone. Empty means no quiet hours.
    quiet_from: TimeOfDay = ""
    quiet_until: TimeOfDay = ""
    utc_offset_minutes: UtcOffset = 0
    # Off: hides the opponent's messages, and disables the chat.
    chat: bool = True
