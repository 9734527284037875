"""The login screen: how a session gets its player. A guest at once, an account by name and password, or by a token."""

from typing import TYPE_CHECKING

from noughts.messages import commands as c
from noughts.messages.answers import PlayerCard, Welcome
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.people import Identity, token_hash
from noughts.storage.games import games_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from noughts.server.session import Session

# Games whose state is sent to one who asks for all of its own.
MOST_RESUMED = 256


async def play_as_guest(session: "Session", command: c.PlayAsGuest) -> None:
    if session.card is not None:
        return session.refuse(Refusal("already_logged_in"), command)
    wait_seconds = session.reception.newcomers.take(session.address, session.now)
    if wait_seconds:
        return session.refuse(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)), command)
    if command.name is not None and await session.reception.accounts.is_registered(command.name):
        # A name taken by an account is taken on every door: no guest may pass for its owner.
        return session.refuse(Refusal("username_taken"), command)
    guest = await session.reception.people.add_guest(command.name)
    if isinstance(guest, Refusal):
        return session.refuse(guest, command)
    card, token = guest
    session.become(Identity(card, token_hash(token)), is_new=True)
    session.accept(command)
    session.say(Welcome(player=card, token=token))


async def create_login(session: "Session", command: c.CreateLogin) -> None:
    """Make an account, and stay at the login screen."""
    if session.card is not None:
        return session.refuse(Refusal("already_logged_in"), command)
    pictures = session.reception.pictures
    data = command.profile_picture
    # First, since one who hears no has no account.
    picture = None if data is None else await pictures.read(data, session.address)
    if isinstance(picture, Refusal):
        return session.refuse(picture, command)
    card = await session.reception.accounts.register(
        command.username, command.password, session.address, is_bot=command.bot
    )
    if isinstance(card, Refusal):
        return session.refuse(card, command)
    session.created = card if picture is None else await pictures.give(card, picture)
    session.accept(command)


async def add_picture(session: "Session", command: c.AddProfilePic) -> None:
    """A picture for the one who is logged in, or for the account that was made here."""
    card = session.card or session.created
    if card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    if card.kind == "guest":
        return session.refuse(Refusal("account_needed"), command)
    picture = await session.reception.pictures.read(command.profile_picture, card.id)
    if isinstance(picture, Refusal):
        return session.refuse(picture, command)
    pictured = await session.reception.pictures.give(card, picture)
    if session.card is None:
        session.created = pictured
    else:
        session.card = pictured
    session.reception.hall.show_card(pictured)
    session.accept(command)


async def log_in(session: "Session", command: c.Login) -> None:
    """Be somebody, and go to the menu. The same player may say so again, to be sent its games."""
    found = await _found(session, command)
    if isinstance(found, Refusal):
        return session.refuse(found, command)
    identity, token = found
    session.become(identity)
    session.accept(command)
    session.say(Welcome(player=identity.card, token=token))
    if command.resume:
        await _resume(session, identity.card)


async def _found(session: "Session", command: c.Login) -> tuple[Identity, str | None] | Refusal:
    """Who this is, and the new token of one who came by name and password."""
    if command.token is not None:
        identity = await session.reception.people.identify(command.token)
        if identity is None:
            return Refusal("bad_token")
        is_another = session.card is not None and session.card.id != identity.card.id
        return Refusal("already_logged_in") if is_another else (identity, None)
    if command.username is None or command.password is None:
        return Refusal("not_logged_in") if session.identity is None else (session.identity, None)
    if session.card is not None:
        return Refusal("already_logged_in")
    found = await session.reception.accounts.log_in(command.username, command.password, session.address)
    return found if isinstance(found, Refusal) else (Identity(found.card, token_hash(found.token)), found.token)


async def _resume(session: "Session", card: PlayerCard) -> None:
    def unfinished(connection: "Connection") -> list[GameId]:
        return games_of(connection, card.id, finished=False, most=MOST_RESUMED)

    for game in await session.reception.hall.database.read(unfinished):
        await session.watch_game(game, returning=True)
