"""Tables over REST: hosting, links, joining, and the list of one's own."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from itertools import cycle, islice
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request

from teenpatti.bots import BOTS
from teenpatti.game.rules import Rules
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.http_access import KnownGuest, MaybeGuest, Shared, key_of, pass_gate
from teenpatti.server.http_bodies import (
    InvitePreview,
    Link,
    NewPersonalLink,
    NewPractice,
    NewTable,
    NewTableMade,
    OptionTable,
    RoomEntered,
    RoomInfo,
)
from teenpatti.server.http_problems import Refusal
from teenpatti.server.invites import PersonalLink
from teenpatti.server.peers import peer_of
from teenpatti.server.people import Guest
from teenpatti.server.protocol import AddBot
from teenpatti.server.protocol import Refusal as SocketRefusal
from teenpatti.server.rooms import NewRoom, Preview, Rooms
from teenpatti.server.services import Services
from teenpatti.server.settings import Settings
from teenpatti.texts.catalogue import text

router = APIRouter(prefix="/api", tags=["tables"])

USUAL_SEATS: Final = 7
"""More than one table of friends needs, and still well laid out on a phone."""
PRACTICE_STYLES: Final = ("tight", "caller", "maniac", "blind-lover")

_CODES: Final = {str(code): code for code in RoomCode}

RoomId = Annotated[str, Path(max_length=40)]
Token = Annotated[str, Path(max_length=64)]


def rules_of(preset: str, boot: int | None, options: OptionTable) -> Rules:
    """The rules of a form. Raises InvalidRules."""
    table: dict[str, object] = {"preset": preset, **options}
    if boot is not None:
        table.setdefault("boot", boot)
    return Rules.from_options(table)


@router.post("/tables")
async def host_table(body: NewTable, services: Shared, guest: KnownGuest) -> NewTableMade:
    """Host a table; the host takes a seat, and bots take others."""
    rules = rules_of(body.preset, body.boot, body.rules)
    seats = body.seats or min(USUAL_SEATS, rules.max_players)
    if len(body.bots) >= seats:
        raise Refused(RoomCode.NO_SEAT_FREE, "bots and the host need a seat each")
    pass_gate(services.gates.tables, guest.id)
    settings = Settings(
        name=body.name or text(guest.language, "web.table_name", name=guest.name),
        seats=seats,
        tab=body.tab,
        starting_chips=body.starting_chips,
        clock=body.clock,
        spectators=body.spectators,
        approval=body.approval,
        rebuy=body.rebuy,
        sheet=body.sheet,
    )
    made = await _create(services, guest, settings, rules, body.bots)
    return NewTableMade(room=made.room, invite=made.invite, link=services.reach.link(made.invite))


@router.post("/practice")
async def practice(services: Shared, guest: KnownGuest, body: NewPractice | None = None) -> RoomEntered:
    """A table against bots alone. Its first deal begins as soon as its page is there."""
    body = body or NewPractice()
    rules = rules_of(body.preset, body.boot, body.rules)
    pass_gate(services.gates.tables, guest.id)
    styles = list(islice(cycle([body.style] if body.style else _practice_styles()), body.bots))
    settings = Settings(name=text(guest.language, "web.practice_name"), seats=body.bots + 1, spectators=False)
    made = await _create(services, guest, settings, rules, styles)
    await services.invites.mark_practice(made.room, rules)
    return RoomEntered(room=made.room)


def _practice_styles() -> list[str]:
    return [style for style in PRACTICE_STYLES if style in BOTS] or list(BOTS)


async def _create(services: Services, guest: Guest, settings: Settings, rules: Rules, styles: list[str]) -> NewRoom:
    for style in styles:
        if style not in BOTS:
            raise Refused(RoomCode.NO_SUCH_STYLE, style)
    made = await services.open_rooms.create(guest, settings, rules)
    for style in styles:
        await _order(services.open_rooms, made.room, guest, AddBot(id=_new_id(), style=style))
    return made


def _new_id() -> str:
    return secrets.token_urlsafe(12)


async def _order(rooms: Rooms, room: str, guest: Guest, command: AddBot) -> None:
    """Send a command in the host's name. Raises Refused."""
    answer = await rooms.submit(room, guest.id, command, guest.language)
    if isinstance(answer, SocketRefusal):
        raise Refused(_CODES.get(answer.code, RoomCode.NOT_NOW), answer.message)


