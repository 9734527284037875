"""When a player wants notifications, by their own settings."""

from noughts.messages.notice_kinds import NOTICE_KINDS, NoticeKind
from noughts.messages.settings import PlayerSettings

MINUTE_MS = 60_000
DAY_MINUTES = 24 * 60


def wants(settings: PlayerSettings, kind: NoticeKind) -> bool:
    """Return whether a notice of this kind is to be pushed to this player at all."""
    switched_on: bool = getattr(settings, NOTICE_KINDS[kind].setting)
    return settings.notifications and switched_on


def quiet_until_ms(settings: PlayerSettings, now_ms: int) -> int | None:
    """Return when the player's quiet hours end; None outside quiet hours."""
    if not settings.quiet_from or not settings.quiet_until:
        return None
    begin, end = _minutes(settings.quiet_from), _minutes(settings.quiet_until)
    now = (now_ms // MINUTE_MS + settings.utc_offset_minutes) % DAY_MINUTES
    # Both are counted from the start of the quiet hours, so that these may span midnight.
    if (now - begin) % DAY_MINUTES >= (end - begin) % DAY_MINUTES:
        return None
    return (now_ms // MINUTE_MS + (end - now) % DAY_MINUTES) * MINUTE_MS


def _minutes(time_of_day: str) -> int:
    hours, _, minutes = time_of_day.partition(":")
    return int(hours) * 60 + int(minutes)
