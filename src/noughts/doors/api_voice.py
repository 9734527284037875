"""The API about speech: send what was said, get what it means in a game. Nothing of it is kept."""

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.asking import NEEDS
from noughts.doors.boards import board_of
from noughts.doors.documented import OUT, READING, documented
from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.voice import Heard
from noughts.rules import UnknownVariant, find_variant
from noughts.server.session import Reception
from noughts.voice.bounds import MOST_BYTES, MOST_SECONDS, RATE

WhichGame = Annotated[str, Parameter(description="the game in which it is said", max_length=64)]
WhichVariant = Annotated[str, Parameter(description="without a game: the variant that is played", max_length=40)]


class VoiceInfo(Struct, frozen=True, rename="camel"):
    """Whether speech is understood here, in which languages, and what sound to send."""

    available: bool
    languages: list[str]
    samples_per_second: int
    most_seconds: int


@dataclass
class _Sound(Operation):
    """The body is read by hand, so Litestar does not know what it is."""

    def __post_init__(self) -> None:
        file = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody({"audio/wav": file}, required=True)


@get(
    "/voice",
    tags=["voice"],
    summary="Whether speech is understood here; asked before the first word, it saves a second at that",
    responses=documented(VoiceInfo, *OUT, words="What can be sent."),
    sync_to_thread=False,
)
def show_voice(player: PlayerCard, reception: Reception) -> VoiceInfo:
    reception.listeners.start()
    return VoiceInfo(reception.listeners.is_on, ["en"], RATE, MOST_SECONDS)


@post(
    "/voice",
    tags=["voice"],
    summary="Say a square or a command: what was heard, and how sure that is",
    description=f"A WAV file of one channel, 16 bits, {RATE} samples a second, at most {MOST_SECONDS} seconds.",
    status_code=200,
    responses=documented(
        Heard,
        *OUT,
        *READING,
        "bad_audio",
        "unknown_variant",
        "no_such_game",
        "voice_off",
        "voice_busy",
        words="What may have been said, the likeliest first. Nothing was played: that is for you to do.",
    ),
    request_max_body_size=MOST_BYTES,
    operation_class=_Sound,
    opt={NEEDS: "play"},
)
async def understand(
    request: Request[Any, Any, Any],
    player: PlayerCard,
    reception: Reception,
    game: WhichGame = "",
    variant: WhichVariant = "classic",
) -> Heard:
    open_boards: tuple[int, ...] = ()
    if game:
        board = await board_of(reception, GameId(game))
        variant, open_boards = board.variant, board.open_boards
    try:
        find_variant(variant)
    except UnknownVariant as unknown:
        raise Refused(Refusal("unknown_variant")) from unknown
    heard = await reception.listeners.hear(player.id, request.body, variant, open_boards)
    if isinstance(heard, Refusal):
        raise Refused(heard)
    return heard


HANDLERS = [show_voice, understand]