@router.get("/invites/{token}")
async def preview(token: Token, request: Request, services: Shared, guest: MaybeGuest) -> InvitePreview:
    """What the page shows before the tap. Seats, claims and spends nothing."""
    try_link(request, services, guest)
    personal, shown = await _look_up(services, token, guest)
    if shown is None:
        raise _no_such_room()
    if personal is None:
        return InvitePreview(table=shown.table, host=shown.host)
    return InvitePreview.model_validate(
        {
            "table": shown.table,
            "host": shown.host,
            "name": personal.name,
            "language": personal.language,
            "simple": personal.simple,
        }
    )


async def shown_table(services: Services, token: str, guest: Guest | None) -> Preview | None:
    """What a link shows to whoever has it and could enter; a full table shows what an absent one does."""
    return (await _look_up(services, token, guest))[1]


async def _look_up(services: Services, token: str, guest: Guest | None) -> tuple[PersonalLink | None, Preview | None]:
    """What a link says. Both kinds are always looked up, so that no answer comes sooner than another."""
    name = "" if guest is None else guest.id
    personal = await services.invites.find(token)
    shown = await services.open_rooms.preview(token, name)
    if personal is None:
        return None, shown
    return personal, await services.open_rooms.preview_of(personal.room, name)


@router.post("/invites/{token}/join")
async def join(token: Token, request: Request, services: Shared, guest: KnownGuest) -> RoomEntered:
    """Enter the table of a link: take a free seat, or look on, or wait for the host."""
    try_link(request, services, guest)
    personal = await services.invites.find(token)
    found = await services.open_rooms.find_invite(token)
    room = found if personal is None else personal.room
    if room is None:
        raise _no_such_room()
    try:
        await services.open_rooms.join(room, guest)
    except Refused as error:
        raise (_no_such_room() if error.code is RoomCode.CLOSED else error) from None
    return RoomEntered(room=room)


def try_link(request: Request, services: Services, guest: Guest | None) -> None:
    """Count one more try at a link. Refuses it if there were too many."""
    pass_gate(services.gates.links, key_of(peer_of(request.scope), guest))


def _no_such_room() -> Refusal:
    """Absent, full and closed to him answer alike."""
    return Refusal(RoomCode.NO_SUCH_ROOM, HTTPStatus.NOT_FOUND)


@router.get("/rooms")
async def my_rooms(services: Shared, guest: KnownGuest) -> list[RoomInfo]:
    """The tables I am or was at, the latest first."""
    return [RoomInfo.model_validate(line._asdict()) for line in await services.open_rooms.rooms_of(guest.id)]


@router.post("/rooms/{room}/reopen")
async def reopen(room: RoomId, services: Shared, guest: KnownGuest) -> RoomEntered:
    """Open a closed table again with its people, chips and scores."""
    await services.open_rooms.reopen(room, guest.id)
    return RoomEntered(room=room)


@router.post("/rooms/{room}/leave", status_code=204)
async def leave(room: RoomId, services: Shared, guest: KnownGuest) -> None:
    """Go for good: stand up, in a deal by packing, and be no member any more. The link lets one in again."""
    await services.open_rooms.leave(room, guest.id)


@router.post("/rooms/{room}/new-link")
async def new_link(room: RoomId, services: Shared, guest: KnownGuest) -> Link:
    """Another link for the table, by its host; the one before opens nothing any more."""
    return Link(link=services.reach.link(await services.open_rooms.renew_invite(room, guest.id)))


@router.post("/rooms/{room}/personal-links")
async def personal_link(room: RoomId, body: NewPersonalLink, services: Shared, guest: KnownGuest) -> Link:
    """A link with the name, language and view for one guest."""
    if not any(line.room == room and line.is_host for line in await services.open_rooms.rooms_of(guest.id)):
        raise Refusal(RoomCode.NO_SUCH_ROOM, HTTPStatus.NOT_FOUND)
    token = await services.invites.create(PersonalLink(room, body.name, body.language, body.simple))
    return Link(link=services.reach.link(token))
