"""What was: finished deals, files of them, and the score sheet. Each answer holds only what its reader may know."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response

from teenpatti.game.notation import to_tph, to_tphs
from teenpatti.server.http_access import KnownGuest, Shared
from teenpatti.server.http_bodies import FinishedDeal, Score, Steps
from teenpatti.server.http_tables import RoomId

router = APIRouter(prefix="/api/rooms/{room}", tags=["history"])

DealNumber = Annotated[int, Path(ge=1, le=2**53)]

MAX_PAGE: Final = 100
MAX_FILE: Final = 2_000
"""Deals in one file; the latest ones."""


@router.get("/history")
async def history(
    room: RoomId,
    services: Shared,
    guest: KnownGuest,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 50,
) -> list[FinishedDeal]:
    """Finished deals, the latest first; those below deal ``before`` for the next page."""
    lines = await services.open_rooms.history(room, guest.id, before=before, limit=limit)
    return [FinishedDeal.model_validate(line._asdict()) for line in lines]


@router.get("/history/{deal}.tph", response_class=Response)
async def hand_file(room: RoomId, deal: DealNumber, services: Shared, guest: KnownGuest) -> Response:
    """One deal as a hand file."""
    found = await services.open_rooms.hand_file(room, deal, guest.id)
    return _download(to_tph(found), f"deal-{deal}.tph", "application/toml")


@router.get("/history/{deal}")
async def steps(room: RoomId, deal: DealNumber, services: Shared, guest: KnownGuest) -> Steps:
    """One deal step by step."""
    found: dict[str, Any] = await services.open_rooms.steps(room, deal, guest.id)
    return found


@router.get("/deals.tphs", response_class=Response)
async def hand_files(room: RoomId, services: Shared, guest: KnownGuest) -> Response:
    """All deals of the table as one hand file, the first deal first."""
    rooms = services.open_rooms
    numbers: list[int] = []
    before: int | None = None
    while len(numbers) < MAX_FILE:
        page = await rooms.history(room, guest.id, before=before, limit=MAX_PAGE)
        numbers += [line.deal for line in page]
        if len(page) < MAX_PAGE:
            break
        before = page[-1].deal
    deals = [await rooms.hand_file(room, number, guest.id) for number in reversed(numbers[:MAX_FILE])]
    return _download(to_tphs(deals), "deals.tphs", "application/jsonl")


@router.get("/score")
async def score(room: RoomId, services: Shared, guest: KnownGuest) -> list[Score]:
    """The score sheet, over all tables that share it."""
    lines = await services.open_rooms.score(room, guest.id)
    return [Score(guest=line.guest, name=line.name, given=line.given, net=line.net, deals=line.deals) for line in lines]


def _download(text: str, name: str, kind: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f"attachment; filename={json.dumps(name)}"})
