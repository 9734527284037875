"""An address that hasn't proven that it receives never gets more than three bytes for each byte it sent."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.doors.line.amplification_limit import AmplificationLimit, packet_bytes


def test_holds_messages_until_the_limit_allows_them() -> None:
    sent: list[bytes] = []
    allowance = AmplificationLimit(sent.append)
    # Counted with headers, and at the minimum of 46 bytes a packet.
    allowance.received(2)
    long = b"x" * 200
    allowance.send(long)
    assert (sent, allowance.is_holding) == ([], True)
    allowance.send(long)
    allowance.received(10)
    allowance.flush()
    assert (sent, allowance.is_holding) == ([long], False)


def test_a_verified_address_has_no_limit() -> None:
    sent: list[bytes] = []
    allowance = AmplificationLimit(sent.append)
    allowance.send(b"held")
    allowance.prove()
    allowance.send(b"free")
    assert sent == [b"held", b"free"]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 600))))
def test_sends_at_most_three_times_the_bytes_and_holds_little(steps: list[tuple[bool, int]]) -> None:
    sent: list[bytes] = []
    allowance = AmplificationLimit(sent.append)
    received = 0
    for number, (is_received, size) in enumerate(steps):
        if is_received:
            received += packet_bytes(size)
            allowance.received(size)
        else:
            allowance.send(number.to_bytes(4) + bytes(size))
        assert sum(packet_bytes(len(data)) for data in sent) <= 3 * received
        assert sum(map(len, allowance._held)) == allowance._held_bytes <= 4096
