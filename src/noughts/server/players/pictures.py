"""Players' pictures: decoded from untrusted bytes in a separate process, encoded again, named by their contents.

Only what we have encoded ourselves is ever served.
"""

import re
from base64 import b64decode
from hashlib import sha256
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.parts import PICTURES
from noughts.server.players.picture_jobs import AnyRemake, Unusable, Upload
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_PICTURE_BYTES, MOST_PICTURES_OF_A_PLAYER, MOST_WAITING_PICTURES
from noughts.server.runtime.worker_pool import PoolFull, WorkerPool
from noughts.server.runtime.worker_process import ProcessFailed, WorkerProcess
from noughts.storage.journal import Database
from noughts.storage.pictures import picture_png, set_picture

log = structlog.get_logger()

# The process ends itself after two seconds of processor time; this is for one that hangs.
HANG_SECONDS = 15.0

# A value this short is the name of a picture that clients draw themselves.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,31}")
PATH = "/pictures/{}.png"


class Picture(NamedTuple):
    """The value on a player's card, and the bytes of an uploaded picture."""

    path: str
    png: bytes | None = None


class PictureProcess(WorkerProcess[Upload, AnyRemake]):
    """A process that was started. The process itself runs `picture_worker.py`."""

    module = "noughts.server.players.picture_worker"
    answers = AnyRemake
    # A square of 256 by 256 pixels that cannot be compressed, in base64.
    most_answer_bytes = 512 * 1024


class Pictures:
    """The pictures of this installation."""

    def __init__(self, database: Database, environment: Environment, budget: Budget) -> None:
        # Without the optional library, only stored pictures and drawn ones are available.
        self.is_on = PICTURES.is_installed
        self._database = database
        self._environment = environment
        self._budget = budget
        self._pool = WorkerPool(
            PictureProcess, 1, most_waiting=MOST_WAITING_PICTURES, most_of_one=MOST_PICTURES_OF_A_PLAYER
        )

    async def read(self, picture: str, sender: Client) -> Picture | Refusal:
        """Return the picture of this name, or the one in these data in base64. It counts towards the limits of
        `sender`.
        """
        if _NAME.fullmatch(picture):
            return Picture(picture)
        try:
            data = b64decode(picture.partition("base64,")[2] or picture, validate=True)
        except ValueError:
            return Refusal("bad_picture", "Send its name or base64.")
        return await self.remake(data, sender)

    async def remake(self, data: bytes, sender: Client) -> Picture | Refusal:
        """Return the picture in these bytes, encoded again."""
        if not self.is_on:
            return Refusal("pictures_off")
        if len(data) > MOST_PICTURE_BYTES:
            return Refusal("bad_picture", f"Use a file of at most {MOST_PICTURE_BYTES // 1024} KiB.")
        refusal = self._budget.objection("picture", sender, "too_many_pictures")
        if refusal is not None:
            return refusal
        try:
            answer = await self._pool.ask(sender, Upload(data=data), HANG_SECONDS)
        except PoolFull:
            return Refusal("too_many_pictures", wait_seconds=1.0)
        except (ProcessFailed, OSError) as error:
            if self._pool.is_closed:
                return Refusal("shutting_down")
            log.warning("a picture process failed", sender=sender.player or sender.address, error=str(error))
            return Refusal("bad_picture", "It takes too long to read.")
        if isinstance(answer, Unusable):
            return Refusal("bad_picture", answer.words)
        return Picture(PATH.format(sha256(answer.png).hexdigest()), answer.png)

    async def png(self, name: str) -> bytes | None:
        """Return the picture of this hash."""
        return await self._database.read(picture_png, name)

    async def store(self, card: PlayerCard, picture: Picture) -> PlayerCard:
        """Store this picture for the player, and return the new card."""
        await self._database.write(set_picture, card.id, picture.path, picture.png, self._environment.now_ms())
        return replace(card, picture=picture.path)

    async def close(self) -> None:
        await self._pool.close()
