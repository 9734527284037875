"""A token bucket limits one client: it allows a burst, and says how long to wait when it is empty."""

from collections import OrderedDict
from collections.abc import Callable

# The most keys remembered; the least recently used are forgotten first.
MOST_KEYS = 10_000


class Bucket:
    """`rate` a second on average, `burst` at once. Time is passed in, in seconds."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = now

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Return 0 when `cost` can be taken now, else the seconds until it can."""
        left = self._left + (now - self._seen) * self._rate
        self._left = left = min(left, self._burst)
        self._seen = now
        # Nobody waits forever: a request that costs more than the bucket holds needs a full bucket, and leaves a debt.
        needed = min(cost, self._burst)
        return 0.0 if left >= needed else (needed - left) / self._rate

    def spend(self, cost: float = 1.0) -> None:
        """Take `cost`, even if that leaves a debt: for work whose cost is known only afterwards. It can be negative."""
        self._left = min(self._burst, self._left - cost)

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take `cost` tokens. Return 0 when there were enough, else the seconds to wait for them."""
        wait_seconds = self.wait(now, cost)
        if not wait_seconds:
            self._left -= cost
        return wait_seconds


class AddressLimit:
    """One bucket for each key, mostly an address: `rate` a second on average, `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        # Called with what each key spends, if other processes count it too.
        self.on_spent: Callable[[str, float], None] | None = None

    def bucket(self, key: str, now: float) -> Bucket:
        """Return the bucket of this key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def spend(self, key: str, cost: float, now: float) -> None:
        """Take `cost` of this key, even if that leaves a debt."""
        self.bucket(key, now).spend(cost)
        if self.on_spent is not None:
            self.on_spent(key, cost)

    def spent_elsewhere(self, key: str, cost: float, now: float) -> None:
        """Count what another process has let this key take, or has given back."""
        bucket = self.bucket(key, now)
        # Brings it up to date first.
        bucket.wait(now)
        bucket.spend(cost)
