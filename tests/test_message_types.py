"""The web client's generated message types match the server's messages."""

from tools import message_types


def test_the_web_clients_types_are_up_to_date() -> None:
    assert message_types.TARGET.read_text() == message_types.render(), "run tools/message_types.py"
