"""Headers that every answer carries, and the refusal of requests that another site's page sends."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teenpatti.server.peers import peer_of

_SOURCES: Final = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
POLICY: Final = "; ".join(_SOURCES)
"""Nothing but this server's own files: no inline script, no other host."""

HEADERS: Final[dict[bytes, bytes]] = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    # A link to a table opens it, so no other site may be told where someone came from.
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

HTTPS_HEADERS: Final[dict[bytes, bytes]] = {b"cross-origin-opener-policy": b"same-origin"}
"""Where the page came by https: over http a browser does not heed it, and complains in its console."""


class SecurityHeaders:
    """Middleware that adds HEADERS to every answer, and forbids keeping answers that are one guest's own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        headers = HEADERS | HTTPS_HEADERS if peer_of(scope).https else HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                added = [(name, value) for name, value in headers.items() if name not in present]
                if b"cache-control" not in present:
                    added.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self._app(scope, receive, send_with_headers)


MAX_BODY: Final = 64 * 1024
"""No request of ours is near it."""
BODY_SECONDS: Final = 20
"""How long a body may take to arrive."""


class BodyLimit:
    """Middleware that reads no body which is too long or comes too slowly."""

    def __init__(self, app: ASGIApp, most: int = MAX_BODY, seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._most = most
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not length.isdigit() or int(length) > self._most:
            too_long = {"code": "too_long", "message": "The request is too long."}
            await JSONResponse(too_long, status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)(scope, receive, send)
            return
        read = 0
        whole = False

        async def receive_bounded() -> Message:
            nonlocal read, whole
            if whole:
                # The body is here; what follows is the wait for the peer to go, which may be long.
                return await receive()
            try:
                async with asyncio.timeout(self._seconds):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(HTTPStatus.REQUEST_TIMEOUT) from None
            read += len(message.get("body", b""))
            if read > self._most:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            whole = not message.get("more_body", False)
            return message

        await self._app(scope, receive_bounded, send)
