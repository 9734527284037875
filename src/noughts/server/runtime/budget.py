"""Counts the work that clients cause: by connection, player, address and site, and for everyone together.

Every message checks the connection's own bucket. The larger groups are checked only now and then, for all messages
since, so a move costs one cheap call.
"""

from collections.abc import Callable

from msgspec import Struct

from noughts.messages.refusals import Refusal
from noughts.server.runtime.limits import BYTES_PER_MESSAGE, MOST_STRIKES, Limit
from noughts.server.runtime.networks import network_of, site_of
from noughts.server.runtime.rate_limit import AddressLimit, Bucket
from noughts.server.runtime.rates import Kind, Limits

# How many messages of one connection pass before the shared limits are checked.
BATCH = 8.0


def cost_of(size: int) -> float:
    """Return the cost of a message of this many bytes."""
    return 1.0 + size // BYTES_PER_MESSAGE


class Client(Struct, frozen=True):
    """The client that causes the work: its address, and its player and account if known."""

    address: str
    player: str | None = None
    account: str | None = None

    def key(self, per: str) -> str | None:
        """Return this client's key in groups of this kind, or None if it belongs to none."""
        match per:
            case "address":
                return network_of(self.address)
            case "site":
                return site_of(self.address)
            case "everyone":
                return ""
            case "player" | "device":
                return self.player
            case "account_from_address":
                return None if self.account is None else f"{self.account} {network_of(self.address)}"
            case _:
                return self.account


# The limits of the groups that a client belongs to, each with the client's key there.
_GroupLimits = list[tuple[AddressLimit, str]]


class Shared:
    """One kind of work, counted for each group that a client belongs to. All of them must have room."""

    def __init__(self, limits: tuple[Limit, ...]) -> None:
        self.groups = [(limit.per, AddressLimit(limit.rate, limit.burst)) for limit in limits]

    def wait(self, now: float, client: Client, cost: float) -> float:
        """Return 0 when every group has room for work of this cost, else the seconds to wait."""
        return _longest_wait(self.limits_of(client), now, cost)

    def spend(self, now: float, client: Client, cost: float) -> None:
        """Count work for every group, even if that leaves a debt. A negative cost takes it back."""
        for limit, key in self.limits_of(client):
            limit.spend(key, cost, now)

    def take(self, now: float, client: Client, cost: float = 1.0) -> float:
        """Take `cost` from every group, or from none. Return 0, or the seconds to wait."""
        return _take_all(self.limits_of(client), now, cost)

    def limits_of(self, client: Client) -> _GroupLimits:
        """Return the limits of the groups that this client belongs to."""
        return [(limit, key) for per, limit in self.groups if (key := client.key(per)) is not None]


def _longest_wait(limits: _GroupLimits, now: float, cost: float) -> float:
    return max([limit.bucket(key, now).wait(now, cost) for limit, key in limits], default=0.0)


def _take_all(limits: _GroupLimits, now: float, cost: float) -> float:
    buckets = [limit.bucket(key, now) for limit, key in limits]
    wait_seconds = max([bucket.wait(now, cost) for bucket in buckets], default=0.0)
    if not wait_seconds:
        for (limit, key), bucket in zip(limits, buckets, strict=True):
            bucket.spend(cost)
            if limit.on_spent is not None:
                limit.on_spent(key, cost)
    return wait_seconds


class Meter(Bucket):
    """The work of one connection."""

    __slots__ = ("_address", "_group_limits", "_shared", "_strikes", "_unpaid")

    def __init__(self, limit: Limit, shared: Shared, address: str, now: float) -> None:
        super().__init__(limit.rate, limit.burst, now)
        self._shared = shared
        self._address = address
        self._unpaid = 0.0
        self._strikes = 0
        self.identify(None)

    def identify(self, player: str | None) -> None:
        """Count the work for this player from now on."""
        # Remembered, because every eighth move needs them.
        self._group_limits = self._shared.limits_of(Client(self._address, player))

    def take(self, now: float, cost: float = 1.0) -> float:
        """Count work of this cost. Return 0 when there is room for it, else the seconds to wait."""
        # `Bucket.take`, written out for the most common case, because every move passes here.
        left = self._left + (now - self._seen) * self._rate
        if left > self._burst:
            left = self._burst
        if left < cost:
            return self._strike(super().take(now, cost))
        self._seen = now
        self._left = left - cost
        self._unpaid = unpaid = self._unpaid + cost
        return 0.0 if unpaid < BATCH else self._settle(now)

    def _settle(self, now: float) -> float:
        """Count the messages since the last call for the larger groups too."""
        wait_seconds = _take_all(self._group_limits, now, self._unpaid)
        if wait_seconds:
            return self._strike(wait_seconds)
        self._unpaid = 0.0
        # A client that stays within the limits for a while is not flooding.
        self._strikes = max(0, self._strikes - 1)
        return 0.0

    def _strike(self, wait_seconds: float) -> float:
        if wait_seconds:
            self._strikes += 1
        return wait_seconds

    @property
    def is_flooding(self) -> bool:
        """Whether the excess over the limit is large enough to close the connection."""
        return self._strikes > MOST_STRIKES


class Budget:
    """All that is counted in this process. `now` is the event loop's clock."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.now = now
        self.limits = limits
        self._connection, *shared = limits.messages
        self._messages = Shared(tuple(shared))
        self._kinds = {kind: Shared(of_kind) for kind, of_kind in limits.kinds.items()}

    def limits_by_name(self, *kinds: Kind) -> dict[str, AddressLimit]:
        """Return the limits of these kinds of work, for those who count them in other processes too."""
        return {f"{kind}-{per}": limit for kind in kinds for per, limit in self._kinds[kind].groups}

    def meter(self, address: str) -> Meter:
        """Return the meter of a new connection."""
        return Meter(self._connection, self._messages, address, self.now())

    def message(self, client: Client, cost: float = 1.0) -> float:
        """Count a player's request that has no connection. Return the seconds to wait, or 0."""
        return self._messages.take(self.now(), client, cost)

    def take(self, kind: Kind, client: Client, cost: float = 1.0) -> float:
        """Count work of this kind. Return the seconds to wait, or 0."""
        return self._kinds[kind].take(self.now(), client, cost)

    def wait(self, kind: Kind, client: Client, room: float = 0.0) -> float:
        """Return the seconds until this client has this much room for such work, or 0; nothing is counted yet."""
        return self._kinds[kind].wait(self.now(), client, room)

    def spend(self, kind: Kind, client: Client, cost: float) -> None:
        """Count work whose cost is known only afterwards. A negative cost takes it back."""
        self._kinds[kind].spend(self.now(), client, cost)

    def objection(self, kind: Kind, client: Client, code: str = "too_many_requests") -> Refusal | None:
        """Count work of this kind. Return the refusal, with the wait, if it is too much."""
        wait_seconds = self.take(kind, client)
        return Refusal(code, wait_seconds=round(wait_seconds, 2) or 0.01) if wait_seconds else None
