"""What moderators do: look at reports, mute, ban, rename, close accounts, write notes. Every act is logged in the same
transaction.

Nothing here is final: each act can be undone, and only the operator makes moderators or acts against one.
"""

from collections.abc import Callable

from msgspec.structs import replace
from sqlalchemy import Connection

from noughts.messages import moderation as m
from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text, spoken_text
from noughts.server.players.accounts import Accounts
from noughts.server.players.guests import Guests, Identity
from noughts.server.players.logins import LoginRegistry
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.storage import moderation as stored
from noughts.storage.journal import Database
from noughts.storage.pictures import set_picture
from noughts.storage.players import player_named, set_display_name, username_of
from noughts.storage.sanctions import impose, lift
from noughts.storage.tokens import tokens_of

HOUR_MS = 60 * 60 * 1000
# How long a player keeps the name that a moderator has given.
NAME_DAYS = 30
LONGEST_NAME = 20

_LIFTED: dict[m.Imposable, m.Action] = {"mute": "unmute", "ban": "unban", "close": "reopen"}


class Moderation:
    """The acts of moderators in this installation."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        budget: Budget,
        accounts: Accounts,
        guests: Guests,
        logins: LoginRegistry,
        show_card: Callable[[PlayerCard], None],
    ) -> None:
        self._database = database
        self._environment = environment
        self._budget = budget
        self._accounts = accounts
        self._guests = guests
        self._logins = logins
        self._show_card = show_card

    async def impose(
        self, who: Identity, address: str, name: str, kind: m.Imposable, order: m.Imposed
    ) -> PlayerCard | Refusal:
        """Mute or ban this player, or close the account. A ban or a closed account also disconnects the player."""
        if kind != "close" and order.hours is None:
            return Refusal("end_needed")
        about = await self._concerned(who, address, name)
        if isinstance(about, Refusal):
            return about
        now_ms = self._environment.now_ms()
        ends_ms = None if kind == "close" or order.hours is None else now_ms + order.hours * HOUR_MS

        def store(connection: Connection) -> list[str]:
            hashes = [row.hash for row in tokens_of(connection, about.id)] if kind != "mute" else []
            impose(connection, about.id, kind, now_ms, ends_ms)
            self._log(connection, who, kind, about, order.words, ends_ms=ends_ms)
            return hashes

        self._logins.cut_soon(await self._database.write(store))
        return about

    async def lift(
        self, who: Identity, address: str, name: str, kind: m.Imposable, words: str = ""
    ) -> PlayerCard | Refusal:
        """End a mute or a ban early, or open a closed account again."""
        about = await self._concerned(who, address, name)
        if isinstance(about, Refusal):
            return about

        def store(connection: Connection) -> bool:
            was_there = lift(connection, about.id, kind)
            if was_there:
                self._log(connection, who, _LIFTED[kind], about, words)
            return was_there

        return about if await self._database.write(store) else Refusal("not_imposed")

    async def rename(self, who: Identity, address: str, name: str, order: m.Renamed) -> PlayerCard | Refusal:
        """Show this player by another name, which the player can't change for some time."""
        about = await self._concerned(who, address, name)
        if isinstance(about, Refusal):
            return about
        new_name = await self._new_name(about, order.name)
        if isinstance(new_name, Refusal):
            return new_name
        renamed = replace(about, name=new_name)
        now_ms = self._environment.now_ms()
        ends_ms = now_ms + NAME_DAYS * 24 * HOUR_MS

        def store(connection: Connection) -> None:
            set_display_name(connection, about.id, new_name)
            impose(connection, about.id, "name", now_ms, ends_ms)
            # Both names, so that a mistake can be undone.
            words = f"{about.name} → {new_name}. {order.words}".strip()
            self._log(connection, who, "rename", about, words, ends_ms=ends_ms)

        await self._database.write(store)
        self._show_card(renamed)
        return renamed

    async def remove_picture(self, who: Identity, address: str, name: str) -> PlayerCard | Refusal:
        """Show this player without the picture that was sent."""
        about = await self._concerned(who, address, name)
        if isinstance(about, Refusal):
            return about

        def store(connection: Connection) -> None:
            set_picture(connection, about.id, None, None, 0)
            self._log(connection, who, "remove_picture", about, "")

        await self._database.write(store)
        self._show_card(replace(about, picture=None))
        return about

    async def note(self, who: Identity, address: str, name: str, words: str) -> PlayerCard | Refusal:
        """Write a note about this player, for other moderators."""
        about = await self._concerned(who, address, name)
        if isinstance(about, Refusal):
            return about
        if spoken_text(words) is None:
            return Refusal("malformed")
        await self._database.write(self._log, who, "note", about, words)
        return about

    async def close_report(self, who: Identity, address: str, report: str, order: m.ReportClosed) -> Refusal | None:
        """Close this report with its outcome. Return the refusal, or None."""
        refusal = self._objection(who, address)
        if refusal is not None:
            return refusal

        def store(connection: Connection) -> Refusal | None:
            row = stored.report_by_id(connection, report)
            if row is None or not stored.end_report(connection, report, order.outcome, self._environment.now_ms()):
                return Refusal("no_such_report")
            about = PlayerCard(id=row.about_id, name="")
            words = f"{order.outcome}. {order.words}"
            self._log(connection, who, "close_report", about, words, report=report)
            return None

        return await self._database.write(store)

    async def _concerned(self, who: Identity, address: str, name: str) -> PlayerCard | Refusal:
        """Return the player to act on, if this moderator may act now."""
        refusal = self._objection(who, address)
        if refusal is not None:
            return refusal
        about = await self._database.read(player_named, name)
        if about is None:
            return Refusal("no_such_player")
        # A thief with one moderator's login must not be able to lock the others out.
        is_moderator = await self._database.read(stored.role_of, about.id) is not None
        return Refusal("moderator_exempt") if is_moderator else about

    def _objection(self, who: Identity, address: str) -> Refusal | None:
        return self._budget.objection("moderation", Client(address, who.card.id))

    async def _new_name(self, about: PlayerCard, name: str | None) -> str | Refusal:
        if name is None:
            return await self._database.read(username_of, about.id) or self._guests.friendly_name()
        shown = shown_text(name)
        if shown is None or len(shown) > LONGEST_NAME:
            return Refusal("bad_name", f"Use at most {LONGEST_NAME} characters.")
        return await self._accounts.objection_to_name(about, shown) or shown

    def _log(
        self,
        connection: Connection,
        who: Identity,
        action: m.Action,
        about: PlayerCard,
        words: str,
        *,
        report: str | None = None,
        ends_ms: int | None = None,
    ) -> None:
        """Log this in the transaction of the act itself, so that there is never one without the other."""
        stored.add_to_log(
            connection,
            self._environment.new_player_id(),
            who.card.id,
            action,
            about.id,
            self._environment.now_ms(),
            words=spoken_text(words) or "",
            report=report,
            ends_ms=ends_ms,
        )
