"""Runs one attack in this process: `python -m tests.attacks.run NAME PORT LINE_PORT SECONDS`."""

import sys
import time

from tests.attacks.catalogue import ATTACKS
from tests.attacks.target import Target

if __name__ == "__main__":
    name, port, line_port, seconds = sys.argv[1:]
    ATTACKS[name](Target(int(port), int(line_port), time.monotonic() + float(seconds)))
