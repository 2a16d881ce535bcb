"""What was: finished deals, files of them, and the score sheet. Each answer holds only what its reader may know."""

from __future__ import annotations

import contextlib
import json
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Query, Response

from teenpatti.game.notation import to_tph, to_tphs
from teenpatti.server.errors import Refused
from teenpatti.server.http_access import KnownGuest, Shared
from teenpatti.server.http_bodies import FinishedDeal, Score, ScoreChange, Steps
from teenpatti.server.http_tables import RoomId
from teenpatti.server.people import Guest
from teenpatti.server.services import Services

router = APIRouter(prefix="/api/rooms/{room}", tags=["history"])

DealNumber = Annotated[int, Path(ge=1, le=2**53)]

MAX_PAGE: Final = 100
MAX_FILE: Final = 2_000
"""Deals in one file; the latest ones."""
MAX_PROOFS: Final = 500
"""Proofs in one file, which are longer."""


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


@router.get("/history/{deal}.proof.json", response_class=Response)
async def proof(room: RoomId, deal: DealNumber, services: Shared, guest: KnownGuest) -> Response:
    """How the deck of a deal came about, with the cards I may know; also of the running deal, as far as it has come."""
    found = await services.open_rooms.proof(room, deal, guest.id)
    return _download(found, f"deal-{deal}.proof.json", "application/json")


@router.get("/proofs.jsonl", response_class=Response)
async def proofs(
    room: RoomId, services: Shared, guest: KnownGuest, first: Annotated[int, Query(ge=1, le=2**53)] = 1
) -> Response:
    """The proofs of finished deals as one file, a line a deal, the first deal first; those from ``first`` on."""
    numbers = [number for number in await _numbers(services, room, guest) if number >= first]
    found = []
    for number in numbers[:MAX_PROOFS]:
        with contextlib.suppress(Refused):
            found.append(await services.open_rooms.proof(room, number, guest.id))
    return _download("".join(found), "deals.proofs.jsonl", "application/jsonl")


@router.get("/history/{deal}")
async def steps(room: RoomId, deal: DealNumber, services: Shared, guest: KnownGuest) -> Steps:
    """One deal step by step."""
    found: dict[str, Any] = await services.open_rooms.steps(room, deal, guest.id)
    return found


@router.post("/history/{deal}/look", status_code=204)
async def look(room: RoomId, deal: DealNumber, services: Shared, guest: KnownGuest) -> None:
    """Look at one's own cards of a finished deal, in private (R8); from then on its file and steps tell them."""
    await services.open_rooms.look(room, deal, guest.id)


@router.get("/deals.tphs", response_class=Response)
async def hand_files(room: RoomId, services: Shared, guest: KnownGuest) -> Response:
    """All deals of the table as one hand file, the first deal first."""
    numbers = await _numbers(services, room, guest)
    deals = [await services.open_rooms.hand_file(room, number, guest.id) for number in numbers]
    return _download(to_tphs(deals), "deals.tphs", "application/jsonl")


async def _numbers(services: Services, room: str, guest: Guest) -> list[int]:
    """The finished deals that the guest may see, the first first; the latest ones if there are very many."""
    numbers: list[int] = []
    before: int | None = None
    while len(numbers) < MAX_FILE:
        page = await services.open_rooms.history(room, guest.id, before=before, limit=MAX_PAGE)
        numbers += [line.deal for line in page]
        if len(page) < MAX_PAGE:
            break
        before = page[-1].deal
    return numbers[MAX_FILE - 1 :: -1] if len(numbers) > MAX_FILE else numbers[::-1]


@router.get("/score")
async def score(room: RoomId, services: Shared, guest: KnownGuest) -> list[Score]:
    """The score sheet, over all tables that share it."""
    lines = await services.open_rooms.score(room, guest.id)
    return [Score.model_validate(msgspec.structs.asdict(line)) for line in lines]


@router.get("/score/steps")
async def score_steps(room: RoomId, services: Shared, guest: KnownGuest) -> list[ScoreChange]:
    """The score over time: what each of the latest thousand deals of this table did to it, the first deal first."""
    steps = await services.open_rooms.score_steps(room, guest.id)
    return [ScoreChange.model_validate(step._asdict()) for step in steps]


def _download(text: str, name: str, kind: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f"attachment; filename={json.dumps(name)}"})
