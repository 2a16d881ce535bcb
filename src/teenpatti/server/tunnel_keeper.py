"""Runs a program for as long as the process that started this one lives, however that one ends.

    python tunnel_keeper.py SECONDS PROGRAM [ARGUMENT ...]

Its standard input comes from that process and says nothing; when it ends, since it was closed or since that process was
killed, the program is asked to end, and after SECONDS it is made to. What the program says goes where this one's output
goes, and its exit status is this one's.

The server starts this file by its path, so it uses the standard library alone and starts in an instant.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading

NOT_FOUND = 127


def _tell(child: subprocess.Popen[bytes], how: str) -> None:
    """Send the program, and all that it started itself, a signal."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            child.terminate() if how == "SIGTERM" else child.kill()
        else:
            # It leads a session of its own, so the group is its own, too.
            os.killpg(child.pid, getattr(signal, how))


def _keep(child: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait for the end of the one who started us; then end the program."""
    while sys.stdin.buffer.read(4_096):
        continue
    _tell(child, "SIGTERM")
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        _tell(child, "SIGKILL")


def main(seconds: float, command: list[str]) -> int:
    """Run the program; its exit status."""
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - the host named it
    except OSError:
        return NOT_FOUND
    threading.Thread(target=_keep, args=(child, seconds), daemon=True).start()
    return child.wait() & 0xFF


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
