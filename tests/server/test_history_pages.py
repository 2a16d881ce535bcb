"""What the pages for history, scores and links ask for, over HTTP: of one's own table, and of no other."""

from __future__ import annotations

from pathlib import Path
from random import Random

from teenpatti.game.notation import parse_tph
from tests.server.live import live, play, run


def test_the_score_sheet(tmp_path: Path) -> None:
    """Chips given, won and net for each player, and what each deal did; a called off deal does nothing."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            await browser.come()
            room = (await browser.post("/api/tables", bots=["tight", "caller"], starting_chips=9_000))["room"]
            async with browser.page(room) as page:
                await page.do(t="start")
                await play(page, Random(3), 6)
                await page.until(lambda: page.room["phase"] in ("playing", "between"))
                shown = {line["guest"]: line for line in page.room["score"]}
            lines = await browser.get(f"/api/rooms/{room}/score")
            assert {line["guest"] for line in lines} == set(shown)
            steps = await browser.get(f"/api/rooms/{room}/score/steps")
            assert [step["deal"] for step in steps] == list(range(1, len(steps) + 1))
            assert len(steps) >= 6
            assert sum(line["net"] for line in lines) == 0
            won = 0
            for number in range(1, len(steps) + 1):
                deal = (await browser.get(f"/api/rooms/{room}/history/{number}"))["steps"][-1]
                won += sum(deal["paid"])
            assert sum(line["won"] for line in lines) == won
            for line in lines:
                assert line["net"] == sum(step["net"][line["guest"]] for step in steps)
                assert line["given"] == 9_000
                assert line["won"] >= max(0, line["net"])

    run(main())


def test_looking_at_one_s_own_cards_of_an_old_deal(tmp_path: Path) -> None:
    """In private: his own file tells them from then on, and nobody else's (R8)."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host, server.browser() as guest:
            await host.come("Asha")
            await guest.come("Ben")
            table = await host.post("/api/tables", preset="classic")
            room = table["room"]
            await guest.post(f"/api/invites/{table['invite']}/join")
            async with host.page(room) as one, guest.page(room) as other:
                await one.do(t="start")
                for page in (one, other):
                    await page.until(lambda page=page: page.room["phase"] == "playing")  # type: ignore[misc]
                actor = one if one.room["deal"]["turn"] == one.you["seat"] else other
                await actor.do(t="pack", deal=1, turn=actor.room["deal"]["turn_number"])

            async def told(browser: object) -> list[str]:
                text = (await browser.http.get(f"/api/rooms/{room}/history/1.tph")).text  # type: ignore[attr-defined]
                return [action for action in parse_tph(text).actions if action.startswith("d dh") or " sm " in action]

            assert all("??????" in action for action in await told(host))
            before = await told(guest)
            answer = await host.http.post(f"/api/rooms/{room}/history/1/look")
            assert answer.status_code == 204
            assert sum("??????" not in action for action in await told(host)) == 1
            assert await told(guest) == before
            for path in (f"/api/rooms/{room}/history/2/look", "/api/rooms/nothing/history/1/look"):
                assert (await host.http.post(path)).status_code == 404

    run(main())


def test_a_new_link_and_leaving(tmp_path: Path) -> None:
    """The host makes the link; who leaves is no member any more; strangers learn nothing by asking."""

    async def main() -> None:
        async with (
            live(tmp_path) as server,
            server.browser() as host,
            server.browser() as guest,
            server.browser() as stranger,
        ):
            for browser, name in ((host, "Asha"), (guest, "Ben"), (stranger, "Eka")):
                await browser.come(name)
            table = await host.post("/api/tables")
            room, old = table["room"], table["invite"]
            await guest.post(f"/api/invites/{old}/join")
            async with guest.page(room) as page:
                assert page.you["invite"].endswith(old)
                link = (await host.post(f"/api/rooms/{room}/new-link"))["link"]
                new = link.rpartition("/")[2]
                await page.until(lambda: page.you["invite"] == link)
                assert (await stranger.http.post(f"/api/invites/{old}/join")).status_code == 404
                assert (await guest.http.post(f"/api/rooms/{room}/new-link")).json()["code"] == "host_only"
                assert (await guest.http.post(f"/api/rooms/{room}/leave")).status_code == 204
                await page.until(lambda: page.bye is not None)
                assert page.bye == {"t": "bye", "reason": "not_a_member", "again": False}
            nowhere = [await stranger.http.post(f"/api/rooms/{name}/leave") for name in (room, "nothing")]
            nowhere += [await stranger.http.post(f"/api/rooms/{name}/new-link") for name in (room, "nothing")]
            assert {(answer.status_code, answer.content) for answer in nowhere} == {(404, nowhere[0].content)}
            await guest.post(f"/api/invites/{new}/join")
            async with host.page(room) as page:
                assert [member["name"] for member in page.room["members"]] == ["Asha", "Ben"]

    run(main())
