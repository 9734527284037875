"""The gatekeeper counts requests, checks scopes and says how long to wait, for sockets and HTTP alike."""

from noughts.config import Settings
from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Scope
from noughts.server.players.guests import Identity
from noughts.server.runtime.budget import Budget
from noughts.server.runtime.rates import limits_of
from noughts.server.sessions.gatekeeper import Gatekeeper

ADDRESS = "203.0.113.7"
CARD = PlayerCard(id=PlayerId("ann"), name="Ann")


def gatekeeper(**settings: float) -> Gatekeeper:
    return Gatekeeper(Budget(limits_of(Settings(**settings)), lambda: 1000.0))  # type: ignore[arg-type]


def token(*scopes: Scope) -> Identity:
    return Identity(CARD, "hash", frozenset(scopes))


def test_counts_messages_by_their_cost() -> None:
    keeper = gatekeeper(commands_per_second=2, command_burst=4)
    meter = keeper.budget.meter(ADDRESS)
    assert keeper.count(meter, 3) is None
    assert keeper.count(meter) is None
    # At two messages a second, the next one has to wait half a second.
    assert keeper.count(meter) == Refusal("too_many_requests", wait_seconds=0.5)


def test_never_reports_a_wait_of_zero() -> None:
    keeper = gatekeeper(commands_per_second=1_000, command_burst=1)
    meter = keeper.budget.meter(ADDRESS)
    assert keeper.count(meter) is None
    assert keeper.count(meter) == Refusal("too_many_requests", wait_seconds=0.01)


def test_a_login_may_send_any_command_and_a_token_only_those_in_its_scopes() -> None:
    keeper = gatekeeper()
    assert keeper.permit(None, c.MakeMove) is None
    assert keeper.permit(frozenset({"play"}), c.MakeMove) is None
    assert keeper.permit(frozenset({"read"}), c.MakeMove) == Refusal("missing_scope")
    assert keeper.permit(frozenset(), c.Heartbeat) is None


def test_counts_a_request_before_checking_its_scopes() -> None:
    keeper = gatekeeper()
    assert keeper.admit(Identity(CARD, "hash"), ADDRESS, "login") is None
    assert keeper.admit(token("read"), ADDRESS, "read") is None
    assert keeper.admit(token("read"), ADDRESS, "play") == Refusal("missing_scope")
    refusals = [keeper.admit(token("play"), ADDRESS, "play") for _ in range(100_000)]
    late = next(refusal for refusal in refusals if refusal is not None)
    assert late.code == "too_many_requests"
    assert late.wait_seconds is not None
    # For a client over its limit the wait comes first, whatever its token allows.
    assert keeper.admit(token(), ADDRESS, "play") == late


def test_counts_new_guests_by_address() -> None:
    keeper = gatekeeper(guests_per_minute=60)
    refusals = [keeper.admit_newcomer(ADDRESS) for _ in range(100)]
    assert refusals[0] is None
    assert refusals[-1] is not None
    assert refusals[-1].code == "too_many_requests"
    assert keeper.admit_newcomer("198.51.100.9") is None
