"""Names the device of a login so that its owner recognises it: "Firefox · Windows".

The User-Agent header is only a hint.
"""

from noughts.messages.text import shown_text

MOST_CHARACTERS = 40
UNKNOWN = "login"

# A mark in the header, and the browser's name. Most browsers also claim to be those further down, so the order matters.
_BROWSERS = (
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser/", "Yandex Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Return the browser and its system, or the program as it calls itself."""
    if not user_agent.startswith("Mozilla/"):
        return shown_text(user_agent[:MOST_CHARACTERS]) or UNKNOWN
    names = (_first(user_agent, _BROWSERS), _first(user_agent, _SYSTEMS))
    # A dot instead of a word, because it needs no translation.
    return " · ".join(filter(None, names)) or UNKNOWN


def _first(user_agent: str, marks: tuple[tuple[str, str], ...]) -> str | None:
    return next((name for mark, name in marks if mark in user_agent), None)
