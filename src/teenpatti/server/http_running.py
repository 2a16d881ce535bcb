"""Running the server: its health, its numbers, how it is reached, and what went wrong in pages."""

from __future__ import annotations

import hmac
import logging
import re
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.http_access import KnownGuest, MaybeGuest, Shared, key_of, pass_gate
from teenpatti.server.http_bodies import ClientError, Odds, ReachInfo, TunnelInfo
from teenpatti.server.http_problems import HttpCode, Refusal
from teenpatti.server.logs import log
from teenpatti.server.odds import odds_of
from teenpatti.server.peers import peer_of

router = APIRouter(tags=["running"])


@router.get("/healthz")
async def healthy() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok"}


@router.get("/readyz")
async def ready(services: Shared) -> JSONResponse:
    """The server takes guests: it has started, and its store took the last write."""
    fit = services.rooms is not None and not services.stopping and services.rooms.healthy
    status = HTTPStatus.OK if fit else HTTPStatus.SERVICE_UNAVAILABLE
    return JSONResponse({"status": "ready" if fit else "not ready"}, status_code=status)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(services: Shared, authorization: Annotated[str, Header()] = "") -> Response:
    """Numbers for Prometheus, for who brings the token (``Authorization: Bearer ...``)."""
    token = services.config.metrics_token
    if not token or not hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        raise Refusal(HttpCode.NOT_FOUND, HTTPStatus.NOT_FOUND)
    return PlainTextResponse(services.metrics.text(services.gauges()))


@router.get("/api/reach")
async def reach(services: Shared, guest: KnownGuest) -> ReachInfo:
    """Where people reach this server; for those who host a table on it."""
    if not any(line.is_host for line in await services.open_rooms.rooms_of(guest.id)):
        raise Refused(RoomCode.HOST_ONLY)
    tunnel = services.tunnel
    return ReachInfo(
        urls=services.reach.urls(),
        tunnel=None
        if tunnel is None
        else TunnelInfo(name=tunnel.name, state=tunnel.state, url=tunnel.url, message=tunnel.message),
    )


@router.post("/api/client-errors", status_code=204)
async def client_error(body: ClientError, request: Request, services: Shared, guest: MaybeGuest) -> None:
    """Note that something went wrong in a page."""
    pass_gate(services.gates.reports, key_of(peer_of(request.scope), guest))
    services.metrics.count("page_errors")
    log("page error", logging.WARNING, kind=_kind(body.message), where=_place(body.where))


_KIND: Final = re.compile(r"(?:Uncaught )?([A-Z][A-Za-z]{2,30}(?:Error|Exception))\b", re.ASCII)
_PLACE: Final = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,40}\.(?:js|ts|svelte)):([0-9]{1,7})(?::([0-9]{1,7}))?", re.ASCII)


def _kind(message: str) -> str:
    """The class of an error. Its text could hold anything, cards and names too, so nothing of it is kept."""
    found = _KIND.match(message)
    return found[1] if found else "Error"


def _place(where: str) -> str:
    """The first file and line in a page's stack."""
    found = _PLACE.search(where)
    return found[0] if found else "unknown"


@router.get("/api/odds")
async def odds(
    services: Shared,
    guest: KnownGuest,
    room: Annotated[str, Query(max_length=40)],
) -> Odds:
    """Chances of the hand one has looked at against random hands, at one's own practice table."""
    if await services.invites.practice_rules(room) is not None:
        question = await services.open_rooms.chances(room, guest.id)
        if question is not None:
            return Odds.model_validate((await odds_of(question))._asdict())
    raise Refusal(HttpCode.NO_ODDS, HTTPStatus.NOT_FOUND)
