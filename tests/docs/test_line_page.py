"""The page about port 5005: what it shows happens."""

from noughts.app import Application
from tests.docs.transcripts import play, transcripts
from tests.doors.line_talker import line


async def test_the_transcript_is_true(application: Application) -> None:
    (transcript,) = transcripts("doors/line.md")
    assert await play(transcript, lambda: line(application)) > 30
