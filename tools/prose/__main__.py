"""Check the prose of the project: `python -m tools.prose [PATH…]`. Prints a line for each fault, and fails if there is
one.
"""

import sys

from tools.prose.rules import faults
from tools.prose.sources import ROOT, passages


def main(wanted: list[str]) -> int:
    """Print every fault in the files whose path starts with one of those wanted; return the exit code."""
    count = 0
    for passage in passages():
        where = passage.path.relative_to(ROOT).as_posix()
        if not wanted or where.startswith(tuple(wanted)):
            for fault in faults(passage.text, passage.kind):
                print(f"{where}:{passage.line}: {fault}")
                count += 1
    if count:
        print(f"{count} faults; the rules are in tools/prose/rules.py")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
