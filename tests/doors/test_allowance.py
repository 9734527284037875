"""An address that has not shown that it hears us never gets more than three bytes for one."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.doors.allowance import Allowance


def test_what_does_not_fit_waits_until_more_was_received() -> None:
    sent: list[bytes] = []
    allowance = Allowance(sent.append)
    allowance.received(2)
    allowance.send(b"1234567")
    assert (sent, allowance.is_holding) == ([], True)
    allowance.send(b"1234567")
    allowance.received(1)
    allowance.flush()
    assert (sent, allowance.is_holding) == ([b"1234567"], False)


def test_a_proven_address_gets_everything() -> None:
    sent: list[bytes] = []
    allowance = Allowance(sent.append)
    allowance.send(b"held")
    allowance.prove()
    allowance.send(b"free")
    assert sent == [b"held", b"free"]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 600))))
def test_never_more_than_three_times_and_never_much_held(steps: list[tuple[bool, int]]) -> None:
    sent: list[bytes] = []
    allowance = Allowance(sent.append)
    received = 0
    for number, (is_received, size) in enumerate(steps):
        if is_received:
            received += size
            allowance.received(size)
        else:
            allowance.send(number.to_bytes(4) + bytes(size))
        assert sum(map(len, sent)) <= 3 * received
        assert sum(map(len, allowance._held)) == allowance._held_bytes <= 4096
