"""The device names in the list of logins."""

import pytest

from noughts.doors.rest.device_names import MOST_CHARACTERS, device_name
from tests.doors.people import NewPerson

MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
        (f"{WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36", "Chrome · Windows"),
        (f"{WINDOWS} AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge · Windows"),
        (f"{MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15", "Safari · macOS"),
        (f"{ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        (f"{ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36", "Samsung Internet · Android"),
        (f"{IPHONE} Version/26.0 Mobile/15E148 Safari/604.1", "Safari · iPhone"),
        (f"{IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1", "Chrome · iPhone"),
        ("Mozilla/5.0 (Plan 9)", "login"),
        ("", "login"),
        ("my-bot/1.0", "my-bot/1.0"),
        ("b" * 100, "b" * MOST_CHARACTERS),
    ],
)
def test_browsers_and_programs_get_a_familiar_name(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name


async def test_the_list_of_logins_names_the_device(person: NewPerson) -> None:
    ann = await person().register("ann")
    laptop = {"User-Agent": f"{WINDOWS} Gecko/20100101 Firefox/140.0"}
    await ann.call("POST", "login", {"username": "ann", "password": "correct horse"}, **laptop)
    labels = {login["label"] for login in (await ann.get("me/logins"))["logins"]}
    assert "Firefox · Windows" in labels
