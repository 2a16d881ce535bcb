"""What the process asks of the system and of Python before it serves: open files, and few interruptions."""

from __future__ import annotations

import contextlib
import gc
import sys
from typing import Final

FILES: Final = 65_536
"""Open files asked for; every socket is one, and some systems begin with few."""
YOUNG: Final = 20_000
"""New objects before Python looks for cycles among them. Nearly everything here goes without that: rooms have none."""
SWITCH_SECONDS: Final = 0.001
"""How long a thread may keep Python to itself: the one that writes to the disk waits for the loop at each step."""


def allow_many_files() -> None:
    """Let this process open as many files as the system gives it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def interrupt_rarely() -> None:
    """What is there once the server has started stays: look for cycles only in what comes after, and seldom.

    Without this each look passes over every stored table, and the loop waits.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 50)
    sys.setswitchinterval(SWITCH_SECONDS)
