"""Guests, and the tokens that identify players. A token is stored only as its hash."""

from hashlib import sha256

from msgspec import Struct

from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Role, Scopes
from noughts.messages.text import shown_text
from noughts.server.players.names import objection_to_name
from noughts.server.runtime.environment import Environment
from noughts.storage.journal import Database
from noughts.storage.players import add_guest
from noughts.storage.tokens import holder_of, token_used

# The last use of a token is stored at most once an hour, so that requests cost no write.
USED_MS = 60 * 60 * 1000

_HOW = (
    "Brave,Bright,Calm,Clever,Curious,Daring,Eager,Gentle,Happy,Honest,Jolly,Keen,Kind,Lively,Lucky,Merry,Mighty,"
    "Nimble,Patient,Polite,Proud,Quick,Quiet,Sharp,Silent,Sly,Steady,Sunny,Swift,Tidy,Warm,Wise"
)
_WHO = (
    "Badger,Bear,Beaver,Crane,Crow,Deer,Dolphin,Falcon,Ferret,Finch,Fox,Gecko,Hare,Hawk,Heron,Ibex,Jay,Koala,Lemur,"
    "Lynx,Marten,Mole,Moose,Newt,Otter,Owl,Panda,Raven,Robin,Seal,Stoat,Swan,Tiger,Wolf,Wren,Yak"
)


class Identity(Struct, frozen=True):
    """The player, the token used, its permissions, and the player's role."""

    card: PlayerCard
    token_hash: str
    scopes: Scopes = None
    role: Role | None = None


class Guests:
    """The players of this installation."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment

    async def add_guest(self, name: str | None) -> tuple[PlayerCard, str] | Refusal:
        """Return a new guest and its token, which is shown only once."""
        shown = self.friendly_name() if name is None else shown_text(name)
        if shown is None or len(shown) > 40:
            return Refusal("bad_name")
        refusal = None if name is None else await objection_to_name(self._database, shown)
        if refusal is not None:
            return refusal
        card = PlayerCard(id=self._environment.new_player_id(), name=shown)
        token = self._environment.new_token()
        await self._database.write(add_guest, card, token_hash(token), self._environment.now_ms())
        return card, token

    async def identify(self, token: str) -> Identity | None:
        """Return the owner of this token. It is looked up by its hash, so the timing reveals nothing about other
        tokens.
        """
        hashed = token_hash(token)
        holder = await self._database.read(holder_of, hashed)
        if holder is None:
            return None
        now_ms = self._environment.now_ms()
        if now_ms - holder.used_ms > USED_MS:
            await self._database.write(token_used, hashed, holder.card.id, now_ms)
        return Identity(holder.card, hashed, holder.scopes, holder.role)

    def friendly_name(self) -> str:
        """Return a random name for somebody without one."""
        how, who = (self._environment.pick(words.split(",")) for words in (_HOW, _WHO))
        return f"{how} {who} {self._environment.pick(range(1, 100))}"


def token_hash(token: str) -> str:
    # A header may contain bytes that aren't text. They match no token, and must not raise an error.
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
