"""What a table's socket needs of its connection beyond ASGI: to be quick both ways, and to be cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

OUTLET: Final = "teenpatti.outlet"
"""The extension of a socket's scope with its :class:`Outlet`; :mod:`teenpatti.server.web_server` provides it."""


class Outlet(Protocol):
    """One connection."""

    on_message: Callable[[str | bytes], None] | None
    """Called with each message as it comes; while it is None they wait for ASGI's ``receive``."""
    on_writable: Callable[[], None] | None
    """Called when the peer takes frames again."""

    is_writable: bool
    """Whether the peer takes what it is sent; what is sent all the same waits in memory."""

    def send_texts(self, texts: list[bytes]) -> None:
        """Send messages, encoded already, in one write; nothing if the socket is closed."""

    def read_no_more(self) -> None:
        """Leave what the peer sends where it is, until :meth:`read_on`. What has come already is still given."""

    def read_on(self) -> None:
        """Read again."""

    def cut(self) -> None:
        """End it without a word, and without waiting for its peer."""
