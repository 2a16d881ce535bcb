"""Guests over REST: coming, changing one's name, and coming back with a recovery code."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from teenpatti.server.http_access import KnownGuest, MaybeGuest, Shared, key_of, pass_gate, remember
from teenpatti.server.http_bodies import ChangeMe, Me, NewCode, NewSession, RecoveryCode
from teenpatti.server.http_problems import HttpCode, Refusal
from teenpatti.server.peers import peer_of
from teenpatti.server.people import Guest
from teenpatti.server.sessions import token_of

router = APIRouter(prefix="/api", tags=["guests"])


def me_of(guest: Guest) -> Me:
    """A guest as his own browser sees him."""
    return Me.model_validate(
        {"guest": guest.id, "name": guest.name, "avatar": guest.avatar, "language": guest.language}
    )


@router.post("/session")
async def session(body: NewSession, request: Request, response: Response, services: Shared, guest: MaybeGuest) -> Me:
    """Make this browser known. One that is known already keeps its guest and changes its name."""
    if guest is not None:
        changed = await services.guests.change(guest, name=body.name, avatar=body.avatar, language=body.language)
        return me_of(changed)
    pass_gate(services.gates.sessions, key_of(peer_of(request.scope), None))
    made, token = await services.guests.create(body.name, body.avatar, body.language)
    remember(request, response, token)
    return me_of(made)


@router.get("/me")
async def me(request: Request, response: Response, guest: MaybeGuest) -> Me | None:
    """The guest of this browser; null if it has none."""
    if guest is None:
        return None
    token = token_of(request.scope)
    assert token is not None
    # Given again, so that it lasts as long as the guest keeps coming.
    remember(request, response, token)
    return me_of(guest)


@router.patch("/me")
async def change_me(body: ChangeMe, services: Shared, guest: KnownGuest) -> Me:
    """Change name, avatar or language. At a table the socket's ``rename`` does it for all to see."""
    changed = await services.guests.change(guest, name=body.name, avatar=body.avatar, language=body.language)
    return me_of(changed)


@router.post("/me/recovery-code")
async def recovery_code(services: Shared, guest: KnownGuest) -> NewCode:
    """A code that makes another browser this guest. Shown once; an earlier one is worth nothing any more."""
    return NewCode(code=await services.guests.new_code(guest.id))


@router.post("/recover")
async def recover(body: RecoveryCode, request: Request, response: Response, services: Shared, guest: MaybeGuest) -> Me:
    """Be the guest of a recovery code at once. His other browsers are known no more, and the code is spent."""
    pass_gate(services.gates.codes, key_of(peer_of(request.scope), guest))
    found = await services.guests.recover(body.code)
    if found is None:
        raise Refusal(HttpCode.NO_SUCH_CODE, HTTPStatus.NOT_FOUND)
    recovered, token = found
    services.sockets.end_guest(recovered.id)
    remember(request, response, token)
    return me_of(recovered)
