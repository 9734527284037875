"""The budget counts for every group that a client belongs to, and returns how long to wait."""

import pytest

from noughts.config import Settings
from noughts.server.runtime.budget import BATCH, Budget, Client
from noughts.server.runtime.limits import MESSAGES_FOR_MAKING, MOST_STRIKES
from noughts.server.runtime.networks import network_of, site_of
from noughts.server.runtime.rates import Kind, limits_of
from noughts.server.sessions.gatekeeper import Gatekeeper


class Clock:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def budget(clock: Clock, **settings: float) -> Budget:
    return Budget(limits_of(Settings(**settings)), clock)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "same_network", "same_site"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True, True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False, True),
        ("2001:db8:1:2::1", "2001:db8:2:2::1", False, False),
        ("203.0.113.7", "203.0.113.8", False, True),
        ("203.0.113.7", "::ffff:203.0.113.7", True, True),
        ("local", "local", True, True),
    ],
)
def test_counts_addresses_by_network(one: str, other: str, same_network: bool, same_site: bool) -> None:
    assert (network_of(one) == network_of(other)) == same_network
    assert (site_of(one) == site_of(other)) == same_site


def test_limits_new_guests_per_64_and_48_network() -> None:
    clock = Clock()
    counted = budget(clock, guests_per_minute=60)
    made = sum(counted.take("newcomer", Client(f"2001:db8:1:2::{n:x}")) == 0 for n in range(300))
    assert made == 60
    made = sum(counted.take("newcomer", Client(f"2001:db8:1:{n:x}::1")) == 0 for n in range(3, 2000))
    assert made == 8 * 60 - 60
    assert 0 < counted.take("newcomer", Client("2001:db8:1:2::1")) <= 1
    clock.now += 1
    assert counted.take("newcomer", Client("2001:db8:1:2::1")) == 0


def test_limits_new_guests_from_all_addresses_together() -> None:
    counted = budget(Clock(), newcomers_per_minute=600)
    made = sum(counted.take("newcomer", Client(f"198.{n % 250}.{n // 250}.1")) == 0 for n in range(1000))
    assert made == 120


def test_all_connections_of_a_player_share_one_limit() -> None:
    clock = Clock()
    counted = budget(clock)
    meters = [counted.meter("203.0.113.7") for _ in range(20)]
    for meter in meters:
        meter.identify("ann")
    taken = sum(meter.take(clock.now) == 0 for meter in meters for _ in range(60))
    assert 180 <= taken <= 180 + 20 * BATCH


def test_a_flood_is_detected_and_forgiven_later() -> None:
    clock = Clock()
    meter = budget(clock).meter("203.0.113.7")
    for _ in range(60 + MOST_STRIKES):
        meter.take(clock.now)
    was_flooding = meter.is_flooding
    assert 0 < meter.take(clock.now) <= 0.05
    assert (was_flooding, meter.is_flooding) == (False, True)
    for _ in range(100):
        clock.now += 1
        for _ in range(15):
            assert meter.take(clock.now) == 0
    assert (meter.is_flooding,) == (False,)


@pytest.mark.parametrize(("kind", "of_a_player", "of_an_address"), [("picture", 30, 120), ("recording", 20, 200)])
def test_players_of_one_address_share_a_limit_for_expensive_work(
    kind: Kind, of_a_player: int, of_an_address: int
) -> None:
    counted = budget(Clock())
    mine = sum(counted.take(kind, Client("203.0.113.7", "ann")) == 0 for _ in range(300))
    ours = sum(counted.take(kind, Client("203.0.113.7", f"p{n}")) == 0 for n in range(300))
    assert (mine, mine + ours) == (of_a_player, of_an_address)
    assert counted.take(kind, Client("198.51.100.1", "bob")) == 0


def test_engine_time_is_counted_after_use() -> None:
    clock = Clock()
    counted = budget(clock, engine_processes=1)
    greedy, other = Client("203.0.113.7", "ann"), Client("198.51.100.1", "bob")
    while not counted.wait("analysis", greedy):
        counted.spend("analysis", greedy, 2.0)
    assert counted.wait("analysis", Client("203.0.113.7", "another")) == 4
    assert counted.wait("analysis", other) == 0
    clock.now += 4
    assert counted.wait("analysis", greedy) == 0


def test_a_refund_restores_the_allowance_but_never_exceeds_it() -> None:
    counted = budget(Clock(), logins_per_account=2)
    ann = Client("203.0.113.7", account="ann")
    counted.spend("login", ann, -1)
    assert [counted.take("login", ann) > 0 for _ in range(3)] == [False, False, True]
    counted.spend("login", ann, -1)
    assert [counted.take("login", ann) > 0 for _ in range(2)] == [False, True]


def test_creating_something_counts_as_several_messages() -> None:
    clock = Clock()
    gatekeeper = Gatekeeper(budget(clock))
    meter = gatekeeper.budget.meter("203.0.113.7")
    made = 0
    while gatekeeper.count(meter) is None and gatekeeper.count_making(meter) is None:
        made += 1
    assert made == 60 // MESSAGES_FOR_MAKING
