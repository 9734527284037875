"""The page about the line protocol: its transcript can be replayed."""

from noughts.app import Application
from tests.docs.transcripts import play, transcripts
from tests.doors.line_talker import line


async def test_the_transcript_can_be_replayed(application: Application) -> None:
    (transcript,) = transcripts("doors/line.md")
    assert await play(transcript, lambda: line(application)) > 30
