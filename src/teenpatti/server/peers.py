"""Who is at the other end of a request: the address that limits count, and whether his browser speaks https.

What a proxy says of the peer behind it is believed only if the proxy's own address is one that was configured.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from starlette.types import ASGIApp, Receive, Scope, Send

from teenpatti.server.addresses import is_address, limit_key, plain_address
from teenpatti.server.config import Network
from teenpatti.server.reach import Reach

_KEY = "teenpatti.peer"


class Peer(NamedTuple):
    """The other end of one request."""

    address: str
    """What limits count as one address."""
    shared: bool
    """Many people come from that address, so limits count guests instead."""
    https: bool
    host: str | None
    origin: str | None


def peer_of(scope: Scope) -> Peer:
    """The peer of a request that went through :class:`Peers`."""
    return cast("Peer", scope[_KEY])


class Peers:
    """Middleware that notes the :class:`Peer` of every request and socket."""

    def __init__(self, app: ASGIApp, reach: Reach, trusted: Sequence[Network] = ()) -> None:
        self._app = app
        self._reach = reach
        self._trusted = tuple(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope[_KEY] = self._peer(scope)
        await self._app(scope, receive, send)

    def _peer(self, scope: Scope) -> Peer:
        client: tuple[str, int] | None = scope.get("client")
        address = plain_address(client[0]) if client else ""
        host, origin = header(scope, b"host"), header(scope, b"origin")
        https = scope["scheme"] in ("https", "wss") or self._reach.is_https(host, origin)
        shared = self._reach.is_shared and _is_loopback(address)
        if self._trusts(address):
            https = https or (header(scope, b"x-forwarded-proto") or "").rpartition(",")[2].strip() in ("https", "wss")
            behind = self._behind(scope)
            # A proxy that does not say for whom it speaks speaks for everybody.
            address, shared = (behind, False) if behind else (address, True)
        return Peer(limit_key(address) if address else "", shared or not address, https, host, origin)

    def _trusts(self, address: str) -> bool:
        if not self._trusted or not is_address(address):
            return False
        found = ipaddress.ip_address(address)
        return any(found in network for network in self._trusted)

    def _behind(self, scope: Scope) -> str | None:
        """The last address that a trusted proxy has seen and that is no trusted proxy itself."""
        hops = [hop.strip().strip("[]") for value in headers(scope, b"x-forwarded-for") for hop in value.split(",")]
        for hop in reversed(hops):
            address = plain_address(hop)
            if not is_address(address):
                return None
            if not self._trusts(address):
                return address
        return None


def _is_loopback(address: str) -> bool:
    return is_address(address) and ipaddress.ip_address(address).is_loopback


def headers(scope: Scope, name: bytes) -> list[str]:
    """All values of a header, in order."""
    found: list[Any] = scope["headers"]
    return [value.decode("latin-1") for key, value in found if key == name]


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a header; None if it is absent, or there more than once and so not to be trusted."""
    values = headers(scope, name)
    return values[0] if len(values) == 1 else None
