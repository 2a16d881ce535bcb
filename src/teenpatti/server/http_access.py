"""Who asks, and whether he may ask again already: what every REST route needs first."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, TypeAlias, cast

from fastapi import Depends, Request, Response

from teenpatti.server.errors import RoomCode
from teenpatti.server.http_problems import HttpCode, Refusal
from teenpatti.server.limits import Limiter
from teenpatti.server.peers import Peer, peer_of
from teenpatti.server.people import Guest
from teenpatti.server.services import Services
from teenpatti.server.sessions import clear_cookies, set_cookie, token_of

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def services_of(request: Request) -> Services:
    """What the parts of this server share."""
    return cast("Services", request.app.state.services)


Shared: TypeAlias = Annotated[Services, Depends(services_of)]


async def maybe_guest(request: Request, services: Shared) -> Guest | None:
    """The guest of this browser, if it has one. Counts the request, and refuses one that another site's page sent."""
    peer = peer_of(request.scope)
    if (
        request.method not in SAFE
        and peer.origin is not None
        and not services.reach.allows(peer.origin, peer.host, https=peer.https)
    ):
        # Browsers name the page with everything that changes something; a program that names none is no page.
        raise Refusal(HttpCode.FOREIGN_PAGE, HTTPStatus.FORBIDDEN)
    token = token_of(request.scope)
    if not peer.shared:
        pass_gate(services.gates.requests, peer.address)
    guest = None if token is None else await services.guests.by_token(token)
    if guest is not None:
        pass_gate(services.gates.guest_requests, guest.id)
        request.state.language = guest.language
    elif peer.shared:
        pass_gate(services.gates.requests, ANYBODY)
    return guest


async def known_guest(guest: Annotated[Guest | None, Depends(maybe_guest)]) -> Guest:
    """The guest of this browser. Refuses one that has none."""
    if guest is None:
        raise Refusal(HttpCode.NO_SESSION, HTTPStatus.UNAUTHORIZED)
    return guest


MaybeGuest: TypeAlias = Annotated[Guest | None, Depends(maybe_guest)]
KnownGuest: TypeAlias = Annotated[Guest, Depends(known_guest)]

ANYBODY: Final = "anybody"
"""The key of those who cannot be told apart: no guest yet, and behind an address that many share."""


def key_of(peer: Peer, guest: Guest | None) -> str:
    """What a limit of addresses counts this request under."""
    if not peer.shared:
        return peer.address
    return ANYBODY if guest is None else f"guest {guest.id}"


def pass_gate(limiter: Limiter, key: str) -> None:
    """Count one more. Refuses it if it is too many."""
    if not limiter.allow(key):
        raise Refusal(RoomCode.TOO_MANY, HTTPStatus.TOO_MANY_REQUESTS)


def remember(request: Request, response: Response, token: str) -> None:
    """Give the browser its token."""
    set_cookie(response, token, secure=peer_of(request.scope).https)


def forget(response: Response) -> None:
    """Take the token from the browser."""
    clear_cookies(response)
