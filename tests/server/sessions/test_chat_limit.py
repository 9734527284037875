"""Chat limits: four lines in ten seconds and no near-copies. Refusals say how long to wait."""

import pytest

from noughts.messages.commands import Chat, Emote
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.chat_limit import MOST_TALKERS, ChatLimit

ANN, BOB = PlayerId("ann"), PlayerId("bob")


def say(talk: ChatLimit, text: str, at: float, player: PlayerId = ANN) -> str | Refusal:
    return talk.admit(player, Chat(text=text), at)


def test_allows_four_lines_in_ten_seconds() -> None:
    talk = ChatLimit()
    for second, text in enumerate(("ah", "be", "ce", "de")):
        assert say(talk, text, second) == text
    assert say(talk, "eh", 4) == Refusal("too_much_talk", wait_seconds=6)
    assert talk.admit(ANN, Emote(emote="wow"), 4) == Refusal("too_much_talk", wait_seconds=6)
    assert say(talk, "eh", 4, BOB) == "eh"
    # A refused line does not count.
    assert say(talk, "eh", 10) == "eh"
    assert say(talk, "ef", 10) == Refusal("too_much_talk", wait_seconds=1)


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("gg", "gg"),
        ("gg", "GG!!"),
        ("come on", "c o m e o n ..."),
        (":)", ":)"),
        ("you play like my grandmother", "you play like my grandmother1"),
        ("you play like my grandmother", "you plai like my grandmother"),
    ],
)
def test_refuses_near_copies_for_a_while(text: str, copy: str) -> None:
    talk = ChatLimit()
    assert say(talk, text, 0) == text
    assert say(talk, copy, 12) == Refusal("said_already", wait_seconds=18)
    assert say(talk, copy, 30) == copy


@pytest.mark.parametrize(("text", "other"), [("yes", "yet"), (":)", ":("), ("your move", "good luck, have fun")])
def test_accepts_lines_that_differ(text: str, other: str) -> None:
    talk = ChatLimit()
    assert say(talk, text, 0) == text
    assert say(talk, other, 1) == other


def test_an_emote_can_be_repeated() -> None:
    talk = ChatLimit()
    assert [talk.admit(ANN, Emote(emote="wow"), at) for at in range(4)] == ["wow"] * 4


def test_forgets_players_who_chatted_long_ago() -> None:
    talk = ChatLimit()
    for number in range(MOST_TALKERS + 10):
        say(talk, "hello", 0, PlayerId(f"p{number}"))
    assert len(talk._lines) == MOST_TALKERS
