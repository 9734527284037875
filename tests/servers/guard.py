"""Runs one command until standard input closes, then ends it and removes its folder. So no server and none of its data
outlive the tests, however these end: the system closes a killed worker's end of the pipe too.

A separate program, run by its path, that imports nothing of ours: guard.py SIGNAL UID FOLDER COMMAND...
"""

import shutil
import signal
import subprocess
import sys
import threading

_PATIENCE_S = 10


def main() -> int:
    stop_signal, uid, folder, *command = sys.argv[1:]
    user = None if uid == "-" else int(uid)
    groups = None if user is None else ()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, user=user, extra_groups=groups)
    asked = threading.Event()
    threading.Thread(target=_end_on_eof, args=(child, signal.Signals[stop_signal], asked), daemon=True).start()
    code = child.wait()
    # If the command ended by itself, its log stays for the test.
    if asked.is_set():
        shutil.rmtree(folder, ignore_errors=True)
    return code


def _end_on_eof(child: subprocess.Popen[bytes], stop_signal: signal.Signals, asked: threading.Event) -> None:
    sys.stdin.buffer.read()
    asked.set()
    child.send_signal(stop_signal)
    try:
        child.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main())
