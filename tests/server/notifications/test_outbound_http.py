"""Which addresses outbound HTTP may connect to: never internal ones, whatever their name."""

import pytest

from noughts.server.notifications.outbound_http import OutboundHttp, Unreachable, is_public


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "fe80::1%eth0",
        "fd00::1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "ff02::1",
        "fec0::1",
        "::127.0.0.1",
        "::8.8.8.8",
    ],
)
def test_internal_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111"])
def test_internet_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "0x7f000001", "2130706433", "127.1"])
async def test_never_connects_to_an_internal_address(host: str) -> None:
    outbound_http = OutboundHttp()
    with pytest.raises(Unreachable, match=r"is not a public address|gaierror"):
        await outbound_http.post(f"https://{host}/push", {"Host": host}, b"hello")
    await outbound_http.close()
