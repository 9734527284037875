"""Account commands: a player's account, logins and settings. The same for every door."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from noughts.messages import people_commands as p
from noughts.messages.answers import Message, Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.people_answers import LoginsEnded, SettingsShown
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text
from noughts.server.players.guests import Identity, token_hash
from noughts.server.sessions.handlers import friends
from noughts.server.sessions.handlers import social as company
from noughts.server.sessions.handlers.reports import report
from noughts.server.sessions.services import Services
from noughts.server.sessions.session import Session
from noughts.storage.players import set_display_name
from noughts.storage.sanctions import objection_by
from noughts.storage.settings import change_settings, settings_of

LONGEST_NAME = 20


async def serve(session: Session, command: p.AnyPeopleCommand) -> None:
    """Answer a command over a connection."""
    who = session.identity
    if who is None:
        return session.refuse(Refusal("not_logged_in"), command)
    answer = await ask(session.services, who, session.address, command)
    if isinstance(answer, Refusal):
        return session.refuse(answer, command)
    if isinstance(answer, Welcome):
        hashed = who.token_hash if answer.token is None else token_hash(answer.token)
        session.become(replace(who, card=answer.player, token_hash=hashed))
    session.accept(command)
    session.send(answer)


async def ask(services: Services, who: Identity, address: str, command: p.AnyPeopleCommand) -> Message | Refusal:
    """Return the answer to this player's command, or why not."""
    if isinstance(command, p.BecomeAccount):
        return await become_account(services, who, address, command)
    if isinstance(command, p.Report):
        return await report(services, who, address, command)
    return await _HANDLERS[type(command)](services, who, command)


async def become_account(
    services: Services, who: Identity, address: str, command: p.BecomeAccount, label: str = "login"
) -> Welcome | Refusal:
    """Turn a guest into an account. The label names the new login in the list of logins."""
    found = await services.accounts.upgrade(who.card, command.username, command.password, address, label)
    if isinstance(found, Refusal):
        return found
    # The connection that sent this continues with the new token; the others have to log in.
    services.logins.cut_soon(found.ended)
    services.tables.show_card(found.card)
    return Welcome(player=found.card, token=found.token)


async def _log_out(services: Services, who: Identity, command: p.Logout) -> LoginsEnded:
    return LoginsEnded(count=await services.logins.end_this(who))


async def _change_password(services: Services, who: Identity, command: p.ChangePassword) -> LoginsEnded | Refusal:
    refusal = await services.accounts.change_password(who.card, command.old, command.new)
    return refusal or LoginsEnded(count=await services.logins.end_others(who))


async def _delete_account(services: Services, who: Identity, command: p.DeleteAccount) -> LoginsEnded | Refusal:
    refusal = await services.accounts.check_password(who.card, command.password)
    return refusal or LoginsEnded(count=await services.account_deletion.delete(who.card))


async def _make_recovery_codes(services: Services, who: Identity, command: p.MakeRecoveryCodes) -> Message | Refusal:
    return await services.recovery.make_codes(who.card, command.password)


async def _show_recovery(services: Services, who: Identity, command: p.ShowRecovery) -> Message | Refusal:
    return await services.recovery.ways_of(who.card)


async def _list_logins(services: Services, who: Identity, command: p.ListLogins) -> Message:
    return await services.logins.all_of(who)


async def _end_login(services: Services, who: Identity, command: p.EndLogin) -> LoginsEnded | Refusal:
    ended = await services.logins.end(who, command.login)
    return ended if isinstance(ended, Refusal) else LoginsEnded(count=ended)


async def _make_token(services: Services, who: Identity, command: p.MakeToken) -> Message | Refusal:
    if who.card.kind == "guest":
        return Refusal("account_needed")
    return await services.logins.make_token(who, command.label, frozenset(command.scopes))


async def _change_name(services: Services, who: Identity, command: p.ChangeName) -> Welcome | Refusal:
    name = shown_text(command.name)
    if name is None or len(name) > LONGEST_NAME:
        return Refusal("bad_name", f"Use at most {LONGEST_NAME} characters.")
    refusal = await services.database.read(
        objection_by, who.card.id, "name", "name_kept", services.environment.now_ms()
    ) or await services.accounts.objection_to_name(who.card, name)
    if refusal is not None:
        return refusal
    card: PlayerCard = replace(who.card, name=name)
    await services.database.write(set_display_name, card.id, name)
    services.tables.show_card(card)
    return Welcome(player=card)


async def _show_settings(services: Services, who: Identity, command: p.ShowSettings) -> SettingsShown | Refusal:
    if who.card.kind == "guest":
        return Refusal("account_needed")
    return SettingsShown(settings=await services.database.read(settings_of, who.card.id))


async def _change_settings(services: Services, who: Identity, command: p.ChangeSettings) -> SettingsShown | Refusal:
    if who.card.kind == "guest":
        return Refusal("account_needed")
    changed = await services.database.write(change_settings, who.card.id, command.changes)
    return SettingsShown(settings=changed)


_HANDLERS: dict[type, Callable[[Services, Identity, Any], Awaitable[Message | Refusal]]] = {
    p.Logout: _log_out,
    p.ChangePassword: _change_password,
    p.DeleteAccount: _delete_account,
    p.MakeRecoveryCodes: _make_recovery_codes,
    p.ShowRecovery: _show_recovery,
    p.ListLogins: _list_logins,
    p.EndLogin: _end_login,
    p.MakeToken: _make_token,
    p.ChangeName: _change_name,
    p.ShowSettings: _show_settings,
    p.ChangeSettings: _change_settings,
    **company.HANDLERS,
    **friends.HANDLERS,
}
