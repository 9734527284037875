"""What a player asks about itself: its account, its logins, its settings. The same for every door."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from noughts.messages import people_commands as p
from noughts.messages.answers import Message, PlayerCard, Welcome
from noughts.messages.people_answers import LoginsEnded, SettingsShown
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text
from noughts.server import company
from noughts.server.farewell import leave_for_good
from noughts.server.people import Identity, token_hash
from noughts.storage.players import set_display_name
from noughts.storage.settings import change_settings, settings_of

if TYPE_CHECKING:
    from noughts.server.session import Reception, Session

LONGEST_NAME = 20


async def serve(session: "Session", command: p.AnyPeopleCommand) -> None:
    """Answer one who asks over a connection."""
    who = session.identity
    if who is None:
        return session.refuse(Refusal("not_logged_in"), command)
    answer = await ask(session.reception, who, session.address, command)
    if isinstance(answer, Refusal):
        return session.refuse(answer, command)
    if isinstance(answer, Welcome):
        hashed = who.token_hash if answer.token is None else token_hash(answer.token)
        session.become(replace(who, card=answer.player, token_hash=hashed))
    session.accept(command)
    session.say(answer)


async def ask(reception: "Reception", who: Identity, address: str, command: p.AnyPeopleCommand) -> Message | Refusal:
    """The answer to this player's command, or why not."""
    if isinstance(command, p.BecomeAccount):
        return await _become_account(reception, who, address, command)
    return await _HANDLERS[type(command)](reception, who, command)


async def _become_account(
    reception: "Reception", who: Identity, address: str, command: p.BecomeAccount
) -> Welcome | Refusal:
    found = await reception.accounts.upgrade(who.card, command.username, command.password, address)
    if isinstance(found, Refusal):
        return found
    # The connection over which this came goes on by the new token; the others have to log in.
    reception.logins.cut_soon(found.ended)
    reception.hall.show_card(found.card)
    return Welcome(player=found.card, token=found.token)


async def _log_out(reception: "Reception", who: Identity, command: p.Logout) -> LoginsEnded:
    return LoginsEnded(count=await reception.logins.end_this(who))


async def _change_password(reception: "Reception", who: Identity, command: p.ChangePassword) -> LoginsEnded | Refusal:
    refusal = await reception.accounts.change_password(who.card, command.old, command.new)
    return refusal or LoginsEnded(count=await reception.logins.end_others(who))


async def _delete_account(reception: "Reception", who: Identity, command: p.DeleteAccount) -> LoginsEnded | Refusal:
    refusal = await reception.accounts.check_password(who.card, command.password)
    return refusal or LoginsEnded(count=await leave_for_good(reception, who.card))


async def _list_logins(reception: "Reception", who: Identity, command: p.ListLogins) -> Message:
    return await reception.logins.all_of(who)


async def _end_login(reception: "Reception", who: Identity, command: p.EndLogin) -> LoginsEnded | Refusal:
    ended = await reception.logins.end(who, command.login)
    return ended if isinstance(ended, Refusal) else LoginsEnded(count=ended)


async def _make_token(reception: "Reception", who: Identity, command: p.MakeToken) -> Message | Refusal:
    if who.card.kind == "guest":
        return Refusal("account_needed")
    return await reception.logins.make_token(who, command.label, frozenset(command.scopes))


async def _change_name(reception: "Reception", who: Identity, command: p.ChangeName) -> Welcome | Refusal:
    name = shown_text(command.name)
    if name is None or len(name) > LONGEST_NAME:
        return Refusal("bad_name", f"At most {LONGEST_NAME} characters.")
    refusal = await reception.accounts.objection_to_name(who.card, name)
    if refusal is not None:
        return refusal
    card: PlayerCard = replace(who.card, name=name)
    await reception.hall.database.write(set_display_name, card.id, name)
    reception.hall.show_card(card)
    return Welcome(player=card)


async def _show_settings(reception: "Reception", who: Identity, command: p.ShowSettings) -> SettingsShown | Refusal:
    if who.card.kind == "guest":
        return Refusal("account_needed")
    return SettingsShown(settings=await reception.hall.database.read(settings_of, who.card.id))


async def _change_settings(reception: "Reception", who: Identity, command: p.ChangeSettings) -> SettingsShown | Refusal:
    if who.card.kind == "guest":
        return Refusal("account_needed")
    changed = await reception.hall.database.write(change_settings, who.card.id, command.changes)
    return SettingsShown(settings=changed)


_HANDLERS: dict[type, Callable[["Reception", Identity, Any], Awaitable[Message | Refusal]]] = {
    p.Logout: _log_out,
    p.ChangePassword: _change_password,
    p.DeleteAccount: _delete_account,
    p.ListLogins: _list_logins,
    p.EndLogin: _end_login,
    p.MakeToken: _make_token,
    p.ChangeName: _change_name,
    p.ShowSettings: _show_settings,
    p.ChangeSettings: _change_settings,
    **company.HANDLERS,
}
