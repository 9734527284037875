"""Every command says which scope it needs."""

from typing import get_args

import pytest

from noughts.messages.command import Command
from noughts.messages.commands import AnyCommand
from noughts.messages.needs import needed_by


@pytest.mark.parametrize("command", get_args(AnyCommand), ids=lambda command: command.__name__)
def test_every_command_has_a_scope(command: type[Command]) -> None:
    assert needed_by(command) in ("nothing", "read", "play", "talk", "profile", "login")
