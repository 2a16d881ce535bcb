"""Authorization over real sockets: whatever the table of roles denies is refused, and changes nothing."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, get_args

import msgspec

from teenpatti.server import protocol
from teenpatti.server.authority import MAY, Role
from tests.server.live import Browser, Live, Page, live, run

COMMANDS: tuple[type[protocol.Command], ...] = get_args(protocol.RoomCommand)
FIELDS: dict[str, Any] = {
    "deal": 1,
    "turn": 1,
    "amount": 10,
    "seat": 1,
    "other": 2,
    "text": "namaste",
    "reaction": "clap",
    "name": "Other",
    "style": "tight",
    "chips": 100,
    "rules": {"boot": 20},
    "count": 3,
}


def example(command: type[protocol.Command], guest: str) -> dict[str, Any]:
    """A well-formed command of a kind."""
    found: dict[str, Any] = {"t": command.__struct_config__.tag}
    for field in msgspec.structs.fields(command):
        if field.required and field.name != "id":
            found[field.name] = guest if field.name == "guest" else FIELDS[field.name]
    return found


async def enter(server: Live, stack: AsyncExitStack, invite: str, name: str) -> Browser:
    """A guest who has tapped the link."""
    browser = await stack.enter_async_context(server.browser())
    await browser.come(name)
    await browser.post(f"/api/invites/{invite}/join")
    return browser


async def check(page: Page, watcher: Page, role: Role, host: str) -> int:
    """Send all that ``role`` may not; how many that were."""
    denied = [command for command in COMMANDS if command.needs_host or role not in MAY[command]]
    assert watcher.update is not None
    before = watcher.update["seq"]
    for command in denied:
        answer = await page.send(**example(command, host))
        assert answer["t"] == "refusal", (role, command)
        assert len(answer["message"].split()) > 2
        if command.needs_host and role in MAY[command]:
            assert answer["code"] == "host_only", (role, command)
    assert watcher.update["seq"] == before
    return len(denied)


def test_what_each_may_not_do(tmp_path: Path) -> None:
    """A player to act, one who is not, a packed one, a spectator, one who waits; and nobody else at all."""

    async def main() -> None:
        async with live(tmp_path) as server, AsyncExitStack() as stack:
            host = await stack.enter_async_context(server.browser())
            await host.come("Host")
            table = await host.post("/api/tables", seats=4, preset="classic")
            invite, room = table["invite"], table["room"]
            players = [await enter(server, stack, invite, f"Player {number}") for number in range(3)]
            spectator = await enter(server, stack, invite, "Spectator")
            watcher = await stack.enter_async_context(host.page(room))
            pages = [await stack.enter_async_context(player.page(room)) for player in players]
            watching = await stack.enter_async_context(spectator.page(room))
            await watcher.do(t="set_settings", approval=True)
            waiting_guest = await enter(server, stack, invite, "Waiting")
            waiting = await stack.enter_async_context(waiting_guest.page(room))
            assert watching.you["seat"] is None
            await watcher.until(lambda: [member["online"] for member in watcher.room["members"]] == [True] * 6)
            assert await check(watching, watcher, Role.SPECTATOR, host.guest) > 20
            assert await check(waiting, watcher, Role.WAITING, host.guest) > 30
            assert await check(pages[0], watcher, Role.SEATED, host.guest) > 20

            await watcher.do(t="start")
            for page in (watcher, *pages):
                await page.until(lambda page=page: page.room["phase"] == "playing")  # type: ignore[misc]
            seats = {page.you["seat"]: page for page in (watcher, *pages)}
            for _ in range(3):
                # Until somebody who is not the host is to act, so that all roles are other people's.
                deal = watcher.room["deal"]
                actor = seats[deal["turn"]]
                if actor is not watcher:
                    break
                await actor.do(t="pack", deal=deal["number"], turn=deal["turn_number"])
                await watcher.until(lambda deal=deal: watcher.room["deal"]["turn"] != deal["turn"])  # type: ignore[misc]
            actor = seats[watcher.room["deal"]["turn"]]
            others = [page for page in pages if page is not actor]
            await check(actor, watcher, Role.TURN, host.guest)
            await check(others[0], watcher, Role.LEFT, host.guest)
            await others[1].do(t="leave_deal", deal=watcher.room["deal"]["number"])
            await check(others[1], watcher, Role.PACKED, host.guest)

            # Nobody outside gets a socket at all.
            for stranger in (waiting_guest, players[0]):
                await watcher.do(t="kick", guest=stranger.guest)
                async with stranger.page(room) as page:
                    assert page.bye == {"t": "bye", "reason": "not_a_member", "again": False}
            async with server.browser() as nobody, nobody.page(room) as page:
                assert page.bye == {"t": "bye", "reason": "not_a_member", "again": False}

    run(main())
