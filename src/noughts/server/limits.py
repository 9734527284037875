"""How much one client may ask. A bucket of tokens: it allows a burst, and tells how long to wait when it is empty."""

from collections import OrderedDict

# Addresses remembered; the ones not heard of for longest are forgotten first.
MOST_ADDRESSES = 10_000


class Bucket:
    """`rate` requests a second on average, `burst` at once. Time is passed in, in seconds."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = now

    def take(self, now: float) -> float:
        """Take one token. 0 when there was one, else the seconds to wait for the next."""
        left = self._left + (now - self._seen) * self._rate
        if left > self._burst:
            left = self._burst
        self._seen = now
        if left >= 1:
            self._left = left - 1
            return 0.0
        self._left = left
        return (1 - left) / self._rate

    def give_back(self) -> None:
        """What was taken last does not count."""
        self._left = min(self._burst, self._left + 1)


class AddressLimit:
    """One bucket for each address: `rate` a second on average, `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> float:
        """Take one token of this address. 0 when there was one, else the seconds to wait for the next."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst, now)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def give_back(self, address: str) -> None:
        """What this address took last does not count."""
        bucket = self._buckets.get(address)
        if bucket is not None:
            bucket.give_back()
