"""Limits chat: four lines in ten seconds, and no repeats. Nothing is stored."""

from collections import OrderedDict, deque
from difflib import SequenceMatcher
from typing import NamedTuple

from noughts.messages.commands import MOST_CHAT_CHARACTERS, Chat, Emote
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.text import spoken_text
from noughts.server.runtime.limits import CHAT_SECONDS, MOST_CHAT_LINES

# How long a line may not be repeated.
COPY_SECONDS = 30.0
# Longer lines this similar count as one line with a letter changed.
SHORTEST_ALIKE = 6
ALIKE = 0.85
# The most talkers remembered; the one silent for longest is forgotten first.
MOST_TALKERS = 10_000


class _Line(NamedTuple):
    at: float
    # The compared text; None for an emote, which may be repeated.
    gist: str | None


class ChatLimit:
    """Recent chat of everyone in this process."""

    def __init__(self) -> None:
        self._lines: OrderedDict[PlayerId, deque[_Line]] = OrderedDict()

    def admit(self, player: PlayerId, command: Chat | Emote, now: float) -> str | Refusal:
        """Return the text to send, or raise the refusal. Time is passed in, in seconds."""
        text = spoken_text(command.text) if isinstance(command, Chat) else command.emote
        if text is None or len(text) > MOST_CHAT_CHARACTERS:
            return Refusal("bad_text")
        lines = self._lines.pop(player, None) or deque()
        self._lines[player] = lines
        if len(self._lines) > MOST_TALKERS:
            self._lines.popitem(last=False)
        while lines and lines[0].at <= now - COPY_SECONDS:
            lines.popleft()
        gist = _gist(text) if isinstance(command, Chat) else None
        refusal = _objection(lines, gist, now)
        if refusal is None:
            lines.append(_Line(now, gist))
        return refusal or text


def _objection(lines: deque[_Line], gist: str | None, now: float) -> Refusal | None:
    recent = [line for line in lines if line.at > now - CHAT_SECONDS]
    if len(recent) >= MOST_CHAT_LINES:
        return Refusal("too_much_talk", wait_seconds=round(recent[-MOST_CHAT_LINES].at + CHAT_SECONDS - now, 2))
    if gist is not None:
        for line in reversed(lines):
            if line.gist is not None and _is_alike(line.gist, gist):
                return Refusal("said_already", wait_seconds=round(line.at + COPY_SECONDS - now, 2))
    return None


def _gist(text: str) -> str:
    """Return the line without case, spaces and punctuation; a line of punctuation alone stays as it is."""
    return "".join(filter(str.isalnum, text.casefold())) or text


def _is_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    if min(len(one), len(other)) < SHORTEST_ALIKE:
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE
