"""Sealing what may hold a card: AES-256-GCM under a key in a file of its own.

Each room has its own key, derived from the file's. What is sealed is bound to its place (table, room, number), so that
bytes
moved elsewhere do not open.
"""

from __future__ import annotations

import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
_LABEL: Final = b"teenpatti/seal/1\0"


class SealBroken(Exception):
    """Bytes that this key did not seal for that place."""


class Seal:
    """Seals and opens with one key."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise SealBroken(f"A key is {KEY_BYTES} bytes.")
        self._key = key
        self._of_room = lru_cache(maxsize=4096)(self._derive)

    def _derive(self, room: str) -> AESGCM:
        info = _LABEL + room.encode()
        return AESGCM(HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(self._key))

    def close(self, room: str, place: str, body: bytes) -> bytes:
        """``body`` sealed for that place of that room."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._of_room(room).encrypt(nonce, body, place.encode())

    def open(self, room: str, place: str, sealed: bytes) -> bytes:
        """What was sealed there. Raises SealBroken."""
        try:
            return self._of_room(room).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError) as error:
            raise SealBroken(f"{place} does not open.") from error


def load_key(path: Path) -> bytes:
    """The key in the file. Raises FileNotFoundError, OSError."""
    return path.read_bytes()


def make_key(path: Path) -> bytes:
    """A new key in a new file that only its owner may read. Raises FileExistsError, OSError."""
    key = secrets.token_bytes(KEY_BYTES)
    part = path.with_name(path.name + ".new")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, key)
        os.fsync(handle)
    finally:
        os.close(handle)
    # Whole or not there at all, even if the power goes.
    part.rename(path)
    return key
