"""Links: only a tap enters, a fetch changes nothing, and no answer tells an absent table from a full one."""

from __future__ import annotations

import secrets
from pathlib import Path

import httpx2

from tests.server.live import WIDE, live, run
from tests.server.processes import all_bytes


def shape(answer: httpx2.Response) -> tuple[int, bytes, dict[str, str]]:
    """All that a guesser sees."""
    return answer.status_code, answer.content, {name: value for name, value in answer.headers.items() if name != "date"}


def test_a_fetch_changes_nothing_and_a_tap_enters(tmp_path: Path) -> None:
    """Chat apps fetch links; nobody is seated by that."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host, server.browser() as friend:
            await host.come("Asha")
            table = await host.post("/api/tables", name="Diwali <b>", bots=["tight"])
            await friend.come("Ben")
            async with host.page(table["room"]) as page:
                assert page.you["invite"] == table["link"]
                before = page.update
                preview = await friend.get(f"/api/invites/{table['invite']}")
                assert preview == {
                    "table": "Diwali <b>",
                    "host": "Asha",
                    "name": None,
                    "language": None,
                    "simple": False,
                }
                for _ in range(3):
                    shown = (await friend.http.get(f"/j/{table['invite']}")).text
                    assert "Diwali &lt;b&gt;" in shown
                    assert "Asha" in shown
                assert page.update is before
                assert await friend.get("/api/rooms") == []
                assert await friend.post(f"/api/invites/{table['invite']}/join") == {"room": table["room"]}
                await page.until(lambda: len(page.room["members"]) == 3)
                # Another tap finds him there.
                assert await friend.post(f"/api/invites/{table['invite']}/join") == {"room": table["room"]}
                assert len(page.room["members"]) == 3
            assert [line["table"] for line in await friend.get("/api/rooms")] == ["Diwali <b>"]

    run(main())


def test_absent_full_and_closed_answer_alike(tmp_path: Path) -> None:
    """Preview, page and tap, byte for byte; its own people still get in."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host, server.browser() as friend:
            await host.come("Asha")
            await friend.come("Ben")
            table = await host.post("/api/tables", seats=2, bots=["tight"], spectators=False)
            full = table["invite"]
            closed = await host.post("/api/tables")
            async with host.page(closed["room"]) as page:
                await page.do(t="close")
            # While the host is away somebody may enter to say that he is the host with another browser.
            assert await friend.get(f"/api/invites/{full}")
            async with host.page(table["room"]):
                for method, path in (("GET", "/api/invites/{}"), ("GET", "/j/{}"), ("POST", "/api/invites/{}/join")):
                    shapes = [
                        shape(await friend.http.request(method, path.format(token)))
                        for token in (full, closed["invite"], secrets.token_urlsafe(16), "x", "%C3%A9", "a" * 64)
                    ]
                    assert [other for other in shapes if other != shapes[0]] == [], path
                    assert path.startswith("/j/") == (shapes[0][0] == 200)
            assert (await host.get(f"/api/invites/{full}"))["host"] == "Asha"
            answer = await friend.http.get("/api/invites/" + "a" * 65)
            assert answer.status_code == 422

    run(main())


def test_guessing_opens_nothing(tmp_path: Path, long: bool) -> None:
    """All guesses get one and the same answer."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host:
            await host.come("Asha")
            known = [(await host.post("/api/tables"))["invite"] for _ in range(3)]
            rooms = server.services.open_rooms
            for number in range(100_000 if long else 2_000):
                guess = secrets.token_urlsafe(16)
                if number % 3 == 0:
                    # Near misses too.
                    guess = known[number % len(known)][:-1] + secrets.choice("AQgw-_xyz")
                    guess = guess if guess not in known else "x"
                assert await rooms.find_invite(guess) is None
                assert await server.services.invites.find(guess) is None
            shapes = {str(shape(await host.http.get(f"/api/invites/{secrets.token_urlsafe(16)}"))) for _ in range(100)}
            assert len(shapes) == 1

    run(main())


def test_links_are_limited(tmp_path: Path) -> None:
    """So that nobody guesses at speed."""

    async def main() -> None:
        limits = WIDE._replace(links=WIDE.links._replace(burst=5, per_second=0))
        async with live(tmp_path, limits=limits) as server, server.browser() as browser:
            answers = [(await browser.http.get(f"/api/invites/{number}")).status_code for number in range(7)]
            assert answers == [404] * 5 + [429] * 2

    run(main())


def test_personal_links(tmp_path: Path) -> None:
    """The host's choice of name, language and view; for any device, and only by the host."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host, server.browser() as friend:
            await host.come("Asha")
            await friend.come("Ben")
            room = (await host.post("/api/tables", name="Diwali"))["room"]
            path = f"/api/rooms/{room}/personal-links"
            link = (await host.post(path, name="Dadi", language="hi", simple=True))["link"]
            token = link.rpartition("/")[2]
            assert link == f"{server.base}/j/{token}"
            assert await friend.get(f"/api/invites/{token}") == {
                "table": "Diwali",
                "host": "Asha",
                "name": "Dadi",
                "language": "hi",
                "simple": True,
            }
            assert "Dadi" not in (await friend.http.get(f"/j/{token}")).text
            assert token.encode() not in all_bytes(tmp_path)
            answer = await friend.http.post(path, json={"name": "Ravi"})
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_room")
            for _ in range(2):
                assert await friend.post(f"/api/invites/{token}/join") == {"room": room}
            answer = await friend.http.post(path, json={"name": "Ravi"})
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_room")

    run(main())


def test_who_was_kicked_stays_out(tmp_path: Path) -> None:
    """By every link, and its socket ends."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host, server.browser() as friend:
            await host.come("Asha")
            await friend.come("Ben")
            table = await host.post("/api/tables")
            await friend.post(f"/api/invites/{table['invite']}/join")
            async with host.page(table["room"]) as page, friend.page(table["room"]) as other:
                await page.do(t="kick", guest=friend.guest)
                await other.until(lambda: other.bye)
                assert other.bye == {"t": "bye", "reason": "kicked", "again": False}
            personal = (await host.post(f"/api/rooms/{table['room']}/personal-links", name="X"))["link"]
            for token in (table["invite"], personal.rpartition("/")[2]):
                answers = [
                    await friend.http.post(f"/api/invites/{token}/join"),
                    await friend.http.get(f"/api/invites/{token}"),
                ]
                assert [answer.status_code for answer in answers] == [404, 404]
            async with friend.page(table["room"]) as page:
                assert page.bye == {"t": "bye", "reason": "not_a_member", "again": False}

    run(main())
