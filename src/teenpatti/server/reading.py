"""Reading a message of a page: of the right form, or refused."""

from __future__ import annotations

from typing import Final

import msgspec

from teenpatti.server.protocol import ClientMessage, CommandId


class Unreadable(ValueError):
    """No message. ``id`` is its command's id, if that much could be read."""

    def __init__(self, command: str | None) -> None:
        super().__init__("no message of this protocol")
        self.id = command


class _Id(msgspec.Struct):
    id: CommandId | None = None


_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_ID_DECODER: Final = msgspec.json.Decoder(_Id)

_FAILURES: Final = (msgspec.DecodeError, UnicodeError, RecursionError, ValueError)
"""What bytes that are no message can bring about: bad form, bad text, nesting without end, numbers without end."""


def read(text: str | bytes) -> ClientMessage:
    """The message in ``text``. Raises Unreadable."""
    if isinstance(text, bytes):
        raise Unreadable(None)
    try:
        message: ClientMessage = _DECODER.decode(text)
    except _FAILURES:
        raise Unreadable(_id_of(text)) from None
    return message


def _id_of(text: str) -> str | None:
    try:
        return _ID_DECODER.decode(text).id
    except _FAILURES:
        return None
