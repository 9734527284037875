"""The web client's types are those of the server: the generated file is never older than the messages."""

from tools import message_types


def test_the_web_clients_types_are_up_to_date() -> None:
    assert message_types.TARGET.read_text() == message_types.render(), "run tools/message_types.py"
