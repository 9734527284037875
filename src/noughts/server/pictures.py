"""Players' pictures: decoded from strangers' bytes with care, made anew by us, named by their contents.

Only what we have encoded ourselves is ever served. The work is done in a thread of its own, a few at a time.
"""

import asyncio
import re
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.limits import AddressLimit
from noughts.server.outside import Outside
from noughts.storage.journal import Database
from noughts.storage.pictures import picture_png, set_picture

log = structlog.get_logger()

MOST_BYTES = 512 * 1024
MOST_SIDE = 2048
SIDE = 256
FORMATS = ("PNG", "JPEG", "WEBP")
MOST_WAITING = 8
# For each sender: so many at once, as from a class of pupils, and then one every so many seconds.
BURST = 30
SECONDS_FOR_ONE = 20.0

# What is this short can be no picture: it is the name of one that the clients draw themselves.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,31}")
PATH = "/pictures/{}.png"


class Picture(NamedTuple):
    """What a player's card says, and the bytes for it if it is an uploaded one."""

    path: str
    png: bytes | None = None


class Pictures:
    """The pictures of this installation."""

    def __init__(self, database: Database, outside: Outside) -> None:
        self._database = database
        self._outside = outside
        self._pool = ThreadPoolExecutor(1, "noughts-pictures")
        self._limit = AddressLimit(1 / SECONDS_FOR_ONE, BURST)
        self._waiting = 0

    async def read(self, picture: str, sender: str) -> Picture | Refusal:
        """The picture of this name, or the one in these data in base64. `sender` is whose limit it counts to."""
        if _NAME.fullmatch(picture):
            return Picture(picture)
        try:
            data = b64decode(picture.partition("base64,")[2] or picture, validate=True)
        except ValueError:
            return Refusal("bad_picture", "It is neither a picture's name nor base64.")
        return await self.remake(data, sender)

    async def remake(self, data: bytes, sender: str) -> Picture | Refusal:
        """The picture in these bytes, made anew."""
        loop = asyncio.get_running_loop()
        wait_seconds = self._limit.take(sender, loop.time())
        if wait_seconds:
            return Refusal("too_many_pictures", wait_seconds=round(wait_seconds, 2))
        if self._waiting >= MOST_WAITING:
            return Refusal("too_many_pictures", wait_seconds=1.0)
        self._waiting += 1
        try:
            png = await loop.run_in_executor(self._pool, remade, data)
        finally:
            self._waiting -= 1
        return png if isinstance(png, Refusal) else Picture(PATH.format(sha256(png).hexdigest()), png)

    async def png(self, name: str) -> bytes | None:
        """The picture of this hash."""
        return await self._database.read(picture_png, name)

    async def give(self, card: PlayerCard, picture: Picture) -> PlayerCard:
        """This player with this picture."""
        await self._database.write(set_picture, card.id, picture.path, picture.png, self._outside.now_ms())
        return replace(card, picture=picture.path)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def remade(data: bytes) -> bytes | Refusal:
    """The picture in these bytes as a square PNG of ours. Its size is looked at before anything is decoded."""
    # Here and not above: a server that gets no pictures need not load it.
    from PIL import Image, ImageOps

    if len(data) > MOST_BYTES:
        return Refusal("bad_picture", f"At most {MOST_BYTES // 1024} KiB.")
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            if max(image.size) > MOST_SIDE or min(image.size) < 1:
                return Refusal("bad_picture", f"At most {MOST_SIDE} by {MOST_SIDE} pixels.")
            image.load()
            square = ImageOps.fit(ImageOps.exif_transpose(image).convert("RGBA"), (SIDE, SIDE))
        out = BytesIO()
        # A new image, so that nothing of the old file but its pixels is kept.
        Image.frombytes("RGBA", square.size, square.tobytes()).save(out, "PNG")
        return out.getvalue()
    except Exception as error:
        # Decoders raise nearly anything on a broken file, and no file is a fault of ours.
        log.info("a picture was refused", error=type(error).__name__)
        return Refusal("bad_picture", "It must be a whole PNG, JPEG or WebP.")
