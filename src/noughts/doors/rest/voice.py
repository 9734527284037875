"""The API about speech: send a recording, get its meaning in a game. No recording is kept."""

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.http.authentication import NEEDS, address_of_client, uploads_of
from noughts.doors.http.documented import OUT, READING, UPLOADING, documented
from noughts.doors.http.error_responses import Refused
from noughts.doors.rest.boards import board_of
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.voice import Heard
from noughts.rules import UnknownVariant, find_variant
from noughts.server.runtime.budget import Client
from noughts.server.sessions.services import Services
from noughts.server.speech.speech_jobs import Sound
from noughts.voice.bounds import MOST_BYTES, MOST_SECONDS, RATE

WhichGame = Annotated[str, Parameter(description="the game the speech belongs to", max_length=64)]
WhichVariant = Annotated[str, Parameter(description="the variant, if no game is given", max_length=40)]


class VoiceInfo(Struct, frozen=True, rename="camel"):
    """Whether speech is understood here, in which languages, and what sound to send."""

    available: bool
    languages: list[str]
    samples_per_second: int
    most_seconds: int


@dataclass
class _Sound(Operation):
    """Describes the body for the API document: the handler reads it directly, so Litestar doesn't know its type."""

    def __post_init__(self) -> None:
        file = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody({"audio/wav": file}, required=True)


@get(
    "/voice",
    tags=["voice"],
    summary="Check whether voice moves work here, and warm up the recogniser",
    responses=documented(VoiceInfo, *OUT, words="The supported audio format and languages."),
    sync_to_thread=False,
)
def show_voice(player: PlayerCard, services: Services) -> VoiceInfo:
    services.speech_pool.start()
    return VoiceInfo(services.speech_pool.is_on, ["en"], RATE, MOST_SECONDS)


@post(
    "/voice",
    tags=["voice"],
    summary="Recognise a spoken square or command",
    description=f"A mono 16-bit WAV file at {RATE} Hz, at most {MOST_SECONDS} seconds long.",
    status_code=200,
    responses=documented(
        Heard,
        *OUT,
        *READING,
        *UPLOADING,
        "bad_audio",
        "unknown_variant",
        "no_such_game",
        "voice_off",
        "voice_busy",
        words="The possible phrases, likeliest first. No move was made: that is up to you.",
    ),
    request_max_body_size=MOST_BYTES,
    operation_class=_Sound,
    opt={NEEDS: "play"},
)
async def understand(
    request: Request[Any, Any, Any],
    player: PlayerCard,
    services: Services,
    game: WhichGame = "",
    variant: WhichVariant = "classic",
) -> Heard:
    open_boards: tuple[int, ...] = ()
    if game:
        board = await board_of(services, GameId(game))
        variant, open_boards = board.variant, board.open_boards
    try:
        find_variant(variant)
    except UnknownVariant as unknown:
        raise Refused(Refusal("unknown_variant")) from unknown
    sender = Client(address_of_client(request), player.id)
    refusal = services.speech_pool.objection(sender)
    if refusal is not None:
        raise Refused(refusal)
    wav = await uploads_of(request).receive(request, sender)
    heard = await services.speech_pool.hear(sender, Sound(wav=wav, variant=variant, open_boards=open_boards))
    if isinstance(heard, Refusal):
        raise Refused(heard)
    return heard


HANDLERS = [show_voice, understand]
