"""One server for one data folder: a lock of the operating system, which ends with its holder, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Self

from teenpatti.server.store import StoreError


class FolderLock:
    """Held while in its ``with`` block. Raises StoreError ``locked`` if another process has it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "lock"
        self._handle = -1

    def __enter__(self) -> Self:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError("read_only") from error
        try:
            _lock(self._handle)
        except OSError as error:
            os.close(self._handle)
            raise StoreError("locked") from error
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
