"""Answers to commands: `ActionSuccess`, as every door with the native protocol sends it."""

from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess
from noughts.server.tables.requests import Answer


def reply_to(command: c.AnyCommand | None, answer: Answer) -> ActionSuccess | None:
    """Return the reply to this command; None where the board alone is the answer."""
    refusal = answer.refusal
    if refusal is not None:
        return ActionSuccess(
            value=False,
            re=None if command is None else type(command).__name__,
            id=None if command is None else command.id,
            game=answer.game,
            version=answer.version,
            code=refusal.code,
            reason=refusal.words,
            wait_seconds=refusal.wait_seconds,
            state=answer.state,
        )
    if command is None or (command.id is None and isinstance(command, c.MakeMove)):
        # A client that sends no id gets only the board for its move; with an id it gets an answer too.
        return None
    return ActionSuccess(value=True, re=type(command).__name__, id=command.id, game=answer.game, version=answer.version)
