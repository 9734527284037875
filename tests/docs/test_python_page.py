"""The bot on the page for Python programmers accepts every challenge, and fails loudly when its login ends."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from noughts.app import Application
from noughts.client import Api, Client, LoginEnded, NoughtsError

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text()


async def test_the_bot_plays_until_its_login_ends(application: Application) -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "docs/python.md", "exec"), names)
    async with Api(application.address) as owner, Client(application.address) as ann:
        await owner.register("robot", "a password of some length", bot=True)
        token = await owner.make_token("my bot", "read", "play")
        bot = asyncio.create_task(names["main"](application.address, token))
        for variant in ("classic", "wild", "ultimate"):
            game = await ann.challenge((await owner.me()).id, variant=variant)
            await game.until(lambda state: state.phase == "playing")
            while (await game.until_my_turn()).result is None:
                move = game.legal_moves()[0]
                await game.move(move.cell, mark=move.mark)
        [login] = [login for login in await owner.logins() if login.label == "my bot"]
        await owner.end_login(login.id)
        with pytest.raises(BaseExceptionGroup) as failed:
            await asyncio.wait_for(bot, 10)
        assert failed.value.subgroup(LoginEnded) is not None
        assert failed.value.split(NoughtsError)[1] is None


def test_the_page_names_every_error() -> None:
    for error in NoughtsError.__subclasses__():
        assert error.__name__ in PAGE
