"""The login screen: how a session gets its player. A guest at once, an account by name and password, or by a token."""

from sqlalchemy import Connection

from noughts.messages import commands as c
from noughts.messages.answers import Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Role, may
from noughts.server.players.guests import Identity, token_hash
from noughts.server.runtime.budget import Client
from noughts.server.sessions.session import Session
from noughts.storage.games import games_of
from noughts.storage.moderation import role_of

# The most games whose state is sent to a player who asks for all of theirs.
MOST_RESUMED = 256


async def play_as_guest(session: Session, command: c.PlayAsGuest) -> None:
    if session.card is not None:
        return session.refuse(Refusal("already_logged_in"), command)
    refusal = session.services.gatekeeper.admit_newcomer(session.address)
    if refusal is not None:
        return session.refuse(refusal, command)
    guest = await session.services.guests.add_guest(command.name)
    if isinstance(guest, Refusal):
        return session.refuse(guest, command)
    card, token = guest
    session.become(Identity(card, token_hash(token)), is_new=True)
    session.accept(command)
    session.send(Welcome(player=card, token=token))


async def create_login(session: Session, command: c.CreateLogin) -> None:
    """Make an account, and stay at the login screen."""
    if session.card is not None:
        return session.refuse(Refusal("already_logged_in"), command)
    pictures = session.services.pictures
    data = command.profile_picture
    # Before registering: a refused client must not have an account.
    picture = None if data is None else await pictures.read(data, Client(session.address))
    if isinstance(picture, Refusal):
        return session.refuse(picture, command)
    card = await session.services.accounts.register(
        command.username, command.password, session.address, is_bot=command.bot
    )
    if isinstance(card, Refusal):
        return session.refuse(card, command)
    session.created = card if picture is None else await pictures.store(card, picture)
    session.accept(command)


async def add_picture(session: Session, command: c.AddProfilePic) -> None:
    """Set a picture for the logged-in player, or for the account just created here."""
    card = session.card or session.created
    if card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    if card.kind == "guest":
        return session.refuse(Refusal("account_needed"), command)
    picture = await session.services.pictures.read(command.profile_picture, Client(session.address, card.id))
    if isinstance(picture, Refusal):
        return session.refuse(picture, command)
    pictured = await session.services.pictures.store(card, picture)
    if session.card is None:
        session.created = pictured
    else:
        session.card = pictured
    session.services.tables.show_card(pictured)
    session.accept(command)


async def log_in(session: Session, command: c.Login) -> None:
    """Log in, and go to the menu. The same player may log in again, to receive their games."""
    found = await _found(session, command)
    if isinstance(found, Refusal):
        return session.refuse(found, command)
    identity, token = found
    if command.resume and not may(identity.scopes, "read"):
        return session.refuse(Refusal("missing_scope"), command)
    session.become(identity)
    session.accept(command)
    session.send(Welcome(player=identity.card, token=token, role=await _role(session, identity, command)))
    if command.resume:
        await _resume(session, identity.card)


async def _found(session: Session, command: c.Login) -> tuple[Identity, str | None] | Refusal:
    """Return the player, and the new token of one who logged in with a password."""
    if command.token is not None:
        identity = await session.services.guests.identify(command.token)
        if identity is None:
            return Refusal("bad_token")
        is_another = session.card is not None and session.card.id != identity.card.id
        return Refusal("already_logged_in") if is_another else (identity, None)
    if command.username is None or command.password is None:
        return Refusal("not_logged_in") if session.identity is None else (session.identity, None)
    if session.card is not None:
        return Refusal("already_logged_in")
    found = await session.services.accounts.log_in(command.username, command.password, session.address)
    return found if isinstance(found, Refusal) else (Identity(found.card, token_hash(found.token)), found.token)


async def _role(session: Session, identity: Identity, command: c.Login) -> Role | None:
    """Return the role to show. An API token has none, since it can't be used for it."""
    if identity.scopes is not None or identity.card.kind != "account":
        return None
    is_known = command.token is not None
    return identity.role if is_known else await session.services.database.read(role_of, identity.card.id)


async def _resume(session: Session, card: PlayerCard) -> None:
    def unfinished(connection: Connection) -> list[GameId]:
        return games_of(connection, card.id, finished=False, most=MOST_RESUMED)

    for game in await session.services.database.read(unfinished):
        await session.watched.watch(game, returning=True)
