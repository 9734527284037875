"""Decides whether a client's request goes ahead, by limits and scopes, for sockets and HTTP alike.

A command on a socket is counted when it comes (`count`) and checked when its turn has come (`permit`), since the client
may log in between the two. An HTTP request does both at once (`admit`).
"""

from noughts.messages.command import Command
from noughts.messages.needs import needed_by
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Needed, Scopes, has_role_for, may
from noughts.server.players.guests import Identity
from noughts.server.runtime.budget import Budget, Client, Meter
from noughts.server.runtime.limits import MESSAGES_FOR_MAKING


class Gatekeeper:
    """Checks every request of clients."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._now = budget.now

    def count(self, meter: Meter, cost: float = 1.0) -> Refusal | None:
        """Count any message of this connection. Return the refusal if it exceeds the limit."""
        wait_seconds = meter.take(self._now(), cost)
        return _wait(wait_seconds) if wait_seconds else None

    def permit(self, scopes: Scopes, command: type[Command]) -> Refusal | None:
        """Return why a client with these scopes may not send this command, or None."""
        return self._objection(scopes, needed_by(command)) if scopes is not None else None

    def count_making(self, meter: Meter) -> Refusal | None:
        """Count a command that stores something new. Return the refusal if it exceeds the limit."""
        return self.count(meter, MESSAGES_FOR_MAKING - 1)

    def admit(self, identity: Identity, address: str, needed: Needed, *, makes: bool = False) -> Refusal | None:
        """Count a request of this player, and check its token and role. Return the refusal, if any."""
        wait_seconds = self.budget.message(Client(address, identity.card.id), MESSAGES_FOR_MAKING if makes else 1.0)
        if wait_seconds:
            return _wait(wait_seconds)
        objection = self._objection(identity.scopes, needed)
        if objection is None and not has_role_for(identity.role, needed):
            return Refusal("moderators_only")
        return objection

    def admit_newcomer(self, address: str) -> Refusal | None:
        """Count a guest that is to be made for this address. Return the refusal, if any."""
        return self.budget.objection("newcomer", Client(address))

    @staticmethod
    def _objection(scopes: Scopes, needed: Needed) -> Refusal | None:
        return None if may(scopes, needed) else Refusal("missing_scope")


def _wait(seconds: float) -> Refusal:
    return Refusal("too_many_requests", wait_seconds=round(seconds, 2) or 0.01)
