"""All attacks by name."""

from collections.abc import Callable
from types import ModuleType

from tests.attacks import api_attacks, guest_attacks, http_attacks, line_attacks, udp_attacks, websocket_attacks
from tests.attacks.target import Target

Attack = Callable[[Target], None]

_DOORS: dict[str, ModuleType] = {
    "websocket": websocket_attacks,
    "line": line_attacks,
    "udp": udp_attacks,
    "http": http_attacks,
    "guest": guest_attacks,
    "api": api_attacks,
}

ATTACKS: dict[str, Attack] = {
    f"{door}-{attack.__name__}": attack for door, module in _DOORS.items() for attack in module.ATTACKS
}
